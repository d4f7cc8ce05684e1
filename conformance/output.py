"""The output tests: an evaluation, in the specification's forms, held against the suite's schemas of output."""

from collections.abc import Iterator
from typing import Any

from conformance.attempt import Raised, attempt
from conformance.outcome import Outcome
from conformance.subject import Subject
from conformance.suite import Group, Test, TestFile, read
from conformance.verdicts import CompileSchema, alike, outcome


def output_groups(file: TestFile) -> Iterator[Group]:
    """The groups of a file of output tests, with the dialect's own schema of output within reach."""
    schema = read(file.path.parent.parent / "output-schema.json")
    for group in read(file.path):
        tests = tuple(Test(test["description"], test["data"], test["output"]) for test in group["tests"])
        yield Group(group["description"], group["schema"], tests, {schema["$id"]: schema})


def judge_output(file: TestFile, group: Group, compile_schema: CompileSchema) -> list[Outcome]:
    """The outcomes of a group's tests; every form that a test names must fit."""
    subject = attempt(compile_schema, group.schema, {})
    if isinstance(subject, Raised):
        return alike(file, group, "failed", f"compile {subject}")
    return [
        outcome(file, group, test, _wrong(subject, group, test, compile_schema), subject.backend)
        for test in group.tests
    ]


def _wrong(subject: Subject, group: Group, test: Test, compile_schema: CompileSchema) -> str:
    evaluated = attempt(subject.evaluate, test.instance)
    if isinstance(evaluated, Raised):
        return str(evaluated)
    misfits = (
        _misfit(form, attempt(evaluated.to_output, form), attempt(compile_schema, schema, group.resources))
        for form, schema in test.expected.items()
    )
    return next(filter(None, misfits), "")


def _misfit(form: str, output: Any, fits: Subject | Raised) -> str:
    if isinstance(output, Raised):
        return f"{form}: {output}"
    if isinstance(fits, Raised):
        return f"{form}: the schema of the output {fits}"
    return "" if fits.is_valid(output) else f"{form}: {output} does not fit"
