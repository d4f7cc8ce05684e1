"""Known failures are strict rows."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.expected import ROWS, Known, rows_for, sort_failures
from conformance.outcome import Outcome, Verdict

ROW = Known("draft-07", "minimum.json", "minimum", "below", "the suite errs")


def an_outcome(verdict: Verdict) -> Outcome:
    """What became of the row's test."""
    return Outcome("draft-07", "mandatory", "minimum.json", "minimum", "below", verdict)


def test_a_failure_without_a_row_is_unknown() -> None:
    """Only a row makes a failure known."""
    failed = an_outcome("failed")
    found = sort_failures([failed], [], ("fake",), ["draft-07"])
    assert (found.unknown, found.known, found.stale) == ((failed,), (), ())


def test_a_row_makes_its_failure_known() -> None:
    """A failure with a row is parted from the others."""
    failed = an_outcome("failed")
    other = replace(failed, test="above")
    found = sort_failures([failed, other], [ROW], ("fake",), ["draft-07"])
    assert (found.unknown, found.known, found.stale) == ((other,), (failed,), ())


@pytest.mark.parametrize("outcomes", [[an_outcome("passed")], []])
def test_a_row_that_does_not_fail_is_stale(outcomes: list[Outcome]) -> None:
    """An unexpected pass, or a test that is gone, makes the row an error."""
    assert sort_failures(outcomes, [ROW], ("fake",), ["draft-07"]).stale == (ROW,)


def test_a_refusal_is_stale_only_for_a_row_of_that_backend() -> None:
    """A row for all backends says that the suite errs: a backend may refuse; one for a backend says that it fails."""
    refused = [an_outcome("refused")]
    assert sort_failures(refused, [ROW], ("fake",), ["draft-07"]).stale == ()
    row = replace(ROW, backends=("fake",))
    assert sort_failures(refused, [row], ("fake",), ["draft-07"]).stale == (row,)


def test_a_row_speaks_of_its_backends_and_drafts_alone() -> None:
    """A row for other backends or for a draft that was not run says nothing."""
    failed = [an_outcome("failed")]
    row = replace(ROW, backends=("other",))
    found = sort_failures(failed, [row], ("fake",), ["draft-07"])
    assert (found.unknown, found.stale) == (tuple(failed), ())
    assert sort_failures([], [ROW], ("fake",), ["draft-06"]).stale == ()


def test_a_row_may_hold_for_one_suite(tmp_path: Path) -> None:
    """A row with a suite is read for the suite of that digest alone; a suite that has no digest is an error."""
    path = tmp_path / "expected.toml"
    row = '[[known]]\ndraft = "d"\nfile = "f"\ngroup = "g"\ntest = "t"\nwhy = "w"\nsuite = '
    path.write_text(f'[suites]\nold = "abc"\n{row}"old"\n', encoding="utf-8")
    assert [known.test for known in rows_for("abc", path)] == ["t"]
    assert rows_for("def", path) == ()
    path.write_text(f'{row}"unheard of"\n', encoding="utf-8")
    with pytest.raises(KeyError):
        rows_for("abc", path)


def test_no_row_holds_for_the_suite_of_2026_08() -> None:
    """The rows of the project are readable, and every one names an older suite."""
    assert rows_for("none", ROWS) == ()
