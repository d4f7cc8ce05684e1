"""What MCP asks of a tool, by revision of the protocol: findings of their own kind, never schema errors."""

from typing import Any

import pytest

from schemaval.tools.wire import revisions

OBJECT = {"type": "object"}
REVISIONS = tuple(revisions.REVISIONS)
OLD, DEFAULT, NEW = "2024-11-05", "2025-11-25", "2026-07-28"


def headed(**properties: Any) -> dict[str, Any]:
    """A tool with these properties."""
    return {"name": "a", "inputSchema": {"type": "object", "properties": properties}}


H = {"type": "string", "x-mcp-header": "Region"}

# The tools -> the revisions in which something is found, and what: (pointer, rule).
CASES: dict[str, tuple[list[Any], tuple[str, ...], list[tuple[str, str]]]] = {
    "no root type": (
        [{"name": "a", "inputSchema": {"properties": {}}}],
        REVISIONS,
        [("/0/inputSchema", "input-root-type")],
    ),
    "another root type": (
        [{"name": "a", "inputSchema": {"type": "array"}}],
        REVISIONS,
        [("/0/inputSchema", "input-root-type")],
    ),
    "a list with object": (
        [{"name": "a", "inputSchema": {"type": ["object"]}}],
        REVISIONS,
        [("/0/inputSchema", "input-root-type")],
    ),
    "an empty schema as []": ([{"name": "a", "inputSchema": []}], REVISIONS, [("/0/inputSchema", "input-root-type")]),
    "a boolean schema": ([{"name": "a", "inputSchema": True}], REVISIONS, [("/0/inputSchema", "input-root-type")]),
    "no input schema": ([{"name": "a", "description": "x"}], REVISIONS, [("/0", "input-schema")]),
    "an output of no object, before it was free": (
        [{"name": "a", "inputSchema": OBJECT, "outputSchema": {"type": "array"}}],
        ("2025-06-18", "2025-11-25"),
        [("/0/outputSchema", "output-root-type")],
    ),
    "an output of any type, since it is free": (
        [{"name": "a", "inputSchema": OBJECT, "outputSchema": {}}],
        ("2025-11-25",),
        [("/0/outputSchema", "output-root-type")],
    ),
    "a space in a name": ([{"name": "a b", "inputSchema": OBJECT}], REVISIONS, [("/0/name", "name-characters")]),
    "an empty name": ([{"name": "", "inputSchema": OBJECT}], REVISIONS, [("/0/name", "name-characters")]),
    "a line break at the end of a name": (
        [{"name": "a\n", "inputSchema": OBJECT}],
        REVISIONS,
        [("/0/name", "name-characters")],
    ),
    "129 characters": ([{"name": "a" * 129, "inputSchema": OBJECT}], REVISIONS, [("/0/name", "name-characters")]),
    "128 characters of all kinds": ([{"name": "aZ0_.-" + "a" * 122, "inputSchema": OBJECT}], (), []),
    "no name": ([{"inputSchema": OBJECT}, {"name": "b", "inputSchema": OBJECT}], REVISIONS, [("/0", "name")]),
    "a name twice": (
        [
            {"name": "a", "inputSchema": OBJECT},
            {"name": "A", "inputSchema": OBJECT},
            {"name": "a", "inputSchema": OBJECT},
        ],
        REVISIONS,
        [("/2/name", "name-unique")],
    ),
    "a boolean property": (
        [headed(x=True, y=False, z=[])],
        REVISIONS[:-1],
        [("/0/inputSchema/properties/x", "boolean-property"), ("/0/inputSchema/properties/y", "boolean-property")],
    ),
    "a boolean further down": ([headed(x={"properties": {"y": True}})], (), []),
    "a good header": (
        [headed(a=H, b={"type": "object", "properties": {"c": {"type": "integer", "x-mcp-header": "X-2"}}})],
        (),
        [],
    ),
    "a header on a number": (
        [headed(a={"type": "number", "x-mcp-header": "A"})],
        (NEW,),
        [("/0/inputSchema/properties/a/x-mcp-header", "header")],
    ),
    "an empty header": (
        [headed(a={"type": "string", "x-mcp-header": ""})],
        (NEW,),
        [("/0/inputSchema/properties/a/x-mcp-header", "header")],
    ),
    "a header that is no token": (
        [headed(a={"type": "string", "x-mcp-header": "a b"})],
        (NEW,),
        [("/0/inputSchema/properties/a/x-mcp-header", "header")],
    ),
    "a header twice": (
        [headed(a=H, b={**H, "x-mcp-header": "REGION"})],
        (NEW,),
        [("/0/inputSchema/properties/b/x-mcp-header", "header")],
    ),
    "a header in an item": (
        [headed(a={"type": "array", "items": H})],
        (NEW,),
        [("/0/inputSchema/properties/a/items/x-mcp-header", "header")],
    ),
    "a header behind a reference": (
        [{"name": "a", "inputSchema": {**OBJECT, "properties": {"x": {"$ref": "#/$defs/h"}}, "$defs": {"h": H}}}],
        (NEW,),
        [("/0/inputSchema/$defs/h/x-mcp-header", "header")],
    ),
    "a header at the root": (
        [{"name": "a", "inputSchema": {**OBJECT, "x-mcp-header": "A"}}],
        (NEW,),
        [("/0/inputSchema/x-mcp-header", "header")],
    ),
    "a header in data": ([headed(a={"type": "object", "default": {"x-mcp-header": ""}})], (), []),
    "a tool of another provider": ([{"name": "a b", "input_schema": {}}], (), []),
}


@pytest.mark.parametrize("case", CASES)
def test_each_demand_holds_in_its_revisions(case: str, call: Any, put: Any) -> None:
    """In the first, the default and the last revision exactly the demands of that revision are findings."""
    tools, revisions, expected = CASES[case]
    name = put("t.json", tools)
    for revision in (OLD, DEFAULT, NEW):
        ran = call("check", name, "--format", "json", "--revision", revision)
        found = [finding for tool in ran.report["tools"] for finding in tool["mcp"]]
        assert [(finding["pointer"], finding["keyword"]) for finding in found] == (
            expected if revision in revisions else []
        )
        assert all(finding["kind"] == "mcp" for finding in found)
        assert all(tool["errors"] == [] for tool in ran.report["tools"])
        assert ran.code == (1 if found else 0)


def test_an_output_schema_is_never_a_boolean(call: Any, put: Any) -> None:
    """Since 2026-07-28 it may be any object, still no boolean; before, a boolean has no root type."""
    name = put("t.json", [{"name": "a", "inputSchema": OBJECT, "outputSchema": True}])
    for revision, rules in ((OLD, []), (DEFAULT, ["output-root-type"]), (NEW, ["output-object"])):
        (tool,) = call("check", name, "--format", "json", "--revision", revision).report["tools"]
        assert [finding["keyword"] for finding in tool["mcp"]] == rules


def test_what_is_no_object_is_named(call: Any, put: Any) -> None:
    """A list may hold anything; what is no tool is said and hides no other."""
    ran = call(
        "check",
        put("t.json", {"tools": [None, {"type": "function", "function": 5}, {"name": "a", "inputSchema": OBJECT}]}),
    )
    assert ran.code == 1
    assert ran.out.count("a tool must be an object with a name and a schema") == 2
    assert "3 tools, 1 schema: 2 bad, 0 repaired" in ran.out


def test_an_unknown_revision_is_usage(call: Any, put: Any) -> None:
    """The revisions known are listed."""
    ran = call("check", put("t.json", []), "--revision", "2023-01-01")
    assert ran.code == 2
    assert DEFAULT in ran.err
