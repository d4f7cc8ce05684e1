"""Values that the engine may be asked about: those on which it is exact, and those that it cannot drown in."""

from schemaval.jsonvalue import JSON
from schemaval.levels import MAX_VALUES

EXACT = 2**53  # up to here every integer is a float, and a float's shortest text is its value
TINY = 1e-200  # from here on no quotient by a divisor that is taken becomes 0
_SIMPLE = frozenset({str, bool, type(None)})


def is_plain(value: JSON, levels: int) -> bool:
    """Whether the engine is exact on `value`: its numbers are neither large nor tiny, its types are the exact ones.

    Tuples and Decimals are none, nor is what is nested in more than so many levels, or holds too much.
    """
    level = [value]
    left = MAX_VALUES
    for _ in range(levels + 1):
        below: list[JSON] = []
        for node in level:
            kind = type(node)
            if kind is dict:
                below += node.values()
            elif kind is list:
                below += node
            elif kind not in _SIMPLE and not _is_exact(node):
                return False
        left -= len(below)
        if not below or left < 0:
            return not below
        level = below
    return False


def _is_exact(number: JSON) -> bool:
    if type(number) is int:
        return -EXACT <= number <= EXACT
    return type(number) is float and (number == 0.0 or TINY <= abs(number) <= EXACT)
