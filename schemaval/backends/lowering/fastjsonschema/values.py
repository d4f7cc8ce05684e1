"""Values that the engine may be asked about: those on which it is exact, and those that it cannot drown in."""

from schemaval.jsonvalue import JSON

EXACT = 2**53  # up to here every integer is a float, and a float's shortest text is its value
TINY = 1e-200  # from here on no quotient by a divisor that is taken becomes 0
_SIMPLE = frozenset({str, bool, type(None)})


def is_plain(value: JSON, levels: int) -> bool:
    """Whether the engine is exact on `value`: its numbers are neither large nor tiny, its types are the exact ones.

    Tuples and Decimals are none, nor is what is nested in more than so many levels.
    """
    kind = type(value)
    if kind in _SIMPLE:
        return True
    if kind is int:
        return -EXACT <= value <= EXACT  # type: ignore[no-any-return]  # of integers
    if kind is float:
        return value == 0.0 or TINY <= abs(value) <= EXACT  # type: ignore[no-any-return]  # of floats
    if not levels or (kind is not dict and kind is not list):
        return False
    for member in value.values() if kind is dict else value:  # noqa: SIM110 - all() would recurse on the C stack
        if not is_plain(member, levels - 1):
            return False
    return True


def is_shallow(value: JSON, levels: int) -> bool:
    """Whether at most so many containers of `value` are nested in one another."""
    if not isinstance(value, (dict, list, tuple)):
        return True
    if not levels:
        return False
    for member in value.values() if isinstance(value, dict) else value:  # noqa: SIM110 - all() would recurse on the C stack
        if not is_shallow(member, levels - 1):
            return False
    return True
