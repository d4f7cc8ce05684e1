"""Values on which the engine's arithmetic and comparisons are exact."""

from schemaval.jsonvalue import JSON

EXACT = 2**53  # up to here every integer is a float, and a float's shortest text is its value
_SIMPLE = frozenset({str, bool, type(None)})


def is_plain(value: JSON) -> bool:
    """Whether all in `value` is of an exact JSON type, no tuple, no Decimal, and no number is beyond 2**53."""
    kind = type(value)
    if kind in _SIMPLE:
        return True
    if kind is int or kind is float:
        return -EXACT <= value <= EXACT  # type: ignore[no-any-return]  # of numbers
    if kind is not dict and kind is not list:
        return False
    for member in value.values() if kind is dict else value:  # noqa: SIM110 - all() would recurse on the C stack
        if not is_plain(member):
            return False
    return True
