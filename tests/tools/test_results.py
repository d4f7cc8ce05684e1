"""What a tool returns, as blocks and as a structured value."""

import copy
import datetime as dt
import json
import math
import pickle
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any
from uuid import UUID

import mcp_types
import pytest
from pydantic import BaseModel

from schemaval.errors import InvalidSchema, LimitExceeded, NotJSON
from schemaval.tools import content
from schemaval.tools.results import NOTHING, format_result, structured_content
from schemaval.tools.wire.revisions import REVISIONS
from tests.tools.engines import backends_only, once

pytestmark = pytest.mark.usefixtures("everywhere")

HI = content.text("hi")
PIC = content.image(b"\0\1", "image/png")


@dataclass
class Point:
    """A value of a dataclass."""

    a: int
    tags: Any = None


class Record(BaseModel):
    """A value of a pydantic model."""

    a: int


class Colour(Enum):
    """A value of an Enum."""

    RED = "red"
    NONE = None


FORMATTED: list[tuple[Any, list[Any]]] = [
    (HI, [HI]),
    ([HI, PIC], [HI, PIC]),
    ((HI, PIC), [HI, PIC]),
    ([HI, 3, None, "x", [1, "é"], [PIC, {"a": 1}]], [HI, "3", "(null)", "x", '[1,"é"]', PIC, '{"a":1}']),
    ({"first": HI, "rest": 2}, [HI, "2"]),
    ([], ["[]"]),
    ({}, ["{}"]),
    ([1, {"a": [None, True]}], ['[1,{"a":[null,true]}]']),
    ({"ü": '\u2028 "\\'}, ['{"ü":"\u2028 \\"\\\\"}']),
    ('plain "text"', ['plain "text"']),
    ("", [""]),
    (True, ["true"]),
    (False, ["false"]),
    (7, ["7"]),
    (10**30, [str(10**30)]),
    (1.5, ["1.5"]),
    (None, ["(null)"]),
    (Point(1), ['{"a":1,"tags":null}']),
    (Record(a=1), ['{"a":1}']),
    ([Record(a=1), Point(2)], ['[{"a":1},{"a":2,"tags":null}]']),
    ([HI, Record(a=1)], [HI, '{"a":1}']),
    (Colour.RED, ["red"]),
    (Colour.NONE, ["(null)"]),
    (dt.date(2026, 7, 28), ["2026-07-28"]),
    (UUID(int=1), ["00000000-0000-0000-0000-000000000001"]),
    ({3, 1, 2}, ["[1,2,3]"]),
    (OrderedDict(b=1, a=2), ['{"b":1,"a":2}']),
    (mcp_types.TextContent(type="text", text="hi"), [HI]),
    ([mcp_types.TextContent(type="text", text="hi"), PIC], [HI, PIC]),
]


@once
@pytest.mark.parametrize(("value", "expected"), FORMATTED, ids=lambda value: repr(value)[:40])
def test_blocks_of_a_value(value: Any, expected: list[Any]) -> None:
    """A block is itself; anything else is text, JSON where it is not a str."""
    blocks = [block if isinstance(block, dict) else {"type": "text", "text": block} for block in expected]
    before = copy.deepcopy(value)
    assert format_result(value) == blocks
    assert value == before


@pytest.mark.parametrize(
    "value",
    [math.nan, [math.inf], object(), {"a": object()}, b"\xff", "\ud800", [HI, object()]],
    ids=["NaN", "infinity", "an object", "one in a dict", "no text", "half a character", "beside a block"],
)
def test_what_is_no_json_has_no_blocks(value: Any) -> None:
    """A value that no JSON stands for is NotJSON."""
    with pytest.raises(NotJSON):
        format_result(value)
    with pytest.raises(NotJSON):
        structured_content({"a": value} if value != [HI, value] else value, revision="2026-07-28")


def test_a_value_that_contains_itself_has_no_blocks() -> None:
    """A cycle is a LimitExceeded, blocks in it or not."""
    round_: list[Any] = [1]
    round_.append(round_)
    mixed: list[Any] = [HI]
    mixed.append(mixed)
    for value in (round_, mixed):
        with pytest.raises(LimitExceeded):
            format_result(value)


# A value, its output schema, and what is sent in 2025-06-18 and 2025-11-25, and in 2026-07-28.
STRUCTURED: list[tuple[Any, Any, Any, Any]] = [
    ({"a": 1}, None, {"a": 1}, {"a": 1}),
    ({}, None, {}, {}),
    ([], None, NOTHING, []),
    ([1], None, NOTHING, [1]),
    ("x", None, NOTHING, NOTHING),
    (1, None, NOTHING, NOTHING),
    (False, None, NOTHING, NOTHING),
    (None, None, NOTHING, NOTHING),
    ("x", {}, NOTHING, "x"),
    (0, {}, NOTHING, 0),
    (False, {}, NOTHING, False),
    (None, {}, NOTHING, None),
    (None, {"type": "null"}, NOTHING, None),
    (None, True, NOTHING, None),
    ([1], {"type": "array"}, NOTHING, [1]),
    ([], {"type": "object"}, {}, {}),
    ({}, {"type": "array"}, NOTHING, []),
    ([], {"type": "array"}, NOTHING, []),
    ({}, {"type": ["array", "object"]}, {}, {}),
    ({}, {}, {}, {}),
    (HI, None, NOTHING, NOTHING),
    (HI, {}, NOTHING, NOTHING),
    ([HI], None, NOTHING, NOTHING),
    ([HI], {"type": "array"}, NOTHING, NOTHING),
    ([1, HI], {}, NOTHING, NOTHING),
    ({"a": HI}, None, NOTHING, NOTHING),
    ({"a": HI}, {"type": "object"}, {"a": HI}, {"a": HI}),
    (mcp_types.TextContent(type="text", text="hi"), None, NOTHING, NOTHING),
    (Point(1), None, {"a": 1, "tags": None}, {"a": 1, "tags": None}),
    (Record(a=1), {"type": "object"}, {"a": 1}, {"a": 1}),
    (MappingProxyType({"a": (1,)}), None, {"a": [1]}, {"a": [1]}),
    ("wrong", {"type": "object"}, NOTHING, "wrong"),
    (Colour.RED, {"enum": ["red"]}, NOTHING, "red"),
]


@pytest.mark.parametrize(("value", "schema", "objects_only", "anything"), STRUCTURED)
def test_structured_values(value: Any, schema: Any, objects_only: Any, anything: Any) -> None:
    """What each revision carries of a value; nothing is wrapped, nothing is judged."""
    expected = dict.fromkeys(REVISIONS, NOTHING) | {
        "2025-06-18": objects_only,
        "2025-11-25": objects_only,
        "2026-07-28": anything,
    }
    found = {name: structured_content(value, output_schema=schema, revision=name) for name in REVISIONS}
    assert found == expected
    assert {name: type(one) for name, one in found.items()} == {name: type(one) for name, one in expected.items()}


DEEP = {
    "type": "object",
    "properties": {
        "map": {"type": "object"},
        "list": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "array"}}},
        "either": {"anyOf": [{"type": "array"}, {"type": "null"}]},
        "ref": {"$ref": "#/$defs/row"},
        "open": {},
    },
    "$defs": {"row": {"type": "object"}},
}


def test_empties_are_put_right_at_every_depth() -> None:
    """`{}` and `[]` are sent as the output schema asks, wherever they stand, and as they are where it does not."""
    value = {"map": [], "list": [[], {"a": {}}], "either": {}, "ref": [], "open": []}
    before = copy.deepcopy(value)
    for name in ("2025-06-18", "2025-11-25", "2026-07-28"):
        assert structured_content(value, output_schema=DEEP, revision=name) == {
            "map": {},
            "list": [{}, {"a": []}],
            "either": [],
            "ref": {},
            "open": [],
        }
    assert value == before


def test_empties_in_objects_are_put_right_too() -> None:
    """A dataclass is converted first, then put right."""
    schema = {"type": "object", "properties": {"tags": {"type": "object"}}}
    assert structured_content(Point(1, tags=()), output_schema=schema) == {"a": 1, "tags": {}}


def test_nothing_is_one_value() -> None:
    """NOTHING is told by identity, also out of a copy or a pickle, and is no JSON value."""
    assert structured_content("x") is NOTHING
    assert copy.deepcopy(NOTHING) is NOTHING
    assert pickle.loads(pickle.dumps(NOTHING)) is NOTHING  # noqa: S301 - our own pickle
    assert repr(NOTHING) == "NOTHING"
    with pytest.raises(TypeError):
        json.dumps(NOTHING)


def test_an_unknown_revision_is_a_value_error() -> None:
    """No revision is guessed."""
    with pytest.raises(ValueError, match="no revision of MCP is called 'next'"):
        structured_content({}, revision="next")


@backends_only
def test_an_output_schema_that_does_not_compile_is_told() -> None:
    """What is wrong with the output schema is the caller's to mend."""
    with pytest.raises(InvalidSchema):
        structured_content({}, output_schema={"type": "objekt"})


def test_nothing_has_no_blocks_and_no_structure() -> None:
    """NOTHING is not taken for the Enum that it is."""
    assert format_result(NOTHING) == []
    assert [structured_content(NOTHING, output_schema={}, revision=name) for name in REVISIONS] == [NOTHING] * 5


def test_nothing_says_its_name() -> None:
    """In a text, in a log, and in a traceback."""
    assert (str(NOTHING), repr(NOTHING), f"{NOTHING}") == ("NOTHING", "NOTHING", "NOTHING")
