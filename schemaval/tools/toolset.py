"""ToolSet: the tools that a model may call, by name, with what they share."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import getattr_static
from threading import Lock
from typing import Any, TypedDict

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.suggestions import nearest
from schemaval.tools.arguments import ABSENT
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.definition import Tool
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput, ProtocolError
from schemaval.tools.package import Resolver, resolved
from schemaval.tools.providers import declaration, provider
from schemaval.tools.running.binding import Handler
from schemaval.tools.running.callee import checked_on_change
from schemaval.tools.running.calling import OnChange, checked_repair
from schemaval.tools.running.judging import ValidatorChoice, checked_choice
from schemaval.tools.wire.answering import OutputMode
from schemaval.tools.wire.revisions import DEFAULT_REVISION
from schemaval.tools.wire.serving import InvalidInput, acall_tool, call_tool

_NAMES = re.compile(r"[A-Za-z0-9_.-]{1,128}")  # Model Context Protocol 2025-11-25, server/tools, "Tool Names"
_INVALID_PARAMS = -32602  # JSON-RPC 2.0, section 5.1; the protocol's code for an unknown tool


class _Options(TypedDict):
    """What a call takes besides its arguments."""

    validator: ValidatorChoice | None
    repair: str | None
    on_change: OnChange | None


@dataclass(frozen=True, slots=True)
class _Settings:
    """What tools share where they chose nothing of their own."""

    validator: ValidatorChoice | None
    repair: str
    on_change: OnChange | None

    def over(self, outer: "_Settings") -> "_Settings":
        """These, and the outer set's where these say nothing."""
        return _Settings(
            outer.validator if self.validator is None else self.validator,
            outer.repair if self.repair == "off" else self.repair,
            self.on_change or outer.on_change,
        )

    def options(self) -> _Options:
        """As a call takes them, where None leaves the choice to the tool."""
        return {
            "validator": self.validator,
            "repair": None if self.repair == "off" else self.repair,
            "on_change": self.on_change,
        }


@dataclass(frozen=True, slots=True)
class _Entry:
    """A tool, the settings that count for it, and the same as a call takes them."""

    tool: Tool
    settings: _Settings
    options: _Options


def _entry(tool: Tool, settings: _Settings) -> _Entry:
    return _Entry(tool, settings, settings.options())


class ToolSet:
    """Tools by name, in order. Names are unique and those that the Model Context Protocol takes.

    `validator`, `repair` and `on_change` count for tools that chose none of their own; `repair="safe"` therefore counts
    for all of them, and is told to the set's `on_change` only by those tools that have no `on_change` themselves. A
    ToolSet is a package too: inside another one its own settings win.
    """

    def __init__(
        self,
        tools: Iterable[Any] = (),
        *,
        validator: ValidatorChoice | None = None,
        repair: str = "off",
        on_change: OnChange | None = None,
        resolver: Resolver | None = None,
    ) -> None:
        """`tools` are tools, their classes, definitions, packages and lists of all these, nested to any depth.

        Classes are made by `resolver`, or without arguments. InvalidDefinition for two tools of one name, a bad name,
        and what is no tool.
        """
        self._settings = _Settings(checked_choice(validator), checked_repair(repair), checked_on_change(on_change))
        self._resolver = resolver
        self._entries: Mapping[str, _Entry] = {}
        self._lock = Lock()
        self._join([_entry(tool, self._shared(tool, source)) for tool, source in resolved(_listed(tools), resolver)])

    @classmethod
    def discover(
        cls,
        of: object,
        *,
        validator: ValidatorChoice | None = None,
        repair: str = "off",
        on_change: OnChange | None = None,
    ) -> "ToolSet":
        """The tools among an object's attributes, bound to it: methods marked with `@tool`, inherited ones first.

        An instance, a class or a module will do. Nothing else of it is touched: no property is asked.
        """
        return cls(_discovered(of), validator=validator, repair=repair, on_change=on_change)

    def add(self, tool: Tool | type[Tool] | Mapping[str, JSON], handler: Handler | None = None) -> Tool:
        """Add a tool, its class, or its definition as `tools/list` writes it, and give the tool back.

        With a handler it is what runs. InvalidDefinition as for a new set, which then stays as it was.
        """
        if not _is_single(tool):
            raise InvalidDefinition(f"add() takes a tool or a definition, not {shorten(type(tool).__name__)}")
        ((made, _),) = resolved([tool], self._resolver)
        made = made if handler is None else made.run(handler)
        self._join([_entry(made, self._settings)])
        return made

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle takes along: everything but the lock."""
        return {part: value for part, value in vars(self).items() if part != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy has a lock of its own."""
        vars(self).update(state, _lock=Lock())

    # What is in it

    def tools(self) -> tuple[Tool, ...]:
        """The tools, in order."""
        return tuple(entry.tool for entry in self._entries.values())

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, item: object) -> bool:
        """Whether there is a tool of that name, or that very tool."""
        if isinstance(item, Tool):
            return any(entry.tool is item for entry in self._entries.values())
        return isinstance(item, str) and item in self._entries

    def __getitem__(self, name: str) -> Tool:
        """The tool of that name; KeyError without one."""
        return self._entries[name].tool

    def __repr__(self) -> str:
        return f"<ToolSet of {len(self)}: {shorten(', '.join(self._entries))}>"

    # What others are told

    def tools_for_provider(self, name: str) -> list[dict[str, Any]]:
        """The `tools` of a request to "openai", "anthropic" or "gemini".

        A list with one object a tool, for Gemini one object that declares them all. Names and schemas are never
        rewritten: what the provider would refuse is an InvalidDefinition, an unknown provider a ValueError.
        """
        row = provider(name)
        return row.gather(
            [declaration(row, tool.name, tool.description, tool.input_schema_for_provider()) for tool in self]
        )

    def definitions(self, revision: str = DEFAULT_REVISION) -> list[dict[str, JSON]]:
        """The `tools` of an answer to `tools/list`, legal in a revision of the Model Context Protocol; ValueError."""
        return [tool.definition(revision) for tool in self]

    # Calls

    def call(self, name: str, arguments: JSON, context: ToolExecutionContext | None = None) -> Any:
        """`Tool.call` of the tool of that name, with its errors.

        An unknown name is an InvalidToolInput without violations, whose `why` can be told to the model: like the
        arguments, the name is the model's. What is no text at all is a TypeError.
        """
        entry = self._called(name)
        return entry.tool.call(arguments, context, **entry.options)

    async def acall(self, name: str, arguments: JSON, context: ToolExecutionContext | None = None) -> Any:
        """As `call`, for async handlers; a sync one runs inline."""
        entry = self._called(name)
        return await entry.tool.acall(arguments, context, **entry.options)

    def call_json(self, name: str, text: object = ABSENT, context: ToolExecutionContext | None = None) -> Any:
        """As `call`, with the arguments as JSON text; left out, or empty, it means `{}`."""
        entry = self._called(name)
        return entry.tool.call_json(text, context, **entry.options)

    async def acall_json(self, name: str, text: object = ABSENT, context: ToolExecutionContext | None = None) -> Any:
        """As `call_json`, for async handlers."""
        entry = self._called(name)
        return await entry.tool.acall_json(text, context, **entry.options)

    def call_tool(
        self,
        name: str,
        arguments: object = ABSENT,
        *,
        revision: str = DEFAULT_REVISION,
        context: ToolExecutionContext | None = None,
        invalid_input: InvalidInput = "auto",
        output: OutputMode = "enforce",
    ) -> dict[str, Any]:
        """The CallToolResult of one call, as `schemaval.tools.results.call_tool` gives it.

        An unknown name, and what is none, is a ProtocolError of code -32602.
        """
        entry = self._served(name)
        return call_tool(
            entry.tool,
            arguments,
            revision=revision,
            context=context,
            invalid_input=invalid_input,
            output=output,
            **entry.options,
        )

    async def acall_tool(
        self,
        name: str,
        arguments: object = ABSENT,
        *,
        revision: str = DEFAULT_REVISION,
        context: ToolExecutionContext | None = None,
        invalid_input: InvalidInput = "auto",
        output: OutputMode = "enforce",
    ) -> dict[str, Any]:
        """As `call_tool`, for async handlers."""
        entry = self._served(name)
        return await acall_tool(
            entry.tool,
            arguments,
            revision=revision,
            context=context,
            invalid_input=invalid_input,
            output=output,
            **entry.options,
        )

    # How it is made

    def _join(self, entries: list[_Entry]) -> None:
        """Take in all entries or none; readers see the set before or after."""
        with self._lock:
            joined = dict(self._entries)
            for entry in entries:
                name = _checked_name(entry.tool)
                if name in joined:
                    raise InvalidDefinition(f"two tools are named {name!r}")
                joined[name] = entry
            self._entries = joined

    def _shared(self, tool: Tool, source: object) -> _Settings:
        """The settings for a tool that came from `source`: those of a set win over this one's."""
        if not isinstance(source, ToolSet):
            return self._settings
        entry = source._entries.get(tool.name)  # noqa: SLF001 - of this class
        return (source._settings if entry is None else entry.settings).over(self._settings)  # noqa: SLF001 - of this class

    def _called(self, name: str) -> _Entry:
        if not isinstance(name, str):
            raise TypeError(f"a tool is called by its name, a text, not {shorten(type(name).__name__)}")
        entry = self._entries.get(name)
        if entry is None:
            raise InvalidToolInput(name, (), _unknown(name, self._entries))
        return entry

    def _served(self, name: str) -> _Entry:
        if not isinstance(name, str):  # it comes off the wire
            raise ProtocolError(_INVALID_PARAMS, "Invalid params: the name of a tool is a string")
        entry = self._entries.get(name)
        if entry is None:
            raise ProtocolError(_INVALID_PARAMS, f"Unknown tool: {shorten(name)}")
        return entry


def _listed(tools: object) -> Iterable[Any]:
    """What a set is made of: a list of things, or one package."""
    if isinstance(tools, (str, bytes, Mapping, Tool)):
        raise InvalidDefinition(f"a ToolSet takes a list of tools, not {shorten(type(tools).__name__)}")
    return tools if isinstance(tools, Iterable) else [tools]


def _is_single(tool: object) -> bool:
    return isinstance(tool, (Tool, Mapping)) or (isinstance(tool, type) and issubclass(tool, Tool))


def _checked_name(tool: Tool) -> str:
    if not tool.name:
        raise InvalidDefinition("a tool in a set has a name: give it one with .named()")
    if _NAMES.fullmatch(tool.name) is None:
        raise InvalidDefinition(f"the name {shorten(tool.name)!r} is not 1 to 128 of A-Z a-z 0-9 _ . -")
    return tool.name


def _unknown(name: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    return "there is no such tool" if near is None else f"there is no such tool; did you mean {near!r}?"


def _discovered(of: object) -> list[Tool]:
    """The tools among an object's attributes, in the order of definition."""
    classes = type.mro(of) if isinstance(of, type) else type(of).mro()
    names = [name for each in reversed(classes) for name in vars(each)]
    names += getattr(of, "__dict__", {}) if not isinstance(of, type) else ()
    return [_taken(of, name) for name in dict.fromkeys(names) if _is_tool(getattr_static(of, name, None))]


def _taken(of: object, name: str) -> Tool:
    """The tool that is an object's attribute, bound to the object."""
    found = getattr(of, name)
    if not isinstance(found, Tool):  # since Python 3.13 a classmethod makes a mere method of the tool inside
        raise InvalidDefinition(f"@tool goes above @classmethod, on {shorten(name)!r} of {shorten(type(of).__name__)}")
    return found


def _is_tool(attribute: object) -> bool:
    inner = attribute.__func__ if isinstance(attribute, (staticmethod, classmethod)) else attribute
    return isinstance(inner, Tool)
