"""Definitions by revision: what they hold, and that references survive a move into `properties/result`."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from conformance.remotes import resources
from conformance.suite import DRAFTS, Draft, read, verdict_files
from schemaval.compiling import compile_schema
from schemaval.errors import SchemavalError, UnresolvableReference
from schemaval.jsonvalue import JSON
from schemaval.tools import Tool
from schemaval.tools.wire.projection import definition, input_schema, output_schema
from schemaval.tools.wire.relocation import relocated, restored
from schemaval.tools.wire.revisions import REVISIONS, revision

OBJECTS_ONLY = revision("2025-11-25")
ANYTHING = revision("2026-07-28")


@dataclass(frozen=True)
class Described:
    """All that a definition is made of."""

    name: str = "t"
    description: str = ""
    title: str | None = None
    annotations: Any = None
    icons: Any = None
    meta: Any = None
    output_schema: JSON | None = None
    inputs: dict[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})

    def input_schema_for_provider(self) -> dict[str, Any]:
        """The schema of its arguments."""
        return self.inputs


FULL = Described(
    description="says it",
    title="T",
    annotations={"readOnlyHint": True},
    icons=[{"src": "https://example.org/t.png"}],
    meta={"k": 1},
    output_schema={"type": "object"},
)
MEMBERS = {
    "2024-11-05": {"name", "description", "inputSchema"},
    "2025-03-26": {"name", "description", "inputSchema", "annotations"},
    "2025-06-18": {"name", "description", "inputSchema", "annotations", "title", "outputSchema", "_meta"},
    "2025-11-25": {"name", "description", "inputSchema", "annotations", "title", "outputSchema", "_meta", "icons"},
    "2026-07-28": {"name", "description", "inputSchema", "annotations", "title", "outputSchema", "_meta", "icons"},
}


@pytest.mark.parametrize("name", REVISIONS)
def test_a_definition_has_what_the_revision_knows(name: str) -> None:
    """Members of later revisions are left out."""
    assert set(definition(FULL, name)) == MEMBERS[name]


@pytest.mark.parametrize("name", REVISIONS)
def test_nothing_is_made_up(name: str) -> None:
    """What a tool does not say is not in its definition."""
    expected = {"name": "t", "inputSchema": {"type": "object", "properties": {}}}
    assert definition(Described(), name) == expected


def test_the_tool_itself_gives_it() -> None:
    """`Tool.from_definition` and `Tool.definition` are each other's reverse."""
    entry = {
        "name": "t",
        "title": "T",
        "description": "says it",
        "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
        "icons": [{"src": "https://example.org/t.png"}],
        "_meta": {"k": 1},
    }
    assert Tool.from_definition(entry, lambda a: a).definition() == entry


def test_an_unknown_revision_is_a_value_error() -> None:
    """A definition is made for a revision that exists."""
    with pytest.raises(ValueError, match="no revision of MCP is called '2025'"):
        Tool("t").definition("2025")


def test_a_definition_is_the_callers_own() -> None:
    """Whoever changes a definition does not change the tool."""
    given = {"type": "array", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "object", "properties": {}}}}
    before = copy.deepcopy(given)
    tool = Described(output_schema=given, meta={"k": [1]})
    first = definition(tool)
    first["outputSchema"]["properties"]["result"]["$defs"]["a"]["properties"]["b"] = {}
    first["_meta"]["k"].append(2)
    assert given == before
    assert definition(tool)["_meta"] == {"k": [1]}


@pytest.mark.parametrize("name", REVISIONS)
def test_empty_containers_are_put_right(name: str) -> None:
    """No definition makes a client stumble over `"properties": []`."""
    given = {"type": "object", "properties": {"a": {"type": "object", "properties": []}}, "required": {}}
    mended = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}, "required": []}
    entry = definition(Described(inputs=given, output_schema=given), name)
    assert entry["inputSchema"] == mended
    assert entry.get("outputSchema", mended) == mended


def test_boolean_property_schemas() -> None:
    """Where a property's schema must be an object, a boolean becomes the object that means the same."""
    given = {"type": "object", "properties": {"a": True, "b": False, "c": {"items": True}}}
    rewritten = {"type": "object", "properties": {"a": {}, "b": {"not": {}}, "c": {"items": True}}}
    for name in REVISIONS:
        entry = definition(Described(inputs=given, output_schema=given), name)
        expected = given if name == "2026-07-28" else rewritten
        assert entry["inputSchema"] == expected
        assert entry.get("outputSchema", expected) == expected


@pytest.mark.parametrize(
    ("schema", "before", "after"),
    [
        (True, {}, {}),
        (False, {"not": {}}, {"not": {}}),
        ([], {}, {}),
        ({"type": ["object"]}, {"type": ["object"]}, {"type": ["object"]}),
        ({"$ref": "#"}, {"$ref": "#/properties/result"}, {"$ref": "#"}),
    ],
)
def test_odd_roots(schema: JSON, before: JSON, after: JSON) -> None:
    """A boolean, an empty list and a list of one type are no object roots; later an object schema is all it takes."""
    assert output_schema(schema, OBJECTS_ONLY) == {
        "type": "object",
        "properties": {"result": before},
        "required": ["result"],
    }
    assert output_schema(schema, ANYTHING) == after


def test_the_dialect_is_declared_at_the_root() -> None:
    """`$schema` moves up with the root."""
    given = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}]}
    assert output_schema(given, OBJECTS_ONLY) == {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"result": {"type": "array", "items": [{"type": "string"}]}},
        "required": ["result"],
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"properties": {"a": {}}}, {"properties": {"a": {}}, "type": "object"}),
        ({"type": ["object", "null"]}, {"type": "object"}),
        ({"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {}}}, None),
        (
            {"properties": {"a": {"$ref": "#"}}},
            {"type": "object", "allOf": [{"properties": {"a": {"$ref": "#/allOf/0"}}}]},
        ),
        ({"type": "array"}, {"type": "object", "allOf": [{"type": "array"}]}),
        (True, {"type": "object"}),
        (False, {"type": "object", "not": {}}),
    ],
)
def test_arguments_are_objects(given: JSON, expected: Any) -> None:
    """An input schema's root says that it takes an object, and what refers to the root means what it meant."""
    assert input_schema(given, ANYTHING) == (expected or {**given, "type": "object"})


def test_a_dialect_of_the_tools_own_is_shown() -> None:
    """A schema of a dialect that only the tool's own validator knows stays whole, as a resource of its own."""
    given = {"$schema": "https://example.org/mine", "type": "array", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}}
    projected = output_schema(given, OBJECTS_ONLY)
    assert projected is not None
    inner = projected["properties"].pop("result")
    assert inner.pop("$id").startswith("urn:schemaval:")
    assert inner == given
    assert projected == {"type": "object", "properties": {}, "required": ["result"]}


def test_a_pointer_that_leads_nowhere_is_refused() -> None:
    """A dangling reference cannot be kept right."""
    with pytest.raises(UnresolvableReference):
        output_schema({"$ref": "#/$defs/a"}, OBJECTS_ONLY)


TREE = {"value": 1, "next": {"value": 2}}
BAD_TREE = {"value": 1, "next": {"value": "2"}}

# What refers, and instances on either side of it. In draft-07 and before, what stands beside a $ref is void.
REFERRING: dict[str, tuple[JSON, list[JSON], list[JSON]]] = {
    "pointer": ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}}, [[]], [{}]),
    "pointer with escapes": ({"$ref": "#/$defs/a~1b%25", "$defs": {"a/b%": {"type": "array"}}}, [[]], [{}]),
    "empty reference": ({"properties": {"a": {"$ref": ""}}, "required": ["b"]}, [{"b": 1}], [{"b": 1, "a": {}}]),
    "root": ({"properties": {"a": {"$ref": "#"}}, "required": ["b"]}, [{"b": 1, "a": {"b": 2}}], [{"b": 1, "a": {}}]),
    "array of itself": ({"type": "array", "items": {"$ref": "#"}}, [[[], [[]]]], [[1]]),
    "anchor": ({"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "array"}}}, [[]], [{}]),
    "anchor of the root": ({"$anchor": "a", "type": "array", "items": {"$ref": "#a"}}, [[[]]], [[1]]),
    "identifier at the root": (
        {
            "$id": "https://example.org/r",
            "type": "array",
            "items": {"$ref": "#/$defs/a"},
            "$defs": {"a": {"type": "null"}},
        },
        [[None]],
        [[1]],
    ),
    "relative identifier at the root": (
        {"$id": "r", "type": "array", "items": {"$ref": "r#/$defs/a"}, "$defs": {"a": {"type": "null"}}},
        [[None]],
        [[1]],
    ),
    "embedded resource": (
        {
            "type": "array",
            "items": {"$ref": "https://example.org/e"},
            "$defs": {
                "e": {"$id": "https://example.org/e", "$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}},
                "a": {"type": "string"},
            },
        },
        [[None]],
        [["x"]],
    ),
    "pointer through an embedded resource": (
        {
            "type": "array",
            "items": {"$ref": "#/$defs/e/$defs/a"},
            "$defs": {"e": {"$id": "https://example.org/e", "$defs": {"a": {"type": "null"}}}},
        },
        [[None]],
        [["x"]],
    ),
    "unknown keyword": (
        {"$ref": "#/components/a", "components": {"a": {"items": {"$ref": "#"}, "type": "array"}}},
        [[[]]],
        [[1]],
    ),
    "property named $ref": (
        {"properties": {"$ref": {"type": "string"}}, "type": ["object"]},
        [{"$ref": "#"}],
        [{"$ref": 1}],
    ),
    "reference in data": ({"enum": [[{"$ref": "#/a"}]]}, [[{"$ref": "#/a"}]], [[{"$ref": "#/properties/result/a"}]]),
    "dynamic": (
        {
            "$ref": "https://example.org/list",
            "$defs": {
                "item": {"$dynamicAnchor": "item", "type": "string"},
                "list": {
                    "$id": "https://example.org/list",
                    "type": "array",
                    "items": {"$dynamicRef": "#item"},
                    "$defs": {"any": {"$dynamicAnchor": "item"}},
                },
            },
        },
        [["a"]],
        [[1]],
    ),
    "dynamic pointer": ({"$dynamicRef": "#/$defs/a", "$defs": {"a": {"type": "array"}}}, [[]], [{}]),
    "2019-09, recursion without an anchor": (
        {
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "properties": {"value": {"type": "integer"}, "next": {"$recursiveRef": "#"}},
        },
        [TREE],
        [BAD_TREE],
    ),
    "2019-09, recursion with an anchor": (
        {
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "$recursiveAnchor": True,
            "$ref": "https://example.org/node",
            "properties": {"value": {"type": "integer"}},
            "$defs": {
                "node": {
                    "$id": "https://example.org/node",
                    "$recursiveAnchor": True,
                    "properties": {"next": {"$recursiveRef": "#"}},
                }
            },
        },
        [TREE],
        [BAD_TREE],
    ),
    "draft-07": (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$ref": "#/definitions/a",
            "type": "string",
            "definitions": {"a": {"type": "array", "items": {"$ref": "#b"}}, "b": {"$id": "#b", "type": "null"}},
        },
        [[None]],
        [["x"], "x"],
    ),
    "draft-07, an identifier that is void": (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$id": "https://example.org/r",
            "$ref": "#/definitions/a",
            "definitions": {"a": {"type": "array"}},
        },
        [[]],
        [{}],
    ),
    "draft-04": (
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "id": "http://example.org/r",
            "type": "array",
            "items": {"$ref": "#/definitions/a"},
            "definitions": {"a": {"type": "null"}},
        },
        [[None]],
        [[1]],
    ),
    "draft-03": (
        {"$schema": "http://json-schema.org/draft-03/schema#", "type": "array", "items": {"$ref": "#"}},
        [[[]]],
        [[1]],
    ),
}


@pytest.mark.parametrize("backend", ["reference", "jsonschema"])
@pytest.mark.parametrize("case", REFERRING)
def test_references_are_kept_right(case: str, backend: str) -> None:
    """The object's schema says of its `result` what the schema said of the value."""
    schema, valid, invalid = REFERRING[case]
    projected = compile_schema(output_schema(schema, OBJECTS_ONLY), backend=(backend, "reference"))
    original = compile_schema(schema, backend="reference")
    for value in valid:
        assert original.is_valid(value)
        assert projected.is_valid({"result": value}), value
    for value in invalid:
        assert not original.is_valid(value)
        assert not projected.is_valid({"result": value}), value


# It knows no draft-03.
@pytest.mark.parametrize("case", [name for name in REFERRING if name != "draft-03"])
def test_another_implementation_agrees(case: str) -> None:
    """The projected schema means the same to a validator that is not ours."""
    engine = pytest.importorskip("jsonschema_rs")
    schema, valid, invalid = REFERRING[case]
    validator = engine.validator_for(output_schema(schema, OBJECTS_ONLY))
    assert all(validator.is_valid({"result": value}) for value in valid)
    assert not any(validator.is_valid({"result": value}) for value in invalid)


@pytest.mark.parametrize("case", [name for name in REFERRING if name != "draft-03"])
def test_the_value_must_be_there(case: str) -> None:
    """An object without a `result` is not what was promised."""
    assert not compile_schema(output_schema(REFERRING[case][0], OBJECTS_ONLY)).is_valid({})


def suite_groups(suite: Path, draft: Draft) -> Iterator[tuple[str, JSON, list[JSON]]]:
    """The schemas of the official suite, their dialect declared, with their instances."""
    for file in verdict_files(suite, draft):
        for group in read(file.path):
            schema = group["schema"]
            if isinstance(schema, dict) and "$schema" not in schema:
                schema = {"$schema": draft.uri, **schema}
            yield f"{file.name}: {group['description']}", schema, [test["data"] for test in group["tests"]]


@pytest.mark.long
@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
def test_every_schema_of_the_suite_may_be_moved(draft: Draft, suite: Path) -> None:
    """Every schema of the official suite says the same of a value at its new place, whatever its root is."""
    remotes = resources(suite, draft)
    moved = 0
    for where, schema, instances in suite_groups(suite, draft):
        try:
            original = compile_schema(schema, backend="reference", resources=remotes)
        except SchemavalError:  # what no backend takes, nobody sends
            continue
        there = relocated(restored(schema), "/properties/result")
        whole: dict[str, Any] = {"properties": {"result": there.schema}}
        if there.declared is not None:
            whole["$schema"] = there.declared
        try:
            projected = compile_schema(whole, backend="reference", resources=remotes)
        except SchemavalError as error:
            pytest.fail(f"{where}: {error}\n{json.dumps(whole)}")
        for value in instances:
            assert projected.is_valid({"result": value}) is original.is_valid(value), f"{where}\n{json.dumps(whole)}"
        moved += 1
    assert moved > 100
