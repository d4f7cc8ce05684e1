"""Calls that real tool servers were sent, and the schemas of their tools, where the recordings are at hand."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import schemaval

FOLDER = Path(__file__).parents[2] / "shared" / "corpus" / "mcp"
_SIDES = ("inputSchema", "outputSchema")


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One side of a call: what was sent by a schema, and how many faults it has."""

    schema: Any
    instance: Any
    faults: int


def is_at_hand() -> bool:
    """Whether there is anything to read."""
    return FOLDER.is_dir()


@cache
def _tools() -> dict[tuple[str, str], dict[str, Any]]:
    """Tool definitions by server and name."""
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        if not path.name.startswith("calls-"):
            for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
                found[path.stem, tool["name"]] = tool
    return found


def tool_schemas() -> list[Any]:
    """The schemas of all tools, each once."""
    schemas = (tool[side] for tool in _tools().values() for side in _SIDES if side in tool)
    return list({json.dumps(schema): schema for schema in schemas}.values())


def recorded_calls() -> list[RecordedCall]:
    """Arguments, and structured results, each with its schema."""
    return [_counted(schema, instance) for schema, instance in _sides()]


def _sides() -> Iterator[tuple[Any, Any]]:
    for path in sorted(FOLDER.glob("calls-*.json")):
        recording = json.loads(path.read_text(encoding="utf-8"))
        for call in recording["calls"]:
            tool = _tools().get((recording["server"], call["tool"]), {})
            sides = call.get("arguments"), call.get("reply", {}).get("result", {}).get("structuredContent")
            for key, side in zip(_SIDES, sides, strict=True):
                if key in tool and side is not None:
                    yield tool[key], side


def _counted(schema: Any, instance: Any) -> RecordedCall:
    return RecordedCall(schema, instance, len(schemaval.compile(schema, backend="reference").violations(instance)))
