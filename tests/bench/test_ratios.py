"""The arithmetic of figures: medians, spreads, powers."""

import math

import pytest

from bench.ratios import Ratio, exponent, last_exponent, ratio, spread


def test_median_of_rounds() -> None:
    """A ratio is the median of the rounds' own ratios, so that one slow round of both changes nothing."""
    assert ratio([2.0, 40.0, 2.0], [1.0, 20.0, 1.0]).value == 2.0
    assert ratio([2.0, 2.0, 90.0], [1.0, 1.0, 1.0]).value == 2.0


def test_rounds_go_together() -> None:
    """Rounds that were not taken in turn are not divided by one another."""
    with pytest.raises(ValueError, match="zip"):
        ratio([1.0, 2.0], [1.0])


def test_least_noise() -> None:
    """Nothing is trusted to less than a hundredth, however alike the rounds were."""
    assert ratio([3.0] * 5, [1.0] * 5) == Ratio(3.0, 0.01)


def test_spread() -> None:
    """The spread is that of the quartiles, in standard deviations of a normal distribution, and relative."""
    assert spread([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx(2 / 1.349 / 3)
    assert spread([1.0, 1.0, 1.0, 1.0, 1_000.0]) == 0.0
    assert spread([1.0, 9.0]) == 0.0


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_exponent(power: float) -> None:
    """The power of a cost that is a power of the size is found, whatever the factor."""
    sizes = (10, 100, 1_000, 10_000)
    assert exponent(sizes, [7e-6 * size**power for size in sizes]) == pytest.approx(power)


def test_last_exponent() -> None:
    """What every call costs hides how a cost grows at small sizes; the upper half shows it."""
    sizes = (1, 10, 100, 1_000, 10_000, 100_000)
    costs = [1_000 + size for size in sizes]
    assert exponent(sizes, costs) < 0.5
    assert last_exponent(sizes, costs) > 0.8


@pytest.mark.parametrize(
    ("after", "is_worse"), [(Ratio(1.05, 0.02), False), (Ratio(1.10, 0.02), True), (Ratio(1.10, 0.2), False)]
)
def test_worse_beyond_noise(after: Ratio, is_worse: bool) -> None:
    """A ratio is worse where it rose by more than three times the noise of both runs."""
    assert after.is_worse_than(Ratio(1.0, 0.02)) is is_worse
    assert 3 * math.hypot(0.02, 0.02) == pytest.approx(0.085, abs=0.001)


def test_better_is_not_worse() -> None:
    """A ratio that fell is no regression."""
    assert not Ratio(0.5, 0.01).is_worse_than(Ratio(1.0, 0.01))
