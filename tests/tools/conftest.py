"""The validators that all of the tool layer is tested with: every backend, and one written by hand."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from schemaval.backends.protocol import SchemaValidator
from schemaval.jsonvalue import JSON
from schemaval.violation import Violation

Choice: TypeAlias = str | Callable[[JSON], SchemaValidator]
_CLASSES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


class Handwritten:
    """An engine of one's own: type, enum, required, properties, additionalProperties and items of draft 2020-12."""

    def __init__(self, schema: JSON) -> None:
        self.schema = schema

    def is_valid(self, instance: JSON, /) -> bool:
        """The verdict."""
        return not self.violations(instance)

    def violations(self, instance: JSON, /) -> list[Violation]:
        """The reasons."""
        return list(_violations(self.schema, instance, ""))


def _violations(schema: JSON, value: JSON, at: str, way: str = "") -> list[Violation]:
    wanted = schema.get("type", [])
    names = [wanted] if isinstance(wanted, str) else wanted
    if names and not any(_is_a(value, name) for name in names):
        return [_violation(at, "type", way, type=wanted)]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(_violation(at, "enum", way, enum=schema["enum"]))
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in value]
        found += [_violation(at, "required", way, missing=name) for name in missing]
        for name, member in value.items():
            if name in properties:
                found += _violations(properties[name], member, f"{at}/{name}", f"{way}/properties/{name}")
            elif schema.get("additionalProperties") is False:
                found.append(_violation(f"{at}/{name}", "additionalProperties", way))
    for index, item in enumerate(value if isinstance(value, list) else []):
        found += _violations(schema.get("items", {}), item, f"{at}/{index}", f"{way}/items")
    return found


def _is_a(value: JSON, name: str) -> bool:
    if name == "null":
        return value is None
    return isinstance(value, _CLASSES[name]) and (name == "boolean" or not isinstance(value, bool))


def _violation(at: str, keyword: str, way: str, **params: JSON) -> Violation:
    place = f"{way}/{keyword}"
    return Violation(at, keyword, f"{keyword} does not hold", f"#{place}", place, params)


@pytest.fixture(params=["jsonschema", "fastjsonschema", "jsonschema-rs", "reference", Handwritten])
def validator(request: pytest.FixtureRequest) -> Choice:
    """What a tool may be given as `validator=`: a backend's name, or a class of one's own."""
    choice: Choice = request.param
    return choice
