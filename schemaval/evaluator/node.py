"""Nodes: a subschema as the rules of its keywords, with a closure for the verdict and a run for the reasons."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from schemaval.evaluator.closures import (
    CONTAINERS,
    KINDS,
    Holder,
    Judge,
    Valid,
    always,
    both,
    by_kind,
    free_kind,
    never,
)
from schemaval.evaluator.run import Run, Seen
from schemaval.evaluator.sketch import Sketch
from schemaval.evaluator.spending import MAX_REMEMBERED, State, deeper, overdrawn
from schemaval.evaluator.spot import Spot
from schemaval.jsonvalue import JSON, plain
from schemaval.pointer import join
from schemaval.references.document import Position
from schemaval.violation import Violation

FAR = 1_000
NEAR = 3  # up to this height a closure may look first whether an explanation is needed: it costs each level once more


def _uncompiled(_value: JSON, _state: State = None) -> bool:
    """What stands for a closure until it is made; nothing calls it."""
    raise NotImplementedError


def _wanted(_value: JSON, _state: State = None) -> bool:
    """What stands for a closure that was asked for before it is made; nothing calls it."""
    raise NotImplementedError


class Edge:
    """A way from a rule to a subschema: the evaluation path's tokens, and the node there.

    `inward` tells a step to a member or an item from an application to the same value.
    """

    __slots__ = ("_path", "_refusal", "inward", "node", "tokens")

    def __init__(self, tokens: tuple[str | int, ...], node: "Node", *, inward: bool = False) -> None:
        """`tokens` are relative to the schema that holds the rule."""
        self.tokens = tokens
        self.node = node
        self.inward = inward
        self._path: str | None = None
        self._refusal: Spot | None = None

    @property
    def path(self) -> str:
        """The tokens as a pointer."""
        path = self._path
        if path is None:
            path = self._path = join(self.tokens)
        return path

    def valid(self) -> Valid:
        """The closure to call for this edge, to be asked for while closures are made."""
        return self.node.closure(inward=self.inward)

    def judge(self) -> Judge:
        """How a member or an item is judged, to be asked for while closures are made."""
        node = self.node
        if node.bare is not None:
            return Judge(node.free, node.bare, is_scalar=True)
        return Judge(node.free, self.valid(), items=node.items)

    def follow(self, run: Run, value: JSON, seen: Seen | None = None, token: str | int | None = None) -> bool:
        """Judge `value` by the node there, telling `run`; `token` names the member or item that `value` is."""
        if run.is_silent:
            if seen is None:
                return self.valid()(value, run.state)
            return self.node.run(value, run, seen, self.inward)
        run.path.append(self._path or self.path)
        if token is None:
            valid = self.node.run(value, run, seen, self.inward)
        else:
            run.way.append(token)
            valid = self.node.run(value, run, seen, self.inward)
            run.way.pop()
        run.path.pop()
        return valid

    def holds(self, run: Run, value: JSON, seen: Seen | None) -> bool:
        """Judge `value` by the node there without a word; where it is valid, `seen` learns what was evaluated.

        Both come of one evaluation: asking twice would double with every level of nesting.
        """
        if seen is None:
            return self.valid()(value, run.state)
        mine = Seen()
        valid = self.node.run(value, run.quiet(), mine, self.inward)
        if valid:
            seen |= mine
        return valid

    def report(self, run: Run, value: JSON, token: str | int) -> bool:
        """Tell which tests of the node there fail; it has nothing else, and a closure said that some do. False."""
        tests = self.node.by_kind.get(type(value))
        if tests is None:
            return self.follow(run, value, None, token)
        run.path.append(self._path or self.path)
        run.way.append(token)
        for test, rule in tests:
            if test is not None and not test(value):
                rule.run(value, run, None)
        run.way.pop()
        run.path.pop()
        return False

    def refuse(self, run: Run, value: JSON, params: dict[str, Any], token: str | int) -> bool:
        """Report that the `false` schema there does not want the member or item that `token` names; False."""
        if not run.is_silent:
            if self._refusal is None:
                self._refusal = Spot(self.node, str(self.tokens[0]), "")
            run.path.append(self._path or self.path)
            run.fault(self._refusal, params, value, (), token)
            run.path.pop()
        return False

    def explain(self, run: Run, value: JSON, token: str | int | None = None) -> tuple[Violation, ...]:
        """The violations of `value` under the node there, as causes for another one."""
        memory = None if run.state is None else run.state[4]
        if memory is None:
            return run.apart((self,), value, token)[0]
        key = self.node, (*run.way, token), "causes"
        if key not in memory:
            memory[key] = run.apart((self,), value, token)[0]
        causes: tuple[Violation, ...] = memory[key]
        return causes


class Rule(Spot):
    """One keyword of one subschema (or a few that belong together).

    `kinds` are the Python types of the instances it looks at.
    """

    __slots__ = ("kinds",)
    owner: "Node"
    searches = 0  # how many patterns each name is held against

    def __init__(self, owner: "Node", keyword: str, kinds: Collection[type] = KINDS) -> None:
        """`owner` is the node of the subschema that holds the keyword."""
        super().__init__(owner, keyword, "/" + keyword)
        self.kinds = kinds

    def edges(self) -> Iterable[Edge]:
        """The ways from here to other nodes."""
        return ()

    def same(self) -> Edge | None:
        """The way to the subschema of which the rule says nothing more than that it must hold, if there is one."""
        return None

    def test(self, kind: type) -> Valid | None:  # noqa: ARG002 - those that are tests look at it
        """The rule as a test of a value of that kind by itself; None where it looks further."""
        return None

    def sketch(self, sketch: Sketch) -> None:
        """Tell what the rule asks."""
        sketch.add(self.closures())

    def closures(self) -> Mapping[type, Valid]:
        """For each of `kinds`, the closure that gives the verdict."""
        raise NotImplementedError

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Judge `value`, telling `run` every fault and `seen` what was evaluated; a test has failed it."""
        raise NotImplementedError


_NEVER = dict.fromkeys(KINDS, never)


class Node:
    """A subschema under one dynamic scope.

    `rules` stand in schema order, `unevaluated*` last. `tracks` says that it must know what its keywords evaluate.
    """

    __slots__ = (
        "_location",
        "_place",
        "_sketch",
        "annotations",
        "bare",
        "by_kind",
        "checked",
        "child",
        "forbids",
        "free",
        "height",
        "is_flat",
        "is_shared",
        "items",
        "keyword",
        "params",
        "position",
        "quick",
        "rules",
        "table",
        "tracks",
    )

    def __init__(self, position: Position) -> None:
        """An empty node; the builder adds the rules."""
        self.position = position
        self.rules: list[Rule] = []
        self.annotations: list[tuple[str, JSON, tuple[type, ...]]] = []
        self.by_kind: dict[type, tuple[tuple[Valid | None, Rule], ...]] = {}
        self.is_flat = False  # whether every rule is a test
        self.is_shared = False  # whether more than one way leads here
        self.height = (
            FAR  # how many levels of members and items its subschemas reach down; FAR where unknown or endless
        )
        self.tracks = False
        self.checked = False
        self.forbids = False  # a `false` schema: `keyword` holds it, `params` tell why it stands there
        self.keyword = ""
        self.params: dict[str, Any] = {}
        self._location: str | None = None
        self.free: type | None = None  # a type whose values are all valid, and cost a step at most
        self.items: Holder | None = None  # of what is counted, where a list is judged by its items alone
        self.bare: Valid | None = None  # where only scalars are valid, by tests: the closure that does not count
        self.table: dict[type, Valid] | None = None  # closures by kind, where nothing counts and it is compiled
        self.child: Valid = _uncompiled
        self.quick: Valid = _uncompiled  # `child` where work is counted and no verdict remembered
        self._place: Valid = _uncompiled
        self._sketch: Sketch | None = None  # what `_place` is made of; it stays, for threads that ask at once

    @property
    def location(self) -> str:
        """The URI reference of the subschema."""
        location = self._location
        if location is None:
            location = self._location = self.position.location
        return location

    def settle(self) -> None:
        """Sort the rules by the kinds they look at, each with its test if it is one; called once all are there."""
        found: dict[type, list[tuple[Valid | None, Rule]]] = {kind: [] for kind in KINDS}
        is_flat = not self.tracks
        for rule in self.rules:
            for kind in rule.kinds:
                test = rule.test(kind)
                if test is not always:
                    found[kind].append((test, rule))
                    is_flat = is_flat and test is not None
        self.by_kind = {kind: tuple(pairs) for kind, pairs in found.items()}
        self.is_flat = is_flat

    # the verdict

    def closure(self, *, inward: bool) -> Valid:
        """The verdict as a function; one that looks the closure up later where this node is not compiled yet."""
        made = self.child if inward else self._place
        if made is not _uncompiled and made is not _wanted:
            return made
        if inward:
            return lambda value, state=None: self.child(value, state)
        if self._sketch is not None:
            self._place = made = self._placed(self._sketch)
            return made
        self._place = _wanted
        return lambda value, state=None: self._place(value, state)

    def compile(self) -> None:
        """Make the closures, after those of the nodes that this one's rules lead to (loops aside)."""
        if self.forbids:
            self.child = self.quick = self._place = never
            self.table = _NEVER
        elif self.checked:
            self._compile_counted()
        else:
            self._compile_uncounted()

    def _compile_uncounted(self) -> None:
        same = self.rules[0].same() if len(self.rules) == 1 else None
        if same is not None and same.node.table is not None:
            self.child = self._place = same.node.child
            self.table, self.free = same.node.table, same.node.free
            return
        if self.is_flat:
            self.table = self._tests()
            self.child = self._place = by_kind(self.table)
        else:
            sketch = self._sketched()
            self.child = self._place = sketch.uncounted()
            self.table = sketch.table
        self.free = free_kind(self.table)

    def _tests(self) -> dict[type, Valid]:
        """What a flat node asks, by kind."""
        return {
            kind: both([test for test, _ in pairs if test is not None]) if pairs else always
            for kind, pairs in self.by_kind.items()
        }

    def _sketched(self) -> Sketch:
        sketch = Sketch()
        if self.is_flat:
            sketch.table = self._tests()
            return sketch
        if self.tracks:
            sketch.add(dict.fromkeys(KINDS, self._tracked_verdict()))
        else:
            for rule in self.rules:
                rule.sketch(sketch)
        sketch.settle()
        return sketch

    def _compile_counted(self) -> None:
        sketch = self._sketched()
        table = sketch.table
        if self.is_flat and all(table[kind] is never for kind in CONTAINERS):
            self.bare, self.free = by_kind(table), free_kind(table)
        self.child, self.quick = sketch.counted(self if self.is_shared else None, inward=True)
        self.items = None if self.is_shared else sketch.items
        if self._place is _wanted:
            self._place = self._placed(sketch)
        self._sketch = sketch

    def _placed(self, sketch: Sketch) -> Valid:
        return sketch.counted(self if self.is_shared else None, inward=False)[0]

    def _tracked_verdict(self) -> Valid:
        judge = self._judge

        def tracked(value: JSON, state: State = None) -> bool:
            return judge(value, self.by_kind[type(value)], Run.silent(state), None)

        return tracked

    # the reasons

    def run(self, value: JSON, run: Run, seen: Seen | None, inward: bool) -> bool:
        """Judge `value`, telling `run` every fault; `seen` learns what was evaluated if the value is valid."""
        if self.forbids:
            return run.fault(Spot(self, self.keyword, ""), self.params, value)
        rules = self.by_kind.get(type(value))
        if rules is None:
            value = plain(value)
            rules = self.by_kind[type(value)]
        state = run.state
        if state is None:
            if run.is_plain and not self.tracks:
                valid = True
                for test, rule in rules:
                    if (test is None or not test(value)) and not rule.run(value, run, seen):
                        run.is_mixed |= not valid
                        valid = False
                return valid
            return self._judge(value, rules, run, seen)
        if state[4] is not None and self.is_shared:
            return self._remembered(value, run, seen, inward=inward)
        return self._counted(value, run, seen, inward=inward)

    def _counted(self, value: JSON, run: Run, seen: Seen | None, *, inward: bool) -> bool:
        rules = self.by_kind[type(value)]
        state = run.state
        assert state is not None  # noqa: S101 - the caller has looked
        if type(value) in CONTAINERS:
            state[0] -= len(value) + 1
            if inward:
                state[1] -= 1
                if state[0] < 0 or state[1] < state[2]:
                    valid = deeper(state, self._judge, value, rules, run, seen)
                else:
                    valid = self._judge(value, rules, run, seen)
                state[1] += 1
                return valid
        else:
            state[0] -= 1
        if state[0] < 0:
            overdrawn(state)
        return self._judge(value, rules, run, seen)

    def _remembered(self, value: JSON, run: Run, seen: Seen | None, *, inward: bool) -> bool:
        """What was found out of that value before: what was told then is told."""
        state = run.state
        assert state is not None  # noqa: S101 - the caller has looked
        memory, place = (state[4], id(value)) if run.is_silent else (run.told, tuple(run.way))
        key = self, place, seen is not None
        held = memory.get(key)
        if held is None:
            mine = None if seen is None else Seen()
            with run.noting() as notes:
                valid = self._counted(value, run, mine, inward=inward)
            held = value, valid, mine, notes
            if len(memory) < MAX_REMEMBERED:
                memory[key] = held  # with the value, whose identity is then nobody else's
        _, valid, mine, notes = held
        if notes and valid and run.annotations is not None:
            run.annotations.append(notes)
        if seen is not None and mine is not None:
            seen |= mine
            seen.uncertain |= mine.uncertain
        return bool(valid)

    def _judge(self, value: JSON, rules: Iterable[tuple[Valid | None, Rule]], run: Run, seen: Seen | None) -> bool:
        mine = Seen() if self.tracks else seen
        notes = run.annotations
        mark = 0 if notes is None else len(notes)
        valid = True
        for test, rule in rules:
            if test is not None and test(value, run.state):
                continue
            if not rule.run(value, run, mine):
                if run.is_silent:
                    return False
                run.is_mixed |= not valid
                valid = False
        if notes is not None:
            if valid:
                for keyword, said, kinds in self.annotations:
                    if type(value) in kinds:
                        run.note(keyword, self.location, said)
            else:
                del notes[mark:]
        if self.tracks and seen is not None and mine is not None:
            seen |= mine
            seen.uncertain |= mine.uncertain
        return valid
