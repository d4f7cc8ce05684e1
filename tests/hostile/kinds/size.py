"""Size: many branches, properties, values, patterns and items."""

import random
from collections.abc import Callable
from typing import Any

from tests.hostile.case import LIMIT, Case, always

_P = r"\p{L}"


def _near_copies() -> Any:
    big = {f"k{i}": list(range(20)) for i in range(2_000)}
    return [{**big, "k1999": [i]} for i in range(100)]


def _objects(count: int) -> list[Any]:
    return [{"i": i, "tags": ["a", i]} for i in range(count)]


def _shuffled(count: int) -> list[Any]:
    names = [f"k{i}" for i in range(30)]
    shuffle = random.Random(0).shuffle  # noqa: S311 - the order has no secrets
    items = []
    for number in range(count):
        shuffle(names)
        items.append(dict.fromkeys(names, number))
    return items


# name, schema, instance, verdict
_ROWS: tuple[tuple[str, Callable[[], Any], Callable[[], Any], bool], ...] = (
    ("any-of-10000", lambda: {"anyOf": [{"const": i} for i in range(10_000)]}, always(-1), False),
    ("any-of-9000", lambda: {"anyOf": [{"const": i} for i in range(9_000)]}, always(-1), False),
    (
        "any-of-9000-objects",
        lambda: {"anyOf": [{"properties": {f"p{i}": False}} for i in range(4_500)]},
        lambda: {f"p{i}": 1 for i in range(4_500)},
        False,
    ),
    ("one-of-10000", lambda: {"oneOf": [{"type": "string", "minLength": i} for i in range(10_000)]}, always(1), False),
    ("one-of-9000", lambda: {"oneOf": [{"minLength": i} for i in range(9_000)]}, always("a" * 5), False),
    ("all-of-10000", lambda: {"allOf": [{"minimum": i} for i in range(10_000)]}, always(-1), False),
    ("all-of-9000", lambda: {"allOf": [{"minimum": i} for i in range(9_000)]}, always(-1), False),
    (
        "properties-50000",
        lambda: {"properties": {f"p{i}": {"type": "string"} for i in range(50_000)}},
        always({"p1": 1}),
        False,
    ),
    (
        "properties-4500",
        lambda: {"properties": {f"p{i}": {"type": "string"} for i in range(4_500)}},
        lambda: {f"p{i}": 1 for i in range(4_500)},
        False,
    ),
    ("required-20000", lambda: {"required": [f"p{i}" for i in range(20_000)]}, always({}), False),
    ("enum-100000", lambda: {"enum": list(range(100_000))}, always(-1), False),
    ("enum-9999-objects", lambda: {"enum": [{"i": i} for i in range(9_999)]}, lambda: [{"i": -1}], False),
    (
        "enum-9999-for-items",
        lambda: {"items": {"enum": [{"i": i} for i in range(9_999)]}},
        lambda: [{"i": 9_998}] * 2_000,
        True,
    ),
    (
        "enum-numbers-for-items",
        lambda: {"items": {"enum": [i + 0.5 for i in range(9_999)]}},
        lambda: [9_998.5] * 20_000,
        True,
    ),
    (
        "enum-strings-for-items",
        lambda: {"items": {"enum": [f"value {i}" for i in range(9_999)]}},
        lambda: ["value x"] * 2_000,
        False,
    ),
    (
        "enum-referred-to",
        lambda: {
            "$defs": {"e": {"enum": list(range(1_000))}},
            "properties": {f"p{i}": {"$ref": "#/$defs/e"} for i in range(1_000)},
        },
        always({"p1": -1}),
        False,
    ),
    (
        "dependent-1000x1000",
        lambda: {"dependentRequired": {f"p{i}": [f"q{j}" for j in range(1_000)] for i in range(1_000)}},
        always({"p1": 1}),
        False,
    ),
    (
        "dependent-150x150",
        lambda: {"dependentRequired": {f"p{i}": [f"q{j}" for j in range(150)] for i in range(150)}},
        lambda: {f"p{i}": 1 for i in range(150)},
        False,
    ),
    (
        "patterns-2500",
        lambda: {"properties": {f"p{i}": {"pattern": f"^{_P}{{{i}}}{_P}$"} for i in range(2_500)}},
        always({"p1": "aaa"}),
        False,
    ),
    (
        "patterns-2500-alike",
        lambda: {"properties": {f"p{i}": {"pattern": f"^[{_P}{i}]+$"} for i in range(2_500)}},
        lambda: {f"p{i}": "!" for i in range(2_500)},
        False,
    ),
    (
        "patterns-400-alike",
        lambda: {"properties": {f"p{i}": {"pattern": f"^[{_P}{i}]+$"} for i in range(400)}},
        lambda: {f"p{i}": "!" for i in range(400)},
        False,
    ),
    (
        "pattern-properties-1000",
        lambda: {"patternProperties": {f"{i}$": {"type": "string"} for i in range(1_000)}},
        lambda: {f"p{i}": 1 for i in range(1_000)},
        False,
    ),
    (
        "pattern-properties-hard",
        lambda: {"patternProperties": {f"(a|b)*{i}(?:c|d)*x$": {} for i in range(200)}},
        lambda: {"ab" * 50 + str(i): 1 for i in range(500)},
        True,
    ),
    (
        "ids-4000",
        lambda: {
            "properties": {f"p{i}": {"$id": f"https://example.invalid/{i}", "type": "string"} for i in range(4_000)}
        },
        always({"p1": 1}),
        False,
    ),
    (
        "definitions-9000",
        lambda: {"$defs": {f"d{i}": {"type": "string"} for i in range(9_000)}, "$ref": "#/$defs/d8999"},
        always(1),
        False,
    ),
    (
        "references-9000",
        lambda: {"$defs": {"d": {"type": "string"}}, "anyOf": [{"$ref": "#/$defs/d"} for _ in range(9_000)]},
        always(1),
        False,
    ),
    (
        "dependent-schemas-1000",
        lambda: {"dependentSchemas": {f"p{i}": {"required": [f"p{i + 1}"]} for i in range(1_000)}},
        lambda: {f"p{i}": 1 for i in range(1_000)},
        False,
    ),
    (
        "prefix-items-9000",
        lambda: {"prefixItems": [{"const": i} for i in range(9_000)]},
        lambda: list(range(1, 9_001)),
        False,
    ),
    ("long-description", lambda: {"description": "x" * 250_000, "type": "string"}, always(1), False),
    ("five-megabytes", lambda: {"description": "x" * 5_000_000, "type": "string"}, always(1), False),
    ("unknown-keywords", lambda: {f"x-{i}": [i] for i in range(15_000)}, always(1), True),
    (
        "types-repeated",
        lambda: {"allOf": [{"type": ["string", "null", "integer"]} for _ in range(5_000)]},
        always(1.5),
        False,
    ),
    ("million-integers", always({"items": {"type": "integer"}}), lambda: list(range(1_000_000)), True),
    ("items-300000-contains", always({"contains": {"const": -1}}), lambda: list(range(300_000)), False),
    ("items-300000-unique", always({"uniqueItems": True}), lambda: list(range(300_000)), True),
    (
        "members-200000",
        always({"additionalProperties": {"type": "integer"}}),
        lambda: {f"k{i}": i for i in range(200_000)},
        True,
    ),
    ("names-100000", always({"propertyNames": {"maxLength": 5}}), lambda: {f"k{i}": 0 for i in range(100_000)}, False),
    (
        "unevaluated-100000",
        always({"allOf": [{"patternProperties": {"^k": {}}}], "unevaluatedProperties": False}),
        lambda: {f"k{i}": 0 for i in range(100_000)},
        True,
    ),
    (
        "unevaluated-items-100000",
        always({"contains": {"type": "string"}, "unevaluatedItems": False}),
        lambda: ["a"] * 100_000,
        True,
    ),
    ("unique-10000-objects", always({"uniqueItems": True}), lambda: _objects(10_000), True),
    ("unique-30000-objects", always({"uniqueItems": True}), lambda: _objects(30_000), True),
    ("unique-shuffled", always({"uniqueItems": True}), lambda: _shuffled(2_000), True),
    ("unique-near-copies", always({"uniqueItems": True}), _near_copies, True),
    ("unique-arrays", always({"uniqueItems": True}), lambda: [[0] * 500 + [i] for i in range(2_000)], True),
    ("unique-strings", always({"uniqueItems": True}), lambda: ["a" * 1_000 + str(i) for i in range(20_000)], True),
    (
        "unique-mixed",
        always({"uniqueItems": True}),
        lambda: [x for i in range(2_000) for x in (i, str(i), [i], {"i": i}, i + 0.5)],
        True,
    ),
    ("unique-many-times", always({"allOf": [{"uniqueItems": True}] * 100}), lambda: _objects(2_000), True),
    (
        "const-against-near-copies",
        lambda: {"items": {"const": {f"k{i}": list(range(20)) for i in range(2_000)}}},
        _near_copies,
        False,
    ),
    (
        "contains-enum",
        lambda: {"items": {"contains": {"enum": list(range(1_000))}}},
        lambda: [[-1] * 1_000 for _ in range(200)],
        False,
    ),
    (
        "one-of-300-items-1000",
        lambda: {"items": {"oneOf": [{"type": "object", "required": [f"k{i}"]} for i in range(300)]}},
        lambda: [{"a": 1}] * 1_000,
        False,
    ),
    (
        "any-of-fanned-out",
        lambda: {"items": {"anyOf": [{"items": {"anyOf": [{"const": i} for i in range(90)]}} for _ in range(90)]}},
        lambda: [[-1] * 90] * 90,
        False,
    ),
    (
        "steps",
        lambda: {"items": {"items": {"allOf": [{"minimum": -i} for i in range(1_000)]}}},
        lambda: [[-2_000] * 100] * 100,
        False,
    ),
    ("mend-empties", lambda: {"properties": {f"p{i}": [] for i in range(4_500)}, "required": {}}, always({}), True),
    (
        "mend-instance",
        always({"additionalProperties": {"type": "object"}}),
        lambda: {f"p{i}": [] for i in range(30_000)},
        False,
    ),
    (
        "mend-under-any-of",
        lambda: {"items": {"anyOf": [{"type": "object", "required": [f"k{i}"]} for i in range(300)]}},
        lambda: [[] for _ in range(2_000)],
        False,
    ),
    (
        "suggest-among-4500",
        lambda: {"properties": {f"property number {i}": {} for i in range(4_500)}, "additionalProperties": False},
        lambda: {f"propertx number {i}": 1 for i in range(4_500)},
        False,
    ),
    (
        "tag-among-3000",
        lambda: {
            "oneOf": [{"properties": {"kind": {"const": f"kind {i}"}}, "required": ["kind"]} for i in range(2_500)]
        },
        always({"kind": "kind x"}),
        False,
    ),
    (
        "tags-many-times",
        lambda: {
            "items": {
                "oneOf": [
                    {"properties": {"kind": {"const": f"kind {i}"}, "n": {"type": "integer"}}, "required": ["kind"]}
                    for i in range(500)
                ]
            }
        },
        lambda: [{"kind": "kind 3", "n": "x"}] * 1_000,
        False,
    ),
)
_QUICK = {"properties-4500", "enum-9999-objects", "dependent-150x150", "patterns-2500", "enum-9999-for-items"}

CASES = tuple(
    Case(name, schema, instance, valid, LIMIT, quick=name in _QUICK) for name, schema, instance, valid in _ROWS
)
