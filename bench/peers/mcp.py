"""The mcp SDK: a server with one tool and a client in one process, dispatched in memory, and over in-memory streams."""

import asyncio
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import orjson
from typing_extensions import TypedDict

from bench.calls import ToolCall, forecast, table
from bench.cases import Case
from bench.subject import NotComparable, Offer, Timed

_server: Any = import_module("mcp.server")  # by name: type checkers need not have it
_client: Any = import_module("mcp")

_WARM = 20  # calls before the clock starts


class Forecast(TypedDict):
    """A small result."""

    temperature: float
    conditions: str
    humidity: int


class Row(TypedDict):
    """A row of the large result."""

    id: int
    name: str
    price: float
    sold: bool


class Result(TypedDict):
    """The large result."""

    rows: list[Row]


def _typed_forecast(city: str, days: int, hourly: bool, unit: str, share: float) -> Forecast:
    found: Any = forecast(city, days, hourly, unit, share)
    return found  # type: ignore[no-any-return]  # its members are those of a Forecast


def _typed_table() -> Result:
    found: Any = table()
    return found  # type: ignore[no-any-return]  # its members are those of a Result


_HANDLERS: dict[Callable[..., Any], Callable[..., Any]] = {forecast: _typed_forecast, table: _typed_table}


def _calling(mode: str) -> Callable[[Case], Timed]:
    def make(case: Case) -> Timed:
        call = case.call
        assert call is not None
        result = asyncio.run(_called(mode, call, 1))[1]
        if result.structured_content != call.result:
            raise NotComparable("its answer is wrong")
        return lambda count: asyncio.run(_called(mode, call, count))[0]

    return make


async def _called(mode: str, call: ToolCall, count: int) -> tuple[float, Any]:
    """The seconds of one call, once a client is connected, and the last result."""
    server = _server.MCPServer("bench")
    server.tool(name="tool")(_HANDLERS[call.handler])
    arguments = orjson.loads(call.arguments)
    async with _client.Client(server, mode=mode) as client:
        for _ in range(_WARM if call.handler is forecast else 1):
            result = await client.call_tool("tool", arguments)
        start = time.process_time()
        for _ in range(count):
            result = await client.call_tool("tool", arguments)
        return (time.process_time() - start) / count, result


OFFERS = (
    Offer("mcp SDK", "call in JSON", _calling("auto")),
    Offer("mcp SDK, streams", "call in JSON", _calling("legacy")),
)
