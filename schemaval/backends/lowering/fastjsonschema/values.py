"""Values that the engine may be asked about: those on which it is exact, and those that it cannot drown in."""

from schemaval.backends.lowering.shallow import is_made_of
from schemaval.jsonvalue import JSON

EXACT = 2**53  # up to here every integer is a float, and a float's shortest text is its value
TINY = 1e-200  # from here on no quotient by a divisor that is taken becomes 0
_CONTAINERS = frozenset({dict, list})
_SIMPLE: frozenset[type] = frozenset({str, bool, type(None)})


def is_plain(value: JSON, most: int) -> bool:
    """Whether the engine is exact on `value`: its numbers are neither large nor tiny, its types are the exact ones.

    Tuples and Decimals are none, nor is what is nested in more than `most` levels, or holds too much.
    """
    return is_made_of(value, most, _CONTAINERS, _SIMPLE, _is_exact)


def _is_exact(number: JSON) -> bool:
    if type(number) is int:
        return -EXACT <= number <= EXACT
    return type(number) is float and (number == 0.0 or TINY <= abs(number) <= EXACT)
