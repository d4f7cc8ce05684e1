"""Annotations as pydantic reads them: spelled otherwise where it knows the type under another name only."""

import sys
from collections import abc
from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    LiteralString,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from schemaval.equality import equal
from schemaval.tools.building.embedding import uprooted
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.inferring.extra import required
from schemaval.tools.schema import Schema

# What an array or a text can be handed on as. An Iterable would be read lazily, once, by the handler.
_AS: dict[Any, Any] = {abc.Iterable: list, abc.Collection: list, LiteralString: str}
_KEPT = (abc.Callable, Unpack)  # their arguments are no types, or not of values
_KNOWS_TYPED_DICTS = sys.version_info >= (3, 12)


class Speller:
    """Spells the annotations of one function; a class that has to be made anew is made once, so that it stays one."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        """`namespace` holds what names inside locally defined classes may mean."""
        self._namespace = dict(namespace)
        self._twins: dict[type, Any] = {}

    def spelled(self, annotation: Any) -> Any:
        """The annotation, or an equal one that pydantic knows."""
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is None:
            return self._name(annotation)
        if origin is Literal:
            return _literal(annotation, arguments)
        if origin in _KEPT:
            return annotation
        if origin is Annotated:
            inner = self.spelled(arguments[0])
            return annotation if inner is arguments[0] else Annotated[(inner, *annotation.__metadata__)]
        return self._generic(annotation, origin, arguments)

    def _generic(self, annotation: Any, origin: Any, arguments: tuple[Any, ...]) -> Any:
        inner = tuple(self._inside(argument) for argument in arguments)
        known = _AS.get(origin, origin)
        if known is origin and all(new is old for new, old in zip(inner, arguments, strict=True)):
            return annotation
        if origin in (Union, UnionType):
            return Union[inner]  # noqa: UP007 - a tuple of types cannot be written with `|`
        return known[inner if len(inner) != 1 else inner[0]] if inner else known

    def _inside(self, annotation: Any) -> Any:
        """A type inside another: a schema that Annotated gives for it is put as pydantic wants it."""
        spelled = self.spelled(annotation)
        told = spelled.__metadata__ if get_origin(spelled) is Annotated else ()
        if not any(isinstance(each, (Schema, dict)) for each in told):
            return spelled
        return Annotated[(spelled.__origin__, *[_told(each) for each in told])]

    def _name(self, annotation: Any) -> Any:
        if not _KNOWS_TYPED_DICTS and is_typeddict(annotation) and type(annotation).__module__ == "typing":
            return self._twin(annotation)
        try:
            return _AS.get(annotation, annotation)
        except TypeError:  # what cannot be hashed is no name of a type
            return annotation

    def _twin(self, annotation: Any) -> Any:
        """The TypedDict as `typing_extensions` makes them: before Python 3.12 pydantic takes no other."""
        from typing_extensions import TypedDict

        if annotation not in self._twins:
            twin: Any = TypedDict(annotation.__name__, {})  # type: ignore[misc]  # filled below
            self._twins[annotation] = twin  # before its members are spelled: they may hold it
            twin.__doc__, twin.__module__, twin.__qualname__ = _identity(annotation)
            hints = get_type_hints(annotation, localns=self._namespace, include_extras=True)
            twin.__annotations__ = {name: self.spelled(hint) for name, hint in hints.items()}
            twin.__required_keys__, twin.__optional_keys__ = annotation.__required_keys__, annotation.__optional_keys__
            twin.__total__ = annotation.__total__
            configuration = {name: value for name, value in vars(annotation).items() if name == "__pydantic_config__"}
            for name, value in configuration.items():
                setattr(twin, name, value)
        return self._twins[annotation]


def _literal(annotation: Any, members: tuple[Any, ...]) -> Any:
    """A Literal whose values are read as the Enum members in it: by itself pydantic knows those of str and int only."""
    enums = [each for each in members if isinstance(each, Enum) and not isinstance(each, (str, int))]
    constants = [each for each in enums if isinstance(each.value, (str, int, float, type(None)))]
    if not constants:
        return annotation

    def read(value: Any) -> Any:
        return next((each for each in constants if equal(each.value, value)), value)

    return Annotated[annotation, required("pydantic").BeforeValidator(read)]


def _told(each: Any) -> Any:
    """What Annotated says, of an inner type."""
    if not isinstance(each, (Schema, dict)):
        return each
    body, definitions = uprooted(Schema.from_json(each).json_schema())
    if definitions:
        raise InvalidDefinition("a schema for an inner type has no definitions of its own: give one for the whole")
    return required("pydantic").WithJsonSchema(body)


def _identity(annotation: Any) -> tuple[Any, str, str]:
    return annotation.__doc__, annotation.__module__, annotation.__qualname__
