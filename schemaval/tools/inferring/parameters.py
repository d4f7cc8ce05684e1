"""The parameters of a function, their annotations as types."""

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import Parameter as Written
from types import SimpleNamespace
from typing import Annotated, Any, NotRequired, Required, Unpack, get_args, get_origin, get_type_hints, is_typeddict

from schemaval.errors import shorten
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.inferring.annotations import Speller
from schemaval.tools.running.signatures import read_signature

EMPTY = Written.empty


class UnresolvedAnnotation(InvalidDefinition):
    """An annotation holds a name that stands for nothing, or not yet."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that a model may fill: `annotation` is a type, Any where there is none."""

    name: str
    kind: Any  # one of inspect's kinds
    annotation: Any
    default: Any = EMPTY

    @property
    def is_required(self) -> bool:
        """Whether a call without it must fail."""
        return self.default is EMPTY and self.kind not in (Written.VAR_POSITIONAL, Written.VAR_KEYWORD)


def parameters(function: Callable[..., Any], namespace: Mapping[str, Any], *, is_method: bool) -> tuple[Parameter, ...]:
    """The parameters without the context's and, of a method, without the first.

    `namespace` holds what names may mean besides the function's own globals. UnresolvedAnnotation, and
    InvalidDefinition for an annotation that is no type, name the parameter.
    """
    signature = read_signature(function)
    if signature is None:
        raise InvalidDefinition(f"{_name(function)} shows no signature: give the tool its input=")
    types = _Types(function, namespace)
    written = signature.parameters[1 if is_method else 0 :]
    return tuple(part for each in written if each.name not in signature.contexts for part in types.parameters(each))


def returned(function: Callable[..., Any], namespace: Mapping[str, Any]) -> Any:
    """The type of what the function gives; EMPTY where nothing says it. Errors as of `parameters`."""
    signature = read_signature(function)
    if signature is None or signature.returned is EMPTY:
        return EMPTY
    return _Types(function, namespace).resolved("return", signature.returned)


def _name(function: Callable[..., Any]) -> str:
    return shorten(str(getattr(function, "__name__", type(function).__name__)))


class _Types:
    """What the annotations of one function mean."""

    def __init__(self, function: Callable[..., Any], namespace: Mapping[str, Any]) -> None:
        origin = _written(function)
        self._globals: dict[str, Any] = getattr(origin, "__globals__", {})
        self._locals = {**_type_parameters(origin), **namespace, **_enclosed(origin)}
        self._speller = Speller({**self._globals, **self._locals})

    def parameters(self, written: Written) -> list[Parameter]:
        """The parameter; the members of a TypedDict for `**kwargs: Unpack[...]`."""
        annotation = self.resolved(written.name, written.annotation)
        if written.kind is Written.VAR_KEYWORD and get_origin(annotation) is Unpack:
            return _unpacked(get_args(annotation)[0], self)
        found = Parameter(written.name, written.kind, Any if annotation is EMPTY else annotation, written.default)
        return [_described_by_default(found)]

    def members(self, typed_dict: Any) -> dict[str, Any]:
        """The annotations of a TypedDict."""
        return get_type_hints(typed_dict, localns={**self._globals, **self._locals}, include_extras=True)

    def spelled(self, annotation: Any) -> Any:
        """A type as pydantic knows it."""
        return self._speller.spelled(annotation)

    def resolved(self, name: str, annotation: Any) -> Any:
        """The annotation as a type that pydantic knows."""
        if annotation is EMPTY:
            return EMPTY
        holder = SimpleNamespace(__annotations__={"it": annotation})
        try:
            found = get_type_hints(holder, self._globals, self._locals, include_extras=True)["it"]
            return self._speller.spelled(found)
        except NameError as error:
            raise UnresolvedAnnotation(f"the annotation of {place(name)} names nothing known: {error}") from error
        except Exception as error:
            raise InvalidDefinition(f"the annotation of {place(name)} is no type: {error}") from error


def place(name: str) -> str:
    """A parameter, or `"return"`, in words."""
    return "the returned value" if name == "return" else f"the parameter {shorten(name)!r}"


def _written(function: Any) -> Any:
    """The function in whose scope the annotations were written."""
    while isinstance(function, functools.partial):
        function = function.func
    if not hasattr(function, "__globals__") and not inspect.isroutine(function):
        function = type(function).__call__
    return inspect.unwrap(function)


def _enclosed(function: Any) -> dict[str, Any]:
    """What the function holds of the scopes around it; a name there that has no value yet is left out."""
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    found = {}
    for name, cell in zip(code.co_freevars if code is not None else (), cells, strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return found


def _type_parameters(function: Any) -> dict[str, Any]:
    return {each.__name__: each for each in getattr(function, "__type_params__", ())}


def _unpacked(members: Any, types: _Types) -> list[Parameter]:
    """The members of a TypedDict as parameters that only a keyword reaches; those that are not required have None."""
    if not is_typeddict(members):
        raise InvalidDefinition("**kwargs: Unpack[...] holds a TypedDict")
    found = []
    for name, hint in types.members(members).items():
        inner, is_required = hint, name in members.__required_keys__
        while get_origin(inner) in (Required, NotRequired):
            is_required = get_origin(inner) is Required
            inner = get_args(inner)[0]
        found.append(Parameter(name, Written.KEYWORD_ONLY, types.spelled(inner), EMPTY if is_required else None))
    return found


def _described_by_default(parameter: Parameter) -> Parameter:
    """A parameter whose default is pydantic's `Field(...)` has what that says in its annotation."""
    default = parameter.default
    if not is_field(default):
        return parameter
    annotation: Any = Annotated[parameter.annotation, default]
    return replace(parameter, annotation=annotation, default=EMPTY if default.is_required() else default)


def is_field(default: Any) -> bool:
    """Whether a default is pydantic's description of one; asked without importing pydantic."""
    return type(default).__name__ == "FieldInfo" and type(default).__module__.startswith("pydantic.")
