"""A hostile case as a row: what is compiled, what is judged, and what may come of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

CANARY = "c4n4ry-of-a-secret"
"""Stands in instances; no text that schemaval makes may hold it."""

Make = Callable[[], Any]

LIMIT = frozenset({"LimitExceeded"})
NOT_JSON = frozenset({"NotJSON"})
UNRESOLVABLE = frozenset({"UnresolvableReference"})
UNKNOWN = frozenset({"UnknownDialect"})
INVALID = frozenset({"InvalidSchema"})


@dataclass(frozen=True, slots=True)
class Case:
    """One attack.

    `valid` is the right verdict, None where there is none to give: then the schema or the instance has to be refused.
    `errors` are the names of the errors that are right as well, or instead. `schema` and `instance` make new values;
    with `as_text` the instance is JSON text. `stack` is the thread's stack in kilobytes, 0 for the main thread's.
    `glance` are the verdicts that `is_valid` alone may give where the instance is no JSON: it looks only at what a
    keyword looks at. `secret` says that the instance holds CANARY. A `quick` case is tried in every run.
    """

    name: str
    schema: Make
    instance: Make
    valid: bool | None = None
    errors: frozenset[str] = frozenset()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    as_text: bool = False
    stack: Literal[0, 128, 512, 8192] = 0
    glance: frozenset[bool] = frozenset()
    secret: bool = False
    quick: bool = False


def always(value: Any) -> Make:
    """The maker that hands out one and the same value; a function, so that rows may be built in loops."""
    return lambda: value


def nested(levels: int, name: str | None = None, leaf: Any = None) -> Any:
    """So many containers in one another: arrays, or objects with one member."""
    value: Any = leaf
    for _ in range(levels):
        value = [value] if name is None else {name: value}
    return value
