"""What a report says, and when a run is fine."""

import json
from dataclasses import replace

import pytest

from conformance.expected import Known, Sorted
from conformance.outcome import Outcome
from conformance.report import FORMATS, LEGEND, Report, Run, tallies
from schemaval.backends.select import AUTO, backend_infos

PASSED = Outcome("draft-07", "mandatory", "a.json", "g", "passes", "passed", backend="one")
ELSEWHERE = replace(PASSED, test="passes elsewhere", backend="two")
REFUSED = replace(PASSED, test="refuses", verdict="refused", reason="it cannot", backend="")
FAILED = replace(PASSED, test="fails", verdict="failed", reason="is_valid answered True")
KNOWN = replace(FAILED, test="fails as known")
STALE = Known("draft-07", "a.json", "g", "fails no more", "was wrong")


def a_run(outcomes: tuple[Outcome, ...], failures: Sorted) -> Run:
    """A run of one backend before another."""
    return Run(("one", "two"), outcomes, failures)


FULL = a_run((PASSED, ELSEWHERE, REFUSED, FAILED, KNOWN), Sorted((FAILED,), (KNOWN,), (STALE,)))


def test_every_test_is_counted_once() -> None:
    """Refused and known failures are neither passed nor failed; native are those that the first backend answered."""
    (tally,) = tallies(FULL)
    assert tally.cells == ("draft-07", "mandatory", "2", "1", "1", "1", "5", "1")


def test_native_of_auto() -> None:
    """`auto` answers nothing itself: native is what the first installed backend of its preference answered."""
    first, *others = [name for name in AUTO if backend_infos()[name].installed]
    outcomes = (replace(PASSED, backend=first), replace(ELSEWHERE, backend=others[-1]))
    (tally,) = tallies(Run(("auto",), outcomes, Sorted((), (), ())))
    assert (tally.passed, tally.native) == (2, 1)


def test_columns_are_explained() -> None:
    """The text says what its less plain columns count."""
    text = FORMATS["text"](Report("suite", "abc", (FULL,)))
    assert text.endswith("\n".join(LEGEND))
    assert [line.partition(":")[0] for line in LEGEND] == ["known", "native"]


@pytest.mark.parametrize(
    ("outcomes", "failures", "expected"),
    [
        ((PASSED, REFUSED), Sorted((), (), ()), True),
        ((PASSED, KNOWN), Sorted((), (KNOWN,), ()), True),
        ((PASSED, FAILED), Sorted((FAILED,), (), ()), False),
        ((PASSED,), Sorted((), (), (STALE,)), False),
        ((), Sorted((), (), ()), False),
    ],
)
def test_a_run_is_fine_when_nothing_unknown_failed(
    outcomes: tuple[Outcome, ...], failures: Sorted, *, expected: bool
) -> None:
    """Unknown failures and stale rows spoil a run, and so does having run nothing."""
    assert a_run(outcomes, failures).ok is expected


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_failures_are_named(form: str) -> None:
    """The report names file, group, test and reason of each failure and each stale row."""
    text = FORMATS[form](Report("suite", "abc", (FULL,)))
    assert "FAILED draft-07 a.json | g | fails: is_valid answered True" in text
    assert "known  draft-07 a.json | g | fails as known" in text
    assert "STALE  draft-07 a.json | g | fails no more" in text


def test_json_holds_everything() -> None:
    """The JSON report holds the figures and every outcome that is no pass."""
    report = json.loads(FORMATS["json"](Report("suite", "abc", (FULL,))))
    (run,) = report["runs"]
    assert (report["ok"], run["ok"], run["backends"]) == (False, False, ["one", "two"])
    assert run["rows"][0]["native"] == 1
    assert [[entry["test"] for entry in run[name]] for name in ("failures", "known", "stale", "refusals")] == [
        ["fails"],
        ["fails as known"],
        ["fails no more"],
        ["refuses"],
    ]


def test_markdown_is_one_table() -> None:
    """A row holds a run's category, a column a draft; what did not pass is counted beside what did."""
    text = FORMATS["markdown"](Report("suite", "abc", (FULL,)))
    assert text.splitlines()[0] == "| backend | tests | draft-03 | draft-04 | draft-06 | draft-07 | 2019-09 | 2020-12 |"
    assert "| one,two | mandatory |  |  |  | 2 of 5, 1 refused, 1 failed, 1 known |  |  |" in text
