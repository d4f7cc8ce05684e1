"""What a message may quote: property names, and constants of the schema, short and on one line."""

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON, plain

_LISTED_CHARS = 120  # a list in a message leaves room for what stands around it
_WIDEST_INTEGER = 200  # bits; beyond, its digits tell nobody anything


def cut(text: str, limit: int | None) -> str:
    """`text`, cut with an ellipsis where it is longer than `limit` characters; None sets no limit."""
    if limit is None or len(text) <= limit:
        return text
    return (text[: max(limit - 1, 0)] + "…")[: max(limit, 0)]


def name(text: str) -> str:
    """A name in single quotes, at most 64 characters of it, control characters escaped."""
    return f"'{shorten(text[:65])}'"


def names(texts: Iterable[str]) -> str:
    """Names in quotes, as many as a message has room for, and how many more there are."""
    return listing([name(text) for text in texts])


def listing(texts: list[str], more: int = 0) -> str:
    """`texts` joined by commas, as many as a message has room for; `more` counts what the caller left out."""
    room = _LISTED_CHARS
    shown: list[str] = []
    for text in texts:
        room -= len(text) + 2
        if shown and room < 0:
            break
        shown.append(text)
    more += len(texts) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else ", ".join(shown)


def figure(number: JSON) -> str:
    """A number of the schema as it is written in JSON; a very wide integer is told by its size."""
    if type(number) is int and number.bit_length() > _WIDEST_INTEGER:
        return f"{'-' if number < 0 else ''}10^{int(number.bit_length() * 0.30103)} or so"
    if type(number) is float and number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return shorten(str(number))


def constant(value: JSON) -> str:
    """A constant of the schema as JSON text, at most 64 characters of it, in time that does not grow with its size."""
    if type(value) is str:
        return _text(value)
    room = 64
    pieces = []
    for piece in _pieces(value):
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            break
    return shorten("".join(pieces))


def _text(value: str) -> str:
    """A string in double quotes, with JSON's own escapes inside them."""
    text = value[:65]
    if '"' in text or "\\" in text:
        text = json.dumps(text, ensure_ascii=False)[1:-1]
    return f'"{shorten(text)}"'


def _pieces(value: JSON) -> Iterator[str]:
    """The JSON text of `value` piece by piece, so that the reader may stop; a level yields before it goes deeper."""
    kind = type(value)
    if kind is str:
        yield _text(value)
    elif value is None or kind is bool:
        yield {True: "true", False: "false", None: "null"}[value]
    elif kind in (int, float, Decimal):
        yield figure(value)
    else:
        yield from _members(plain(value))


def _members(value: JSON) -> Iterator[str]:
    """The pieces of a container."""
    is_object = type(value) is dict
    yield "{" if is_object else "["
    separator = ""
    for member in value:
        yield f"{separator}{_text(member)}: " if is_object else separator
        yield from _pieces(value[member] if is_object else member)
        separator = ", "
    yield "}" if is_object else "]"
