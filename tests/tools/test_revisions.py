"""The revisions of the protocol as rows."""

import json
from pathlib import Path

import pytest

from schemaval.tools.wire.revisions import DEFAULT_REVISION, REVISIONS, revision


def test_the_default_is_known() -> None:
    """The revision that is meant where none is named is one of the rows."""
    assert revision(DEFAULT_REVISION).name == "2025-11-25"


def test_rows_are_in_order() -> None:
    """The rows stand in the order of their dates."""
    assert list(REVISIONS) == sorted(REVISIONS) == [row.name for row in REVISIONS.values()]


@pytest.mark.parametrize("name", ["", "2025-06-19", "draft", "latest", None, 2025])
def test_an_unknown_revision_is_refused_with_the_known_ones(name: str) -> None:
    """No revision is guessed."""
    with pytest.raises(ValueError, match=r"2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28"):
        revision(name)


@pytest.mark.parametrize("name", REVISIONS)
def test_rows_say_what_the_schemas_say(name: str, shared: Path) -> None:
    """The protocol's own schema of each revision agrees with its row."""
    path = shared / "mcp-schema" / f"{name}.schema.json"
    if not path.is_file():
        pytest.skip(f"no schema of MCP's revision {name} beside the project")
    whole = json.loads(path.read_text(encoding="utf-8"))
    types = whole.get("$defs") or whole["definitions"]
    row = revision(name)
    result, tool = types["CallToolResult"], types["Tool"]["properties"]
    structured = result["properties"].get("structuredContent")
    kind = "none" if structured is None else "object" if structured.get("type") == "object" else "any"
    assert row.structured == kind
    assert row.has_result_type is ("resultType" in result["required"])
    assert ("outputSchema" in tool) is (row.structured != "none")
    assert row.has_boolean_properties is ("properties" not in tool["inputSchema"]["properties"])


def test_a_revision_knows_what_came_before() -> None:
    """What an earlier revision brought is part of the later ones."""
    row = revision("2025-06-18")
    assert row.knows("2024-11-05")
    assert row.knows("2025-06-18")
    assert not row.knows("2025-11-25")
