"""The tag of a choice: a property whose `const` or `enum` tells the branches apart."""

from collections.abc import Iterable, Sequence
from typing import Any

from schemaval.equality import key
from schemaval.evaluator.node import Node
from schemaval.jsonvalue import JSON

_MAX_HOPS = 8
_CONJUNCTIONS = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "allOf", "extends"})


class Tags:
    """For each property that every branch for objects pins by `const` or `enum`, the values that each branch allows."""

    def __init__(self, branches: Sequence[Node]) -> None:
        """`branches` are the nodes of the choice, in schema order."""
        pinned = [_pinned(branch) for branch in branches]
        for_objects = [index for index, branch in enumerate(branches) if _takes_objects(branch)]
        names: set[str] = set(pinned[for_objects[0]]) if for_objects else set()
        for index in for_objects[1:]:
            names &= pinned[index].keys()
        self._allowed = {name: {index: pinned[index][name] for index in for_objects} for name in sorted(names)}

    def branch(self, value: JSON) -> int | None:
        """The one branch whose tag `value` carries; None where there is no tag, or it names no or several branches."""
        if type(value) is not dict:
            return None
        for name, allowed in self._allowed.items():
            if name in value and type(value[name]) in (str, int, bool, type(None)):
                tag = key(value[name])
                matches = [index for index, keys in allowed.items() if tag in keys]
                if len(matches) == 1:
                    return matches[0]
        return None


def _pinned(node: Node) -> dict[str, frozenset[Any]]:
    """The properties that a branch pins, through references and `allOf`."""
    found: dict[str, frozenset[Any]] = {}
    for part in _parts(node):
        properties = part.get("properties")
        if type(properties) is dict:
            for name, schema in properties.items():
                if type(schema) is dict and name not in found:
                    if "const" in schema:
                        found[name] = frozenset([key(schema["const"])])
                    elif type(schema.get("enum")) is list:
                        found[name] = frozenset(key(value) for value in schema["enum"])
    return found


def _takes_objects(node: Node) -> bool:
    for part in _parts(node):
        kind = part.get("type")
        if (type(kind) is str and kind not in ("object", "any")) or (type(kind) is list and "object" not in kind):
            return False
    return True


def _parts(node: Node) -> Iterable[dict[str, Any]]:
    """The schemas that a branch is made of: its own, and those it applies to the same value without a choice."""
    pending = [node]
    seen: set[int] = set()
    while pending and len(seen) < _MAX_HOPS:
        current = pending.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        if type(current.position.schema) is dict:
            yield current.position.schema
        pending += [edge.node for rule in current.rules if rule.keyword in _CONJUNCTIONS for edge in rule.edges()]
