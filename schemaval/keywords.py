"""Every keyword as a row: what its value holds, and in which drafts.

A shape says what a keyword's value may be. It serves three readers: the walk (where are subschemas?), normalisation
(which empty container is legal here?) and the structural check (is the value well formed?). The official metaschemas
judge the rows in `tests/test_keywords.py`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from schemaval.equality import unique
from schemaval.jsonvalue import JSON, is_integral


class Draft(IntEnum):
    """The drafts in their order."""

    D3 = 0
    D4 = 1
    D6 = 2
    D7 = 3
    D2019 = 4
    D2020 = 5


Legal = Callable[[Any, Draft], bool]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value may be, one level deep; `member` and `item` are the shapes one level down.

    `takes_object` and `takes_array` say whether `{}` and `[]` are legal. `is_schema` marks a value that, as an object
    (or a boolean), is a subschema; its members then follow the keyword table and not `member`.
    """

    name: str
    legal: Legal
    takes_object: bool = False
    takes_array: bool = False
    is_schema: bool = False
    member: "Shape | None" = None
    item: "Shape | None" = None
    holds_schemas: bool = field(init=False, default=False)
    is_mendable: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Note what every walk asks: whether subschemas stand inside, and whether one empty container is wrong."""
        object.__setattr__(self, "holds_schemas", self.is_schema or bool(self.member) or bool(self.item))
        object.__setattr__(self, "is_mendable", self.takes_object is not self.takes_array)


@dataclass(frozen=True, slots=True)
class Keyword:
    """One row: `name` has `shape` in the drafts `since` to `until`, both included.

    `vocabulary` is the last part of the vocabulary's URI, `""` for keywords that none of them holds. `tolerated` marks
    a position that the draft's metaschema does not know but schemas use. `beside` is the keyword that must stand
    beside it.
    """

    name: str
    shape: Shape
    since: Draft = Draft.D3
    until: Draft = Draft.D2020
    vocabulary: str = "validation"
    tolerated: bool = False
    beside: str | None = None


_NUMBERS = frozenset({int, float, Decimal})
_NAME = frozenset({str})
SIMPLE_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def _is_whole(value: JSON, draft: Draft) -> bool:
    return type(value) is int or (draft >= Draft.D6 and type(value) in (float, Decimal) and is_integral(value))


def _is_count(value: JSON, draft: Draft) -> bool:
    return _is_whole(value, draft) and value >= 0


def _is_positive(value: JSON, _draft: Draft) -> bool:
    return type(value) in _NUMBERS and value > 0


def _is_schema(value: JSON, draft: Draft) -> bool:
    return type(value) is dict or (type(value) is bool and draft >= Draft.D6)


def _is_filled_array(value: JSON, _draft: Draft) -> bool:
    return type(value) is list and bool(value)


def _is_schema_or_filled_array(value: JSON, draft: Draft) -> bool:
    return _is_schema(value, draft) or (type(value) is list and bool(value))


def _are_names(value: JSON, draft: Draft) -> bool:
    """Strings without repetition; draft-04 wants at least one."""
    if type(value) is not list or (not value and draft <= Draft.D4):
        return False
    return set(map(type, value)) <= _NAME and len(set(value)) == len(value)


def _is_schema_or_names(value: JSON, draft: Draft) -> bool:
    return _is_schema(value, draft) or _are_names(value, draft)


def _is_type(value: JSON, _draft: Draft) -> bool:
    if type(value) is str:
        return value in SIMPLE_TYPES
    return (
        type(value) is list
        and bool(value)
        and all(type(name) is str and name in SIMPLE_TYPES for name in value)
        and len(set(value)) == len(value)
    )


def _is_enum(value: JSON, draft: Draft) -> bool:
    if type(value) is not list:
        return False
    return draft >= Draft.D6 or (bool(value) and unique(value))


def _of(*kinds: type) -> Legal:
    accepted = frozenset(kinds)
    return lambda value, _draft: type(value) in accepted


def _matching(pattern: str) -> Legal:
    matches = re.compile(pattern).fullmatch
    return lambda value, _draft: type(value) is str and matches(value) is not None


ANY = Shape("any value", lambda _value, _draft: True, takes_object=True, takes_array=True)
STRING = Shape("a string", _of(str))
BOOLEAN = Shape("a boolean", _of(bool))
NUMBER = Shape("a number", _of(*_NUMBERS))
POSITIVE = Shape("a number above 0", _is_positive)
WHOLE = Shape("an integer", _is_whole)
COUNT = Shape("an integer of at least 0", _is_count)
ARRAY = Shape("an array", _of(list), takes_array=True)
ENUM_3 = Shape("an array of distinct values, at least one", _is_enum)
ENUM = Shape("an array", _is_enum, takes_array=True)
NAMES_4 = Shape("an array of distinct strings, at least one", _are_names)
NAMES = Shape("an array of distinct strings", _are_names, takes_array=True)
TYPE = Shape("a type name, or an array of distinct ones", _is_type)
IDENTIFIER = Shape("a URI reference without a fragment", _matching(r"[^#]*#?"))
ANCHOR_2019 = Shape("a name that starts with a letter", _matching(r"[A-Za-z][-A-Za-z0-9.:_]*"))
ANCHOR = Shape("a name that starts with a letter or _", _matching(r"[A-Za-z_][-A-Za-z0-9._]*"))
VOCABULARIES = Shape("an object of booleans", _of(dict), takes_object=True, member=BOOLEAN)

SCHEMA = Shape("a schema", _is_schema, takes_object=True, is_schema=True)
SCHEMA_OR_BOOLEAN = Shape("a schema or a boolean", _of(dict, bool), takes_object=True, is_schema=True)
SCHEMAS_BY_NAME = Shape("an object of schemas", _of(dict), takes_object=True, member=SCHEMA)
SCHEMAS = Shape("an array of schemas, at least one", _is_filled_array, item=SCHEMA)
SCHEMA_OR_SCHEMAS = Shape(
    "a schema, or an array of schemas, at least one",
    _is_schema_or_filled_array,
    takes_object=True,
    is_schema=True,
    item=SCHEMA,
)
SCHEMA_OR_NAMES_4 = Shape(
    "a schema, or an array of strings, at least one", _is_schema_or_names, takes_object=True, is_schema=True
)
SCHEMA_OR_NAMES = Shape(
    "a schema, or an array of strings", _is_schema_or_names, takes_object=True, takes_array=True, is_schema=True
)
DEPENDENCIES_4 = Shape(
    "an object of schemas and arrays of strings", _of(dict), takes_object=True, member=SCHEMA_OR_NAMES_4
)
DEPENDENCIES = Shape("an object of schemas and arrays of strings", _of(dict), takes_object=True, member=SCHEMA_OR_NAMES)
NAMES_BY_NAME = Shape("an object of arrays of strings", _of(dict), takes_object=True, member=NAMES)

# draft-03: a type may be a schema, an array may be empty
SCHEMA_OR_STRING = Shape("a type name or a schema", _of(str, dict), takes_object=True, is_schema=True)
TYPES_3 = Shape(
    "a type name, or an array of type names and schemas",
    lambda value, _draft: type(value) is str or (type(value) is list and unique(value)),
    takes_array=True,
    item=SCHEMA_OR_STRING,
)
SCHEMA_OR_SCHEMAS_3 = Shape(
    "a schema, or an array of schemas",
    _of(dict, list),
    takes_object=True,
    takes_array=True,
    is_schema=True,
    item=SCHEMA,
)
SCHEMA_OR_NAMES_3 = Shape(
    "a name, an array of names, or a schema",
    lambda value, _draft: (
        type(value) in (str, dict) or (type(value) is list and all(type(name) is str for name in value))
    ),
    takes_object=True,
    takes_array=True,
    is_schema=True,
)
DEPENDENCIES_3 = Shape("an object of names and schemas", _of(dict), takes_object=True, member=SCHEMA_OR_NAMES_3)

_D3, _D4, _D6, _D7, _D2019, _D2020 = Draft

ROWS: tuple[Keyword, ...] = (
    # core
    Keyword("id", STRING, until=_D4, vocabulary="core"),
    Keyword("$id", STRING, _D6, _D7, vocabulary="core"),
    Keyword("$id", IDENTIFIER, _D2019, vocabulary="core"),
    Keyword("$schema", STRING, vocabulary="core"),
    Keyword("$ref", STRING, until=_D3, vocabulary="core"),
    Keyword("$ref", STRING, _D4, _D4, vocabulary="core", tolerated=True),
    Keyword("$ref", STRING, _D6, vocabulary="core"),
    Keyword("$anchor", ANCHOR_2019, _D2019, _D2019, vocabulary="core"),
    Keyword("$anchor", ANCHOR, _D2020, vocabulary="core"),
    Keyword("$recursiveRef", STRING, _D2019, _D2019, vocabulary="core"),
    Keyword("$recursiveAnchor", BOOLEAN, _D2019, _D2019, vocabulary="core"),
    Keyword("$recursiveRef", STRING, _D2020, vocabulary=""),
    Keyword("$recursiveAnchor", ANCHOR, _D2020, vocabulary=""),
    Keyword("$dynamicRef", STRING, _D2020, vocabulary="core"),
    Keyword("$dynamicAnchor", ANCHOR, _D2020, vocabulary="core"),
    Keyword("$vocabulary", VOCABULARIES, _D2019, vocabulary="core"),
    Keyword("$comment", STRING, _D7, vocabulary="core"),
    Keyword("$defs", SCHEMAS_BY_NAME, until=_D7, vocabulary="core", tolerated=True),
    Keyword("$defs", SCHEMAS_BY_NAME, _D2019, vocabulary="core"),
    Keyword("definitions", SCHEMAS_BY_NAME, until=_D3, vocabulary="", tolerated=True),
    Keyword("definitions", SCHEMAS_BY_NAME, _D4, vocabulary=""),
    # applicators, to the value itself
    Keyword("allOf", SCHEMAS, _D4, vocabulary="applicator"),
    Keyword("anyOf", SCHEMAS, _D4, vocabulary="applicator"),
    Keyword("oneOf", SCHEMAS, _D4, vocabulary="applicator"),
    Keyword("not", SCHEMA, _D4, vocabulary="applicator"),
    Keyword("if", SCHEMA, _D7, vocabulary="applicator"),
    Keyword("then", SCHEMA, _D7, vocabulary="applicator"),
    Keyword("else", SCHEMA, _D7, vocabulary="applicator"),
    Keyword("dependentSchemas", SCHEMAS_BY_NAME, _D2019, vocabulary="applicator"),
    Keyword("dependencies", DEPENDENCIES_3, until=_D3, vocabulary="applicator"),
    Keyword("dependencies", DEPENDENCIES_4, _D4, _D4, vocabulary="applicator"),
    Keyword("dependencies", DEPENDENCIES, _D6, _D7, vocabulary="applicator"),
    Keyword("dependencies", DEPENDENCIES, _D2019, vocabulary=""),
    Keyword("extends", SCHEMA_OR_SCHEMAS_3, until=_D3, vocabulary="applicator"),
    # applicators, to members and items
    Keyword("properties", SCHEMAS_BY_NAME, vocabulary="applicator"),
    Keyword("patternProperties", SCHEMAS_BY_NAME, vocabulary="applicator"),
    Keyword("additionalProperties", SCHEMA_OR_BOOLEAN, until=_D4, vocabulary="applicator"),
    Keyword("additionalProperties", SCHEMA, _D6, vocabulary="applicator"),
    Keyword("propertyNames", SCHEMA, _D6, vocabulary="applicator"),
    Keyword("prefixItems", SCHEMAS, _D2020, vocabulary="applicator"),
    Keyword("items", SCHEMA_OR_SCHEMAS_3, until=_D3, vocabulary="applicator"),
    Keyword("items", SCHEMA_OR_SCHEMAS, _D4, _D2019, vocabulary="applicator"),
    Keyword("items", SCHEMA, _D2020, vocabulary="applicator"),
    Keyword("additionalItems", SCHEMA_OR_BOOLEAN, until=_D4, vocabulary="applicator"),
    Keyword("additionalItems", SCHEMA, _D6, _D2019, vocabulary="applicator"),
    Keyword("contains", SCHEMA, _D6, vocabulary="applicator"),
    Keyword("unevaluatedItems", SCHEMA, _D2019, _D2019, vocabulary="applicator"),
    Keyword("unevaluatedProperties", SCHEMA, _D2019, _D2019, vocabulary="applicator"),
    Keyword("unevaluatedItems", SCHEMA, _D2020, vocabulary="unevaluated"),
    Keyword("unevaluatedProperties", SCHEMA, _D2020, vocabulary="unevaluated"),
    # assertions
    Keyword("type", TYPES_3, until=_D3),
    Keyword("type", TYPE, _D4),
    Keyword("disallow", TYPES_3, until=_D3),
    Keyword("enum", ENUM_3, until=_D4),
    Keyword("enum", ENUM, _D6),
    Keyword("const", ANY, _D6),
    Keyword("divisibleBy", POSITIVE, until=_D3),
    Keyword("multipleOf", POSITIVE, _D4),
    Keyword("minimum", NUMBER),
    Keyword("maximum", NUMBER),
    Keyword("exclusiveMinimum", BOOLEAN, until=_D4, beside="minimum"),
    Keyword("exclusiveMaximum", BOOLEAN, until=_D4, beside="maximum"),
    Keyword("exclusiveMinimum", NUMBER, _D6),
    Keyword("exclusiveMaximum", NUMBER, _D6),
    Keyword("minLength", COUNT),
    Keyword("maxLength", WHOLE, until=_D3),
    Keyword("maxLength", COUNT, _D4),
    Keyword("pattern", STRING),
    Keyword("minItems", COUNT),
    Keyword("maxItems", COUNT),
    Keyword("uniqueItems", BOOLEAN),
    Keyword("minContains", COUNT, _D2019),
    Keyword("maxContains", COUNT, _D2019),
    Keyword("minProperties", COUNT, _D4),
    Keyword("maxProperties", COUNT, _D4),
    Keyword("required", BOOLEAN, until=_D3),
    Keyword("required", NAMES_4, _D4, _D4),
    Keyword("required", NAMES, _D6),
    Keyword("dependentRequired", NAMES_BY_NAME, _D2019),
    # format and content
    Keyword("format", STRING, vocabulary="format"),
    Keyword("contentEncoding", STRING, _D7, vocabulary="content"),
    Keyword("contentMediaType", STRING, _D7, vocabulary="content"),
    Keyword("contentSchema", SCHEMA, _D2019, vocabulary="content"),
    # annotations
    Keyword("title", STRING, vocabulary="meta-data"),
    Keyword("description", STRING, vocabulary="meta-data"),
    Keyword("default", ANY, vocabulary="meta-data"),
    Keyword("examples", ARRAY, _D6, vocabulary="meta-data"),
    Keyword("readOnly", BOOLEAN, _D7, vocabulary="meta-data"),
    Keyword("writeOnly", BOOLEAN, _D2019, vocabulary="meta-data"),
    Keyword("deprecated", BOOLEAN, _D2019, vocabulary="meta-data"),
)


@lru_cache(maxsize=64)
def table(draft: Draft, vocabularies: frozenset[str] | None = None) -> Mapping[str, Keyword]:
    """The keywords of a draft by name; `vocabularies` narrows them to those that a custom metaschema declares."""
    return MappingProxyType(
        {
            row.name: row
            for row in ROWS
            if row.since <= draft <= row.until
            and (
                vocabularies is None or not row.vocabulary or row.vocabulary == "core" or row.vocabulary in vocabularies
            )
        }
    )
