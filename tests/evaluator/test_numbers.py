"""Numbers are exact whatever their size and kind."""

from decimal import Decimal

import pytest

import schemaval


@pytest.mark.parametrize(
    ("divisor", "number", "valid"),
    [
        (0.5, 10**400, True),
        (0.5, 1e308, True),
        (0.01, 10001.12, True),
        (11.0, 9007199254740995, True),
        (3, Decimal(10) ** 30, False),
        (2.5, Decimal("10.0"), True),
        (0.1, Decimal("1E+999999999"), True),
        (1e-8, 12391239123, True),
        (0.0001, 0.00751, False),
        (7, -0.0, True),
    ],
)
@pytest.mark.parametrize("backend", ["reference", "jsonschema"])
def test_multiple_of_is_decimal(divisor: float, number: object, valid: bool, backend: str) -> None:
    """`multipleOf` means what the numbers' shortest decimal texts say, without overflow or loss."""
    validator = schemaval.compile({"multipleOf": divisor}, backend=backend)
    assert validator.is_valid(number) is valid
    assert (validator.violations(number) == []) is valid
