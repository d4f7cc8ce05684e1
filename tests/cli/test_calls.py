"""Every shape in which a call is written down is read, and a reply finds its request."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemaval.cli.calls import ABSENT, Recording
from schemaval.cli.inputs import Document

GOOD = {"content": [], "structuredContent": {"n": 1}}
ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "arguments": {"q": 1}}}
ANSWER = {"jsonrpc": "2.0", "id": 1, "result": GOOD}
ERROR = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}
NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}

# The documents -> (tool, arguments, structured content or "-", failed) of each call, "-" for no result at all.
SHAPES: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "a record": ([{"tool": "a", "arguments": {"q": 1}}], [("a", {"q": 1}, "-")]),
    "a record of a whole result": ([{"tool": "a", "arguments": {}, "result": GOOD}], [("a", {}, {"n": 1}, False)]),
    "a record of the structured content": (
        [{"tool": "a", "arguments": {}, "result": {"n": 1}}],
        [("a", {}, {"n": 1}, False)],
    ),
    "structured content that has text named content": (
        [{"tool": "a", "arguments": {}, "result": {"content": "x"}}],
        [("a", {}, {"content": "x"}, False)],
    ),
    "a result of content only": (
        [{"tool": "a", "arguments": {}, "result": {"content": []}}],
        [("a", {}, ABSENT, False)],
    ),
    "a failed result": (
        [{"tool": "a", "arguments": {}, "result": {"content": [], "isError": True}}],
        [("a", {}, ABSENT, True)],
    ),
    "a result that asks for more": (
        [{"tool": "a", "arguments": {}, "result": {"resultType": "input_required", "content": []}}],
        [("a", {}, ABSENT, True)],
    ),
    "a record of a reply": ([{"tool": "a", "arguments": {}, "reply": {"result": GOOD}}], [("a", {}, {"n": 1}, False)]),
    "a record of an error": ([{"tool": "a", "arguments": {}, "reply": {"error": {}}}], [("a", {}, ABSENT, True)]),
    "no arguments at all": ([{"tool": "a"}], [("a", {}, "-")]),
    "a server's calls": ([{"server": "s", "calls": [{"tool": "a", "arguments": []}]}], [("a", [], "-")]),
    "request and reply, a line each": ([ASK, NOTE, ANSWER], [("a", {"q": 1}, {"n": 1}, False)]),
    "request and reply in one array": ([[ASK, ANSWER]], [("a", {"q": 1}, {"n": 1}, False)]),
    "request and reply in one object": ([{"request": ASK, "reply": ANSWER}], [("a", {"q": 1}, {"n": 1}, False)]),
    "a request and an error": ([ASK, ERROR], [("a", {"q": 1}, ABSENT, True)]),
    "a request without a reply": ([ASK, NOTE], [("a", {"q": 1}, "-")]),
    "a reply to another request": ([ASK, {**ANSWER, "id": "1"}], [("a", {"q": 1}, "-")]),
    "an id that is used again": (
        [ASK, ANSWER, ASK, ERROR],
        [("a", {"q": 1}, {"n": 1}, False), ("a", {"q": 1}, ABSENT, True)],
    ),
    "a tool_use block": ([{"type": "tool_use", "name": "a", "input": {"q": 1}}], [("a", {"q": 1}, "-")]),
    "something else among calls": ([[{"tool": "a", "arguments": {}}, 5]], [("a", {}, "-"), (ABSENT, ABSENT, "-")]),
    "numbers": ([[1, 2]], []),
    "a tool": ([{"name": "a", "inputSchema": {}, "arguments": {}}], []),
}


@pytest.mark.parametrize("case", SHAPES)
def test_shapes_are_known(case: str) -> None:
    """The calls of each shape, in their order."""
    values, expected = SHAPES[case]
    recording = Recording()
    for value in values:
        recording.take(Document("f", None, value, (0, 0)))
    assert [_told(call) for call in recording.calls] == expected


def _told(call: Any) -> tuple[Any, ...]:
    result = ("-",) if call.result is None else (call.result.structured, call.result.failed)
    return (call.tool, call.arguments, *result)


def test_a_call_knows_its_place_and_server() -> None:
    """The pointer leads to the record in its document, the server is that of the document."""
    recording = Recording()
    assert recording.take(Document("f", None, {"server": "s", "calls": [{"tool": "a"}, {"tool": "b"}]}, (0, 0)))
    assert [(call.pointer, call.server) for call in recording.calls] == [("/calls/0", "s"), ("/calls/1", "s")]


def test_other_messages_are_counted() -> None:
    """What is no tools/call and no reply to one is ignored, and said to be."""
    recording = Recording()
    for value in (NOTE, ASK, NOTE, {**ANSWER, "id": 9}):
        assert recording.take(Document("f", None, value, (0, 0)))
    assert (len(recording.calls), recording.ignored) == (1, 3)


def test_a_call_as_openai_writes_it_is_a_call_and_no_tool(tmp_path: Path) -> None:
    """`function` with arguments as text is read, judged and never counted as a tool."""
    tools = tmp_path / "tools.json"
    calls = tmp_path / "calls.jsonl"
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    tools.write_text(json.dumps([{"type": "function", "function": {"name": "a", "parameters": schema}}]))
    call = {"id": "call_1", "type": "function", "function": {"name": "a", "arguments": '{"q": 3}'}}
    calls.write_text(json.dumps(call))
    done = subprocess.run(
        [sys.executable, "-m", "schemaval", "check", str(tools), str(calls), "--format", "json"],
        capture_output=True,
        check=False,
    )
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert [tool["name"] for tool in report["tools"]] == ["a"]
    assert [found["pointer"] for found in report["calls"][0]["violations"]] == ["/q"]


@pytest.mark.parametrize("command", ["check", "compare"])
def test_a_deep_file_is_one_line_and_no_traceback(command: str, tmp_path: Path) -> None:
    """100,000 nested arrays hold no calls and no tools."""
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000 + "]" * 100_000)
    done = subprocess.run(
        [sys.executable, "-m", "schemaval", command, str(deep)], capture_output=True, check=False, text=True
    )
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
