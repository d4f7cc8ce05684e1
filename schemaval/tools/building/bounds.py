"""Rows: what may be said of a value with the schema builder, of which JSON types, and what makes a legal argument."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON, type_name
from schemaval.patterns import is_ecma
from schemaval.tools.errors import InvalidDefinition


@dataclass(frozen=True, slots=True)
class Bound:
    """A keyword that the builder sets: its method, the JSON types it speaks of (empty: any), its legal arguments."""

    keyword: str
    method: str
    types: frozenset[str]
    legal: Callable[[Any], bool]
    wanted: str


def _is_number(value: object) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_positive(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_pattern(value: object) -> bool:
    return type(value) is str and is_ecma(value)


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_filled_text(value: object) -> bool:
    return type(value) is str and value != ""


def _is_switch(value: object) -> bool:
    return type(value) is bool


_NUMBERS = frozenset({"number", "integer"})
_STRINGS = frozenset({"string"})
_ARRAYS = frozenset({"array"})
_OBJECTS = frozenset({"object"})
_ANY: frozenset[str] = frozenset()

_COUNT = "an integer of 0 or more"
_SWITCH = "True or False"

BOUNDS: Mapping[str, Bound] = {
    bound.keyword: bound
    for bound in (
        Bound("minimum", "min", _NUMBERS, _is_number, "a finite number"),
        Bound("maximum", "max", _NUMBERS, _is_number, "a finite number"),
        Bound("exclusiveMinimum", "exclusive_min", _NUMBERS, _is_number, "a finite number"),
        Bound("exclusiveMaximum", "exclusive_max", _NUMBERS, _is_number, "a finite number"),
        Bound("multipleOf", "multiple_of", _NUMBERS, _is_positive, "a finite number above 0"),
        Bound("minLength", "min_length", _STRINGS, _is_count, _COUNT),
        Bound("maxLength", "max_length", _STRINGS, _is_count, _COUNT),
        Bound("pattern", "pattern", _STRINGS, _is_pattern, "a regular expression of ECMA-262 in Unicode mode"),
        Bound("format", "format", _ANY, _is_filled_text, "a format's name"),
        Bound("contentEncoding", "content_encoding", _STRINGS, _is_filled_text, "an encoding's name"),
        Bound("contentMediaType", "content_media_type", _STRINGS, _is_filled_text, "a media type"),
        Bound("minItems", "min_items", _ARRAYS, _is_count, _COUNT),
        Bound("maxItems", "max_items", _ARRAYS, _is_count, _COUNT),
        Bound("uniqueItems", "unique_items", _ARRAYS, _is_switch, _SWITCH),
        Bound("minContains", "min_contains", _ARRAYS, _is_count, _COUNT),
        Bound("maxContains", "max_contains", _ARRAYS, _is_count, _COUNT),
        Bound("minProperties", "min_properties", _OBJECTS, _is_count, _COUNT),
        Bound("maxProperties", "max_properties", _OBJECTS, _is_count, _COUNT),
        Bound("title", "title", _ANY, _is_text, "a text"),
        Bound("description", "described", _ANY, _is_text, "a text"),
        Bound("deprecated", "deprecated", _ANY, _is_switch, _SWITCH),
        Bound("readOnly", "read_only", _ANY, _is_switch, _SWITCH),
        Bound("writeOnly", "write_only", _ANY, _is_switch, _SWITCH),
        Bound("$comment", "comment", _ANY, _is_text, "a text"),
    )
}

# Keywords whose argument is a schema or holds schemas speak of one type too.
APPLICATORS: Mapping[str, tuple[str, frozenset[str]]] = {
    "items": ("items", _ARRAYS),
    "prefixItems": ("prefix_items", _ARRAYS),
    "contains": ("contains", _ARRAYS),
    "patternProperties": ("pattern_properties", _OBJECTS),
    "propertyNames": ("property_names", _OBJECTS),
    "additionalProperties": ("additional", _OBJECTS),
    "dependentRequired": ("dependent_required", _OBJECTS),
}

# (lower bound, upper bound, whether the two being equal leaves no value)
_PAIRS = (
    ("minimum", "maximum", False),
    ("exclusiveMinimum", "maximum", True),
    ("minimum", "exclusiveMaximum", True),
    ("exclusiveMinimum", "exclusiveMaximum", True),
    ("minLength", "maxLength", False),
    ("minItems", "maxItems", False),
    ("minContains", "maxContains", False),
    ("minProperties", "maxProperties", False),
)

# What was probably meant by a number's bound on a value of another type.
_MEANT = {
    (bound, kind): f"{bound}_{what}"
    for bound in ("min", "max")
    for kind, what in (("string", "length"), ("array", "items"), ("object", "properties"))
}


def types_of(body: Mapping[str, JSON]) -> frozenset[str] | None:
    """The JSON types that a schema's own `type` names; None where it names none."""
    declared = body.get("type")
    if type(declared) is str:
        return frozenset({declared})
    return frozenset(declared) if type(declared) is list else None


def check_fits(method: str, types: frozenset[str], body: Mapping[str, JSON]) -> None:
    """Raise InvalidDefinition where a keyword speaks of types that the schema does not take."""
    declared = types_of(body)
    if declared is None or not types or types & declared:
        return
    kinds = " or ".join(sorted(declared))
    meant = [_MEANT[method, kind] for kind in sorted(declared) if (method, kind) in _MEANT]
    hint = f"; use {meant[0]}()" if meant else ""
    raise InvalidDefinition(f"{method}() speaks of {' or '.join(sorted(types))}, the schema takes {kinds}{hint}")


def check_argument(bound: Bound, value: object) -> None:
    """Raise InvalidDefinition unless `value` is what the keyword takes."""
    if not bound.legal(value):
        raise InvalidDefinition(f"{bound.method}() takes {bound.wanted}, not {_shown(value)}")


def check_pairs(body: Mapping[str, JSON]) -> None:
    """Raise InvalidDefinition where a lower bound stands above its upper bound, so that no value would be left."""
    for low, high, strict in _PAIRS:
        least: Any = body.get(low)
        most: Any = body.get(high)
        if _is_number(least) and _is_number(most) and (least > most or (strict and least == most)):
            raise InvalidDefinition(
                f"{BOUNDS[low].method}({least}) and {BOUNDS[high].method}({most}) leave no value: "
                "the lower bound is too high"
            )


def check_value(method: str, value: JSON, body: Mapping[str, JSON]) -> None:
    """Raise InvalidDefinition where a constant is of a type that the schema does not take."""
    declared = types_of(body)
    if declared is not None and type_name(value) not in declared and not (_is_number(value) and "number" in declared):
        raise InvalidDefinition(
            f"{method}() got a value of type {type_name(value)}, the schema takes {' or '.join(sorted(declared))}"
        )


def _shown(value: object) -> str:
    return shorten(repr(value)) if isinstance(value, (str, int, float)) or value is None else type(value).__name__
