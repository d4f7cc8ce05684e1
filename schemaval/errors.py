"""Every error that a documented call raises, as one tree.

    SchemavalError
      InvalidSchema            the schema breaks its dialect's metaschema
      UnknownDialect           $schema names no known dialect
      UnresolvableReference    a reference out of the closed world, dangling, or a loop without progress
      LimitExceeded            a limit of Limits
      UnsupportedSchema        the chosen backend cannot honour the schema
      NoSuchBackend            no backend has that name
      BackendNotInstalled      the backend's package is missing
      NotJSON                  an instance, a schema or a text is no JSON value
      EngineDisagreement       an engine says invalid where nothing is wrong
      InvalidInstance          the instance breaks the schema (also a ValueError)

Each is an ordinary class with positional parts, so that it pickles, and its text is a sentence or two with the cure
where there is one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from schemaval.violation import Violation


def shorten(text: str, limit: int = 64) -> str:
    """`text` with control and invisible characters escaped and at most `limit` characters long."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


class SchemavalError(Exception):
    """The base of all errors of schemaval."""


class InvalidSchema(SchemavalError):
    """The schema breaks its dialect's metaschema; `violations` say where and what would mend it."""

    def __init__(self, violations: Iterable[Violation], document: str = "") -> None:
        """`violations` are those of the schema as an instance of its metaschema; pointers lead into it.

        `document` is the URI of the resource that is invalid, `""` for the schema itself.
        """
        self.violations = tuple(violations)
        self.document = document
        super().__init__(self.violations, document)

    def __str__(self) -> str:
        which = f"the resource {shorten(self.document, 128)}" if self.document else "the schema"
        return f"{which} is invalid: {_first(self.violations)}"


class InvalidInstance(SchemavalError, ValueError):
    """The instance breaks the schema; `violations` say where, `truncated` whether there may be more."""

    def __init__(self, violations: Iterable[Violation], truncated: bool = False) -> None:  # noqa: FBT002 - positional parts pickle
        """`violations` as `Validator.violations` gives them."""
        self.violations = tuple(violations)
        self.truncated = truncated
        super().__init__(self.violations, truncated)

    def __str__(self) -> str:
        return "the instance is invalid: " + _first(self.violations)


class UnknownDialect(SchemavalError):
    """`$schema` names no known dialect: `uri` is what it names, `known` the URIs that would do."""

    def __init__(self, uri: str, known: Iterable[str] = (), pointer: str = "") -> None:
        """`pointer` leads to the schema that holds the `$schema`."""
        self.uri = uri
        self.known = tuple(known)
        self.pointer = pointer
        super().__init__(uri, self.known, pointer)

    def __str__(self) -> str:
        known = ", ".join(self.known)
        return f"unknown dialect {shorten(self.uri, 128)!r}; known are {known}, or a metaschema given in resources"


class UnresolvableReference(SchemavalError):
    """A reference leads out of the closed world, nowhere, or back to itself; `pointer` leads to its keyword."""

    def __init__(self, reference: str, pointer: str, why: str, document: str = "") -> None:
        """`document` is the URI of the resource that holds the reference, `""` for the schema itself."""
        self.reference = reference
        self.pointer = pointer
        self.why = why
        self.document = document
        super().__init__(reference, pointer, why, document)

    def __str__(self) -> str:
        where = (
            f"{shorten(self.document, 128)}#{shorten(self.pointer, 128)}"
            if self.document
            else shorten(self.pointer, 128)
        )
        return f"cannot resolve {shorten(self.reference, 128)!r} at {where}: {self.why}"


# What no setting of a limit lifts.
CYCLE = "a container that contains itself"
STACK = "nested deeper than the interpreter's stack"
SHARED = "containers that stand in so many places that nothing could look at all of them"
BEYOND_LIMITS = frozenset({CYCLE, STACK, SHARED})


class LimitExceeded(SchemavalError):
    """A limit was met before there was a verdict: `limit` is a field of Limits, `found` the figure, `pointer` where."""

    def __init__(self, limit: str, found: float | str | None = None, pointer: str = "") -> None:
        """`found` is None where counting stopped at the limit."""
        self.limit = limit
        self.found = found
        self.pointer = pointer
        super().__init__(limit, found, pointer)

    def __str__(self) -> str:
        found = "" if self.found is None else f" ({shorten(str(self.found))})"
        where = f" at {shorten(self.pointer, 128)}" if self.pointer else ""
        cure = "" if type(self.found) is str and self.found in BEYOND_LIMITS else f"; Limits({self.limit}=...) sets it"
        return f"the limit {self.limit} is exceeded{found}{where}{cure}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a backend cannot honour a schema: `pointer` into the schema, `keyword`, and `why` in words."""

    pointer: str
    keyword: str
    why: str

    def __str__(self) -> str:
        return f"{shorten(self.pointer, 128) or 'the root'}: {shorten(self.why, 256)}"


class UnsupportedSchema(SchemavalError):
    """The chosen backend cannot honour the schema; `reasons` name every place and why."""

    def __init__(self, backend: str, reasons: Iterable[Reason]) -> None:
        """`backend` is the name of the backend that refused."""
        self.backend = backend
        self.reasons = tuple(reasons)
        super().__init__(backend, self.reasons)

    def __str__(self) -> str:
        more = f" (and {len(self.reasons) - 1} more)" if len(self.reasons) > 1 else ""
        first = str(self.reasons[0]) if self.reasons else "no reason given"
        cure = "name a second backend to fall back on"
        return f"the backend {shorten(self.backend)!r} cannot honour the schema: {first}{more}; {cure}"


class NoSuchBackend(SchemavalError):
    """No backend bears that name; `known` are the names that exist."""

    def __init__(self, name: str, known: Iterable[str] = ()) -> None:
        """`name` as it was asked for."""
        self.name = name
        self.known = tuple(known)
        super().__init__(name, self.known)

    def __str__(self) -> str:
        return f"there is no backend {shorten(self.name)!r}; known are {', '.join(self.known)}"


class BackendNotInstalled(SchemavalError):
    """The backend is known, its package is missing; `install` is the command that brings it."""

    def __init__(self, name: str, install: str) -> None:
        """`install` is a pip command line."""
        self.name = name
        self.install = install
        super().__init__(name, install)

    def __str__(self) -> str:
        return f"the backend {shorten(self.name)!r} is not installed; run: {self.install}"


class NotJSON(SchemavalError):
    """An instance, a schema or a text is no JSON value.

    `pointer` leads to the culprit inside a value, `type_name` is its Python type; for a text `line` and `column`
    count from 1.
    """

    def __init__(
        self,
        why: str,
        pointer: str | None = None,
        type_name: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        """`why` never holds the value itself."""
        self.why = why
        self.pointer = pointer
        self.type_name = type_name
        self.line = line
        self.column = column
        super().__init__(why, pointer, type_name, line, column)

    def __str__(self) -> str:
        where = f" at line {self.line}, column {self.column}" if self.line is not None else ""
        if self.pointer:
            where += f" at {shorten(self.pointer, 128)}"
        return f"not JSON{where}: {self.why}"


class EngineDisagreement(SchemavalError):
    """An engine says invalid where the reference evaluator finds nothing wrong: report it, it is a fault of ours."""

    def __init__(self, backend: str, why: str = "it says invalid where no keyword is broken") -> None:
        """`backend` is the engine's name."""
        self.backend = backend
        self.why = why
        super().__init__(backend, why)

    def __str__(self) -> str:
        return (
            f"the backend {shorten(self.backend)!r} disagrees with the reference evaluator: {shorten(self.why, 256)}; "
            "please report the schema"
        )


def _first(violations: tuple[Any, ...]) -> str:
    """The first violation in words, and how many more there are."""
    if not violations:
        return "no violation was named"
    first = violations[0]
    where = shorten(first.pointer, 128) or "the root"
    more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
    return f"{where}: {first.message}{more}"
