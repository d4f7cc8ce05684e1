"""Malformed schemas: one for every shape that a keyword's value must not have; the fuzz has thousands."""

from collections.abc import Iterator
from typing import Any

from tests.hostile.case import INVALID, LIMIT, NOT_JSON, UNKNOWN, UNRESOLVABLE, Case, always

_REFUSALS = INVALID | NOT_JSON | UNKNOWN | UNRESOLVABLE | LIMIT

_ROOTS: tuple[Any, ...] = (None, 0, 1.5, "", "string", [1], [{}], ["type"])
_SCHEMAS: tuple[dict[str, Any], ...] = (
    {"type": 12}, {"type": "strin"}, {"type": []}, {"type": ["string", "string"]}, {"type": ["string", 1]},
    {"type": None},
    {"minimum": "5"}, {"required": "a"}, {"required": True}, {"required": ["a", "a"]}, {"required": [1]}, {"enum": 5},
    {"enum": "abc"}, {"items": 5}, {"items": [{}]}, {"minLength": -1}, {"minLength": 1.5}, {"minLength": "1"},
    {"properties": 1}, {"properties": {"a": 1}}, {"properties": None}, {"properties": [1]},
    {"patternProperties": {"(": {}}},
    {"additionalProperties": "no"}, {"allOf": {}}, {"allOf": []}, {"allOf": {"a": 1}}, {"anyOf": [1]}, {"oneOf": "x"},
    {"not": 1}, {"not": None}, {"if": 1}, {"then": 1}, {"else": [1]}, {"$ref": 1}, {"$ref": None}, {"$ref": ["#"]},
    {"$id": 1}, {"$id": {}}, {"$anchor": "1 2"}, {"$anchor": 1}, {"$schema": 1}, {"$schema": {}}, {"$defs": 1},
    {"$defs": {"a": 1}}, {"$dynamicRef": 1}, {"$dynamicAnchor": "#"}, {"$vocabulary": 1}, {"$vocabulary": {"a": 1}},
    {"$comment": 1}, {"title": 1}, {"description": 1}, {"examples": 1}, {"deprecated": 1}, {"readOnly": "x"},
    {"format": 1}, {"pattern": 1}, {"pattern": "("}, {"uniqueItems": "x"}, {"uniqueItems": 1}, {"contains": 1},
    {"minContains": -1}, {"maxContains": "1"}, {"multipleOf": 0}, {"multipleOf": -1}, {"multipleOf": "1"},
    {"maximum": True}, {"exclusiveMinimum": True}, {"dependentRequired": {"a": 1}}, {"dependentRequired": {"a": ["b",
    "b"]}},
    {"dependentRequired": 1}, {"dependentSchemas": {"a": 1}}, {"dependentSchemas": 1}, {"dependencies": {"a": 1}},
    {"propertyNames": 1}, {"prefixItems": 1}, {"prefixItems": []}, {"prefixItems": [1]}, {"unevaluatedItems": 1},
    {"unevaluatedProperties": "x"}, {"contentEncoding": 1}, {"contentMediaType": 1}, {"contentSchema": 1},
    {"maxItems": -1},
    {"maxProperties": 0.5}, {"minProperties": None}, {"definitions": 1}, {"definitions": {"a": 1}},
)  # fmt: skip
_DEAD = {"if": False, "then": {"properties": {"a": {}}}}


def _cases() -> Iterator[Case]:
    for number, root in enumerate(_ROOTS):
        yield Case(f"root-{number}", always(root), always(1), None, _REFUSALS, quick=True)
    for number, schema in enumerate(_SCHEMAS):
        word = next(iter(schema)).lstrip("$")
        yield Case(f"{number}-{word}", always(schema), always({"a": 1}), None, _REFUSALS, quick=True)
        dead = {**_DEAD, "then": {"properties": {"a": {"anyOf": [{}, schema]}}}}
        yield Case(f"{number}-{word}-dead", always(dead), always({"a": 1}), None, _REFUSALS)
    for key in (1, None, True, 1.5, ("a",), b"type"):
        yield Case(f"key-{type(key).__name__}", always({key: 1}), always(1), None, _REFUSALS, quick=True)
    thousand = {"properties": {f"p{i}": {"type": i, "minimum": "x"} for i in range(1_000)}}
    yield Case("thousand-faults", always(thousand), always({}), None, _REFUSALS, quick=True)
    types = {"anyOf": [{"type": "x" * 50_000} for _ in range(4)]}
    yield Case("long-fault", always(types), always({}), None, _REFUSALS, quick=True)
    names = {"required": ["a"] * 20_000}
    yield Case("required-repeated", always(names), always({}), None, _REFUSALS, quick=True)
    distinct = {"required": [f"a{i}" for i in range(20_000)] + ["a1"]}
    yield Case("required-repeated-once", always(distinct), always({}), None, _REFUSALS, quick=True)


CASES = tuple(_cases())
