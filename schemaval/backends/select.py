"""Which backend takes a schema: names, the preference among them, and what each refusal said."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from threading import Lock
from typing import NamedTuple

from schemaval.backends.protocol import Backend, BackendInfo, CompileJob, IsValid
from schemaval.errors import BackendNotInstalled, NoSuchBackend, UnsupportedSchema

Factory = Callable[[], Backend]

ENTRY_POINT_GROUP = "schemaval.backends"

_BUILT_IN: Mapping[str, tuple[str, str]] = {
    "jsonschema-rs": ("schemaval.backends.jsonschema_rs", "JsonschemaRsBackend"),
    "jsonschema": ("schemaval.backends.jsonschema", "JsonschemaBackend"),
    "fastjsonschema": ("schemaval.backends.fastjsonschema", "FastjsonschemaBackend"),
    "reference": ("schemaval.backends.reference", "ReferenceBackend"),
}
AUTO: tuple[str, ...] = ("jsonschema-rs", "fastjsonschema", "reference")

_registered: dict[str, Factory] = {}
_made: dict[str, Backend] = {}
_lock = Lock()


class Selection(NamedTuple):
    """The backend that took a schema, its verdict, and why the ones before it did not."""

    name: str
    is_valid: IsValid
    refused: Mapping[str, str]


def register_backend(name: str, factory: Factory, *, replace: bool = False) -> None:
    """Make a backend known under `name`; `factory` is called when it is first used.

    A name that is taken raises ValueError unless `replace`.
    """
    if type(name) is not str or not name or name == "auto":
        message = "a backend's name is a string, not empty and not 'auto'"
        raise ValueError(message)
    if not callable(factory):
        message = "a backend's factory is a callable without arguments"
        raise TypeError(message)
    with _lock:
        if not replace and (name in _BUILT_IN or name in _registered):
            message = f"the backend {name!r} is known already; replace=True takes its place"
            raise ValueError(message)
        _registered[name] = factory
        _made.pop(name, None)


def names() -> tuple[str, ...]:
    """All names: the built-in ones, then those registered or found by entry point."""
    found = {point.name for point in entry_points(group=ENTRY_POINT_GROUP)}
    return (*_BUILT_IN, *sorted((_registered.keys() | found) - _BUILT_IN.keys()))


def backend_infos() -> dict[str, BackendInfo]:
    """What there is to choose from, by name."""
    return {name: _backend(name).info for name in names()}


def preference(backend: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The names to try, in order; NoSuchBackend for a name that nobody bears."""
    if type(backend) is str:
        chosen = AUTO if backend == "auto" else (backend,)
    elif isinstance(backend, (tuple, list)) and backend and all(type(name) is str for name in backend):
        chosen = tuple(part for name in backend for part in (AUTO if name == "auto" else (name,)))
    else:
        message = "backend is a name, or a tuple of names"
        raise TypeError(message)
    known = _BUILT_IN.keys() | _registered.keys()
    for name in chosen:
        if name not in known and name not in names():
            raise NoSuchBackend(name, (*names(), "auto"))
    return tuple(dict.fromkeys(chosen))


def select(preferred: tuple[str, ...], job: CompileJob) -> Selection:
    """The first of the preferred backends that takes the schema.

    One name alone is strict: its refusal is raised as it is. Of several, those that refuse and those that are not
    installed are passed over; if none is left, the error of the last one is raised.
    """
    refused: dict[str, str] = {}
    for position, name in enumerate(preferred):
        is_last = position == len(preferred) - 1
        backend = _backend(name)
        if not backend.info.installed:
            missing = BackendNotInstalled(name, backend.info.install)
            if is_last:
                raise missing
            refused[name] = str(missing)
            continue
        try:
            return Selection(name, backend.compile(job), refused)
        except UnsupportedSchema as error:
            if is_last:
                raise
            refused[name] = "; ".join(map(str, error.reasons))
    raise NoSuchBackend("", names())


def _backend(name: str) -> Backend:
    backend = _made.get(name)
    if backend is not None:
        return backend
    with _lock:
        backend = _made.get(name)
        if backend is None:
            backend = _make(name)
            if not isinstance(getattr(backend, "info", None), BackendInfo):
                message = f"the factory of the backend {name!r} gave no backend: its info is no BackendInfo"
                raise TypeError(message)
            _made[name] = backend
        return backend


def _make(name: str) -> Backend:
    factory = _registered.get(name)
    if factory is not None:
        return factory()
    if name in _BUILT_IN:
        module, attribute = _BUILT_IN[name]
        made: Backend = getattr(import_module(module), attribute)()
        return made
    for point in entry_points(group=ENTRY_POINT_GROUP, name=name):
        loaded: Backend = point.load()()
        return loaded
    raise NoSuchBackend(name, names())
