"""Packages of tools: whatever brings tools is resolved to them, in order, and cycles are refused."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from schemaval.tools.definition import Tool
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.package import MAX_DEPTH, ToolPackage, resolved
from schemaval.tools.toolset import ToolSet


def names(items: Iterable[Any], resolver: Any = None) -> list[str]:
    """The names of all tools in `items`."""
    return [tool.name for tool, _ in resolved(items, resolver)]


class Clock(Tool):
    """A tool that is a class."""

    def __init__(self, name: str = "clock") -> None:
        super().__init__(name, "What time is it?")

    def __call__(self) -> str:
        """The time."""
        return "noon"


class Files:
    """A package that gives a list."""

    def tools(self) -> list[Tool]:
        """Two tools."""
        return [Tool("read"), Tool("write")]


class Desk:
    """A package that gives, one by one, whatever may stand for tools."""

    def tools(self) -> Iterator[Any]:
        """Classes, packages, definitions, lists, and generators."""
        yield Clock
        yield Files
        yield {"name": "defined", "inputSchema": {"type": "object"}}
        yield [Tool("listed"), (Tool(letter) for letter in "ab")]


def test_a_package_is_what_has_tools() -> None:
    """The protocol asks for one method and can be asked about at run time."""
    assert isinstance(Files(), ToolPackage)
    assert not isinstance(object(), ToolPackage)
    package: ToolPackage = Files()
    assert names([package]) == ["read", "write"]


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ([], []),
        ([Tool("a"), Tool("b")], ["a", "b"]),
        ([Clock], ["clock"]),
        ([Clock("watch")], ["watch"]),
        ([Files()], ["read", "write"]),
        ([Files], ["read", "write"]),
        ([Desk()], ["clock", "read", "write", "defined", "listed", "a", "b"]),
        (
            [Tool("first"), Desk, Tool("last")],
            ["first", "clock", "read", "write", "defined", "listed", "a", "b", "last"],
        ),
        ((Tool("a"), [[[Tool("b")]]]), ["a", "b"]),
        ((Tool(letter) for letter in "xy"), ["x", "y"]),
        ({"only": Tool("value")}.values(), ["value"]),
    ],
    ids=[
        "nothing",
        "tools",
        "a class",
        "an instance",
        "a package",
        "its class",
        "nested",
        "mixed",
        "lists",
        "lazy",
        "view",
    ],
)
def test_tools_come_in_order(items: Iterable[Any], found: list[str]) -> None:
    """Tools, classes, packages, generators and lists are resolved depth first, in order."""
    assert names(items) == found


def test_a_tool_comes_with_what_brought_it() -> None:
    """The innermost package or list is told with each tool."""
    files = Files()
    inner = [Tool("a")]
    assert [source for _, source in resolved([files, inner])] == [files, files, inner]


def test_the_resolver_builds_classes() -> None:
    """Classes of tools and of packages are made by the resolver, so that they may want what it knows."""

    class Needy:
        def __init__(self, prefix: str) -> None:
            self.prefix = prefix

        def tools(self) -> list[Tool]:
            return [Tool(f"{self.prefix}_tool")]

    built: dict[type, Callable[[], Any]] = {Needy: lambda: Needy("mine"), Clock: lambda: Clock("watch")}
    assert names([Needy, Clock], lambda of: built[of]()) == ["mine_tool", "watch"]


def test_a_resolver_that_gives_nothing_of_use_is_refused() -> None:
    """What a resolver makes of a package's class must be a package."""
    with pytest.raises(InvalidDefinition, match="the resolver gave no package for Files, but int"):
        names([Files], lambda _: 1)
    with pytest.raises(InvalidDefinition, match="the resolver gave no package for Files, but Files"):
        names([Files], lambda of: of)


class Ouroboros:
    """A package that brings itself."""

    def tools(self) -> list[Any]:
        """Itself, behind a list."""
        return [Tool("a"), [self]]


class Hydra:
    """A package that brings its own class, and so ever new ones."""

    def tools(self) -> list[Any]:
        """Its class."""
        return [Hydra]


def _serpent() -> list[Any]:
    found: list[Any] = [Tool("a")]
    found.append(found)
    return found


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ([Ouroboros()], "the package Ouroboros contains itself"),
        (_serpent(), "the package list contains itself"),
        ([Hydra()], f"more than {MAX_DEPTH} deep, the last is Hydra"),
    ],
    ids=["itself", "list", "class"],
)
def test_cycles_are_refused(items: list[Any], why: str) -> None:
    """A package that contains itself, at whatever distance, is refused instead of followed."""
    with pytest.raises(InvalidDefinition, match=why):
        names(items)


def test_a_package_may_come_twice() -> None:
    """Two ways to one package are no cycle."""
    files = Files()
    assert names([files, [files]]) == ["read", "write", "read", "write"]


class Mute:
    """A package whose tools() gives no list."""

    def tools(self) -> Any:
        """Nothing."""
        return None


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("search", "Tool.make"),
        (b"search", "bytes is no tool"),
        (1, "int is no tool"),
        (None, "NoneType is no tool"),
        (object, "object is no tool"),
        (len, "@tool"),
        (Mute(), "gives tools, not NoneType"),
        ({"name": "x"}, "inputSchema"),
    ],
    ids=["a text", "bytes", "a number", "nothing", "a class", "a function", "gives nothing", "an entry"],
)
def test_what_brings_no_tools_is_refused(item: object, why: str) -> None:
    """An item that is no tool and brings none is refused with a hint at what would do."""
    with pytest.raises(InvalidDefinition, match=why):
        names([item])


def test_a_packages_own_faults_come_out() -> None:
    """What a package's code raises is not taken for a wrong definition."""

    class Broken:
        def tools(self) -> Iterator[Tool]:
            yield Tool("a")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        names([Broken()])


def test_plain_names_are_made_tools_by_make() -> None:
    """A package that a resolver built may make tools of names; a mere name is refused with a hint."""

    class Bell:
        def __init__(self, times: int) -> None:
            self.times = times

        def tools(self) -> Iterator[Any]:
            for number in range(self.times):
                yield Tool.make(f"ring_{number}", "Ring").run(lambda: self.times)

    tools = ToolSet([Bell], resolver=lambda of: of(2))
    assert [each.name for each in tools] == ["ring_0", "ring_1"]
    assert tools.call("ring_1", {}) == 2
    for names_ in (["ring"], [["ring"]]):
        with pytest.raises(InvalidDefinition, match=r"Tool\.make\(name\) makes a tool of a name"):
            ToolSet(names_)
    with pytest.raises(InvalidDefinition, match=r"a tool in a set has a name"):
        ToolSet([Tool.make("")])
