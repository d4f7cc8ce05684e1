"""Schemas gone wrong: valid ones of every dialect, with a value somewhere exchanged for one that does not belong."""

import copy
import random
from collections.abc import Iterator
from typing import Any

from schemaval.dialects import DIALECTS, Dialect
from schemaval.keywords import Draft

_STRANGERS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 0.5, -0.5, 1e308, 10**30, "", "a", "#", "(", "string", "\u0000", [], {}, [[]], [{}],
    [1],
    ["a"], ["a", "a"], [None], {"a": 1}, {"a": []}, {"a": {}}, {"": None}, {"a": ["b"]}, {"a": ["b", "b"]},
    {"type": 12},
    [{"type": "x"}], {"$ref": 1}, {"$ref": "#/nope"}, {"type": ["string"]}, "http://json-schema.org/draft-07/schema#",
)  # fmt: skip

_VALID: dict[str, Any] = {
    "type": "string", "enum": ["a", 1], "const": {"a": 1}, "multipleOf": 0.5, "divisibleBy": 2, "minimum": 1,
    "maximum": 5,
    "minLength": 1, "maxLength": 5, "pattern": "^a", "minItems": 1, "maxItems": 3, "uniqueItems": True,
    "minContains": 1,
    "maxContains": 2, "minProperties": 1, "maxProperties": 4, "dependentRequired": {"a": ["b"]}, "format": "date",
    "contentEncoding": "base64", "contentMediaType": "application/json", "title": "t", "description": "d",
    "default": [],
    "examples": [1], "readOnly": True, "writeOnly": False, "deprecated": True, "$comment": "c",
    "$vocabulary": {"https://example.invalid/v": False},
}  # fmt: skip
_HOLDS_ONE = (
    "not", "if", "then", "else", "propertyNames", "contains", "contentSchema", "unevaluatedItems",
    "unevaluatedProperties", "additionalItems", "additionalProperties", "items",
)  # fmt: skip
_HOLDS_LIST = ("allOf", "anyOf", "oneOf", "prefixItems", "extends")
_HOLDS_NAMED = ("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions")


def valid_schema(dialect: Dialect, choose: random.Random, depth: int = 3) -> dict[str, Any]:
    """A schema that its dialect's metaschema takes, of some of the dialect's keywords."""
    names = [name for name in dialect.keywords if name not in ("$schema", "$ref", "$dynamicRef", "$recursiveRef")]
    schema: dict[str, Any] = {}
    for name in choose.sample(names, min(len(names), choose.randint(1, 5))):
        value = _value(name, dialect, choose, depth)
        if value is not None:
            schema[name] = value
    for bound in ("minimum", "maximum"):
        exclusive = f"exclusive{bound.capitalize()}"
        if dialect.draft <= Draft.D4 and exclusive in schema:
            schema[bound] = 1
    return schema


def _value(name: str, dialect: Dialect, choose: random.Random, depth: int) -> Any:
    if name in _VALID:
        return copy.deepcopy(_VALID[name])
    if name in ("exclusiveMinimum", "exclusiveMaximum"):
        return True if dialect.draft <= Draft.D4 else 1
    if name == "required":
        return True if dialect.draft <= Draft.D3 else ["a", "b"]
    if name == "disallow":
        return ["string"]
    if depth <= 0:
        return None
    if name in _HOLDS_ONE:
        return valid_schema(dialect, choose, depth - 1)
    if name in _HOLDS_LIST:
        return [valid_schema(dialect, choose, depth - 1) for _ in range(choose.randint(1, 2))]
    if name in _HOLDS_NAMED:
        return {key: valid_schema(dialect, choose, depth - 1) for key in ("a", "b")}
    return None


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container inside `value` with each of its keys."""
    if type(value) is dict or type(value) is list:
        for key in list(value) if type(value) is dict else range(len(value)):
            yield value, key
            yield from places(value[key])


def _exchange(schema: Any, choose: random.Random) -> Any:
    container, key = choose.choice([*places(schema)])
    container[key] = copy.deepcopy(choose.choice(_STRANGERS))
    return schema


def _add(schema: Any, choose: random.Random) -> Any:
    objects = [schema, *(holder[key] for holder, key in places(schema) if type(holder[key]) is dict)]
    keyword = choose.choice(sorted({name for dialect in DIALECTS for name in dialect.keywords}))
    choose.choice(objects)[keyword] = copy.deepcopy(choose.choice(_STRANGERS))
    return schema


def _swap(schema: Any, choose: random.Random) -> Any:
    found = [*places(schema)]
    (one, name), (other, key) = choose.choice(found), choose.choice(found)
    one[name], other[key] = copy.deepcopy(other[key]), copy.deepcopy(one[name])
    return schema


def _wrap(schema: Any, choose: random.Random) -> Any:
    container, key = choose.choice([*places(schema)])
    container[key] = choose.choice(([container[key]], {"a": container[key]}, [container[key], container[key]]))
    return schema


_WAYS = (_exchange, _exchange, _exchange, _add, _add, _swap, _wrap)


def mutated(dialect: Dialect, choose: random.Random) -> Any:
    """A schema that declares `dialect` and holds one to three faults, or what was meant for one."""
    schema = valid_schema(dialect, choose) or {"type": "string"}
    for _ in range(choose.choice((1, 1, 1, 2, 3))):
        schema = choose.choice(_WAYS)(schema, choose)
    if type(schema) is dict:
        schema["$schema"] = dialect.uri + ("#" if dialect.draft <= Draft.D7 else "")
    return schema


def many(count: int, seed: int) -> Iterator[tuple[Dialect, Any]]:
    """So many schemas in all dialects; the same ones for the same seed."""
    choose = random.Random(seed)  # noqa: S311 - the choice has no secrets
    for number in range(count):
        dialect = DIALECTS[number % len(DIALECTS)]
        yield dialect, mutated(dialect, choose)


def exhaustive() -> Iterator[tuple[Dialect, Any]]:
    """Every keyword of every dialect with every stranger as its value."""
    for dialect in DIALECTS:
        for keyword in dialect.keywords:
            for stranger in _STRANGERS:
                schema = {"$schema": dialect.uri, keyword: copy.deepcopy(stranger)}
                if keyword in ("exclusiveMinimum", "exclusiveMaximum") and dialect.draft <= Draft.D4:
                    schema[keyword.replace("exclusiveM", "m")] = 1
                yield dialect, schema
