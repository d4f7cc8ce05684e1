"""What a compilation and a verdict cost on each backend: medians, and ratios to the first of them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from schemaval.cli.comparison import Trial
from schemaval.cli.differences import Question
from schemaval.errors import SchemavalError
from schemaval.jsonvalue import JSON

if TYPE_CHECKING:
    from schemaval.validator import Validator

_MOST = 300  # questions that are timed, spread over all
_LONG_S = 100e-6  # a round lasts at least so long
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Timing:
    """One backend's medians in microseconds, and the medians of its ratios to the first backend, one by one.

    Only what all backends take is compared; None where there was nothing of the kind.
    """

    compile_us: float | None = None
    compile_ratio: float | None = None
    verdict_us: float | None = None
    verdict_ratio: float | None = None


def timings(names: Sequence[str], trials: Sequence[Trial], questions: Sequence[Question]) -> dict[str, Timing]:
    """The timing of each backend."""
    compiled = [
        {name: attempt.seconds for name, attempt in schema.attempts.items()}
        for trial in trials
        for schema in trial.schemas
        if len(schema.takers) == len(names)
    ]
    shared = [question for question in questions if len(question.trial.takers) == len(names)]
    step = -(-len(shared) // _MOST) or 1
    judged = [found for question in shared[::step] if (found := _judged(question)) is not None]
    return {
        name: Timing(
            _median_us(compiled, name),
            _ratio(compiled, name, names[0]),
            _median_us(judged, name),
            _ratio(judged, name, names[0]),
        )
        for name in names
    }


def _median_us(rows: Sequence[dict[str, float]], name: str) -> float | None:
    return round(median(row[name] for row in rows) * 1e6, 3) if rows else None


def _ratio(rows: Sequence[dict[str, float]], name: str, first: str) -> float | None:
    return round(median(row[name] / row[first] for row in rows), 3) if rows else None


def _judged(question: Question) -> dict[str, float] | None:
    """The seconds that each taker needs for one verdict; None where one gives none."""
    found = dict.fromkeys(question.trial.takers, float("inf"))
    try:
        for _ in range(_ROUNDS):
            for name, validator in question.trial.takers.items():
                found[name] = min(found[name], _seconds(validator, question.instance))
    except SchemavalError:
        return None
    return found


def _seconds(validator: "Validator", instance: JSON) -> float:
    """One verdict, measured over as many as last long enough for the clock."""
    ask, count = validator.is_valid, 1
    while True:
        begun = time.perf_counter()
        for _ in range(count):
            ask(instance)
        took = time.perf_counter() - begun
        if took >= _LONG_S:
            return took / count
        count *= 4
