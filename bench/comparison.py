"""A run against an earlier one: which ratios rose by more than chance."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.bounds import Finding
from bench.ratios import Ratio


@dataclass(frozen=True, slots=True)
class Regression:
    """A ratio that rose."""

    name: str
    before: Ratio
    after: Ratio


def read(path: Path) -> dict[str, Ratio]:
    """The ratios of a report in JSON, by name; ValueError where the file is none."""
    report = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(report, dict) or report.get("version") != 1:
        raise ValueError(f"{path.name} is no report of `python -m bench --format json`")
    return {each["name"]: Ratio(each["ratio"], each["noise"]) for each in report["ratios"]}


def regressions(findings: Iterable[Finding], before: Mapping[str, Ratio]) -> list[Regression]:
    """The ratios of this run that are worse than before, beyond the noise of both; what is new is none."""
    found = [(finding.name, finding.ratio) for finding in findings]
    return [
        Regression(name, before[name], after)
        for name, after in found
        if name in before and after.is_worse_than(before[name])
    ]
