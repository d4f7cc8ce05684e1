"""Schemas, and makers of instances for them."""

from copy import deepcopy
from typing import Any

import orjson

_STRING = {"type": "string"}
_MEGABYTE = 1_000_000

WEATHER = {"type": "object", "properties": {"city": _STRING}, "required": ["city"]}

SEARCH = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 200},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "offset": {"type": "integer", "minimum": 0},
        "sort": {"enum": ["asc", "desc"]},
        "fields": {"type": "array", "items": _STRING, "maxItems": 20},
        "filter": {
            "type": "object",
            "properties": {"since": _STRING, "until": _STRING, "tags": {"type": "array", "items": _STRING}},
            "additionalProperties": False,
        },
        "exact": {"type": "boolean"},
        "language": {"type": "string", "pattern": "^[a-z]{2}$"},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "mode": {"anyOf": [{"const": "fast"}, {"const": "full"}]},
    },
    "required": ["query", "limit"],
    "additionalProperties": False,
}

_ROW = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "name": _STRING,
        "price": {"type": "number"},
        "sold": {"type": "boolean"},
    },
    "required": ["id", "name"],
}
ROWS = {"type": "array", "items": _ROW}
RESULT = {"type": "object", "properties": {"rows": ROWS}, "required": ["rows"]}

TREE = {
    "type": "object",
    "properties": {"name": _STRING, "children": {"type": "array", "items": {"$ref": "#"}}},
    "required": ["name"],
}


def search_call(**changed: Any) -> dict[str, Any]:
    """Ten arguments of a search, with some changed."""
    return {
        "query": "tide tables",
        "limit": 10,
        "offset": 0,
        "sort": "asc",
        "fields": ["place", "height"],
        "filter": {"since": "2026-01-01", "until": "2026-02-01", "tags": ["sea", "moon"]},
        "exact": True,
        "language": "en",
        "score": 0.5,
        "mode": "full",
    } | changed


def rows(count: int) -> list[dict[str, Any]]:
    """So many rows of four fields."""
    return [{"id": number, "name": f"row {number}", "price": 1.5, "sold": True} for number in range(count)]


def megabyte() -> list[dict[str, Any]]:
    """As many rows as a megabyte of JSON text holds."""
    return rows(_MEGABYTE * 1_000 // len(orjson.dumps(rows(1_000))))


def broken(whole: list[dict[str, Any]], faults: int) -> list[dict[str, Any]]:
    """The rows with a text for a price in `faults` of them, a single one in the middle."""
    wrong = deepcopy(whole)
    first = len(wrong) // 2 if faults == 1 else 0
    for row in wrong[first : first + faults]:
        row["price"] = "1.5"
    return wrong


def tree(levels: int) -> dict[str, Any]:
    """A tree of three children a node."""
    return {"name": "leaf", "children": [tree(levels - 1) for _ in range(3)] if levels else []}


def wide(properties: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """An object schema of so many properties, and an instance that has them all."""
    names = [f"property{number}" for number in range(properties)]
    kinds = ({"type": "string"}, {"type": "integer", "minimum": 0}, {"type": "boolean"})
    values = ("text", 5, True)
    schema = {name: kinds[number % 3] for number, name in enumerate(names)}
    return {"type": "object", "properties": schema}, {name: values[number % 3] for number, name in enumerate(names)}


def tool_inputs(count: int) -> list[dict[str, Any]]:
    """Input schemas of so many tools, no two alike, five parameters each."""
    return [
        {
            "type": "object",
            "properties": {
                f"target{number}": {"type": "string", "description": f"What tool {number} works on."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100 + number},
                "order": {"enum": ["asc", "desc"]},
                "tags": {"type": "array", "items": _STRING},
                "exact": {"type": "boolean"},
            },
            "required": [f"target{number}"],
            "additionalProperties": False,
        }
        for number in range(count)
    ]


def nested(levels: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """An object in an object, so many levels, by a schema that is as deep; and one instance."""
    schema: dict[str, Any] = {"type": "object", "properties": {"name": _STRING}}
    instance: dict[str, Any] = {"name": "innermost"}
    for _ in range(levels - 1):
        schema = {"type": "object", "properties": {"name": _STRING, "next": schema}}
        instance = {"name": "outer", "next": instance}
    return schema, instance


def chain(levels: int) -> dict[str, Any]:
    """A TREE of one child a node."""
    node: dict[str, Any] = {"name": "leaf", "children": []}
    for _ in range(levels - 1):
        node = {"name": "node", "children": [node]}
    return node
