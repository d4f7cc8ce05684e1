"""A schema against its dialect: what breaks the metaschema is an InvalidSchema.

The keyword table has already looked at every value. Where it found nothing amiss and the dialect is a standard one,
the metaschema would find nothing either; otherwise the metaschema itself is asked: a standard one of each subschema
with a problem by itself, so that no depth is too deep, a custom one of the whole, since nobody knows what it asks.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from schemaval.descriptions import describe
from schemaval.dialects import DEFAULT, Dialect, detect
from schemaval.errors import InvalidSchema, LimitExceeded
from schemaval.evaluator.program import Program
from schemaval.hints import with_hints
from schemaval.jsonvalue import JSON
from schemaval.keywords import SIMPLE_TYPES, TYPE, Draft
from schemaval.limits import Limits
from schemaval.patterns import PatternSyntaxError, UnsupportedPattern, first_refused, parse
from schemaval.pointer import follow
from schemaval.quoting import constant
from schemaval.reading import copied
from schemaval.references.document import Document, Position, Problem, Reference
from schemaval.references.progress import refuse_loops
from schemaval.references.world import World, bundled
from schemaval.violation import Violation
from schemaval.walk import children

_ENOUGH = 64  # violations, as many as one metaschema would name
_LIMITS = Limits(max_instance_depth=None, max_steps=None, max_subschemas=None)


def check_world(world: World, limits: Limits) -> None:
    """Resolve every reference, then hold every document that was read to its metaschema.

    Raises UnresolvableReference, also for loops without progress; InvalidSchema where a schema breaks its metaschema
    or a pattern is not ECMA-262; LimitExceeded.
    """
    if world.skimmed is not None and not _are_doubtful(world.skimmed.patterns, limits):
        return
    resolve_all(world)
    for document in world.all_documents:
        _check_document(document, world, limits)
    refuse_loops(world)


def _are_doubtful(patterns: list[str], limits: Limits) -> bool:
    """Whether one of the patterns has to be told of, for which its pointer is needed."""
    for pattern in patterns:
        is_long = limits.max_pattern_chars is not None and len(pattern) > limits.max_pattern_chars
        if is_long or _fault_of(pattern) is not None:
            return True
    return limits.patterns == "linear" and first_refused((pattern, "") for pattern in patterns) is not None


def _check_document(document: Document, world: World, limits: Limits) -> None:
    is_custom = document.dialect.is_custom or any(resource.dialect.is_custom for resource in document.foreign)
    if document.problems or is_custom:
        _ask_metaschema(document, world, limits)
    _check_patterns(document, limits)


def _check_patterns(document: Document, limits: Limits) -> None:
    bad = []
    for pattern, pointer in document.patterns:
        if limits.max_pattern_chars is not None and len(pattern) > limits.max_pattern_chars:
            raise LimitExceeded("max_pattern_chars", len(pattern), pointer)
        why = _fault_of(pattern)
        if why is not None:
            bad.append((pointer, pattern, why))
    if bad:
        found = [
            Violation(
                pointer, "pattern", f"not a pattern of ECMA-262 in Unicode mode: {why}", "", "", {"pattern": pattern}
            )
            for pointer, pattern, why in bad
        ]
        raise _invalid(tuple(found), document, limits)
    refused = first_refused(document.patterns) if limits.patterns == "linear" else None
    if refused is not None:
        raise LimitExceeded("patterns", *refused)


@lru_cache(maxsize=512)
def _fault_of(pattern: str) -> str | None:
    """Why a pattern is not ECMA-262, or None; a legal one that cannot be translated is told of where it is used."""
    try:
        parse(pattern)
    except PatternSyntaxError as error:
        return str(error)
    except UnsupportedPattern:
        return None
    return None


def _ask_metaschema(document: Document, world: World, limits: Limits) -> None:
    found = [*_of_standard(document, limits), *_of_custom(document, world, limits)]
    if found:
        # Several vocabularies say the same of the same value: once is enough.
        unique = {(violation.pointer, violation.keyword): _plainer(violation, document) for violation in found}
        raise _invalid(tuple(unique.values()), document, limits)


def _of_standard(document: Document, limits: Limits) -> list[Violation]:
    """What standard metaschemas say of each subschema with a problem, by itself: the ones below have their own turn."""
    found: list[Violation] = []
    asked: set[int] = set()
    for problem in document.problems:
        holder = problem.holder
        dialect = holder.resource.dialect
        if dialect.is_custom or id(holder.schema) in asked:
            continue
        asked.add(id(holder.schema))
        said = list(_violations(_alone(holder), holder.document_pointer, _standard_program(dialect.uri)))
        found += said or ([] if problem.tolerated else [_as_violation(problem, limits)])
        if len(found) >= _ENOUGH:
            break
    return found


def _of_custom(document: Document, world: World, limits: Limits) -> list[Violation]:
    """What custom metaschemas say of the parts in their dialects, and of what only references call a schema there."""
    programs: dict[str, Program] = {}
    found: list[Violation] = []
    for part in _custom_parts(document):
        uri = part.resource.dialect.uri
        if uri not in programs:
            programs[uri] = _custom_program(uri, world.given, limits)
        found += _violations(part.schema, part.document_pointer, programs[uri])
    if not found:  # it may let pass what its keywords cannot be
        problems = [problem for problem in document.problems if problem.holder.resource.dialect.is_custom]
        found = [_as_violation(problem, limits) for problem in problems[:_ENOUGH]]
    return found


def _custom_parts(document: Document) -> Iterable[Position]:
    """Each part of a document in a custom dialect, with bare schemas for the parts in another dialect below it."""
    foreign: dict[int, Any] = {id(resource.schema): {} for resource in document.foreign}
    for resource in (document.resource, *document.foreign):
        if resource.dialect.is_custom:
            yield Position(_below_replaced(resource.schema, foreign), resource, "", resource.pointer)
    yield from (position for position in document.adopted if position.resource.dialect.is_custom)


def _alone(holder: Position) -> JSON:
    """The schema at a position with stand-ins for its subschemas."""
    if type(holder.schema) is not dict:
        return holder.schema
    dialect = holder.resource.dialect
    below = {
        id(child): _stand_in(child, dialect) for _, child in children(holder.schema, dialect) if type(child) is dict
    }
    return _below_replaced(holder.schema, below)


def _stand_in(schema: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    """A flat schema; in draft-03, where an array of schemas may have to be unique, different for different ones."""
    return {"title": json.dumps(schema, sort_keys=True, default=str)} if dialect.draft is Draft.D3 else {}


def _invalid(found: tuple[Violation, ...], document: Document, limits: Limits) -> InvalidSchema:
    hinted = with_hints(found, document.root, document.dialect, limits.max_message_chars)
    return InvalidSchema(hinted, document.uri)


def _plainer(violation: Violation, document: Document) -> Violation:
    """The violation in the keyword table's words where the metaschema only says that no alternative fits."""
    if violation.keyword == "anyOf":
        for problem in document.problems:
            if problem.pointer == violation.pointer:
                value = follow(document.root, problem.pointer)
                return violation.replaced(message=f"expected {problem.shape.name}, got {_came(problem, value)}")
    return violation


def _came(problem: Problem, value: JSON) -> str:
    """What stands where a keyword wants something else; of types the name that is none, which is the schema's word."""
    items = value if type(value) is list else [value]
    wrong = [item for item in items if type(item) is str and item not in SIMPLE_TYPES]
    if problem.shape is not TYPE or not wrong:
        return describe(value)
    return f"{describe(value) + ' with ' if type(value) is list else ''}{constant(wrong[0])}, which is no type"


def _as_violation(problem: Problem, limits: Limits) -> Violation:
    message = f"expected {problem.shape.name}"[: limits.max_message_chars]
    return Violation(problem.pointer, problem.keyword, message, "", "", {})


def _below_replaced(value: JSON, by: Mapping[int, JSON]) -> JSON:
    """A copy in which what stands below is exchanged where `by` has its identity."""
    if type(value) is dict:
        return {name: _replaced(member, by) for name, member in value.items()}
    return [_replaced(item, by) for item in value] if type(value) is list else value


def _replaced(value: JSON, by: Mapping[int, JSON]) -> JSON:
    return by[id(value)] if id(value) in by else _below_replaced(value, by)


def _violations(schema: JSON, pointer: str, program: Program) -> Iterable[Violation]:
    """What a metaschema finds in `schema`, with pointers into the document."""
    found, _ = program.violations(schema)
    for violation in found:
        yield _moved(violation, pointer)


def _moved(violation: Violation, pointer: str) -> Violation:
    if not pointer:
        return violation
    causes = tuple(_moved(cause, pointer) for cause in violation.causes)
    return violation.replaced(pointer=pointer + violation.pointer, causes=causes)


@lru_cache(maxsize=16)
def _standard_program(uri: str) -> Program:
    """The official metaschema at `uri`, compiled."""
    schema = bundled(uri)
    document = Document(schema, uri, detect(schema, DEFAULT, {}), {}, _LIMITS, mend=False)
    world = World(document, {}, DEFAULT, _LIMITS, copied, mend=False)
    resolve_all(world)
    return Program(world, document.positions[id(document.root)], _LIMITS, assert_formats=False)


def _custom_program(uri: str, given: Mapping[str, JSON], limits: Limits) -> Program:
    """A metaschema out of the caller's resources, itself held to its own metaschema first."""
    schema = copied(given[uri])
    document = Document(schema, uri, detect(schema, DEFAULT, given), given, limits)
    world = World(document, given, DEFAULT, limits, copied)
    check_world(world, limits)
    root = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
    return Program(world, root, replace(limits, max_instance_depth=None), assert_formats=False)


def resolve_all(world: World) -> None:
    """Resolve every reference of every document read, which may read more; the first bad one is raised."""
    for document in world.all_documents:
        done = 0
        while done < len(document.references):
            reference: Reference = document.references[done]
            world.resolve(reference)
            done += 1
