"""A schema against its dialect: what breaks the metaschema is an InvalidSchema.

The keyword table has already looked at every value. Where it found nothing amiss and the dialect is a standard one,
the metaschema would find nothing either; otherwise the metaschema itself decides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from schemaval.descriptions import describe
from schemaval.dialects import DEFAULT, Dialect, detect
from schemaval.errors import InvalidSchema, LimitExceeded
from schemaval.evaluator.program import Program
from schemaval.hints import with_hints
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.patterns import PatternSyntaxError, UnsupportedPattern, parse
from schemaval.pointer import follow
from schemaval.reading import copied
from schemaval.references.document import Document, Position, Problem, Reference, Resource
from schemaval.references.progress import refuse_loops
from schemaval.references.world import World, bundled
from schemaval.violation import Violation

_LIMITS = Limits(max_instance_depth=None, max_steps=None, max_subschemas=None)


def check_world(world: World, limits: Limits) -> None:
    """Resolve every reference, then hold every document that was read to its metaschema.

    Raises UnresolvableReference, also for loops without progress; InvalidSchema where a schema breaks its metaschema
    or a pattern is not ECMA-262; LimitExceeded.
    """
    resolve_all(world)
    for document in world.all_documents:
        _check_document(document, world, limits)
    refuse_loops(world)


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
        try:
            parse(pattern)
        except PatternSyntaxError as error:
            bad.append((pointer, pattern, str(error)))
        except UnsupportedPattern:
            continue  # legal; the evaluator says so where it is used
    if bad:
        found = [
            Violation(
                pointer, "pattern", f"not a pattern of ECMA-262 in Unicode mode: {why}", "", "", {"pattern": pattern}
            )
            for pointer, pattern, why in bad
        ]
        raise _invalid(tuple(found), document, limits)


def _ask_metaschema(document: Document, world: World, limits: Limits) -> None:
    """Judge each part of one dialect by its own metaschema, and what only references call a schema."""
    found: list[Violation] = []
    programs: dict[str, Program] = {}
    for resource in (document.resource, *document.foreign):
        schema = _without_foreign(resource)
        found += _violations(schema, resource.pointer, _program(resource.dialect, world, limits, programs))
    for position in document.unannounced:
        program = _program(position.resource.dialect, world, limits, programs)
        found += _violations(position.schema, position.document_pointer, program)
    if not found:  # a custom metaschema may let pass what its keywords cannot be
        found = [_as_violation(problem, limits) for problem in document.problems if problem.dialect.is_custom]
    if found:
        # Several vocabularies say the same of the same value: once is enough.
        unique = {(violation.pointer, violation.keyword): _plainer(violation, document) for violation in found}
        raise _invalid(tuple(unique.values()), document, limits)


def _invalid(found: tuple[Violation, ...], document: Document, limits: Limits) -> InvalidSchema:
    hinted = with_hints(found, document.root, document.dialect, limits.max_message_chars)
    return InvalidSchema(hinted, document.uri)


def _plainer(violation: Violation, document: Document) -> Violation:
    """The violation in the keyword table's words where the metaschema only says that no alternative fits."""
    if violation.keyword == "anyOf":
        for problem in document.problems:
            if problem.pointer == violation.pointer:
                value = follow(document.root, problem.pointer)
                return violation.replaced(message=f"expected {problem.shape.name}, got {describe(value)}")
    return violation


def _as_violation(problem: Problem, limits: Limits) -> Violation:
    message = f"expected {problem.shape.name}"[: limits.max_message_chars]
    return Violation(problem.pointer, problem.keyword, message, "", "", {})


def _without_foreign(resource: Resource) -> JSON:
    """The resource's schema, with a bare schema in place of each resource of another dialect embedded in it."""
    held = {id(other.schema) for other in resource.document.foreign if other is not resource}
    return _replaced(resource.schema, held) if held else resource.schema


def _replaced(value: JSON, held: set[int]) -> JSON:
    if id(value) in held:
        return {}
    if type(value) is dict:
        return {name: _replaced(member, held) for name, member in value.items()}
    if type(value) is list:
        return [_replaced(item, held) for item in value]
    return value


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


def _program(dialect: Dialect, world: World, limits: Limits, made: dict[str, Program]) -> Program:
    """The metaschema of `dialect`, compiled; a custom one once for each document that is checked, into `made`."""
    if not dialect.is_custom:
        return _standard_program(dialect.uri)
    if dialect.uri not in made:
        made[dialect.uri] = _custom_program(dialect.uri, world.given, limits)
    return made[dialect.uri]


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
