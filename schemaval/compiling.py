"""The whole flow, from a schema to a validator, one line a stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schemaval import jsonvalue
from schemaval.backends.protocol import CompileJob
from schemaval.backends.select import preference, select
from schemaval.cache import Cache, text_of
from schemaval.dialects import DEFAULT, Dialect, by_name, detect
from schemaval.errors import LimitExceeded, NotJSON
from schemaval.evaluator.program import Program
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.metaschema import check_document, resolve_all
from schemaval.reading import copied
from schemaval.references.document import Document, Position
from schemaval.references.progress import refuse_loops
from schemaval.references.world import World
from schemaval.validator import Lazy, Options, Validator

_CACHE_SIZE = 1_024
_cache: Cache[Validator] = Cache(_CACHE_SIZE)
_DEFAULT_LIMITS = Limits()


def compile_schema(
    schema: JSON,
    *,
    backend: str | tuple[str, ...] = "auto",
    dialect: str | None = None,
    resources: Mapping[str, JSON] | None = None,
    assert_formats: bool = False,
    normalise: bool = True,
    limits: Limits = _DEFAULT_LIMITS,
) -> Validator:
    """Compile a schema, given as parsed JSON: an object, a boolean, or `[]` for `{}`.

    `backend` is a name, which is then strict, or a tuple of names, the first that takes the schema; `"auto"` prefers
    the fastest installed. `dialect` is a URI or a short name, for schemas without `$schema`; without it 2020-12.
    `resources` maps URIs to the only other documents that references may reach. `assert_formats` makes every known
    format assert; else the dialect decides. `normalise` mends `[]` and `{}` in the schema. Validators are cached by
    content. Raises InvalidSchema, UnknownDialect, UnresolvableReference, LimitExceeded, UnsupportedSchema,
    NoSuchBackend, BackendNotInstalled or NotJSON; TypeError and ValueError for wrong arguments.
    """
    options = Options(_names(backend), _dialect(dialect), bool(assert_formats), bool(normalise), _limits(limits))
    text = _measured(schema, options.limits)
    given = _resources(resources)
    key = _key(text, given, options)
    validator = _cache.get(key) if key is not None else None
    if validator is None:
        validator = _compile(copied(schema), given, options, is_auto=backend == "auto")
        if key is not None:
            validator = _cache.put(key, validator)
    return validator


def _compile(schema: JSON, resources: Mapping[str, JSON], options: Options, *, is_auto: bool) -> Validator:
    limits = options.limits
    dialect = detect(schema, options.dialect, resources, "/$schema")
    document = Document(schema, "", dialect, resources, limits, mend=options.normalise)
    world = World(
        document, resources, options.dialect, limits, _Loader(limits), _Admission(limits), mend=options.normalise
    )
    resolve_all(world)
    check_document(document, world, limits)
    refuse_loops(world)
    program = Lazy(lambda: _program(world, document, options))
    job = CompileJob(document.root, dialect, _reached(world), options.assert_formats, limits, world, program)
    selection = select(options.backend, job, skip_missing=is_auto)
    return Validator(options, resources, document, selection, program, recompiled)


def _program(world: World, document: Document, options: Options) -> Program:
    root = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
    return Program(world, root, options.limits, assert_formats=options.assert_formats)


def _reached(world: World) -> dict[str, JSON]:
    return {uri: document.root for uri, document in world.documents.items()}


def recompiled(schema: JSON, resources: Mapping[str, JSON], options: Options) -> Validator:
    """A validator out of its pickle."""
    return compile_schema(
        schema,
        backend=options.backend,
        dialect=options.dialect.uri,
        resources=resources,
        assert_formats=options.assert_formats,
        normalise=options.normalise,
        limits=options.limits,
    )


# arguments


def _names(backend: object) -> tuple[str, ...]:
    return preference(backend)  # type: ignore[arg-type]  # it is what checks


def _dialect(dialect: object) -> Dialect:
    if dialect is None:
        return DEFAULT
    if type(dialect) is not str:
        message = "dialect is a URI or a short name such as '2020-12'"
        raise TypeError(message)
    return by_name(dialect)


def _limits(limits: object) -> Limits:
    if not isinstance(limits, Limits):
        message = "limits is a schemaval.Limits"
        raise TypeError(message)
    return limits


def _resources(resources: object) -> dict[str, JSON]:
    """The resources by URI, an empty fragment taken off."""
    if resources is None:
        return {}
    if not isinstance(resources, Mapping) or not all(type(uri) is str for uri in resources):
        message = "resources is a mapping of URIs to schemas"
        raise TypeError(message)
    return {uri.removesuffix("#"): resource for uri, resource in resources.items()}


# measuring and copying


def _measured(schema: JSON, limits: Limits) -> bytes:
    """The schema's JSON text, once it is known to be JSON and within the limits."""
    jsonvalue.check(schema, max_depth=limits.max_schema_depth, depth_limit="max_schema_depth")
    text = text_of(schema)
    if limits.max_schema_bytes is not None and len(text) > limits.max_schema_bytes:
        raise LimitExceeded("max_schema_bytes", len(text))
    return text


def _key(text: bytes, resources: Mapping[str, Any], options: Options) -> tuple[Any, ...] | None:
    """What the validator is cached by; None where a resource is no JSON, which only matters once it is reached."""
    if not resources:
        return (text, options)
    try:
        return (text, options, tuple((uri, _measured(resource, Limits.none())) for uri, resource in resources.items()))
    except (NotJSON, LimitExceeded):
        return None


@dataclass(frozen=True, slots=True)
class _Loader:
    """Makes a checked private copy of a resource."""

    limits: Limits

    def __call__(self, resource: JSON) -> JSON:
        _measured(resource, self.limits)
        return copied(resource)


@dataclass(frozen=True, slots=True)
class _Admission:
    """Holds a resource that a reference reached against its metaschema."""

    limits: Limits

    def __call__(self, document: Document, world: World) -> None:
        check_document(document, world, self.limits)
