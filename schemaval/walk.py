"""The one traversal of subschemas: where a schema holds schemas, by the dialect's keyword table."""

from collections.abc import Iterator
from typing import Any

from schemaval.dialects import Dialect
from schemaval.jsonvalue import JSON
from schemaval.keywords import Shape

Tokens = tuple[str | int, ...]


def children(schema: dict[str, Any], dialect: Dialect) -> Iterator[tuple[Tokens, JSON]]:
    """The direct subschemas of `schema` with the reference tokens that lead to each, in schema order.

    Values that are no schemas (a boolean where the draft knows none, a malformed member) are left out.
    """
    keywords = dialect.keywords
    for name, value in schema.items():
        row = keywords.get(name)
        if row is not None:
            shape = row.shape
            if shape.is_schema or shape.member is not None or shape.item is not None:
                yield from _inside(shape, value, (name,))


def _inside(shape: Shape, value: JSON, way: Tokens) -> Iterator[tuple[Tokens, JSON]]:
    """The subschemas in a value of `shape`: the value itself, its members, or its items."""
    kind = type(value)
    if shape.is_schema and (kind is dict or kind is bool):
        yield way, value
    elif shape.member is not None and kind is dict:
        if shape.member.is_schema or shape.member.item is not None:
            for name, member in value.items():
                yield from _inside(shape.member, member, (*way, name))
    elif shape.item is not None and kind is list:
        for index, item in enumerate(value):
            yield from _inside(shape.item, item, (*way, index))
