"""Verdicts on whole objects: the type, the names that must be there and the members, in one function."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from schemaval.evaluator.closures import Around, Holder, Judge, Valid
from schemaval.evaluator.spending import State, resumed
from schemaval.jsonvalue import JSON

_SPARE = 8  # names that are looked for in vain before the members are gone through instead


class Asked(NamedTuple):
    """What is asked of an object's members.

    `entries` are name, a type, the closure for values of others, and what holds the closure for items: values of that
    type need no look if it is None, else only each item is to be judged. `needed` are those names that must be there.
    `cost` are steps, besides one for each member, and one for each there is of those in `free`.
    """

    entries: tuple[tuple[str, Any, Valid, Holder | None], ...]
    by_name: Mapping[str, tuple[type | None, Valid]]
    needed: frozenset[str]
    is_open: bool
    free: frozenset[str] | None
    cost: int

    @property
    def least(self) -> int:
        """How many members an object has for which it pays to look for each name."""
        return len(self.entries) - _SPARE


def asked_of(members: Mapping[str, Judge], required: Iterable[str], *, is_open: bool) -> Asked:
    """`required` are names among those of `members`."""
    needed = frozenset(required)
    found = [(name, kind if items is None else list, valid, items) for name, (kind, valid, _, items) in members.items()]
    entries = tuple(found)
    is_large = len(entries) > _SPARE
    by_name = {name: (judge.kind, judge.valid) for name, judge in members.items()} if is_large else {}
    scalars = [name for name, judge in members.items() if judge.is_scalar]
    free = needed.union(scalars) - needed
    return Asked(entries, by_name, needed, is_open, free or None, 1 + len(scalars) - len(free))


def whole_object(asked: Asked, around: Around) -> Valid:
    """The closure that judges dicts by their members and what is around, and hands anything else on."""
    entries, needed, is_open, least, count = asked.entries, asked.needed, asked.is_open, asked.least, len(asked.entries)
    first, last, other, _ = around

    def judged(value: JSON, state: State = None) -> bool:
        if type(value) is not dict:
            return other(value, state)
        if first is not None and not first(value, state):
            return False
        size = len(value)
        if size < least:
            return _sparse(asked, value, state) and (last is None or last(value, state))
        known = count
        for name, kind, valid, _ in entries:
            if name in value:
                member = value[name]
                if type(member) is not kind and not valid(member, state):
                    return False
            elif name in needed:
                return False
            else:
                known -= 1
        return (is_open or size == known) and (last is None or last(value, state))

    return judged


def counted_object(asked: Asked, around: Around, *, inward: bool) -> Valid:  # noqa: C901 - ruff counts the inner function's branches here too
    """The same, and it counts: scalar members cost their steps at once, reached or not."""
    entries, needed, is_open, least, count = asked.entries, asked.needed, asked.is_open, asked.least, len(asked.entries)
    free, cost = asked.free, asked.cost
    first, last, other, careful = around
    step = int(inward)

    def judged(value: JSON, state: list[Any]) -> bool:  # noqa: C901, PLR0912 - one function: calls cost more
        if type(value) is not dict:
            return other(value, state)
        if careful is not None and state[4] is not None:
            return careful(value, state)
        size = len(value)
        left = state[0] - size - cost
        if free is not None:
            left -= len(free.intersection(value))
        level = state[1] - step
        if left < 0 or level < state[2]:
            return resumed(state, state[0] - left, step, judged, value)
        state[0] = left
        state[1] = level
        try:
            if first is not None and not first(value, state):
                return False
            if size < least:
                return _sparse(asked, value, state) and (last is None or last(value, state))
            known = count
            for name, kind, valid, items in entries:
                if name in value:
                    member = value[name]
                    if type(member) is kind:
                        if items is None:
                            continue
                        left = state[0] - len(member) - 1
                        if left >= 0 and level > state[2]:  # the array's own closure, without a call
                            state[0] = left
                            if member:
                                state[1] = level - 1
                                each = items.quick if state[4] is None else items.child
                                for item in member:
                                    if not each(item, state):
                                        return False
                                state[1] = level
                            continue
                    if not valid(member, state):
                        return False
                elif name in needed:
                    return False
                else:
                    known -= 1
            return (is_open or size == known) and (last is None or last(value, state))
        finally:
            state[1] = level + step

    return judged


def _sparse(asked: Asked, value: JSON, state: State) -> bool:
    """The verdict on an object that has few of the members: the work is that of its own."""
    if not asked.needed <= value.keys():
        return False
    get = asked.by_name.get
    for name, member in value.items():
        held = get(name)
        if held is None:
            if not asked.is_open:
                return False
        elif type(member) is not held[0] and not held[1](member, state):
            return False
    return True
