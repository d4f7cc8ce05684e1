"""Values that the engine may be asked about: those on which it is exact, and those that it cannot drown in."""

from schemaval.jsonvalue import JSON
from schemaval.levels import levels

EXACT = 2**53  # up to here every integer is a float, and a float's shortest text is its value
TINY = 1e-200  # from here on no quotient by a divisor that is taken becomes 0
_CONTAINERS = frozenset({dict, list})
_SIMPLE = frozenset({str, bool, type(None)})


def is_plain(value: JSON, most: int) -> bool:
    """Whether the engine is exact on `value`: its numbers are neither large nor tiny, its types are the exact ones.

    Tuples and Decimals are none, nor is what is nested in more than `most` levels, or holds too much.
    """
    for depth, level in enumerate(levels(value)):
        if not level:
            return True
        for node in level:
            kind = type(node)
            if kind in _CONTAINERS:
                if depth == most:
                    return False
            elif kind not in _SIMPLE and not _is_exact(node):
                return False
    return False


def _is_exact(number: JSON) -> bool:
    if type(number) is int:
        return -EXACT <= number <= EXACT
    return type(number) is float and (number == 0.0 or TINY <= abs(number) <= EXACT)
