"""A run against an earlier one."""

import json
from pathlib import Path

import pytest

from bench.bounds import AUTO, BOUNDS, Finding, findings
from bench.comparison import read, regressions
from bench.measuring import Key, Timings
from bench.report import FORMATS, Report, as_json


def _timings(own: float) -> Timings:
    """Five rounds of one case, in which the engine takes a microsecond."""
    found = Timings()
    found.seconds[Key("one string", "accept", "jsonschema-rs")] = [1e-6] * 5
    found.seconds[Key("one string", "accept", AUTO)] = [own] * 5
    found.left_out[Key("one string", "accept", "msgspec.convert")] = "a type for it is not written"
    return found


def _report(own: float, missing: tuple[str, ...] = ()) -> Report:
    timings = _timings(own)
    return Report({"python": "CPython"}, {"orjson": None}, timings, tuple(findings(timings)), (), {}, missing, ())


def test_found() -> None:
    """A bound is looked at in each case in which both subjects were timed, and only there."""
    (found,) = findings(_timings(2e-6))
    assert (found.bound.subject, found.bound.against, found.case) == (AUTO, "jsonschema-rs", "one string")
    assert found.ratio.value == pytest.approx(2.0)
    assert not found.is_kept


def test_kept() -> None:
    """A ratio up to the bound keeps it."""
    (found,) = findings(_timings(1.04e-6))
    assert found.is_kept


def test_regression(tmp_path: Path) -> None:
    """A report in JSON is read again, and a ratio that rose since is named; one that did not, is not."""
    file = tmp_path / "before.json"
    file.write_text(as_json(_report(1e-6)), encoding="utf-8")
    before = read(file)
    assert regressions(findings(_timings(1.01e-6)), before) == []
    (worse,) = regressions(findings(_timings(1.5e-6)), before)
    assert worse.name == "accept | one string | schemaval auto / jsonschema-rs"
    assert worse.before.value == pytest.approx(1.0)
    assert worse.after.value == pytest.approx(1.5)


def test_new_ratio() -> None:
    """A ratio that no earlier run knows is no regression."""
    assert regressions(findings(_timings(9e-6)), {}) == []


@pytest.mark.parametrize("text", ["[]", '{"version": 2}', "no JSON"])
def test_no_report(tmp_path: Path, text: str) -> None:
    """What is no report is refused by a ValueError."""
    file = tmp_path / "before.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"no report|Expecting"):
        read(file)


@pytest.mark.parametrize("name", FORMATS)
def test_formats(name: str) -> None:
    """Every form of the report tells the figures, the ratios and what was left out."""
    text = FORMATS[name](_report(2e-6, ("recorded calls are not at hand, left out",)))
    assert "schemaval auto" in text
    assert "2.0" in text
    assert "recorded calls are not at hand" in text
    assert "a type for it is not written" in text
    if name == "json":
        assert json.loads(text)["ratios"][0]["kept"] is False


def test_names_of_findings() -> None:
    """No two bounds speak of the same ratio in the same case: a comparison finds each by its name."""
    cases = ("one string", "tree of 121 nodes", "one string: missing", "call with five arguments")
    ratio = next(findings(_timings(2e-6))).ratio
    names = [Finding(case, bound, ratio).name for bound in BOUNDS for case in cases if bound.holds_for(case)]
    assert len(names) == len(set(names))
