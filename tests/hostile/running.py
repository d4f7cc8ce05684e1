"""The parent: it hands cases to a worker, kills one that does not answer, and says whose fault it was."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Self

from schemaval.testing.watching import Trap
from tests.hostile.case import CANARY
from tests.hostile.rows import CASES
from tests.hostile.site import built

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_SECONDS = 1.0
MAX_MEGABYTES = 200.0
_LOOK_S = 0.1
_IDLE = 8  # times its patience that a worker may take by the clock
_MAKING_S = 30.0  # for the case's own data


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: the answers in their order, and what went wrong outside of them.

    `ended` is how the worker ended if it did: "hang", or "crash" with its signal.
    """

    case: str
    answers: tuple[dict[str, Any], ...] = ()
    faults: tuple[str, ...] = ()
    ended: str = ""
    question: str = ""
    calls: int = 0
    said: str = field(default="", repr=False)


class Child:
    """One worker process."""

    def __init__(self, subject: str, env: dict[str, str]) -> None:
        """Starts it."""
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 - it lives as long as the worker
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.worker", subject],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=ROOT,
            env={**os.environ, **env, "PYTHONFAULTHANDLER": "", "RUST_BACKTRACE": "0"},
        )
        self._held = b""

    def ask(self, name: str, patience_s: float) -> Outcome:
        """What comes of a case, if a question takes at most `patience_s` seconds of work."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(name.encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._ended(name, "", "crash")
        question = ""
        while True:
            line = self._line(patience_s if question else max(patience_s, _MAKING_S))
            if line is None:
                return self._ended(name, question, "hang")
            if not line:
                return self._ended(name, question, "crash")
            told = json.loads(line)
            if told["event"] == "done":
                return Outcome(name, tuple(told["answers"]), tuple(told["faults"]))
            question = told.get("question", question)

    def _line(self, patience_s: float) -> bytes | None:
        """The next line; empty at the end, None when patience ends: so long at work, or ever so long doing nothing."""
        assert self._process.stdout is not None
        worked, since = self._worked_s(), time.monotonic()
        while b"\n" not in self._held:
            ready, _, _ = select.select([self._process.stdout], [], [], _LOOK_S)
            if not ready:
                if self._worked_s() - worked > patience_s:
                    return None
                if time.monotonic() - since > _IDLE * patience_s:
                    return None
                continue
            more = os.read(self._process.stdout.fileno(), 65_536)
            if not more:
                return b""
            self._held += more
        line, _, self._held = self._held.partition(b"\n")
        return line

    def _worked_s(self) -> float:
        """How long the worker has been at work, in seconds of processor time, so that a busy machine blames nobody."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return time.monotonic()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def _ended(self, name: str, question: str, how: str) -> Outcome:
        self.close()
        if how == "crash":
            how += f" ({self._process.returncode})"
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace")[-2_000:]
        return Outcome(name, ended=how, question=question, said=said)

    @property
    def is_running(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def said(self) -> str:
        """What it wrote to standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")

    def close(self) -> None:
        """Kill it."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._errors.close()


def outcomes(subject: str, names: Iterable[str], patience_s: float = 3.0) -> Iterator[Outcome]:
    """What comes of each case under a subject; a worker that hangs or crashes is replaced."""
    waiting = list(names)
    with built() as (env, trap):
        while waiting:
            with Child(subject, env) as child:
                while waiting and child.is_running:
                    name = waiting.pop(0)
                    outcome = child.ask(name, patience_s)
                    yield _with_calls(outcome, trap)
                if CANARY in child.said():
                    yield Outcome("(all)", faults=("standard error holds the secret",))


def _with_calls(outcome: Outcome, trap: Trap) -> Outcome:
    if not outcome.case.startswith("network"):
        return outcome
    calls = trap.calls()
    if not calls:
        return outcome
    return Outcome(outcome.case, outcome.answers, outcome.faults, outcome.ended, outcome.question, calls)


def faults(outcome: Outcome, subject: str, max_seconds: float = MAX_SECONDS) -> list[str]:
    """Everything that is wrong with an outcome; nothing if the case was borne as promised."""
    found = list(outcome.faults)
    if outcome.ended:
        found.append(f"{outcome.question or 'making'}: {outcome.ended} {outcome.said[-300:]}")
    if outcome.calls:
        found.append(f"{outcome.calls} connections")
    spent = 0.0
    for answer in outcome.answers:
        question = answer["question"]
        seconds = answer.get("seconds", 0.0)
        spent = seconds if question == "compile" else spent
        found += [f"{question}: {fault}" for fault in (*answer["faults"], *answer.get("events", ()))]
        total = seconds if question == "compile" else spent + seconds
        if total > max_seconds:
            found.append(f"{question}: {total:.2f} s")
        if answer.get("megabytes", 0.0) > MAX_MEGABYTES:
            found.append(f"{question}: {answer['megabytes']:.0f} MB")
        found += _wrong(answer, outcome.case, subject)
    return found


def are_of_time(outcome: Outcome, found: list[str]) -> bool:
    """Whether all that is wrong is that it took long."""
    return all(fault.endswith(" s") or outcome.ended == "hang" for fault in found)


def _wrong(answer: dict[str, Any], name: str, subject: str) -> Iterator[str]:
    """What is wrong with an answer itself."""
    case = CASES[name]
    question, error = answer["question"], answer.get("error")
    if error is None:
        verdict = answer.get("verdict")
        may = case.glance if question == "is_valid" else ()
        if verdict is not None and verdict != case.valid and verdict not in may:
            yield f"{question}: says {verdict}"
    elif not answer["is_own"]:
        yield f"{question}: {answer.get('text', error)}"
    elif subject.startswith("raw "):
        return
    elif not (error in case.errors or _is_right(error, question, subject, valid=case.valid)):
        yield f"{question}: {error} ({answer['text']})"


def _is_right(error: str, question: str, subject: str, *, valid: bool | None) -> bool:
    if error == "UnsupportedSchema":
        return question == "compile" and subject not in ("auto", "reference")
    return error == "InvalidInstance" and question == "validate" and valid is False
