"""The judgement of recorded calls: arguments against the input schema, structured content against the output schema."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from schemaval.cli.calls import ABSENT, Call
from schemaval.cli.examination import Examined, ToolReport
from schemaval.cli.findings import Finding
from schemaval.cli.tool_lists import MCP, Side
from schemaval.errors import InvalidInstance, SchemavalError, shorten
from schemaval.jsonvalue import JSON, type_name
from schemaval.normalise.change import Change
from schemaval.violation import Violation


@dataclass(frozen=True, slots=True)
class CallReport:
    """One side of one call: what breaks the schema, and what is wrong with the call itself; empty where all is well.

    `index` counts the calls of a file from 0. Pointers of violations and changes lead into the arguments or the
    structured content.
    """

    call: Call
    index: int
    side: Side
    violations: tuple[Violation, ...] = ()
    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    truncated: bool = False

    @property
    def place(self) -> tuple[str, int]:
        """The call that this is a side of: its file and its index there."""
        return self.call.document.file, self.index

    def to_dict(self) -> dict[str, Any]:
        """This side's entry in the JSON report."""
        return {
            "tool": None if self.call.tool is ABSENT else self.call.tool,
            "index": self.index,
            "side": self.side.value,
            "file": self.call.document.file,
            "line": self.call.document.line,
            "pointer": self.call.pointer,
            "violations": [violation.to_dict() for violation in self.violations],
            "truncated": self.truncated,
            "findings": [finding.to_dict() for finding in self.findings],
            "changes": [change.to_dict() for change in self.changes],
        }


class Judge:
    """Judges calls by the tools they name: first those of the call's own server, then all."""

    def __init__(self, reports: Iterable[ToolReport]) -> None:
        """`reports` are those of all tools; of tools that share a name the first counts."""
        self._by_server: dict[tuple[str, str], ToolReport] = {}
        self._by_name: dict[str, ToolReport] = {}
        for report in reports:
            name = report.tool.name
            if type(name) is str:
                self._by_name.setdefault(name, report)
                if report.tool.server is not None:
                    self._by_server.setdefault((report.tool.server, name), report)

    def tool_of(self, call: Call) -> ToolReport | None:
        """The tool that a call names; None where there is none of that name."""
        return self._by_server.get((call.server or "", call.tool)) or self._by_name.get(call.tool)

    def judge(self, calls: Iterable[Call]) -> Iterator[CallReport]:
        """One report a side that can be judged, in the order of the calls."""
        file, index = "", 0
        for call in calls:
            index = index + 1 if call.document.file == file else 0
            file = call.document.file
            yield from self._judge(call, index)

    def _judge(self, call: Call, index: int) -> Iterator[CallReport]:
        if type(call.tool) is not str:
            words = "this is no recorded call" if call.tool is ABSENT else "the call names no tool"
            yield _refused(call, index, Side.INPUT, "tool", words)
            return
        report = self.tool_of(call)
        if report is None:
            yield _refused(call, index, Side.INPUT, "tool", self._unknown(call.tool))
            return
        yield _arguments(call, index, report)
        if call.result is not None and not call.result.failed:
            yield from _structured(call, index, report, call.result.structured)

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name[:128], self._by_name, n=1) if len(self._by_name) <= 10_000 else []
        hint = f"; did you mean `{shorten(near[0])}`?" if near else ""
        return f"the list has no tool `{shorten(name)}`{hint}"


def _arguments(call: Call, index: int, report: ToolReport) -> CallReport:
    """The arguments against the input schema; a tool takes an object, whatever its schema says."""
    arguments, changes = call.arguments, tuple[Change, ...]()
    if type(arguments) is str and report.tool.shape is not MCP:
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return _refused(call, index, Side.INPUT, "arguments", "the arguments are a text that is not JSON")
    if type(arguments) is list and not arguments:
        arguments, changes = {}, (Change("", [], {}),)
    judged = _judged(call, index, Side.INPUT, report.of(Side.INPUT), arguments)
    if type(arguments) is not dict and not judged.violations:
        words = f"the arguments must be an object, not of type {type_name(arguments)}"
        return _refused(call, index, Side.INPUT, "arguments", words)
    return _changed(judged, changes)


def _structured(call: Call, index: int, report: ToolReport, structured: JSON) -> Iterator[CallReport]:
    examined = report.of(Side.OUTPUT)
    if examined is None:
        return
    if structured is ABSENT:
        words = "the tool has an outputSchema, but the result has no structuredContent"
        yield _refused(call, index, Side.OUTPUT, "structuredContent", words)
    else:
        yield _judged(call, index, Side.OUTPUT, examined, structured)


def _judged(call: Call, index: int, side: Side, examined: Examined | None, instance: JSON) -> CallReport:
    """`instance` mended, then judged; a schema that does not compile judges nothing, and that is said."""
    if examined is None:
        return CallReport(call, index, side)
    if examined.validator is None:
        return _refused(call, index, side, "schema", f"not judged: the {side.value} schema of the tool cannot be used")
    validator = examined.validator
    changes: tuple[Change, ...] = ()
    try:
        mended = validator.normalise(instance)
        if mended is not instance:
            changes = validator.mends(instance)
        validator.validate(mended)
    except InvalidInstance as invalid:
        return CallReport(call, index, side, invalid.violations, (), changes, invalid.truncated)
    except SchemavalError as error:
        return _refused(call, index, side, "value", str(error))
    return CallReport(call, index, side, (), (), changes)


def _refused(call: Call, index: int, side: Side, rule: str, words: str) -> CallReport:
    return CallReport(call, index, side, (), (Finding("call", call.pointer, rule, words),))


def _changed(report: CallReport, changes: tuple[Change, ...]) -> CallReport:
    from dataclasses import replace

    return replace(report, changes=changes + report.changes) if changes else report
