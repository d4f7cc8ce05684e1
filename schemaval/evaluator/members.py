"""Keywords that apply subschemas to the members of objects, and those that bound which names may stand there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from schemaval.evaluator.assertions import MAX_LISTED
from schemaval.evaluator.closures import Valid, always, never
from schemaval.evaluator.node import NEAR, Edge, Node, Rule
from schemaval.evaluator.run import Run, Seen
from schemaval.evaluator.sketch import Sketch
from schemaval.evaluator.spending import State, overdrawn
from schemaval.jsonvalue import JSON

Search = Callable[[str], Any]


class Members(Rule):
    """`properties`, `patternProperties` and `additionalProperties`, which look at each member together."""

    __slots__ = ("_known", "_looks", "_other", "additional", "patterns", "properties")

    def __init__(
        self,
        owner: Node,
        keyword: str,
        properties: Mapping[str, Edge],
        patterns: Iterable[tuple[Search, Edge]],
        additional: Edge | None,
    ) -> None:
        """`keyword` is the first of the three in the schema; `patterns` pair a search with a way."""
        super().__init__(owner, keyword, (dict,))
        self.properties = properties
        self.patterns = tuple(patterns)
        self.additional = additional
        self._known: list[str] | None = None
        self._looks: dict[str, Valid | None] | None = None  # made when first needed, as most never are
        self._other: Valid | None = None

    @property
    def searches(self) -> int:  # type: ignore[override]  # this keyword's rule is the only one with patterns
        """How many patterns each name is held against."""
        return len(self.patterns)

    def edges(self) -> Iterable[Edge]:
        """The ways to all member schemas."""
        yield from self.properties.values()
        for _, edge in self.patterns:
            yield edge
        if self.additional is not None:
            yield self.additional

    def sketch(self, sketch: Sketch) -> None:
        """All of it as data, where each member has one schema, and others have none or are forbidden."""
        rest = self.additional
        if self.patterns or (rest is not None and not rest.node.forbids and rest.valid() is not always):
            sketch.add(self.closures())
        else:
            members = {name: edge.judge() for name, edge in self.properties.items()}
            sketch.ask_members(members, is_open=rest is None or not rest.node.forbids)

    def closures(self) -> Mapping[type, Valid]:
        """Every member is judged by each schema that applies to it."""
        table = {name: edge.valid() for name, edge in self.properties.items()}
        patterns = [(search, edge.valid()) for search, edge in self.patterns]
        additional = self.additional.valid() if self.additional is not None else always
        if patterns:
            return {dict: _by_pattern(table, patterns, additional)}
        return {dict: _with_default(table, additional)}

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report what the member schemas report; an unwelcome member is a fault of its own."""
        if not value:
            return True
        if not run.is_plain or seen is not None or self.patterns:
            return self._run_wholly(value, run, seen)
        looks = self._looks
        if looks is None:
            looks = self._made_looks()
        get, other = looks.get, self._other
        valid = True
        for name, member in value.items():
            look = get(name, other)
            if look is None or look(member):
                continue
            edge = self.properties.get(name, self.additional)
            assert edge is not None  # noqa: S101 - it is the way to what was just looked at
            if not (edge.report(run, member, name) if edge.node.is_flat else self._follow(edge, member, run, name)):
                valid = False
        return valid

    def _made_looks(self) -> dict[str, Valid | None]:
        self._other = None if self.additional is None else _look(self.additional.node)
        looks = self._looks = {name: _look(edge.node) for name, edge in self.properties.items()}
        return looks

    def _run_wholly(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """The same where members are counted, noted, or judged by several schemas."""
        valid = True
        if self.patterns:
            run.is_mixed = True  # of what several schemas say of one member
            if run.state is not None:
                run.state[0] -= len(value) * len(self.patterns)
        get, additional = self.properties.get, self.additional
        for name, member in value.items():
            judged: Sequence[Edge | None] = self.edges_for(name) if self.patterns else (get(name, additional),)
            for edge in judged:
                if edge is None:
                    continue
                if seen is not None:
                    seen.add(name)
                if run.is_plain and edge.node.height <= NEAR and edge.node.child(member):
                    continue
                if not self._follow(edge, member, run, name):
                    if run.is_silent:
                        return False
                    valid = False
        return valid

    def _follow(self, edge: Edge, member: JSON, run: Run, name: str) -> bool:
        """Report what the schema there reports of the member called `name`."""
        if edge.node.forbids:
            return edge.refuse(run, member, {"unexpected": name, "known": self.known()}, name)
        return edge.follow(run, member, None, name)

    def edges_for(self, name: str) -> Sequence[Edge]:
        """The ways to the schemas that apply to the member called `name`."""
        edge = self.properties.get(name)
        edges = [] if edge is None else [edge]
        edges += [edge for search, edge in self.patterns if search(name) is not None]
        if not edges and self.additional is not None:
            edges.append(self.additional)
        return edges

    def known(self) -> list[str]:
        """The names of the properties that may stand here, at most 32."""
        known = self._known
        if known is None:
            names = (name for name, edge in self.properties.items() if not edge.node.forbids)
            known = self._known = list(islice(names, MAX_LISTED))
        return known


def _look(node: Node) -> Valid | None:
    """What to ask first of a member that is judged there; None where everything is sound."""
    return None if node.child is always else node.child if node.height <= NEAR else never


def _with_default(table: dict[str, Valid], additional: Valid) -> Valid:
    get = table.get

    def test(value: JSON, state: State = None) -> bool:
        for name, member in value.items():
            if not get(name, additional)(member, state):
                return False
        return True

    return test


def _by_pattern(table: dict[str, Valid], patterns: list[tuple[Search, Valid]], additional: Valid) -> Valid:
    get = table.get
    count = len(patterns)

    def test(value: JSON, state: State = None) -> bool:
        if state is not None:
            state[0] -= len(value) * count
            if state[0] < 0:
                overdrawn(state)
        for name, member in value.items():
            valid = get(name)
            hit = valid is not None
            if valid is not None and not valid(member, state):
                return False
            for search, by_pattern in patterns:
                if search(name) is not None:
                    hit = True
                    if not by_pattern(member, state):
                        return False
            if not hit and not additional(member, state):
                return False
        return True

    return test


class PropertyNames(Rule):
    """`propertyNames`: every name, as a string, is judged."""

    __slots__ = ("names",)

    def __init__(self, owner: Node, names: Edge) -> None:
        """`names` is the way to the schema of the names."""
        super().__init__(owner, "propertyNames", (dict,))
        self.names = names

    def edges(self) -> Iterable[Edge]:
        """The schema of the names."""
        return (self.names,)

    def closures(self) -> Mapping[type, Valid]:
        """All names hold."""
        valid = self.names.valid()

        def test(value: JSON, state: State = None) -> bool:
            for name in value:
                if not valid(name, state):
                    return False
            return True

        return {dict: test}

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - a name is no member
        """Report one fault for each bad name, at the property of that name, with the reasons as causes."""
        valid = True
        judge = self.names.valid()
        for name in value:
            if not judge(name, run.state):
                if run.is_silent:
                    return False
                valid = False
                causes = self.names.explain(run, name, name)
                run.fault(self, {"property": name}, value[name], causes, name)
        return valid


class UnevaluatedProperties(Rule):
    """`unevaluatedProperties`: every member that nothing else has evaluated is judged; it stands last in its node."""

    __slots__ = ("known", "rest")

    def __init__(self, owner: Node, rest: Edge, known: Callable[[], list[str]]) -> None:
        """`rest` is the way to its schema; `known` gives the names for suggestions, when asked."""
        super().__init__(owner, "unevaluatedProperties", (dict,))
        self.rest = rest
        self.known = known

    def edges(self) -> Iterable[Edge]:
        """Its schema."""
        return (self.rest,)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report each unwelcome member; nothing where a failed choice leaves open what was evaluated."""
        if seen is None or (seen.uncertain and not run.is_silent):
            return True
        valid = True
        for name, member in value.items():
            if name in seen:
                continue
            if self.rest.node.forbids:
                valid = self.rest.refuse(run, member, {"unexpected": name, "known": self.known()}, name)
            elif not self.rest.follow(run, member, None, name):
                valid = False
            if not valid and run.is_silent:
                return False
        if valid:
            seen.update(value)
        return valid
