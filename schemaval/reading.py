"""The one reader of JSON text."""

import json
from decimal import Decimal
from typing import Any, NoReturn

import orjson

from schemaval.errors import LimitExceeded, NotJSON
from schemaval.jsonvalue import JSON, MAX_DIGITS

_LONG_NUMBER = 19  # digits from which an integer may not fit 64 bits


def parse(data: bytes | bytearray | memoryview | str) -> JSON:
    """The JSON value that `data` writes: UTF-8 bytes or text (RFC 8259).

    Integers of any size are exact, up to 4,300 digits. NaN, infinity and numbers too large for a float raise NotJSON;
    so does text that is not JSON, with line and column. Nesting beyond the interpreter's stack is LimitExceeded.
    """
    if not isinstance(data, (bytes, bytearray, memoryview, str)):
        message = f"JSON text is bytes or str, not {type(data).__name__}"
        raise TypeError(message)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return _parse_slowly(data)
    return _parse_slowly(data) if _has_long_number(data) else value


def _has_long_number(data: bytes | bytearray | memoryview | str) -> bool:
    """Whether a run of 19 or more digits stands somewhere: orjson turns such integers into floats."""
    return False if len(data) < _LONG_NUMBER else _RUN(data if isinstance(data, str) else bytes(data)) is not None


def _parse_slowly(data: bytes | bytearray | memoryview | str) -> JSON:
    text = data if isinstance(data, str) else _decode(bytes(data))
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_float, parse_int=_int)
    except json.JSONDecodeError as error:
        raise NotJSON(_lower(error.msg), line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise LimitExceeded("max_instance_depth", "nested deeper than the interpreter's stack") from None


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        raise NotJSON("not UTF-8", line=before.count(b"\n") + 1, column=error.start - before.rfind(b"\n")) from None


def _no_constant(name: str) -> NoReturn:
    raise NotJSON(f"{name} is not a JSON number")


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:
        raise NotJSON(f"an integer of more than {MAX_DIGITS:,} digits")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise NotJSON("a number too large for a float")
    return number


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _run_of_digits() -> Any:
    import re

    as_text, as_bytes = re.compile(r"\d{19}", re.ASCII).search, re.compile(rb"\d{19}").search
    return lambda data: as_text(data) if isinstance(data, str) else as_bytes(data)


_RUN = _run_of_digits()


def copied(value: JSON) -> JSON:
    """A private deep copy of a checked JSON value, in plain dicts and lists; tuples become lists."""
    if isinstance(value, dict):
        return {name: copied(member) for name, member in dict.items(value)}
    if isinstance(value, (list, tuple)):
        return [copied(item) for item in value]
    return value if type(value) is not Decimal else Decimal(value)
