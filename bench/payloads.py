"""What the benchmarks judge: a schema, a valid instance and an invalid one, as rows."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Payload:
    """A schema with an instance that it accepts and one that it rejects, by one fault."""

    name: str
    schema: dict[str, Any]
    valid: Any
    invalid: Any


_STRING = {"type": "string"}


def _rows(count: int) -> list[dict[str, Any]]:
    return [{"id": number, "name": f"row {number}", "price": 1.5, "sold": True} for number in range(count)]


def rows(count: int) -> Payload:
    """An array of `count` rows of four fields; the invalid one has a text for a price in the middle."""
    broken = _rows(count)
    broken[count // 2]["price"] = "1.5"
    row = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "name": _STRING,
            "price": {"type": "number"},
            "sold": {"type": "boolean"},
        },
        "required": ["id", "name"],
    }
    return Payload(f"{count:,} rows", {"type": "array", "items": row}, _rows(count), broken)


def _search_call(limit: object) -> dict[str, Any]:
    return {
        "query": "tide tables",
        "limit": limit,
        "offset": 0,
        "sort": "asc",
        "fields": ["place", "height"],
        "filter": {"since": "2026-01-01", "until": "2026-02-01", "tags": ["sea", "moon"]},
        "exact": True,
        "language": "en",
        "score": 0.5,
        "mode": "full",
    }


_SEARCH = {
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

PAYLOADS: tuple[Payload, ...] = (
    Payload(
        "one string",
        {"type": "object", "properties": {"city": _STRING}, "required": ["city"]},
        {"city": "Bergen"},
        {"city": 5},
    ),
    Payload("ten fields", _SEARCH, _search_call(10), _search_call("10")),
    rows(1_000),
)
