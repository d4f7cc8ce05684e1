"""Leaks: a secret stands in the instance, as a value, beside what is wrong, under a name, in a text."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from tests.hostile.case import CANARY, LIMIT, NOT_JSON, Case, always

_C = CANARY
_D7 = "http://json-schema.org/draft-07/schema#"

# name, schema, instance, verdict
_ROWS: tuple[tuple[str, Any, Any, bool], ...] = (
    ("type", {"type": "integer"}, _C, False),
    ("type-of-a-container", {"type": "integer"}, {"a": [_C], "b": _C}, False),
    ("enum", {"enum": ["a", _C[:-1], 5]}, _C, False),
    ("const", {"const": _C[1:]}, _C, False),
    ("const-of-an-object", {"const": {"a": 1}}, {"a": _C}, False),
    ("pattern", {"pattern": "^x"}, _C, False),
    ("length", {"maxLength": 3, "minLength": 90}, _C, False),
    ("format", {"format": "email"}, _C, False),
    ("format-date", {"format": "date-time"}, _C, False),
    ("format-regex", {"format": "regex"}, "(" + _C, False),
    ("format-host", {"format": "idn-hostname"}, _C + "\u0301.-", False),
    ("required", {"required": ["a"]}, {"token": _C}, False),
    ("dependent", {"dependentRequired": {"a": ["b"]}}, {"a": _C}, False),
    ("sibling", {"properties": {"a": {"type": "integer"}}}, {"a": "x", "token": _C}, False),
    ("sibling-name", {"properties": {"a": {"type": "integer"}}}, {"a": "x", _C: 1}, False),
    ("sibling-name-required", {"required": ["a"]}, {_C: 1}, False),
    ("additional", {"additionalProperties": False}, {"a": _C}, False),
    ("additional-schema", {"additionalProperties": {"type": "integer"}}, {"a": _C}, False),
    ("unevaluated", {"unevaluatedProperties": False}, {"a": {"b": _C}}, False),
    ("count", {"maxProperties": 0}, {_C: _C}, False),
    ("items", {"items": {"type": "integer"}}, [1, _C], False),
    ("items-false", {"prefixItems": [True], "items": False}, [1, _C], False),
    ("contains", {"contains": {"type": "integer"}}, [_C, {"a": _C}], False),
    ("unique", {"uniqueItems": True}, [_C, _C], False),
    ("unique-objects", {"uniqueItems": True}, [{"a": _C}, {"a": _C}], False),
    ("any-of", {"anyOf": [{"type": "integer"}, {"required": ["a"]}, {"const": 3}]}, {"b": _C}, False),
    ("one-of", {"oneOf": [{"required": ["b"]}, {"type": "object"}]}, {"b": _C}, False),
    (
        "tag",
        {"oneOf": [{"properties": {"k": {"const": "a"}}}, {"properties": {"k": {"const": "b"}}}]},
        {"k": _C},
        False,
    ),
    ("not", {"not": {"const": _C}}, _C, False),
    ("false", False, {"a": _C}, False),
    ("false-property", {"properties": {"a": False}}, {"a": _C}, False),
    ("if", {"if": {"type": "string"}, "then": {"maxLength": 1}}, _C, False),
    ("reference", {"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}}, _C, False),
    ("content", {"$schema": _D7, "contentMediaType": "application/json"}, "{" + _C, False),
    ("content-base64", {"$schema": _D7, "contentEncoding": "base64"}, "!" + _C, False),
    ("number", {"maximum": 5}, int.from_bytes(_C.encode(), "big"), False),
    ("valid", {"type": "object"}, {"a": _C}, True),
    ("mended", {"properties": {"a": {"type": "object"}, "b": {"type": "integer"}}}, {"a": [], "b": _C}, False),
)


class _Telling:
    """Its text is the secret."""

    def __repr__(self) -> str:
        return _C

    __str__ = __repr__


def _deep() -> Any:
    value: Any = _C
    for _ in range(1_000):
        value = [value]
    return value


def _cyclic() -> Any:
    value: dict[str, Any] = {"a": _C}
    value["b"] = value
    return value


# name, schema, instance: no JSON, or over a limit
_REFUSED: tuple[tuple[str, Any, Callable[[], Any], frozenset[str]], ...] = (
    ("bytes", {"type": "integer"}, _C.encode, NOT_JSON),
    ("bytes-inside", {"items": {"type": "integer"}}, lambda: [_C, _C.encode()], NOT_JSON),
    ("object", {"type": "integer"}, _Telling, NOT_JSON),
    ("name-no-string", {"additionalProperties": False}, lambda: {_C.encode(): _C}, NOT_JSON),
    ("surrogate", {"type": "string", "maxLength": 3}, lambda: _C + "\ud800", NOT_JSON),
    ("nan-beside", {"items": {"type": "string"}}, lambda: [_C, float("nan")], NOT_JSON),
    ("decimal", {"type": "string"}, lambda: [_C, Decimal("sNaN")], NOT_JSON),
    ("deep", {"items": {"$ref": "#"}}, _deep, LIMIT),
    ("cyclic", {"additionalProperties": {"$ref": "#"}}, _cyclic, LIMIT),
)
_TEXTS: tuple[tuple[str, bytes], ...] = (
    ("open", b'{"a": "' + _C.encode()),
    ("comma", b'{"a": "' + _C.encode() + b'",}'),
    ("bare", _C.encode()),
    ("latin-1", b'"' + _C.encode() + b'\xe9"'),
    ("digits", b'["' + _C.encode() + b'", ' + b"1" * 5_000 + b"]"),
    ("nan", b'["' + _C.encode() + b'", NaN]'),
)


def _cases() -> Iterator[Case]:
    for name, schema, instance, valid in _ROWS:
        options = {"assert_formats": True}
        yield Case(name, always(schema), always(instance), valid, frozenset(), options, secret=True, quick=True)
    for name, schema, make, errors in _REFUSED:
        yield Case(f"refused-{name}", always(schema), make, False, errors, secret=True, quick=True)
    for name, text in _TEXTS:
        yield Case(f"text-{name}", always(True), always(text), None, NOT_JSON, as_text=True, secret=True, quick=True)
    yield Case(
        "text-invalid", always({"type": "integer"}), always(b'"' + _C.encode() + b'"'), False, as_text=True, secret=True
    )


CASES = tuple(_cases())
