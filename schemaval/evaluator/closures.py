"""Verdicts as functions: how the closures of a subschema's keywords become one."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple, Protocol, TypeAlias

from schemaval.evaluator.spending import MAX_REMEMBERED, State, deeper, overdrawn
from schemaval.jsonvalue import JSON, check, plain

Valid: TypeAlias = Callable[..., bool]  # (instance, state=None) -> bool

KINDS: tuple[type, ...] = (str, int, float, Decimal, bool, type(None), list, tuple, dict)
NUMBERS: tuple[type, ...] = (int, float, Decimal)
ARRAYS: tuple[type, ...] = (list, tuple)
CONTAINERS = frozenset({list, tuple, dict})


class Holder(Protocol):
    """What has a closure for items, sooner or later; `quick` is the one to call where no verdict is remembered."""

    child: Valid
    quick: Valid


class Judge(NamedTuple):
    """How a member or an item is judged: values of the type `kind` are valid, others are asked of `valid`.

    `is_scalar` says that the value costs a step that `valid` does not take. Of a list nothing is asked but that its
    items satisfy what `items` holds, where that is not None; and it is to be counted.
    """

    kind: type | None
    valid: Valid
    is_scalar: bool = False
    items: Holder | None = None


class Around(NamedTuple):
    """What a closure for whole containers asks besides: before, after, of other types, and where it is remembered."""

    first: Valid | None
    last: Valid | None
    other: Valid
    careful: Valid | None = None


def always(_value: JSON, _state: State = None) -> bool:
    """The verdict of a schema without a say."""
    return True


def never(_value: JSON, _state: State = None) -> bool:
    """The verdict of a schema that nothing satisfies."""
    return False


def both(closures: list[Valid]) -> Valid:
    """The conjunction of closures, in their order."""
    if never in closures:
        return never
    closures = [closure for closure in closures if closure is not always]
    if not closures:
        return always
    if len(closures) == 1:
        return closures[0]
    if len(closures) == 2:
        first, second = closures
        return lambda value, state=None: first(value, state) and second(value, state)
    if len(closures) == 3:
        first, second, third = closures
        return lambda value, state=None: first(value, state) and second(value, state) and third(value, state)
    every = tuple(closures)

    def conjunction(value: JSON, state: State = None) -> bool:
        for closure in every:
            if not closure(value, state):
                return False
        return True

    return conjunction


def by_kind(table: dict[type, Valid]) -> Valid:
    """One closure out of one per kind: a look at the type where they differ."""
    if len(set(table.values())) == 1:
        return next(iter(table.values())) if table[str] in (always, never) else _plain_first(table[str])
    open_kinds = [kind for kind in KINDS if table[kind] is not never]
    if len(open_kinds) == 1:
        return _only(open_kinds[0], table)
    if table[float] is real and table[int] is always and open_kinds == [*NUMBERS]:
        return _number(table)
    return dispatch(table)


def dispatch(table: dict[type, Valid]) -> Valid:
    """The closure that looks the type up."""
    get = table.get

    def dispatched(value: JSON, state: State = None) -> bool:
        closure = get(type(value))
        if closure is None:
            value = plain(value)
            closure = table[type(value)]
        return closure is always or closure(value, state)

    return dispatched


def free_kind(table: dict[type, Valid]) -> type | None:
    """A type whose values are all valid, if there is one."""
    for kind in _FREE:
        if table[kind] is always:
            return kind
    return None


def real(value: JSON, _state: State = None) -> bool:
    """True for a finite float; NaN and infinity raise NotJSON."""
    if value - value != 0.0:
        check(value)
    return True


def _number(table: dict[type, Valid]) -> Valid:
    """A closure for a node that all numbers satisfy, and nothing else."""
    other = dispatch(table)

    def number(value: JSON, state: State = None) -> bool:
        if type(value) is float:
            if value - value != 0.0:
                check(value)
            return True
        return type(value) is int or other(value, state)

    return number


def _plain_first(closure: Valid) -> Valid:
    """A closure that every kind shares, for values whose own type is no JSON type too."""

    def shared(value: JSON, state: State = None) -> bool:
        return closure(value if type(value) in _KNOWN else plain(value), state)

    return shared


def _only(kind: type, table: dict[type, Valid]) -> Valid:
    """A closure for a node that only values of one Python type satisfy."""
    closure = table[kind]
    other = dispatch(table)
    if closure is always:
        return lambda value, state=None: type(value) is kind or (type(value) not in _KNOWN and other(value, state))

    def only(value: JSON, state: State = None) -> bool:
        if type(value) is kind:
            return closure(value, state)
        return type(value) not in _KNOWN and other(value, state)

    return only


_KNOWN = frozenset(KINDS)
_FREE = (str, int, bool, type(None), dict, list)


def counted(table: dict[type, Valid], whole: dict[type, Valid], *, inward: bool) -> Valid:
    """The closure that also counts: a step a value, one more a member, a level for each container entered.

    What `whole` has for a kind counts by itself.
    """
    get = table.get

    def judged(value: JSON, state: list[Any]) -> bool:
        closure = get(type(value))
        if closure is None:
            value = plain(value)
            closure = table[type(value)]
        if type(value) in CONTAINERS:
            if type(value) in whole:
                return whole[type(value)](value, state)
            state[0] -= len(value) + 1
            if inward:
                state[1] -= 1
                if state[0] < 0 or state[1] < state[2]:
                    valid = deeper(state, closure, value, state)
                else:
                    valid = closure(value, state)
                state[1] += 1
                return valid
        else:
            state[0] -= 1
        if state[0] < 0:
            overdrawn(state)
        return closure(value, state)

    return judged


def remembered(judge: Valid, node: object) -> Valid:
    """The closure of a node to which several ways lead: on a second try it looks up what it said of a value before."""

    def judged(value: JSON, state: list[Any]) -> bool:
        if state[4] is None:
            return judge(value, state)
        key = node, id(value)
        held = state[4].get(key)
        if held is not None:
            state[0] -= 1
            if state[0] < 0:
                overdrawn(state)
            return bool(held[1])
        valid = judge(value, state)
        if len(state[4]) < MAX_REMEMBERED:
            state[4][key] = value, valid  # with the value, whose identity is then nobody else's
        return valid

    return judged
