"""`@tool`: functions and methods as tools."""

# ruff: noqa: D101 - these classes are annotations to read; a docstring would be a part of their schema

from __future__ import annotations

import asyncio
import copy
import datetime as dt
import functools
import gc
import inspect
import pickle
import threading
import weakref
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import pytest

from schemaval.tools import (
    InvalidDefinition,
    InvalidToolInput,
    InvalidToolOutput,
    Schema,
    Tool,
    ToolExecutionContext,
    ToolExecutionError,
    tool,
)
from schemaval.tools.inferring.drafts import Draft
from schemaval.tools.running.signatures import Signature, read_signature

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.tools.engines import Choice

from tests.tools.engines import once

pytestmark = pytest.mark.usefixtures("everywhere")


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@tool
def search(query: str, limit: int = 10, *, colour: Colour = Colour.RED) -> list[str]:
    """Search the catalogue.

    Args:
        query: What to look for.
    """
    return [query, str(limit), colour.name]


# What the tool is


def test_a_function_becomes_a_tool() -> None:
    """The name is the function's, the description its summary, the schemas its annotations'."""
    assert isinstance(search, Tool)
    assert (search.name, search.description) == ("search", "Search the catalogue.")
    assert search.input_schema_for_provider()["properties"]["query"] == {
        "type": "string",
        "description": "What to look for.",
    }
    assert search.output_schema == {"type": "array", "items": {"type": "string"}}
    assert search.call({"query": "a", "colour": "blue"}) == ["a", "10", "BLUE"]
    assert search.definition()["inputSchema"]["required"] == ["query"]
    assert Tool.make(search) is search


def test_the_tool_is_still_the_function() -> None:
    """Called as a function it passes everything on as it is; it looks like the function too."""
    assert search("a", 3) == ["a", "3", "RED"]
    assert search("a", limit="many", colour=Colour.BLUE) == ["a", "many", "BLUE"]  # type: ignore[arg-type]  # unjudged
    assert search.__name__ == "search"
    assert search.__doc__ is not None
    assert list(inspect.signature(search).parameters) == ["query", "limit", "colour"]


def test_the_decorator_takes_options() -> None:
    """Name, description, validator, repair, on_change and output are the author's."""
    seen: list[Any] = []

    @tool(
        name="find",
        description="Find it.",
        validator="reference",
        repair="safe",
        on_change=seen.append,
        output={"type": "integer"},
    )
    def function(count: int) -> str:
        """Not this."""
        return count  # type: ignore[return-value]  # the output schema is another one

    assert (function.name, function.description) == ("find", "Find it.")
    assert (function.validator, function.repair) == ("reference", "safe")
    assert function.output_schema == {"type": "integer"}
    assert function.call({"count": "3"}) == 3
    assert [change.pointer for change in seen] == ["/count"]


def test_the_name_may_come_first() -> None:
    """`@tool("name")` names; a name given twice is refused, and so is a function that has none."""

    @tool("find")
    def function() -> None:
        """Find it."""

    assert function.name == "find"
    with pytest.raises(InvalidDefinition, match="once"):
        tool("a", name="b")
    with pytest.raises(InvalidDefinition, match="name="):
        tool(lambda: None)
    assert tool(lambda: None, name="nothing").call({}) is None


def test_an_empty_description_is_a_description() -> None:
    """What the author says stands, also when it is nothing."""

    def function() -> None:
        """Do it."""

    assert tool(function, description="").description == ""
    function.__doc__ = None
    assert tool(function).description == ""


@pytest.mark.parametrize("given", [search, int, 3, Tool("a")])
def test_only_functions_are_decorated(given: Any) -> None:
    """A class, a value and a tool are none."""
    with pytest.raises(InvalidDefinition, match="@tool goes on a function"):
        tool(given)


def test_a_whole_schema_takes_the_place_of_the_annotations() -> None:
    """With `input=` nothing is inferred and arguments arrive as JSON, whatever the annotations say."""
    schema = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
    for given in (schema, Schema.from_json(schema)):

        @tool(input=given, output=False)
        def function(day: dt.date) -> dt.date:
            """Do it."""
            return day

        assert function.input_schema_for_provider() == schema
        assert function.output_schema is None
        assert function.call({"day": "someday"}) == "someday"


def test_the_builders_replace_what_was_inferred() -> None:
    """`.input()`, `.inputs()` and `.output()` win over annotations, `.run()` over the function."""

    @tool
    def function(day: dt.date) -> str:
        """Do it."""
        return type(day).__name__

    assert function.call({"day": "2024-05-01"}) == "date"
    assert function.input({"type": "object", "properties": {"day": {}}}).call({"day": "x"}) == "str"
    assert function.inputs([Schema.string("day").required()]).call({"day": "x"}) == "str"
    assert function.output({"enum": ["date"]}).call({"day": "2024-05-01"}) == "date"
    assert function.run(lambda day: day).call({"day": "2024-05-01"}) == "2024-05-01"
    assert function.named("other").call({"day": "2024-05-01"}) == "date"


def test_results_are_held_to_the_return_annotation() -> None:
    """A result of another type is an InvalidToolOutput; the handler's own value comes back."""

    @dataclass
    class Point:
        x: int

    @tool
    def good() -> Point:
        """Do it."""
        return Point(1)

    @tool
    def bad() -> Point:
        """Do it."""
        return Point("a")  # type: ignore[arg-type]  # that is the question

    assert good.call({}) == Point(1)
    with pytest.raises(InvalidToolOutput) as caught:
        bad.call({})
    assert [violation.pointer for violation in caught.value.violations] == ["/x"]


def test_the_context_is_filled_in_with_raw_arguments() -> None:
    """A context parameter is no input; it tells what the model sent, before hydration."""

    @tool
    def function(context: ToolExecutionContext, day: dt.date) -> Any:
        """Do it."""
        return context.tool_name, context.arguments, day

    assert function.call({"day": "2024-05-01"}) == ("function", {"day": "2024-05-01"}, dt.date(2024, 5, 1))


def test_a_handlers_exception_is_the_cause() -> None:
    """What the function raises is wrapped by `.call`, and comes out as it is when it is called as a function."""

    @tool
    def function() -> None:
        """Do it."""
        raise KeyError("x")

    with pytest.raises(ToolExecutionError) as caught:
        function.call({})
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(KeyError):
        function()


def test_every_validator_judges_and_hydrates_alike(validator: Choice) -> None:
    """With each backend, and a validator written by hand, invalid is invalid and valid arrives as its type."""

    @tool(validator=validator)
    def function(count: int, day: dt.date | None = None, ratio: float = 1.0) -> Any:
        """Do it."""
        return count, day, ratio

    made = function.input(
        {
            "type": "object",
            "properties": {"count": {"type": "integer"}, "ratio": {"type": "number"}},
            "required": ["count"],
            "additionalProperties": False,
        }
    )
    assert made.call({"count": 1}) == (1, None, 1.0)
    for wrong in ({}, {"count": "1"}, {"count": 1, "x": 2}):
        with pytest.raises(InvalidToolInput) as caught:
            made.call(wrong)
        assert caught.value.violations

    @tool(validator=validator)
    def plain(count: int, ratio: float = 1.0, days: list[str] = []) -> Any:  # noqa: B006 - nobody changes it
        """Do it."""
        return count, ratio, days

    found = plain.call({"count": 1, "ratio": 2, "days": ["a"]})
    assert found == (1, 2.0, ["a"])
    assert type(found[1]) is float
    for also_wrong in ({}, {"count": "1"}, {"count": 1, "x": 2}, {"count": 1, "days": [1]}):
        with pytest.raises(InvalidToolInput):
            plain.call(also_wrong)


def test_partials_and_callable_objects() -> None:
    """What a partial has bound is no parameter; a callable object is a tool under a name."""

    class Finder:
        def __call__(self, query: str) -> str:
            return query

    assert tool(functools.partial(search, "a"), name="find").call({}) == ["a", "10", "RED"]
    assert tool(Finder(), name="find").call({"query": "a"}) == "a"


def test_a_wrapped_function_keeps_its_annotations() -> None:
    """`functools.wraps` shows the signature of the function inside."""

    def twice(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs) * 2

        return wrapper

    @tool
    @twice
    def shout(text: str, colour: Colour = Colour.RED) -> str:
        """Shout."""
        return text + colour.name

    assert shout.call({"text": "a", "colour": "blue"}) == "aBLUEaBLUE"


# Coroutine functions


def test_a_coroutine_function_is_awaited() -> None:
    """`.acall` hydrates and awaits; `.call` refuses; called as a function it is the coroutine function."""

    @tool
    async def when(day: dt.date) -> str:
        """Tell."""
        await asyncio.sleep(0)
        return day.isoformat()

    assert when.output_schema == {"type": "string"}
    assert asyncio.run(when.acall({"day": "2024-05-01"})) == "2024-05-01"
    assert asyncio.run(_awaited(when(dt.date(2024, 5, 2)))) == "2024-05-02"
    with pytest.raises(InvalidDefinition, match="async"):
        when.call({"day": "2024-05-01"})
    with pytest.raises(InvalidToolInput):
        asyncio.run(when.acall({"day": "0000-01-01"}))


async def _awaited(given: Awaitable[Any]) -> Any:
    return await given


def test_many_calls_at_once_give_what_single_ones_give() -> None:
    """From sixteen threads each call hydrates its own arguments."""
    sent = [{"query": str(number), "limit": float(number), "colour": "blue"} for number in range(400)]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(search.call, sent)) == [search.call(each) for each in sent]


# Methods


class Shop:
    """A shop with tools of every kind."""

    sign = "shop"

    def __init__(self, name: str) -> None:
        self.name = name

    @tool
    def greet(self, whom: str = "you") -> str:
        """Greet somebody."""
        return f"{self.name}: {whom}"

    @tool
    def odd(this, day: dt.date) -> str:  # noqa: N805 - that is the question
        """Take another name for self."""
        return f"{this.name}: {day}"

    @tool
    async def later(self, day: dt.date) -> str:
        """Do it later."""
        return f"{self.name}: {day}"

    @tool(name="branch")
    def same(self, other: Shop | None = None) -> str:
        """Name the class itself."""
        return f"{self.name}: {other}"

    @tool
    @classmethod
    def kind(cls, count: int) -> str:
        """Tell the kind."""
        return cls.sign * count

    @tool
    @staticmethod
    def add(a: int, b: int = 1) -> int:
        """Add."""
        return a + b

    @staticmethod
    @tool
    def subtract(a: int, b: int = 1) -> int:
        """Subtract."""
        return a - b


class Bakery(Shop):
    sign = "bakery"

    def greet(self, whom: str = "you") -> str:  # type: ignore[override]  # a plain method again
        """Greet as the shop does."""
        return super().greet(whom) + "!"


class Branch(Shop):
    """A subclass with nothing of its own."""


def test_a_method_is_a_tool_of_its_instance() -> None:
    """`self` is no parameter, whatever it is called; taken from an instance, the tool calls that instance."""
    first, second = Shop("a"), Shop("b")
    assert list(first.greet.input_schema_for_provider()["properties"]) == ["whom"]
    assert list(Shop.odd.input_schema_for_provider()["properties"]) == ["day"]
    assert (first.greet.call({"whom": "me"}), second.greet.call({})) == ("a: me", "b: you")
    assert first.odd.call({"day": "2024-05-01"}) == "a: 2024-05-01"
    assert asyncio.run(first.later.acall({"day": "2024-05-01"})) == "a: 2024-05-01"
    assert first.greet("them") == "a: them"
    assert list(inspect.signature(first.greet).parameters) == ["whom"]


def test_a_method_binds_in_subclasses() -> None:
    """An inherited tool is the subclass's; an override is what it says, and reaches the tool by `super()`."""
    assert Branch("c").greet.call({}) == "c: you"
    assert Branch("c").greet() == "c: you"
    assert not isinstance(Bakery.__dict__["greet"], Tool)
    assert Bakery("d").greet("me") == "d: me!"


def test_class_methods_bind_to_the_class() -> None:
    """A class method is the tool of the class it is taken from, by an instance too."""
    assert Shop.kind.call({"count": 2}) == "shopshop"
    assert Bakery.kind.call({"count": 1}) == "bakery"
    assert Bakery("a").kind.call({"count": 1.0}) == "bakery"
    assert Shop.kind(1) == "shop"  # type: ignore[call-arg, arg-type]  # to mypy a class method is bound by no other
    assert list(Shop.kind.input_schema_for_provider()["properties"]) == ["count"]


def test_static_methods_bind_to_nothing() -> None:
    """A static method takes all of its parameters from the model, whichever decorator is on top."""
    for made in (Shop.add, Shop("a").add, Shop.subtract, Shop("a").subtract):
        assert list(made.input_schema_for_provider()["properties"]) == ["a", "b"]
    assert Shop.add.call({"a": 1}) == 2
    assert Shop("a").subtract.call({"a": 3, "b": 1}) == 2


def test_an_unbound_method_says_so() -> None:
    """A method called as a tool of the class has no instance; as a function it takes one."""
    with pytest.raises(InvalidDefinition, match="take it from an instance"):
        Shop.greet.call({})
    assert Shop.greet(Shop("a"), "me") == "a: me"


def test_a_tool_of_the_modules_is_no_method() -> None:
    """A tool that a class only mentions stays what it is."""

    class Kit:
        find = search

    assert Kit().find is search
    assert Kit.find is search


@once
def test_a_bound_tool_holds_its_instance_and_nobody_else_does() -> None:
    """Instances are let go of with the tools that were taken from them."""
    shop = Shop("a")
    watch = weakref.ref(shop)
    bound = shop.greet
    del shop
    assert bound.call({}) == "a: you"
    del bound
    gc.collect()
    assert watch() is None


def test_abstract_methods_stay_abstract() -> None:
    """`@tool` on an abstract method leaves its class abstract."""

    class Base(ABC):
        @tool
        @abstractmethod
        def greet(self) -> str:
            """Greet."""

    with pytest.raises(TypeError, match="abstract"):
        Base()  # type: ignore[abstract]  # that is the question


# Names that mean something later, or only here


def test_a_class_may_be_named_before_it_is_there() -> None:
    """A method that names its own class is understood once the class is, and called as a function before."""

    @dataclass
    class Node:
        value: int

        @tool
        def plus(self, other: Node) -> Node:
            """Add."""
            return Node(self.value + other.value)

    node = Node(1)
    assert node.plus(Node(2)) == Node(3)
    assert node.plus.call({"other": {"value": 2.0}}) == Node(3)
    assert node.plus.output_schema["required"] == ["value"]


def test_a_function_may_name_what_comes_later() -> None:
    """A name that is bound after the function is looked up when the tool is used."""

    @tool
    def function(it: Later) -> Any:
        """Do it."""
        return it

    class Later(TypedDict):
        day: dt.date

    assert function.call({"it": {"day": "2024-05-01"}}) == {"day": dt.date(2024, 5, 1)}


def test_a_tool_made_of_an_unread_one_does_not_spoil_it() -> None:
    """Where a copy needs but a part, the rest can still be read later."""

    @tool
    def function(it: Later) -> str:
        """Do it."""
        return str(it)

    copied = function.input({"type": "object", "properties": {"it": {}}})
    assert copied.call({"it": 1}) == "1"

    class Later(TypedDict):
        a: int

    assert function.call({"it": {"a": 1}}) == "{'a': 1}"


@once
def test_what_was_around_a_function_is_let_go_of() -> None:
    """Once a tool is read, it holds nothing of the function that it was written in."""

    class Heavy:
        """Something local."""

    def outer() -> tuple[Any, weakref.ref[Heavy]]:
        heavy = Heavy()

        @tool
        def function(it: int) -> str:
            """Do it."""
            return str(it)

        return function, weakref.ref(heavy)

    made, watch = outer()
    gc.collect()
    assert watch() is None
    assert made.call({"it": 1}) == "1"


def test_types_of_a_function_are_found_where_it_was_written() -> None:
    """Classes local to the functions around, and the names inside them, mean what they meant there."""

    def outer() -> Any:
        @dataclass
        class Inner:
            day: dt.date

        def middle() -> Any:
            @dataclass
            class Outer:
                inner: Inner
                more: list[Outer]

            class Kit:
                @tool
                def function(self, it: Outer, other: Inner | None = None) -> Any:
                    """Do it."""
                    return it.inner.day if other is None else other

            return Kit()

        return middle()

    sent = {"it": {"inner": {"day": "2024-05-01"}, "more": []}}
    assert outer().function.call(sent) == dt.date(2024, 5, 1)


@pytest.mark.parametrize("part", ["input", "output", "call", "definition"])
def test_a_name_that_never_means_anything_names_the_parameter(part: str) -> None:
    """Whatever is asked of such a tool, the parameter is named; the function can still be called."""

    @tool
    def function(it: Nowhere) -> str:  # type: ignore[name-defined]  # noqa: F821 - that is the question
        """Do it."""
        return str(it)

    asked: dict[str, Callable[[], Any]] = {
        "input": function.input_schema_for_provider,
        "output": lambda: function.output_schema,
        "call": lambda: function.call({"it": 1}),
        "definition": function.definition,
    }
    assert function(1) == "1"
    with pytest.raises(InvalidDefinition, match=r"the parameter 'it' names nothing known: .*Nowhere"):
        asked[part]()
    assert function.input({"type": "object", "properties": {"it": {}}}).call({"it": 1}) == "1"


def test_annotations_as_text_are_types() -> None:
    """Under `from __future__ import annotations` all of this file's are text, Annotated and Literal too."""

    @tool
    def function(it: Annotated[Literal["a", "b"], "One of two."]) -> None:
        """Do it."""

    assert function.input_schema_for_provider()["properties"]["it"] == {
        "enum": ["a", "b"],
        "type": "string",
        "description": "One of two.",
    }


@once
def test_a_method_is_read_once_for_all_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each instance's tool calls its own method; the signature is looked at once, and no instance is held for it."""
    read: list[str] = []

    def counting(handler: Any, declared: tuple[str, ...] = ()) -> Signature | None:
        read.append(handler.__name__)
        return read_signature(handler, declared)

    monkeypatch.setattr("schemaval.tools.running.binding.read_signature", counting)

    class Shelf:
        def __init__(self, at: int) -> None:
            self.at = at

        @tool
        def place(self, number: int) -> int:
            """Tell where."""
            return self.at + number

        @tool
        def count(this, of: list[Part]) -> int:  # noqa: N805 - known for a method by where it stands
            """Count, by a type that is not there yet."""
            return this.at + sum(each.size for each in of)

        @tool
        @classmethod
        def kind(cls, suffix: str = "") -> str:
            """Tell what."""
            return cls.__name__ + suffix

    class Box(Shelf):
        """Inherits."""

    @dataclass
    class Part:
        size: int

    def used() -> weakref.ref[Shelf]:
        shelf = Shelf(0)
        shelf.place.call({"number": 1})
        return weakref.ref(shelf)

    gone = used()
    gc.collect()
    assert gone() is None
    first, second = Shelf(10), Box(20)
    assert [each.place.call({"number": 1}) for each in (first, second, first)] == [11, 21, 11]
    assert [each.kind.call({"suffix": "!"}) for each in (first, second, Box)] == ["Shelf!", "Box!", "Box!"]
    assert [each.count.call({"of": [{"size": 1}]}) for each in (first, second, first)] == [11, 21, 11]
    assert sorted(read) == ["count", "kind", "place"]
    renamed = second.place.input({"type": "object", "properties": {"n": {"type": "integer"}}})
    assert renamed.run(lambda n: -n).call({"n": 1}) == -1


@tool
def ring(times: int, colour: Colour = Colour.RED) -> str:
    """Ring."""
    return f"{colour.name} {times}"


class Bell:
    @tool
    @staticmethod
    def chime(times: int) -> int:
        """Chime."""
        return times


@pytest.mark.parametrize(("made", "gives"), [(ring, "RED 2"), (Bell.chime, 2)])
def test_a_tool_is_pickled_as_the_function_that_it_is(made: Any, gives: Any) -> None:
    """By its name, so that another process finds it; a deep copy is itself, as a function's is."""
    found = pickle.loads(pickle.dumps(made))  # noqa: S301 - what was dumped here
    assert found is made
    assert copy.deepcopy(made) is made
    assert found.call({"times": 2}) == gives


def test_a_copy_of_a_tool_is_another_tool() -> None:
    """Whatever is changed in it, by a builder or for an instance, stays its own."""
    made = copy.copy(ring)
    assert made is not ring
    assert made.call({"times": 2, "colour": "blue"}) == "BLUE 2"
    assert (ring.named("other").name, ring.name) == ("other", "ring")


@once
def test_threads_that_use_a_tool_first_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second still finds the names around the function, though the first lets go of them."""

    def outer() -> Any:
        @tool
        def function(it: Local) -> Local:
            """Do it."""
            return it

        class Local(Enum):
            ONE = 1

        return function

    made, names = outer(), Draft._names
    entered, overtaken = threading.Event(), threading.Event()

    def late(draft: Draft) -> Any:
        if not entered.is_set():
            entered.set()
            overtaken.wait(0.5)
        return names(draft)

    monkeypatch.setattr(Draft, "_names", late)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(made.call, {"it": 1})
        entered.wait(5)
        second = pool.submit(made.call, {"it": 1})
        second.add_done_callback(lambda _done: overtaken.set())
        assert first.result().name == second.result().name == "ONE"


# What shows no signature

UNSIGNED = [
    dict.update,
    dict.pop,
    {}.update,
    max,
    getattr,
    vars,
    functools.partial(dict.update, {}),
    functools.partial(max),
]


@once
@pytest.mark.parametrize("function", UNSIGNED)
@pytest.mark.parametrize("output", [False, None])
def test_a_function_without_a_signature_is_a_tool_with_its_input_given(function: Any, output: Any) -> None:
    """Builtins that do not tell their parameters have no annotation to read, of what they give either."""
    made = tool(function, name="u", input={"type": "object"}, description="d", output=output)
    assert made.input_schema_for_provider() == {"type": "object"}
    assert made.output_schema is None


@once
@pytest.mark.parametrize("function", UNSIGNED)
def test_a_function_without_a_signature_needs_its_input(function: Any) -> None:
    """There is nothing to infer from, which is told where the tool is defined."""
    with pytest.raises(InvalidDefinition, match=r"shows no signature: give the tool its input="):
        tool(function, name="u", description="d")


def test_a_function_without_a_signature_is_called_by_position(validator: Choice) -> None:
    """Its arguments come in the declared order."""
    two = Schema.object(properties=[Schema.integer("a").required(), Schema.integer("b").required()])
    made = tool(max, input=two, description="The greater one.", validator=validator)
    assert made.name == "max"
    assert made.call({"b": 3, "a": 1}) == made(1, 3) == 3
    with pytest.raises(InvalidToolInput):
        made.call({"a": "1", "b": 3})
    with pytest.raises(ToolExecutionError):
        made.run(dict.pop).call({"a": 1, "b": 3})


class Till:
    """What a bound method belongs to."""

    def __init__(self) -> None:
        self.sums: list[int] = []

    def add(self, amount: int) -> int:
        """Add to the sums."""
        self.sums.append(amount)
        return sum(self.sums)


def test_what_is_bound_is_bound_no_more() -> None:
    """A bound method, or a builtin of an object, is no method of the class in which it is put: Python thinks so too."""
    till, held = Till(), {"a": 1}

    class Desk:
        """Holds tools of other objects."""

        add = tool(till.add)
        get = tool(held.get, input={"type": "object", "properties": {"key": {}}}, description="d", output=False)

    assert Desk().add.call({"amount": 2}) == 2
    assert Desk().add(3) == 5
    assert Desk().get.call({"key": "a"}) == 1
