"""How a run is made of files, and survives what they do to it."""

import os
from pathlib import Path

import pytest

from conformance import run as running
from conformance.outcome import Outcome
from conformance.run import Job, jobs
from tests.conformance.fakes import DRAFT_07, DRAFT_2020, MINIMUM, honest, write_suite

FILES = {
    "tests/draft7/minimum.json": [MINIMUM],
    "tests/draft7/optional/bignum.json": [MINIMUM],
    "tests/draft7/optional/format/date.json": [MINIMUM],
    "tests/draft2020-12/minimum.json": [MINIMUM],
    "annotations/tests/core.json": {"suite": []},
    "output-tests/draft2020-12/content/type.json": [],
}


def judge_or_die(job: Job) -> list[Outcome]:
    """A job's outcomes with an honest validator; one of the files takes its process down."""
    if job.file.name == "optional/bignum.json":
        os._exit(1)
    return running.judge(job, honest)


def test_files_have_categories(tmp_path: Path) -> None:
    """A file's folder says its category; annotations and output are for the reference evaluator alone."""
    suite = write_suite(tmp_path, FILES)
    work = jobs(suite, [DRAFT_07, DRAFT_2020], ("reference",))
    assert [(job.file.category, job.file.name) for job in work] == [
        ("mandatory", "minimum.json"),
        ("optional", "optional/bignum.json"),
        ("optional/format", "optional/format/date.json"),
        ("mandatory", "minimum.json"),
        ("annotations", "annotations/core.json"),
        ("output", "output-tests/type.json"),
    ]
    others = jobs(suite, [DRAFT_07, DRAFT_2020], ("jsonschema", "reference"))
    assert [job.file for job in others] == [job.file for job in work[:4]]


def test_a_file_that_kills_its_process_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash fails the tests of the file that causes it, and no others."""
    monkeypatch.setattr(running, "judge", judge_or_die)
    seen: list[int] = []
    outcomes = running.run(
        jobs(write_suite(tmp_path, FILES), [DRAFT_07], ("fake",)), 2, lambda done, _total: seen.append(done)
    )
    assert [(outcome.file, outcome.verdict) for outcome in outcomes] == [
        ("minimum.json", "passed"),
        ("minimum.json", "passed"),
        ("optional/bignum.json", "failed"),
        ("optional/bignum.json", "failed"),
        ("optional/format/date.json", "passed"),
        ("optional/format/date.json", "passed"),
    ]
    assert outcomes[2].reason == "killed its process"
    assert seen == sorted(seen)
