"""What came: an instance in words that never repeat it, in time that does not grow with its size."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import islice

from schemaval.equality import key
from schemaval.jsonvalue import JSON, type_name

TYPE_WORDS: dict[str, str] = {
    "array": "an array",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
    "any": "any value",  # draft-03
    "schema": "a value that fits one of the schemas in type",  # draft-03 again
}
_PARTS = {"string": ("character", "characters"), "array": ("item", "items"), "object": ("property", "properties")}

_LOOKED_AT = 64  # characters of a text, at either end
_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:\.(?P<fraction>[0-9]+))?(?:[eE][-+]?[0-9]+)?\s*", re.ASCII)
_BOOLEANS = frozenset({"true", "false"})

_COMPARED_ITEMS = 256
_COMPARED_MEMBERS = 16


def describe(value: JSON) -> str:
    """The JSON type of `value` with its size, as in `a string of 12 characters`; never anything of its content."""
    kind = type_name(value)
    parts = _PARTS.get(kind)
    if parts is None:
        return TYPE_WORDS.get(kind) or f"a {kind}"
    length = size(value)
    if not length:
        return f"an empty {kind}"
    return f"{TYPE_WORDS[kind]} of {length} {parts[length != 1]}"


def size(value: JSON) -> int:
    """How many characters, items or properties `value` has; 0 where it can have none."""
    if type(value) is str:
        return len(value)
    if isinstance(value, dict):
        return dict.__len__(value)
    if isinstance(value, list):
        return list.__len__(value)
    return len(value) if type(value) is tuple else 0


def came(value: JSON, expected: Sequence[str]) -> str:
    """What came instead of the expected types, and how to mend it where that is plain."""
    kind = type(value)
    if kind is str:
        return _disguised(value, frozenset(expected)) or describe(value)
    if (kind is float or kind is Decimal) and "integer" in expected:
        if type_name(value) == "number":
            return "a number with a fraction"
        return "a whole number written with a decimal point; leave out the point"  # no integer up to draft-04
    if "string" in expected and (kind is int or kind is float):
        return f"{describe(value)}; put it in quotes"
    return describe(value)


def _disguised(text: str, expected: frozenset[str]) -> str | None:
    """What a text holds where it is the JSON of something expected."""
    if len(text) <= _LOOKED_AT:
        scalar = _disguised_scalar(text, expected)
        if scalar is not None:
            return scalar
    first = text[:_LOOKED_AT].lstrip()[:1]
    if first == "{" and "object" in expected:
        return "JSON text of an object; send the object itself"
    if first == "[" and "array" in expected:
        return "JSON text of an array; send the array itself"
    return None


def _disguised_scalar(text: str, expected: frozenset[str]) -> str | None:
    if "integer" in expected or "number" in expected:
        found = _NUMBER.fullmatch(text)
        if found is not None:
            if "number" not in expected and (found["fraction"] or "").strip("0"):
                return "a number with a fraction, written as text"
            return "a number written as text; leave out the quotes"
    if "boolean" in expected and text.strip().lower() in _BOOLEANS:
        return "a boolean written as text; leave out the quotes"
    if "null" in expected and text.strip().lower() in ("null", "none"):
        return "null written as text; leave out the quotes"
    return None


def equal_items(value: JSON) -> tuple[int, int] | None:
    """The indices of two equal items of an array, where a bounded look finds them.

    Only the first 256 items are compared, and of these only scalars and containers of a few scalars.
    """
    if not isinstance(value, (list, tuple)):
        return None
    items = list.__iter__(value) if isinstance(value, list) else iter(value)
    seen: dict[object, int] = {}
    for index, item in enumerate(islice(items, _COMPARED_ITEMS)):
        if _is_small(item):
            first = seen.setdefault(key(item), index)
            if first != index:
                return first, index
    return None


def _is_small(item: JSON) -> bool:
    members = item.values() if type(item) is dict else item if type(item) is list else None
    if members is None:
        return not isinstance(item, (dict, list, tuple))
    return len(members) <= _COMPARED_MEMBERS and not any(isinstance(member, (dict, list, tuple)) for member in members)
