"""What can go wrong with a tool, as one tree under SchemavalError.

SchemavalError
  InvalidDefinition        a tool, a schema, a choice or a set of tools is defined wrongly (also a ValueError)
  ExtraNotInstalled        @tool is to read annotations, and a package of the extra `tools` is missing
  InvalidToolInput         the arguments break the input schema
  InvalidToolOutput        the result breaks the output schema
  ToolExecutionError       the handler raised; the original is the __cause__
  ToolError                raised by a handler: its text is meant for the model
  ProtocolError            belongs on the JSON-RPC channel: code, message, data
"""

from collections.abc import Iterable
from typing import Any

from schemaval.errors import SchemavalError, shorten
from schemaval.jsonvalue import JSON
from schemaval.violation import Violation


class InvalidDefinition(SchemavalError, ValueError):
    """A tool, a schema, a choice or a set of tools is defined wrongly; the text says what would be right."""


class ExtraNotInstalled(SchemavalError):
    """A package of the extra `tools` is missing: `package` is its name, `install` the command that brings it."""

    def __init__(self, package: str, install: str = 'pip install "schemaval[tools]"') -> None:
        """`install` is a pip command line."""
        self.package = package
        self.install = install
        super().__init__(package, install)

    def __str__(self) -> str:
        return f"@tool reads annotations and docstrings with {self.package}, which is missing; run: {self.install}"


class _InvalidValue(SchemavalError):
    """What the two sides of a call have in common: the tool's name and what is wrong."""

    _side: str

    def __init__(self, tool_name: str, violations: Iterable[Violation] = (), why: str = "") -> None:
        """`why` says in words what keeps the value from being judged at all; else `violations` say what is wrong."""
        self.tool_name = tool_name
        self.violations = tuple(violations)
        self.why = why
        super().__init__(tool_name, self.violations, why)

    def __str__(self) -> str:
        what = self.why or _first(self.violations)
        return f"the {self._side} of the tool {shorten(self.tool_name)!r}: {what}"


class InvalidToolInput(_InvalidValue):
    """The arguments break the tool's input schema (`violations`), or are no JSON (`why`, with line and column)."""

    _side = "arguments"


class InvalidToolOutput(_InvalidValue):
    """The handler's result breaks the tool's output schema (`violations`), or is no JSON value (`why`)."""

    _side = "result"


class ToolExecutionError(SchemavalError):
    """The tool's handler raised; what it raised is the `__cause__` and never part of the text."""

    def __init__(self, tool_name: str) -> None:
        """`tool_name` is the tool whose handler raised."""
        self.tool_name = tool_name
        super().__init__(tool_name)

    def __str__(self) -> str:
        return f"the handler of the tool {shorten(self.tool_name)!r} failed"


class ToolError(SchemavalError):
    """Raised by a handler whose trouble the model should read: the text becomes the result's, with `isError`."""


class ProtocolError(SchemavalError):
    """An error for the JSON-RPC channel: an integer `code`, a `message`, and JSON `data` or None."""

    def __init__(self, code: int, message: str, data: JSON = None) -> None:
        """`code` as JSON-RPC 2.0 and the Model Context Protocol assign them, -32602 for invalid parameters."""
        self.code = code
        self.message = message
        self.data = data
        super().__init__(code, message, data)

    def __str__(self) -> str:
        return self.message

    def to_dict(self) -> dict[str, Any]:
        """The `error` member of a JSON-RPC response."""
        without = {"code": self.code, "message": self.message}
        return without if self.data is None else {**without, "data": self.data}


def _first(violations: tuple[Violation, ...]) -> str:
    if not violations:
        return "no violation was named"
    where = shorten(violations[0].pointer, 128) or "the root"
    more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
    return f"{where}: {violations[0].message}{more}"
