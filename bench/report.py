"""What a run found: as text, JSON or Markdown."""

import json
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.bounds import Finding
from bench.cases import QUESTIONS
from bench.comparison import Regression
from bench.measuring import Key, Timings
from bench.memory import Footprint
from bench.ratios import spread


@dataclass(frozen=True, slots=True)
class Report:
    """All that one run found; `missing` are words on what was left out as a whole."""

    machine: Mapping[str, str]
    versions: Mapping[str, str | None]
    timings: Timings
    findings: Sequence[Finding]
    footprints: Sequence[Footprint]
    startup: Mapping[str, float]
    missing: Sequence[str]
    regressions: Sequence[Regression]


def as_json(report: Report) -> str:
    """One JSON object; `--compare` reads it."""
    seconds = report.timings.seconds
    return json.dumps(
        {
            "version": 1,
            "machine": dict(report.machine),
            "versions": dict(report.versions),
            "missing": list(report.missing),
            "figures": [
                {
                    "case": key.case,
                    "question": key.question,
                    "subject": key.subject,
                    "microseconds": round(statistics.median(rounds) * 1e6, 4),
                    "noise": round(spread(rounds), 4),
                    "rounds": len(rounds),
                }
                for key, rounds in seconds.items()
            ],
            "left_out": [
                {"case": key.case, "question": key.question, "subject": key.subject, "why": why}
                for key, why in report.timings.left_out.items()
            ],
            "ratios": [
                {
                    "name": finding.name,
                    "ratio": round(finding.ratio.value, 5),
                    "noise": round(finding.ratio.noise, 4),
                    "at_most": finding.bound.at_most,
                    "kept": finding.is_kept,
                }
                for finding in report.findings
            ],
            "memory": [
                {"subject": each.subject, "task": each.task, "resident": each.resident, "allocated": each.allocated}
                for each in report.footprints
            ],
            "startup": {name: round(seconds * 1e3, 2) for name, seconds in report.startup.items()},
            "regressions": [each.name for each in report.regressions],
        },
        indent=1,
        ensure_ascii=False,
    )


Table = tuple[str, list[str], list[list[str]]]
"""A title, a head, rows."""


def as_markdown(report: Report) -> str:
    """Tables in Markdown."""
    return "\n".join(_preface(report)) + "\n" + "\n".join(_markdown(table) for table in _tables(report))


def as_text(report: Report) -> str:
    """Tables in columns."""
    return "\n".join(_preface(report)) + "\n" + "\n".join(_columns(table) for table in _tables(report))


FORMATS: Mapping[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "markdown": as_markdown}


def _preface(report: Report) -> Iterator[str]:
    yield ", ".join(f"{what}: {value}" for what, value in report.machine.items())
    yield ", ".join(f"{name} {version}" for name, version in report.versions.items() if version is not None)
    yield from report.missing
    left_out = report.timings.left_out
    for subject, why in dict.fromkeys((key.subject, why) for key, why in left_out.items()):
        names = sorted({key.case for key, said in left_out.items() if (key.subject, said) == (subject, why)})
        yield f"left out: {subject} in {', '.join(names)}: {why}"


def _tables(report: Report) -> Iterator[Table]:
    for question, meaning in QUESTIONS.items():
        table = _of_question(report.timings, question, f"{question}: {meaning}; microseconds")
        if table[2]:
            yield table
    if report.findings:
        yield (
            "ratios",
            ["question", "case", "ratio of", "to", "is", "+-", "at most", ""],
            [_finding(each) for each in report.findings],
        )
    if report.footprints:
        yield (
            "memory: kilobytes at the peak (of a tool: kept for each)",
            ["task", "subject", "resident", "Python's"],
            [
                [each.task, each.subject, f"{each.resident / 1e3:,.1f}", f"{each.allocated / 1e3:,.1f}"]
                for each in report.footprints
            ],
        )
    if report.startup:
        yield (
            "starting: milliseconds of a process",
            ["command", "ms"],
            [[name, f"{seconds * 1e3:.1f}"] for name, seconds in report.startup.items()],
        )
    if report.regressions:
        yield (
            "REGRESSIONS",
            ["ratio", "before", "now"],
            [[each.name, f"{each.before.value:.3f}", f"{each.after.value:.3f}"] for each in report.regressions],
        )


def _of_question(timings: Timings, question: str, title: str) -> Table:
    keys = [key for key in timings.seconds if key.question == question]
    names = list(dict.fromkeys(key.case for key in keys))
    subjects = list(dict.fromkeys(key.subject for key in keys))
    rows = [[subject, *(_cell(timings, Key(name, question, subject)) for name in names)] for subject in subjects]
    return title, ["", *names], rows


def _cell(timings: Timings, key: Key) -> str:
    rounds = timings.seconds.get(key)
    return "-" if rounds is None else microseconds(statistics.median(rounds))


def microseconds(seconds: float) -> str:
    """Seconds as microseconds, to three digits."""
    value = seconds * 1e6
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _finding(finding: Finding) -> list[str]:
    bound, most = finding.bound, finding.bound.at_most
    kept = "" if most is None else "kept" if finding.is_kept else "MISSED"
    return [
        bound.question,
        finding.case,
        bound.subject,
        bound.against,
        f"{finding.ratio.value:.3f}",
        f"{finding.ratio.noise:.0%}",
        "" if most is None else f"{most:.3g}",
        kept,
    ]


def _markdown(table: Table) -> str:
    title, head, rows = table
    lines = [f"\n**{title}**\n", _bar(head), _bar(["---"] * len(head)), *(_bar(row) for row in rows)]
    return "\n".join(lines)


def _bar(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _columns(table: Table) -> str:
    title, head, rows = table
    widths = [max(len(row[index]) for row in (head, *rows)) for index in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in (head, *rows)
    ]
    return "\n".join([f"\n{title}", *lines])
