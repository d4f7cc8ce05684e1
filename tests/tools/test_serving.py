"""`tools/call` served: whose fault it is, who is told of it, and in which words."""

import asyncio
import copy
import json
import logging
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import mcp_types
import pytest

from schemaval.backends.protocol import SchemaValidator
from schemaval.compiling import compile_schema
from schemaval.errors import InvalidSchema, SchemavalError
from schemaval.jsonvalue import JSON
from schemaval.rendering import render
from schemaval.tools import (
    InvalidDefinition,
    InvalidToolInput,
    InvalidToolOutput,
    ProtocolError,
    Tool,
    ToolError,
    ToolExecutionContext,
    ToolSet,
    content,
)
from schemaval.tools.results import NOTHING, acall_tool, call_tool
from schemaval.tools.wire.revisions import REVISIONS
from schemaval.violation import Violation
from tests.tools.engines import backends_only, once

pytestmark = pytest.mark.usefixtures("everywhere")

REPORTING = ("2025-11-25", "2026-07-28")
ADD: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "rows": {"type": "array"}},
    "required": ["a"],
    "additionalProperties": False,
}
FAILED = {"content": [{"type": "text", "text": "Tool execution failed."}], "isError": True}


def text(words: str) -> list[dict[str, Any]]:
    """Content of one text."""
    return [{"type": "text", "text": words}]


def giving(value: Any, output: Any = None) -> Tool:
    """A tool whose handler gives a value."""
    return Tool("t", output=output, handler=lambda: value)


def raising(error: BaseException) -> Tool:
    """A tool whose handler raises."""

    def handler() -> None:
        raise error.with_traceback(None)

    return Tool("t", handler=handler)


def typed(wire: dict[str, Any], revision: str) -> dict[str, Any]:
    """A result with its type, where results have one."""
    return {**wire, "resultType": "complete"} if revision == "2026-07-28" else wire


class Ear(logging.Filter):
    """Keeps what the logger is told, and lets nobody else hear it, who might not be able to write it."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a record of a warning or worse."""
        if record.levelno >= logging.WARNING:
            self.records.append(record)
        return False


@pytest.fixture
def errors() -> Iterator[list[logging.LogRecord]]:
    """What the logger `schemaval` is told, from warnings on."""
    ear = Ear()
    logger = logging.getLogger("schemaval")
    logger.addFilter(ear)
    yield ear.records
    logger.removeFilter(ear)


# Arguments


@pytest.mark.parametrize("revision", REVISIONS)
def test_invalid_arguments(revision: str, validator: Any) -> None:
    """They are an error of the protocol up to 2025-06-18, then a result that the model can read."""
    tool = Tool("t", input=ADD, handler=lambda **_all: pytest.fail("called"), validator=validator)
    sent = {"a": "one", "b": 1}
    violations = tool.input_judge().violations(sent)
    assert {violation.pointer for violation in violations} == {"/a", "/b"}
    if revision in REPORTING:
        expected = typed({"content": text(render(violations)), "isError": True}, revision)
        assert call_tool(tool, sent, revision=revision) == expected
        assert asyncio.run(acall_tool(tool, sent, revision=revision)) == expected
    else:
        with pytest.raises(ProtocolError, match="Invalid arguments for the tool t: /a") as caught:
            call_tool(tool, sent, revision=revision)
        assert caught.value.code == -32602
        assert caught.value.data == {"violations": [violation.to_dict() for violation in violations]}
        with pytest.raises(ProtocolError):
            asyncio.run(acall_tool(tool, sent, revision=revision))


@pytest.mark.parametrize("revision", REVISIONS)
def test_how_invalid_arguments_are_told_may_be_chosen(revision: str) -> None:
    """`invalid_input` overrides what the revision asks."""
    tool = Tool("t", input=ADD, handler=lambda **_all: None)
    assert call_tool(tool, {}, revision=revision, invalid_input="result")["isError"] is True
    with pytest.raises(ProtocolError):
        call_tool(tool, {}, revision=revision, invalid_input="protocol")


def test_no_word_of_the_arguments_is_repeated() -> None:
    """What the model is told, and what a client reads, holds no value of the arguments."""
    tool = Tool("t", input=ADD, handler=lambda **_all: None)
    with pytest.raises(ProtocolError) as caught:
        call_tool(tool, {"a": "hunter2"}, revision="2025-06-18")
    assert "hunter2" not in repr(caught.value.to_dict())
    assert "hunter2" not in repr(call_tool(tool, {"a": "hunter2"}))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"a": 1, "rows": {}}, {"a": 1, "rows": []}),
        ('{"a": 1}', {"a": 1}),
        (b'{"a": 1}', {"a": 1}),
        ('"{\\"a\\": 1}"', {"a": 1}),
    ],
)
def test_arguments_are_read_and_mended(arguments: Any, expected: Any) -> None:
    """Text is read, text of text too, and empties are put right."""
    got: list[Any] = []
    call_tool(Tool("t", input=ADD, handler=lambda **all_: got.append(all_)), arguments)
    assert got == [expected]


def test_absent_arguments_are_none_at_all() -> None:
    """Arguments left out are `{}`; null is no object."""
    tool = giving("done")
    assert call_tool(tool) == {"content": text("done")}
    assert call_tool(tool, "") == {"content": text("done")}
    assert call_tool(tool, None)["isError"] is True


@pytest.mark.parametrize("arguments", ["{", b"\xff", {"a": math.nan, "b": object()}, {"a": [math.nan]}])
def test_arguments_that_are_no_json(arguments: Any) -> None:
    """They are invalid arguments, with the position where a text breaks off."""
    tool = Tool("t", input={"type": "object", "properties": {"a": {"type": "string"}}}, handler=lambda **_all: None)
    result = call_tool(tool, arguments)
    assert result["isError"] is True
    assert not isinstance(arguments, str) or "line 1, column 2" in result["content"][0]["text"]
    with pytest.raises(ProtocolError):
        call_tool(tool, arguments, revision="2025-03-26")


def test_repair_is_asked_for() -> None:
    """`repair="safe"` repairs, and tells of it."""
    changes: list[Any] = []
    tool = Tool("t", input=ADD, handler=lambda a: a)
    assert call_tool(tool, {"a": "3"})["isError"] is True
    assert call_tool(tool, {"a": "3"}, repair="safe", on_change=changes.append) == {"content": text("3")}
    assert [change.pointer for change in changes] == ["/a"]


def test_the_context_is_handed_on() -> None:
    """A handler learns the call's id, and the arguments as they were sent."""
    seen: list[ToolExecutionContext] = []

    def handler(context: ToolExecutionContext, **_all: Any) -> None:
        seen.append(context)

    tool = Tool("t", input=ADD, handler=handler)
    call_tool(tool, {"a": 1, "rows": {}})
    given = ToolExecutionContext("id", "t", {"a": 1})
    call_tool(tool, {"a": 1, "rows": []}, context=given)
    assert seen == [ToolExecutionContext("", "t", {"a": 1, "rows": {}}), given]


# Errors


@once
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    "error", [ValueError("secret"), KeyError("secret"), SchemavalError("secret"), InvalidDefinition("secret")]
)
def test_an_exception_is_for_the_log(revision: str, error: Exception, errors: list[logging.LogRecord]) -> None:
    """What a handler raises is logged at error level with the original, and nobody else is told a word of it."""
    tool = raising(error)
    assert call_tool(tool, {}, revision=revision) == typed(FAILED, revision)
    assert asyncio.run(acall_tool(tool, {}, revision=revision)) == typed(FAILED, revision)
    assert [(record.levelname, record.name) for record in errors] == [("ERROR", "schemaval")] * 2
    for record in errors:
        assert record.exc_info is not None
        assert record.exc_info[1] is error
        assert "secret" not in record.getMessage()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_tool_error_speaks_to_the_model(revision: str, errors: list[logging.LogRecord]) -> None:
    """A ToolError's text is the result's."""
    expected = typed({"content": text("no such city: Änge"), "isError": True}, revision)
    assert call_tool(raising(ToolError("no such city: Änge")), {}, revision=revision) == expected
    assert not errors


@pytest.mark.parametrize("words", ["", "\ud800"], ids=["nothing", "half a character"])
def test_a_tool_error_that_says_nothing_is_masked(words: str, errors: list[logging.LogRecord]) -> None:
    """A ToolError without text, or with text that JSON cannot carry, is as any other exception."""
    assert call_tool(raising(ToolError(words)), {}) == FAILED
    assert len(errors) == 1


class MuteError(ToolError):
    """Fails when it is asked what it says."""

    def __str__(self) -> str:
        raise RuntimeError("secret")


class NumbError(ToolError):
    """Says what is no text."""

    def __str__(self) -> str:
        wrong: Any = 5
        return wrong  # type: ignore[no-any-return]  # as wrong code does


@pytest.mark.parametrize("error", [MuteError(), NumbError()], ids=["raises", "no text"])
def test_a_tool_error_that_cannot_say_anything_is_masked(error: ToolError, errors: list[logging.LogRecord]) -> None:
    """A ToolError whose own code fails is as any other exception, and so is the caller spared of that code's."""
    assert call_tool(raising(error), {}) == FAILED
    assert asyncio.run(acall_tool(raising(error), {})) == FAILED
    assert len(errors) == 2


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_refusal_without_a_violation_says_so(revision: str) -> None:
    """A validator of the caller's that names nothing leaves the model, or the client, with a sentence all the same."""

    class Sullen:
        """Refuses, and does not say why."""

        def is_valid(self, _instance: JSON, /) -> bool:
            return False

        def violations(self, _instance: JSON, /) -> list[Violation]:
            return []

    tool = Tool("t", handler=lambda: 1, validator=lambda _schema: Sullen())
    told = call_tool(tool, {}, revision=revision, invalid_input="result")
    assert told["content"] == text("no violation was named")
    with pytest.raises(ProtocolError, match="Invalid arguments for the tool t: no violation was named"):
        call_tool(tool, {}, revision=revision, invalid_input="protocol")


@once
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    "value",
    [
        {"content": [], "isError": False, "_meta": 5},
        {"content": text("x"), "_meta": ["a"]},
        {"content": text("x"), "resultType": "task"},
        {"content": text("x"), "resultType": 5},
    ],
)
def test_a_whole_result_with_a_wrong_member_is_masked(
    revision: str, value: Any, errors: list[logging.LogRecord]
) -> None:
    """A member that no revision takes is neither sent nor made up: a `_meta` is an object, a type one that is known."""
    assert call_tool(giving(value), {}, revision=revision) == typed(FAILED, revision)
    assert len(errors) == 1


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_handler_that_gives_nothing_sends_no_content(revision: str) -> None:
    """NOTHING is no value: no block, no structured value, and a broken promise where there is an output schema."""
    assert call_tool(giving(NOTHING), {}, revision=revision) == typed({"content": []}, revision)
    whole = {"content": text("x"), "structuredContent": NOTHING}
    assert call_tool(giving(whole), {}, revision=revision) == typed({"content": text("x")}, revision)
    assert call_tool(giving(NOTHING, {}), {}, revision=revision) == typed(FAILED, revision)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_protocol_error_goes_on(revision: str) -> None:
    """A handler's ProtocolError comes out as it is."""
    error = ProtocolError(-32042, "not here", {"why": 1})
    with pytest.raises(ProtocolError) as caught:
        call_tool(raising(error), {}, revision=revision)
    assert caught.value is error
    with pytest.raises(ProtocolError) as caught:
        asyncio.run(acall_tool(raising(error), {}, revision=revision))
    assert caught.value is error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), asyncio.CancelledError()])
def test_what_is_no_exception_of_the_handlers_goes_on(error: BaseException) -> None:
    """An interrupt, an exit and a cancellation are not the tool's failures."""
    with pytest.raises(type(error)):
        call_tool(raising(error), {})


# Awaiting


async def slowly(a: int) -> int:
    """A handler that has to be awaited."""
    await asyncio.sleep(0)
    return a


def test_an_async_handler_is_awaited_or_refused() -> None:
    """`acall_tool` awaits it, `call_tool` says so."""
    tool = Tool("t", input=ADD, handler=slowly)
    assert asyncio.run(acall_tool(tool, {"a": 1})) == {"content": text("1")}
    with pytest.raises(InvalidDefinition, match="is async"):
        call_tool(tool, {"a": 1})


def test_a_handler_that_only_turns_out_to_be_async(errors: list[logging.LogRecord]) -> None:
    """Nobody could know: the coroutine is closed, the log says what to do, and the model nothing."""
    tool = Tool("t", handler=lambda: slowly(1))
    assert call_tool(tool, {}) == FAILED
    assert errors[0].exc_info is not None
    assert "is async" in str(errors[0].exc_info[1])
    assert asyncio.run(acall_tool(tool, {})) == {"content": text("1")}


def test_a_tool_without_a_handler_is_refused() -> None:
    """There is nothing to call."""
    with pytest.raises(InvalidDefinition, match="no handler"):
        call_tool(Tool("t"), {})
    with pytest.raises(InvalidDefinition, match="no handler"):
        asyncio.run(acall_tool(Tool("t"), {}))


# Output


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("value", ["secret", content.text("secret"), [content.text("secret")], {"content": []}])
def test_a_result_that_breaks_its_schema(
    revision: str, value: Any, validator: Any, errors: list[logging.LogRecord]
) -> None:
    """It is masked, and the log says what is wrong without a word of it."""
    tool = giving(value, {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]})
    assert call_tool(tool, {}, revision=revision, validator=validator) == typed(FAILED, revision)
    (record,) = errors
    assert (record.levelname, record.exc_info) == ("ERROR", None)
    assert record.getMessage().startswith("the result of the tool 't' breaks its output schema: ")
    assert "secret" not in record.getMessage()


@backends_only
def test_the_log_names_the_violations(errors: list[logging.LogRecord]) -> None:
    """Where and what, as `render` words it."""
    call_tool(giving({"a": "x"}, ADD), {})
    assert "/a: expected an integer, got a string" in errors[0].getMessage()


def test_warn_sends_and_logs(errors: list[logging.LogRecord]) -> None:
    """`output="warn"` sends what came, as far as the revision can carry it."""
    wire = {"content": text('{"a":"x"}'), "structuredContent": {"a": "x"}}
    assert call_tool(giving({"a": "x"}, ADD), {}, output="warn") == wire
    assert call_tool(giving([1], ADD), {}, output="warn") == {"content": text("[1]")}
    assert call_tool(giving(content.text("x"), ADD), {}, output="warn") == {"content": text("x")}
    assert [record.levelname for record in errors] == ["WARNING"] * 3


def test_off_sends_and_says_nothing(errors: list[logging.LogRecord]) -> None:
    """`output="off"` does not judge; empties are still put right."""
    tool = giving({"a": "x", "rows": {}}, ADD)
    assert call_tool(tool, {}, output="off")["structuredContent"] == {"a": "x", "rows": []}
    assert call_tool(giving("x", {"type": "array"}), {}, output="off")["structuredContent"] == {"result": "x"}
    assert not errors


@pytest.mark.parametrize(
    "value",
    [math.nan, {"a": math.inf}, object(), [object()], b"\xff", "\ud800", {1: 2, "1": 3}],
    ids=["NaN", "infinity", "an object", "a list of one", "no text", "half a character", "one name twice"],
)
@pytest.mark.parametrize("output", [None, {}])
def test_what_is_no_json_is_masked(value: Any, output: Any, errors: list[logging.LogRecord]) -> None:
    """A value that JSON has no place for is the tool's failure, whatever the revision."""
    for revision in REVISIONS:
        assert call_tool(giving(value, output), {}, revision=revision) == typed(FAILED, revision)
    assert {record.levelname for record in errors} == {"ERROR"}


@once
def test_a_value_that_contains_itself_is_masked(errors: list[logging.LogRecord]) -> None:
    """So is a cycle, blocks in it or not."""
    round_: dict[str, Any] = {}
    round_["round"] = round_
    mixed: list[Any] = [content.text("x")]
    mixed.append(mixed)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (round_, mixed, {"content": [], "structuredContent": round_}, deep):
        assert call_tool(giving(value), {}) == FAILED
        assert call_tool(giving(value, {}), {}) == FAILED
    assert len(errors) == 8


class Rude(Mapping[str, Any]):
    """A mapping whose own code fails."""

    def __getitem__(self, name: str) -> Any:
        raise ZeroDivisionError(name)

    def __iter__(self) -> Iterator[str]:
        raise ZeroDivisionError

    def __len__(self) -> int:
        return 1


def test_an_object_that_will_not_tell_of_itself_is_masked(errors: list[logging.LogRecord]) -> None:
    """What a returned object's own code raises is the handler's failure, not ours."""
    assert call_tool(giving(Rude()), {}) == FAILED
    assert errors[0].exc_info is not None
    assert isinstance(errors[0].exc_info[1], ZeroDivisionError)


class Broken:
    """A validator of the caller's that fails on results."""

    def __init__(self, schema: JSON) -> None:
        self.is_output = "output" in schema

    def is_valid(self, _instance: JSON, /) -> bool:
        """Everything is, but for results."""
        if self.is_output:
            raise ZeroDivisionError
        return True

    def violations(self, _instance: JSON, /) -> list[Violation]:
        """There are none."""
        return []


def test_a_validator_that_fails_is_masked(errors: list[logging.LogRecord]) -> None:
    """A result that cannot be judged is not sent."""
    assert call_tool(giving({}, {"type": "object", "output": 1}), {}, validator=Broken) == FAILED
    assert len(errors) == 1


@backends_only
def test_an_output_schema_that_does_not_compile_stops_the_call() -> None:
    """A wrong schema is told before the handler has done anything."""
    tool = Tool("t", output={"type": "object", "properties": 3}, handler=lambda: pytest.fail("called"))
    with pytest.raises(InvalidSchema):
        call_tool(tool, {})


# Whole results


@pytest.mark.parametrize(
    ("value", "output", "wire"),
    [
        ({"content": []}, None, {"content": []}),
        ({"content": [content.text("x")], "_meta": {"k": 1}}, None, {"content": text("x"), "_meta": {"k": 1}}),
        (
            {"content": [], "structuredContent": {"a": 1}},
            None,
            {"content": text('{"a":1}'), "structuredContent": {"a": 1}},
        ),
        ({"structuredContent": {"a": 1}}, None, {"content": text('{"a":1}'), "structuredContent": {"a": 1}}),
        ({"content": [], "structuredContent": [1]}, None, {"content": text("[1]")}),
        (
            {"content": [], "structuredContent": "x"},
            {"type": "string"},
            {"content": text('"x"'), "structuredContent": {"result": "x"}},
        ),
        (
            {"content": [content.image(b"", "image/png")], "structuredContent": {"a": 1}},
            ADD,
            {"content": [{"type": "image", "data": "", "mimeType": "image/png"}], "structuredContent": {"a": 1}},
        ),
        (
            {"content": [], "structuredContent": {"a": 1, "rows": {}}},
            ADD,
            {"content": text('{"a":1,"rows":[]}'), "structuredContent": {"a": 1, "rows": []}},
        ),
        ({"content": text("no"), "isError": True}, ADD, {"content": text("no"), "isError": True}),
        (
            {"content": text("no"), "isError": True, "structuredContent": {"why": 1}},
            ADD,
            {"content": text("no"), "isError": True, "structuredContent": {"why": 1}},
        ),
        (
            {"content": text("no"), "isError": True, "structuredContent": 3},
            ADD,
            {"content": text("no"), "isError": True},
        ),
        ({"content": text("x"), "isError": False}, ADD, FAILED),
        ({"content": text("x"), "structuredContent": {"a": "x"}}, ADD, FAILED),
        ({"content": ["x"], "isError": False}, None, FAILED),
        ({"content": [{"type": "video", "data": ""}], "isError": False}, None, FAILED),
        ({"content": [{"type": "text"}], "isError": False}, None, FAILED),
        ({"content": text("x"), "resultType": "complete"}, None, {"content": text("x")}),
        # values that only look like results
        (
            {"content": [{"type": "paragraph"}]},
            None,
            {
                "content": text('{"content":[{"type":"paragraph"}]}'),
                "structuredContent": {"content": [{"type": "paragraph"}]},
            },
        ),
        (
            {"content": "x", "title": "y"},
            None,
            {"content": text('{"content":"x","title":"y"}'), "structuredContent": {"content": "x", "title": "y"}},
        ),
        ({"isError": True}, None, {"content": text('{"isError":true}'), "structuredContent": {"isError": True}}),
    ],
)
def test_a_handler_may_return_a_whole_result(value: Any, output: Any, wire: Any) -> None:
    """It is sent as it is, completed where something is missing, and never touched."""
    before = copy.deepcopy(value)
    assert call_tool(giving(value, output), {}) == wire
    assert value == before


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        (mcp_types.CallToolResult(content=[]), {"content": [], "isError": False}),
        (
            mcp_types.CallToolResult(
                content=[mcp_types.TextContent(type="text", text="x")], structured_content={"a": None}, is_error=False
            ),
            {"content": text("x"), "structuredContent": {"a": None}, "isError": False},
        ),
        (
            mcp_types.CallToolResult(content=[mcp_types.TextContent(type="text", text="no")], is_error=True),
            {"content": text("no"), "isError": True},
        ),
        ({"content": [mcp_types.TextContent(type="text", text="x")]}, {"content": text("x")}),
    ],
)
def test_results_of_the_official_types(value: Any, wire: Any) -> None:
    """An object of the official types counts as the result that it stands for."""
    assert call_tool(giving(value), {}) == wire


def test_an_official_result_of_null_is_served() -> None:
    """A structured value of null that was set is a value."""
    value = mcp_types.CallToolResult(content=[], structured_content=None)
    assert call_tool(giving(value, {"type": "null"}), {}, revision="2026-07-28") == {
        "content": text("null"),
        "structuredContent": None,
        "isError": False,
        "resultType": "complete",
    }


@pytest.mark.parametrize("output", [None, {"type": "object"}])
def test_a_call_that_needs_more_input_passes(output: Any, errors: list[logging.LogRecord]) -> None:
    """`input_required` is sent unjudged from 2026-07-28 on; earlier revisions have no such result."""
    value = {"resultType": "input_required", "requestState": "s", "inputRequests": {}}
    tool = giving(value, output)
    assert call_tool(tool, {}, revision="2026-07-28") == value
    official = mcp_types.InputRequiredResult(result_type="input_required", request_state="s")
    sent = call_tool(giving(official, output), {}, revision="2026-07-28")
    assert sent == {"resultType": "input_required", "requestState": "s"}
    assert not errors
    assert call_tool(tool, {}, revision="2025-11-25") == FAILED
    assert len(errors) == 1


# Blocks by revision


@once
@pytest.mark.parametrize(
    ("block", "since"),
    [
        (content.audio(b"", "audio/wav"), "2025-03-26"),
        (content.resource_link("a:b", "n"), "2025-06-18"),
        (content.image(b"", "image/png"), "2024-11-05"),
    ],
)
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("shape", ["block", "list", "mixed", "result"])
def test_a_block_that_the_revision_does_not_know_is_masked(
    block: Any, since: str, revision: str, shape: str, errors: list[logging.LogRecord]
) -> None:
    """However it is returned, it is the tool's failure."""
    value = {"block": block, "list": [block], "mixed": [block, 1], "result": {"content": [block]}}[shape]
    result = call_tool(giving(value), {}, revision=revision)
    if revision >= since:
        assert result["content"][0] == block
        assert not errors
    else:
        assert result == typed(FAILED, revision)
        assert "cannot be sent" in errors[0].getMessage()


def test_members_of_later_revisions_are_left_out() -> None:
    """A block keeps what the revision knows of it."""
    block = content.text("x", meta={"k": 1}, annotations={"priority": 1, "lastModified": "2025-01-12"})
    sent = call_tool(giving(block), {}, revision="2025-03-26")
    assert sent == {"content": [{"type": "text", "text": "x", "annotations": {"priority": 1}}]}
    assert call_tool(giving(block), {}, revision="2025-06-18") == {"content": [block]}


# Options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"revision": "2025"}, "no revision of MCP"),
        ({"invalid_input": "ignore"}, "invalid_input is"),
        ({"output": "on"}, "output is"),
        ({"repair": "all"}, "repair is"),
    ],
)
def test_wrong_options_are_value_errors(options: Any, words: str) -> None:
    """A mode that does not exist is refused before anything runs."""
    tool = Tool("t", handler=lambda: pytest.fail("called"))
    with pytest.raises(ValueError, match=words):
        call_tool(tool, {}, **options)


def test_only_a_tool_is_called() -> None:
    """A set is told where its own method is, which answers an unknown name on the protocol's channel."""
    tools = ToolSet([giving("x")])
    call: Callable[..., Any] = call_tool
    with pytest.raises(TypeError, match="ToolSet has a call_tool of its own"):
        call(tools, {})
    assert tools.call_tool("t", {}) == {"content": text("x")}
    with pytest.raises(ProtocolError) as caught:
        tools.call_tool("nope", {})
    assert caught.value.code == -32602


def test_the_validators_choice_reaches_both_sides() -> None:
    """`validator=` judges arguments and results; the tool's own wins."""
    asked: list[JSON] = []

    class Spy(Broken):
        def __init__(self, schema: JSON) -> None:
            asked.append(schema)
            super().__init__({})

    tool = giving({"a": "x"}, ADD)
    assert call_tool(tool, {}, validator=Spy)["structuredContent"] == {"a": "x"}
    assert asked == [ADD, {"type": "object", "properties": {}}]
    own = Tool("t", output=ADD, handler=lambda: {"a": "x"}, validator="reference")
    assert call_tool(own, {}, validator=Spy) == FAILED


def test_a_context_is_the_callers_whatever_it_says_of_itself() -> None:
    """Also one of a class whose instances count as false, as an empty conversation may."""

    class Empty(ToolExecutionContext):
        """Has a length, of none."""

        def __len__(self) -> int:
            return len(self.messages)

    tool = Tool("t", handler=lambda context: context.tool_call_id)
    context = Empty("call_1", "t", {})
    assert call_tool(tool, {}, context=context)["content"] == text("call_1")
    assert asyncio.run(acall_tool(tool, {}, context=context))["content"] == text("call_1")


# What has nothing but content

PAGE: dict[str, Any] = {"type": "object", "properties": {"content": {"type": "array"}}, "required": ["content"]}
BLOCKS = [content.text("x")]


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    ("value", "output", "said"),
    [
        ({"content": []}, PAGE, {"content": []}),
        ({"content": ()}, PAGE, {"content": []}),
        ({"content": BLOCKS}, PAGE, {"content": BLOCKS}),
        ({"content": BLOCKS, "_meta": {"k": 1}}, PAGE, {"content": BLOCKS, "_meta": {"k": 1}}),
        ({"content": []}, {"type": "object"}, {"content": []}),
        ({"content": []}, {"type": "object", "properties": {"content": {"type": "object"}}}, {"content": {}}),
        ({"content": "text"}, {"type": "object"}, {"content": "text"}),
        ({"content": {"a": 1}}, {"type": "object"}, {"content": {"a": 1}}),
        ({"content": None}, {"type": "object"}, {"content": None}),
        ({"content": 5, "structuredContent": {}}, {"type": "object"}, {"content": 5, "structuredContent": {}}),
        ({"content": [1]}, PAGE, {"content": [1]}),
    ],
)
def test_a_value_with_a_member_content(
    value: Any, output: Any, said: Any, revision: str, errors: list[logging.LogRecord]
) -> None:
    """Under an output schema that speaks of `content`, or with none in it, a mapping is the value that was promised."""
    wire = call_tool(giving(value, output), {}, revision=revision)
    assert json.loads(wire["content"][0]["text"]) == said
    assert wire.get("structuredContent", said) == said
    assert ("structuredContent" in wire) is (revision >= "2025-06-18")
    assert not errors


@pytest.mark.parametrize("value", ["text", {"a": 1}, None, 5, [1], [content.text("x"), 1]])
def test_content_that_is_no_list_of_blocks_is_a_value(value: Any) -> None:
    """Without an output schema too: no result has such a content."""
    wire = call_tool(giving({"content": value}), {})
    assert wire["structuredContent"] == {"content": value}


@pytest.mark.parametrize(
    ("value", "output"),
    [
        ({"content": BLOCKS}, {"type": "object"}),  # accepts any object, and says nothing of content
        ({"content": BLOCKS}, {"type": "object", "properties": {"content": {"type": "string"}}}),
        ({"content": BLOCKS, "isError": False}, PAGE),
        ({"content": [], "isError": False}, PAGE),
        ({"content": [], "resultType": "complete"}, PAGE),
        (mcp_types.CallToolResult(content=[mcp_types.TextContent(type="text", text="x")]), PAGE),
    ],
)
def test_a_whole_result_without_its_structured_value_is_masked(
    value: Any, output: Any, errors: list[logging.LogRecord]
) -> None:
    """What is meant as a result, by its members, its type or its blocks, must have what the output schema promises."""
    assert call_tool(giving(value, output), {}) == FAILED
    assert "it holds no structured value" in errors[0].getMessage()


def test_content_that_breaks_the_schema_is_told_by_its_violations(errors: list[logging.LogRecord]) -> None:
    """A value with an empty content is judged like any other."""
    call_tool(giving({"content": []}, {"type": "object", "required": ["required"]}), {})
    assert "required" in errors[0].getMessage()


@once
@pytest.mark.parametrize(
    "wrap", [list, lambda blocks: {"content": blocks}, lambda blocks: {"content": blocks, "isError": False}]
)
@pytest.mark.parametrize("output", [None, PAGE, {"type": "array"}])
def test_a_list_of_blocks_that_contains_itself_is_masked(
    wrap: Any, output: Any, errors: list[logging.LogRecord]
) -> None:
    """However it is handed over, it is the tool's failure."""
    blocks: list[Any] = [content.text("x")]
    blocks.append(blocks)
    assert call_tool(giving(wrap(blocks), output), {}) == FAILED
    assert len(errors) == 1


# A validator that fails


class Failing:
    """A validator of the caller's with a fault, in its verdict or in its reasons."""

    def __init__(self, part: str, error: Exception) -> None:
        self.part = part
        self.error = error

    def is_valid(self, _instance: JSON, /) -> bool:
        """Nothing is valid."""
        self._fail("verdict")
        return False

    def violations(self, _instance: JSON, /) -> list[Violation]:
        """There are none."""
        self._fail("reasons")
        return []

    def _fail(self, part: str) -> None:
        if self.part == part:
            raise self.error.with_traceback(None)


@once
@pytest.mark.parametrize("revision", ["2025-03-26", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("side", ["input", "output"])
@pytest.mark.parametrize("part", ["verdict", "reasons"])
@pytest.mark.parametrize("error", [RuntimeError("secret"), ToolError("secret"), ProtocolError(1, "secret"), KeyError()])
def test_a_validator_that_fails_is_masked_on_both_sides(
    revision: str, side: str, part: str, error: Exception, errors: list[logging.LogRecord]
) -> None:
    """Neither model nor client hears of it, the log does; `.call` lets it out as it is."""
    failing = Failing(part, error)

    def choose(schema: JSON) -> SchemaValidator:
        is_failing = ("out" in schema["properties"]) is (side == "output")
        return failing if is_failing else compile_schema(schema)

    output = {"type": "object", "properties": {"out": {}}}
    tool = Tool("t", output=output, handler=dict, validator=choose)
    assert call_tool(tool, {}, revision=revision) == typed(FAILED, revision)
    assert asyncio.run(acall_tool(tool, {}, revision=revision)) == typed(FAILED, revision)
    assert [record.exc_info and record.exc_info[1] for record in errors] == [error, error]
    assert all("secret" not in record.getMessage() for record in errors)
    with pytest.raises(type(error)) as caught:
        tool.call({})
    assert caught.value is error


def test_a_listener_that_fails_is_masked(errors: list[logging.LogRecord]) -> None:
    """What `on_change` raises is no word for the model either."""

    def listen(_change: object) -> None:
        raise RuntimeError("secret")

    tool = Tool("t", input=ADD, handler=lambda **_all: pytest.fail("called"), repair="safe", on_change=listen)
    assert call_tool(tool, {"a": "1"}) == FAILED
    assert "cannot be judged" in errors[0].getMessage()
    with pytest.raises(RuntimeError, match="secret"):
        tool.call({"a": "1"})


def test_a_refusal_without_a_violation_is_told_by_call_too() -> None:
    """Where a validator names nothing, the errors of `.call`, and the log of a result, hold a sentence."""
    sullen = Failing("", RuntimeError())
    with pytest.raises(InvalidToolInput, match=r"^the arguments of the tool 't': no violation was named$"):
        Tool("t", handler=lambda: 1, validator=lambda _schema: sullen).call({})
    with pytest.raises(InvalidToolOutput, match=r"^the result of the tool 't': no violation was named$"):
        Tool(
            "t",
            output={"type": "integer"},
            handler=lambda: 1,
            validator=lambda schema: sullen if schema["type"] == "integer" else compile_schema(schema),
        ).call({})


@backends_only
def test_an_input_schema_that_does_not_compile_stops_the_call() -> None:
    """A wrong schema is the tool's fault and told as such, whatever came as arguments."""
    tool = Tool("t", input={"type": "object", "properties": {"a": {"type": "objekt"}}}, handler=lambda **_all: None)
    for sent in ("", "{}", "{"):
        with pytest.raises(InvalidSchema):
            call_tool(tool, sent)
        with pytest.raises(InvalidSchema):
            tool.call_json(sent)
