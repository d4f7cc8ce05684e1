"""`@tool`: a function, or a method, as a tool; annotations and docstring say what a definition would."""

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any, ParamSpec, TypeAlias, TypeVar, overload

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.definition import Tool
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.inferring.docstrings import Docstring, read
from schemaval.tools.inferring.drafts import Draft
from schemaval.tools.inferring.functiontool import FunctionTool, Role
from schemaval.tools.inferring.scopes import enclosing, is_in_class_body
from schemaval.tools.running.calling import OnChange
from schemaval.tools.running.judging import ValidatorChoice
from schemaval.tools.running.signatures import read_signature
from schemaval.tools.schema import Schema

P = ParamSpec("P")
R = TypeVar("R")

InputChoice: TypeAlias = Schema | dict[str, JSON] | None
OutputChoice: TypeAlias = Schema | dict[str, JSON] | bool | None


@dataclass(frozen=True, slots=True)
class _Options:
    """What `@tool(...)` was told."""

    name: str | None
    description: str | None
    input: InputChoice
    output: OutputChoice
    validator: ValidatorChoice | None
    repair: str
    on_change: OnChange | None

    @property
    def inferred(self) -> set[str]:
        """The parts that nobody gave."""
        given = {"input": self.input is not None, "output": self.output is not None and self.output is not True}
        return {part for part, is_given in given.items() if not is_given}


@overload
def tool(
    function: Callable[P, R],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    input: InputChoice = None,
    output: OutputChoice = None,
    validator: ValidatorChoice | None = None,
    repair: str = "off",
    on_change: OnChange | None = None,
) -> FunctionTool[P, R]: ...
@overload
def tool(
    function: str | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    input: InputChoice = None,
    output: OutputChoice = None,
    validator: ValidatorChoice | None = None,
    repair: str = "off",
    on_change: OnChange | None = None,
) -> Callable[[Callable[P, R]], FunctionTool[P, R]]: ...
def tool(
    function: Callable[..., Any] | str | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    input: InputChoice = None,  # noqa: A002 - the name that tools give it
    output: OutputChoice = None,
    validator: ValidatorChoice | None = None,
    repair: str = "off",
    on_change: OnChange | None = None,
) -> Any:
    """The tool that a function, a coroutine function or a method is: `@tool`, `@tool(...)` or `@tool("name")`.

    The name falls back to the function's, `description` to the summary of its docstring (Google, NumPy or Sphinx
    style), which describes the parameters too. The input schema comes from the annotations: parameters with a default
    are optional, `*args` is an array, `**kwargs` opens the object, a ToolExecutionContext is left out, and
    `Annotated[..., Field(...)]`, `Annotated[..., "words"]`, `Annotated[..., Schema | dict]` describe or replace a
    parameter's schema. Valid arguments arrive as values of the annotated types; a valid one that its type cannot hold
    is an InvalidToolInput. The return annotation gives the output schema. `input=`, one whole schema, takes the place
    of all that, and arguments then arrive as JSON; `output=` is a schema, or False for none. `validator`, `repair` and
    `on_change` are as in `Tool`. Above `@staticmethod` and `@classmethod`, `@tool` goes on top.

    InvalidDefinition names the parameter whose type has no JSON Schema; a name that means nothing yet is looked up
    again when the tool is first used. Annotations need the extra: ExtraNotInstalled (a SchemavalError) says how to get
    it; with `input=`, `description=` and `output=` nothing of it is needed.
    """
    if isinstance(function, str):
        if name is not None:
            raise InvalidDefinition("a tool's name is given once")
        name, function = function, None
    options = _Options(name, description, input, output, validator, repair, on_change)
    if function is not None:
        return _made(function, options, sys._getframe(1))  # noqa: SLF001 - the one way to the scope of a local name
    return lambda decorated: _made(decorated, options, sys._getframe(1))  # noqa: SLF001 - as above


def _made(decorated: Any, options: _Options, frame: FrameType) -> FunctionTool[..., Any]:
    role, function = _part(decorated)
    docstring = _docstring(function, options)
    is_method = role in ("method", "class")
    made: FunctionTool[..., Any] = FunctionTool.of(
        Draft(function, docstring, enclosing(function, frame), wanted=options.inferred, is_method=is_method),
        role,
        options.inferred,
        _name(function) if options.name is None else options.name,
        docstring.summary if options.description is None else options.description,
        input=options.input,
        output=None if isinstance(options.output, bool) else options.output,
        validator=options.validator,
        repair=options.repair,
        on_change=options.on_change,
    )
    return made


def _part(decorated: Any) -> tuple[Role, Callable[..., Any]]:
    """What the decorated thing is to its class, and the function in it."""
    if isinstance(decorated, staticmethod):
        return "static", decorated.__func__
    if isinstance(decorated, classmethod):
        return "class", decorated.__func__
    if isinstance(decorated, (Tool, type)) or not callable(decorated):
        raise InvalidDefinition(f"@tool goes on a function, not on {shorten(type(decorated).__name__)}")
    return ("method" if _is_method(decorated) else "function"), decorated


def _is_method(function: Callable[..., Any]) -> bool:
    """Whether a function right inside a class starts as methods do; `__set_name__` knows the others."""
    if not inspect.isfunction(function) or not is_in_class_body(function):
        return False
    signature = read_signature(function)
    return signature is not None and next((each.name for each in signature.parameters), "") in ("self", "cls")


def _name(function: Any) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    name = getattr(function, "__name__", "")
    if not isinstance(name, str) or not name.isidentifier():
        raise InvalidDefinition("a function without a name of its own needs one: tool(function, name='...')")
    return name


def _docstring(function: Callable[..., Any], options: _Options) -> Docstring:
    """What the docstring says, where anything is wanted of it."""
    if options.input is not None and options.description is not None:
        return Docstring()
    return read(inspect.getdoc(function) if inspect.isroutine(function) else None)
