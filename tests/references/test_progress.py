"""Loops of references without a step into the instance are refused, wherever they run."""

from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.dialects import BY_DRAFT
from schemaval.errors import UnresolvableReference
from schemaval.keywords import Draft

D3, D4, D6, D7, D2019, D2020 = (BY_DRAFT[draft].uri for draft in Draft)
SELF = {"$ref": "#"}

LOOPS: dict[str, tuple[Any, str]] = {
    "itself": (SELF, "/$ref"),
    "allOf": ({"allOf": [{}, SELF]}, "/allOf/1/$ref"),
    "anyOf": ({"anyOf": [SELF]}, "/anyOf/0/$ref"),
    "oneOf": ({"oneOf": [SELF]}, "/oneOf/0/$ref"),
    "not": ({"not": SELF}, "/not/$ref"),
    "if": ({"if": SELF}, "/if/$ref"),
    "then": ({"if": True, "then": SELF}, "/then/$ref"),
    "else": ({"if": True, "else": SELF}, "/else/$ref"),
    "dependentSchemas": ({"dependentSchemas": {"a": SELF}}, "/dependentSchemas/a/$ref"),
    "dependencies": ({"$schema": D7, "dependencies": {"a": SELF}}, "/dependencies/a/$ref"),
    "extends": ({"$schema": D3, "extends": [SELF]}, "/extends/0/$ref"),
    "type": ({"$schema": D3, "type": ["string", SELF]}, "/type/1/$ref"),
    "disallow": ({"$schema": D3, "disallow": [SELF]}, "/disallow/0/$ref"),
    "empty reference": ({"not": {"$ref": ""}}, "/not/$ref"),
    "dead branch": (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}},
        "/$defs/b/anyOf/0/$ref",
    ),
    "anchor": ({"$anchor": "a", "not": {"$ref": "#a"}}, "/not/$ref"),
    "own URI": ({"$id": "http://x/a", "not": {"$ref": "a"}}, "/not/$ref"),
    "unknown keyword": ({"$ref": "#/x", "x": {"not": {"$ref": "#/x"}}}, "/x/not/$ref"),
    "dynamic": ({"$dynamicAnchor": "a", "allOf": [{"$dynamicRef": "#a"}]}, "/allOf/0/$dynamicRef"),
    "recursive": ({"$schema": D2019, "allOf": [{"$recursiveRef": "#"}]}, "/allOf/0/$recursiveRef"),
    "embedded resource": (
        {"$id": "http://x/", "$ref": "in", "$defs": {"a": {"$id": "in", "not": {"$ref": "/"}}}},
        "/$defs/a/not/$ref",
    ),
    "dialects mixed": (
        {
            "$id": "http://x/",
            "$ref": "in",
            "$defs": {"a": {"$id": "in", "$schema": D7, "dependencies": {"b": {"$ref": "/"}}}},
        },
        "/$defs/a/dependencies/b/$ref",
    ),
}


@pytest.mark.parametrize(("schema", "pointer"), LOOPS.values(), ids=LOOPS)
def test_a_loop_without_progress_is_refused(schema: Any, pointer: str) -> None:
    """A reference that comes back to itself on the same value is refused at compile, with a reference of the loop."""
    with pytest.raises(UnresolvableReference, match="comes back to itself") as caught:
        compile_schema(schema)
    assert caught.value.pointer == pointer


def test_a_loop_through_several_documents_is_refused() -> None:
    """The search goes through resources, and names the document of the reference."""
    resources = {"http://a/b": {"allOf": [{"$ref": "c"}]}, "http://a/c": {"oneOf": [{"$ref": "d"}]}}
    with pytest.raises(UnresolvableReference, match="comes back to itself") as caught:
        compile_schema({"$ref": "http://a/b"}, resources={**resources, "http://a/d": {"not": {"$ref": "b"}}})
    assert (caught.value.document, caught.value.pointer) == ("http://a/d", "/not/$ref")


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": SELF}},
        {"items": {"allOf": [SELF]}},
        {"not": {"items": SELF}},
        {"additionalProperties": {"$ref": "#/additionalProperties/items", "items": {"$ref": "#"}}},
        {"propertyNames": SELF},
        {"contains": SELF},
        {"unevaluatedItems": SELF},
        {"contentMediaType": "application/json", "contentSchema": SELF},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"properties": {"x": {"$ref": "#/$defs/a"}}}}},
        {"$schema": D7, "definitions": {"a": {"$ref": "#/definitions/b", "not": {"$ref": "#/definitions/a"}}, "b": {}}},
        {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}},
    ],
)
def test_recursion_that_steps_into_the_instance_is_allowed(schema: Any) -> None:
    """A loop through members or items ends with the instance; two ways to one schema and void siblings are none."""
    validator = compile_schema(schema, backend="reference")
    validator.is_valid({"a": [{"a": []}]})


def test_a_chain_of_thousands_of_references_is_searched_without_recursion() -> None:
    """The search is iterative, and every way is gone once."""
    length = 8_000
    defs = {str(number): {"$ref": f"#/$defs/{number + 1}"} for number in range(length)}
    with pytest.raises(UnresolvableReference, match="comes back to itself"):
        compile_schema({"$defs": {**defs, str(length): {"$ref": "#/$defs/0"}}}, backend="reference")
