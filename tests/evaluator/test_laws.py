"""Laws that hold for any schema of any dialect and any instance: schemas and instances are generated."""

import json
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
import referencing
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import schemaval
from schemaval import pointer as pointers
from schemaval.dialects import BY_DRAFT
from schemaval.evaluator import program as programs
from schemaval.keywords import Draft
from schemaval.violation import Violation
from tests.evaluator.generated import CANARIES, DRAFTS, compiled, documents, instances

batches = st.lists(instances, min_size=4, max_size=4)
drafts = pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: BY_DRAFT[draft].name)
UNCUT = schemaval.Limits(max_violations=None)

ORACLES = {
    Draft.D3: jsonschema.Draft3Validator,
    Draft.D4: jsonschema.Draft4Validator,
    Draft.D6: jsonschema.Draft6Validator,
    Draft.D7: jsonschema.Draft7Validator,
    Draft.D2019: jsonschema.Draft201909Validator,
    Draft.D2020: jsonschema.Draft202012Validator,
}


@dataclass(frozen=True)
class Case:
    """A schema, its validator, and an instance."""

    draft: Draft
    doc: dict[str, Any]
    validator: schemaval.Validator
    instance: Any


def cases(draft: Draft, doc: dict[str, Any], batch: list[Any]) -> list[Case]:
    """The cases of a drawn schema; none where it is refused for its loops."""
    validator = compiled(doc)
    return [] if validator is None else [Case(draft, doc, validator, instance) for instance in batch]


@lru_cache
def drawn(draft: Draft) -> tuple[Case, ...]:
    """The cases that all laws are held to, the same every time."""
    found: list[Case] = []

    @settings(
        max_examples=100,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
        derandomize=True,
    )
    @given(documents(draft), batches)
    def draw(doc: dict[str, Any], batch: list[Any]) -> None:
        found.extend(cases(draft, doc, batch))

    draw()
    return tuple(found)


def everything(found: list[Violation] | tuple[Violation, ...]) -> Iterator[Violation]:
    """The violations with their causes."""
    for violation in found:
        yield violation
        yield from everything(violation.causes)


def resolved(document: Any, pointer: str) -> Any:
    """What stands there; KeyError, IndexError or ValueError where nothing does."""
    for token in pointers.split(pointer):
        document = document[int(token)] if isinstance(document, (list, tuple)) else document[token]
    return document


# the laws


def one_answer(case: Case) -> None:
    """All questions to a validator have one answer, and leave the instance alone."""
    validator, instance = case.validator, case.instance
    before = json.dumps(instance)
    valid = validator.is_valid(instance)
    found = validator.violations(instance)
    assert validator.engine_is_valid(instance) is valid
    assert (found == []) is valid
    evaluation = validator.evaluate(instance)
    assert evaluation.valid is valid
    assert list(evaluation.violations) == found
    assert evaluation.to_output("flag") == {"valid": valid}
    if valid:
        validator.validate(instance)
    else:
        with pytest.raises(schemaval.InvalidInstance) as caught:
            validator.validate(instance)
        assert list(caught.value.violations) == found
    assert json.dumps(instance) == before


def places_are_there(case: Case) -> None:
    """Pointers lead into the instance, locations into the schema to their keyword, and paths follow from the root."""
    for found in everything(case.validator.violations(case.instance)):
        resolved(case.instance, found.pointer)
        assert re.fullmatch(r"#[\x21-\x7e]*", found.schema_location)
        if resolved(case.doc, unquote(found.schema_location[1:])) is False:
            assert f"/{found.keyword}" in found.evaluation_path
        else:
            assert found.schema_location.rpartition("/")[2] == found.keyword
        assert followed(case.doc, found) == unquote(found.schema_location[1:])


TARGETS = {
    "#": "",
    "#node": "",
    "#/definitions/one": "/definitions/one",
    "#/definitions/%74wo": "/definitions/two",
    "#anchored": "/definitions/three",
}


def followed(doc: Any, found: Violation) -> str:
    """Where the evaluation path leads, walked from the root through references."""
    here, place = doc, ""
    for token in pointers.split(found.evaluation_path):
        here = here[int(token)] if isinstance(here, list) else here[token]
        place += "/" + pointers.escape(token)
        if token in ("$ref", "$dynamicRef", "$recursiveRef") and isinstance(here, str):
            place = TARGETS[here]
            here = resolved(doc, place)
    return place


def said_once_in_order(case: Case) -> None:
    """No two violations share pointer, location and missing name; they stand as their places do in the instance."""
    found = case.validator.violations(case.instance)
    said = Counter((each.pointer, each.schema_location, each.params.get("missing")) for each in found)
    assert set(said.values()) <= {1}
    places = list(walked(case.instance))
    order = [places.index(each.pointer) for each in found]
    assert order == sorted(order)


def walked(instance: Any, pointer: str = "") -> Iterator[str]:
    """All pointers into an instance, a value before its members."""
    yield pointer
    members = instance.items() if isinstance(instance, dict) else enumerate(instance) if type(instance) is list else ()
    for token, member in members:
        yield from walked(member, f"{pointer}/{pointers.escape(token)}")


def a_limit_cuts(case: Case) -> None:
    """At most so many are found, all of them among those found without a limit; `truncated` says if there are more."""
    if case.validator.is_valid(case.instance):
        return
    everyone = again(case, UNCUT).violations(case.instance)
    for most in (1, 2, 64):
        evaluation = again(case, schemaval.Limits(max_violations=most)).evaluate(case.instance)
        assert len(evaluation.violations) <= most
        assert all(each in everyone for each in evaluation.violations)
        assert evaluation.truncated is (len(evaluation.violations) < len(everyone))
        assert all(len(each.causes) <= 16 for each in everything(evaluation.violations))


def again(case: Case, limits: schemaval.Limits) -> schemaval.Validator:
    """The case's validator under other limits."""
    return schemaval.compile(case.doc, backend="reference", limits=limits)


def no_value_is_repeated(case: Case) -> None:
    """Strings that stand as values in the instance stand nowhere in what is said of it."""
    found = case.validator.violations(case.instance)
    said = repr(found) + json.dumps([each.to_dict() for each in found]) + str(schemaval.InvalidInstance(found))
    said += schemaval.render(found) + repr(case.validator.mends(case.instance))
    assert not [canary for canary in CANARIES if canary in said]


def what_is_found_travels(case: Case) -> None:
    """Violations and evaluations pickle to equal ones; parameters are JSON; messages are one printable line."""
    evaluation = case.validator.evaluate(case.instance)
    assert pickle.loads(pickle.dumps(evaluation)) == evaluation  # noqa: S301 - our own pickle
    for found in everything(evaluation.violations):
        assert json.loads(json.dumps(found.params)) == found.params
        assert 0 < len(found.message) <= 256
        assert found.message.isprintable()


LAWS = (one_answer, places_are_there, said_once_in_order, a_limit_cuts, no_value_is_repeated, what_is_found_travels)


@drafts
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws(draft: Draft, law: Callable[[Case], None]) -> None:
    """Each law holds for every case drawn."""
    for case in drawn(draft):
        law(case)


@drafts
def test_counting_changes_no_answer(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that counts answers as the one that does not, verdicts, violations and annotations alike."""
    counted = again_counted(drawn(draft), monkeypatch)
    assert counted
    for case, program in counted:
        plain = case.validator._program()
        assert program.is_checked
        for by_stacks in (False, True):
            assert program.verdict(case.instance, by_stacks=by_stacks) is plain.verdict(case.instance)
            assert program.violations(case.instance, by_stacks=by_stacks) == plain.violations(case.instance)
            assert program.annotations(case.instance, by_stacks=by_stacks) == plain.annotations(case.instance)


def again_counted(drawn_cases: tuple[Case, ...], monkeypatch: pytest.MonkeyPatch) -> list[tuple[Case, Any]]:
    """The cases that are judged without counting, each with a program of the same schema that counts."""
    monkeypatch.setattr(programs, "_MAX_CHAIN", -1)
    limits = schemaval.Limits(max_steps=4_999_999)  # so that no cache knows it
    return [
        (case, again(case, limits)._program()) for case in drawn_cases[::3] if not case.validator._program().is_checked
    ]


def is_known_to_jsonschema(case: Case) -> bool:
    """Whether the library `jsonschema` is right on a schema.

    It knows no `dependencies` from 2019-09 on, and is wrong there on `unevaluatedProperties` beside
    `additionalProperties`.
    """
    text = json.dumps(case.doc)
    return (case.draft < Draft.D2019 or '"dependencies"' not in text) and (
        case.draft is not Draft.D2019 or "unevaluatedProperties" not in text or "additionalProperties" not in text
    )


@drafts
def test_verdicts_are_those_of_jsonschema(draft: Draft) -> None:
    """Where the library `jsonschema` is right, the verdicts are the same, valid and invalid ones."""
    verdicts = Counter[bool]()
    for case in filter(is_known_to_jsonschema, drawn(draft)):
        oracle = ORACLES[draft](case.doc, registry=referencing.Registry())
        valid = case.validator.is_valid(case.instance)
        assert oracle.is_valid(case.instance) is valid, (case.doc, case.instance)
        verdicts[valid] += 1
    assert min(verdicts[True], verdicts[False]) > 30


@pytest.mark.long
@drafts
def test_laws_on_many(draft: Draft) -> None:
    """Each law holds for many more cases; a failure is shrunk to a small one."""

    @settings(max_examples=1_000, suppress_health_check=list(HealthCheck), deadline=None)
    @given(documents(draft), batches)
    def search(doc: dict[str, Any], batch: list[Any]) -> None:
        for case in cases(draft, doc, batch):
            for law in LAWS:
                law(case)
            if is_known_to_jsonschema(case):
                oracle = ORACLES[draft](case.doc, registry=referencing.Registry())
                assert oracle.is_valid(case.instance) is case.validator.is_valid(case.instance)

    search()
