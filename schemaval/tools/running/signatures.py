"""A handler's signature, and which of its parameters stand for the context of the call."""

import ast
import functools
import inspect
import types
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from schemaval.tools.context import ToolExecutionContext

VARIADIC = frozenset({Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD})
_JSON_TYPES = (str, int, float, bool, bytes, list, dict, tuple, set)  # what no context could be


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a handler in their order, `self` and what a partial has bound left out.

    `contexts` are the names of those that take a ToolExecutionContext, `returned` is the annotation of the result.
    """

    parameters: tuple[Parameter, ...]
    contexts: frozenset[str]
    returned: Any = Parameter.empty

    @property
    def own(self) -> tuple[Parameter, ...]:
        """The parameters that are not the context's."""
        return tuple(each for each in self.parameters if each.name not in self.contexts)


def read_signature(handler: Callable[..., Any], declared: Collection[str] = ()) -> Signature | None:
    """The signature of `handler`; None where it has none to show, as some builtins.

    A parameter takes the context where its annotation says ToolExecutionContext, as text, in a union or a subclass
    too; so does the last parameter, if it is named `context`, unless it is annotated as a JSON type or is `declared`,
    the name of an input.
    """
    try:
        written = inspect.signature(handler)
    except (ValueError, TypeError):
        return None
    parameters = tuple(written.parameters.values())
    names = _namespace(handler)
    plain = [each for each in parameters if each.kind not in VARIADIC]
    found = {each.name for each in plain if any(_is_context(one) for one in _members(_resolved(each, names)))}
    if plain and plain[-1].name == "context" and "context" not in declared and _may_be_context(plain[-1], names):
        found.add("context")
    return Signature(parameters, frozenset(found), written.return_annotation)


def is_async(handler: Callable[..., Any]) -> bool:
    """Whether calling `handler` is known to give a coroutine."""
    return inspect.iscoroutinefunction(_function(handler))


def _function(handler: Any) -> Any:
    """The function that a call of `handler` ends in."""
    while isinstance(handler, functools.partial):
        handler = handler.func
    if inspect.isroutine(handler) or isinstance(handler, type):
        return handler
    return type(handler).__call__ if callable(handler) else handler


def _namespace(handler: Any) -> dict[str, Any]:
    """The globals in which the annotations of `handler` were written."""
    function = _function(handler)
    if isinstance(function, type):
        function = vars(function).get("__init__")
    found = getattr(inspect.unwrap(function), "__globals__", None)
    return found if isinstance(found, dict) else {}


def _resolved(parameter: Parameter, names: dict[str, Any]) -> Any:
    """The annotation as an object; an `ast` expression where it is text that does not resolve; None without one."""
    text = parameter.annotation
    if text is Parameter.empty:
        return None
    holder = types.SimpleNamespace(__annotations__={"it": text})
    try:
        return get_type_hints(holder, names)["it"]
    except Exception:  # noqa: BLE001 - evaluating somebody's annotation may raise anything; its text is read instead
        return _parsed(text) if isinstance(text, str) else text


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


def _members(annotation: Any) -> Iterator[Any]:
    """The alternatives that an annotation names: of unions, Optional and Annotated."""
    if isinstance(annotation, ast.expr):
        yield from _written_members(annotation)
    elif get_origin(annotation) in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    elif get_origin(annotation) is Annotated:
        yield from _members(get_args(annotation)[0])
    else:
        yield annotation


def _written_members(annotation: ast.expr) -> Iterator[str]:
    """The last names of the alternatives, as they are written."""
    if isinstance(annotation, ast.BinOp):
        yield from _written_members(annotation.left)
        yield from _written_members(annotation.right)
    elif isinstance(annotation, ast.Subscript):
        if any(name in ("Optional", "Union", "Annotated") for name in _written_members(annotation.value)):
            inner = annotation.slice
            for part in inner.elts if isinstance(inner, ast.Tuple) else [inner]:
                yield from _written_members(part)
    elif isinstance(annotation, ast.Attribute):
        yield annotation.attr
    elif isinstance(annotation, ast.Name):
        yield annotation.id
    elif isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        parsed = _parsed(annotation.value)
        yield from _written_members(parsed) if parsed is not None else ()


def _is_context(member: Any) -> bool:
    """Whether one alternative of an annotation is the context."""
    if isinstance(member, type):
        return issubclass(member, ToolExecutionContext)
    return isinstance(member, str) and member == ToolExecutionContext.__name__


def _may_be_context(parameter: Parameter, names: dict[str, Any]) -> bool:
    """Whether nothing speaks against a context: no annotation, or one that is no JSON type."""
    members = [member for member in _members(_resolved(parameter, names)) if member is not types.NoneType]
    return not members or not all(_is_json_type(member) for member in members)


def _is_json_type(member: Any) -> bool:
    origin = get_origin(member) or member
    return any(origin is each for each in _JSON_TYPES)
