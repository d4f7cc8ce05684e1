"""The values of which the engine may be asked."""

from schemaval.backends.lowering.shallow import is_made_of
from schemaval.jsonvalue import JSON, MAX_BITS

MAX_DEPTH = 200  # levels that fit even a small thread's stack, which the engine does not watch


def is_tame(value: JSON, most: int) -> bool:
    """Whether the engine reads `value` rightly, whatever is asked of it.

    It is nested at most `most` deep, does not contain itself, and holds no NaN, no infinity, no Decimal, no integer
    of more than 4,300 digits, and nothing that is no JSON at all.
    """
    return is_made_of(value, most, _CONTAINERS, _SOUND, _is_sound)


_CONTAINERS = frozenset({dict, list, tuple})
_SOUND: frozenset[type] = frozenset({str, bool, type(None)})


def _is_sound(number: JSON) -> bool:
    if type(number) is int:
        return number.bit_length() <= MAX_BITS
    return type(number) is float and number - number == 0.0
