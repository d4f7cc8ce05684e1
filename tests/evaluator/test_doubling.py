"""Schemas that apply themselves twice to one child are told from those that only seem to."""

from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.evaluator.doubling import doubles

ME = {"$ref": "#"}
DOUBLING: dict[str, Any] = {
    "allOf": {"allOf": [{"properties": {"a": ME}}, {"properties": {"a": ME}}]},
    "beside": {"properties": {"a": ME}, "allOf": [{"properties": {"a": ME}}]},
    "a pattern takes the name": {"properties": {"ab": ME}, "patternProperties": {"^a": ME}},
    "two patterns": {"patternProperties": {"^a": ME, "b$": ME}},
    "anyOf": {"anyOf": [{"properties": {"a": ME}, "required": ["y"]}, {"properties": {"a": ME}}]},
    "items and contains": {"items": ME, "contains": ME},
    "a list's first and all": {"allOf": [{"prefixItems": [ME]}, {"items": ME}]},
    "at the second level": {
        "properties": {"a": {"$ref": "#/$defs/x"}},
        "$defs": {"x": {"properties": {"b": ME}, "not": {"properties": {"b": ME}}}},
    },
    "by two definitions": {
        "properties": {"a": {"$ref": "#/$defs/x"}},
        "patternProperties": {"a": {"$ref": "#/$defs/y"}},
        "$defs": {"x": {"items": ME}, "y": {"items": ME}},
    },
    "the condition and what follows": {"if": {"items": ME}, "then": {"items": ME}},
    "additional in one, named in the other": {"allOf": [{"additionalProperties": ME}, {"properties": {"a": ME}}]},
    "unevaluated": {"allOf": [{"properties": {"a": ME}}], "unevaluatedProperties": ME, "items": ME},
}
SINGLE: dict[str, Any] = {
    "a list": {"items": ME},
    "a tree": {"properties": {"left": ME, "right": ME}},
    "named and all others": {"properties": {"a": ME}, "additionalProperties": ME},
    "named, by pattern, all others": {
        "properties": {"a": ME},
        "patternProperties": {"^x": ME},
        "additionalProperties": ME,
    },
    "first and other items": {"prefixItems": [ME, ME], "items": ME},
    "an anyOf of objects and arrays": {
        "anyOf": [{"type": "object", "additionalProperties": ME}, {"type": "array", "items": ME}]
    },
    "two that follow each other": {
        "properties": {"a": {"$ref": "#/$defs/x"}},
        "$defs": {"x": {"properties": {"b": ME, "c": {"$ref": "#/$defs/x"}}}},
    },
    "twice, but never back": {"allOf": [{"properties": {"a": {"type": "string"}}}] * 2, "items": ME},
    "names": {"propertyNames": {"anyOf": [{"maxLength": 3}]}, "additionalProperties": ME},
    "names that are judged by the whole": {"propertyNames": ME},
    "not recursive": {"properties": {"a": {"type": "string"}}},
}


def answer(schema: Any) -> bool:
    """Whether the evaluator's program of a schema doubles."""
    return doubles(compile_schema(schema, backend="reference")._program().root)


@pytest.mark.parametrize("schema", DOUBLING.values(), ids=DOUBLING)
def test_two_ways_over_the_same_steps_are_seen(schema: Any) -> None:
    """Whichever keywords they lead through."""
    assert answer(schema)


@pytest.mark.parametrize("schema", [v for k, v in SINGLE.items()], ids=list(SINGLE))
def test_ways_to_different_children_are_told_apart(schema: Any) -> None:
    """Else real recursive schemas would lose their engine."""
    assert not answer(schema)


@pytest.mark.parametrize("backend", ["jsonschema", "fastjsonschema", "jsonschema-rs"])
@pytest.mark.parametrize("schema", DOUBLING.values(), ids=DOUBLING)
def test_engines_are_not_asked(schema: Any, backend: str) -> None:
    """They remember nothing; the evaluator takes the schema."""
    assert compile_schema(schema, backend=(backend, "reference")).backend == "reference"
