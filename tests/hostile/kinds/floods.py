"""Errors as the attack: more violations, and longer ones, than anybody can read or hold."""

from collections.abc import Callable
from typing import Any

from tests.hostile.case import LIMIT, Case, always

_ROWS: tuple[tuple[str, Callable[[], Any], Callable[[], Any]], ...] = (
    ("million-wrong-items", always({"items": {"type": "string"}}), lambda: [1] * 1_000_000),
    ("million-unwelcome-items", always({"items": False}), lambda: [1] * 1_000_000),
    ("unwelcome-members", always({"additionalProperties": False}), lambda: {f"k{i}": 1 for i in range(300_000)}),
    ("wrong-names", always({"propertyNames": {"maxLength": 1}}), lambda: {f"k{i}": 1 for i in range(300_000)}),
    (
        "wrong-members",
        always({"additionalProperties": {"type": "string", "minimum": 5}}),
        lambda: {f"k{i}": 1 for i in range(300_000)},
    ),
    ("all-of-300-megabyte", lambda: {"allOf": [{"maxLength": i} for i in range(300)]}, lambda: "a" * 1_000_000),
    (
        "all-of-300-megabyte-array",
        lambda: {"allOf": [{"maxItems": i} for i in range(300)]},
        lambda: list(range(150_000)),
    ),
    ("all-of-300-const", lambda: {"allOf": [{"const": i} for i in range(300)]}, lambda: ["a" * 1_000] * 1_000),
    (
        "any-of-300-items-1000",
        lambda: {"items": {"anyOf": [{"required": [f"k{i}"]} for i in range(300)]}},
        lambda: [{"a": 1}] * 1_000,
    ),
    (
        "one-of-300-items-1000",
        lambda: {"items": {"oneOf": [{"type": "string"} for _ in range(300)]}},
        lambda: [1] * 1_000,
    ),
    ("any-of-in-any-of", lambda: _fan(3, 12), lambda: [[[1] * 12] * 12] * 12),
    ("missing-20000", lambda: {"required": [f"property number {i}" for i in range(9_000)]}, always({})),
    ("missing-everywhere", lambda: {"items": {"required": [f"k{i}" for i in range(500)]}}, lambda: [{}] * 2_000),
    ("dependent", lambda: {"dependentRequired": {"a": [f"k{i}" for i in range(9_000)]}}, always({"a": 1})),
    ("long-enum", lambda: {"items": {"enum": ["x" * 20 + str(i) for i in range(9_000)]}}, lambda: [1] * 1_000),
    ("long-const", lambda: {"items": {"const": "x" * 200_000}}, lambda: [1] * 1_000),
    ("long-const-object", lambda: {"items": {"const": {f"k{i}": i for i in range(10_000)}}}, lambda: [{}] * 200),
    ("long-pattern", lambda: {"items": {"pattern": "^" + "x" * 4_000}}, lambda: ["y"] * 10_000),
    ("long-names", lambda: {"properties": {"n" * 100_000: {"type": "string"}}}, lambda: {"n" * 100_000: 1}),
    ("long-way", lambda: _long_way(60), lambda: _long_value(60)),
    (
        "uniform-failures",
        always({"items": {"allOf": [{"type": "string"}, {"minimum": 5}, {"multipleOf": 7}]}}),
        lambda: [1] * 300_000,
    ),
    ("contains-none", always({"items": {"contains": {"type": "string"}}}), lambda: [[1] * 100] * 5_000),
    ("unique-everywhere", always({"items": {"uniqueItems": True}}), lambda: [[1, 1]] * 200_000),
    ("two-to-the-20", lambda: _doubling(20), always(1)),
    ("not-everywhere", always({"items": {"not": {"type": "integer"}}}), lambda: [1] * 300_000),
)
_QUICK = {
    "million-wrong-items",
    "all-of-300-megabyte",
    "any-of-300-items-1000",
    "long-enum",
    "two-to-the-20",
    "long-way",
}


def _fan(levels: int, branches: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"anyOf": [{"items": schema} for _ in range(branches)], "type": "array"}
    return schema


def _long_way(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"properties": {"n" * 1_000: schema}}
    return schema


def _long_value(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"n" * 1_000: value}
    return value


def _doubling(levels: int) -> Any:
    below: Any = {"$ref": "#/$defs/n0"}
    definitions: dict[str, Any] = {"n0": {"type": "string"}}
    for number in range(levels):
        definitions[f"n{number + 1}"] = {"allOf": [below, {"title": "x", **below}]}
        below = {"$ref": f"#/$defs/n{number + 1}"}
    return {**below, "$defs": definitions}


CASES = tuple(Case(name, schema, instance, False, LIMIT, quick=name in _QUICK) for name, schema, instance in _ROWS)
