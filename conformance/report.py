"""What a run found, in figures and by name: as text, JSON or Markdown."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from conformance.expected import Known, Sorted
from conformance.outcome import Outcome
from conformance.suite import CATEGORIES, DRAFTS
from schemaval.backends.select import AUTO, backend_infos

COLUMNS = ("draft", "category", "passed", "refused", "failed", "known", "total", "native")
LEGEND = (
    "known: fails as a row of conformance/expected.toml says, and spoils no run",
    "native: passed, and the first backend of the preference answered it itself (of auto: the first that is installed)",
)


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one draft and category; ``native`` counts the passed tests that the first backend answered.

    Of ``auto`` that is the first backend of its preference that is installed.
    """

    draft: str
    category: str
    passed: int
    refused: int
    failed: int
    known: int
    total: int
    native: int

    @property
    def cells(self) -> tuple[str, ...]:
        """The figures in the order of COLUMNS."""
        return tuple(str(getattr(self, column)) for column in COLUMNS)


@dataclass(frozen=True, slots=True)
class Run:
    """One choice of backends and all that it was judged to do."""

    backends: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: Sorted

    @property
    def ok(self) -> bool:
        """Whether nothing failed but what is known to, and all that is known to did."""
        return bool(self.outcomes) and not self.failures.unknown and not self.failures.stale


@dataclass(frozen=True, slots=True)
class Report:
    """All runs over one suite, told by its place and its digest."""

    suite: str
    digest: str
    runs: tuple[Run, ...]

    @property
    def ok(self) -> bool:
        """Whether all runs are."""
        return all(run.ok for run in self.runs)


def tallies(run: Run) -> list[Tally]:
    """The figures of a run by draft and category, without the empty ones."""
    return [
        _tally(run, draft.name, category, found)
        for draft in DRAFTS
        for category in CATEGORIES
        if (found := [o for o in run.outcomes if (o.draft, o.category) == (draft.name, category)])
    ]


def as_text(report: Report) -> str:
    """For a terminal: one table a run, then what failed."""
    return "\n".join(_lines(report))


def as_markdown(report: Report) -> str:
    """For a page: one table, a row for each run and category, a column a draft; then what failed."""
    drafts = [draft.name for draft in DRAFTS]
    lines = [_markdown_row(["backend", "tests", *drafts]), _markdown_row(["---", "---", *["---"] * len(drafts)])]
    for run in report.runs:
        found = {(tally.draft, tally.category): tally for tally in tallies(run)}
        for category in CATEGORIES:
            cells = [_cell(found.get((draft, category))) for draft in drafts]
            if any(cells):
                lines.append(_markdown_row([",".join(run.backends), category, *cells]))
    return "\n".join([*lines, *(line for run in report.runs for line in _named(run))])


def _cell(tally: Tally | None) -> str:
    """The passed of all tests, and what became of the others."""
    if tally is None:
        return ""
    others = [f"{count} {name}" for name in ("refused", "failed", "known") if (count := getattr(tally, name))]
    return f"{tally.passed} of {tally.total}" + (f", {', '.join(others)}" if others else "")


def as_json(report: Report) -> str:
    """For programs: the figures, and each failure, refusal, known failure and stale row in full."""
    return json.dumps(
        {
            "version": 1,
            "suite": report.suite,
            "digest": report.digest,
            "ok": report.ok,
            "runs": [_run_as_json(run) for run in report.runs],
        },
        indent=2,
    )


FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "markdown": as_markdown}


def _tally(run: Run, draft: str, category: str, found: Sequence[Outcome]) -> Tally:
    verdicts = [outcome.verdict for outcome in found]
    native = _native(run.backends)
    known = sum(outcome in run.failures.known for outcome in found)
    return Tally(
        draft=draft,
        category=category,
        passed=verdicts.count("passed"),
        refused=verdicts.count("refused"),
        failed=verdicts.count("failed") - known,
        known=known,
        total=len(found),
        native=sum(o.verdict == "passed" and o.backend == native for o in found),
    )


def _native(backends: Sequence[str]) -> str:
    """The backend whose own answers are native: the first, which ``auto`` itself never is."""
    if backends[0] != "auto":
        return backends[0]
    infos = backend_infos()
    return next(name for name in AUTO if infos[name].installed)


def _lines(report: Report) -> Iterator[str]:
    yield f"suite {report.suite} ({report.digest})"
    for run in report.runs:
        yield ""
        yield ",".join(run.backends)
        yield ""
        yield from _plain_table([COLUMNS, *(tally.cells for tally in tallies(run))])
        yield from _named(run)
    yield ""
    yield from LEGEND


def _named(run: Run) -> Iterator[str]:
    if not run.outcomes:
        yield "FAILED nothing was run"
    for outcome in run.failures.unknown:
        yield f"FAILED {_title(outcome)}: {outcome.reason}"
    for outcome in run.failures.known:
        yield f"known  {_title(outcome)}: {outcome.reason}"
    for row in run.failures.stale:
        yield f"STALE  {_title(row)}: did not fail; delete its row from conformance/expected.toml"


def _title(test: Outcome | Known) -> str:
    return f"{test.draft} {test.file} | {test.group} | {test.test}"


def _plain_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        names = (cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True))
        figures = (cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True))
        yield "  ".join([*names, *figures])


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _run_as_json(run: Run) -> dict[str, object]:
    return {
        "backends": run.backends,
        "ok": run.ok,
        "rows": [asdict(tally) for tally in tallies(run)],
        "failures": [asdict(outcome) for outcome in run.failures.unknown],
        "known": [asdict(outcome) for outcome in run.failures.known],
        "stale": [asdict(row) for row in run.failures.stale],
        "refusals": [asdict(outcome) for outcome in run.outcomes if outcome.verdict == "refused"],
    }
