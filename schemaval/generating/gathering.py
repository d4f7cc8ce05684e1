"""Which subschemas apply to one value: references followed, one branch of each choice taken."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from schemaval.evaluator.node import Node
from schemaval.generating.graph import REFERENCES, Graph
from schemaval.keywords import Draft

MOST_PARTS = 48  # subschemas of one value; a schema that chains more is made for by fewer


@dataclass(frozen=True, slots=True)
class Part:
    """One subschema, an object, that applies to the value, with the keywords that count in it."""

    node: Node
    keywords: dict[str, Any]

    @property
    def draft(self) -> Draft:
        """The draft that the subschema is read in."""
        return self.node.position.resource.dialect.draft


@dataclass(slots=True)
class Gathered:
    """Everything that is asked of one value.

    `names` are members that the chosen branches want, `unwanted` those that they do without.
    """

    parts: list[Part] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    unwanted: set[str] = field(default_factory=set)

    def of(self, keyword: str) -> list[Any]:
        """The values of a keyword in all parts that have it."""
        return [part.keywords[keyword] for part in self.parts if keyword in part.keywords]


def gather(graph: Graph, nodes: list[Node], random: Random) -> Gathered:
    """What the subschemas `nodes` ask of one value together."""
    found = Gathered()
    pending = list(nodes)
    while pending and len(found.parts) < MOST_PARTS:
        node = pending.pop(0)
        if type(node.position.schema) is dict:
            part = Part(node, _keywords(node))
            found.parts.append(part)
            pending += graph.references(node)
            targets = (graph.child(node, *tokens) for tokens in _in_place(part, found, random))
            pending += [target for target in targets if target is not None]
    return found


def _keywords(node: Node) -> dict[str, Any]:
    """The members of a schema that its dialect knows; none but references where one hides the rest."""
    schema, dialect = node.position.schema, node.position.resource.dialect
    if dialect.ref_hides_siblings and type(schema.get("$ref")) is str:
        return {}
    return {name: value for name, value in schema.items() if name in dialect.keywords and name not in REFERENCES}


_Ways = list[tuple[str | int, ...]]


def _in_place(part: Part, found: Gathered, random: Random) -> _Ways:
    """The ways to subschemas of the same value: all that must hold, one of those among which there is a choice."""
    keywords = part.keywords
    ways: _Ways = [("allOf", index) for index in range(len(keywords.get("allOf", ())))]
    ways += [(name, random.randrange(len(keywords[name]))) for name in ("anyOf", "oneOf") if keywords.get(name)]
    ways += _condition(keywords, random)
    ways += _dependent(keywords, found, random)
    if part.draft is Draft.D3:
        extended = keywords.get("extends", [])
        ways += [("extends", index) for index in range(len(extended))] if type(extended) is list else [("extends",)]
        ways += _union(keywords, random)
    return ways


def _condition(keywords: dict[str, Any], random: Random) -> _Ways:
    if "if" not in keywords:
        return []
    return [("if",), ("then",)] if random.random() < 0.5 else [("else",)]


def _dependent(keywords: dict[str, Any], found: Gathered, random: Random) -> _Ways:
    """The schemas of the members that are to be there."""
    ways: _Ways = []
    for keyword in ("dependentSchemas", "dependencies"):
        for name, schema in keywords.get(keyword, {}).items():
            if type(schema) not in (dict, bool):
                continue
            if random.random() < 0.5:
                found.names.append(name)
                ways.append((keyword, name))
            else:
                found.unwanted.add(name)
    return ways


def _union(keywords: dict[str, Any], random: Random) -> _Ways:
    """One of the types of draft-03, where it is a schema; the keyword then names no others."""
    types = keywords.get("type")
    if type(types) is not list or not any(type(one) is dict for one in types):
        return []
    index = random.randrange(len(types))
    is_schema = type(types[index]) is dict
    keywords["type"] = ["any"] if is_schema else [types[index]]
    return [("type", index)] if is_schema else []
