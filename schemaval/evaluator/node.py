"""Nodes: a subschema as the rules of its keywords, in two forms, a closure for the verdict and a run for the reasons."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from schemaval.errors import LimitExceeded
from schemaval.evaluator.run import Run, Seen, State
from schemaval.jsonvalue import JSON, plain
from schemaval.pointer import escape, fragment
from schemaval.references.document import Position
from schemaval.violation import Violation

Valid: TypeAlias = Callable[..., bool]  # (instance, state=None) -> bool

KINDS: tuple[type, ...] = (str, int, float, Decimal, bool, type(None), list, tuple, dict)
NUMBERS: tuple[type, ...] = (int, float, Decimal)
ARRAYS: tuple[type, ...] = (list, tuple)
_CONTAINERS = frozenset({list, tuple, dict})


def always(_value: JSON, _state: State = None) -> bool:
    """The verdict of a schema without a say."""
    return True


def never(_value: JSON, _state: State = None) -> bool:
    """The verdict of a schema that nothing satisfies."""
    return False


class Edge:
    """A way from a rule to a subschema: the evaluation path's tokens, and the node there.

    `inward` tells a step to a member or an item from an application to the same value.
    """

    __slots__ = ("inward", "node", "tokens")

    def __init__(self, tokens: tuple[str | int, ...], node: "Node", *, inward: bool = False) -> None:
        """`tokens` are relative to the schema that holds the rule."""
        self.tokens = tokens
        self.node = node
        self.inward = inward

    def valid(self) -> Valid:
        """The closure to call for this edge, to be asked for while closures are made."""
        return self.node.closure(inward=self.inward)

    def follow(self, run: Run, value: JSON, seen: Seen | None = None, token: str | int | None = None) -> bool:
        """Judge `value` by the node there, telling `run`; `token` names the member or item that `value` is."""
        if run.is_silent:
            if seen is None:
                return self.valid()(value, run.state)
            return self.node.run(value, run, seen, inward=self.inward)
        mark = run.enter(self.tokens, token)
        valid = self.node.run(value, run, seen, inward=self.inward)
        run.leave(mark)
        return valid

    def explain(self, run: Run, value: JSON, token: str | int | None = None) -> tuple[Violation, ...]:
        """The violations of `value` under the node there, as causes for another one."""
        return run.apart(lambda: self.follow(run, value, None, token))


class Rule:
    """One keyword of one subschema (or a few that belong together).

    `kinds` are the Python types of the instances it looks at.
    """

    __slots__ = ("keyword", "kinds", "owner")

    def __init__(self, owner: "Node", keyword: str, kinds: Iterable[type] = KINDS) -> None:
        """`owner` is the node of the subschema that holds the keyword."""
        self.owner = owner
        self.keyword = keyword
        self.kinds = tuple(kinds)

    def edges(self) -> Iterable[Edge]:
        """The ways from here to other nodes."""
        return ()

    def closures(self) -> Mapping[type, Valid]:
        """For each of `kinds`, the closure that gives the verdict."""
        raise NotImplementedError

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Judge `value`, telling `run` every fault and `seen` what was evaluated."""
        raise NotImplementedError


class Node:
    """A subschema under one dynamic scope.

    `rules` stand in schema order, `unevaluated*` last. `tracks` says that it must know what its keywords evaluate.
    """

    __slots__ = ("_child", "_place", "annotations", "by_kind", "checked", "forbids", "keyword", "params", "position", "rules", "tracks")

    def __init__(self, position: Position) -> None:
        """An empty node; the builder adds the rules."""
        self.position = position
        self.rules: list[Rule] = []
        self.annotations: list[tuple[str, JSON, tuple[type, ...]]] = []
        self.by_kind: dict[type, list[Rule]] = {}
        self.tracks = False
        self.checked = False
        self.forbids = False  # a `false` schema: `keyword` holds it, `params` tell why it stands there
        self.keyword = ""
        self.params: dict[str, Any] = {}
        self._child: Valid | None = None
        self._place: Valid | None = None

    @property
    def location(self) -> str:
        """The URI reference of the subschema."""
        return self.position.location

    def settle(self) -> None:
        """Sort the rules by the kinds of instances they look at; to be called once, when all are there."""
        for kind in KINDS:
            self.by_kind[kind] = [rule for rule in self.rules if kind in rule.kinds]

    # the verdict

    def closure(self, *, inward: bool) -> Valid:
        """The verdict as a function; one that looks the closure up later where this node is not compiled yet."""
        made = self._child if inward else self._place
        if made is not None:
            return made
        if inward:
            return lambda value, state=None: self._child(value, state)  # type: ignore[misc]  # compiled before any call
        return lambda value, state=None: self._place(value, state)  # type: ignore[misc]  # compiled before any call

    def compile(self) -> None:
        """Make the closures, after those of the nodes that this one's rules lead to (loops aside)."""
        if self.forbids:
            self._child = self._place = never
            return
        if self.tracks:
            table = dict.fromkeys(KINDS, self._tracked_verdict())
        else:
            parts = [rule.closures() for rule in self.rules]
            table = {kind: _both([part[kind] for part in parts if kind in part]) for kind in KINDS}
        if self.checked:
            self._child = _counted(table, inward=True)
            self._place = _counted(table, inward=False)
        else:
            self._child = self._place = _by_kind(table)

    def _tracked_verdict(self) -> Valid:
        judge = self._judge

        def tracked(value: JSON, state: State = None) -> bool:
            return judge(value, self.by_kind[type(value)], Run.silent(state), None)

        return tracked

    # the reasons

    def run(self, value: JSON, run: Run, seen: Seen | None, *, inward: bool) -> bool:
        """Judge `value`, telling `run` every fault; `seen` learns what was evaluated if the value is valid."""
        if self.forbids:
            return run.fault(self.keyword, self.location, (), self.params, value)
        rules = self.by_kind.get(type(value))
        if rules is None:
            value = plain(value)
            rules = self.by_kind[type(value)]
        state = run.state
        if state is None:
            return self._judge(value, rules, run, seen)
        _charge(value, state, inward=inward)
        valid = self._judge(value, rules, run, seen)
        if inward and type(value) in _CONTAINERS:
            state[1] += 1
        return valid

    def _judge(self, value: JSON, rules: list[Rule], run: Run, seen: Seen | None) -> bool:
        mine = Seen() if self.tracks else seen
        notes = run.annotations
        mark = 0 if notes is None else len(notes)
        valid = True
        for rule in rules:
            if not rule.run(value, run, mine):
                if run.is_silent:
                    return False
                valid = False
        if notes is not None:
            if valid:
                for keyword, said, kinds in self.annotations:
                    if type(value) in kinds:
                        run.note(keyword, f"{self.location}/{fragment(escape(keyword))}", (keyword,), said)
            else:
                del notes[mark:]
        if self.tracks and seen is not None and mine is not None:
            seen |= mine
            seen.uncertain |= mine.uncertain
        return valid


def _charge(value: JSON, state: list[int], *, inward: bool) -> None:
    """Take the cost of one node on one value from what is left: a step, one more a member, a level if inward."""
    if type(value) in _CONTAINERS:
        state[0] -= len(value) + 1
        if inward:
            state[1] -= 1
    else:
        state[0] -= 1
    if state[0] < 0 or state[1] < 0:
        raise_limit(state)


def raise_limit(state: list[int]) -> None:
    """Raise the LimitExceeded that an overdrawn state means."""
    if state[1] < 0:
        raise LimitExceeded("max_instance_depth", "nested deeper than that")
    raise LimitExceeded("max_steps", "more work than that")


def _both(closures: list[Valid]) -> Valid:
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


def _by_kind(table: dict[type, Valid]) -> Valid:
    """One closure out of one per kind: a look at the type where they differ."""
    if len(set(table.values())) == 1:
        return next(iter(table.values())) if table[str] in (always, never) else _plain_first(table[str])
    open_kinds = [kind for kind in KINDS if table[kind] is not never]
    if len(open_kinds) == 1:
        return _only(open_kinds[0], table)
    get = table.get

    def dispatch(value: JSON, state: State = None) -> bool:
        closure = get(type(value))
        if closure is None:
            value = plain(value)
            closure = table[type(value)]
        return closure(value, state)

    return dispatch


def _plain_first(closure: Valid) -> Valid:
    """A closure that every kind shares, for values whose own type is no JSON type too."""
    known = frozenset(KINDS)

    def shared(value: JSON, state: State = None) -> bool:
        return closure(value if type(value) in known else plain(value), state)

    return shared


def _only(kind: type, table: dict[type, Valid]) -> Valid:
    """A closure for a node that only values of one Python type satisfy."""
    closure = table[kind]

    def other(value: JSON, state: State) -> bool:
        value = plain(value)
        return table[type(value)](value, state)

    if closure is always:
        return lambda value, state=None: type(value) is kind or other(value, state)

    def only(value: JSON, state: State = None) -> bool:
        if type(value) is kind:
            return closure(value, state)
        return other(value, state)

    return only


def _counted(table: dict[type, Valid], *, inward: bool) -> Valid:
    """The closure that also counts: a step a value, one more a member, a level for each container entered."""
    get = table.get

    def counted(value: JSON, state: State = None) -> bool:
        closure = get(type(value))
        if closure is None:
            value = plain(value)
            closure = table[type(value)]
        if state is None:
            return closure(value, state)
        if type(value) in _CONTAINERS:
            state[0] -= len(value) + 1
            if inward:
                state[1] -= 1
                if state[0] < 0 or state[1] < 0:
                    raise_limit(state)
                valid = closure(value, state)
                state[1] += 1
                return valid
        else:
            state[0] -= 1
        if state[0] < 0:
            raise_limit(state)
        return closure(value, state)

    return counted
