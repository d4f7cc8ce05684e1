"""The short way of a result: a value that is plain JSON, holds no block and is valid, as nearly all are."""

from collections.abc import Callable
from typing import Any, TypeAlias

from schemaval.converting import written
from schemaval.jsonvalue import JSON
from schemaval.tools.running.judging import Judge
from schemaval.tools.wire.blocks import may_be_block
from schemaval.tools.wire.projection import RESULT, is_wrapped
from schemaval.tools.wire.revisions import Revision

QuickAnswer: TypeAlias = Callable[[object], dict[str, Any] | None]

FIELDS = frozenset({"_meta", "content", "isError", "resultType", "structuredContent"})  # of a CallToolResult

_CONTAINERS = frozenset({dict, list})
_KINDS = frozenset({*_CONTAINERS, str, int, float, bool, type(None)})


def quick_answer(held: Judge | None, row: Revision) -> QuickAnswer:
    """A function that gives the CallToolResult of a handler's value, or None where it has to be looked at with care.

    Whatever it gives is what the long way gives: the value is converted, written and judged once, and shares nothing
    with the handler's own.
    """
    wraps = held is not None and is_wrapped(held.schema, row)
    sent = _KINDS if wraps else _sent(row, has_schema=held is not None)
    has_type = row.has_result_type

    def answer(value: object) -> dict[str, Any] | None:
        kind = type(value)
        if kind not in _KINDS or (kind is dict and _may_be_more(value)):
            return None
        found = written(value)
        if found is None:
            return None
        text, given = found
        if held is None:
            if kind in _CONTAINERS and _may_hold_block(given):
                return None
            told = text.decode() if kind in _CONTAINERS else _told(given, text)
        elif (kind is list and _may_hold_block(given)) or not held.is_valid(given):
            return None
        else:
            told = text.decode()
        wire: dict[str, Any] = {"content": [{"type": "text", "text": told}]}
        if kind in sent:
            wire["structuredContent"] = {RESULT: given} if wraps else given
        if has_type:
            wire["resultType"] = "complete"
        return wire

    return answer


def _sent(row: Revision, *, has_schema: bool) -> frozenset[type]:
    """The types of values that a revision carries as they are, as `sendable` has it."""
    if row.structured == "any":
        return _KINDS if has_schema else _CONTAINERS
    return frozenset({dict} if row.structured == "object" else ())


def _may_be_more(value: Any) -> bool:
    """Whether a dict may be a whole result, or a block."""
    if ("content" in value or "structuredContent" in value) and FIELDS.issuperset(value):
        return True
    return "resultType" in value or ("type" in value and may_be_block(value))


def _may_hold_block(given: JSON) -> bool:
    members = given.values() if type(given) is dict else given
    return any(may_be_block(member) for member in members if type(member) is dict and "type" in member)


def _told(given: JSON, text: bytes) -> str:
    """A scalar as `format_result` writes it."""
    if type(given) is str:
        return given
    return "(null)" if given is None else text.decode()
