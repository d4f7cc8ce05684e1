"""The whole flow, from a schema to a validator, one line a stage."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import orjson

from schemaval import jsonvalue
from schemaval.backends.protocol import CompileJob
from schemaval.backends.select import preference, select
from schemaval.cache import Cache, text_of, text_quickly
from schemaval.dialects import DEFAULT, Dialect, by_name, detect
from schemaval.errors import STACK, LimitExceeded, NotJSON
from schemaval.evaluator.program import Program, refuse_dynamic_loops
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.metaschema import check_world
from schemaval.reading import copied
from schemaval.references.document import Document, Position
from schemaval.references.skim import skim
from schemaval.references.world import World
from schemaval.shadowing import OnDisagreement, Shadow, log
from schemaval.stacks import is_small, on_own_stack
from schemaval.validator import Lazy, Options, Validator

_CACHE_SIZE = 1_024
_CACHE_BYTES = 2 * 1024 * 1024  # of JSON text; a validator takes up to some hundred times as much
_cache: Cache[Validator] = Cache(_CACHE_SIZE, _CACHE_BYTES)
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
    shadow: str | None = None,
    on_disagreement: OnDisagreement | None = None,
) -> Validator:
    """Compile a schema, given as parsed JSON: an object, a boolean, or `[]` for `{}`.

    `backend` is a name, which is then strict, or a tuple of names, the first that takes the schema; `"auto"` prefers
    the fastest installed. `dialect` is a URI or a short name, for schemas without `$schema`; without it 2020-12.
    `resources` maps URIs to the only other documents that references may reach. `assert_formats` makes every known
    format assert; else the dialect decides. `normalise` mends `[]` and `{}` in the schema. With `shadow`, the name of a
    second backend, every verdict is asked of that one too; where it differs, `on_disagreement` is called with a
    Disagreement, or the logger `schemaval` is told, and the first one's verdict stands. Validators are cached by
    content, except those with a shadow. Raises InvalidSchema, UnknownDialect, UnresolvableReference, LimitExceeded,
    UnsupportedSchema, NoSuchBackend, BackendNotInstalled or NotJSON; TypeError and ValueError for wrong arguments.
    """
    if limits is _DEFAULT_LIMITS and type(backend) is str:
        options = _standard_options(backend, dialect, assert_formats, normalise)
    else:
        options = _options(backend, dialect, assert_formats, normalise, limits)
    text, is_exact = _measured(schema, options.limits)
    given = _resources(resources) if resources is not None else {}
    key = text + options.mark if not given else _key(text, given, options)
    if shadow is not None:
        watcher = _name(shadow), on_disagreement or log
        own = _own(schema, text, is_exact=is_exact)
        return _compile_bounded(own, given, options, watcher, is_sound=key is not None)
    validator = _cache.get(key) if key is not None else None
    if validator is None:
        own = _own(schema, text, is_exact=is_exact)
        validator = _compile_bounded(own, given, options, None, is_sound=key is not None)
        if key is not None:
            validator = _cache.put(key, validator, len(text) if isinstance(key, bytes) else _weight(key))
    return validator


Watcher: TypeAlias = tuple[str, OnDisagreement]


def _compile_bounded(
    schema: JSON,
    resources: Mapping[str, JSON],
    options: Options,
    watcher: Watcher | None,
    *,
    is_sound: bool,
) -> Validator:
    """Compile copies, which the caller cannot change later; of resources only where all of them are sound JSON."""
    try:
        if is_sound and resources:
            resources = {uri: copied(resource) for uri, resource in resources.items()}
        if is_small():
            return on_own_stack(lambda: _compile(schema, resources, options, watcher))
        return _compile(schema, resources, options, watcher)
    except RecursionError:
        raise LimitExceeded("max_schema_depth", STACK) from None


def _compile(schema: JSON, resources: Mapping[str, JSON], options: Options, watcher: Watcher | None) -> Validator:
    limits = options.limits
    given = _Given(resources, limits) if resources else resources
    dialect = detect(schema, options.dialect, given, "/$schema")
    skimmed = skim(schema, dialect, limits.max_subschemas)

    def read() -> Document:
        return Document(schema, "", dialect, given, limits, mend=options.normalise)

    root = read() if skimmed is None else None
    world = World(root or read, given, options.dialect, limits, copied, mend=options.normalise, skimmed=skimmed)
    if skimmed is None or skimmed.patterns:
        check_world(world, limits)
    own, own_dialect = (root.root, root.dialect) if root is not None else (schema, dialect)
    program = Lazy(_program, world, options)
    if skimmed is None and world.is_dynamic:
        refuse_dynamic_loops(program().root)
    job = CompileJob(
        own, own_dialect, _reached(world) if skimmed is None else {}, options.assert_formats, limits, world, program
    )
    selection = select(options.backend, job)
    shadow = None if watcher is None else Shadow(watcher[0], select((watcher[0],), job), watcher[1])
    changes = tuple(root.changes) if root is not None else ()
    return Validator(
        options,
        resources,
        own,
        own_dialect,
        changes,
        selection,
        program=program,
        recompile=recompiled,
        shadow=shadow,
    )


def _program(world: World, options: Options) -> Program:
    document = world.root
    root = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
    return Program(world, root, options.limits, assert_formats=options.assert_formats)


def _reached(world: World) -> dict[str, JSON]:
    return {uri: document.root for uri, document in world.documents.items()}


def recompiled(
    schema: JSON,
    resources: Mapping[str, JSON],
    options: Options,
    shadow: str | None = None,
    on_disagreement: OnDisagreement | None = None,
) -> Validator:
    """A validator out of its pickle."""
    return compile_schema(
        schema,
        backend=options.backend,
        dialect=options.dialect.uri,
        resources=resources,
        assert_formats=options.assert_formats,
        normalise=options.normalise,
        limits=options.limits,
        shadow=shadow,
        on_disagreement=on_disagreement,
    )


# arguments


def _options(backend: object, dialect: object, assert_formats: object, normalise: object, limits: object) -> Options:
    switches = _switch("assert_formats", assert_formats), _switch("normalise", normalise)
    return Options(_names(backend), _dialect(dialect), *switches, _limits(limits))


@lru_cache(maxsize=64, typed=True)
def _standard_options(backend: str, dialect: object, assert_formats: object, normalise: object) -> Options:
    """The same arguments give the same object, whose hash is known: most schemas are compiled with the defaults."""
    return _options(backend, dialect, assert_formats, normalise, _DEFAULT_LIMITS)


def _names(backend: object) -> tuple[str, ...]:
    return preference(backend)  # type: ignore[arg-type]  # it is what checks


def _name(shadow: object) -> str:
    if type(shadow) is not str or shadow == "auto":
        message = "shadow is the name of one backend"
        raise TypeError(message)
    return preference(shadow)[0]


def _dialect(dialect: object) -> Dialect:
    if dialect is None:
        return DEFAULT
    if type(dialect) is not str:
        message = "dialect is a URI or a short name such as '2020-12'"
        raise TypeError(message)
    return by_name(dialect)


def _switch(name: str, value: object) -> bool:
    if type(value) is not bool:
        message = f"{name} is True or False"
        raise TypeError(message)
    return value


def _limits(limits: object) -> Limits:
    if not isinstance(limits, Limits):
        message = "limits is a schemaval.Limits"
        raise TypeError(message)
    return limits


def _resources(resources: object) -> dict[str, JSON]:
    """The resources by URI, an empty fragment taken off."""
    if not isinstance(resources, Mapping) or not all(type(uri) is str for uri in resources):
        message = "resources is a mapping of URIs to schemas"
        raise TypeError(message)
    found = {uri.removesuffix("#"): resource for uri, resource in resources.items()}
    if len(found) < len(resources):
        message = "two of the resources have one URI: an empty fragment makes no difference"
        raise ValueError(message)
    return found


# measuring and copying


def _measured(schema: JSON, limits: Limits) -> tuple[bytes, bool]:
    """The schema's JSON text, once it is known to be JSON and within the limits; and whether it says all, exactly."""
    text = text_quickly(schema, limits.max_schema_depth)
    is_exact = text is not None
    if text is None:
        jsonvalue.check(schema, max_depth=limits.max_schema_depth, depth_limit="max_schema_depth")
        text = text_of(schema)
    if limits.max_schema_bytes is not None and len(text) > limits.max_schema_bytes:
        raise LimitExceeded("max_schema_bytes", len(text))
    return text, is_exact


def _own(schema: JSON, text: bytes, *, is_exact: bool) -> JSON:
    """A private copy of a measured schema."""
    if is_exact:
        return orjson.loads(text)
    try:
        return copied(schema)
    except RecursionError:
        raise LimitExceeded("max_schema_depth", STACK) from None


def _key(text: bytes, resources: Mapping[str, Any], options: Options) -> tuple[Any, ...] | None:
    """What the validator is cached by; None where a resource is no JSON, which only matters once it is reached."""
    try:
        texts = tuple((uri, _measured(given, Limits.none())[0]) for uri, given in resources.items())
    except (NotJSON, LimitExceeded):
        return None
    return text, options.mark, texts


def _weight(key: tuple[Any, ...]) -> int:
    """The bytes of text in a key of a schema with resources."""
    return len(key[0]) + sum(len(text) for _, text in key[2])


class _Given(Mapping[str, JSON]):
    """The caller's resources: each is measured, and copied, when it is first looked at."""

    def __init__(self, resources: Mapping[str, JSON], limits: Limits) -> None:
        self._resources = resources
        self._limits = limits
        self._copies: dict[str, JSON] = {}

    def __getitem__(self, uri: str) -> JSON:
        if uri not in self._copies:
            resource = self._resources[uri]
            text, is_exact = _measured(resource, self._limits)
            self._copies[uri] = _own(resource, text, is_exact=is_exact)
        return self._copies[uri]

    def __contains__(self, uri: object) -> bool:
        return uri in self._resources

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)
