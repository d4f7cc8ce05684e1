"""The comparison of engines on tools: each schema compiled with each backend, on a cold cache."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from schemaval import compiling
from schemaval.cli.examination import Examined, ToolReport, examine
from schemaval.cli.findings import Finding
from schemaval.cli.options import Options
from schemaval.cli.tool_lists import Tool, ToolSchema

if TYPE_CHECKING:
    from schemaval.validator import Validator


@dataclass(frozen=True, slots=True)
class Engines:
    """The backends to compare by name, with the options under which each compiles; the first is the measure."""

    options: Mapping[str, Options]

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order."""
        return tuple(self.options)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One schema on one backend, and the seconds that its compilation took."""

    examined: Examined
    seconds: float

    @property
    def is_refused(self) -> bool:
        """Whether the backend alone is the reason that there is no validator."""
        return bool(self.examined.errors) and all(error.kind == "unsupported" for error in self.examined.errors)


@dataclass(frozen=True, slots=True)
class SchemaTrial:
    """One schema on every backend."""

    schema: ToolSchema
    attempts: Mapping[str, Attempt]

    @property
    def takers(self) -> "dict[str, Validator]":
        """The validators, by backend."""
        held = {name: attempt.examined.validator for name, attempt in self.attempts.items()}
        return {name: validator for name, validator in held.items() if validator is not None}

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What is wrong with the schema itself, whichever backend is asked."""
        wrong = (attempt for attempt in self.attempts.values() if attempt.examined.errors and not attempt.is_refused)
        return next((attempt.examined.errors for attempt in wrong), ())

    def to_dict(self) -> dict[str, Any]:
        """This schema's entry in the JSON report."""
        return {
            "side": self.schema.side.value,
            "pointer": self.schema.pointer,
            "errors": [error.to_dict() for error in self.errors],
            "backends": {
                name: {
                    "taken": attempt.examined.validator is not None,
                    "reasons": [error.to_dict() for error in attempt.examined.errors if attempt.is_refused],
                    "compile_us": round(attempt.seconds * 1e6, 1),
                }
                for name, attempt in self.attempts.items()
            },
        }


class Trial:
    """One tool with its schemas on every backend."""

    def __init__(self, tool: Tool, engines: Engines) -> None:
        """All schemas are compiled at once."""
        self.tool = tool
        self.schemas = tuple(
            SchemaTrial(schema, {name: _attempt(schema, chosen) for name, chosen in engines.options.items()})
            for schema in tool.schemas
        )

    @cached_property
    def errors(self) -> tuple[Finding, ...]:
        """What is wrong with its schemas for all backends, or with the tool itself."""
        if not self.tool.declared:
            return (Finding("tool", self.tool.pointer, "", "a tool must be an object with a name and a schema"),)
        return tuple(error for schema in self.schemas for error in schema.errors)

    def report(self, name: str) -> ToolReport:
        """The tool as `check` would examine it on one backend."""
        return ToolReport(self.tool, tuple(schema.attempts[name].examined for schema in self.schemas))

    def to_dict(self) -> dict[str, Any]:
        """This tool's entry in the JSON report."""
        return {
            "name": self.tool.name,
            "pointer": self.tool.pointer,
            "file": self.tool.document.file,
            "line": self.tool.document.line,
            "schemas": [schema.to_dict() for schema in self.schemas],
        }


def _attempt(schema: ToolSchema, chosen: Options) -> Attempt:
    compiling._cache.clear()  # noqa: SLF001 - what a schema costs that was not seen before
    begun = time.perf_counter()
    examined = examine(schema, chosen)
    return Attempt(examined, time.perf_counter() - begun)
