"""What a handler returned, as a CallToolResult of one revision of the protocol.

Source: "Tool Result" and "Output Schema" in `server/tools` of each revision.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from schemaval.converting import to_json
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.rendering import render
from schemaval.tools.errors import InvalidDefinition, InvalidToolOutput
from schemaval.tools.running.inputs import property_names
from schemaval.tools.running.judging import Judge
from schemaval.tools.wire.blocks import dumped, fitted, is_block
from schemaval.tools.wire.formatting import format_result, json_text, text_block
from schemaval.tools.wire.projection import RESULT, is_wrapped
from schemaval.tools.wire.quick import FIELDS
from schemaval.tools.wire.revisions import Revision
from schemaval.tools.wire.structured import NOTHING, Nothing, converted, sendable, structure

OutputMode: TypeAlias = Literal["enforce", "warn", "off"]

FAILED = "Tool execution failed."
_SIGNS = FIELDS - {"_meta", "content"}  # members that no value has by chance

log = logging.getLogger("schemaval")


def failure(text: str, row: Revision) -> dict[str, Any]:
    """The result of a call that failed, with a text for the model."""
    return _typed({"content": [text_block(text)], "isError": True}, row)


@dataclass(frozen=True, slots=True)
class Answers:
    """How the results of one tool are told in one revision: `held` is the output schema's judge, None without one."""

    tool_name: str
    row: Revision
    held: Judge | None
    mode: OutputMode

    def answer(self, value: object) -> dict[str, Any]:
        """The CallToolResult that `value`, which a handler returned, stands for.

        InvalidToolOutput where it breaks the output schema, or nothing structured came though there is one;
        InvalidDefinition where the revision does not know a block of it, or a member is wrong; NotJSON and
        LimitExceeded as `to_json`.
        """
        result = as_result(value)
        if result is None or self._is_value(value):
            return self._from_value(value)
        if result.get("resultType") == "input_required":
            return self._unfinished(result)
        return self._from_result(result)

    def _is_value(self, value: object) -> bool:
        """Whether what looks like a whole result is the value that the output schema speaks of.

        As a result, what has nothing but `content` could only break the promise of a structured value. Blocks are taken
        for a value only where the schema names that member: a schema of any object would accept them too.
        """
        if self.held is None or not isinstance(value, Mapping) or not _SIGNS.isdisjoint(value):
            return False
        if not value["content"]:
            return True
        return "content" in property_names(self.held.schema) and self.held.is_valid(structure(value, self.held))

    def _from_value(self, value: object) -> dict[str, Any]:
        given = self._held(converted(value, self.held), is_judged=True)
        blocks = format_result(value) if self.held is None or given is NOTHING else []
        return self._wire({"content": blocks}, given)

    def _from_result(self, result: Mapping[str, Any]) -> dict[str, Any]:
        _check_members(result)
        structured = result.get("structuredContent", NOTHING)
        given = structured if structured is NOTHING else to_json(structured)
        given = self._held(given, is_judged=result.get("isError") is not True)
        return self._wire(result, given)

    def _unfinished(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """A result that asks the client for more (2026-07-28, `InputRequiredResult`)."""
        if not self.row.has_result_type:
            raise InvalidDefinition(f"the revision {self.row.name} has no results that ask for more input")
        unfinished: dict[str, Any] = to_json(result)
        return unfinished

    def _held(self, given: JSON | Nothing, *, is_judged: bool) -> JSON | Nothing:
        """A structured value with its empties put right; where it is judged, it is held to the output schema."""
        if self.held is None:
            return given
        settled, is_valid = (given, False) if given is NOTHING else self.held.settled(given)
        if not is_valid and is_judged and self.mode != "off":
            self._refuse(settled, self.held)
        return settled

    def _refuse(self, given: JSON | Nothing, held: Judge) -> None:
        if given is NOTHING:
            error = InvalidToolOutput(self.tool_name, (), "it holds no structured value, but there is an output schema")
        else:
            error = InvalidToolOutput(self.tool_name, held.violations(given))
        if self.mode == "enforce":
            raise error
        log.warning(BROKEN, shorten(self.tool_name), said(error))

    def _wire(self, result: Mapping[str, Any], given: JSON | Nothing) -> dict[str, Any]:
        """The result as it is sent: its blocks, or the JSON text of the structured value where it has none."""
        blocks = [fitted(block, self.row) for item in result.get("content", ()) for block in _blocks(item)]
        if not blocks and given is not NOTHING:
            blocks = [text_block(json_text(given))]
        wire: dict[str, Any] = {"content": blocks}
        sent = self._sent(given)
        if sent is not NOTHING:
            wire["structuredContent"] = sent
        for name in ("isError", "_meta"):
            if name in result:
                wire[name] = to_json(result[name])
        return _typed(wire, self.row)

    def _sent(self, given: JSON | Nothing) -> JSON | Nothing:
        if self.held is not None and given is not NOTHING and is_wrapped(self.held.schema, self.row):
            return {RESULT: given}
        return sendable(given, self.row, has_schema=self.held is not None)


BROKEN = "the result of the tool %r breaks its output schema: %s"
UNNAMED = "no violation was named"  # by a validator of the caller's


def said(error: InvalidToolOutput) -> str:
    """What is wrong with a result, in words that hold nothing of it."""
    return error.why or render(error.violations) or UNNAMED


def as_result(value: object) -> Mapping[str, Any] | None:
    """`value` where it is a whole CallToolResult, as a mapping or an object of the official types; else None.

    It has no members but those of a result, and `content`, `structuredContent` or the type `input_required`; with
    nothing but `content` (and `_meta`) in it, that is an array of blocks only, or of nothing.
    """
    if isinstance(value, Mapping):
        return value if _is_result(value) else None
    if hasattr(type(value), "model_dump") and hasattr(value, "content") and _has_error_flag(value):
        found = dumped(value)
        if isinstance(found, dict) and _is_result(found):
            return _with_null(found, value)
    if hasattr(type(value), "model_dump") and getattr(value, "result_type", None) == "input_required":
        found = dumped(value)
        return found if isinstance(found, dict) else None
    return None


def _is_result(value: Mapping[Any, Any]) -> bool:
    if value.get("resultType") == "input_required":
        return True
    if not FIELDS.issuperset(value) or not isinstance(value.get("isError", False), bool):
        return False
    content = value.get("content")
    if content is None:
        return "content" not in value and "structuredContent" in value
    if not isinstance(content, (list, tuple)):
        return False
    return not _SIGNS.isdisjoint(value) or all(is_block(item) for item in content)


def _check_members(result: Mapping[str, Any]) -> None:
    """Raise InvalidDefinition where a whole result has a member of a kind that no revision takes."""
    if not isinstance(result.get("_meta", {}), Mapping):
        raise InvalidDefinition("the member '_meta' of a result must be an object")
    if result.get("resultType", "complete") != "complete":
        raise InvalidDefinition("the member 'resultType' of a result is 'complete' or 'input_required'")


def _has_error_flag(value: object) -> bool:
    return hasattr(value, "isError") or hasattr(value, "is_error")


def _with_null(found: dict[str, Any], value: Any) -> dict[str, Any]:
    """A structured value of null, which a dump without unset members leaves out, where it was set."""
    names = getattr(value, "model_fields_set", ())
    is_set = "structured_content" in names or "structuredContent" in names
    return {"structuredContent": None, **found} if is_set else found


def _blocks(item: Any) -> list[dict[str, Any]]:
    """An item of a result's content: a block, or an object that says it is one."""
    if isinstance(item, Mapping):
        block: dict[str, Any] = to_json(item)
        return [block]
    return [*format_result(item)] if is_block(item) else [{"type": type(item).__name__}]


def _typed(wire: dict[str, Any], row: Revision) -> dict[str, Any]:
    return {**wire, "resultType": "complete"} if row.has_result_type else wire
