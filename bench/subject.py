"""Who is timed: what an engine offers to answer, and the clock around it.

Every answer is looked at once before the clock starts; a wrong one is no figure, but `NotComparable` with the reason.
"""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, TypeAlias

import orjson

from bench.cases import Case, Item

Ask: TypeAlias = Callable[[Any], Any]
Call: TypeAlias = tuple[Ask, Any]
Timed: TypeAlias = Callable[[int], float]
"""Answers every item so many times; gives the processor seconds of one item, once."""

_FEW = 64


class NotComparable(Exception):  # noqa: N818 - it is no fault of the program
    """Why an engine has no figure for a case."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One question that a subject answers."""

    subject: str
    question: str
    make: Callable[[Case], Timed]


def clocked(calls: Sequence[Call]) -> Timed:
    """The clock around calls of one argument; a single one is called in the tightest loop there is."""
    if len(calls) == 1:
        ((ask, argument),) = calls
        return lambda count: _alone(ask, argument, count)
    return lambda count: _together(calls, count)


def _alone(ask: Ask, argument: Any, count: int) -> float:
    start = time.process_time()
    for _ in repeat(None, count):
        ask(argument)
    return (time.process_time() - start) / count


def _together(calls: Sequence[Call], count: int) -> float:
    start = time.process_time()
    for _ in repeat(None, count):
        for ask, argument in calls:
            ask(argument)
    return (time.process_time() - start) / count / len(calls)


def calibrated(timed: Timed, seconds: float, items: int) -> int:
    """How often the items are to be answered so that a round takes so many seconds."""
    count = 1
    while True:
        taken = timed(count) * count * items
        if taken >= seconds / 4:
            return max(1, round(count * seconds / taken))
        count *= 4


def once(timed: Timed, count: int) -> float:
    """One round, after the garbage of the one before is gone."""
    gc.collect()
    return timed(count)


# what is right, by question


def accept(of: Callable[[Any], Ask]) -> Callable[[Case], Timed]:
    """Ask `of(schema)` for verdicts on valid instances: True, or where an engine raises or returns, no exception."""
    return lambda case: _clocked(case, of, [item.instance for item in case.items], _is_no_refusal)


def read(of: Callable[[Any], Ask]) -> Callable[[Case], Timed]:
    """Ask `of(schema)` for the value of a JSON text, or for a verdict on it."""
    return lambda case: _clocked(case, of, case.texts, _is_no_refusal)


def judged(is_valid: Ask) -> Ask:
    """What reads a JSON text and gives its value; ValueError where that is not valid."""
    loads = orjson.loads

    def read_text(text: bytes) -> Any:
        value = loads(text)
        if not is_valid(value):
            raise ValueError
        return value

    return read_text


def reject(of: Callable[[Any], Ask]) -> Callable[[Case], Timed]:
    """Ask `of(schema)` for verdicts on invalid instances: False."""
    return lambda case: _clocked(case, of, [item.instance for item in case.items], lambda _, answer: answer is False)


def explain(
    of: Callable[[Any], Ask], *, many: Callable[[Any], Ask] | None = None, first_only: bool = False
) -> Callable[[Case], Timed]:
    """Ask `of(schema)` for a list of what is wrong with invalid instances: as many as there are, or the first.

    `many(schema)` is asked in its place where there are more faults than are told by default.
    """

    def is_right(item: Item, answer: Any) -> bool:
        return len(answer) >= (1 if first_only else item.faults)

    def make(case: Case) -> Timed:
        has_many = any(item.faults > _FEW for item in case.items)
        return _clocked(case, many if many and has_many else of, [item.instance for item in case.items], is_right)

    return make


def compiling(compiled: Ask, before: Callable[[], object] | None = None) -> Callable[[Case], Timed]:
    """Compile every schema, `before` each time through all of them, which is not timed."""

    def make(case: Case) -> Timed:
        schemas = [item.schema for item in case.items]
        for schema in schemas:
            _tried(compiled, schema)
        if before is None:
            return clocked([(compiled, schema) for schema in schemas])
        return lambda count: _compiled(compiled, schemas, before, count)

    return make


def _compiled(compiled: Ask, schemas: Sequence[Any], before: Callable[[], object], count: int) -> float:
    taken = 0.0
    for _ in repeat(None, count):
        before()
        start = time.process_time()
        for schema in schemas:
            compiled(schema)
        taken += time.process_time() - start
    return taken / count / len(schemas)


def _is_no_refusal(_: Item, answer: Any) -> bool:
    return answer is not False


def _clocked(
    case: Case, of: Callable[[Any], Ask], arguments: Sequence[Any], is_right: Callable[[Item, Any], bool]
) -> Timed:
    calls = []
    for item, argument in zip(case.items, arguments, strict=True):
        ask = _tried(of, item.schema)
        if not is_right(item, _tried(ask, argument)):
            raise NotComparable("its answer is wrong")
        calls.append((ask, argument))
    return clocked(calls)


def _tried(ask: Ask, argument: Any) -> Any:
    try:
        return ask(argument)
    except NotComparable:
        raise
    except Exception as error:
        raise NotComparable(f"it raises {type(error).__name__}") from error
