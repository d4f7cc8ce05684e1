"""Which parameters of a handler stand for the context of the call."""
# ruff: noqa: ARG005, PLW0108 - handlers that are only looked at

import functools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Optional, Union

import pytest

from schemaval.tools import ToolExecutionContext
from schemaval.tools.running.signatures import is_async, read_signature

if TYPE_CHECKING:
    from decimal import Decimal as Missing  # a name that is not there when the tests run

    from schemaval.tools import ToolExecutionContext as Late

Alias = ToolExecutionContext


class Own(ToolExecutionContext):
    """A context with more to it."""


def contexts(handler: Callable[..., Any], *declared: str) -> set[str]:
    """The names of the parameters that take the context."""
    signature = read_signature(handler, declared)
    assert signature is not None
    return set(signature.contexts)


def plain(ctx: ToolExecutionContext, a: int) -> None:
    """Annotated, first."""


def middle(a: int, ctx: ToolExecutionContext, b: int) -> None:
    """Annotated, in the middle."""


def keyword(a: int, *, ctx: ToolExecutionContext) -> None:
    """Annotated, by keyword only."""


def positional(ctx: ToolExecutionContext, /, a: int) -> None:
    """Annotated, by position only."""


def text(ctx: "ToolExecutionContext", a: int) -> None:
    """Annotated as text."""


def text_of_alias(ctx: "Alias | None", a: int) -> None:
    """Annotated as the text of another name for it."""


def optional(ctx: Optional[ToolExecutionContext] = None, a: int = 1) -> None:  # noqa: UP045 - the older spelling
    """Annotated as Optional."""


def union(ctx: ToolExecutionContext | None = None, a: int = 1) -> None:
    """Annotated as a union."""


def typing_union(ctx: Union[ToolExecutionContext, None] = None, a: int = 1) -> None:  # noqa: UP007 - older spelling
    """Annotated as a Union."""


def annotated(ctx: Annotated[ToolExecutionContext, "the call"], a: int) -> None:
    """Annotated with more."""


def subclass(ctx: Own, a: int) -> None:
    """Annotated as a subclass."""


def beside_missing(ctx: "ToolExecutionContext | Missing", a: int) -> None:
    """Annotated as text of which a part is not there."""


def missing_optional(ctx: "Optional[tools.ToolExecutionContext]", a: int) -> None:  # type: ignore[name-defined]  # noqa: F821, UP045 - text that does not resolve
    """Annotated as text with a module that is not there."""


def missing_annotated(ctx: "Annotated['ToolExecutionContext', Missing]", a: int) -> None:
    """Annotated as text in text."""


@pytest.mark.parametrize(
    "handler",
    [
        plain,
        middle,
        keyword,
        positional,
        text,
        text_of_alias,
        optional,
        union,
        typing_union,
        annotated,
        subclass,
        beside_missing,
        missing_optional,
        missing_annotated,
    ],
)
def test_an_annotation_says_so_anywhere(handler: Callable[..., Any]) -> None:
    """The annotation counts at every place, as text, in unions, under other names and in subclasses."""
    assert contexts(handler) == {"ctx"}


def test_own_parameters_are_the_others() -> None:
    """What is left is the handler's own, in order."""
    signature = read_signature(middle)
    assert signature is not None
    assert [each.name for each in signature.own] == ["a", "b"]


def test_each_annotated_parameter_takes_it() -> None:
    """Two annotated parameters both take the context."""

    def handler(one: ToolExecutionContext, two: ToolExecutionContext) -> None:
        """Both."""

    assert contexts(handler) == {"one", "two"}


def test_a_text_that_does_not_resolve_and_says_something_else_is_none() -> None:
    """Where a text does not resolve, its alternatives are read, not what they hold."""

    def handler(a: "Missing", b: "list[ToolExecutionContext, Missing]", c: "Late.Other", d: "(no python") -> None:  # type: ignore[name-defined,type-arg,valid-type]  # noqa: F722 - texts that mean nothing
        """None of them."""

    assert contexts(handler) == set()


def test_the_last_parameter_named_context_takes_it() -> None:
    """Without an annotation the name counts, at the end only."""
    assert contexts(lambda a, context: a) == {"context"}
    assert contexts(lambda a, context=None: a) == {"context"}
    assert contexts(lambda a, *, context: a) == {"context"}
    assert contexts(lambda a, context, **more: a) == {"context"}
    assert contexts(lambda context: context) == {"context"}
    assert contexts(lambda context, a: a) == set()
    assert contexts(lambda a, *context: a) == set()
    assert contexts(lambda a, **context: a) == set()


def test_a_context_that_is_annotated_as_anything_takes_it() -> None:
    """Any, object and types of the user's own do not speak against it."""

    class Session:
        """Something of the user's own."""

    def any_(a: int, context: Any) -> None:
        """Any."""

    def object_(a: int, context: object) -> None:
        """Object."""

    def own(a: int, context: Session | None) -> None:
        """A class."""

    assert contexts(any_) == contexts(object_) == contexts(own) == {"context"}


def test_a_context_that_is_a_json_type_is_an_input() -> None:
    """A parameter `context` annotated as a JSON type is an ordinary one."""

    def text(a: int, context: str) -> None:
        """A text."""

    def listed(a: int, context: list[str] | None = None) -> None:
        """A list."""

    assert contexts(text) == contexts(listed) == set()


def test_a_declared_input_named_context_is_an_input() -> None:
    """Where the schema declares `context`, only an annotation makes it the call's."""

    def annotated(a: int, context: ToolExecutionContext) -> None:
        """Annotated."""

    assert contexts(lambda a, context: a, "context") == set()
    assert contexts(annotated, "context") == {"context"}


class Service:
    """Methods and callable instances."""

    def method(self, a: int, ctx: "ToolExecutionContext") -> None:
        """A method."""

    @staticmethod
    def static(a: int, ctx: "ToolExecutionContext") -> None:
        """A static method."""

    @classmethod
    def of_class(cls, a: int, ctx: "ToolExecutionContext") -> None:
        """A class method."""

    def __call__(self, a: int, ctx: "ToolExecutionContext") -> None:
        """The instance."""


class Made:
    """A class as a handler."""

    def __init__(self, a: int, ctx: "ToolExecutionContext") -> None:
        self.a, self.ctx = a, ctx


@functools.wraps(plain)
def wrapped(*args: Any, **kwargs: Any) -> None:
    """Stands for `plain`."""


@pytest.mark.parametrize(
    "handler",
    [
        Service().method,
        Service.static,
        Service.of_class,
        Service(),
        Made,
        functools.partial(Service().method, 1),
        functools.partial(functools.partial(text, a=1)),
        wrapped,
    ],
)
def test_every_kind_of_callable_is_read(handler: Callable[..., Any]) -> None:
    """Methods, instances, classes, partials and wrappers show their parameters, `self` left out."""
    assert contexts(handler) == {"ctx"}
    signature = read_signature(handler)
    assert signature is not None
    assert {each.name for each in signature.own} <= {"a"}


def test_builtins_without_a_signature_have_none() -> None:
    """What shows no signature gives None."""
    assert read_signature(operator.itemgetter) is None or read_signature(dict) is None
    assert read_signature(max) is None


async def coroutine(a: int) -> None:
    """Async."""


class Async:
    """An instance whose call is async."""

    async def __call__(self, a: int) -> None:
        """Async."""


def test_async_handlers_are_known_beforehand() -> None:
    """Coroutine functions are known through partials and instances; a function that gives a coroutine is not."""
    assert is_async(coroutine)
    assert is_async(functools.partial(coroutine, 1))
    assert is_async(functools.partial(Async()))
    assert is_async(Async())
    assert is_async(Async().__call__)
    assert not is_async(lambda a: coroutine(a))
    assert not is_async(plain)
    assert not is_async(Async)
    assert not is_async(len)
