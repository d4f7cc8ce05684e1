"""The report of `check`: one value, written as JSON for machines or as text for people."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from schemaval.cli.examination import ToolReport
from schemaval.cli.findings import Finding
from schemaval.cli.inputs import Document
from schemaval.cli.judgement import CallReport
from schemaval.cli.palette import Palette
from schemaval.errors import shorten
from schemaval.normalise.change import Change
from schemaval.violation import Violation

_CAUSES = 4  # the closest come first; the JSON report holds all
_EMPTY: dict[type, str] = {list: "[]", dict: "{}"}


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures at the end: tools and calls are counted once, whatever is wrong with them."""

    tools: int
    schemas: int
    bad_tools: int
    repaired_tools: int
    changes: int
    mcp: int
    duplicates: int
    calls: int
    bad_calls: int
    violations: int
    mended_calls: int
    ignored: int

    @property
    def findings(self) -> bool:
        """Whether anything is wrong; repairs alone are no findings."""
        return bool(self.bad_tools or self.mcp or self.duplicates or self.bad_calls)

    @property
    def repairs(self) -> bool:
        """Whether anything was mended."""
        return bool(self.changes or self.mended_calls)

    def __str__(self) -> str:
        parts = [f"{_count(self.tools, 'tool')}, {_count(self.schemas, 'schema')}: {self.bad_tools} bad"]
        places = f" in {_count(self.changes, 'place')}" if self.changes else ""
        parts.append(f"{self.repaired_tools} repaired{places}")
        parts += [_count(self.mcp, "MCP finding")] if self.mcp else []
        parts += [_count(self.duplicates, "repeated property")] if self.duplicates else []
        calls = f"{_count(self.calls, 'call')}: {self.bad_calls} bad, {_count(self.violations, 'violation')}"
        calls += f", {self.mended_calls} mended" if self.mended_calls else ""
        calls += f" ({_count(self.ignored, 'other message')} ignored)" if self.ignored else ""
        return ", ".join(parts) + (f"; {calls}" if self.calls or self.ignored else "")


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that `check` found; `doubled` are the documents with repeated properties."""

    tools: tuple[ToolReport, ...]
    calls: tuple[CallReport, ...]
    doubled: tuple[Document, ...]
    recorded: int
    ignored: int

    def summary(self) -> Summary:
        """The figures."""
        bad = {report.place for report in self.calls if report.violations or report.findings}
        mended = {report.place for report in self.calls if report.changes}
        return Summary(
            tools=len(self.tools),
            schemas=sum(len(report.schemas) for report in self.tools),
            bad_tools=sum(bool(report.errors) for report in self.tools),
            repaired_tools=sum(bool(report.changes) and not report.errors for report in self.tools),
            changes=sum(len(report.changes) for report in self.tools),
            mcp=sum(len(report.mcp) for report in self.tools),
            duplicates=sum(len(document.duplicates) for document in self.doubled),
            calls=self.recorded,
            bad_calls=len(bad),
            violations=sum(len(report.violations) for report in self.calls),
            mended_calls=len(mended),
            ignored=self.ignored,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON report, version 1."""
        return {
            "version": 1,
            "tools": [report.to_dict() for report in self.tools],
            "calls": [report.to_dict() for report in self.calls],
            "duplicates": [
                {"file": document.file, "line": document.line, **finding.to_dict()}
                for document in self.doubled
                for finding in duplicates(document)
            ],
            "summary": asdict(self.summary()),
        }

    def lines(self, palette: Palette, *, quiet: bool) -> Iterator[str]:
        """The text report: each tool and call of which there is something to say, then the summary."""
        for document in self.doubled:
            for finding in duplicates(document):
                yield f"{palette.paint('bad', document.at(finding.pointer))}: {finding.message}"
        for tool in self.tools:
            yield from _tool_lines(tool, palette, quiet=quiet)
        for call in self.calls:
            yield from _call_lines(call, palette, quiet=quiet)
        if not quiet:
            summary = self.summary()
            yield palette.paint("bad" if summary.findings else "good", str(summary))


def duplicates(document: Document) -> Iterator[Finding]:
    """The repeated properties of a document as findings."""
    for double in document.duplicates:
        message = f"the property `{shorten(double.name)}` occurs more than once; the last one counts"
        yield Finding("duplicate", double.pointer, "", message)


def change_words(change: Change) -> str:
    """A mend in words: where, what stood there, what stands there now."""
    where = shorten(change.pointer, 256) or "(root)"
    return f"{where}: {_EMPTY[type(change.was)]} became {_EMPTY[type(change.became)]}"


def violation_lines(violation: Violation, indent: str) -> Iterator[str]:
    """A violation and, indented below it, its closest causes."""
    yield f"{indent}{shorten(violation.pointer, 256) or '(root)'}: {violation.message}"
    yield from cause_lines(violation.causes, indent + "  ")


def cause_lines(causes: tuple[Violation, ...], indent: str) -> Iterator[str]:
    """The closest causes and how many more there are."""
    for cause in causes[:_CAUSES]:
        yield f"{indent}{shorten(cause.pointer, 256) or '(root)'}: {cause.message}"
    if len(causes) > _CAUSES:
        yield f"{indent}and {len(causes) - _CAUSES} more"


def finding_lines(finding: Finding, palette: Palette, indent: str) -> Iterator[str]:
    """A finding on a schema or a tool, with its causes."""
    meaning = "mcp" if finding.kind == "mcp" else "bad"
    keyword = f" [{shorten(finding.keyword)}]" if finding.keyword else ""
    where = shorten(finding.pointer, 256) or "(root)"
    yield f"{indent}{palette.paint(meaning, finding.kind)} {where}: {finding.message}{palette.paint('dim', keyword)}"
    yield from cause_lines(finding.causes, indent + "  ")


def _tool_lines(report: ToolReport, palette: Palette, *, quiet: bool) -> Iterator[str]:
    findings = [*report.errors, *report.mcp]
    changes = () if quiet else report.changes
    if findings or changes:
        name = palette.paint("head", shorten(report.tool.label) or '""')
        yield f"{report.tool.document.at(report.tool.pointer)} {name}"
    for finding in findings:
        yield from finding_lines(finding, palette, "  ")
    for change in changes:
        yield f"  {palette.paint('mended', 'repaired')} {change_words(change)}"


def _call_lines(report: CallReport, palette: Palette, *, quiet: bool) -> Iterator[str]:
    changes = () if quiet else report.changes
    if report.violations or report.findings or changes:
        name = report.call.tool if type(report.call.tool) is str else "(no name)"
        shown = palette.paint("head", shorten(name) or '""')
        yield f"{report.call.document.at(report.call.pointer)} {shown} call {report.index}, {report.side.value}"
    for finding in report.findings:
        yield f"  {palette.paint('bad', finding.message)}"
    for violation in report.violations:
        yield from violation_lines(violation, "  ")
    if report.truncated:
        yield "  and perhaps more: judging stopped at the limit of violations"
    for change in changes:
        yield f"  {palette.paint('mended', 'mended')} {change_words(change)}"


def _count(number: int, noun: str) -> str:
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number:,} {noun if number == 1 else plural}"
