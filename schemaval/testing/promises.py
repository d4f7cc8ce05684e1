"""What a backend promises besides the facts, as functions that say in words what is broken."""

import copy
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from schemaval.backends import select
from schemaval.backends.protocol import Backend
from schemaval.dialects import BY_DRAFT, DIALECTS
from schemaval.errors import SchemavalError, UnsupportedSchema
from schemaval.keywords import Draft
from schemaval.testing import pythonvalues
from schemaval.testing.case import Case
from schemaval.testing.closedworld import opens_nothing
from schemaval.testing.differential import REFERENCE, answer, compare
from schemaval.testing.facts import FACTS, Fact
from schemaval.testing.pythonvalues import PythonValue
from schemaval.testing.subject import Problems, Subject, compiled, said
from schemaval.validator import Validator


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise: its name, and what looks for what breaks it."""

    name: str
    broken: Callable[[Subject], Problems]


def _case(fact: Fact, draft: Draft) -> Case:
    return Case(fact.schema, BY_DRAFT[draft].name, fact.resources, fact.assert_formats)


def _cases() -> Iterator[tuple[Fact, Case]]:
    for fact in FACTS:
        yield fact, _case(fact, fact.until)


def _holds(fact: Fact, draft: Draft) -> Callable[[Subject], Problems]:
    """Whether a fact is answered rightly in a draft, in both orders of the instances, or refused."""

    def broken(subject: Subject) -> Problems:
        case = _case(fact, draft)
        judge, reference = compiled(case, subject), case.compile(REFERENCE)
        if judge is None:
            return
        rows = [(instance, True) for instance in fact.valid] + [(instance, False) for instance in fact.invalid]
        for instance, expected in [*rows, *reversed(rows)]:
            given = copy.deepcopy(instance)
            verdict = judge.is_valid(given)
            if verdict is not expected:
                yield f"{case}: {instance!r} is {_word(expected)}, but is_valid said {verdict!r}"
            elif answer(judge, given) != answer(reference, given):
                yield f"{case}: the violations of {instance!r} differ from the reference evaluator's"
            if repr(given) != repr(instance):
                yield f"{case}: the instance {instance!r} became {given!r}"

    return broken


def _word(verdict: bool) -> str:
    return "valid" if verdict else "invalid"


def _tells_of_itself(subject: Subject) -> Problems:
    backend = select._backend(subject.name)  # noqa: SLF001 - the object itself, which users of a name never hold
    info = backend.info
    if not isinstance(backend, Backend):
        yield "it has not the two names of the protocol, info and compile"
    if not (info.name and all(type(text) is str for text in (info.name, info.version, info.install))):
        yield f"info must hold texts and a name: {info!r}"
    unknown = set(info.dialects) - {dialect.name for dialect in DIALECTS}
    if unknown:
        yield f"info.dialects holds names that are no dialect's: {sorted(unknown)}"
    if info.installed is not True:
        yield "info.installed must be True where it is to be used"


def _refuses_with_reasons(subject: Subject) -> Problems:
    for _fact, case in _cases():
        try:
            case.compile(subject.name)
        except UnsupportedSchema as error:
            reasons = error.reasons
            if not reasons or not all(reason.why for reason in reasons):
                yield f"{case}: the refusal gives no reason: {reasons!r}"
        except Exception as error:  # noqa: BLE001 - whatever else it raises breaks the promise
            yield f"{case}: compile raised {type(error).__name__} ({error}), not UnsupportedSchema"


def _leaves_schemas_alone(subject: Subject) -> Problems:
    for fact, case in _cases():
        schema = copy.deepcopy(fact.schema)
        judge = compiled(Case(schema, case.dialect, case.resources, case.assert_formats), subject)
        if judge is None:
            continue
        expected = repr(case.compile(REFERENCE).schema)
        for instance in copy.deepcopy((*fact.valid, *fact.invalid)):
            judge.is_valid(instance)
        if repr(schema) != repr(fact.schema):
            yield f"{case}: the caller's schema became {schema!r}"
        if repr(judge.schema) != expected:
            yield f"{case}: the validator's schema became {judge.schema!r}"


def _keeps_schemas_apart(subject: Subject) -> Problems:
    """Two schemas under one identifier are two schemas."""
    for draft in Draft:
        keyword = BY_DRAFT[draft].id_keyword
        first, second = (
            compiled(Case({keyword: "https://example.com/same", "type": kind}, BY_DRAFT[draft].name), subject)
            for kind in ("string", "integer")
        )
        if first is not None and second is not None and not (first.is_valid("x") and second.is_valid(1)):
            yield f"{BY_DRAFT[draft].name}: two schemas with one identifier share a verdict"


def _value_holds(row: PythonValue) -> Callable[[Subject], Problems]:
    def broken(subject: Subject) -> Problems:
        judge = compiled(Case(row.schema, "2020-12", {}, assert_formats=True), subject)
        if judge is None:
            return
        value = row.make()
        verdict, violations = said(judge.is_valid, value), said(judge.violations, value)
        if type(row.rule) is bool:
            if verdict is not row.rule or (violations == []) is not row.rule:
                yield f"{row.name} is {_word(row.rule)} under {row.schema}, but: {verdict!r}, {violations!r}"
            return
        if not isinstance(violations, SchemavalError):
            yield f"{row.name} is no JSON value, but violations gave {violations!r}"
        if not isinstance(verdict, (bool, SchemavalError)):
            yield f"{row.name}: is_valid gave {verdict!r}, neither a verdict nor an error of schemaval"
        if row.rule == "nonfinite" and verdict is True and not subject.takes_nonfinite:
            yield f"{row.name} passes as a number under {row.schema}"

    return broken


def _bears_depth(subject: Subject) -> Problems:
    """Nesting is judged, or stopped by a limit; it never ends the process or lets RecursionError out."""
    schema = {"items": {"$ref": "#"}, "type": "array"}
    judge = compiled(Case(schema, "draft-07"), subject)
    if judge is None:
        return
    for levels, bottom in ((50, []), (50, 1), (150, []), (5_000, []), (100_000, [])):
        value: Any = bottom
        for _ in range(levels):
            value = [value]
        verdict = said(judge.is_valid, value)
        if verdict is not (bottom == []) and not (levels > 150 and isinstance(verdict, SchemavalError)):
            yield f"{levels} levels of arrays around {bottom!r}: {verdict!r}"
        while type(value) is list and value:
            value = value.pop()  # an unwinding of its own: the interpreter's would be as deep as the value


# Seconds of a processor; a second in most places, but where a frame of the interpreter's stack lies across two of its
# blocks, each call costs it a system call.
_LONG = 90


def _bears_doubling(subject: Subject) -> Problems:
    """A schema that doubles its work at each level is judged in time, stopped by a limit, or refused."""
    levels = 28
    held: dict[str, Any] = {f"d{n}": {"allOf": [{"$ref": f"#/definitions/d{n + 1}"}] * 2} for n in range(levels)}
    held[f"d{levels}"] = {"type": "integer"}
    judge = compiled(Case({"$ref": "#/definitions/d0", "definitions": held}, "draft-07"), subject)
    if judge is None:
        return
    begun = time.process_time()
    verdict = said(judge.is_valid, 1)
    took = time.process_time() - begun
    if verdict is not True and not isinstance(verdict, SchemavalError):
        yield f"doubled references: {verdict!r}"
    if took > _LONG:
        yield f"doubled references took {took:.0f} s for one integer"


def _serves_threads(subject: Subject) -> Problems:
    """Threads that share a validator, or compile at the same time, get the right verdicts."""
    wrong: list[str] = []

    def ask(fact: Fact, judge: Validator) -> None:
        for _ in range(20):
            for instances, expected in copy.deepcopy(((fact.valid, True), (fact.invalid, False))):
                wrong.extend(fact.name for instance in instances if said(judge.is_valid, instance) is not expected)

    def work() -> None:
        for fact, judge in judges:
            ask(fact, judge)
            again = said(partial(compiled, _case(fact, fact.until)), subject)
            if isinstance(again, Exception):
                wrong.append(f"{fact.name}: {again!r}")

    judges = [(fact, judge) for fact, case in _cases() if (judge := compiled(case, subject)) is not None]
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield from (f"wrong in threads: {name}" for name in dict.fromkeys(wrong))


def _agrees(subject: Subject) -> Problems:
    tally = compare(subject.name, subject.pairs, subject.seed)
    yield from map(str, tally.disagreements)


PROMISES: tuple[Promise, ...] = (
    Promise("it tells of itself", _tells_of_itself),
    Promise("it refuses with reasons", _refuses_with_reasons),
    *(
        Promise(f"{fact.name} [{BY_DRAFT[draft].name}]", _holds(fact, draft))
        for fact in FACTS
        for draft in Draft
        if fact.since <= draft <= fact.until
    ),
    *(Promise(f"{row.name} (a Python value)", _value_holds(row)) for row in pythonvalues.ROWS),
    Promise("it leaves schemas alone", _leaves_schemas_alone),
    Promise("it keeps schemas apart", _keeps_schemas_apart),
    Promise("it bears depth", _bears_depth),
    Promise("it bears doubling", _bears_doubling),
    Promise("it serves threads", _serves_threads),
    Promise("it opens nothing", opens_nothing),
    Promise("it agrees with the reference evaluator", _agrees),
)
