"""A process for one engine: it prepares a question when told to, and runs one round of it when told to."""

import gc
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from bench.cases import cases
from bench.peers import BY_MODULE
from bench.subject import NotComparable, Timed, calibrated, once


@dataclass(slots=True)
class _Bench:
    """The rounds that are prepared, by subject."""

    seconds: float
    rounds: dict[str, Callable[[], float]] = field(default_factory=dict)

    def prepare(self, module: str, case_name: str, question: str) -> dict[str, str]:
        """Make the subjects ready, answers checked; gives their names, each with why it cannot take part, or `""`."""
        self.rounds.clear()
        gc.unfreeze()
        case = cases()[case_name]
        found = {}
        for offer in BY_MODULE[module].offers():
            if offer.question != question:
                continue
            try:
                self.rounds[offer.subject] = self._round(offer.make(case), len(case.items))
                found[offer.subject] = ""
            except NotComparable as why:
                found[offer.subject] = str(why)
        gc.collect()
        gc.freeze()  # what is there is no garbage: the collector need not look at it between rounds
        return found

    def _round(self, timed: Timed, items: int) -> Callable[[], float]:
        count = calibrated(timed, self.seconds, items)
        return lambda: once(timed, count)


def _serve(connection: Connection, module: str, seconds: float) -> None:
    bench = _Bench(seconds)
    while True:
        match connection.recv():
            case ("prepare", case_name, question):
                connection.send(bench.prepare(module, case_name, question))
            case ("time", subject):
                connection.send(bench.rounds[subject]())
            case _:
                return


class Worker:
    """The parent's side of one engine's process."""

    def __init__(self, module: str, seconds: float) -> None:
        """Start it; a round takes about so many seconds."""
        self.module = module
        context = get_context("spawn")
        self._connection, child = context.Pipe()
        self._process = context.Process(target=_serve, args=(child, module, seconds), daemon=True)
        os.environ.setdefault("PYTHONHASHSEED", "0")  # the order of sets is the same in every process
        self._process.start()
        child.close()

    def prepare(self, case_name: str, question: str) -> Mapping[str, str]:
        """The subjects that answer, each with why it cannot take part, or `""`."""
        found: Mapping[str, str] = self._ask("prepare", case_name, question)
        return found

    def time(self, subject: str) -> float:
        """One round."""
        seconds: float = self._ask("time", subject)
        return seconds

    def _ask(self, *message: str) -> Any:
        self._connection.send(message)
        try:
            return self._connection.recv()
        except EOFError:
            raise RuntimeError(f"the process of {self.module} died at {' '.join(message)}") from None

    def stop(self) -> None:
        """Let it end."""
        self._connection.send(None)
        self._process.join()
