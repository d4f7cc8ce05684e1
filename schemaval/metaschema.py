"""A schema against its dialect: what breaks the metaschema is an InvalidSchema.

The keyword table has already looked at every value. Where it found nothing amiss and the dialect is a standard one,
the metaschema would find nothing either; otherwise the metaschema itself decides.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from schemaval.descriptions import describe
from schemaval.dialects import DEFAULT, Dialect
from schemaval.errors import InvalidSchema, LimitExceeded
from schemaval.evaluator.program import Program
from schemaval.hints import with_hints
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.patterns import PatternSyntaxError, UnsupportedPattern, parse
from schemaval.pointer import follow
from schemaval.reading import copied
from schemaval.references.document import Document, Problem, Reference, Resource
from schemaval.references.world import World, bundled
from schemaval.violation import Violation

_LIMITS = Limits(max_instance_depth=None, max_steps=None, max_subschemas=None)


def check_document(document: Document, world: World, limits: Limits) -> None:
    """Raise InvalidSchema where a schema of `document` breaks its metaschema, or a pattern is not ECMA-262.

    A pattern longer than `limits` allow raises LimitExceeded.
    """
    if document.problems or document.dialect.is_custom:
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
        raise InvalidSchema(with_hints(tuple(found), document.root, document.dialect, limits.max_message_chars))


def _ask_metaschema(document: Document, world: World, limits: Limits) -> None:
    """Judge each resource of its own dialect by its own metaschema, and what only references call a schema."""
    found: list[Violation] = []
    for resource in document.resources.values():
        if resource.pointer == "" or resource.dialect != document.dialect:
            found += _violations(_without_foreign(resource), resource.pointer, resource.dialect, world)
    for position in document.adopted:
        found += _violations(position.schema, position.document_pointer, position.resource.dialect, world)
    if not found:
        found = [_as_violation(problem, limits) for problem in document.problems if _is_reached(problem, document)]
    if found:
        # Several vocabularies say the same of the same value: once is enough.
        unique = {(violation.pointer, violation.keyword): _plainer(violation, document) for violation in found}
        raise InvalidSchema(
            with_hints(tuple(unique.values()), document.root, document.dialect, limits.max_message_chars)
        )


def _plainer(violation: Violation, document: Document) -> Violation:
    """The violation in the keyword table's words where the metaschema only says that no alternative fits."""
    if violation.keyword == "anyOf":
        for problem in document.problems:
            if problem.pointer == violation.pointer:
                value = follow(document.root, problem.pointer)
                return violation.replaced(message=f"expected {problem.shape.name}, got {describe(value)}")
    return violation


def _is_reached(problem: Problem, document: Document) -> bool:
    """Whether a problem that the metaschema passes over counts: in a custom dialect a keyword's value must be one."""
    return document.dialect.is_custom and problem.shape.name != "a schema"


def _as_violation(problem: Problem, limits: Limits) -> Violation:
    message = f"expected {problem.shape.name}"[: limits.max_message_chars]
    return Violation(problem.pointer, problem.keyword, message, "", "", {})


def _without_foreign(resource: Resource) -> JSON:
    """The resource's schema, with a bare schema in place of each embedded resource of another dialect."""
    foreign = [
        other
        for other in resource.document.resources.values()
        if other is not resource
        and other.dialect != resource.dialect
        and other.pointer.startswith(resource.pointer + "/")
    ]
    if not foreign:
        return resource.schema
    held = {id(other.schema) for other in foreign}
    return _replaced(resource.schema, held)


def _replaced(value: JSON, held: set[int]) -> JSON:
    if id(value) in held:
        return {}
    if type(value) is dict:
        return {name: _replaced(member, held) for name, member in value.items()}
    if type(value) is list:
        return [_replaced(item, held) for item in value]
    return value


def _violations(schema: JSON, pointer: str, dialect: Dialect, world: World) -> Iterable[Violation]:
    """What the metaschema of `dialect` finds in `schema`, with pointers into the document."""
    program = _custom_program(dialect, world) if dialect.is_custom else _standard_program(dialect.uri)
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
    return program_of(bundled(uri), uri, {}, DEFAULT)


def _custom_program(dialect: Dialect, world: World) -> Program:
    resources = world.given
    schema = resources.get(dialect.uri, resources.get(dialect.uri + "#"))
    return program_of(copied(schema), dialect.uri, resources, DEFAULT)


def program_of(schema: JSON, uri: str, resources: Any, default: Dialect) -> Program:
    """A metaschema as a program; it is not itself checked against its metaschema."""
    from schemaval.dialects import detect

    dialect = detect(schema, default, resources)
    document = Document(schema, uri, dialect, resources, _LIMITS, mend=False)
    world = World(document, resources, default, _LIMITS, copied, lambda _document, _world: None, mend=False)
    resolve_all(world)
    return Program(world, document.positions[id(document.root)], _LIMITS, assert_formats=False)


def resolve_all(world: World) -> None:
    """Resolve every reference of every document read, which may read more; the first bad one is raised."""
    for document in world.all_documents:
        done = 0
        while done < len(document.references):
            reference: Reference = document.references[done]
            world.resolve(reference)
            done += 1
