"""Numbers between bounds, on a grid where one is asked for, exact in fractions."""

import math
from fractions import Fraction
from random import Random
from typing import Any

from schemaval.generating.gathering import Gathered, Part
from schemaval.keywords import Draft

_FAR = 1_000
_EXACT = 2**53  # up to here every integer is a float


def number(asked: Gathered, random: Random, *, whole: bool) -> int | float:
    """A number that the bounds and steps of `asked` allow, where one is found; `whole` asks for an integer."""
    least, most = bounds(asked)
    step = _step(asked, whole=whole)
    low = least if least is not None else (most - 3 * step if most is not None else Fraction(random.randint(-2, 3)))
    first = math.ceil(low / step)
    last = first + 6 if most is None else math.floor(most / step)
    pick = random.choice([first, first, last, random.randint(first, max(first, min(last, first + _FAR)))])
    return _written(pick * step, random, whole=whole, asked=asked)


def bounds(asked: Gathered) -> tuple[Fraction | None, Fraction | None]:
    """The least and the greatest number allowed; exclusive bounds are moved inwards by a little."""
    lows = [bound for part in asked.parts for bound in _bound(part, "minimum", "exclusiveMinimum", 1)]
    highs = [bound for part in asked.parts for bound in _bound(part, "maximum", "exclusiveMaximum", -1)]
    return max(lows, default=None), min(highs, default=None)


def _bound(part: Part, inclusive: str, exclusive: str, inwards: int) -> list[Fraction]:
    keywords = part.keywords
    little = Fraction(inwards, 4)
    found = []
    if inclusive in keywords:
        moved = keywords.get(exclusive) is True and part.draft <= Draft.D4
        found.append(Fraction(keywords[inclusive]) + (little if moved else 0))
    if exclusive in keywords and part.draft > Draft.D4:
        found.append(Fraction(keywords[exclusive]) + little)
    return found


def _step(asked: Gathered, *, whole: bool) -> Fraction:
    """What the number is a multiple of: the least common multiple of all steps."""
    steps = [_exact(step) for step in asked.of("multipleOf") + asked.of("divisibleBy")]
    steps += [Fraction(1)] if whole else []
    step = Fraction(1, 4) if not steps else steps[0]
    for other in steps[1:]:
        step = Fraction(math.lcm(step.numerator, other.numerator), math.gcd(step.denominator, other.denominator))
    return step


def _exact(step: Any) -> Fraction:
    """The number that is written, not the binary one next to it."""
    return Fraction(repr(step)) if type(step) is float else Fraction(step)


def _written(value: Fraction, random: Random, *, whole: bool, asked: Gathered) -> int | float:
    if value.denominator != 1 and abs(value) < _EXACT:
        return float(value)
    plain = whole and any(part.draft <= Draft.D4 for part in asked.parts)
    is_float = not plain and random.random() < 0.1 and abs(value) < _EXACT
    return float(value) if is_float else int(value)
