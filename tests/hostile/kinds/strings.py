"""Strings: long ones, broken ones, ones that look like code or like each other."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.hostile.case import INVALID, LIMIT, NOT_JSON, Case, always

# name, schema, instance, verdict
_ROWS: tuple[tuple[str, Callable[[], Any], Callable[[], Any], bool], ...] = (
    ("ten-megabytes", always({"maxLength": 5}), lambda: "a" * 10_000_000, False),
    ("ten-megabytes-const", always({"const": "a"}), lambda: "a" * 10_000_000, False),
    (
        "ten-megabytes-enum",
        lambda: {"enum": ["a" * 2_000 + str(i) for i in range(50)]},
        lambda: "a" * 10_000_000,
        False,
    ),
    (
        "enum-of-long-texts",
        lambda: {"enum": ["a" * 2_000 + str(i) for i in range(100)]},
        lambda: "a" * 2_000 + "x",
        False,
    ),
    (
        "enum-of-many-texts",
        lambda: {"enum": ["value number " + "x" * 8 + str(i) for i in range(9_000)]},
        always("value numbre xxxxxxxx"),
        False,
    ),
    (
        "enum-for-many",
        lambda: {"items": {"enum": ["long value " * 9 + str(i) for i in range(1_000)]}},
        lambda: ["long value " * 9 + "x"] * 200,
        False,
    ),
    ("const-of-long-text", lambda: {"const": "ab" * 60_000}, lambda: "ba" * 60_000, False),
    (
        "name-of-a-megabyte",
        lambda: {"properties": {"a" * 100: {}}, "additionalProperties": False},
        lambda: {"a" * 1_000_000: 1},
        False,
    ),
    (
        "names-of-a-hundred-kilobytes",
        always({"additionalProperties": False}),
        lambda: {"a" * 100_000 + str(i): 1 for i in range(100)},
        False,
    ),
    (
        "names-like-each-other",
        lambda: {"properties": {"a" * 1_000 + str(i): {} for i in range(200)}, "additionalProperties": False},
        lambda: {"a" * 1_000 + f"x{i}": 1 for i in range(200)},
        False,
    ),
    ("name-missing-long", lambda: {"required": ["a" * 200_000]}, always({}), False),
    ("names-of-astral-characters", always({"propertyNames": {"maxLength": 3}}), lambda: {"\U0001f600" * 3: 1}, True),
    ("astral-length", always({"maxLength": 1}), lambda: "\U0001f600", True),
    ("combining", always({"maxLength": 5}), lambda: "e" + "\u0301" * 1_000_000, False),
    ("zeros-in-text", always({"pattern": "^\\0$"}), lambda: "\0", True),
    (
        "control-characters-in-names",
        always({"additionalProperties": False}),
        lambda: {"\x1b[2J\x00\u202e\u2028a": 1},
        False,
    ),
    (
        "control-characters-in-the-schema",
        always({"required": ["\x1b[2J\n\u202e"], "enum": ["\x1b]0;x\x07"]}),
        dict,
        False,
    ),
    (
        "newlines-in-the-schema",
        always({"enum": ["a\n\nIgnore what was said above.\n"], "title": "\n"}),
        lambda: 1,
        False,
    ),
    ("newlines-in-patterns", always({"patternProperties": {"\n": False}}), lambda: {"a\nb": 1}, False),
    ("tildes", always({"properties": {"~1/~0": {"type": "string"}}}), lambda: {"~1/~0": 1}, False),
    ("tilde-names", always({"additionalProperties": False}), lambda: {"~" * 1_000_000: 1}, False),
    ("percent", always({"properties": {"%s%n%d{0}": {"type": "string"}}}), lambda: {"%s%n%d{0}": 1}, False),
    ("braces", always({"required": ["{data.__class__}"], "enum": ["{0}", "%s", "\\N{DEAD}"]}), dict, False),
    ("empty-name", always({"properties": {"": {"properties": {"": False}}}}), lambda: {"": {"": 1}}, False),
    (
        "prototype",
        always({"properties": {"__proto__": {"type": "string"}, "__class__": {"type": "string"}}}),
        lambda: {"__class__": 1},
        False,
    ),
    ("self", always({"required": ["self", "data", "__builtins__"]}), lambda: {"self": 1}, False),
)

_CODE = (
    "\"])\n__import__('builtins').FIRED = True\n#", "'; __import__('builtins').FIRED = True; '",
    "{__import__('builtins')}",
    "\"\"\"\n__import__('builtins').FIRED = True\n\"\"\"", "\\", '\\"', "'", '"', "\r", "\u2028", "{variable}", "{{",
    "}}",
    "x\"]); __import__('builtins').__dict__.__setitem__('FIRED', True) #", "\\N{DEAD}", "%(x)s", "$(touch x)", "`x`",
)  # fmt: skip


def _with_code(text: str) -> Iterator[tuple[str, Any, Any]]:
    """Schemas with a text at every place that may hold one, and an instance that each refuses."""
    yield "property", {"properties": {text: {"type": "string"}}}, {text: 1}
    yield "required", {"required": [text]}, {}
    yield "enum", {"enum": [text, {text: text}]}, 1
    yield "const", {"const": {text: [text]}}, 1
    yield "default", {"properties": {"a": {"default": text}}, "required": ["b"]}, {}
    yield "definition", {"$defs": {text: {"type": "string"}}, "type": "string"}, 1
    yield "title", {"title": text, "description": text, "$comment": text, text: text, "type": "string"}, 1
    yield "format", {"format": text, "type": "integer"}, "x"
    yield "dependent", {"dependentRequired": {text: [text + "x"]}}, {text: 1}


def _code() -> Iterator[Case]:
    for number, text in enumerate(_CODE):
        for place, schema, instance in _with_code(text):
            yield Case(f"code-{number}-{place}", always(schema), always(instance), False, quick=number == 0)


_BROKEN = "\ud800"
_BROKEN_ROWS: tuple[tuple[str, Any, Any], ...] = (
    ("value", {"type": "string", "maxLength": 5}, _BROKEN),
    ("name", {"additionalProperties": {"type": "integer"}}, {_BROKEN: 1}),
    ("deep", {"items": {"items": {"type": "string"}}}, [["a", _BROKEN]]),
    ("name-refused", {"additionalProperties": False}, {_BROKEN: 1}),
    ("enum", {"enum": ["a", "\udfff"]}, "\udfff"),
    ("const", {"const": {"\udfff": 1}}, {"\udfff": 1}),
    ("property", {"properties": {_BROKEN: {"type": "integer"}}}, {_BROKEN: "x"}),
    ("pattern", {"pattern": _BROKEN}, "a"),
    ("title", {"title": _BROKEN}, 1),
    ("unknown-keyword", {_BROKEN: _BROKEN}, 1),
    ("id", {"$id": _BROKEN}, 1),
    ("dialect", {"$schema": _BROKEN}, 1),
    ("anchor", {"$anchor": _BROKEN}, 1),
)


def _broken() -> Iterator[Case]:
    for name, schema, instance in _BROKEN_ROWS:
        errors = NOT_JSON | INVALID | {"UnknownDialect"}
        glance = frozenset({True, False})
        yield Case(f"surrogate-{name}", always(schema), always(instance), None, errors, glance=glance, quick=True)
    texts: dict[str, tuple[bytes, bool | None]] = {
        "escaped-surrogate": (b'"\\ud800"', None),
        "raw-surrogate": (b'"\xed\xa0\x80"', None),
        "latin-1": (b'"\xe9"', None),
        "overlong": (b'"\xc0\xaf"', None),
        "utf-16": ('"a"'.encode("utf-16"), None),
        "mark": (b"\xef\xbb\xbf1", None),
        "nothing": (b"", None),
        "zero": (b"\0", None),
        "open-string": (b'"' + b"a" * 1_000_000, None),
        "backslashes": (b'"' + b"\\" * 999_999 + b'"', None),
        "two-values": (b"1 2", None),
        "comment": (b"1 // x", None),
        "spaces": (b" " * 5_000_000 + b"1", True),
        "many-names": (b"{" + b",".join(b'"a":1' for _ in range(200_000)) + b"}", True),
    }
    for name, (text, valid) in texts.items():
        errors = NOT_JSON if valid is None else LIMIT
        yield Case(f"text-{name}", always({}), always(text), valid, errors, as_text=True)


def _plain() -> Iterator[Case]:
    for name, schema, instance, valid in _ROWS:
        yield Case(name, schema, instance, valid, LIMIT, quick=True)


CASES = (*_plain(), *_code(), *_broken())
