"""Everyone in turn: in each round every subject of a question is timed once, one process after the other."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.cases import QUESTIONS, Case
from bench.peers import Peer
from bench.worker import Worker


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: processes are started anew `starts` times, each time for so many rounds of `seconds`."""

    starts: int
    rounds: int
    seconds: float


FULL = Effort(3, 5, 0.01)
QUICK = Effort(1, 5, 0.004)


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A figure's place: a case, a question, a subject."""

    case: str
    question: str
    subject: str


@dataclass(slots=True)
class Timings:
    """Seconds of every round by key, in the order of the rounds; `left_out` says why a subject has none."""

    seconds: dict[Key, list[float]] = field(default_factory=dict)
    left_out: dict[Key, str] = field(default_factory=dict)


def measure(
    peers: Sequence[Peer], cases: Iterable[Case], effort: Effort, questions: Sequence[str] = tuple(QUESTIONS)
) -> Timings:
    """Time every subject of these peers in these cases."""
    timings = Timings()
    for start in range(effort.starts):
        _tell(f"round {start + 1} of {effort.starts}")
        workers = [Worker(peer.module, effort.seconds) for peer in peers]
        try:
            for case in cases:
                for question in case.questions:
                    if question in questions:
                        _in_turn(workers, case.name, question, effort.rounds, timings)
        finally:
            for worker in workers:
                worker.stop()
    return timings


def _in_turn(workers: Sequence[Worker], case: str, question: str, rounds: int, timings: Timings) -> None:
    ready = list(_ready(workers, case, question, timings))
    for _ in range(rounds):
        for key, time in ready:
            timings.seconds.setdefault(key, []).append(time(key.subject))


def _ready(
    workers: Iterable[Worker], case: str, question: str, timings: Timings
) -> Iterator[tuple[Key, Callable[[str], float]]]:
    for worker in workers:
        for subject, why_not in worker.prepare(case, question).items():
            key = Key(case, question, subject)
            if why_not:
                timings.left_out[key] = why_not
            else:
                yield key, worker.time


def _tell(progress: str) -> None:
    """Say on the terminal how far it is."""
    if sys.stderr.isatty():
        print(progress, file=sys.stderr)
