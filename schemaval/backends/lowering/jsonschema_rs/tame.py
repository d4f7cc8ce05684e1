"""The values of which the engine may be asked."""

from schemaval.jsonvalue import JSON, MAX_BITS
from schemaval.levels import MAX_VALUES

MAX_DEPTH = 200  # levels that fit even a small thread's stack, which the engine does not watch


def is_tame(value: JSON, depth: int) -> bool:
    """Whether the engine reads `value` rightly, whatever is asked of it.

    It is nested at most `depth` deep, does not contain itself, and holds no NaN, no infinity, no Decimal, no integer
    of more than 4,300 digits, and nothing that is no JSON at all.
    """
    level = [value]
    left = MAX_VALUES
    for _ in range(depth + 1):
        below: list[JSON] = []
        for node in level:
            kind = type(node)
            if kind is dict:
                below += node.values()
            elif kind is list or kind is tuple:
                below += node
            elif kind not in _SOUND and not _is_sound(node):
                return False
        left -= len(below)
        if not below or left < 0:
            return not below
        level = below
    return False


_SOUND = frozenset({str, bool, type(None)})


def _is_sound(number: JSON) -> bool:
    if type(number) is int:
        return number.bit_length() <= MAX_BITS
    return type(number) is float and number - number == 0.0
