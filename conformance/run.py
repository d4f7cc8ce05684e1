"""A run: every file of some drafts against a choice of backends, over a pool of processes."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import schemaval
from conformance.annotations import annotation_groups, judge_annotations
from conformance.outcome import Outcome
from conformance.output import judge_output, output_groups
from conformance.remotes import resources
from conformance.subject import Compile, Subject
from conformance.suite import (
    ANNOTATIONS,
    OUTPUT,
    Draft,
    Group,
    TestFile,
    annotation_files,
    output_files,
    verdict_files,
)
from conformance.timing import TimedOut, time_limit
from conformance.verdicts import CompileSchema, alike, judge_verdicts, verdict_groups

SECONDS_A_GROUP = 10.0
GROUPS: Mapping[str, Callable[[TestFile], Iterator[Group]]] = {ANNOTATIONS: annotation_groups, OUTPUT: output_groups}
"""How the groups of a category are read; those of all others are validation tests."""

Progress = Callable[[int, int], None]
"""Called with how many files are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file of the suite for one choice of backends: the unit of work."""

    suite: Path
    file: TestFile
    backends: tuple[str, ...]


def jobs(suite: Path, drafts: Iterable[Draft], backends: tuple[str, ...]) -> list[Job]:
    """The work of a run; annotations and output belong to the reference evaluator and are asked of it alone."""
    kinds = [verdict_files, annotation_files, output_files] if backends == ("reference",) else [verdict_files]
    return [Job(suite, file, backends) for draft in drafts for files in kinds for file in files(suite, draft)]


def judge(job: Job, compile_schema: Compile = schemaval.compile, seconds: float = SECONDS_A_GROUP) -> list[Outcome]:
    """The outcomes of a file; a group that runs out of time has failed with all its tests."""
    outcomes: list[Outcome] = []
    for group in _groups(job.file):
        try:
            with time_limit(seconds):
                outcomes += _judge_group(job, group, _compiling(job, compile_schema))
        except TimedOut:
            outcomes += alike(job.file, group, "failed", f"took more than {seconds:g} s")
    return outcomes


def run(work: Sequence[Job], workers: int | None = None, progress: Progress | None = None) -> list[Outcome]:
    """The outcomes of all jobs, in their order; a job that kills its process has failed with all its tests."""
    done: dict[Job, list[Outcome]] = {}
    count = workers or os.cpu_count() or 1
    for job, outcomes in _pooled(judge, work, count):
        done[job] = outcomes
        if progress:
            progress(len(done), len(work))
    for job in work:
        if job not in done:  # the pool broke: each of the rest alone, to tell the one that breaks it
            done[job] = dict(_pooled(judge, [job], 1)).get(job) or _died(job)
    return [outcome for job in work for outcome in done[job]]


def _pooled(
    task: Callable[[Job], list[Outcome]], work: Sequence[Job], workers: int
) -> Iterator[tuple[Job, list[Outcome]]]:
    """Each job with its outcomes as they come, without the jobs that were lost with their process."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting: dict[Future[list[Outcome]], Job] = {pool.submit(task, job): job for job in work}
        for future in as_completed(waiting):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield waiting[future], future.result()


def _groups(file: TestFile) -> Iterator[Group]:
    return GROUPS.get(file.category, verdict_groups)(file)


def _judge_group(job: Job, group: Group, compile_schema: CompileSchema) -> list[Outcome]:
    if job.file.category == ANNOTATIONS:
        return judge_annotations(job.file, group, compile_schema)
    if job.file.category == OUTPUT:
        return judge_output(job.file, group, compile_schema)
    return judge_verdicts(job.file, group, compile_schema, may_refuse=len(job.backends) == 1)


def _compiling(job: Job, compile_schema: Compile) -> CompileSchema:
    """How a schema of the job's file is compiled: default limits, the draft's dialect, the suite's small world."""
    world = resources(job.suite, job.file.draft)
    backend = job.backends if len(job.backends) > 1 else job.backends[0]
    fixed = partial(
        compile_schema, backend=backend, dialect=job.file.draft.name, assert_formats=job.file.assert_formats
    )

    def compile_in_world(schema: Any, more: Mapping[str, Any]) -> Subject:
        return fixed(schema, resources={**world, **more})

    return compile_in_world


def _died(job: Job) -> list[Outcome]:
    return [
        outcome for group in _groups(job.file) for outcome in alike(job.file, group, "failed", "killed its process")
    ]
