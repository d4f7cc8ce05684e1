"""What a handler may learn of the call that it serves."""

from dataclasses import dataclass
from typing import Any

from schemaval.jsonvalue import JSON


@dataclass(frozen=True, slots=True, init=False)
class ToolExecutionContext:
    """One call of a tool, as its handler sees it.

    `tool_call_id` is the model's name for the call, `""` where it has none. `arguments` are what the model sent, before
    anything was mended, repaired or hydrated. `messages` is the conversation so far, in whatever form the caller keeps.
    """

    tool_call_id: str
    tool_name: str
    arguments: JSON
    messages: tuple[Any, ...] = ()

    def __init__(self, tool_call_id: str, tool_name: str, arguments: JSON, messages: tuple[Any, ...] = ()) -> None:
        """Written out because one is made per call, and the way that a frozen dataclass has costs twice as much."""
        _set_id(self, tool_call_id)
        _set_name(self, tool_name)
        _set_arguments(self, arguments)
        _set_messages(self, messages)


_set_id, _set_name, _set_arguments, _set_messages = (
    vars(ToolExecutionContext)[part].__set__ for part in ("tool_call_id", "tool_name", "arguments", "messages")
)
