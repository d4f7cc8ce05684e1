"""The report of `compare`: one value, written as JSON for machines or as text for people."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from schemaval.cli.comparison import Trial
from schemaval.cli.differences import Difference
from schemaval.cli.palette import Palette
from schemaval.cli.report import finding_lines
from schemaval.cli.stopwatch import Timing
from schemaval.errors import shorten

_HEAD = ("backend", "takes", "refuses", "compile", "", "verdict", "")


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Everything that `compare` found; `recorded` and `made` count the instances that were judged."""

    names: tuple[str, ...]
    trials: tuple[Trial, ...]
    differences: tuple[Difference, ...]
    timings: Mapping[str, Timing]
    recorded: int
    made: int

    @property
    def bad(self) -> int:
        """How many tools cannot be used, whichever backend is asked."""
        return sum(bool(trial.errors) for trial in self.trials)

    def to_dict(self) -> dict[str, Any]:
        """The JSON report, version 1; times are in microseconds."""
        return {
            "version": 1,
            "backends": {name: {**self._counts(name), **asdict(self.timings[name])} for name in self.names},
            "tools": [trial.to_dict() for trial in self.trials],
            "differences": [difference.to_dict() for difference in self.differences],
            "summary": {
                "tools": len(self.trials),
                "schemas": self._schemas,
                "bad_tools": self.bad,
                "recorded": self.recorded,
                "made": self.made,
                "differences": len(self.differences),
            },
        }

    def lines(self, palette: Palette, *, quiet: bool) -> Iterator[str]:
        """The text report: bad tools and refusals, differences, the table, the summary."""
        for trial in self.trials:
            yield from _trial_lines(trial, palette, quiet=quiet)
        for difference in self.differences:
            yield from _difference_lines(difference, palette)
        if not quiet:
            yield from self._table()
            yield palette.paint("bad" if self.differences or self.bad else "good", self._summary())

    @property
    def _schemas(self) -> int:
        return sum(len(trial.schemas) for trial in self.trials)

    def _counts(self, name: str) -> dict[str, int]:
        attempts = [schema.attempts[name] for trial in self.trials for schema in trial.schemas]
        return {
            "taken": sum(attempt.examined.validator is not None for attempt in attempts),
            "refused": sum(attempt.is_refused for attempt in attempts),
        }

    def _table(self) -> Iterator[str]:
        rows = [_HEAD, *(self._row(name) for name in self.names)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        for row in rows:
            first, *others = (
                cell.ljust(width) if column == 0 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join([first, *others]).rstrip()

    def _row(self, name: str) -> tuple[str, ...]:
        counts, timing = self._counts(name), self.timings[name]
        return (
            name,
            f"{counts['taken']:,}",
            f"{counts['refused']:,}",
            _microseconds(timing.compile_us),
            _times(timing.compile_ratio),
            _microseconds(timing.verdict_us),
            _times(timing.verdict_ratio),
        )

    def _summary(self) -> str:
        parts = [f"{len(self.trials):,} tools, {self._schemas:,} schemas: {self.bad} bad"]
        parts.append(
            f"{self.recorded:,} recorded and {self.made:,} made instances: {len(self.differences)} differences"
        )
        return "; ".join(parts)


def _microseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f} us"


def _times(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}x"


def _trial_lines(trial: Trial, palette: Palette, *, quiet: bool) -> Iterator[str]:
    refusals = [
        (name, schema.schema.side.value, error)
        for schema in trial.schemas
        for name, attempt in schema.attempts.items()
        if attempt.is_refused
        for error in attempt.examined.errors
    ]
    if trial.errors or (refusals and not quiet):
        name = palette.paint("head", shorten(trial.tool.label) or '""')
        yield f"{trial.tool.document.at(trial.tool.pointer)} {name}"
    for error in trial.errors:
        yield from finding_lines(error, palette, "  ")
    for name, side, error in () if quiet else refusals:
        where = shorten(error.pointer, 256) or "(root)"
        refuses = palette.paint("mended", f"{shorten(name)} refuses")
        yield f"  {refuses} {side} at {where}: {error.message.partition(': ')[2]}"


def _difference_lines(difference: Difference, palette: Palette) -> Iterator[str]:
    tool, call = difference.tool, difference.call
    shown = palette.paint("head", shorten(tool.label) or '""')
    if call is None:
        place = f"{tool.document.at(tool.pointer)} {shown} {difference.side.value}, made instance {difference.index}"
    else:
        place = f"{call.document.at(call.pointer)} {shown} call {difference.index}, {difference.side.value}"
    said = ", ".join(f"{shorten(name)} says {verdict}" for name, verdict in difference.verdicts.items())
    yield f"{place}: {palette.paint('bad', said)}"
    if call is None:
        yield f"  {shorten(repr(difference.instance), 400)}"
