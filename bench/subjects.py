"""Who is timed: the engine as its users call it, and schemaval on each of its backends."""

from collections.abc import Callable
from typing import Any

import jsonschema

import schemaval

BACKENDS = tuple(name for name, info in schemaval.backends().items() if info.installed)

Judge = Callable[[Any], bool]
Explain = Callable[[Any], list[Any]]


def raw_accept(schema: dict[str, Any]) -> Judge:
    """`is_valid` of jsonschema's own validator object."""
    judge: Judge = jsonschema.Draft202012Validator(schema).is_valid
    return judge


def raw_explain(schema: dict[str, Any]) -> Explain:
    """All errors of jsonschema's own validator object."""
    validator = jsonschema.Draft202012Validator(schema)
    return lambda instance: list(validator.iter_errors(instance))


def accept(schema: dict[str, Any], backend: str) -> Judge:
    """`Validator.is_valid` on a backend."""
    return schemaval.compile(schema, backend=backend).is_valid


def explain(schema: dict[str, Any], backend: str) -> Explain:
    """`Validator.violations` on a backend."""
    return schemaval.compile(schema, backend=backend).violations
