"""The examination of tools: each schema compiled on its own, its mends and faults told from the root of its file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemaval.cli import mcp_rules
from schemaval.cli.findings import Finding, moved, of_error
from schemaval.cli.options import Options
from schemaval.cli.tool_lists import MCP, Side, Tool, ToolSchema
from schemaval.dialects import DEFAULT, by_name, detect
from schemaval.errors import (
    BackendNotInstalled,
    InvalidSchema,
    NoSuchBackend,
    SchemavalError,
    UnresolvableReference,
    UnsupportedSchema,
)
from schemaval.jsonvalue import JSON
from schemaval.normalise.change import Change
from schemaval.reading import copied
from schemaval.references.document import Document

if TYPE_CHECKING:
    from schemaval.validator import Validator


@dataclass(frozen=True, slots=True)
class Examined:
    """One schema of a tool: its validator where it compiles, else the errors; `changes` are its mends either way."""

    schema: ToolSchema
    validator: "Validator | None"
    changes: tuple[Change, ...] = ()
    errors: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """What the report says of this schema besides its changes and errors."""
        validator = self.validator
        return {
            "side": self.schema.side.value,
            "pointer": self.schema.pointer,
            "dialect": validator.dialect.name if validator else None,
            "backend": validator.backend if validator else None,
            "refused": {name: str(why) for name, why in validator.refused.items()} if validator else {},
        }


@dataclass(frozen=True, slots=True)
class ToolReport:
    """One tool after its examination; `mcp` holds what the protocol asks of it in vain.

    `undeclared` says that it is no tool, or names none.
    """

    tool: Tool
    schemas: tuple[Examined, ...]
    mcp: tuple[Finding, ...] = ()
    undeclared: tuple[Finding, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """The mends of all its schemas."""
        return tuple(change for examined in self.schemas for change in examined.changes)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Why it or its schemas cannot be used; none where all can."""
        return self.undeclared + tuple(error for examined in self.schemas for error in examined.errors)

    def of(self, side: Side) -> Examined | None:
        """Its schema for a side, None where it has none."""
        return next((examined for examined in self.schemas if examined.schema.side is side), None)

    def to_dict(self) -> dict[str, Any]:
        """This tool's entry in the JSON report."""
        told = [examined.to_dict() for examined in self.schemas]
        refused: dict[str, str] = {}
        for schema in reversed(told):
            refused |= schema["refused"]
        return {
            "name": self.tool.name,
            "pointer": self.tool.pointer,
            "file": self.tool.document.file,
            "line": self.tool.document.line,
            "shape": self.tool.shape.name,
            "backend": told[0]["backend"] if told else None,
            "refused": refused,
            "schemas": told,
            "changes": [change.to_dict() for change in self.changes],
            "errors": [error.to_dict() for error in self.errors],
            "mcp": [finding.to_dict() for finding in self.mcp],
        }


@dataclass(frozen=True, slots=True)
class Examiner:
    """Examines tools under the options given; `revision` is the protocol's."""

    options: Options
    revision: str

    def examine(self, tools: Iterable[Tool]) -> Iterator[ToolReport]:
        """One report a tool, in their order; one that cannot be used never hides the others."""
        first: dict[tuple[str | None, str], Tool] = {}
        for tool in tools:
            schemas = tuple(examine(schema, self.options) for schema in tool.schemas)
            asked = self._mcp(tool, schemas, first) if tool.shape is MCP and tool.declared else ()
            yield ToolReport(tool, schemas, asked, _undeclared(tool))
            if type(tool.name) is str:
                first.setdefault((tool.server, tool.name), tool)

    def _mcp(
        self, tool: Tool, schemas: tuple[Examined, ...], first: Mapping[tuple[str | None, str], Tool]
    ) -> tuple[Finding, ...]:
        known = tuple(_known(examined) for examined in schemas)
        return mcp_rules.broken(tool, known, self.revision) + mcp_rules.repeated(tool, first)


def _undeclared(tool: Tool) -> tuple[Finding, ...]:
    """What keeps an item of the list from being a tool; MCP's own rules speak of names in its shape."""
    if not tool.declared:
        return (Finding("tool", tool.pointer, "", "a tool must be an object with a name and a schema"),)
    if tool.shape is not MCP and tool.schemas and type(tool.name) is not str:
        return (Finding("tool", tool.pointer, "name", "a tool must have a name, a string"),)
    return ()


def examine(schema: ToolSchema, options: Options) -> Examined:
    """`schema` compiled; an error of the library becomes findings, a missing backend is raised."""
    try:
        validator = options.compile(schema.value)
    except (NoSuchBackend, BackendNotInstalled):
        raise
    except SchemavalError as error:
        changes = _mends(schema.value, options) if isinstance(error, _MENDED_BEFORE) else ()
        return Examined(schema, None, _moved(changes, schema), of_error(error, schema.pointer))
    return Examined(schema, validator, _moved(validator.changes, schema))


# What is raised once a schema has been mended: its mends are worth knowing though it cannot be used.
_MENDED_BEFORE = (InvalidSchema, UnresolvableReference, UnsupportedSchema)


def _mends(schema: JSON, options: Options) -> tuple[Change, ...]:
    resources = options.resources or {}
    dialect = detect(schema, by_name(options.dialect) if options.dialect else DEFAULT, resources)
    return tuple(Document(copied(schema), "", dialect, resources, options.limits).changes)


def _moved(changes: Iterable[Change], schema: ToolSchema) -> tuple[Change, ...]:
    return tuple(moved(change, schema.pointer) for change in changes)


def _known(examined: Examined) -> mcp_rules.Known:
    validator, schema = examined.validator, examined.schema
    if validator is None:
        return mcp_rules.Known(schema.side, schema.pointer, schema.value, None)
    return mcp_rules.Known(schema.side, schema.pointer, validator.schema, validator.dialect)
