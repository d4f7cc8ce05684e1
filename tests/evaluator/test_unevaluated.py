"""`unevaluatedProperties` and `unevaluatedItems`: what counts as evaluated, and that asking costs no more than once."""

import time
from collections.abc import Callable
from typing import Any

import pytest

import schemaval

DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
CLOSED = {"unevaluatedProperties": False}
OPEN = {"properties": {"a": True}}
DEFS = {"$defs": {"o": OPEN, "m": {"$dynamicAnchor": "m", **OPEN}}}


def unwelcome(schema: Any, instance: Any) -> list[str]:
    """The pointers of the violations; verdict and violations agree."""
    validator = schemaval.compile(schema, backend="reference")
    found = [each.pointer for each in validator.violations(instance)]
    assert validator.is_valid(instance) is (not found)
    return found


@pytest.mark.parametrize(
    ("schema", "instance", "expected"),
    [
        # an inner one evaluates for the outer one, an outer one not for the inner
        ({"allOf": [{**OPEN, "unevaluatedProperties": True}], **CLOSED}, {"a": 1, "b": 1}, []),
        ({**OPEN, "allOf": [CLOSED]}, {"a": 1}, ["/a"]),
        ({"properties": {"o": {**OPEN, **CLOSED}}, **CLOSED}, {"o": {"a": 1, "b": 1}, "c": 1}, ["/o/b", "/c"]),
        # cousins do not see each other
        ({"allOf": [OPEN, CLOSED]}, {"a": 1}, ["/a"]),
        ({"allOf": [{"allOf": [OPEN]}, {"allOf": [{}], **CLOSED}]}, {"a": 1}, ["/a"]),
        # conditions
        ({"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, **CLOSED}, {"a": 1}, []),
        ({"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, **CLOSED}, {"a": 2}, ["/a"]),
        ({"if": False, "then": OPEN, "else": {"properties": {"b": True}}, **CLOSED}, {"a": 1, "b": 1}, ["/a"]),
        ({"if": OPEN, "then": {"properties": {"b": True}}, **CLOSED}, {"a": 1, "b": 1, "c": 1}, ["/c"]),
        ({"then": OPEN, "else": OPEN, **CLOSED}, {"a": 1}, ["/a"]),
        # dependentSchemas
        ({"dependentSchemas": {"b": OPEN}, "properties": {"b": True}, **CLOSED}, {"a": 1, "b": 1}, []),
        ({"dependentSchemas": {"b": OPEN}, **CLOSED}, {"a": 1}, ["/a"]),
        # every branch that holds counts, none that does not
        ({"anyOf": [OPEN, {"properties": {"b": True}}], **CLOSED}, {"a": 1, "b": 1}, []),
        ({"anyOf": [{**OPEN, "required": ["z"]}, {"properties": {"b": True}}], **CLOSED}, {"a": 1, "b": 1}, ["/a"]),
        ({"oneOf": [{**OPEN, "required": ["a"]}, {"required": ["z"]}], **CLOSED}, {"a": 1, "b": 1}, ["/b"]),
        # what is negated evaluates nothing
        ({"not": {"not": OPEN}, **CLOSED}, {"a": 1}, ["/a"]),
        ({"not": {"properties": {"a": {"type": "null"}}}, **CLOSED}, {"a": 1}, ["/a"]),
        # references and their siblings
        ({"$ref": "#/$defs/o", "properties": {"b": True}, **CLOSED, **DEFS}, {"a": 1, "b": 1, "c": 1}, ["/c"]),
        ({"$ref": "#/$defs/o", **CLOSED, "$defs": {"o": {"$ref": "#/$defs/p"}, "p": OPEN}}, {"a": 1}, []),
        ({"allOf": [{"$dynamicRef": "#m"}], **CLOSED, **DEFS}, {"a": 1, "b": 1}, ["/b"]),
        # names by pattern, and the rest
        ({"allOf": [{"patternProperties": {"^a": True}}], **CLOSED}, {"ab": 1, "b": 1}, ["/b"]),
        ({"allOf": [{"additionalProperties": True}], **CLOSED}, {"b": 1}, []),
        ({"allOf": [{"additionalProperties": {"type": "null"}}], **CLOSED}, {"b": 1}, ["/b"]),
        ({"allOf": [OPEN], "unevaluatedProperties": {"type": "null"}}, {"a": 1, "b": 1, "c": None}, ["/b"]),
        ({"propertyNames": {"enum": ["a"]}, "allOf": [{}], **CLOSED}, {"a": 1}, ["/a"]),
        ({"allOf": [{"required": ["a"], "dependentRequired": {"a": ["a"]}}], **CLOSED}, {"a": 1}, ["/a"]),
        # recursion: a tree, each node extended and closed
        (
            {
                "$ref": "#/$defs/node",
                **CLOSED,
                "properties": {"extra": True},
                "$defs": {"node": {"properties": {"kids": {"items": {"$ref": "#"}}}}},
            },
            {"extra": 1, "kids": [{"extra": 2}, {"kids": [{"other": 1}]}]},
            ["/kids/1/kids/0/other"],
        ),
        # a failed choice leaves open what it would have evaluated: only the choice is told
        ({"anyOf": [{**OPEN, "required": ["y"]}, {"required": ["z"]}], **CLOSED}, {"a": 1}, [""]),
        # what fails is told once, where it fails
        ({"allOf": [{"properties": {"a": {"type": "null"}}}], **CLOSED}, {"a": 1}, ["/a"]),
        # other kinds of values have no properties
        ({"allOf": [OPEN], **CLOSED}, [1], []),
    ],
)  # fmt: skip
def test_properties(schema: Any, instance: Any, expected: list[str]) -> None:
    """What nothing has evaluated is told, each at its place, and nothing else."""
    assert unwelcome(schema, instance) == expected


SHUT = {"unevaluatedItems": False}


@pytest.mark.parametrize(
    ("schema", "instance", "expected"),
    [
        ({"allOf": [{"prefixItems": [True]}], **SHUT}, [1, 2, 3], ["/1", "/2"]),
        ({"allOf": [{"prefixItems": [True]}, {"prefixItems": [True, True]}], **SHUT}, [1, 2, 3], ["/2"]),
        ({"allOf": [{"items": True}], **SHUT}, [1, 2], []),
        ({"allOf": [{"prefixItems": [True], "items": {"type": "integer"}}], **SHUT}, [1, 2], []),
        ({"contains": {"const": 2}, **SHUT}, [1, 2, 3, 2], ["/0", "/2"]),
        ({"allOf": [{"contains": {"const": 2}}, {"contains": {"const": 3}}], **SHUT}, [1, 2, 3], ["/0"]),
        ({"contains": {"const": 2}, "minContains": 0, **SHUT}, [1, 2], ["/0"]),
        ({"not": {"contains": {"const": 2}}, **SHUT}, [1], ["/0"]),
        ({"if": {"contains": {"const": 2}}, **SHUT}, [2], []),
        ({"if": {"contains": {"const": 2}}, **SHUT}, [1], ["/0"]),
        ({"if": {"prefixItems": [{"const": 1}]}, "then": {"prefixItems": [True, True]}, **SHUT}, [1, 2, 3], ["/2"]),
        ({"anyOf": [{"prefixItems": [True]}, {"prefixItems": [True, True]}], **SHUT}, [1, 2, 3], ["/2"]),
        ({"allOf": [{"prefixItems": [True], **SHUT}], **SHUT}, [1], []),
        ({"allOf": [{"unevaluatedItems": {"type": "integer"}}], **SHUT}, [1], []),
        ({"prefixItems": [True], "unevaluatedItems": {"type": "null"}}, [1, 2, None], ["/1"]),
        ({"allOf": [{"prefixItems": [{"prefixItems": [True]}]}], **SHUT}, [[1, 2]], []),
        ({"allOf": [{"prefixItems": [True]}], **SHUT}, {"a": 1}, []),
        ({"$schema": DRAFT_2019, "contains": {"const": 2}, **SHUT}, [2], ["/0"]),
        ({"$schema": DRAFT_2019, "allOf": [{"items": [True]}], **SHUT}, [1, 2], ["/1"]),
        ({"$schema": DRAFT_2019, "allOf": [{"items": [True], "additionalItems": True}], **SHUT}, [1, 2], []),
        ({"$schema": DRAFT_2019, "allOf": [{"additionalItems": True}], **SHUT}, [1], ["/0"]),
        (
            {
                "$schema": DRAFT_2019,
                "$recursiveAnchor": True,
                "items": [{"anyOf": [{"type": "string"}, {"$recursiveRef": "#"}]}],
                "allOf": [{"minItems": 1}],
                **SHUT,
            },
            [["x", 1]],
            ["/0"],
        ),
    ],
)  # fmt: skip
def test_items(schema: Any, instance: Any, expected: list[str]) -> None:
    """What nothing has evaluated is told, each at its place; `contains` counts from 2020-12 on."""
    assert unwelcome(schema, instance) == expected


NESTINGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "allOf": lambda inner: {"allOf": [inner], **CLOSED},
    "anyOf": lambda inner: {"anyOf": [inner, {"required": ["zz"]}], **CLOSED},
    "anyOf, last": lambda inner: {"anyOf": [{"required": ["zz"]}, inner], **CLOSED},
    "oneOf": lambda inner: {"oneOf": [{"required": ["zz"]}, inner], **CLOSED},
    "if": lambda inner: {"if": inner, **CLOSED},
    "then": lambda inner: {"if": True, "then": inner, **CLOSED},
    "dependentSchemas": lambda inner: {"dependentSchemas": {"a": inner}, **CLOSED},
    "not": lambda inner: {"not": {"not": inner}, **CLOSED},
    "without": lambda inner: {"anyOf": [inner, {"required": ["zz"]}]},
    "properties": lambda inner: {"properties": {"a": {"allOf": [inner], **CLOSED}}},
}


@pytest.mark.parametrize("nesting", NESTINGS)
@pytest.mark.parametrize("instance", [{"a": 1}, {"a": 1, "b": 2}, {"b": 1}, {"a": {"a": {"a": 1}}}])
def test_forty_levels_end_at_once(nesting: str, instance: Any) -> None:
    """However deep one stands in another, no question evaluates a level twice for each level above it."""
    schema: Any = OPEN
    for _ in range(40):
        schema = NESTINGS[nesting](schema)
    validator = schemaval.compile(schema, backend="reference", limits=schemaval.Limits(max_schema_depth=200))
    start = time.process_time()
    valid = validator.is_valid(instance)
    assert validator.evaluate(instance).valid is valid
    assert (not validator.violations(instance)) is valid
    assert time.process_time() - start < 1
