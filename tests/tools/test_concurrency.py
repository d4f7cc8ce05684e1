"""One tool, called from everywhere at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from schemaval.jsonvalue import JSON
from schemaval.tools import InvalidToolInput, InvalidToolOutput, Schema, Tool, ToolExecutionContext, ToolExecutionError
from schemaval.tools.results import acall_tool, call_tool
from schemaval.tools.running.judging import ValidatorChoice

CALLS = 1000
THREADS = 16

INPUTS = [
    Schema.integer("number").required(),
    Schema.string("text"),
    Schema.array("tags").items({"type": "string"}),
    Schema.object("more", properties=[Schema.string("a")]),
    Schema.boolean("flag"),
]
OUTPUT = {"type": "object", "properties": {"number": {"type": "integer"}, "tags": {"type": "array"}}}


def handler(number: int, text: str = "x", tags: Any = (), more: Any = None, *, flag: bool = False, context: Any) -> Any:
    """Fails, answers wrongly, or gives back all that it got, by the number."""
    if number % 7 == 0:
        raise ValueError(number)
    if number % 11 == 0:
        return {"number": str(number)}
    return {"number": number, "tags": tags or {}, "rest": [text, more, flag, context.tool_call_id]}


async def ahandler(number: int, text: str = "x", tags: Any = (), more: Any = None, *, context: Any) -> Any:
    """The same, with a pause in between."""
    await asyncio.sleep(0)
    return handler(number, text, tags, more, context=context)


def arguments(number: int) -> JSON:
    """Every kind of call: valid, with empties, almost right, wrong, no object."""
    kinds: list[JSON] = [
        {"number": number, "text": str(number), "tags": [str(number)], "more": {"a": "b"}},
        {"number": number, "tags": {}, "more": []},
        {"number": str(number), "tags": f'["{number}"]'},
        {"number": number, "unknown": 1},
        [number],
        {"number": number},
    ]
    return kinds[number % len(kinds)]


def context(number: int) -> ToolExecutionContext:
    """The context of one call."""
    return ToolExecutionContext(f"call_{number}", "tool", None)


def tool(validator: ValidatorChoice, run: Callable[..., Any] = handler) -> Tool:
    """A fresh tool: nothing of it is compiled yet."""
    return Tool("tool", inputs=INPUTS, output=OUTPUT, handler=run, validator=validator, repair="safe")


def outcome(error: Exception) -> tuple[str, Any]:
    """What an error says, as a value."""
    if isinstance(error, (InvalidToolInput, InvalidToolOutput)):
        return type(error).__name__, [each.to_dict() for each in error.violations]
    assert isinstance(error, ToolExecutionError), error
    return type(error).__name__, repr(error.__cause__)


def called(of: Tool, number: int) -> Any:
    """The outcome of one call."""
    try:
        return of.call(arguments(number), context(number))
    except (InvalidToolInput, InvalidToolOutput, ToolExecutionError) as error:
        return outcome(error)


async def acalled(of: Tool, number: int) -> Any:
    """The outcome of one awaited call."""
    try:
        return await of.acall(arguments(number), context(number))
    except (InvalidToolInput, InvalidToolOutput, ToolExecutionError) as error:
        return outcome(error)


async def all_at_once(one: Callable[[int], Any]) -> list[Any]:
    """The outcomes of all calls, started together."""
    return await asyncio.gather(*[one(number) for number in range(CALLS)])


@pytest.fixture
def one_by_one(validator: ValidatorChoice) -> list[Any]:
    """What the calls give when they come one after the other: every kind of outcome is among them."""
    same = tool(validator)
    found = [called(same, number) for number in range(CALLS)]
    kinds = {each[0] if isinstance(each, tuple) else "value" for each in found}
    assert kinds == {"InvalidToolInput", "InvalidToolOutput", "ToolExecutionError", "value"}
    return found


def test_threads_get_what_one_by_one_gets(validator: ValidatorChoice, one_by_one: list[Any]) -> None:
    """A thousand calls of one fresh tool from sixteen threads, started together, change no result."""
    same = tool(validator)
    barrier = Barrier(THREADS)

    def share(first: int) -> list[tuple[int, Any]]:
        barrier.wait()
        return [(number, called(same, number)) for number in range(first, CALLS, THREADS)]

    with ThreadPoolExecutor(THREADS) as pool:
        found = dict(pair for pairs in pool.map(share, range(THREADS)) for pair in pairs)
    assert [found[number] for number in range(CALLS)] == one_by_one


@pytest.mark.parametrize("run", [handler, ahandler])
def test_tasks_get_what_one_by_one_gets(
    validator: ValidatorChoice, one_by_one: list[Any], run: Callable[..., Any]
) -> None:
    """A thousand tasks on one fresh tool, sync or async, change no result."""
    same = tool(validator, run)
    assert asyncio.run(all_at_once(lambda number: acalled(same, number))) == one_by_one


def test_results_are_the_same_from_threads_and_tasks(validator: ValidatorChoice) -> None:
    """What is sent over the wire does not depend on who else is calling."""
    same = tool(validator)
    expected = [call_tool(same, arguments(number), context=context(number)) for number in range(CALLS)]
    fresh = tool(validator)
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda n: call_tool(fresh, arguments(n), context=context(n)), range(CALLS)))
    assert found == expected
    awaited = tool(validator, ahandler)
    assert asyncio.run(all_at_once(lambda n: acall_tool(awaited, arguments(n), context=context(n)))) == expected
