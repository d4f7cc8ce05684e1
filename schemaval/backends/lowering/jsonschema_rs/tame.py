"""The values of which the engine may be asked."""

from schemaval.jsonvalue import JSON, MAX_BITS
from schemaval.levels import levels

MAX_DEPTH = 200  # levels that fit even a small thread's stack, which the engine does not watch


def is_tame(value: JSON, most: int) -> bool:
    """Whether the engine reads `value` rightly, whatever is asked of it.

    It is nested at most `most` deep, does not contain itself, and holds no NaN, no infinity, no Decimal, no integer
    of more than 4,300 digits, and nothing that is no JSON at all.
    """
    for depth, level in enumerate(levels(value)):
        if not level:
            return True
        for node in level:
            kind = type(node)
            if kind in _CONTAINERS:
                if depth == most:
                    return False
            elif kind not in _SOUND and not _is_sound(node):
                return False
    return False


_CONTAINERS = frozenset({dict, list, tuple})
_SOUND = frozenset({str, bool, type(None)})


def _is_sound(number: JSON) -> bool:
    if type(number) is int:
        return number.bit_length() <= MAX_BITS
    return type(number) is float and number - number == 0.0
