"""A first look at a document: most schemas of tools hold nothing that needs a pointer, so none is made for them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from schemaval.dialects import Dialect, by_name
from schemaval.jsonvalue import JSON
from schemaval.keywords import (
    ANY,
    SCHEMA,
    SCHEMA_OR_BOOLEAN,
    SCHEMA_OR_SCHEMAS,
    SCHEMAS,
    SCHEMAS_BY_NAME,
    SIMPLE_TYPES,
    STRING,
    TYPE,
    Draft,
    Keyword,
    Legal,
)

MOST_REFERENCES = 12


@dataclass(slots=True)
class Skim:
    """A document in a standard dialect in which nothing is named, is to be mended or breaks the keyword table.

    `schemas` are the subschemas that are objects, the root first, `booleans` counts the others; `patterns` are the
    regular expressions in them. `in_place` counts the subschemas that are applied to the value itself. `references`
    are the texts of every `$ref`: few, and pointers to subschemas that refer to nothing on the value itself.
    """

    schemas: list[dict[str, Any]]
    patterns: list[str] = field(default_factory=list)
    booleans: int = 0
    in_place: int = 0
    references: list[str] = field(default_factory=list)


def skim(root: JSON, dialect: Dialect, max_subschemas: int | None) -> Skim | None:
    """What a first look finds; None where a document is to be read with care, which says nothing about it yet."""
    if type(root) is not dict or dialect.is_custom or dialect.draft is Draft.D3:
        return None
    found = _look(root, dialect)
    if found is None or (max_subschemas is not None and len(found.schemas) + found.booleans > max_subschemas):
        return None
    return found if not found.references or _all_lead_on(found) else None


def inside(found: Skim, dialect: Dialect) -> dict[str, list[str]]:
    """By the text of each reference, the references inside of what it leads to, as often as they stand there."""
    root = found.schemas[0]
    ways: dict[str, list[str]] = {}
    for text in found.references:
        if text not in ways:
            target = _target(root, text)
            seen = found if target is root else _look(target, dialect)
            ways[text] = seen.references if seen is not None else found.references  # what was passed passes again
    return ways


def _look(root: dict[str, Any], dialect: Dialect) -> Skim | None:
    """What stands at `root` and below, if it needs no more than a look; whether references lead on is not looked at."""
    found = Skim([root])
    step_of = _steps(dialect.uri).get
    for schema in found.schemas:  # which grows
        for name, value in schema.items():
            step = step_of(name)
            if step is None or (type(value) is str and (step is _text or (step is _type and value in SIMPLE_TYPES))):
                continue
            if not step(value, found) and not (name == "$schema" and schema is root and type(value) is str):
                return None
    return found


def _all_lead_on(found: Skim) -> bool:
    """Whether references are few, and each leads to a subschema that refers to nothing on the value itself.

    Then none leads nowhere, and none comes back to itself without a step into the instance.
    """
    if len(found.references) > MOST_REFERENCES:
        return False
    known = set(map(id, found.schemas))
    targets = [_target(found.schemas[0], text) for text in found.references]
    return all(id(target) in known and _APPLIED.isdisjoint(target) for target in targets)


def _target(root: dict[str, Any], text: str) -> Any:
    """What a pointer from the root leads to, through members only; None where it leads nowhere."""
    value: Any = root
    for token in text.split("/")[1:]:
        value = value.get(token) if type(value) is dict else None
    return value


# one step a keyword: whether its value is in order, noting what stands in it

Step: TypeAlias = Callable[[Any, Skim], bool]


def _text(value: JSON, _found: Skim) -> bool:
    return type(value) is str


def _type(value: JSON, _found: Skim) -> bool:
    return TYPE.legal(value, Draft.D4)


def _pattern(value: JSON, found: Skim) -> bool:
    found.patterns.append(value)
    return type(value) is str


def _schema(value: JSON, found: Skim) -> bool:
    if type(value) is dict:
        found.schemas.append(value)
        return True
    found.booleans += 1
    return type(value) is bool


def _schemas(value: Iterable[JSON], found: Skim) -> bool:
    for member in value:
        if type(member) is dict:
            found.schemas.append(member)
        elif type(member) is bool:
            found.booleans += 1
        else:
            return False
    return True


def _array(value: JSON, found: Skim) -> bool:
    return type(value) is list and bool(value) and _schemas(value, found)


def _map(value: JSON, found: Skim) -> bool:
    return type(value) is dict and _schemas(value.values(), found)


def _same_value(step: Step) -> Step:
    """A step that counts what it finds as applied to the value itself."""

    def counting(value: JSON, found: Skim) -> bool:
        before = len(found.schemas)
        is_sound = step(value, found)
        found.in_place += len(found.schemas) - before
        return is_sound

    return counting


def _reference(value: JSON, found: Skim) -> bool:
    """A pointer without escapes from the root: wherever it leads, it leads there in one way."""
    found.references.append(value)
    return type(value) is str and (value == "#" or value.startswith("#/")) and _ESCAPES.isdisjoint(value)


def _map_by_pattern(value: JSON, found: Skim) -> bool:
    if type(value) is not dict:
        return False
    found.patterns += value
    return _schemas(value.values(), found)


def _with_care(_value: JSON, _found: Skim) -> bool:
    return False


def _leaf(legal: Legal, draft: Draft) -> Step:
    return lambda value, _found: legal(value, draft)


_BY_SHAPE: Mapping[int, Step] = {
    id(STRING): _text,
    id(TYPE): _type,
    id(SCHEMA): _schema,
    id(SCHEMA_OR_BOOLEAN): _schema,
    id(SCHEMA_OR_SCHEMAS): _schema,
    id(SCHEMAS_BY_NAME): _map,
    id(SCHEMAS): _array,
}
_NAMES = ("$anchor", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "id")
_DYNAMIC = ("$dynamicRef", "$recursiveRef")
_ESCAPES = frozenset("%~")
_APPLIED = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
_BY_NAME: Mapping[str, Step] = {
    **dict.fromkeys((*_NAMES, *_DYNAMIC), _with_care),
    "$ref": _reference,
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _same_value(_array)),
    **dict.fromkeys(("not", "if", "then", "else"), _same_value(_schema)),
    "dependentSchemas": _same_value(_map),
    "pattern": _pattern,
    "patternProperties": _map_by_pattern,
}


@lru_cache(maxsize=8)
def _steps(uri: str) -> Mapping[str, Step]:
    """The step for each keyword of a standard dialect, except those that may hold anything."""
    dialect = by_name(uri)
    return {row.name: _step(row, dialect.draft) for row in dialect.keywords.values() if row.shape is not ANY}


def _step(row: Keyword, draft: Draft) -> Step:
    """What there is to do about a keyword; before draft-06 a boolean is a schema in some places only."""
    if row.beside is not None:
        return _with_care
    known = _BY_NAME.get(row.name) or _BY_SHAPE.get(id(row.shape))
    if known is None:
        return _with_care if row.shape.holds_schemas else _leaf(row.shape.legal, draft)
    return known if draft >= Draft.D6 or row.shape is SCHEMA_OR_BOOLEAN else _without_booleans(known)


def _without_booleans(step: Step) -> Step:
    def without(value: JSON, found: Skim) -> bool:
        before = found.booleans
        return step(value, found) and found.booleans == before

    return without
