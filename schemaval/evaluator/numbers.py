"""Tests on numbers, exact in every kind: integers of any size, floats by their shortest text, decimals."""

import math
import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from schemaval.evaluator.closures import Valid
from schemaval.evaluator.spending import State
from schemaval.jsonvalue import JSON, MAX_DIGITS, check

_EXACT = 2**53

Compare = Callable[[Any, Any], bool]


def finite(value: float | Decimal) -> bool:
    """True for a finite number; NaN and infinity raise NotJSON."""
    if type(value) is not int and not math.isfinite(value):
        check(value)
    return True


def exact(number: float | Decimal) -> int | Decimal:
    """The number as its JSON text says it: a float by its shortest text."""
    if type(number) is float:
        return int(number) if number.is_integer() and abs(number) <= _EXACT else Decimal(repr(number))
    return number  # type: ignore[return-value]  # an int or a Decimal


def bound(compare: Compare, limit: float | Decimal) -> Mapping[type, Valid]:
    """The tests that a number compares with `limit` as `compare` says, by kind of number."""
    precise = exact(limit)

    def whole(value: JSON, _state: State = None) -> bool:
        return compare(value, precise)

    def real(value: JSON, _state: State = None) -> bool:
        if value - value != 0.0:  # NaN and infinity
            check(value)
        return compare(value, limit)

    def careful(value: JSON, _state: State = None) -> bool:
        finite(value)
        return compare(exact(value), precise)

    simple = type(precise) is int and abs(precise) <= _EXACT
    return {int: whole, float: real if simple else careful, Decimal: careful}


def multiple(divisor: float | Decimal) -> Mapping[type, Valid]:
    """The tests that a number is a multiple of `divisor`, in decimal arithmetic, by kind of number."""
    factor, exponent = _parts(Decimal(repr(divisor)) if type(divisor) is float else divisor)

    def careful(value: JSON, _state: State = None) -> bool:
        finite(value)
        digits, power = _parts(Decimal(repr(value)) if type(value) is float else value)
        if digits == 0:
            return True
        if power < exponent:
            return False
        return digits % factor * pow(10, power - exponent, factor) % factor == 0

    if not 0 <= exponent <= MAX_DIGITS:
        return {int: careful, float: careful, Decimal: careful}
    divisor_as_int = factor * 10**exponent

    def whole(value: JSON, _state: State = None) -> bool:
        return value % divisor_as_int == 0  # type: ignore[no-any-return]  # an int

    return {int: whole, float: careful, Decimal: careful}


def _parts(number: float | Decimal) -> tuple[int, int]:
    """A number as digits times a power of ten, the digits without trailing zeros and without a sign."""
    if isinstance(number, int):
        digits, exponent = abs(number), 0
        if digits.bit_length() < 64:
            while digits and digits % 10 == 0:
                digits //= 10
                exponent += 1
            return digits, exponent
        number = Decimal(number)
    _sign, figures, power = Decimal(number).as_tuple()
    text = "".join(map(str, figures))
    trimmed = text.rstrip("0")
    digits = int(trimmed or "0") if len(trimmed) <= MAX_DIGITS else int(Decimal(trimmed))
    return digits, int(power) + len(text) - len(trimmed)


COMPARISONS: Mapping[str, tuple[Compare, Compare]] = {
    "minimum": (operator.ge, operator.gt),
    "maximum": (operator.le, operator.lt),
}
