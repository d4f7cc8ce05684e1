"""The traversal of subschemas, by the keyword table alone."""

from typing import Any

from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft
from schemaval.walk import children

D3, D4, D7, D2020 = (BY_DRAFT[draft] for draft in (Draft.D3, Draft.D4, Draft.D7, Draft.D2020))


def test_subschemas_come_in_schema_order_with_their_tokens() -> None:
    """Values, members and items that are subschemas are found, in the order in which they are written."""
    schema: dict[str, Any] = {
        "items": {"a": 1},
        "properties": {"b": True, "default": {"c": 1}},
        "allOf": [{"d": 1}, False],
        "not": {},
        "default": {"properties": {}},
        "unknown": {"properties": {}},
    }
    assert list(children(schema, D2020)) == [
        (("items",), {"a": 1}),
        (("properties", "b"), True),
        (("properties", "default"), {"c": 1}),
        (("allOf", 0), {"d": 1}),
        (("allOf", 1), False),
        (("not",), {}),
    ]


def test_what_is_no_schema_is_left_out() -> None:
    """Arrays of names, type names and malformed values are no subschemas."""
    schema = {"dependencies": {"a": ["b"], "c": {}}, "items": [{}, 1], "additionalItems": None, "properties": []}
    assert [way for way, _ in children(schema, D7)] == [("dependencies", "c"), ("items", 0)]


def test_the_dialect_decides() -> None:
    """The same keywords hold subschemas in one draft and none in another."""
    schema = {"type": ["string", {}], "extends": {}, "prefixItems": [{}], "$defs": {"a": {}}}
    assert [way for way, _ in children(schema, D3)] == [("type", 1), ("extends",), ("$defs", "a")]
    assert [way for way, _ in children(schema, D2020)] == [("prefixItems", 0), ("$defs", "a")]
    assert [way for way, _ in children(schema, D4)] == [("$defs", "a")]
