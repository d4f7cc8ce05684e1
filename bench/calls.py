"""Tool calls: a definition, arguments as JSON text, a handler, and what it returns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from bench.shapes import RESULT, megabyte

FORECAST = {
    "type": "object",
    "properties": {
        "temperature": {"type": "number"},
        "conditions": {"type": "string"},
        "humidity": {"type": "integer"},
    },
    "required": ["temperature", "conditions", "humidity"],
}
FIVE = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "hourly": {"type": "boolean"},
        "unit": {"type": "string"},
        "share": {"type": "number"},
    },
    "required": ["city", "days", "hourly", "unit", "share"],
}
EMPTY: dict[str, Any] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of one tool; `handler` takes the arguments by name and returns `result`."""

    name: str
    input: dict[str, Any]
    output: dict[str, Any]
    arguments: bytes
    handler: Callable[..., Any]
    result: Any


_FORECAST = {"temperature": 4.5, "conditions": "Cloudy", "humidity": 82}
_LARGE = {"rows": megabyte()}


def forecast(city: str, days: int, hourly: bool, unit: str, share: float) -> dict[str, Any]:  # noqa: ARG001 - a tool's
    """Tell the weather."""
    return _FORECAST


def table() -> dict[str, Any]:
    """Give many rows."""
    return _LARGE


_ARGUMENTS = {"city": "Bergen", "days": 3, "hourly": False, "unit": "celsius", "share": 0.5}
CALLS = (
    ToolCall("call with five arguments", FIVE, FORECAST, orjson.dumps(_ARGUMENTS), forecast, _FORECAST),
    ToolCall("call with a 1 MB result", EMPTY, RESULT, b"{}", table, _LARGE),
)
