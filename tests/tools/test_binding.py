"""How arguments reach a handler: the first of three rules that fits."""
# ruff: noqa: ANN001, ANN002, ANN201, ANN202, ANN204, ANN205, ANN206, ARG001, ARG005, D102, D103 - bare, as users write them
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

import functools
from collections.abc import Callable
from typing import Any

import pytest

from schemaval.tools import InvalidDefinition, InvalidToolInput, Schema, Tool, ToolExecutionContext
from schemaval.tools.running.binding import Binding, bind
from schemaval.tools.running.inputs import NO_INPUTS, Inputs, one, several

CONTEXT = ToolExecutionContext("call_1", "tool", {"raw": True})
OPEN = one({"type": "object"})
OBJECT = one({"type": "object", "properties": {"a": {}, "b": {}, "c": {}}})
ABC = several([Schema.integer("a"), Schema.integer("b"), Schema.integer("c")])
AB = several([Schema.integer("a"), Schema.integer("b")])


def bound(handler: Callable[..., Any], inputs: Inputs) -> tuple[str, Callable[..., Any]]:
    """The rule, and a call with arguments by keyword."""
    binding = bind(handler, inputs)
    return binding.rule, lambda **arguments: binding.invoke(arguments, CONTEXT)


# Rule 1


@pytest.mark.parametrize("inputs", [OBJECT, OPEN, one(Schema.object(properties=[Schema.string("a")]))])
def test_the_only_parameter_gets_the_whole(inputs: Inputs) -> None:
    """One parameter that is no input, one object schema: the whole dict."""
    given = {"a": 1, "z": 2}
    binding = bind(lambda arguments: arguments, inputs)
    assert binding.rule == "whole"
    assert binding.invoke(given, None) == given


def taking_out(arguments, context):
    """A handler that takes its arguments out of the dict."""
    return arguments.pop("a"), context


@pytest.mark.parametrize("handler", [taking_out, lambda arguments: (arguments.pop("a"), CONTEXT)])
def test_a_handler_may_take_out_of_the_whole_what_it_likes(handler: Callable[..., Any]) -> None:
    """The dict is the handler's own: what the model sent stays raw for the caller and for the context."""
    given = {"a": 1, "z": 2}
    assert bind(handler, OBJECT).invoke(given, CONTEXT) == (1, CONTEXT)
    assert given == {"a": 1, "z": 2}


def keyword_only(*, arguments):
    return arguments


def positional_only(arguments, /):
    return arguments


def with_default(arguments=None):
    return arguments


def with_context(ctx: ToolExecutionContext, arguments):
    return arguments if ctx is CONTEXT else None


def with_context_before(ctx: ToolExecutionContext, /, arguments):
    return arguments if ctx is CONTEXT else None


def with_context_last(arguments, context):
    return arguments if context is CONTEXT else None


@pytest.mark.parametrize(
    "handler",
    [keyword_only, positional_only, with_default, with_context, with_context_before, with_context_last],
)
def test_the_whole_reaches_every_kind_of_parameter(handler: Callable[..., Any]) -> None:
    """Keyword-only, positional-only and optional parameters get the whole too, a context beside them or not."""
    rule, call = bound(handler, OBJECT)
    assert (rule, call(a=1, z=2)) == ("whole", {"a": 1, "z": 2})


def test_a_builtin_that_shows_its_only_parameter_gets_the_whole() -> None:
    """A builtin with a signature is bound as any function."""
    rule, call = bound(len, OBJECT)
    assert (rule, call(a=1, z=2)) == ("whole", 2)


def test_the_whole_is_for_one_object_schema() -> None:
    """With several named inputs, a parameter of another name is filled by position."""
    assert bound(lambda arguments, more=None: (arguments, more), AB)[0] == "position"
    rule, call = bound(lambda arguments: arguments, several([Schema.integer("a")]))
    assert (rule, call(a=1)) == ("position", 1)


def test_a_declared_name_is_not_the_whole() -> None:
    """The only parameter bears an input's name: it gets that input."""
    rule, call = bound(lambda b: b, OBJECT)
    assert (rule, call(a=1, b=2)) == ("name", 2)


def test_variadic_parameters_are_not_the_whole() -> None:
    """`*args` and `**kwargs` alone get the arguments one by one."""
    assert bound(lambda **kwargs: kwargs, OBJECT)[0] == "name"
    rule, call = bound(lambda *args: args, OBJECT)
    assert (rule, call(a=1, b=2)) == ("position", (1, 2))


# Rule 2


def test_by_name_whatever_the_order() -> None:
    """Parameters that are declared inputs are filled by name."""
    rule, call = bound(lambda c, a, b: (a, b, c), ABC)
    assert (rule, call(a=1, b=2, c=3)) == ("name", (1, 2, 3))


def test_omitted_optionals_leave_the_default() -> None:
    """An input that was not sent leaves the handler's own default; a schema's default is never filled in."""
    inputs = several([Schema.integer("a"), Schema.integer("b").default(7)])
    rule, call = bound(lambda a, b=5: (a, b), inputs)
    assert (rule, call(a=1)) == ("name", (1, 5))
    assert call(a=1, b=None) == (1, None)


def test_undeclared_extras_are_dropped() -> None:
    """What nobody declared reaches no parameter, not even one of that name."""
    rule, call = bound(lambda a, debug=False: (a, debug), one({"type": "object", "properties": {"a": {}, "b": {}}}))
    assert (rule, call(a=1, debug=True, z=3)) == ("name", (1, False))


def test_declared_inputs_without_a_parameter_are_dropped() -> None:
    """A handler need not take every input."""
    assert bound(lambda a: a, ABC)[1](a=1, b=2, c=3) == 1
    assert bound(lambda: "none", ABC)[1](a=1) == "none"


def test_undeclared_extras_go_to_kwargs() -> None:
    """With `**kwargs` everything is passed by name."""
    rule, call = bound(lambda a, **more: (a, more), one({"type": "object", "properties": {"a": {}, "b": {}}}))
    assert (rule, call(a=1, b=2, z=3)) == ("name", (1, {"b": 2, "z": 3}))


def test_kwargs_make_it_by_name_whatever_else_there_is() -> None:
    """With `**kwargs` a parameter that nobody declared is filled by name from an open schema."""
    rule, call = bound(lambda city, **more: (city, more), OPEN)
    assert (rule, call(city="Oslo", z=3)) == ("name", ("Oslo", {"z": 3}))


def test_kwargs_do_not_open_parameters_with_defaults() -> None:
    """A model cannot set a parameter with a default that the schema does not declare, nor the context."""
    inputs = one({"type": "object", "properties": {"a": {}}})
    call = bound(lambda a, debug=False, context=None, **more: (a, debug, context is CONTEXT, more), inputs)[1]
    assert call(a=1, debug=True, z=3) == (1, False, True, {"z": 3})
    assert call(a=1, context="mine", debug=True) == (1, False, True, {})


def test_a_model_cannot_set_the_context() -> None:
    """An argument under the context's name is dropped."""
    rule, call = bound(lambda a, context: (a, context is CONTEXT), one({"properties": {"a": {}, "b": {}}}))
    assert (rule, call(a=1, context="mine")) == ("name", (1, True))


def positional_by_name(b, a, /, c=9):
    return a, b, c


def positional_with_default(a, b=5, /, c=9):
    return a, b, c


def test_positional_only_parameters_are_filled_by_name() -> None:
    """What Python takes by position only is found by its name, defaults in between kept."""
    rule, call = bound(positional_by_name, ABC)
    assert (rule, call(a=1, b=2, c=3), call(a=1, b=2)) == ("name", (1, 2, 3), (1, 2, 9))
    assert bound(positional_with_default, ABC)[1](a=1, c=3) == (1, 5, 3)


def keyword_only_by_name(a, *, b, c=9):
    return a, b, c


def test_keyword_only_parameters_are_filled_by_name() -> None:
    """Parameters after `*` are filled by name."""
    rule, call = bound(keyword_only_by_name, ABC)
    assert (rule, call(a=1, b=2), call(a=1, b=2, c=3)) == ("name", (1, 2, 9), (1, 2, 3))


def variadic(a, b=5, *items, c=9):
    return a, b, items, c


def test_a_declared_variadic_parameter_gets_the_items() -> None:
    """An input of the name of `*items` is spread, defaults before it kept."""
    names = several([Schema.integer("a"), Schema.integer("b"), Schema.array("items"), Schema.integer("c")])
    rule, call = bound(variadic, names)
    assert (rule, call(a=1, items=[7, 8], c=3)) == ("name", (1, 5, (7, 8), 3))
    assert call(a=1, b=2) == (1, 2, (), 9)


def test_an_undeclared_variadic_parameter_changes_nothing_where_all_have_names() -> None:
    """`*items` that nobody declared stays empty if every input has a parameter of its own."""
    rule, call = bound(variadic, several([Schema.integer("b"), Schema.integer("a"), Schema.integer("c")]))
    assert (rule, call(a=1, b=2, c=3)) == ("name", (1, 2, (), 3))


def test_a_missing_argument_is_the_handlers_to_name() -> None:
    """A parameter without a default for which nothing was sent is Python's own TypeError."""
    for handler in (lambda a, b: (a, b), positional_by_name):
        with pytest.raises(TypeError, match=r"'a'"):
            bound(handler, ABC)[1](b=2)


# Rule 3


def test_by_position_in_the_declared_order() -> None:
    """Parameters of other names are filled in the order of the inputs, whatever the order of the arguments."""
    rule, call = bound(lambda x, y, z: (x, y, z), ABC)
    assert (rule, call(c=3, a=1, b=2)) == ("position", (1, 2, 3))


def test_one_unknown_name_makes_it_positional() -> None:
    """A single required parameter that is no input puts all by position."""
    rule, call = bound(lambda b, a, x: (b, a, x), ABC)
    assert (rule, call(a=1, b=2, c=3)) == ("position", (1, 2, 3))


def test_trailing_omitted_inputs_are_not_passed() -> None:
    """Defaults of the last parameters stand where nothing was sent."""
    call = bound(lambda x, y=5, z=6: (x, y, z), ABC)[1]
    assert call(a=1) == (1, 5, 6)
    assert call(a=1, b=2) == (1, 2, 6)


def test_an_omitted_input_before_a_given_one_is_none() -> None:
    """A gap is passed as None."""
    call = bound(lambda x, y=5, z=6: (x, y, z), ABC)[1]
    assert call(a=1, c=3) == (1, None, 3)
    assert call(c=3) == (None, None, 3)


def test_undeclared_extras_are_not_passed_by_position() -> None:
    """Only declared inputs are passed."""
    inputs = one({"type": "object", "properties": {"a": {}, "b": {}}})
    rule, call = bound(lambda x, y: (x, y), inputs)
    assert (rule, call(a=1, b=2, z=3)) == ("position", (1, 2))


def first(ctx: ToolExecutionContext, x, y=5):
    return ctx is CONTEXT, x, y


def middle(x, ctx: ToolExecutionContext, y=5):
    return ctx is CONTEXT, x, y


def last(x, y=5, ctx: ToolExecutionContext | None = None):
    return ctx is CONTEXT, x, y


def by_keyword(x, y=5, *, ctx: ToolExecutionContext):
    return ctx is CONTEXT, x, y


def named_context(x, y=5, context=None):
    return context is CONTEXT, x, y


@pytest.mark.parametrize("handler", [first, middle, last, by_keyword, named_context])
def test_the_context_stands_anywhere_among_positions(handler: Callable[..., Any]) -> None:
    """The context takes its own place and shifts nobody."""
    rule, call = bound(handler, AB)
    assert (rule, call(a=1, b=2), call(a=1)) == ("position", (True, 1, 2), (True, 1, 5))


def positional_context(x, y=5, ctx: ToolExecutionContext | None = None, /):
    return ctx is CONTEXT, x, y


def test_a_positional_only_context_is_reached_over_defaults() -> None:
    """A context that only a position reaches is reached, with the defaults before it in their places."""
    call = bound(positional_context, AB)[1]
    assert (call(a=1, b=2), call(a=1)) == ((True, 1, 2), (True, 1, 5))


def mixed(x, *, b=9):
    return x, b


def test_a_declared_keyword_is_filled_by_name_among_positions() -> None:
    """What only a keyword reaches is passed by it, the others by position."""
    rule, call = bound(mixed, AB)
    assert (rule, call(a=1, b=2), call(a=1)) == ("position", (1, 2), (1, 9))


def wants_keyword(x, *, secret):
    return x, secret


def test_a_required_keyword_that_nobody_declares_is_a_wrong_definition() -> None:
    """No call could ever fill it."""
    with pytest.raises(InvalidDefinition, match="secret"):
        bind(wants_keyword, AB)


def test_builtins_without_a_signature_are_called_by_position() -> None:
    """What shows no parameters gets the inputs in their order."""
    rule, call = bound(max, ABC)
    assert (rule, call(a=1, b=3, c=2)) == ("position", 3)


# Kinds of handlers


class Service:
    """Methods and instances."""

    def method(self, a, b=5):
        return a, b

    @staticmethod
    def static(a, b=5):
        return a, b

    @classmethod
    def of_class(cls, a, b=5):
        return a, b

    def __call__(self, a, b=5):
        return a, b


def three(x, a, b=5):
    return a, b


def swapped(a, b=5, *, flag):
    return (a, b) if flag else None


@pytest.mark.parametrize(
    "handler",
    [
        Service().method,
        Service.static,
        Service.of_class,
        Service(),
        functools.partial(three, 0),
        functools.partial(swapped, flag=True),
        functools.partial(functools.partial(three, 0)),
        lambda a, b=5: (a, b),
    ],
)
def test_every_kind_of_callable_is_bound_by_name(handler: Callable[..., Any]) -> None:
    """Methods, instances, partials and lambdas are bound alike."""
    rule, call = bound(handler, AB)
    assert (rule, call(a=1, b=2), call(a=1)) == ("name", (1, 2), (1, 5))


def test_what_a_partial_has_bound_is_kept() -> None:
    """A keyword of a partial is a default: a declared input goes before it, an undeclared one does not."""
    handler = functools.partial(lambda a, b: (a, b), b=8)
    assert bound(handler, AB)[1](a=1) == (1, 8)
    assert bound(handler, AB)[1](a=1, b=2) == (1, 2)
    assert bound(handler, one({"properties": {"a": {}, "x": {}}}))[1](a=1, b=2) == (1, 8)


def test_no_inputs_bind_a_handler_without_parameters() -> None:
    """Without inputs a handler is called with nothing, or with its context; what was sent is dropped."""
    assert bound(lambda: "ran", NO_INPUTS)[1](z=1) == "ran"
    assert bound(lambda context: context is CONTEXT, NO_INPUTS)[1](z=1) is True
    assert bound(lambda **more: more, NO_INPUTS)[1](z=1) == {"z": 1}


def test_a_binding_says_what_it_is() -> None:
    """A binding knows its rule, whether the context is looked at, whether the handler is async."""

    async def handler(a, context):
        return a, context

    binding = bind(handler, AB)
    assert (binding.rule, binding.takes_context, binding.is_async) == ("name", True, True)
    plain: Binding = bind(lambda a: a, AB)
    assert (plain.takes_context, plain.is_async) == (False, False)


def test_arguments_are_never_changed() -> None:
    """Whatever the rule, the caller's dict stays as it was."""
    for handler in (positional_by_name, variadic, lambda a, **more: more, lambda x, y, z: x, lambda a, context: a):
        given = {"a": 1, "b": 2, "c": 3}
        bind(handler, ABC).invoke(given, CONTEXT)
        assert given == {"a": 1, "b": 2, "c": 3}


@pytest.mark.parametrize(
    ("sent", "taken"), [([1, 2], (1, 2)), ((1, 2), (1, 2)), ([], ()), ("xyz", ("xyz",)), (5, (5,)), (None, (None,))]
)
def test_a_variadic_parameter_takes_an_input_of_its_name(sent: Any, taken: tuple[Any, ...]) -> None:
    """An array is spread; any other value, a text too, is the only item."""
    rule, call = bound(lambda *a: a, one({"type": "object", "properties": {"a": {}}}))
    assert (rule, call(a=sent)) == ("name", taken)


HANDLERS: list[tuple[str, Callable[..., Any]]] = [
    ("whole", lambda arguments: (arguments["a"], arguments.get("b"))),
    ("name", lambda b=None, a=0: (a, b)),
    ("name", lambda **given: (given["a"], given.get("b"))),
    ("position", lambda x, y=None: (x, y)),
]


@pytest.mark.parametrize(("rule", "handler"), HANDLERS)
def test_what_is_bound_was_judged(rule: str, handler: Callable[..., Any], validator: Any) -> None:
    """Whoever judges, valid arguments reach the handler by its rule, and others never do."""
    schema = Schema.object(properties=[Schema.integer("a").required(), Schema.integer("b")])
    made = Tool("t", input=schema, handler=handler, validator=validator)
    assert made.binding.rule == rule
    assert made.call({"a": 1, "b": 2}) == (1, 2)
    assert made.call({"a": 1}) == (1, None)
    for wrong in ({"b": 2}, {"a": "1"}, {"a": 1, "b": None}, {"a": 1, "z": 2}):
        with pytest.raises(InvalidToolInput):
            made.call(wrong)
