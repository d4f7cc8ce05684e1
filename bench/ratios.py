"""Medians, ratios and how far to trust them, and the power that a cost grows with."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

_LEAST_NOISE = 0.01
_SIGMAS = 3.0
_QUARTILES = 1.349  # the distance of the quartiles of a normal distribution, in standard deviations


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as much one costs as another: the median of rounds in turn, and their relative spread."""

    value: float
    noise: float

    def is_worse_than(self, before: "Ratio") -> bool:
        """Whether it rose by more than three times what chance explains in the two runs."""
        return self.value > before.value * (1 + _SIGMAS * math.hypot(self.noise, before.noise))


def ratio(seconds: Sequence[float], against: Sequence[float]) -> Ratio:
    """The ratio of two subjects timed in the same rounds."""
    found = [one / other for one, other in zip(seconds, against, strict=True)]
    value = statistics.median(found)
    return Ratio(value, max(_LEAST_NOISE, spread(found)))


def spread(values: Sequence[float]) -> float:
    """The standard deviation that the quartiles suggest, as a part of the median; 0.0 for fewer than four values."""
    if len(values) < 4:
        return 0.0
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / _QUARTILES / middle


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power of the size that the cost grows with, by least squares on logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def last_exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power over the upper half of the sizes, where what every call costs no longer hides it."""
    half = len(sizes) // 2
    return exponent(sizes[half:], costs[half:])
