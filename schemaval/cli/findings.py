"""Findings: what is wrong with a tool or a call, as values, and what the library's errors say of a schema."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from schemaval import errors
from schemaval.normalise.change import Change
from schemaval.pointer import split
from schemaval.violation import Violation


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: its kind, where (a pointer into the file), the keyword or rule broken, and a sentence.

    Kinds are `schema`, `dialect`, `reference`, `limit`, `unsupported`, `json` and `engine` for schemas, `mcp` for what
    the protocol asks, `tool` for what is no tool, `duplicate` for repeated properties, `call` for recorded calls.
    """

    kind: str
    pointer: str
    keyword: str
    message: str
    causes: tuple[Violation, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """This finding as plain JSON values; `causes` is left out where empty."""
        wire: dict[str, Any] = {
            "kind": self.kind,
            "pointer": self.pointer,
            "keyword": self.keyword,
            "message": self.message,
        }
        if self.causes:
            wire["causes"] = [cause.to_dict() for cause in self.causes]
        return wire


def moved(change: Change, base: str) -> Change:
    """The same change, told from the root of the file, in which the schema or instance stands at `base`."""
    return Change(base + change.pointer, change.was, change.became)


def of_error(error: errors.SchemavalError, base: str) -> tuple[Finding, ...]:
    """What an error says of the schema that stands at the pointer `base`."""
    for kind, tell in _TOLD.items():
        if isinstance(error, kind):
            return tell(error, base)
    return (Finding("engine", base, "", str(error)),)


def _invalid_schema(error: Any, base: str) -> tuple[Finding, ...]:
    return tuple(
        Finding("schema", violation.pointer, violation.keyword, violation.message, violation.causes)
        for violation in map(partial(_based, base), error.violations)
    )


def _based(base: str, told: Violation) -> Violation:
    """The same violation, told from the root of the file."""
    causes = tuple(_based(base, cause) for cause in told.causes)
    where = base + told.pointer
    return Violation(where, told.keyword, told.message, told.schema_location, told.evaluation_path, told.params, causes)


def _unknown_dialect(error: Any, base: str) -> tuple[Finding, ...]:
    return (Finding("dialect", base + error.pointer, "$schema", str(error)),)


def _unresolvable(error: Any, base: str) -> tuple[Finding, ...]:
    where = base if error.document else base + error.pointer
    return (Finding("reference", where, (split(error.pointer) or ("$ref",))[-1], str(error)),)


def _limit(error: Any, base: str) -> tuple[Finding, ...]:
    return (Finding("limit", base + error.pointer, error.limit, str(error)),)


def _unsupported(error: Any, base: str) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            "unsupported", base + reason.pointer, reason.keyword, f"{error.backend} cannot honour this: {reason.why}"
        )
        for reason in error.reasons
    )


def _not_json(error: Any, base: str) -> tuple[Finding, ...]:
    return (Finding("json", base + (error.pointer or ""), "", str(error)),)


_TOLD: Mapping[type[errors.SchemavalError], Callable[[Any, str], tuple[Finding, ...]]] = {
    errors.InvalidSchema: _invalid_schema,
    errors.UnknownDialect: _unknown_dialect,
    errors.UnresolvableReference: _unresolvable,
    errors.LimitExceeded: _limit,
    errors.UnsupportedSchema: _unsupported,
    errors.NotJSON: _not_json,
}
