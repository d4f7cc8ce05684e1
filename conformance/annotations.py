"""The annotation tests: which subschemas say what of which value."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urljoin

from conformance.attempt import Raised, attempt
from conformance.outcome import Outcome
from conformance.subject import Evaluated, Subject
from conformance.suite import Group, Test, TestFile, read
from conformance.verdicts import CompileSchema, alike, outcome

COMPARISONS = {"<=": int.__le__, "=": int.__eq__}


def annotation_groups(file: TestFile) -> Iterator[Group]:
    """The groups of a file of annotation tests that speak the file's draft; each assertion is a test."""
    for group in read(file.path)["suite"]:
        if speaks(group.get("compatibility", ""), file.draft.release):
            yield Group(
                group["description"], group["schema"], tuple(_assertions(group)), group.get("externalSchemas", {})
            )


def judge_annotations(file: TestFile, group: Group, compile_schema: CompileSchema) -> list[Outcome]:
    """The outcomes of a group's assertions."""
    subject = attempt(compile_schema, group.schema, group.resources)
    if isinstance(subject, Raised):
        return alike(file, group, "failed", f"compile {subject}")
    return [outcome(file, group, test, _wrong(group.schema, subject, test), subject.backend) for test in group.tests]


def speaks(compatibility: str, release: int) -> bool:
    """Whether a group with these constraints ("6,<=2019": from draft-06 to 2019-09) is meant for a release."""
    return all(_allows(constraint, release) for constraint in compatibility.split(",") if constraint)


def canonical(schema: Any, location: str) -> str:
    """A location in the root document (``#/$defs/a``) as the nearest ``$id`` above it spells it, percent-decoded."""
    document, _, fragment = location.partition("#")
    base, path = document, ""
    for token in ["", *unquote(fragment).split("/")[1:]]:
        if token:
            path += "/" + token
            schema = _member(schema, token.replace("~1", "/").replace("~0", "~"))
        if isinstance(schema, dict) and isinstance(schema.get("$id"), str):
            base, path = urljoin(base, schema["$id"]), ""
    return f"{base}#{path}"


def _allows(constraint: str, release: int) -> bool:
    for sign, compare in COMPARISONS.items():
        if constraint.startswith(sign):
            return compare(release, int(constraint.removeprefix(sign)))
    return release >= int(constraint)


def _assertions(group: Mapping[str, Any]) -> Iterator[Test]:
    for number, test in enumerate(group["tests"]):
        for asserted in test["assertions"]:
            name = f"instance {number}: {asserted['keyword']} at {asserted['location'] or 'the root'}"
            yield Test(name, test["instance"], asserted)


def _member(schema: Any, token: str) -> Any:
    return schema[int(token)] if isinstance(schema, list) else schema[token]


def _wrong(schema: Any, subject: Subject, test: Test) -> str:
    evaluated = attempt(subject.evaluate, test.instance)
    if isinstance(evaluated, Raised):
        return str(evaluated)
    keyword, location = test.expected["keyword"], test.expected["location"]
    wanted = {canonical(schema, where): value for where, value in test.expected["expected"].items()}
    found = _found(evaluated, keyword, location)
    return "" if found == wanted else f"the annotations are {found}, the suite says {wanted}"


def _found(evaluated: Evaluated, keyword: str, pointer: str) -> dict[str, Any]:
    """What a keyword says of a value, by the location of the subschema that holds it."""
    return {
        unquote(note.schema_location).removesuffix("/" + keyword): note.value
        for note in evaluated.annotations
        if note.keyword == keyword and note.pointer == pointer
    }
