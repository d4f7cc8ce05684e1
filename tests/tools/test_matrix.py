"""The whole matrix: revision x output schema x returned value, with what goes over the wire spelled out in a table.

`matrix.jsonl` is a line for a schema, a value and the revisions that send the same; nothing of it was computed by the
package. The official schemas of the protocol and the models of `mcp_types` judge every result and every definition.
"""

import asyncio
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp_types.methods import validate_server_result
from pydantic import BaseModel

from schemaval.tools import Tool
from schemaval.tools.results import acall_tool, call_tool
from schemaval.tools.wire.revisions import REVISIONS

TABLE = [
    (row["schema"], row["value"], revision, row["wire"])
    for row in map(json.loads, (Path(__file__).parent / "matrix.jsonl").read_text(encoding="utf-8").splitlines())
    for revision in row["revisions"].split()
]
WITH_MODELS = ("2025-11-25", "2026-07-28")

SCHEMAS: dict[str, Any] = {
    "none": None,
    "object": {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "tags": {"type": "array"}, "meta": {"type": "object"}},
    },
    "array": {"type": "array"},
    "scalar": {"type": "string"},
    "null": {"type": "null"},
    "typeless": {"properties": {"a": {"type": "integer"}}},
    "anyOf": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "string"}]},
}

# What the definition says of the output in 2025-06-18 and 2025-11-25; earlier ones say nothing, later ones the schema.
PROJECTED: dict[str, Any] = {
    "none": None,
    "object": SCHEMAS["object"],
    "array": {"type": "object", "properties": {"result": {"type": "array"}}, "required": ["result"]},
    "scalar": {"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]},
    "null": {"type": "object", "properties": {"result": {"type": "null"}}, "required": ["result"]},
    "typeless": {
        "type": "object",
        "properties": {"result": {"properties": {"a": {"type": "integer"}}}},
        "required": ["result"],
    },
    "anyOf": {
        "type": "object",
        "properties": {"result": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "string"}]}},
        "required": ["result"],
    },
}


@dataclass
class Point:
    """A value of a dataclass."""

    a: int


class Record(BaseModel):
    """A value of a pydantic model."""

    a: int


TEXT = {"type": "text", "text": "hi"}
IMAGE = {"type": "image", "data": "AAE=", "mimeType": "image/png"}
VALUES: dict[str, Any] = {
    "dict": {"a": 1, "tags": {}, "meta": []},
    "list": [1, 2],
    "[]": [],
    "{}": {},
    "scalar": "é",
    "None": None,
    "block": TEXT,
    "blocks": [TEXT, IMAGE],
    "mixed": [TEXT, {"a": 1}],
    "dataclass": Point(1),
    "model": Record(a=1),
    "result": {"content": [{"type": "text", "text": "done"}], "structuredContent": {"a": 1}, "isError": False},
    "exception": ValueError("not for the model"),
}


def tool_of(schema: str, value: str) -> Tool:
    """A tool with that output schema, whose handler returns, or raises, that value."""

    def handler() -> Any:
        if isinstance(VALUES[value], Exception):
            raise VALUES[value].with_traceback(None)  # or the log would write all earlier ones as well
        return VALUES[value]

    return Tool("t", "says it", output=SCHEMAS[schema], handler=handler)


@cache
def official(folder: Path, revision: str, definition: str) -> Any:
    """The protocol's own schema of one of its types."""
    path = folder / "mcp-schema" / f"{revision}.schema.json"
    if not path.is_file():
        return None
    whole = json.loads(path.read_text(encoding="utf-8"))
    holder = "$defs" if "$defs" in whole else "definitions"
    schema = {**whole, "$ref": f"#/{holder}/{definition}"}
    return jsonschema.validators.validator_for(whole)(schema)


def judge(folder: Path, revision: str, definition: str, value: Any) -> None:
    """Hold a value to the protocol's own schema; skip, saying so, where that is not there."""
    validator = official(folder, revision, definition)
    if validator is None:
        pytest.skip(f"no schema of MCP's revision {revision} beside the project")
    validator.validate(value)


def test_the_table_is_whole() -> None:
    """Every revision, every kind of schema and every kind of value meet, once."""
    met = [(revision, schema, value) for schema, value, revision, _ in TABLE]
    assert len(met) == len(set(met)) == len(REVISIONS) * len(SCHEMAS) * len(VALUES)


@pytest.mark.parametrize(("schema", "value", "revision", "wire"), TABLE)
def test_what_goes_over_the_wire(schema: str, value: str, revision: str, wire: Any) -> None:
    """A call, awaited or not, sends exactly what the table says."""
    tool = tool_of(schema, value)
    expected = json.dumps(wire, sort_keys=True)
    assert json.dumps(call_tool(tool, {}, revision=revision), sort_keys=True) == expected
    assert json.dumps(asyncio.run(acall_tool(tool, {}, revision=revision)), sort_keys=True) == expected


@pytest.mark.parametrize(("schema", "value", "revision", "wire"), TABLE)
def test_every_result_is_a_result(schema: str, value: str, revision: str, wire: Any, shared: Path) -> None:
    """What is sent validates against the protocol's own schema of the revision; the table says no different."""
    result = call_tool(tool_of(schema, value), {}, revision=revision)
    assert result == wire
    judge(shared, revision, "CallToolResult", result)


@pytest.mark.parametrize(
    ("schema", "value", "revision"), [(schema, value, name) for schema, value, name, _ in TABLE if name in WITH_MODELS]
)
def test_every_result_fits_the_official_models(schema: str, value: str, revision: str) -> None:
    """What is sent validates against the models of `mcp_types`."""
    validate_server_result("tools/call", revision, call_tool(tool_of(schema, value), {}, revision=revision))


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_definitions(schema: str, revision: str) -> None:
    """A definition has the output schema that the revision takes, or none."""
    entry = tool_of(schema, "None").definition(revision)
    expected = {"2025-06-18": PROJECTED, "2025-11-25": PROJECTED, "2026-07-28": SCHEMAS}.get(revision, {})
    assert entry.get("outputSchema") == expected.get(schema)
    assert entry["name"] == "t"
    assert entry["description"] == "says it"
    if revision in WITH_MODELS:
        listing: dict[str, Any] = {"tools": [entry]}
        if revision == "2026-07-28":
            listing |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        validate_server_result("tools/list", revision, listing)


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_definition_is_a_tool(schema: str, revision: str, shared: Path) -> None:
    """A definition validates against the protocol's own schema of the revision."""
    judge(shared, revision, "Tool", tool_of(schema, "None").definition(revision))


@pytest.mark.parametrize(("schema", "value", "revision", "wire"), TABLE)
def test_what_is_sent_keeps_what_is_promised(schema: str, value: str, revision: str, wire: Any) -> None:
    """A client that judges the structured content by the definition's own output schema is content."""
    promised = tool_of(schema, value).definition(revision).get("outputSchema")
    if promised is not None and not wire.get("isError"):
        jsonschema.Draft202012Validator(promised).validate(wire["structuredContent"])


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_table_holds_with_every_validator(schema: str, validator: Any) -> None:
    """Whoever judges, the same is sent."""
    tools = {value: tool_of(schema, value) for value in VALUES}
    for kind, value, revision, wire in TABLE:
        if kind == schema:
            assert call_tool(tools[value], {}, revision=revision, validator=validator) == wire, value
