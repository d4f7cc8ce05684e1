"""The engine jsonschema-rs, schemaval on it, which is `"auto"`, and tool calls by hand and by schemaval on it."""

from collections.abc import Callable
from typing import Any

import jsonschema_rs as engine
import orjson

from bench.calls import ToolCall
from bench.cases import Case
from bench.peers import ours
from bench.stages import STAGES
from bench.subject import Ask, NotComparable, Offer, Timed, accept, clocked, compiling, explain, judged, read, reject
from schemaval.tools import Tool
from schemaval.tools.results import call_tool

RAW = "jsonschema-rs"
OURS = "schemaval auto"


def _is_valid(schema: Any) -> Ask:
    is_valid: Ask = engine.validator_for(schema).is_valid
    return is_valid


def _listing(schema: Any) -> Ask:
    iter_errors = engine.validator_for(schema).iter_errors
    return lambda instance: list(iter_errors(instance))


def _telling(schema: Any) -> Ask:
    iter_errors = engine.validator_for(schema).iter_errors
    return lambda instance: [error.message for error in iter_errors(instance)]


# tool calls


def _by_hand(call: ToolCall) -> Ask:
    """Both sides judged by the engine, around the bare handler."""
    is_input, is_output, handler = _is_valid(call.input), _is_valid(call.output), call.handler

    def called(arguments: dict[str, Any]) -> Any:
        if not is_input(arguments):
            raise ValueError
        value = handler(**arguments)
        if not is_output(value):
            raise ValueError
        return value

    return called


def _by_hand_in_json(call: ToolCall) -> Ask:
    """The same from JSON text to the text of a result, with the mirror that the protocol asks for."""
    called, loads, dumps = _by_hand(call), orjson.loads, orjson.dumps

    def answered(text: bytes) -> bytes:
        value = called(loads(text))
        mirror = {"type": "text", "text": dumps(value).decode()}
        return dumps({"content": [mirror], "structuredContent": value})

    return answered


def _ours(call: ToolCall) -> Ask:
    return _tool(call).call


def _ours_in_json(call: ToolCall) -> Ask:
    tool, dumps = _tool(call), orjson.dumps
    return lambda text: dumps(call_tool(tool, text))


def _tool(call: ToolCall) -> Tool:
    definition = {"name": "tool", "inputSchema": call.input, "outputSchema": call.output}
    return Tool.from_definition(definition, call.handler)


def _value(make: Callable[[ToolCall], Ask]) -> Callable[[Case], Timed]:
    """A call with a value, which gives the handler's."""

    def made(case: Case) -> Timed:
        call = _call_of(case)
        ask, arguments = make(call), orjson.loads(call.arguments)
        return _checked(ask, arguments, ask(arguments) == call.result)

    return made


def _text(make: Callable[[ToolCall], Ask]) -> Callable[[Case], Timed]:
    """A call with JSON text, which gives the text of a result."""

    def made(case: Case) -> Timed:
        call = _call_of(case)
        ask = make(call)
        wire = orjson.loads(ask(call.arguments))
        is_right = wire["structuredContent"] == orjson.loads(wire["content"][0]["text"]) == call.result
        return _checked(ask, call.arguments, is_right)

    return made


def _call_of(case: Case) -> ToolCall:
    assert case.call is not None
    return case.call


def _checked(ask: Ask, argument: Any, is_right: bool) -> Timed:
    if not is_right:
        raise NotComparable("its answer is wrong")
    return clocked([(ask, argument)])


OFFERS = (
    Offer(RAW, "accept", accept(_is_valid)),
    Offer(RAW, "read", read(lambda schema: judged(_is_valid(schema)))),
    Offer(RAW, "reject", reject(_is_valid)),
    Offer(RAW, "explain", explain(_listing)),
    Offer(RAW, "tell", explain(_telling)),
    Offer(RAW, "compile", compiling(engine.validator_for)),
    Offer(RAW, "call", _value(_by_hand)),
    Offer(RAW, "call in JSON", _text(_by_hand_in_json)),
    Offer(OURS, "call", _value(_ours)),
    Offer(OURS, "call in JSON", _text(_ours_in_json)),
    *ours.offers(OURS, "auto"),
    *STAGES,
)
