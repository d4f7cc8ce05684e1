"""Where the suite is looked for, and which remotes a draft sees."""

from pathlib import Path

import pytest

from conformance import suite as finding
from conformance.remotes import resources
from conformance.suite import VARIABLE, SuiteNotFoundError, digest, find_suite
from tests.conformance.fakes import DRAFT_07, DRAFT_2020, MINIMUM, write_suite


def test_the_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option goes before the variable, that before the shared folder, that before the fetched suite."""
    option, named, beside, fetched = (
        write_suite(tmp_path / name, {}) for name in ("option", "named", "shared/suite", "fetched")
    )
    monkeypatch.setattr(finding, "SHARED", tmp_path / "shared")
    monkeypatch.setattr(finding, "FETCHED", fetched)
    monkeypatch.setenv(VARIABLE, str(named))
    assert find_suite(option) == option
    assert find_suite() == named
    monkeypatch.delenv(VARIABLE)
    assert find_suite() == beside
    monkeypatch.setattr(finding, "SHARED", tmp_path / "nowhere")
    assert find_suite() == fetched


def test_a_named_place_without_a_suite_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that was asked for is never replaced by another."""
    with pytest.raises(SuiteNotFoundError, match="elsewhere"):
        find_suite(tmp_path / "elsewhere")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(SuiteNotFoundError, match="gone"):
        find_suite()


def test_the_digest_tells_suites_apart(tmp_path: Path) -> None:
    """The digest follows the tests' names and contents, not the place."""
    files = {"tests/draft7/a.json": [MINIMUM]}
    one, same = (digest(write_suite(tmp_path / name, files)) for name in ("one", "same"))
    other = digest(write_suite(tmp_path / "other", {"tests/draft7/b.json": [MINIMUM]}))
    assert one == same
    assert one != other


def test_a_remote_has_the_dialect_of_its_folder(tmp_path: Path) -> None:
    """Without ``$schema`` a remote gets its folder's dialect, in the root the draft's; unknown drafts are left out."""
    suite = write_suite(
        tmp_path,
        {
            "remotes/a.json": {"type": "integer"},
            "remotes/nested/b.json": {"$schema": "http://x/own"},
            "remotes/draft7/c.json": {"minimum": 1},
            "remotes/draft7/d.json": True,
            "remotes/draft-next/e.json": {},
            "tests/draft-next/x.json": [],
        },
    )
    assert resources(suite, DRAFT_2020) == {
        "http://localhost:1234/a.json": {"$schema": DRAFT_2020.uri, "type": "integer"},
        "http://localhost:1234/nested/b.json": {"$schema": "http://x/own"},
        "http://localhost:1234/draft7/c.json": {"$schema": DRAFT_07.uri, "minimum": 1},
        "http://localhost:1234/draft7/d.json": True,
    }
