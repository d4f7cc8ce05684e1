"""Files as JSON documents: what is read, decoded and positioned, and one clear line where that fails."""

import gzip
import io
import json
import math
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from json import JSONDecodeError
from pathlib import Path
from typing import IO, Any

from schemaval import pointer
from schemaval.cli import deeptext, jsontext
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON, MAX_DIGITS

MAX_BYTES = 1 << 30  # a file, or what a .gz holds, beyond 1 GiB is a mistake or an attack
_GZIP = b"\x1f\x8b"
_SPACE = " \t\n\r"
_Way = tuple[Any, str | int] | None  # the way back to the root: (the way to the parent, the token)


class Unreadable(Exception):  # noqa: N818 - named for what is wrong, as the library's own errors are
    """An input cannot be read: `name` is the file, `why` the reason in words, `line` and `column` count from 1."""

    def __init__(self, name: str, why: str, line: int | None = None, column: int | None = None) -> None:
        """`line` and `column` stand where the text itself is at fault."""
        self.name = name
        self.why = why
        self.line = line
        self.column = column
        super().__init__(name, why, line, column)

    def __str__(self) -> str:
        where = "".join(f":{number}" for number in (self.line, self.column) if number is not None)
        return f"{shorten(self.name, 256)}{where}: {self.why}"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A property that occurs more than once in one object; the last occurrence counts."""

    pointer: str
    name: str


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON value of a file: `line` where the file holds several, `span` its offsets in the file's text."""

    file: str
    line: int | None
    value: JSON = field(repr=False)
    span: tuple[int, int]
    duplicates: tuple[Duplicate, ...] = ()

    def at(self, where: str = "") -> str:
        """The place of a pointer into this document, for people: `tools.json#/tools/0` or `calls.jsonl:3#/result`."""
        line = f":{self.line}" if self.line is not None else ""
        return f"{shorten(self.file, 256)}{line}" + (f"#{shorten(where, 256)}" if where else "")


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read: its name as given, its text, its JSON documents (at least one)."""

    file: str
    text: str = field(repr=False)
    documents: tuple[Document, ...]


def read(name: str) -> Source:
    """The documents of the file `name` (`-` is stdin): JSON, JSON Lines or either in gzip; Unreadable says why not."""
    text = _decode(name, _unzip(name, _bytes(name)))
    documents = tuple(_Reader(name, text).documents())
    if not documents:
        raise Unreadable(name, "is empty; a JSON value is expected")
    if len(documents) == 1:
        only = documents[0]
        documents = (Document(name, None, only.value, only.span, only.duplicates),)
    return Source(name, text, documents)


def read_one(name: str) -> Document:
    """The one document of the file `name`; Unreadable where it holds several."""
    documents = read(name).documents
    if len(documents) > 1:
        raise Unreadable(name, "more than one JSON value; one is expected", documents[1].line, 1)
    return documents[0]


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            if sys.stdin is None:
                raise Unreadable(name, "standard input is closed")
            return _bounded(name, sys.stdin.buffer)
        with Path(name).open("rb") as stream:
            return _bounded(name, stream)
    except IsADirectoryError:
        raise Unreadable(name, "is a directory; name the files in it") from None
    except FileNotFoundError:
        raise Unreadable(name, "no such file") from None
    except (OSError, ValueError) as error:
        raise Unreadable(name, words_of(error)) from None


def words_of(error: Exception) -> str:
    """What the system says of a file, without the file's name."""
    return str(getattr(error, "strerror", None) or error).lower()


def _bounded(name: str, stream: IO[bytes] | gzip.GzipFile) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise Unreadable(name, f"holds more than {MAX_BYTES:,} bytes")
    return data


def _unzip(name: str, data: bytes) -> bytes:
    if not (data.startswith(_GZIP) or name.endswith(".gz")):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return _bounded(name, stream)
    except EOFError:
        raise Unreadable(name, "the gzip data is truncated") from None
    except (OSError, zlib.error) as error:
        raise Unreadable(name, f"is not sound gzip: {error}") from None


def _decode(name: str, data: bytes) -> str:
    """The text in UTF-8, UTF-16 or UTF-32, told by its first bytes (RFC 8259, section 8.1, asks for UTF-8)."""
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        line, column = jsontext.position(before, len(before))
        words = f"is not {encoding.removesuffix('-sig').upper()} text (byte {data[error.start]:#04x}); save it as UTF-8"
        raise Unreadable(name, words, line, column) from None


class _NumberError(ValueError):
    """A number that the reader refuses; its text is the reason."""


class _Reader:
    """Decodes the documents of one text and keeps what the standard library's decoder alone does not tell."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text
        self._doubled: list[tuple[dict[str, Any], list[str]]] = []
        self._hooks = deeptext.Hooks(self._pairs, _integer, _number)
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._pairs, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )

    def documents(self) -> Iterator[Document]:
        """The values that stand one after another, as in JSON Lines."""
        start = self._skip(0)
        line, counted = 1, 0
        while start < len(self._text):
            self._doubled.clear()
            value, end = self._value(start)
            line, counted = line + self._text.count("\n", counted, start), start
            yield Document(self._name, line, value, (start, end), tuple(_locate(value, self._doubled)))
            start = self._skip(end)

    def _skip(self, offset: int) -> int:
        text = self._text
        while offset < len(text) and text[offset] in _SPACE:
            offset += 1
        return offset

    def _value(self, start: int) -> tuple[Any, int]:
        try:
            try:
                return self._decoder.raw_decode(self._text, start)
            except RecursionError:
                self._doubled.clear()
                return deeptext.decode(self._text, start, self._hooks)
        except JSONDecodeError as error:
            raise self._not_json(error.msg[:1].lower() + error.msg[1:], error.pos) from None
        except _NumberError as error:
            offset = jsontext.find_literal(self._text, start, frozenset({error.args[1]}))
            raise self._not_json(error.args[0], start if offset is None else offset) from None

    def _not_json(self, why: str, offset: int) -> Unreadable:
        return Unreadable(self._name, f"not JSON: {why}", *jsontext.position(self._text, offset))

    def _pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            counts = Counter(name for name, _member in pairs)
            self._doubled.append((value, [name for name, count in counts.items() if count > 1]))
        return value


def _integer(literal: str) -> int:
    if len(literal.lstrip("-")) > MAX_DIGITS:
        raise _NumberError(f"an integer of more than {MAX_DIGITS:,} digits", literal)
    return int(literal)


def _number(literal: str) -> float:
    value = float(literal)
    if not math.isfinite(value):
        raise _NumberError("a number too large for a float", literal)
    return value


def _constant(literal: str) -> Any:
    raise _NumberError(f"{literal} is not a JSON number", literal)


def _locate(root: JSON, doubled: list[tuple[dict[str, Any], list[str]]]) -> Iterator[Duplicate]:
    """Where the objects with repeated names stand; those that a later repetition has replaced are in no place."""
    wanted = {id(value): names for value, names in doubled}
    stack: list[tuple[_Way, JSON]] = [(None, root)] if wanted else []
    while stack:
        way, value = stack.pop()
        if isinstance(value, dict):
            for name in wanted.get(id(value), ()):
                yield Duplicate(_written((way, name)), name)
            stack.extend(((way, name), member) for name, member in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend(((way, index), value[index]) for index in reversed(range(len(value))))


def _written(way: _Way) -> str:
    tokens: list[str | int] = []
    while way is not None:
        way, token = way
        tokens.append(token)
    return pointer.join(reversed(tokens))
