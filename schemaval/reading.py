"""The one reader of JSON text."""

import json
import re
from decimal import Decimal
from typing import NoReturn

import orjson

from schemaval.errors import STACK, LimitExceeded, NotJSON
from schemaval.jsonvalue import JSON, MAX_DIGITS, is_text
from schemaval.stacks import is_small, on_own_stack

_LONG_NUMBER = 19  # digits from which an integer may not fit 64 bits
_ZEROS = b"0" * _LONG_NUMBER
_DIGITS = bytes(ord("0" if byte in b"0123456789" else " ") for byte in range(256))


def parse(data: bytes | bytearray | memoryview | str) -> JSON:
    """The JSON value that `data` writes: UTF-8 bytes or text (RFC 8259).

    Integers of any size are exact, up to 4,300 digits; of equal names the last one counts. NaN, infinity, numbers too
    large for a float, lone surrogates and text that is not JSON raise NotJSON, with line and column in characters.
    Nesting beyond the interpreter's stack is LimitExceeded.
    """
    if not isinstance(data, (bytes, bytearray, memoryview, str)):
        message = f"JSON text is bytes or str, not {type(data).__name__}"
        raise TypeError(message)
    if may_be_deep(data) and is_small():
        return on_own_stack(lambda: _parse(data))
    return _parse(data)


def is_json_text(data: bytes | str) -> bool:
    """Whether `data` writes a value by the grammar of RFC 8259, numbers of any length and lone surrogates included.

    Nesting beyond the interpreter's stack is LimitExceeded.
    """
    if may_be_deep(data) and is_small():
        return on_own_stack(lambda: _is_json_text(data))
    return _is_json_text(data)


def _is_json_text(data: bytes | str) -> bool:
    try:
        text = data if isinstance(data, str) else data.decode()
        json.loads(text, parse_constant=_no_constant, parse_int=len, parse_float=len)
    except (ValueError, _BadLiteralError):
        return False
    except RecursionError:
        pass
    else:
        return True
    raise LimitExceeded("max_instance_depth", STACK)


_SHALLOW = 50  # brackets, which cannot be nested too deep for any stack


def may_be_deep(data: bytes | bytearray | memoryview | str) -> bool:
    """Whether so many brackets stand in the text that parsers, which recurse in C, need a larger stack."""
    if len(data) <= _SHALLOW:
        return False
    if isinstance(data, str):
        return data.count("[") + data.count("{") > _SHALLOW
    text = bytes(data)
    return text.count(b"[") + text.count(b"{") > _SHALLOW


def _parse(data: bytes | bytearray | memoryview | str) -> JSON:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:  # the standard library says better why, outside of this handler
        is_exact = False
    else:
        is_exact = not has_long_number(data)
    return value if is_exact else _parse_slowly(data)


def has_long_number(data: bytes | bytearray | memoryview | str) -> bool:
    """Whether a run of 19 or more digits stands somewhere: orjson turns such integers into floats."""
    if len(data) < _LONG_NUMBER:
        return False
    text = data.encode(errors="surrogatepass") if isinstance(data, str) else bytes(data)
    return _ZEROS in text.translate(_DIGITS)  # which takes a tenth of the time of a regular expression


def _parse_slowly(data: bytes | bytearray | memoryview | str) -> JSON:
    text = data if isinstance(data, str) else _decode(bytes(data))
    value, fault = _loaded(text)
    if fault is not None:
        raise fault  # outside of any handler: the decoder's own error holds the whole text
    _refuse_surrogates(text)
    return value


def _loaded(text: str) -> tuple[JSON, NotJSON | LimitExceeded | None]:
    """What the text writes, or what is wrong with it."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_float, parse_int=_int), None
    except json.JSONDecodeError as error:
        why = "a byte order mark stands before it" if text.startswith("\ufeff") else _lower(error.msg)
        return None, NotJSON(why, line=error.lineno, column=error.colno)
    except _BadLiteralError as bad:
        start = next(token.start() for token in _TOKENS(text) if token[0] == bad.literal)
        return None, _placed(bad.why, text, start)
    except RecursionError:
        return None, LimitExceeded("max_instance_depth", STACK)


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
    raise _placed("not UTF-8", before, len(before))  # outside of the handler: the decoder's error holds the data


class _BadLiteralError(Exception):
    """A number's text that JSON, or a float, has no place for."""

    def __init__(self, why: str, literal: str) -> None:
        super().__init__(why, literal)
        self.why = why
        self.literal = literal


_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s\[\]{}:,"]+').finditer
_HALF = re.compile(r"\\u[dD][89a-fA-F]").search


def _refuse_surrogates(text: str) -> None:
    """Raise NotJSON at the first string of a JSON text that holds half a surrogate pair, escaped or as it is."""
    if text.isascii() and _HALF(text) is None:
        return
    for token in _TOKENS(text):
        if token[0][0] == '"' and not is_text(json.loads(token[0])):
            raise _placed("a string with a lone surrogate", text, token.start())


def _placed(why: str, text: str, offset: int) -> NotJSON:
    """The error at a character of the text."""
    return NotJSON(why, line=text.count("\n", 0, offset) + 1, column=offset - text.rfind("\n", 0, offset))


def _no_constant(name: str) -> NoReturn:
    raise _BadLiteralError(f"{name} is not a JSON number", name)


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _BadLiteralError(f"an integer of more than {MAX_DIGITS:,} digits", digits)
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _BadLiteralError("a number too large for a float", digits)
    return number


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def copied(value: JSON) -> JSON:
    """A private deep copy of a checked JSON value, in plain dicts and lists; tuples become lists."""
    if isinstance(value, dict):
        return {name: copied(member) for name, member in dict.items(value)}
    if isinstance(value, (list, tuple)):
        return [copied(item) for item in (list.__iter__(value) if isinstance(value, list) else value)]
    return value if type(value) is not Decimal else Decimal(value)
