"""The short way of arguments that come as JSON text: an object, read in one step."""

import re
from typing import Any

import orjson

_SHORT = 100  # characters, and
_FEW = 50  # brackets, which cannot be nested too deep for any stack
_LONG = 2.0**63  # beyond, a float may be what became of an integer of more than 64 bits
_RUN, _BYTES_RUN = re.compile(r"[0-9]{19}").search, re.compile(rb"[0-9]{19}").search
_EXACT = frozenset({str, int, bool, type(None)})


def read_object(text: object) -> dict[str, Any] | None:
    """The object that JSON text (str or bytes) writes, as `read_arguments` gives it; None where that has to look."""
    if type(text) is not str and type(text) is not bytes:
        return None
    if len(text) > _SHORT and _brackets(text) > _FEW:
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
            return None if _has_long_number(text) else value
    return value


def _brackets(text: str | bytes) -> int:
    return text.count("{") + text.count("[") if isinstance(text, str) else text.count(b"{") + text.count(b"[")


def _has_long_number(text: str | bytes) -> bool:
    return (_RUN(text) if isinstance(text, str) else _BYTES_RUN(text)) is not None
