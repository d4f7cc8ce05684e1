"""Which numbers the engine judges rightly, and the guards that keep the others out.

To the engine NaN and infinity are no numbers, so that they pass every bound; an integer of more than 4,300 digits is
compared as if it were 0, though `type: number` alone refuses it; and floats are their binary values, which differ from
their shortest text, the evaluator's reading, beyond 2**53.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from schemaval.jsonvalue import JSON

BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
NUMERIC = frozenset({*BOUNDS, "multipleOf"})
EXACT = 2**53  # up to here a float is what its shortest text says

GUARD: Mapping[str, JSON] = {"anyOf": [{"type": "number"}, {"type": ["string", "object", "array", "null", "boolean"]}]}
_NUMBERS = frozenset({"number", "integer"})
_KINDS = frozenset({int, float, Decimal})


def is_large(number: JSON) -> bool:
    """Whether a number of a schema is one that the engine may not compare as the evaluator does."""
    return type(number) is Decimal or not -EXACT <= number <= EXACT


def holds_large(value: JSON) -> bool:
    """Whether such a number stands anywhere in a value."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return False
    if kind is dict:
        return any(map(holds_large, value.values()))
    return any(map(holds_large, value)) if kind is list else is_large(value)


def is_zero(value: JSON) -> bool:
    """Whether a value is the number 0, which an integer of more than 4,300 digits equals to the engine."""
    return type(value) in _KINDS and value == 0


def holds_zero(value: JSON) -> bool:
    """Whether 0 stands somewhere inside an array or an object."""
    if type(value) is dict:
        return any(is_zero(member) or holds_zero(member) for member in value.values())
    return type(value) is list and any(is_zero(item) or holds_zero(item) for item in value)


def admits_strange(schema: Mapping[str, Any]) -> bool:
    """Whether a number that the engine cannot read may pass the bounds, or equal the constants, of `schema`."""
    names = schema.get("type")
    if names is None:
        return _zero_passes(schema) or not is_guarded(schema)
    if names in ("number", ["number"]):
        return False
    if type(names) is str and names != "integer":
        return False
    return not _NUMBERS.isdisjoint([names] if type(names) is str else names) and _zero_passes(schema)


def _zero_passes(schema: Mapping[str, Any]) -> bool:
    """Whether 0 is within the bounds; booleans beside them are left out of account."""
    least, above = schema.get("minimum", 0), schema.get("exclusiveMinimum", -1)
    most, below = schema.get("maximum", 0), schema.get("exclusiveMaximum", 1)
    return bool(
        least <= 0 <= most
        and (above is False or above is True or above < 0)
        and (below is False or below is True or below > 0)
    )


def is_guarded(schema: Mapping[str, Any]) -> bool:
    """Whether a schema refuses NaN and infinity by itself."""
    return "type" in schema or "const" in schema or "enum" in schema


def looks_at_numbers(schema: Mapping[str, Any]) -> bool:
    """Whether a keyword of `schema` itself tells one number from another, or numbers from the rest."""
    if not NUMERIC.isdisjoint(schema):
        return True
    names = schema.get("type")
    if names is not None and not _NUMBERS.isdisjoint([names] if type(names) is str else names):
        return True
    return any(type(value) in _KINDS for value in _compared(schema))


def compares_containers(schema: Mapping[str, Any]) -> bool:
    """Whether a keyword of `schema` itself compares arrays or objects, whatever is in them."""
    return any(type(value) in (list, dict) for value in _compared(schema))


def _compared(schema: Mapping[str, Any]) -> list[JSON]:
    return [*schema.get("enum", ()), schema.get("const")]
