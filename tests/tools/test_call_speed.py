"""What a call costs beside its judging and its handler: the promise of the README, measured.

At most 4 times, and at most 2 microseconds more than, the engine's verdict and the bare handler, in one run. Both are
timed in many short rounds, in turn, by the processor's clock; the best round of each counts, and a machine that others
kept busy all along gets two more chances.
"""

import copy
from collections.abc import Callable
from time import process_time

import pytest

from schemaval.tools import Tool, ToolExecutionContext

engine = pytest.importorskip("jsonschema_rs")

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer", "minimum": 1},
        "unit": {"enum": ["c", "f"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "deep": {"type": "boolean"},
    },
    "required": ["city", "days"],
    "additionalProperties": False,
}
ARGUMENTS = {"city": "Oslo", "days": 3, "unit": "c", "tags": ["a", "b"], "deep": True}
ROUNDS, LOOPS, TRIES = 60, 1000, 3
MOST_TIMES, MOST_MORE = 4, 2e-6


def weather(city: str, days: int, unit: str = "c", tags: object = (), deep: object = None) -> str:
    """Takes five arguments and does nothing."""
    return city if days and unit and tags and deep else ""


def informed(
    city: str, days: int, unit: str = "c", tags: object = (), deep: object = None, context: object = None
) -> str:
    """Takes the context too."""
    return weather(city, days, unit, tags, deep) if context else ""


def best(*functions: Callable[[], object]) -> list[float]:
    """Seconds of processor time per call of each function, in its best round."""
    rounds = [[_round(function) for function in functions] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _round(function: Callable[[], object]) -> float:
    started = process_time()
    for _ in range(LOOPS):
        function()
    return (process_time() - started) / LOOPS


def misses(bare: Callable[[], object], call: Callable[[], object]) -> str:
    """By how much `call` misses the promise in one run; nothing where it keeps it."""
    needed, taken = best(bare, call)
    is_kept = taken <= MOST_TIMES * needed and taken <= needed + MOST_MORE
    return "" if is_kept else f"{needed * 1e9:.0f} ns needed, {taken * 1e9:.0f} ns taken, {taken / needed:.1f} times"


@pytest.mark.parametrize("handler", [weather, informed])
def test_a_call_costs_little_more_than_judging_and_running(handler: Callable[..., str]) -> None:
    """On a tool of five arguments a call costs at most 4 times what cannot be spared, and 2 microseconds more."""
    tool = Tool("weather", input=SCHEMA, handler=handler, validator="jsonschema-rs")
    is_valid = engine.validator_for(SCHEMA).is_valid
    given = ToolExecutionContext("call_1", "weather", ARGUMENTS)
    extra = {"context": given} if handler is informed else {}

    def bare() -> str:
        return handler(**ARGUMENTS, **extra) if is_valid(ARGUMENTS) else ""

    assert tool.call(ARGUMENTS) == bare() == "Oslo"
    missed: list[str] = []
    while len(missed) < TRIES and (found := misses(bare, lambda: tool.call(ARGUMENTS))):
        missed.append(found)
    assert len(missed) < TRIES, missed


def test_the_measure_sees_what_a_call_should_not_do() -> None:
    """A call whose arguments are copied once too often does not pass."""
    is_valid = engine.validator_for(SCHEMA).is_valid

    def bare() -> str:
        return weather(**ARGUMENTS) if is_valid(ARGUMENTS) else ""  # type: ignore[arg-type]  # of mixed types

    tool = Tool("weather", input=SCHEMA, handler=weather, validator="jsonschema-rs")
    assert all(misses(bare, lambda: tool.call(copy.deepcopy(ARGUMENTS))) for _ in range(TRIES))
