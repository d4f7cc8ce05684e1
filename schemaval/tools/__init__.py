"""Tools of language models: definitions, calls, choices, sets, and results by revision of MCP.

Names are brought when first asked for; `schemaval.tools.results` and `schemaval.tools.content` are modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schemaval.tools.choice import ToolChoice
    from schemaval.tools.context import ToolExecutionContext
    from schemaval.tools.decorator import tool
    from schemaval.tools.definition import Tool
    from schemaval.tools.errors import (
        ExtraNotInstalled,
        InvalidDefinition,
        InvalidToolInput,
        InvalidToolOutput,
        ProtocolError,
        ToolError,
        ToolExecutionError,
    )
    from schemaval.tools.package import ToolPackage
    from schemaval.tools.repair import repair_arguments
    from schemaval.tools.schema import Schema
    from schemaval.tools.toolset import ToolSet

_ROOMS = {
    "choice": ("ToolChoice",),
    "context": ("ToolExecutionContext",),
    "decorator": ("tool",),
    "definition": ("Tool",),
    "errors": (
        "ExtraNotInstalled",
        "InvalidDefinition",
        "InvalidToolInput",
        "InvalidToolOutput",
        "ProtocolError",
        "ToolError",
        "ToolExecutionError",
    ),
    "package": ("ToolPackage",),
    "repair": ("repair_arguments",),
    "schema": ("Schema",),
    "toolset": ("ToolSet",),
}
_PLACES = {name: f"schemaval.tools.{room}" for room, names in _ROOMS.items() for name in names}

__all__ = [
    "ExtraNotInstalled",
    "InvalidDefinition",
    "InvalidToolInput",
    "InvalidToolOutput",
    "ProtocolError",
    "Schema",
    "Tool",
    "ToolChoice",
    "ToolError",
    "ToolExecutionContext",
    "ToolExecutionError",
    "ToolPackage",
    "ToolSet",
    "repair_arguments",
    "tool",
]


if not TYPE_CHECKING:  # to a type checker every name would be there, as Any

    def __getattr__(name: str) -> Any:
        """A public name, brought from the module that holds it, once."""
        place = _PLACES.get(name)
        if place is None:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = globals()[name] = getattr(import_module(place), name)
        return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
