"""FunctionTool: a tool that is a function still, and in a class a method."""

import functools
import sys
from collections.abc import Iterable
from contextlib import suppress
from types import MethodType
from typing import Any, Generic, Literal, ParamSpec, Self, SupportsIndex, TypeAlias, TypeVar, cast, overload

from schemaval.errors import SchemavalError, shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.definition import Hydrate, Tool
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput
from schemaval.tools.inferring.drafts import Draft
from schemaval.tools.inferring.hydration import Hydrator, Unreadable
from schemaval.tools.inferring.parameters import UnresolvedAnnotation
from schemaval.tools.inferring.readable import ReadableJudge
from schemaval.tools.inferring.scopes import enclosing, is_in_class_body
from schemaval.tools.running import inputs as declared
from schemaval.tools.running.binding import Binding, Handler, bind
from schemaval.tools.running.judging import Judge, ValidatorChoice

P = ParamSpec("P")
R = TypeVar("R")

Role: TypeAlias = Literal["function", "static", "method", "class"]


class FunctionTool(Tool, Generic[P, R]):
    """The tool that `@tool` makes of a function, which it still is: called, it passes its arguments straight on.

    `tool(...)` judges nothing; `tool.call({...})` is a model's call. In a class it binds as a function does: taken from
    an instance, of a subclass too, it is the tool of that instance, and `self` is no parameter.
    """

    __name__: str
    _role: Role = "function"
    _draft: Draft | None = None
    _inferred: frozenset[str] = frozenset()  # the parts that the draft tells, and the author did not
    _open: frozenset[str] = frozenset()  # those of them that it has still to tell
    _hydrator: Hydrator | None = None
    _method: Binding | None = None

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """What the function gives, called as a function."""
        given: R = cast("Handler", self._handler)(*args, **kwargs)
        return given

    # In a class

    def __set_name__(self, owner: type, name: str) -> None:
        """A function right inside a class is a method, whatever its first parameter is called."""
        draft = self._draft
        if draft is None or not is_in_class_body(draft.function):
            return
        draft.owner = owner
        if self._role == "function":
            self._role = "method"
            self._open |= self._inferred & {"input"}
            around = enclosing(draft.function, sys._getframe(1))  # noqa: SLF001 - the one way to the scope around a class
            self._draft = draft.of_method(owner, around, self._open)

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> "FunctionTool[..., R]": ...
    def __get__(self, instance: object, owner: type | None = None) -> "FunctionTool[..., R]":
        """The tool of an instance; a class method's of the class."""
        if self._role == "class":
            return self._bound(owner or type(instance))
        return self if self._role != "method" or instance is None else self._bound(instance)

    def _bound(self, to: object) -> Self:
        with suppress(SchemavalError):  # who uses the bound tool as a tool is told; a plain call is none
            self._settle()  # here, or each instance would do it for itself
        handler = MethodType(cast("Handler", self._handler), to)
        made = self._with(handler=handler)
        made.__dict__ |= {"_role": "static", "__wrapped__": handler}
        if not self._open:  # the judges are the same: nothing is compiled again for another instance
            made._input_judges, made._output_judges = self._input_judges, self._output_judges  # noqa: SLF001 - a copy of our own
            made._binding = self._bound_to(handler)  # noqa: SLF001 - as above
        return made

    def _bound_to(self, handler: Handler) -> Binding:
        """The binding of one instance's method; what is the same for all of them is read once."""
        if self._method is None:
            self._method = bind(handler, self._inputs).to(cast("Handler", self._handler))  # which holds no instance
        return self._method.to(handler)

    def __getstate__(self) -> Any:
        """What a copy takes along, the binding of methods left out: it is no data, and made anew."""
        own, slots = super().__getstate__()
        return {**own, "_method": None}, slots

    # Copies

    def __copy__(self) -> Self:
        """A tool of its own, with the same parts."""
        made = type(self).__new__(type(self))
        own, slots = self.__getstate__()
        made.__dict__ |= own
        for part, value in slots.items():
            setattr(made, part, value)
        return made

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickled as functions are, by the name that leads to it; a tool that no name leads to, by its parts."""
        name = getattr(self, "__qualname__", "")
        return name if _named(self.__module__, name) is self else super().__reduce_ex__(protocol)

    # Inference

    @classmethod
    def of(cls, draft: Draft, role: Role, inferred: Iterable[str], *parts: str, **options: Any) -> Self:
        """The tool of a drafted function, which tells the parts that are to be inferred ("input", "output").

        `parts` and `options` are those of `Tool`. A name in an annotation that means nothing yet is looked up again
        when the tool is first used.
        """
        made = cls(*parts, handler=draft.function, **options)
        functools.update_wrapper(made, draft.function)
        made.__dict__ |= {
            "_role": role,
            "_draft": draft,
            "_inferred": frozenset(inferred),
            "_open": frozenset(inferred),
        }
        with suppress(UnresolvedAnnotation):
            made._settle()
        return made

    def _settle(self) -> None:
        """Let the draft tell what it has still to tell."""
        draft, still = self._draft, self._open
        if draft is None or not still:
            return
        if "input" in still:
            taken = draft.taken()
            self._inputs = declared.NO_INPUTS if taken.schema is None else declared.one(taken.schema)
            self._hydrator = taken.hydrator
        if "output" in still:
            found = draft.output()
            self._output = None if found is None else declared.output(found)
        self._forget()
        self._open = frozenset()

    @property
    def output_schema(self) -> JSON:
        """The output schema, a fresh copy; None where there is none."""
        self._settle()
        return super().output_schema

    def input_schema_for_provider(self) -> dict[str, JSON]:
        """The input schema, a fresh copy."""
        self._settle()
        return super().input_schema_for_provider()

    def input_judge(self, validator: ValidatorChoice | None = None) -> Judge:
        """Who judges arguments: by the schema, and by whether the function's types can hold what it takes."""
        self._settle()
        judge, hydrator = super().input_judge(validator), self._hydrator
        return ReadableJudge(judge, hydrator) if hydrator is not None and hydrator.may_refuse else judge

    def output_judge(self, validator: ValidatorChoice | None = None) -> Judge | None:
        """Who judges results."""
        self._settle()
        return super().output_judge(validator)

    @property
    def binding(self) -> Binding:
        """How arguments reach the function; InvalidDefinition for a method that has no instance yet."""
        self._settle()
        if self._role in ("method", "class"):
            raise InvalidDefinition(f"the tool {shorten(self.name)!r} is a method: take it from an instance")
        return super().binding

    @property
    def hydrate(self) -> Hydrate | None:
        """What turns judged arguments into values of the function's types."""
        self._settle()
        own, hydrator = super().hydrate, self._hydrator
        return own if own is not None or hydrator is None else functools.partial(_hydrated, self.name, hydrator)

    # Builders

    def _with(self, **changes: Any) -> Self:
        """A copy with some parts exchanged; what takes the place of an inferred one is inferred no more."""
        made = super()._with(**changes)
        told = {part for change, part in _REPLACES.items() if change in changes}
        made.__dict__ |= {"_inferred": self._inferred - told, "_open": self._open - told}
        if "input" in told:
            made.__dict__ |= {"_hydrator": None, "_method": None}  # arguments arrive as the JSON that they are
        return made

    def run(self, handler: Handler) -> Self:
        """The tool with another handler, which gets arguments as the JSON that they are."""
        self._settle()
        made = super().run(handler)
        made.__dict__ |= {"_role": "static", "_draft": None, "_hydrator": None, "__wrapped__": handler}
        return made


def _named(module: str | None, name: str) -> object:
    """What a dotted name leads to in a module; None where that is nothing."""
    found: object = sys.modules.get(module or "")
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


_REPLACES = {"inputs": "input", "output": "output"}


def _hydrated(name: str, hydrator: Hydrator, arguments: dict[str, JSON]) -> dict[str, Any]:
    try:
        return hydrator(arguments)
    except Unreadable as error:
        raise InvalidToolInput(name, error.violations) from error
