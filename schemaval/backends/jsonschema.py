"""The backend `jsonschema`: the engine's own validator classes, with exact keyword functions where it is not exact.

The schema is lowered first (`lowering/jsonschema.py`), so the engine meets neither `$schema` nor identifiers nor
references of its own to resolve. The keyword functions below only tell whether something is wrong: the evaluator says
what.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from threading import local
from typing import Any, TypeAlias

import jsonschema
from jsonschema import validators as engine
from referencing import Registry

from schemaval.backends.lowering.evaluated import EngineValidator, evaluated_indices, evaluated_names, holds
from schemaval.backends.lowering.jsonschema import ASSERTIONS, ENGINE, UNION, lower
from schemaval.backends.lowering.links import REFERENCES, Link, Lowered
from schemaval.backends.lowering.shallow import bounded, guarded, is_shallow
from schemaval.backends.lowering.work import DOUBLES, measure
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.errors import LimitExceeded, Reason, UnsupportedSchema
from schemaval.evaluator.closures import ARRAYS, KINDS, always
from schemaval.jsonvalue import JSON, plain
from schemaval.keywords import Draft

Errors: TypeAlias = Iterable[Any] | None
Judge: TypeAlias = Callable[[JSON], Iterable[Any]]

APPLICATIONS = 200_000  # of a subschema to a value that it makes within a second
VALUES = 100_000  # that it takes a second for where a few subschemas are applied to each
# What fits a thread's stack of 128 kB, which the engine's generators take two frames a subschema of.
IN_A_ROW = 200  # subschemas that follow one another
LEVELS = 80  # containers, with one subschema for each


# what the engine is told


class _Wrong(jsonschema.ValidationError):  # type: ignore[misc]  # the engine ships no types
    """The one error that is ever yielded: it keeps nothing, so that threads may share it."""

    def __init__(self) -> None:
        """The engine adds to an error's paths on its way out; these take nothing."""
        super().__init__("invalid")
        nothing: deque[str | int] = deque(maxlen=0)
        self.path = self.relative_path = self.schema_path = self.relative_schema_path = nothing

    def _set(self, **_details: object) -> None:
        """Keep no details, instances least of all."""


_WRONG = (_Wrong(),)


class _Subclass(Exception):  # noqa: N818 - no error: it sends the verdict round by a plain copy
    """A subclass of dict or list was met: the engine would read it by methods of its own."""


class _Types:
    """What the engine's own keyword functions ask of a value's type, asked of exact types only."""

    _kinds: Mapping[str, tuple[type, ...]] = {"object": (dict,), "array": ARRAYS, "string": (str,)}

    def is_type(self, value: Any, name: str) -> bool:
        """Whether `value` is of the JSON type; NotJSON where it is of none."""
        kind = type(value)
        return kind in self._kinds[name] or (kind not in _KINDS and _strange(value))


_KINDS = frozenset(KINDS)


def _strange(value: object) -> bool:
    """Refuse what no exact JSON type is."""
    if isinstance(value, (dict, list)):
        raise _Subclass
    plain(value)
    return False


def _plainly(value: JSON) -> JSON:
    """A copy in plain dicts and lists, read by the built-in types' own methods."""
    if isinstance(value, dict):
        return {name: _plainly(member) for name, member in dict.items(value)}
    if isinstance(value, list):
        return list(map(_plainly, list.__iter__(value)))
    return tuple(map(_plainly, value)) if type(value) is tuple else value


# keyword functions: what they are given is lowered


def _assertion(_validator: EngineValidator, tests: Mapping[type, IsValid], value: JSON, _schema: JSON) -> Errors:
    test = tests.get(type(value))
    if test is None:
        if type(value) not in _KINDS:
            _strange(value)
        return None
    return None if test(value) else _WRONG


def _reference(_validator: EngineValidator, link: Link, value: JSON, _schema: JSON) -> Errors:
    return link.errors(value)  # type: ignore[misc]  # set for every link before the first instance


def _any_of(validator: EngineValidator, schemas: list[JSON], value: JSON, _schema: JSON) -> Errors:
    for schema in schemas:
        if holds(validator, schema, value):
            return None
    return _WRONG


def _one_of(validator: EngineValidator, schemas: list[JSON], value: JSON, _schema: JSON) -> Errors:
    found = False
    for schema in schemas:
        if holds(validator, schema, value):
            if found:
                return _WRONG
            found = True
    return None if found else _WRONG


def _not(validator: EngineValidator, schema: JSON, value: JSON, _schema: JSON) -> Errors:
    return _WRONG if holds(validator, schema, value) else None


def _pattern_properties(
    validator: EngineValidator, patterns: list[tuple[Any, JSON]], value: JSON, _schema: JSON
) -> Iterator[Any]:
    if validator.is_type(value, "object"):
        for search, schema in patterns:
            for name, member in value.items():
                if search(name) is not None:
                    yield from validator.descend(member, schema)


def _additional_properties(validator: EngineValidator, rest: JSON, value: JSON, schema: JSON) -> Iterator[Any]:
    if rest is not True and validator.is_type(value, "object"):
        known = schema.get("properties", ())
        patterns = schema.get("patternProperties", ())
        for name, member in value.items():
            if name in known or any(search(name) is not None for search, _ in patterns):
                continue
            if rest is False:
                yield from _WRONG
            else:
                yield from validator.descend(member, rest)


def _contains(validator: EngineValidator, wanted: JSON, value: JSON, schema: JSON) -> Errors:
    if not validator.is_type(value, "array"):
        return None
    least, most = schema.get("minContains", 1), schema.get("maxContains")
    if most is None and least == 0:
        return None
    found = 0
    for item in value:
        if holds(validator, wanted, item):
            found += 1
            if most is None:
                if found >= least:
                    return None
            elif found > most:
                return _WRONG
    return None if found >= least else _WRONG


def _unevaluated_properties(validator: EngineValidator, rest: JSON, value: JSON, schema: JSON) -> Iterator[Any]:
    if validator.is_type(value, "object"):
        left = value.keys() - evaluated_names(validator, schema, value, is_root=True)
        for name in left:
            yield from validator.descend(value[name], rest)


def _unevaluated_items(validator: EngineValidator, rest: JSON, value: JSON, schema: JSON) -> Iterator[Any]:
    if validator.is_type(value, "array"):
        done = evaluated_indices(validator, schema, value, is_root=True)
        for index, item in enumerate(value):
            if index not in done:
                yield from validator.descend(item, rest)


# the engine's classes


_OWN: Mapping[str, Callable[..., Errors]] = {
    **dict.fromkeys(ASSERTIONS, _assertion),
    **dict.fromkeys(REFERENCES, _reference),
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    UNION: _any_of,
    "contains": _contains,
    "unevaluatedProperties": _unevaluated_properties,
    "unevaluatedItems": _unevaluated_items,
    # the engine's own, where a draft lacks them: draft-03's `required` is lowered to the later one, and the later
    # drafts still honour `dependencies`
    "required": engine.Draft7Validator.VALIDATORS["required"],
}
_CLASSES: Mapping[Draft, EngineValidator] = {
    Draft.D3: engine.Draft3Validator,
    Draft.D4: engine.Draft4Validator,
    Draft.D6: engine.Draft6Validator,
    Draft.D7: engine.Draft7Validator,
    Draft.D2019: engine.Draft201909Validator,
    Draft.D2020: engine.Draft202012Validator,
}


@cache
def _class(draft: Draft) -> EngineValidator:
    """The engine's class for a draft, with our keyword functions."""
    own = dict(_OWN)
    if draft is Draft.D3:
        own["properties"] = engine.Draft7Validator.VALIDATORS["properties"]
    if draft >= Draft.D2019:
        own["dependencies"] = engine.Draft7Validator.VALIDATORS["dependencies"]
    made = engine.extend(_CLASSES[draft], own, type_checker=_Types())
    made.marks_contained = draft >= Draft.D2020
    return made


# the verdict


class _Budget(local):
    """How many references a verdict may still follow, in each thread."""

    left = 0


def _verdict(lowered: Lowered, max_steps: int | None) -> IsValid:
    """The root's verdict; with `max_steps`, the references that one verdict follows are counted."""
    budget = _Budget()
    for link in lowered.links:
        link.validator = _base(link.draft).evolve(schema=link.schema)
        link.errors = link.validator.iter_errors
        if max_steps is not None:
            link.errors = _counted(link.errors, budget, max_steps)
    root = lowered.root
    errors = root.validator.iter_errors
    if root.schema is True or not root.schema:
        return always  # nothing is asked, so no value is looked at

    def is_valid(instance: JSON) -> bool:
        try:
            for _ in errors(instance):
                return False
        except _Subclass:
            return is_valid(_plainly(instance))
        return True

    if max_steps is None:
        return is_valid
    allowed = max_steps

    def is_valid_within(instance: JSON) -> bool:
        budget.left = allowed
        return is_valid(instance)

    return is_valid_within


def _counted(errors: Judge, budget: _Budget, max_steps: int) -> Judge:
    def counted(instance: JSON) -> Iterable[Any]:
        budget.left -= 1
        if budget.left < 0:
            raise LimitExceeded("max_steps", f"more than {max_steps:,} references followed")
        return errors(instance)

    return counted


@cache
def _base(draft: Draft) -> EngineValidator:
    """A validator of a draft to make others from; its registry is empty and retrieves nothing."""
    return _class(draft)({}, registry=Registry())


class JsonschemaBackend:
    """The engine `jsonschema`, of which every schema is asked whose work it can bound."""

    info = BackendInfo(
        name=ENGINE,
        installed=True,
        version=version("jsonschema"),
        dialects=tuple(dialect.name for dialect in DIALECTS),
        install="pip install jsonschema",
    )

    def compile(self, job: CompileJob, /) -> IsValid:
        """The engine's verdict on the lowered schema.

        Raises UnsupportedSchema where a keyword's value is malformed though the metaschema lets it pass, where a
        pattern cannot be translated, and where subschemas are applied many times over or to one child more than once
        without end; LimitExceeded.
        """
        malformed = [
            Reason(problem.pointer, problem.keyword, f"expected {problem.shape.name}")
            for document in job.world.all_documents
            for problem in document.problems
        ]
        if malformed:
            raise UnsupportedSchema(ENGINE, malformed)
        lowered = lower(job)
        work = measure(lowered.nodes)
        if work.is_hopeless:
            why = f"it applies subschemas {work.applications:,} times to one value, and the engine keeps no count"
            raise UnsupportedSchema(ENGINE, [Reason("", "", why)])
        if work.is_recursive and job.program().doubles:
            raise UnsupportedSchema(ENGINE, [Reason("", "", DOUBLES)])
        if work.longest > IN_A_ROW:
            why = f"{work.longest:,} subschemas follow one another, more than a small stack holds"
            raise UnsupportedSchema(ENGINE, [Reason("", "", why)])
        verdict = _verdict(lowered, None if work.is_bounded else job.limits.max_steps)
        verdict = bounded(verdict, job, APPLICATIONS, values=VALUES)
        return guarded(verdict, is_shallow, job, max(LEVELS // work.longest, 1)) if work.is_recursive else verdict
