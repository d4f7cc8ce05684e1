"""A value for the schemas that apply to it together."""

from collections.abc import Callable
from random import Random
from typing import Any

from schemaval.evaluator.node import Node
from schemaval.generating import arrays, numbers, objects, texts
from schemaval.generating.gathering import Gathered, gather
from schemaval.generating.graph import Graph
from schemaval.jsonvalue import JSON, type_name
from schemaval.keywords import Draft

MOST_LEVELS = 8  # below, only what must be there is made; three times as deep, nothing
MOST_VALUES = 400  # of one instance; then only what must be there is made, and after as many again nothing
_TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")

# Keywords that speak of one type: a schema that names none is mostly meant for it.
_HINTS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "object",
        frozenset(
            {
                "properties",
                "required",
                "patternProperties",
                "additionalProperties",
                "propertyNames",
                "minProperties",
                "maxProperties",
                "dependentRequired",
                "dependentSchemas",
                "dependencies",
                "unevaluatedProperties",
            }
        ),
    ),
    (
        "array",
        frozenset(
            {
                "items",
                "prefixItems",
                "additionalItems",
                "contains",
                "minItems",
                "maxItems",
                "uniqueItems",
                "unevaluatedItems",
            }
        ),
    ),
    ("string", frozenset({"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"})),
    (
        "number",
        frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy"}),
    ),
)


class Maker:
    """Makes one instance: the dice, the documents, and how many values may still be made."""

    def __init__(self, graph: Graph, random: Random) -> None:
        """`graph` holds the schema, `random` decides."""
        self.graph = graph
        self.random = random
        self._left = MOST_VALUES

    def make(self, nodes: list[Node], level: int = 0) -> JSON:
        """A value that aims at being valid under all subschemas `nodes`."""
        self._left -= 1
        if level > 3 * MOST_LEVELS or self._left < -MOST_VALUES:
            return None
        asked = gather(self.graph, nodes, self.random)
        constants = _constants(asked)
        if constants:
            return self.random.choice(constants)
        kind = self._kind(asked, level)
        if kind == "object":
            return objects.make(self, asked, level)
        if kind == "array":
            return arrays.make(self, asked, level)
        if kind == "string":
            return texts.text(asked, self.random, assert_formats=self.graph.assert_formats)
        return _SCALARS[kind](asked, self.random)

    def is_spent(self, level: int) -> bool:
        """Whether only what must be there is still made."""
        return level >= MOST_LEVELS or self._left <= 0

    def _kind(self, asked: Gathered, level: int) -> str:
        """The type to make: one that all allow, rather one of which the schemas speak."""
        allowed = _allowed(asked)
        hinted = [kind for kind, names in _HINTS if any(names & part.keywords.keys() for part in asked.parts)]
        near = [kind for kind in allowed if kind in hinted or (kind == "integer" and "number" in hinted)]
        if near and self.random.random() < 0.85:
            return self.random.choice(near)
        if self.is_spent(level):
            allowed = [kind for kind in allowed if kind not in ("object", "array")] or allowed
        return self.random.choice(allowed or _TYPES)


def _constants(asked: Gathered) -> list[JSON]:
    """The values that const or enum leave; those of the right type where there are some."""
    if found := asked.of("const"):
        return list(found[:1])
    for members in asked.of("enum"):
        if members:
            allowed = _allowed(asked)
            return [member for member in members if _fits(member, allowed)] or list(members)
    return []


def _fits(member: JSON, allowed: list[str]) -> bool:
    kind = type_name(member)
    return kind in allowed or (kind == "integer" and "number" in allowed)


def _allowed(asked: Gathered) -> list[str]:
    """The types that every part allows, in a fixed order."""
    allowed = set(_TYPES)
    for part in asked.parts:
        for keyword, types in part.keywords.items():
            if keyword == "type":
                allowed &= _named(types)
            elif keyword == "disallow":
                allowed -= _named(types)
            elif keyword == "not" and type(types) is dict and types.keys() == {"type"}:
                allowed -= _named(types["type"])
            elif keyword == "contentMediaType" and part.draft is Draft.D7:
                allowed -= {"object"}
    return [kind for kind in _TYPES if kind in allowed]


def _named(types: Any) -> set[str]:
    named = {one for one in (types if type(types) is list else [types]) if type(one) is str}
    if "any" in named or (type(types) is list and any(type(one) is dict for one in types)):
        return set(_TYPES)
    return named | ({"integer"} if "number" in named else set())


_SCALARS: dict[str, Callable[[Gathered, Random], JSON]] = {
    "number": lambda asked, random: numbers.number(asked, random, whole=False),
    "integer": lambda asked, random: numbers.number(asked, random, whole=True),
    "boolean": lambda _asked, random: random.random() < 0.5,
    "null": lambda _asked, _random: None,
}
