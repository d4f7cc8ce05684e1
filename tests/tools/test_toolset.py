"""Sets of tools: who may join, how they are found and called, and what they share."""

import asyncio
import copy
import pickle
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from schemaval.normalise.change import Change
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.decorator import tool
from schemaval.tools.definition import Tool
from schemaval.tools.errors import (
    InvalidDefinition,
    InvalidToolInput,
    InvalidToolOutput,
    ProtocolError,
    ToolExecutionError,
)
from schemaval.tools.schema import Schema
from schemaval.tools.toolset import ToolSet
from schemaval.violation import Violation

pytestmark = pytest.mark.usefixtures("everywhere")


def doubling(name: str = "double", **options: Any) -> Tool:
    """A tool that doubles an integer."""
    return Tool(name, "Twice n", inputs=[Schema.integer("n").required()], handler=lambda n: n * 2, **options)


async def _later(n: int) -> int:
    await asyncio.sleep(0)
    return n + 1


class Refusing:
    """A validator of one's own that refuses everything."""

    def __init__(self, _schema: Any) -> None:
        pass

    def is_valid(self, _instance: Any, /) -> bool:
        """Nothing is valid."""
        return False

    def violations(self, _instance: Any, /) -> list[Violation]:
        """One fault, whatever comes."""
        return [Violation("", "refusal", "nothing will do", "#", "", {})]


# Who is in it


def test_a_set_is_a_collection_of_tools() -> None:
    """Tools come in order, by name, and count."""
    first, second = doubling("a"), doubling("b")
    tools = ToolSet([first, second])
    assert list(tools) == [first, second]
    assert tools.tools() == (first, second)
    assert len(tools) == 2
    assert "a" in tools
    assert first in tools
    assert "c" not in tools
    assert doubling("a") not in tools
    assert 1 not in tools
    assert tools["b"] is second
    assert repr(tools) == "<ToolSet of 2: a, b>"
    with pytest.raises(KeyError):
        tools["c"]


def test_a_set_resolves_packages() -> None:
    """A set is made of packages, generators, classes, definitions, or of one package."""

    class Desk:
        def tools(self) -> Iterator[Any]:
            yield doubling("a")
            yield [{"name": "b", "inputSchema": {"type": "object"}}]

    assert [tool.name for tool in ToolSet([Desk, (doubling(name) for name in "cd")])] == ["a", "b", "c", "d"]
    assert [tool.name for tool in ToolSet(Desk())] == ["a", "b"]  # type: ignore[arg-type]  # one package will do
    assert len(ToolSet()) == 0


def test_a_set_is_a_package() -> None:
    """A set stands inside another, as do sets of sets."""
    inner = ToolSet([doubling("a")])
    assert ToolSet([ToolSet([inner]), doubling("b")])["a"] is inner["a"]


@pytest.mark.parametrize("name", ["a", "A-b_c.9", ".", "x" * 128])
def test_names_that_the_protocol_takes(name: str) -> None:
    """Letters, digits, underscore, dot and hyphen make a name of up to 128 characters."""
    assert name in ToolSet([doubling(name)])


@pytest.mark.parametrize("name", ["", "a b", "a/b", "caf\u00e9", "x" * 129, "a\n"])
def test_names_that_it_refuses(name: str) -> None:
    """Any other name is refused, an empty one too."""
    with pytest.raises(InvalidDefinition, match="name"):
        ToolSet([doubling(name)])


def test_collisions_are_refused() -> None:
    """Two tools of one name are refused wherever they come from, also the same one twice."""
    tool = doubling("a")
    with pytest.raises(InvalidDefinition, match="two tools are named 'a'"):
        ToolSet([tool, [doubling("a")]])
    with pytest.raises(InvalidDefinition, match="two tools are named 'a'"):
        ToolSet([tool, tool])
    assert len(ToolSet([doubling("a"), doubling("A")])) == 2


@pytest.mark.parametrize("wrong", ["tools", doubling(), {"name": "x", "inputSchema": {}}, 1, [1]], ids=str)
def test_what_is_no_list_of_tools_is_refused(wrong: Any) -> None:
    """A set takes a list; one tool, a text or a number is a mistake."""
    with pytest.raises(InvalidDefinition):
        ToolSet(wrong)


@pytest.mark.parametrize("options", [{"repair": "always"}, {"validator": 1}])
def test_wrong_settings_are_refused(options: dict[str, Any]) -> None:
    """A set's settings are looked at when it is made."""
    with pytest.raises(InvalidDefinition):
        ToolSet([], **options)


# Adding


def test_tools_and_definitions_are_added() -> None:
    """A tool, a class, or a definition with its handler joins, and comes back as what is in the set."""

    class Clock(Tool):
        def __init__(self) -> None:
            super().__init__("clock")

        def __call__(self) -> str:
            return "noon"

    tools = ToolSet()
    definition = {"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
    echo = tools.add(definition, lambda text: text)
    double = tools.add(doubling("double").run(lambda _n: 0), lambda n: n * 2)
    clock = tools.add(Clock)
    assert tools.tools() == (echo, double, clock)
    assert tools.call("echo", {"text": "hi"}) == "hi"
    assert tools.call("double", {"n": 2}) == 4
    assert tools.call("clock", {}) == "noon"


def test_what_cannot_be_added_leaves_the_set_as_it_was() -> None:
    """A collision, a bad name, or what is no tool is refused."""
    tools = ToolSet([doubling("a")])
    for wrong in (doubling("a"), doubling(""), "b", [doubling("b")], len, {"name": "b"}):
        with pytest.raises(InvalidDefinition):
            tools.add(wrong)  # type: ignore[arg-type]  # some are what is refused
    assert [tool.name for tool in tools] == ["a"]


def test_a_loop_over_a_set_may_add() -> None:
    """Whoever goes through a set sees it as it was when they began."""
    tools = ToolSet([doubling("a"), doubling("b")])
    for each in tools:
        tools.add(doubling(each.name * 2))
    assert [tool.name for tool in tools] == ["a", "b", "aa", "bb"]


def test_threads_add_without_loss() -> None:
    """Tools added from many threads are all there."""
    tools = ToolSet()
    threads = [
        threading.Thread(target=lambda row=row: [tools.add(doubling(f"t{row}_{n}")) for n in range(25)])
        for row in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tools) == 200


# Calls


def test_a_call_goes_to_the_tool_of_that_name() -> None:
    """The arguments are judged by that tool, its handler runs, and its errors come out."""
    tools = ToolSet([doubling(), Tool("fail", handler=lambda: 1 / 0), doubling("text", output=Schema.string())])
    assert tools.call("double", {"n": 3}) == 6
    assert tools.call_json("double", '{"n": 3}') == 6
    with pytest.raises(InvalidToolInput) as refused:
        tools.call("double", {})
    assert [violation.keyword for violation in refused.value.violations] == ["required"]
    with pytest.raises(ToolExecutionError) as failed:
        tools.call("fail", {})
    assert isinstance(failed.value.__cause__, ZeroDivisionError)
    with pytest.raises(InvalidToolOutput):
        tools.call("text", {"n": 1})


def test_async_handlers_are_awaited() -> None:
    """`acall` takes async handlers and plain ones; `call` refuses the async one."""
    tools = ToolSet([doubling(), Tool("later", inputs=[Schema.integer("n")], handler=_later)])
    assert asyncio.run(tools.acall("later", {"n": 1})) == 2
    assert asyncio.run(tools.acall("double", {"n": 1})) == 2
    assert asyncio.run(tools.acall_json("later", '{"n": 1}')) == 2
    with pytest.raises(InvalidDefinition, match="async"):
        tools.call("later", {"n": 1})


def test_the_context_is_handed_on() -> None:
    """A handler that takes the context has the caller's."""
    seen: list[ToolExecutionContext] = []

    def see(context: ToolExecutionContext) -> None:
        seen.append(context)

    tools = ToolSet([Tool("see", handler=see)])
    given = ToolExecutionContext("call-1", "see", {})
    tools.call("see", {}, given)
    tools.call_tool("see", {}, context=given)
    asyncio.run(tools.acall("see", {}, given))
    assert all(context is given for context in seen)
    assert len(seen) == 3


CALLS: list[Callable[[ToolSet], Any]] = [
    lambda tools: tools.call("serch", {}),
    lambda tools: tools.call_json("serch", "{}"),
    lambda tools: asyncio.run(tools.acall("serch", {})),
    lambda tools: asyncio.run(tools.acall_json("serch", "{}")),
]


@pytest.mark.parametrize("call", CALLS)
def test_an_unknown_tool_is_invalid_input(call: Callable[[ToolSet], Any]) -> None:
    """The model made the name up, so the error is one that the model may read, with the name that is near."""
    with pytest.raises(InvalidToolInput) as refused:
        call(ToolSet([doubling("search")]))
    assert (refused.value.tool_name, refused.value.violations) == ("serch", ())
    assert refused.value.why == "there is no such tool; did you mean 'search'?"
    with pytest.raises(InvalidToolInput, match=r"'serch': there is no such tool$"):
        call(ToolSet([]))


@pytest.mark.parametrize(
    "call",
    [
        lambda tools: tools.call_tool("serch", {}),
        lambda tools: asyncio.run(tools.acall_tool("serch", {})),
        lambda tools: tools.call_tool("serch", {}, invalid_input="result"),
    ],
)
def test_an_unknown_tool_is_an_error_of_the_protocol(call: Callable[[ToolSet], Any]) -> None:
    """Over the protocol an unknown tool is -32602, in every revision and mode."""
    with pytest.raises(ProtocolError) as refused:
        call(ToolSet([doubling("search")]))
    assert refused.value.to_dict() == {"code": -32602, "message": "Unknown tool: serch"}


def test_a_result_of_the_protocol() -> None:
    """`call_tool` gives the result of the revision, and hands its modes on."""
    tools = ToolSet(
        [doubling(output=Schema.object(properties=[Schema.integer("n")])), Tool("hi", handler=lambda: "hi")]
    )
    assert tools.call_tool("hi") == {"content": [{"type": "text", "text": "hi"}]}
    assert asyncio.run(tools.acall_tool("hi", revision="2026-07-28"))["resultType"] == "complete"
    assert tools.call_tool("double", {"n": 1})["isError"] is True
    assert "isError" not in tools.call_tool("double", {"n": 1}, output="off")
    assert tools.call_tool("double", {}, invalid_input="result")["isError"] is True
    with pytest.raises(ProtocolError, match="double"):
        tools.call_tool("double", {}, invalid_input="protocol")


# What tools share


def test_the_sets_validator_judges() -> None:
    """A set's validator judges for the tools that have none; a tool's own wins."""
    tools = ToolSet([doubling("shared"), doubling("own", validator="reference")], validator=Refusing)
    with pytest.raises(InvalidToolInput) as refused:
        tools.call("shared", {"n": 1})
    assert [violation.keyword for violation in refused.value.violations] == ["refusal"]
    assert tools.call("own", {"n": 1}) == 2
    assert tools["shared"].call({"n": 1}) == 2
    assert tools.call_tool("shared", {"n": 1})["isError"] is True
    with pytest.raises(InvalidToolInput):
        asyncio.run(tools.acall("shared", {"n": 1}))


def test_every_validator_serves_a_set(validator: Any) -> None:
    """A set works alike with each backend and with a validator of one's own."""
    tools = ToolSet([doubling()], validator=validator)
    assert tools.call("double", {"n": 2}) == 4
    with pytest.raises(InvalidToolInput):
        tools.call("double", {"n": "2"})


def test_the_sets_repair_repairs() -> None:
    """With repair="safe" a set repairs for all its tools; the tool's own on_change hears of it, else the set's."""
    shared: list[Change] = []
    own: list[Change] = []
    tools = ToolSet([doubling("shared"), doubling("own", on_change=own.append)], repair="safe", on_change=shared.append)
    assert tools.call("shared", {"n": "2"}) == 4
    assert shared == [Change("/n", "2", 2)]
    assert tools.call("own", {"n": "2"}) == 4
    assert len(shared) == len(own) == 1
    assert tools.call_tool("shared", {"n": "2"}) == {"content": [{"type": "text", "text": "4"}]}
    assert len(shared) == 2


def test_a_tool_repairs_in_a_set_that_does_not() -> None:
    """A tool's own repair="safe" stands in a set that repairs nothing."""
    tools = ToolSet([doubling("own", repair="safe"), doubling("plain")])
    assert tools.call("own", {"n": "2"}) == 4
    with pytest.raises(InvalidToolInput):
        tools.call("plain", {"n": "2"})


def test_an_inner_sets_settings_win() -> None:
    """A set inside another brings its settings along, and takes the outer's where it has none."""
    heard: list[Change] = []
    inner = ToolSet([doubling("inner")], validator="reference", repair="safe")
    outer = ToolSet([inner, doubling("outer")], validator=Refusing, on_change=heard.append)
    assert outer.call("inner", {"n": "2"}) == 4
    assert [change.pointer for change in heard] == ["/n"]
    with pytest.raises(InvalidToolInput, match="nothing will do"):
        outer.call("outer", {"n": 2})
    assert ToolSet([outer]).call("inner", {"n": "2"}) == 4


def test_a_subclass_may_bring_other_tools() -> None:
    """A set of one's own that gives other tools than it holds lends them its settings."""

    class Renamed(ToolSet):
        def tools(self) -> tuple[Tool, ...]:
            return tuple(tool.named(f"my_{tool.name}") for tool in super().tools())

    assert ToolSet([Renamed([doubling()], repair="safe")]).call("my_double", {"n": "2"}) == 4


# What others are told


def test_providers_are_told_of_all_tools() -> None:
    """A set gives the `tools` of a request, in order, as each provider takes them."""
    tools = ToolSet([doubling("a"), Tool("b")])
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
        "additionalProperties": False,
    }
    none = {"type": "object", "properties": {}}
    assert tools.tools_for_provider("openai") == [
        {"type": "function", "function": {"name": "a", "description": "Twice n", "parameters": schema}},
        {"type": "function", "function": {"name": "b", "description": "", "parameters": none}},
    ]
    assert tools.tools_for_provider("anthropic") == [
        {"name": "a", "description": "Twice n", "input_schema": schema},
        {"name": "b", "description": "", "input_schema": none},
    ]
    assert tools.tools_for_provider("gemini") == [
        {
            "functionDeclarations": [
                {"name": "a", "description": "Twice n", "parametersJsonSchema": schema},
                {"name": "b", "description": "", "parametersJsonSchema": none},
            ]
        }
    ]
    assert ToolSet().tools_for_provider("gemini") == []


def test_providers_refuse_what_they_cannot_take() -> None:
    """A dotted name, legal in the protocol, is refused where the provider would refuse it."""
    tools = ToolSet([doubling("files.read")])
    assert tools.tools_for_provider("gemini")
    for name in ("openai", "anthropic"):
        with pytest.raises(InvalidDefinition, match=r"takes no tool named 'files\.read'"):
            tools.tools_for_provider(name)
    with pytest.raises(ValueError, match="unknown provider"):
        tools.tools_for_provider("other")


def test_definitions_are_those_of_the_tools() -> None:
    """A set lists its tools as `tools/list` does in a revision."""
    tools = ToolSet([doubling("a"), doubling("b")])
    for revision in ("2024-11-05", "2025-11-25"):
        assert tools.definitions(revision) == [tools["a"].definition(revision), tools["b"].definition(revision)]
    assert [entry["name"] for entry in tools.definitions()] == ["a", "b"]
    with pytest.raises(ValueError, match="2025-11-25"):
        tools.definitions("2020-01-01")


# Discovery


class Base:
    """An object with tools among its attributes."""

    first = doubling("first")
    hidden = doubling("hidden")
    shared: Any = staticmethod(doubling("shared"))  # type: ignore[arg-type]  # no function, which is what is tested
    number = 1

    @property
    def explosive(self) -> Tool:
        """What nobody asked for."""
        raise AssertionError

    def plain(self) -> None:
        """No tool."""


class Derived(Base):
    """Adds one, and hides one."""

    hidden = None  # type: ignore[assignment]  # no tool any more
    second = doubling("second")

    def __init__(self) -> None:
        self.own = doubling("own")


def test_tools_are_discovered_among_attributes() -> None:
    """An instance's tools are found, inherited ones first, and no property is asked."""
    assert [tool.name for tool in ToolSet.discover(Derived())] == ["first", "shared", "second", "own"]
    assert [tool.name for tool in ToolSet.discover(Base)] == ["first", "hidden", "shared"]
    assert len(ToolSet.discover(object())) == 0


def test_a_discovered_set_has_settings() -> None:
    """Settings count for what was discovered."""
    tools = ToolSet.discover(Base, repair="safe", validator="reference")
    assert tools.call("first", {"n": "2"}) == 4


class Counter:
    """Methods marked as tools."""

    def __init__(self, start: int) -> None:
        self.count = start

    @tool
    def add(self, n: int, times: int = 1) -> int:
        """Count on."""
        self.count += n * times
        return self.count

    @tool
    @staticmethod
    def greet(name: str) -> str:
        """Say hello."""
        return f"hello {name}"

    @tool
    @classmethod
    def kind(cls) -> str:
        """Say what counts."""
        return cls.__name__

    @tool
    async def wait(self) -> int:
        """Count later."""
        await asyncio.sleep(0)
        return self.count


class Half(Counter):
    """Another add, and greet taken away."""

    greet = None  # type: ignore[assignment]  # no tool any more

    @tool
    def add(self, n: int) -> int:
        """Count on by halves."""
        self.count += n // 2
        return self.count


def test_marked_methods_are_discovered_and_bound() -> None:
    """Each instance has its own tools, bound to it; `self` is no parameter."""
    one, other = Counter(1), Counter(10)
    tools = ToolSet.discover(one)
    assert [tool.name for tool in tools] == ["add", "greet", "kind", "wait"]
    assert ToolSet.discover(other).call("add", {"n": 2, "times": 3}) == 16
    assert tools.call("add", {"n": 1}) == 2
    assert (one.count, other.count) == (2, 16)
    assert tools.call("greet", {"name": "you"}) == "hello you"
    assert tools.call("kind", {}) == "Counter"
    assert asyncio.run(tools.acall("wait", {})) == 2
    with pytest.raises(InvalidToolInput):
        tools.call("add", {"self": 1, "n": 1})


def test_what_a_subclass_says_counts() -> None:
    """An overriding method takes the place of the one it overrides, and what is no tool any more is gone."""
    tools = ToolSet.discover(Half(0))
    assert [tool.name for tool in tools] == ["add", "kind", "wait"]
    assert tools.call("add", {"n": 4}) == 2
    assert tools.call("kind", {}) == "Half"


def test_a_module_is_looked_through() -> None:
    """Functions marked in a module are its tools."""
    module = ModuleType("desk")
    vars(module)["ring"] = tool(
        lambda: "ring", name="ring", description="Ring.", input={"type": "object"}, output=False
    )
    assert ToolSet.discover(module).call("ring", {}) == "ring"


def test_an_order_of_decorators_that_hides_the_tool_is_refused() -> None:
    """A class method that hides its tool is not passed over in silence."""

    class Opaque(classmethod):  # type: ignore[type-arg]  # whatever it holds
        def __get__(self, instance: object, owner: type | None = None) -> Any:
            return len

    wrong = type("Wrong", (), {"plain": Opaque(doubling())})  # type: ignore[arg-type]  # as Python 3.13 binds it
    with pytest.raises(InvalidDefinition, match="@tool goes above @classmethod, on 'plain' of Wrong"):
        ToolSet.discover(wrong())


@pytest.mark.parametrize("name", [None, 5, ["double"], {}])
def test_a_name_that_is_no_text_is_refused(name: Any) -> None:
    """Off the wire it is a wrong request; in a program it is a wrong argument."""
    tools = ToolSet([doubling()])
    for call in (tools.call, tools.call_json):
        with pytest.raises(TypeError, match="a tool is called by its name, a text, not "):
            call(name, "{}")
    for serve in (tools.call_tool, lambda *of: asyncio.run(tools.acall_tool(*of))):
        with pytest.raises(ProtocolError, match="Invalid params: the name of a tool is a string") as caught:
            serve(name, {})
        assert caught.value.code == -32602


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda tools: pickle.loads(pickle.dumps(tools))],  # noqa: S301 - what was dumped here
    ids=["flat", "deep", "pickle"],
)
def test_a_set_is_copied_and_pickled(copied: Callable[[ToolSet], ToolSet]) -> None:
    """A copy calls as the set does, and what is added to it is added to no other."""
    tools = ToolSet([Tool("length", inputs=[Schema.array("of").required()], handler=len)], repair="safe")
    made = copied(tools)
    assert made.call("length", {"of": "[1, 2]"}) == 2
    made.add(doubling())
    assert (len(made), len(tools)) == (2, 1)


def test_who_is_told_of_changes_can_be_called() -> None:
    """Anything else is refused when it is given, not when there is something to tell."""
    wrong: Any = 5
    for make in (ToolSet, Tool, lambda **options: Tool.make("t", **options)):
        with pytest.raises(InvalidDefinition, match="on_change= is called with each Change"):
            make(on_change=wrong)
    with pytest.raises(InvalidDefinition, match="on_change= is called with each Change"):
        doubling().call({"n": 1}, repair="safe", on_change=wrong)
