"""Numbers of a schema as the engine may write them into its code, and whether it compares with them exactly."""

import math
import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

MAX_PLACES = 11  # with values up to 2**53, quotients by so many decimal places stay within 28 digits
MAX_DIVISOR = 2**53

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "minimum": operator.ge,
    "maximum": operator.le,
    "exclusiveMinimum": operator.gt,
    "exclusiveMaximum": operator.lt,
}


def literal(number: float | Decimal) -> int | float | None:
    """The int or float that is exactly the number as its JSON text says it; None where neither is."""
    exact = as_decimal(number)
    if type(number) is int:
        return number
    if exact == exact.to_integral_value() and exact.adjusted() < 400:
        return int(exact)
    near = float(exact)
    return near if math.isfinite(near) and Decimal(repr(near)) == exact else None


def as_decimal(number: float | Decimal) -> Decimal:
    """The number as its JSON text says it."""
    return Decimal(repr(number)) if type(number) is float else Decimal(number)


def is_dyadic(number: float) -> bool:
    """Whether a float's binary value is the number that its shortest text says."""
    return Decimal(number) == as_decimal(number)


def compares_exactly(keyword: str, limit: float) -> bool:
    """Whether floats compare with the limit as their texts do; only those next to it can fail to."""
    compare = COMPARISONS[keyword]
    try:
        near = float(limit)
    except OverflowError:
        return True  # beyond every float
    around = (near, math.nextafter(near, math.inf), math.nextafter(near, -math.inf))
    exact = as_decimal(limit)
    return all(compare(as_decimal(value), exact) is compare(value, limit) for value in around if math.isfinite(value))


def divides_exactly(divisor: float) -> bool:
    """Whether the engine tells multiples of the divisor exactly among numbers up to 2**53 that are not tiny."""
    if type(divisor) is int:
        return divisor <= MAX_DIVISOR
    exponent = as_decimal(divisor).as_tuple().exponent
    return isinstance(exponent, int) and -exponent <= MAX_PLACES
