"""Schemas over every keyword of every dialect, and instances that meet them often, for hypothesis to draw."""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

import schemaval
from schemaval.dialects import BY_DRAFT, DIALECTS
from schemaval.equality import key
from schemaval.keywords import Draft

Draw = Callable[[st.SearchStrategy[Any]], Any]

DRAFTS = tuple(dialect.draft for dialect in DIALECTS)
NAMES = ("a", "b", "a/b~", "ä")
CANARIES = ("canary-one", "canary-two", "7up-canary")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
CONSTANTS: tuple[Any, ...] = (None, True, 0, 1, 1.0, 0.5, "", "a", "ab", [], {}, [1], [True], {"a": 1}, {"a": []})

names = st.sampled_from(NAMES)
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 4),
    st.sampled_from([0.5, 1.0, -0.0, 2.5, 1e300, 2**53 + 1]),
    st.sampled_from(["", "a", "ab", "abc", "ä", *CANARIES]),
)
instances = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)


def _subschemas(draw: Draw, draft: Draft, depth: int, most: int = 3) -> list[Any]:
    return [subschema(draw, draft, depth) for _ in range(draw(st.integers(1, most)))]


def _members(draw: Draw, draft: Draft, depth: int) -> dict[str, Any]:
    return {name: subschema(draw, draft, depth) for name in draw(st.lists(names, max_size=3, unique=True))}


def _names(draw: Draw, least: int = 1) -> list[str]:
    chosen: list[str] = draw(st.lists(names, min_size=least, max_size=2, unique=True))
    return chosen


def _type(draw: Draw, draft: Draft, depth: int) -> Any:
    kind = draw(st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True))
    if draft is Draft.D3 and type(kind) is list and draw(st.booleans()):
        kind = [*kind, subschema(draw, draft, depth)]
    return kind


def _bound(draw: Draw, _draft: Draft, _depth: int) -> Any:
    return draw(st.sampled_from([-1, 0, 1, 0.5, 2**53]))


def _count(draw: Draw, _draft: Draft, _depth: int) -> Any:
    return draw(st.integers(0, 3))


def _exclusive(draw: Draw, draft: Draft, depth: int) -> Any:
    return draw(st.booleans()) if draft <= Draft.D4 else _bound(draw, draft, depth)


def _enum(draw: Draw, _draft: Draft, _depth: int) -> Any:
    return draw(st.lists(st.sampled_from(CONSTANTS), min_size=1, max_size=3, unique_by=key))


def _schema(draw: Draw, draft: Draft, depth: int) -> Any:
    return subschema(draw, draft, depth)


def _schema_or_boolean(draw: Draw, draft: Draft, depth: int) -> Any:
    return draw(st.sampled_from([True, False, False])) if draw(st.booleans()) else subschema(draw, draft, depth)


def _listed(draw: Draw, draft: Draft, depth: int) -> Any:
    return _subschemas(draw, draft, depth)


def _items(draw: Draw, draft: Draft, depth: int) -> Any:
    if draft < Draft.D2020 and draw(st.booleans()):
        return _subschemas(draw, draft, depth)
    return subschema(draw, draft, depth)


def _patterns(draw: Draw, draft: Draft, depth: int) -> Any:
    searches = draw(st.lists(st.sampled_from(["^a", "b", "^ä$", ""]), max_size=2, unique=True))
    return {search: subschema(draw, draft, depth) for search in searches}


def _dependencies(draw: Draw, draft: Draft, depth: int) -> Any:
    return {
        name: subschema(draw, draft, depth) if draw(st.booleans()) else _names(draw)
        for name in draw(st.lists(names, max_size=2, unique=True))
    }


MAKERS: Mapping[str, Callable[[Draw, Draft, int], Any]] = {
    "type": _type,
    "disallow": _type,
    "enum": _enum,
    "const": lambda draw, _draft, _depth: draw(st.sampled_from(CONSTANTS)),
    "minimum": _bound,
    "maximum": _bound,
    "exclusiveMinimum": _exclusive,
    "exclusiveMaximum": _exclusive,
    "multipleOf": lambda draw, _draft, _depth: draw(st.sampled_from([0.5, 1, 2])),
    "divisibleBy": lambda draw, _draft, _depth: draw(st.sampled_from([0.5, 1, 2])),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _count),
    **dict.fromkeys(("minContains", "maxContains"), _count),
    "pattern": lambda draw, _draft, _depth: draw(st.sampled_from(["^a", "b$", "canary"])),
    "uniqueItems": lambda draw, _draft, _depth: draw(st.booleans()),
    "required": lambda draw, draft, _depth: draw(st.booleans()) if draft is Draft.D3 else _names(draw),
    "dependentRequired": lambda draw, _draft, _depth: {draw(names): _names(draw)},
    "dependencies": _dependencies,
    "dependentSchemas": _members,
    "properties": _members,
    "patternProperties": _patterns,
    **dict.fromkeys(("additionalProperties", "additionalItems"), _schema_or_boolean),
    **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties"), _schema_or_boolean),
    **dict.fromkeys(("propertyNames", "contains", "not", "if", "then", "else"), _schema),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _listed),
    "extends": _schema,
    "items": _items,
}


def subschema(draw: Draw, draft: Draft, depth: int) -> Any:
    """A schema at most `depth` levels deep; references lead to the root's definitions."""
    choice = draw(st.integers(0, 11))
    if choice == 0:
        return draw(st.booleans()) if draft >= Draft.D6 else {}
    if choice <= 2:
        return _reference(draw, draft)
    keywords = [name for name in MAKERS if name in BY_DRAFT[draft].keywords]
    flat = [name for name in keywords if name in _FLAT]
    chosen = draw(
        st.lists(
            st.sampled_from(keywords if depth > 0 else flat), min_size=1, max_size=4 if depth > 0 else 2, unique=True
        )
    )
    if "exclusiveMinimum" in chosen and draft <= Draft.D4:
        chosen.append("minimum")
    if "exclusiveMaximum" in chosen and draft <= Draft.D4:
        chosen.append("maximum")
    return {name: MAKERS[name](draw, draft, depth - 1) for name in dict.fromkeys(chosen)}


_FLAT = frozenset(
    {"type", "enum", "const", "minimum", "maximum", "multipleOf", "divisibleBy", "minLength", "maxLength"}
)


def _reference(draw: Draw, draft: Draft) -> dict[str, Any]:
    choices = [{"$ref": "#/definitions/one"}, {"$ref": "#/definitions/%74wo"}]
    if draft is Draft.D2019:
        choices.append({"$recursiveRef": "#"})
    if draft is Draft.D2020:
        choices += [{"$dynamicRef": "#node"}, {"$ref": "#anchored"}]
    return dict(draw(st.sampled_from(choices)))


@st.composite
def documents(draw: Draw, draft: Draft, depth: int = 3) -> dict[str, Any]:
    """A whole schema of that draft, with definitions to refer to; some cannot be compiled (loops without progress)."""
    root = subschema(draw, draft, depth)
    if type(root) is not dict:
        root = {"not": {}} if root is False and draft > Draft.D3 else {}
    head: dict[str, Any] = {"$schema": BY_DRAFT[draft].uri}
    if draft is Draft.D2019 and draw(st.booleans()):
        head["$recursiveAnchor"] = True
    if draft is Draft.D2020:
        head["$dynamicAnchor"] = "node"
    definitions = {"one": subschema(draw, draft, depth - 1), "two": subschema(draw, draft, depth - 2)}
    if draft is Draft.D2020:
        definitions["three"] = {"$anchor": "anchored", **subschema_object(draw, draft, depth - 2)}
    if "$ref" in root and draft <= Draft.D7:
        root = {"extends" if draft is Draft.D3 else "allOf": [root]}
    return {**head, **root, "definitions": definitions}


def subschema_object(draw: Draw, draft: Draft, depth: int) -> dict[str, Any]:
    """A schema that is an object."""
    made = subschema(draw, draft, depth)
    return made if type(made) is dict else {}


def compiled(schema: Any, **options: Any) -> schemaval.Validator | None:
    """The validator of a drawn schema on the reference backend; None where it is refused for its loops."""
    try:
        return schemaval.compile(schema, backend="reference", **options)
    except schemaval.UnresolvableReference:
        return None
