"""Where a subschema that does not hold may make the whole hold: `not`, `if`, `oneOf`, `maxContains`.

There a number that the engine cannot read does harm: it fails `type: number`, and what asks for that failure is
satisfied, where the evaluator refuses to judge.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any

from schemaval.backends.lowering.jsonschema_rs.loops import STORES
from schemaval.backends.lowering.jsonschema_rs.numbers import compares_containers, looks_at_numbers
from schemaval.jsonvalue import JSON
from schemaval.references.document import Position, Reference
from schemaval.references.progress import IN_PLACE
from schemaval.references.world import World
from schemaval.walk import children


def looks(start: Position, world: World, left: list[int]) -> tuple[bool, bool]:
    """Whether numbers are looked at by what `start` leads to: in the value itself, and further down in it.

    Where a reference depends on the dynamic scope, both may be, and where no more than what is `left` of subschemas
    may be looked at.
    """
    here = False
    pending = [(start, False)]
    seen: set[tuple[int, bool]] = set()
    while pending:
        position, is_below = pending.pop()
        if (id(position.schema), is_below) in seen or type(position.schema) is not dict:
            continue
        seen.add((id(position.schema), is_below))
        left[0] -= 1
        if left[0] < 0:
            return True, True
        if looks_at_numbers(position.schema):
            if is_below:
                return here, True
            here = True
        if compares_containers(position.schema) or not _DYNAMIC.isdisjoint(position.schema):
            return here, True
        pending += [(target, is_below or not in_place) for target, in_place in _ways(position, world)]
    return here, False


_DYNAMIC = frozenset({"$dynamicRef", "$recursiveRef"})


def _ways(position: Position, world: World) -> list[tuple[Position, bool]]:
    """The subschemas to which the one at `position` leads, and whether each is applied to the same value."""
    schema, resource = position.schema, position.resource
    found = []
    if type(schema.get("$ref")) is str:
        found = [(world.resolve(Reference("$ref", schema["$ref"], position)).position, True)]
        if resource.dialect.ref_hides_siblings:
            return found
    known = resource.document.positions
    return found + [
        (known[id(child)], tokens[0] in IN_PLACE)
        for tokens, child in children(schema, resource.dialect)
        if type(child) is dict and tokens[0] not in STORES
    ]


def are_apart(branches: Iterable[Position], world: World) -> bool:
    """Whether no value can satisfy two of the branches, by their types or by a property that tells them apart."""
    schemas = [_followed(branch, world) for branch in branches]
    if not all(type(schema) is dict and "$ref" not in schema for schema in schemas):
        return False
    if all("type" in schema for schema in schemas) and _disjoint([_types(schema) for schema in schemas]):
        return True
    tagged = [_tags(schema) for schema in schemas]
    return any(_disjoint([tags.get(name, _ANY) for tags in tagged]) for name in tagged[0])


_ANY = frozenset({""})
_EVERYTHING = frozenset({"array", "boolean", "null", "number", "object", "string"})


def _followed(position: Position, world: World) -> JSON:
    """The schema at `position`, or the one that it refers to and adds nothing to."""
    for _ in range(8):
        schema = position.schema
        if type(schema) is not dict or len(schema) != 1 or type(schema.get("$ref")) is not str:
            break
        position = world.resolve(Reference("$ref", schema["$ref"], position)).position
    return position.schema


def _disjoint(sets: list[AbstractSet[str]]) -> bool:
    return _ANY not in sets and all(one.isdisjoint(other) for one, other in combinations(sets, 2))


def _types(schema: Mapping[str, Any]) -> AbstractSet[str]:
    names = schema["type"]
    return {"number" if name == "integer" else name for name in ([names] if type(names) is str else names)}


def _tags(schema: Mapping[str, Any]) -> dict[str, AbstractSet[str]]:
    """The properties that an object must have and of which only certain texts will do."""
    properties = schema.get("properties")
    if type(properties) is not dict or schema.get("type") != "object" or type(schema.get("required")) is not list:
        return {}
    found: dict[str, AbstractSet[str]] = {}
    for name in schema["required"]:
        held = properties.get(name)
        if type(held) is dict and ("const" in held or "enum" in held):
            values = [held["const"]] if "const" in held else held["enum"]
            if all(type(value) is str and value for value in values):
                found[name] = frozenset(values)
    return found
