"""Type names that do not exist, and the ones that were meant."""

from collections.abc import Mapping

from schemaval.suggestions import nearest

NAMES = ("array", "boolean", "integer", "null", "number", "object", "string")

_MEANT: Mapping[str, tuple[str, ...]] = {
    "array": ("list", "tuple", "set", "sequence", "vector", "collection"),
    "boolean": ("bool", "bit", "flag"),
    "integer": ("int", "int32", "int64", "long", "bigint", "short", "uint"),
    "null": ("none", "nil", "void", "undefined", "nonetype"),
    "number": ("float", "double", "decimal", "numeric", "real", "float32", "float64"),
    "object": ("dict", "map", "struct", "record", "hash", "json", "dictionary", "hashmap"),
    "string": ("str", "text", "char", "varchar", "datetime", "url", "enum", "bytes", "file", "password"),
}
_CONFUSED: Mapping[str, str] = {wrong: right for right, wrongs in _MEANT.items() for wrong in wrongs}
_FORMATS = frozenset({"date", "time", "date-time", "uuid", "uri", "email", "ipv4", "ipv6", "hostname", "regex"})
_ANYTHING = frozenset({"any", "mixed", "unknown", "variant", "*"})


def hint(wrong: str) -> str | None:
    """What to write for a type name that JSON Schema does not know; None where nothing is near."""
    folded = wrong.strip().lower()
    if folded in _ANYTHING:
        return "leave type out where any value may stand"
    if folded in _FORMATS:
        return f'use "type": "string" and "format": "{folded}"'
    right = meant(folded)
    return None if right is None else f'use "{right}"'


def meant(wrong: str) -> str | None:
    """The type name that `wrong` stands for or is nearest to."""
    folded = wrong.strip().lower()
    return _CONFUSED.get(folded) or nearest(folded, NAMES)
