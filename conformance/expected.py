"""The known failures, read from expected.toml: strict rows, each with its why."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.outcome import Outcome

ROWS = Path(__file__).with_name("expected.toml")


@dataclass(frozen=True, slots=True)
class Known:
    """A test that is known to fail, for some backends or all, in one suite or all."""

    draft: str
    file: str
    group: str
    test: str
    why: str
    backends: tuple[str, ...] = ()
    suite: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the test in a run."""
        return self.draft, self.file, self.group, self.test


@dataclass(frozen=True, slots=True)
class Sorted:
    """The failures of a run, parted: ``known`` ones, ``unknown`` ones, and ``stale`` rows whose test did not fail."""

    unknown: tuple[Outcome, ...]
    known: tuple[Outcome, ...]
    stale: tuple[Known, ...]


def rows_for(digest: str, path: Path = ROWS) -> tuple[Known, ...]:
    """The rows that hold for the suite with this digest; a row that names no known suite is a KeyError."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    suites = table.get("suites", {})
    rows = (Known(**{**row, "backends": tuple(row.get("backends", ()))}) for row in table.get("known", ()))
    return tuple(row for row in rows if not row.suite or suites[row.suite] == digest)


def sort_failures(
    outcomes: Sequence[Outcome], rows: Iterable[Known], backends: tuple[str, ...], drafts: Iterable[str]
) -> Sorted:
    """Part the failures of a run of these backends over these drafts by the rows that speak of it."""
    drafts = set(drafts)
    due = [row for row in rows if row.draft in drafts and row.backends in ((), backends)]
    keys = {row.key for row in due}
    failed = [outcome for outcome in outcomes if outcome.verdict == "failed"]
    seen = {key(outcome) for outcome in failed}
    refused = {key(outcome) for outcome in outcomes if outcome.verdict == "refused"}
    return Sorted(
        unknown=tuple(outcome for outcome in failed if key(outcome) not in keys),
        known=tuple(outcome for outcome in failed if key(outcome) in keys),
        stale=tuple(row for row in due if row.key not in seen and (row.backends or row.key not in refused)),
    )


def key(outcome: Outcome) -> tuple[str, str, str, str]:
    """What names an outcome's test in a run."""
    return outcome.draft, outcome.file, outcome.group, outcome.test
