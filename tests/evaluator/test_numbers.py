"""Numbers: exact in every kind, as their JSON text says them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemaval
from schemaval.dialects import by_name

D = Decimal


def valid(schema: Any, instance: Any) -> bool:
    """The verdict, on which `is_valid`, `violations` and `evaluate` agree."""
    validator = schemaval.compile(schema, backend="reference")
    verdict = validator.is_valid(instance)
    assert (not validator.violations(instance)) is verdict
    assert validator.evaluate(instance).valid is verdict
    return verdict


@pytest.mark.parametrize(
    ("divisor", "value", "expected"),
    [
        (0.1, 0.3, True),
        (0.1, 1.1, True),
        (0.1, 11.0, True),
        (0.1, 0.35, False),
        (0.01, 4.35, True),
        (0.01, 19.99, True),
        (0.01, 0.0075, False),
        (0.0001, 0.0075, True),
        (0.0001, 0.00751, False),
        (1.1, 11, True),
        (11.0, 22, True),
        (11.0, 23.0, False),
        (0.5, 1e308, True),
        (0.5, 1e-308, False),
        (0.123456789, 1e308, False),
        (1e-8, 12391239123, True),
        (1e308, 1e308, True),
        (5e-324, 1, True),
        (3e-324, 1e-323, True),
        (3, 10**400 * 3, True),
        (3, 10**400, False),
        (0.1, 10**400, True),
        (10**20, 10**4000, True),
        (7, 0, True),
        (7, -0.0, True),
        (7, -21, True),
        (0.1, -0.3, True),
        (D("0.1"), 0.3, True),
        (D("0.1"), D("0.30"), True),
        (0.1, D("0.31"), False),
        (D("1E+400"), 10**401, True),
        (D("1E+400"), 10**399, False),
        (D("1E+99999999"), 3, False),
        (D("1E+99999999"), D("2E+99999999"), True),
        (2.5, D("7.50"), True),
        (7, D("1E+999999999"), False),
        (5, D("1E+999999999"), True),
        (7, D("1E-999999999"), False),
        (0.01, D("1" * 5_000), True),
        (3, D("1" * 4_998), True),
        (2, True, True),
        (2, "3", True),
    ],
)
def test_multiple_of_is_decimal(divisor: Any, value: Any, expected: bool) -> None:
    """A number is a multiple by its decimal text, at any size and in bounded time; other values are not looked at."""
    assert valid({"multipleOf": divisor}, value) is expected


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"maximum": 2**53}, 2**53 + 1, False),
        ({"maximum": float(2**53)}, 2**53 + 1, False),
        ({"minimum": 2**53 + 1}, 2**53, False),
        ({"minimum": 2**53 + 1}, float(2**53), False),
        ({"exclusiveMaximum": 2**63}, 2**63 - 1, True),
        ({"exclusiveMaximum": 2**63}, float(2**63), False),
        ({"maximum": 2**63}, float(2**63), False),  # 9.223372036854776e18 is its text, which is above
        ({"maximum": 9.223372036854776e18}, 2**63, True),
        ({"maximum": 10**400}, 10**400 + 1, False),
        ({"maximum": 10**400}, 1e308, True),
        ({"minimum": 10**400}, D("1E+400"), True),
        ({"minimum": 10**400}, D("1E+999999999"), True),
        ({"maximum": 10**400}, D("1E+999999999"), False),
        ({"minimum": 0}, -0.0, True),
        ({"maximum": 0}, -0.0, True),
        ({"exclusiveMinimum": 0}, -0.0, False),
        ({"minimum": 0.1}, D("0.1"), True),
        ({"exclusiveMinimum": 0.1}, D("0.1"), False),
        ({"maximum": 0.1}, D("0.10000000000000000000000001"), False),
        ({"minimum": D("0.3")}, 0.3, True),
        ({"minimum": D("0.3")}, 0.1 + 0.2, True),
        ({"maximum": D("0.3")}, 0.1 + 0.2, False),
        ({"maximum": 5}, True, True),
        ({"maximum": -5}, True, True),
        ({"minimum": 5}, "1", True),
        ({"maximum": 1e308}, 10**4000, False),
        ({"minimum": -(10**400)}, -(10**400) - 1, False),
    ],
)
def test_bounds_are_exact(schema: Any, value: Any, expected: bool) -> None:
    """Bounds compare exactly across kinds; a float counts as its shortest text; booleans are no numbers."""
    assert valid(schema, value) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, True),
        (1.0, True),
        (-0.0, True),
        (1e300, True),
        (1.5, False),
        (D("1.0"), True),
        (D("1E+5"), True),
        (D("1.5"), False),
        (D("1E+999999999"), True),
        (D("1E-999999999"), False),
        (True, False),
        ("1", False),
        (10**4_000, True),
    ],
)
def test_integer(value: Any, expected: bool) -> None:
    """From draft-06 on a number without a fraction is an integer, however written; up to draft-04 a float is none."""
    for dialect in ("draft-06", "draft-07", "2019-09", "2020-12"):
        assert valid({"$schema": by_name(dialect).uri, "type": "integer"}, value) is expected
    for dialect in ("draft-03", "draft-04"):
        assert valid({"$schema": by_name(dialect).uri, "type": "integer"}, value) is (expected and type(value) is int)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (1, 1.0, True),
        (1, D("1.0"), True),
        (1, True, False),
        (0, False, False),
        (0, -0.0, True),
        (0, D("-0E+5"), True),
        (0.1, D("0.1"), True),
        (0.1, D("0.1000"), True),
        (0.1, D("0.1000000000000000055511151231257827"), False),
        (2**53, float(2**53), True),
        (2**53 + 1, float(2**53), False),
        (10**22, 1e22, True),
        (10**308, 1e308, True),
        (10**400, D("1E+400"), True),
        (D("1E+999999999"), D("10E+999999998"), True),
        (D("1E+999999999"), D("1E+999999998"), False),
        (1, "1", False),
        (None, False, False),
        ([1, {"a": 1.0}], (1.0, {"a": 1}), True),
        ([1], [True], False),
        ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}, True),
        ([], {}, False),
        ("", [], False),
    ],
)
def test_equality_is_json_s(left: Any, right: Any, same: bool) -> None:
    """`const`, `enum` and `uniqueItems` compare values as JSON does, whichever stands in the schema."""
    for this, other in ((left, right), (right, left)):
        assert valid({"const": this}, other) is same
        assert valid({"enum": ["x", this, []] if this != [] else [this]}, other) is (
            same or (other == [] and this != [])
        )
        assert valid({"uniqueItems": True}, [this, "z", other]) is not same


whole = st.integers(-(10**30), 10**30)
exact = st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12), max_value=10**12)
number = st.one_of(whole, st.floats(allow_nan=False, allow_infinity=False, width=64), exact)


def fraction(value: Any) -> Fraction:
    """A number as its text says it."""
    return Fraction(repr(value)) if type(value) is float else Fraction(value)


@given(number, number)
def test_bounds_are_those_of_fractions(limit: Any, value: Any) -> None:
    """Any two numbers compare as their texts do, by every keyword."""
    left, right = fraction(value), fraction(limit)
    validator = {name: schemaval.compile({name: limit}, backend="reference") for name in BOUNDS}
    for name, holds in BOUNDS.items():
        assert validator[name].is_valid(value) is holds(left, right)


BOUNDS = {
    "minimum": Fraction.__ge__,
    "maximum": Fraction.__le__,
    "exclusiveMinimum": Fraction.__gt__,
    "exclusiveMaximum": Fraction.__lt__,
}


@given(number.filter(lambda divisor: divisor > 0), number)
def test_multiples_are_those_of_fractions(divisor: Any, value: Any) -> None:
    """Whether any number is a multiple of another is what exact division of their texts says."""
    quotient = fraction(value) / fraction(divisor)
    validator = schemaval.compile({"multipleOf": divisor}, backend="reference")
    assert validator.is_valid(value) is (quotient.denominator == 1)
