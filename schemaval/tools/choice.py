"""ToolChoice: whether a model may, must or must not call a tool, and which."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.reading import copied
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.providers import check_name, provider

Mode = Literal["auto", "none", "required", "tool"]


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """A choice by its `mode`, one of the four constants, and the `tool_name` that goes with "tool" alone."""

    AUTO: ClassVar[Mode] = "auto"
    NONE: ClassVar[Mode] = "none"
    REQUIRED: ClassVar[Mode] = "required"
    TOOL: ClassVar[Mode] = "tool"

    mode: Mode
    tool_name: str | None = None

    def __post_init__(self) -> None:
        """Raise InvalidDefinition for another mode, and for a name that is missing, empty, or out of place."""
        if self.mode not in (self.AUTO, self.NONE, self.REQUIRED, self.TOOL):
            raise InvalidDefinition(f"a choice is auto, none, required or tool, not {shorten(str(self.mode))!r}")
        if self.mode != self.TOOL and self.tool_name is not None:
            raise InvalidDefinition(f"the choice {self.mode!r} goes with no tool's name")
        if self.mode == self.TOOL and (type(self.tool_name) is not str or not self.tool_name):
            raise InvalidDefinition("the choice of a tool needs the tool's name")

    @classmethod
    def auto(cls) -> "ToolChoice":
        """The model decides."""
        return cls(cls.AUTO)

    @classmethod
    def none(cls) -> "ToolChoice":
        """No tool may be called."""
        return cls(cls.NONE)

    @classmethod
    def required(cls) -> "ToolChoice":
        """Some tool must be called."""
        return cls(cls.REQUIRED)

    @classmethod
    def tool(cls, name: str) -> "ToolChoice":
        """The tool of that name must be called; an empty name is an InvalidDefinition."""
        return cls(cls.TOOL, name)

    @classmethod
    def from_(cls, choice: "ToolChoice | str") -> "ToolChoice":
        """A choice as it is; "auto", "none" and "required" by their word; any other text, also "tool", names a tool."""
        if isinstance(choice, ToolChoice):
            return choice
        if type(choice) is not str:
            raise InvalidDefinition(f"a choice is a ToolChoice or a text, not {type(choice).__name__}")
        for mode in (cls.AUTO, cls.NONE, cls.REQUIRED):
            if choice == mode:
                return cls(mode)
        return cls.tool(choice)

    def for_provider(self, name: str) -> JSON:
        """The choice as "openai", "anthropic" or "gemini" takes it in a request, a fresh value.

        An unknown provider is a ValueError, a tool's name that it would refuse an InvalidDefinition.
        """
        row = provider(name)
        if self.tool_name is None:
            return copied(row.modes[self.mode])
        check_name(row, self.tool_name)
        return row.choose(self.tool_name)
