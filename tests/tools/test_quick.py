"""The short way of a result gives what the long way gives, or leaves it to that."""

import json
from functools import partial
from typing import Any

import pytest

from schemaval.tools import Tool, content
from schemaval.tools.results import call_tool
from schemaval.tools.running.judging import judge
from schemaval.tools.wire.answering import Answers
from schemaval.tools.wire.quick import quick_answer
from schemaval.tools.wire.revisions import REVISIONS
from schemaval.violation import Violation

HI = content.text("hi")
SCHEMAS: list[Any] = [None, True, {"type": "object"}, {"type": "array"}, {"type": ["string", "null", "number"]}]
QUICK: list[Any] = [
    {"a": 1, "b": [1.5, None], "c": {"type": "text"}},
    {"type": "report", "n": 1},
    {"type": ["text"]},
    {"type": 1},
    {"content": "x", "n": 1},
    {"_meta": {}, "isError": True},
    {"a": 1e16, "b": 1e-7, "ü": "ü\n"},
    [1, {"a": {}}, {"type": "text"}],
    ["x"],
    "text",
    "",
    0,
    -1.5,
    True,
    None,
]
MAYBE = [QUICK[0], QUICK[7]]  # which hold what has the type of a block, and is none
LEFT: list[Any] = [
    HI,
    [HI],
    [1, HI],
    {"content": [HI]},
    {"content": [], "structuredContent": {}},
    {"structuredContent": 1},
    {"resultType": "input_required"},
    (1, 2),
    {"a": (1,)},
    {1: 2},
    {"a": float("nan")},
    float("inf"),
    "\ud800",
    2**64,
    {"a": 2**64},
    {"a": {1, 2}},
    object(),
]


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_quick_answer_is_the_answer(revision: str, schema: Any) -> None:
    """Whatever is answered the short way is the same the long way, to the byte; nothing that needs care is."""
    row, held = REVISIONS[revision], None if schema is None else judge(schema, None)
    answers, quickly = Answers("t", row, held, "enforce"), quick_answer(held, row)
    answered = 0
    for value in QUICK:
        found = quickly(value)
        if found is None:
            assert value in MAYBE or (held is not None and not held.is_valid(value))
        else:
            assert json.dumps(found) == json.dumps(answers.answer(value))
            answered += 1
    assert answered
    assert [value for value in LEFT if quickly(value) is not None] == []


def test_a_mapping_with_a_block_is_structured_where_a_schema_says_so() -> None:
    """Without an output schema it is content, which is the long way's."""
    row = REVISIONS["2025-11-25"]
    assert quick_answer(None, row)({"a": HI}) is None
    assert quick_answer(judge({"type": "object"}, None), row)({"a": HI}) == {
        "content": [content.text('{"a":{"type":"text","text":"hi"}}')],
        "structuredContent": {"a": HI},
    }


def test_what_is_sent_shares_nothing_with_the_handlers_value() -> None:
    """Who changes a result, or the value after the call, does not change the other."""
    value = {"rows": [{"a": 1}]}
    result = call_tool(Tool("t", output={"type": "object"}, handler=lambda: value))
    result["structuredContent"]["rows"][0]["a"] = 2
    assert value == {"rows": [{"a": 1}]}


class Counting:
    """A validator that counts how often it is asked; `{}` is invalid, and is no `{"a": 1}`."""

    asked = 0

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    def is_valid(self, instance: Any, /) -> bool:
        """Whether there is something in it, or it is the input."""
        type(self).asked += 1
        return self.schema == {"type": "object", "properties": {}} or bool(instance)

    def violations(self, instance: Any, /) -> list[Violation]:
        """That there is nothing in it."""
        return [] if self.is_valid(instance) else [Violation("", "type", "empty", "", "")]


def test_a_valid_result_is_judged_once() -> None:
    """Once the arguments, once the result, the long way too."""
    for value in ({"a": 1}, {"a": (1,)}):
        tool = Tool("t", output={"type": "object"}, validator=Counting, handler=lambda value=value: value)
        Counting.asked = 0
        assert call_tool(tool)["structuredContent"]
        assert Counting.asked == 2


# What is kept of a call


def test_calls_of_one_tool_keep_their_options_apart() -> None:
    """Revision, modes, validator and who is told of repairs are those of each call, in any order."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    tool = Tool("t", input=schema, output={"type": "string"}, handler=lambda n=0: n)
    told: list[list[Any]] = [[], []]
    for _ in range(2):
        assert call_tool(tool, {})["isError"]
        assert call_tool(tool, {}, output="off") == {
            "content": [content.text("0")],
            "structuredContent": {"result": 0},
        }
        assert call_tool(tool, {}, output="off", revision="2024-11-05") == {"content": [content.text("0")]}
        assert call_tool(tool, {}, output="off", revision="2026-07-28")["resultType"] == "complete"
        for each in told:
            call_tool(tool, {"n": "3"}, repair="safe", output="off", on_change=each.append)
    assert [len(each) for each in told] == [2, 2]


def test_options_that_are_no_keys_are_options_all_the_same() -> None:
    """A validator that is not hashable is asked; an option that is wrong is told each time."""

    class Unhashable:
        """A factory of validators."""

        __hash__ = None  # type: ignore[assignment]  # that is what this class is for

        def __call__(self, schema: Any) -> Counting:
            """A validator of the schema."""
            return Counting(schema)

    tool = Tool("t", handler=lambda: {"a": 1})
    for _ in range(2):
        assert call_tool(tool, validator=Unhashable())["structuredContent"] == {"a": 1}
        with pytest.raises(ValueError, match="no revision"):
            call_tool(tool, revision="next")
        with pytest.raises(ValueError, match="output is"):
            call_tool(tool, output=["off"])  # type: ignore[arg-type]  # that is what is told


def test_what_is_kept_is_bounded() -> None:
    """A caller who makes a validator for each call does not fill the memory."""
    tool = Tool("t", handler=lambda: {"a": 1})
    for _ in range(100):
        call_tool(tool, validator=partial(Counting))
    assert len(tool.binding.served) <= 16
