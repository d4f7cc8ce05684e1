"""The short way of arguments that come as JSON text: an object, read in one step."""

import re
from typing import Any

import orjson

_FEW = 50  # brackets, which cannot be nested too deep for any stack
_LONG = 2.0**63  # beyond, a float may be what became of an integer of more than 64 bits
_RUN, _BYTES_RUN = re.compile(r"[0-9]{19}").search, re.compile(rb"[0-9]{19}").search
_EXACT = frozenset({str, int, bool, type(None)})


def read_object(text: object) -> dict[str, Any] | None:
    """The object that JSON text (str or bytes) writes, as `read_arguments` gives it; None where that has to look."""
    if type(text) is str:
        count = text.count("{") + text.count("[")
    elif type(text) is bytes:
        count = text.count(b"{") + text.count(b"[")
    else:
        return None
    if count > _FEW:
        return None
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None  # the long way says what is wrong, and reads what is blank
    return value if type(value) is dict and (_is_flat(value) or not _has_long_number(text)) else None


def _is_flat(value: dict[str, Any]) -> bool:
    """Whether there are scalars only, and no number among them can have lost digits."""
    for member in value.values():
        if type(member) not in _EXACT and not (type(member) is float and -_LONG < member < _LONG):
            return False
    return True


def _has_long_number(text: str | bytes) -> bool:
    return (_RUN(text) if isinstance(text, str) else _BYTES_RUN(text)) is not None
