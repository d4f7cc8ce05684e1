"""The short way of arguments that come as JSON text: an object, read in one step."""

from typing import Any

import orjson

from schemaval.reading import has_long_number, may_be_deep

_SHORT = 100  # characters, in which nothing is nested too deep for any stack
_LONG = 2.0**63  # beyond, a float may be what became of an integer of more than 64 bits
_EXACT = frozenset({str, int, bool, type(None)})


def read_object(text: object) -> dict[str, Any] | None:
    """The object that JSON text (str or bytes) writes, as `read_arguments` gives it; None where that has to look."""
    if type(text) is not str and type(text) is not bytes:
        return None
    if len(text) > _SHORT and may_be_deep(text):
        return None
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None  # the long way says what is wrong, and reads what is blank
    if type(value) is not dict:
        return None
    for member in value.values():
        kind = type(member)
        if kind not in _EXACT and not (kind is float and -_LONG < member < _LONG):
            return None if has_long_number(text) else value
    return value
