"""Objects: names that must or may be there, each with the schemas that apply to its value."""

from random import Random
from typing import Any, Protocol

from schemaval.evaluator.node import Node
from schemaval.generating import texts
from schemaval.generating.gathering import Gathered, Part, gather
from schemaval.generating.graph import Graph
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft

_SPARE = ("x", "extra", "a", "b1", "é")
_TRIES = 12


class Making(Protocol):
    """What objects and arrays need of the maker."""

    graph: Graph
    random: Random

    def make(self, nodes: list[Node], level: int = 0) -> JSON:
        """A value for the subschemas `nodes`."""

    def is_spent(self, level: int) -> bool:
        """Whether only what must be there is still made."""


def make(maker: Making, asked: Gathered, level: int) -> dict[str, JSON]:
    """An object with the names that `asked` requires, some of those it knows, and others up to its least size."""
    most = min((int(count) for count in asked.of("maxProperties")), default=None)
    names = _with_dependents(asked, _required(asked) + asked.names)
    if not maker.is_spent(level):
        for name in _known(asked, maker):
            if maker.random.random() < 0.5 and name not in asked.unwanted:
                fuller = _with_dependents(asked, [*names, name])
                names = fuller if most is None or len(fuller) <= most else names
    names = _filled(maker, asked, names)
    return {name: maker.make(schemas_of(maker, asked, name), level + 1) for name in names}


def schemas_of(maker: Making, asked: Gathered, name: str) -> list[Node]:
    """The schemas that apply to the member `name`."""
    found = []
    evaluated = False
    for part in asked.parts:
        ways = _own(part, name)
        evaluated |= bool(ways)
        targets = (maker.graph.child(part.node, *way) for way in ways)
        found += [target for target in targets if target is not None]
    return found if evaluated else held(maker, asked, "unevaluatedProperties")


def held(maker: Making, asked: Gathered, keyword: str) -> list[Node]:
    """The subschemas that the parts hold in `keyword`."""
    targets = (maker.graph.child(part.node, keyword) for part in asked.parts)
    return [target for target in targets if target is not None]


def _own(part: Part, name: str) -> list[tuple[str, ...]]:
    """The ways to the schemas that one part holds for a name."""
    ways: list[tuple[str, ...]] = [("properties", name)] if name in part.keywords.get("properties", {}) else []
    patterns: dict[str, Any] = part.keywords.get("patternProperties", {})
    ways += [("patternProperties", pattern) for pattern in patterns if texts.found(pattern, name)]
    return ways or ([("additionalProperties",)] if "additionalProperties" in part.keywords else [])


def _required(asked: Gathered) -> list[str]:
    names: list[str] = []
    for part in asked.parts:
        required = part.keywords.get("required", [])
        names += required if type(required) is list else []
        if part.draft is Draft.D3:
            properties: dict[str, Any] = part.keywords.get("properties", {})
            names += [name for name, schema in properties.items() if schema.get("required") is True]
    return names


def _known(asked: Gathered, maker: Making) -> list[str]:
    """The names that the schemas speak of, and one for each pattern of names."""
    known = [members.items() for members in asked.of("properties")]
    names = [name for members in known for name, schema in members if schema is not False]
    patterns = [pattern for members in asked.of("patternProperties") for pattern in members]
    return names + [texts.matching(pattern, maker.random) for pattern in patterns]


def _with_dependents(asked: Gathered, names: list[str]) -> list[str]:
    """The names, once each, with those that they ask for in turn."""
    found = list(dict.fromkeys(names))
    for name in found:  # it grows meanwhile
        for keyword in ("dependentRequired", "dependencies"):
            for dependents in asked.of(keyword):
                wanted = dependents.get(name, [])
                wanted = [wanted] if type(wanted) is str else wanted if type(wanted) is list else []
                found += [other for other in wanted if other not in found]
    return found


def _filled(maker: Making, asked: Gathered, names: list[str]) -> list[str]:
    """The names, with spare ones up to the least size, and sometimes one more where others are welcome."""
    filled = list(names)
    wanted = _size(maker, asked, len(names))
    for turn in range(_TRIES):
        if len(filled) >= wanted:
            break
        name = _spare(maker, asked, turn)
        if name not in filled and name not in asked.unwanted:
            filled.append(name)
    return filled


def _size(maker: Making, asked: Gathered, size: int) -> int:
    """How many members the object should have, which has `size` now."""
    least = max((int(count) for count in asked.of("minProperties")), default=0)
    most = min((int(count) for count in asked.of("maxProperties")), default=size + 1)
    is_closed = False in (*asked.of("additionalProperties"), *asked.of("unevaluatedProperties"))
    is_larger = not is_closed and not maker.is_spent(0) and size < most and maker.random.random() < 0.2
    return max(least, size + is_larger)


def _spare(maker: Making, asked: Gathered, turn: int) -> str:
    """A name that is known, or that `propertyNames` may allow, or any."""
    known = _known(asked, maker)
    if known and turn < _TRIES // 2:
        return maker.random.choice(known)
    rules = held(maker, asked, "propertyNames")
    if not rules:
        return maker.random.choice(_SPARE) + str(turn if turn > _TRIES // 2 else "")
    rule = gather(maker.graph, rules, maker.random)
    constants = rule.of("const") + [member for members in rule.of("enum") for member in members]
    names = [constant for constant in constants if type(constant) is str]
    return maker.random.choice(names) if names else texts.text(rule, maker.random, assert_formats=True)
