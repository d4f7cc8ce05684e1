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
    above: dict[int, int] = {id(root): id(root)}  # by container, the first that holds it
    others: dict[int, list[int]] = {}  # and all others that do
    empties: list[int] = []
    count, met = 0, 1
    pending: list[Any] = [root]
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
                first = above.setdefault(there, here)
                if first != here:
                    others.setdefault(there, []).append(here)
                elif len(above) > met:
                    met += 1
                    pending.append(member)
    return Empties(_upwards(empties, above, others), count)


def _members(node: Any) -> Any:
    """The members of a container, by the built-in type's own methods."""
    if isinstance(node, dict):
        return dict.values(node)
    return node if type(node) is list or type(node) is tuple else list(list.__iter__(node))


def _upwards(empties: list[int], above: dict[int, int], others: dict[int, list[int]]) -> frozenset[int]:
    leading = set(empties)
    pending = empties
    while pending:
        there = pending.pop()
        for holder in (above[there], *others.get(there, ())):
            if holder not in leading:
                leading.add(holder)
                pending.append(holder)
    return frozenset(leading)
