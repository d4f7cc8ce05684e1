"""Empty containers in an instance, and the containers that lead to one: all others need no mending."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from schemaval.jsonvalue import JSON

_SCALARS = frozenset({str, int, float, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Empties:
    """The identities of containers that are empty or hold one that is, at any depth, and how much was looked at."""

    leading: frozenset[int]
    members: int


def find_empties(root: JSON, spend: Callable[[int], None]) -> Empties:
    """Look at every container once, in however many places it stands, and `spend` a step for each."""
    above: dict[int, list[int]] = {}  # by container, those that hold it
    empties: list[int] = []
    count = 0
    pending: list[Any] = [root]
    above[id(root)] = []
    while pending:
        node = pending.pop()
        members = _members(node)
        count += len(members)
        spend(1 + len(members) // 64)
        here = id(node)
        if not members:
            empties.append(here)
        for member in members:
            if type(member) not in _SCALARS and isinstance(member, (dict, list, tuple)):
                there = id(member)
                holders = above.get(there)
                if holders is None:
                    above[there] = [here]
                    pending.append(member)
                elif holders[-1:] != [here]:
                    holders.append(here)
    return Empties(_upwards(empties, above), count)


def _members(node: Any) -> Any:
    """The members of a container, by the built-in type's own methods."""
    if isinstance(node, dict):
        return dict.values(node)
    return node if type(node) is list or type(node) is tuple else list(list.__iter__(node))


def _upwards(empties: list[int], above: dict[int, list[int]]) -> frozenset[int]:
    leading = set(empties)
    pending = empties
    while pending:
        for holder in above[pending.pop()]:
            if holder not in leading:
                leading.add(holder)
                pending.append(holder)
    return frozenset(leading)
