"""What a handler may learn of the call that it serves."""

from dataclasses import dataclass
from typing import Any

from schemaval.jsonvalue import JSON


@dataclass(frozen=True, slots=True)
class ToolExecutionContext:
    """One call of a tool, as its handler sees it.

    `tool_call_id` is the model's name for the call, `""` where it has none. `arguments` are what the model sent, before
    anything was mended, repaired or hydrated. `messages` is the conversation so far, in whatever form the caller keeps.
    """

    tool_call_id: str
    tool_name: str
    arguments: JSON
    messages: tuple[Any, ...] = ()
