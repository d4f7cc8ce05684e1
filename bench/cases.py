"""What is asked, as rows: schemas with instances that are all valid, or all invalid by a known number of faults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from bench.calls import CALLS, ToolCall
from bench.recorded import recorded_calls, tool_schemas
from bench.shapes import RESULT, ROWS, SEARCH, TREE, WEATHER, broken, megabyte, rows, search_call, tree

VALID = ("accept", "read")
INVALID = ("reject", "explain", "tell")
COMPILE = ("compile", "compile again")
STAGES = ("stages of compiling", "stages of a call")
CALL = ("call", "call in JSON")
QUESTIONS: Mapping[str, str] = {
    "accept": "a verdict on a valid value",
    "read": "JSON text in, the value out, if it is valid",
    "reject": "a verdict on an invalid value",
    "explain": "all faults of an invalid value",
    "tell": "all faults, each with its sentence",
    "compile": "a schema compiled anew",
    "compile again": "a schema compiled before",
    "stages of compiling": "what compiling consists of, each by itself",
    "stages of a call": "what a tool call consists of, each by itself",
    "call": "a tool called with a value, both sides judged, a value out",
    "call in JSON": "a tool called with JSON text, both sides judged, the result's JSON text out",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A schema and an instance that breaks it by `faults` faults."""

    schema: Any
    instance: Any = None
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """Items whose cost is one figure, the mean of them; `shape` names the type that typed decoders have for it.

    `questions` are those that make sense; `call` is the tool call where it is one.
    """

    name: str
    items: tuple[Item, ...]
    questions: tuple[str, ...]
    shape: str = ""
    call: ToolCall | None = None

    @property
    def texts(self) -> list[bytes]:
        """The instances as JSON text."""
        return [orjson.dumps(item.instance) for item in self.items]


def _single(name: str, schema: Any, instance: Any, faults: int = 0, shape: str = "") -> Case:
    """One schema with one instance; compiled where the instance is valid, so that it is compiled once."""
    questions = INVALID if faults else (*VALID, *COMPILE, STAGES[0])
    return Case(name, (Item(schema, instance, faults),), questions, shape)


def _recorded() -> tuple[Case, ...]:
    """Calls that real servers were sent, and the schemas of their tools; nothing where they are not at hand."""
    calls = recorded_calls()
    valid = tuple(Item(call.schema, call.instance) for call in calls if not call.faults)
    invalid = tuple(Item(call.schema, call.instance, call.faults) for call in calls if call.faults)
    schemas = tuple(Item(schema) for schema in tool_schemas())
    found = (
        Case("recorded calls", valid, VALID),
        Case("recorded wrong calls", invalid, INVALID),
        Case("schemas of real tools", schemas, (*COMPILE, STAGES[0])),
    )
    return tuple(case for case in found if case.items)


def _called(call: ToolCall) -> Case:
    sides = Item(call.input, orjson.loads(call.arguments)), Item(call.output, call.result)
    return Case(call.name, sides, (*CALL, STAGES[1]), call=call)


_MAKERS: tuple[Callable[[], tuple[Case, ...]], ...] = (
    lambda: (_single("one string", WEATHER, {"city": "Bergen"}, shape="city"),),
    lambda: (_single("ten fields", SEARCH, search_call(), shape="search"),),
    lambda: (_single("1,000 rows", ROWS, rows(1_000), shape="rows"),),
    lambda: (_single("1 MB result", RESULT, {"rows": megabyte()}, shape="result"),),
    lambda: (_single("tree of 121 nodes", TREE, tree(4)),),
    lambda: (
        _single("one string: wrong type", WEATHER, {"city": 5}, 1, "city"),
        _single("one string: missing", WEATHER, {}, 1, "city"),
        _single("ten fields: wrong type", SEARCH, search_call(limit="10"), 1, "search"),
        _single("ten fields: three faults", SEARCH, search_call(limit="10", limt=1, mode="quick"), 3, "search"),
        _single("1,000 rows: one fault", ROWS, broken(rows(1_000), 1), 1, "rows"),
        _single("1,000 rows: 1,000 faults", ROWS, broken(rows(1_000), 1_000), 1_000, "rows"),
        _single("1 MB result: one fault", RESULT, {"rows": broken(megabyte(), 1)}, 1, "result"),
    ),
    _recorded,
    lambda: tuple(_called(call) for call in CALLS),
)


@cache
def cases() -> Mapping[str, Case]:
    """Every case, by name, in the order of the report."""
    return {case.name: case for make in _MAKERS for case in make()}
