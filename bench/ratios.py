"""Medians in turn, so that a ratio holds on a machine whose speed drifts."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_SECONDS = 0.02


def medians(subjects: Mapping[str, Callable[[], Any]], rounds: int = 15) -> dict[str, float]:
    """The median seconds of one call of each subject, timed one after the other in every round."""
    counts = {name: _calls(call) for name, call in subjects.items()}
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, call in subjects.items():
            taken[name].append(_once(call, counts[name]))
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def _calls(call: Callable[[], Any]) -> int:
    """How many calls fill a round."""
    return max(1, int(_SECONDS / max(_once(call, 3), 1e-9)))


def _once(call: Callable[[], Any], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The power of the size that the seconds grow with, by least squares on logarithms."""
    import math

    xs, ys = [math.log(size) for size in sizes], [math.log(second) for second in seconds]
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)
