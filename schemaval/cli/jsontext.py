"""JSON text with its positions: tokens, lines and columns, and where the empty containers stand (RFC 8259)."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from schemaval import pointer

_TOKEN = re.compile(r'[ \t\n\r]*("[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+|.)', re.DOTALL)
_OPENING = ("{", "[")
_CLOSING = ("}", "]")


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its text, and the offset where it starts."""

    text: str
    start: int


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of `text` from `start` to `end` (offsets); what is no token at all comes as a single character."""
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        yield Token(match[1], match.start(1))


def position(text: str, offset: int) -> tuple[int, int]:
    """The line and the column of `offset`, both counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def find_literal(text: str, start: int, words: frozenset[str]) -> int | None:
    """The offset of the first token from `start` on that is one of `words`, None where there is none."""
    return next((token.start for token in tokens(text, start) if token.text in words), None)


def empties(text: str, start: int, end: int) -> dict[str, tuple[int, int]]:
    """Where the empty containers of one valid document stand: pointer into the document -> (start, end) offsets.

    Of a property that occurs twice the last occurrence counts, as in the decoded value.
    """
    found: dict[str, tuple[int, int]] = {}
    way: list[str | int] = []
    last = Token("", start)
    for token in tokens(text, start, end):
        mark = token.text
        if mark in _OPENING:
            way.append(0 if mark == "[" else "")
        elif mark in _CLOSING:
            way.pop()
            if last.text in _OPENING:
                found[pointer.join(way)] = (last.start, token.start + 1)
        elif mark == ",":
            if isinstance(way[-1], int):
                way[-1] += 1
        elif mark == ":":
            way[-1] = unquote(last.text)
        last = token
    return found


def unquote(literal: str) -> str:
    """The text that a JSON string literal means; JSONDecodeError where it is none."""
    return str(json.loads(literal))
