"""Packages: things that bring several tools, nested to any depth, resolved to the tools themselves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import isclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from schemaval.errors import shorten
from schemaval.tools.definition import Tool
from schemaval.tools.errors import InvalidDefinition

Resolver: TypeAlias = Callable[[type[Any]], Any]  # builds the classes of tools and packages, as a container would
Found: TypeAlias = tuple[Tool, object]  # a tool, and the package or list that brought it

MAX_DEPTH = 64  # packages in packages; deeper is a package that makes ever new ones


@runtime_checkable
class ToolPackage(Protocol):
    """What brings tools: `tools()` gives tools, classes of tools, definitions, packages, classes of packages, lists.

    A class of a package is made without arguments, or by the resolver where there is one.
    """

    def tools(self) -> Iterable[Any]:
        """What the package brings, in order; a generator will do."""
        ...  # a protocol has no body


def resolved(items: Iterable[Any], resolver: Resolver | None = None) -> Iterator[Found]:
    """Every tool in `items`, in order, each with the innermost package or list that brought it.

    InvalidDefinition for what is no tool and brings none, and for a package that contains itself, even by a new
    instance each time. What a package's own code raises comes out as it is.
    """
    return _inside(items, resolver, ())


def _inside(items: object, resolver: Resolver | None, way: tuple[object, ...]) -> Iterator[Found]:
    """The tools of one list or package that stands inside those of `way`."""
    if any(each is items for each in way):
        raise InvalidDefinition(f"the package {_kind(items)} contains itself")
    if len(way) > MAX_DEPTH:
        raise InvalidDefinition(f"packages are nested more than {MAX_DEPTH} deep, the last is {_kind(items)}")
    way = (*way, items)
    for item in _brought(items):
        yield from _one(item, resolver, way)


def _one(item: object, resolver: Resolver | None, way: tuple[object, ...]) -> Iterator[Found]:
    """The tools that one item stands for."""
    if isinstance(item, Tool):
        yield Tool.make(item), way[-1]
    elif isclass(item) and issubclass(item, Tool):
        yield Tool.make(item, resolver=resolver), way[-1]
    elif isinstance(item, Mapping):
        yield Tool.from_definition(item), way[-1]
    elif isclass(item) and _is_package(item):
        yield from _inside(_built(item, resolver), resolver, way)
    elif not isclass(item) and _brings(item):
        yield from _inside(item, resolver, way)
    else:
        raise InvalidDefinition(f"{_kind(item)} is no tool and brings none{_hint(item)}")


def _brought(items: object) -> Iterable[Any]:
    if not _is_package(items):
        return items  # type: ignore[return-value]  # whoever comes here has asked _brings
    found: object = items.tools()  # type: ignore[attr-defined]  # a package has it
    if not isinstance(found, Iterable) or isinstance(found, (str, bytes)):
        raise InvalidDefinition(f"tools() of the package {_kind(items)} gives tools, not {_kind(found)}")
    return found


def _brings(item: object) -> bool:
    return _is_package(item) or (isinstance(item, Iterable) and not isinstance(item, (str, bytes)))


def _is_package(item: object) -> bool:
    return callable(getattr(item, "tools", None))


def _built(of: type[Any], resolver: Resolver | None) -> object:
    made: object = of() if resolver is None else resolver(of)
    if isclass(made) or not _is_package(made):
        raise InvalidDefinition(f"the resolver gave no package for {shorten(of.__name__)}, but {_kind(made)}")
    return made


def _kind(value: object) -> str:
    return shorten(value.__name__ if isclass(value) else type(value).__name__)


def _hint(item: object) -> str:
    if isinstance(item, str):
        return "; Tool.make(name) makes a tool of a name"
    return "; @tool makes a tool of a function" if callable(item) and not isclass(item) else ""
