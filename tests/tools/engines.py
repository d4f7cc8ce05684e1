"""Who judges in the tests of the tool layer: every backend, and a validator written by hand."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

import pytest

from schemaval.backends.protocol import SchemaValidator
from schemaval.jsonvalue import JSON
from schemaval.violation import Violation

Choice: TypeAlias = str | Callable[[JSON], SchemaValidator]

BACKENDS = ("jsonschema", "fastjsonschema", "jsonschema-rs", "reference")

# For tests that need a keyword, or words, of ours.
backends_only = pytest.mark.parametrize("validator", BACKENDS, indirect=True)

# For tests that bring a validator of their own.
once = pytest.mark.parametrize("validator", BACKENDS[-1:], indirect=True)

_TYPES: dict[str, Callable[[JSON], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class Handwritten:
    """An engine of one's own: type, enum, anyOf, required, properties, additionalProperties, items of draft 2020-12."""

    def __init__(self, schema: JSON) -> None:
        self.schema = schema

    def is_valid(self, instance: JSON, /) -> bool:
        """The verdict."""
        return not self.violations(instance)

    def violations(self, instance: JSON, /) -> list[Violation]:
        """The reasons."""
        return list(_violations(self.schema, instance, "", ""))


def _violations(schema: JSON, value: JSON, at: str, way: str) -> Iterator[Violation]:
    if isinstance(schema, bool):
        yield from () if schema else [_violation(at, way, "", None)]
        return
    wanted = schema.get("type", [*_TYPES])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if not any(_TYPES[name](value) for name in wanted):
        yield _violation(at, way, "type", wanted)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield _violation(at, way, "enum", schema["enum"])
    tried = [[*_violations(each, value, at, f"{way}/anyOf/{n}")] for n, each in enumerate(schema.get("anyOf", ()))]
    if tried and all(tried):
        yield _violation(at, way, "anyOf", len(tried), *chain(*tried))
    for name in schema.get("required", ()) if isinstance(value, dict) else ():
        if name not in value:
            yield _violation(at, way, "required", name)
    for name, member in value.items() if isinstance(value, dict) else ():
        keyword = f"properties/{name}" if name in schema.get("properties", ()) else "additionalProperties"
        inner = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
        yield from _violations(inner, member, f"{at}/{name}", f"{way}/{keyword}")
    for index, item in enumerate(value if isinstance(value, list) else ()):
        yield from _violations(schema.get("items", True), item, f"{at}/{index}", f"{way}/items")


_PARAMS = {"type": "expected", "enum": "allowed", "anyOf": "branches", "required": "missing"}  # as ours call them


def _violation(at: str, way: str, keyword: str, said: JSON, *causes: Violation) -> Violation:
    place = f"{way}/{keyword}" if keyword else way
    keyword = keyword or way.rpartition("/")[2]
    told = {_PARAMS[keyword]: said} if keyword in _PARAMS else {}
    return Violation(at, keyword, f"{keyword} does not hold", f"#{place}", place, told, causes)
