"""The validation tests: one validator a group, its tests run forwards and backwards on it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import schemaval
from conformance.attempt import Raised, attempt
from conformance.outcome import Outcome, Verdict
from conformance.subject import Fault, Subject
from conformance.suite import Group, Test, TestFile, read

CompileSchema = Callable[[Any, Mapping[str, Any]], Subject]
"""A schema, and the documents it may reach besides the suite's remotes, to a validator."""


def verdict_groups(file: TestFile) -> Iterator[Group]:
    """The groups of a file of validation tests."""
    for group in read(file.path):
        tests = tuple(Test(test["description"], test["data"], test["valid"]) for test in group["tests"])
        yield Group(group["description"], group["schema"], tests)


def judge_verdicts(file: TestFile, group: Group, compile_schema: CompileSchema, *, may_refuse: bool) -> list[Outcome]:
    """The outcomes of a group's tests; only what ``may_refuse`` has refused where it raises UnsupportedSchema."""
    subject = attempt(compile_schema, group.schema, group.resources)
    if isinstance(subject, Raised):
        refused = may_refuse and isinstance(subject.fault, schemaval.UnsupportedSchema)
        return alike(file, group, "refused" if refused else "failed", f"compile {subject}")
    forwards = [attempt(subject.is_valid, test.instance) for test in group.tests]
    backwards = [attempt(subject.is_valid, test.instance) for test in reversed(group.tests)][::-1]
    faults = [attempt(subject.violations, test.instance) for test in group.tests]
    return [
        outcome(file, group, test, _wrong(test, *answers), subject.backend)
        for test, *answers in zip(group.tests, forwards, backwards, faults, strict=True)
    ]


def outcome(file: TestFile, group: Group, test: Test, wrong: str, backend: str) -> Outcome:
    """A test's outcome: failed if something is wrong, else passed."""
    verdict: Verdict = "failed" if wrong else "passed"
    return Outcome(
        file.draft.name, file.category, file.name, group.description, test.description, verdict, wrong, backend
    )


def alike(file: TestFile, group: Group, verdict: Verdict, reason: str) -> list[Outcome]:
    """The same outcome for every test of a group."""
    return [
        Outcome(file.draft.name, file.category, file.name, group.description, test.description, verdict, reason)
        for test in group.tests
    ]


def resolves(value: Any, pointer: str) -> bool:
    """Whether an RFC 6901 pointer leads to something in a value; read here anew, to judge schemaval's own reading."""
    if pointer and not pointer.startswith("/"):
        return False
    for raw in pointer.split("/")[1:]:
        token = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token in map(str, range(len(value))):
            value = value[int(token)]
        else:
            return False
    return True


def _wrong(test: Test, forwards: Any, backwards: Any, faults: Any) -> str:
    for answer in (forwards, backwards, faults):
        if isinstance(answer, Raised):
            return str(answer)
    if forwards is not test.expected:
        return f"is_valid answered {forwards!r}, the suite says {test.expected}"
    if backwards is not forwards:
        return f"is_valid answered {forwards!r} forwards and {backwards!r} backwards"
    if bool(faults) is test.expected:
        return f"violations() gave {len(faults)} where is_valid answered {forwards!r}"
    return next(
        (f"a violation points to {pointer!r}, which is not there" for pointer in _lost(test.instance, faults)), ""
    )


def _lost(instance: Any, faults: Sequence[Fault]) -> Iterator[str]:
    for fault in faults:
        if not resolves(instance, fault.pointer):
            yield fault.pointer
        yield from _lost(instance, fault.causes)
