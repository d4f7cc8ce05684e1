"""How often an engine without a memory applies subschemas to one value, at any depth of any instance."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from schemaval.backends.lowering.fastjsonschema.graph import Graph
from schemaval.evaluator.items import Contains, Items, UnevaluatedItems
from schemaval.evaluator.members import Members, PropertyNames, UnevaluatedProperties
from schemaval.evaluator.node import Edge, Node, Rule

FREE = 1_000  # applications to one value that any schema may cause
A_NODE = 4  # and for each of its subschemas
MAX_STEPS = 300_000  # of the search, about a fifth of a second

Applied = Counter[Node]


class Unbounded(Exception):  # noqa: N818 - no error: the schema is refused for it
    """The work could not be bounded."""


def refuse_unbounded(graph: Graph) -> None:
    """Raise Unbounded unless there is a bound to how often subschemas are applied to one value.

    What is looked at is what may be applied to one value together, from the root down. If these sets are finite in
    number and each is within the bound, the work is linear in the instance.
    """
    _Search(graph).run()


class _Search:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._bound = FREE + A_NODE * len(graph.order)
        self._left = MAX_STEPS
        self._closures: dict[tuple[Node, type], Applied] = {}

    def run(self) -> None:
        seen: set[tuple[type, frozenset[tuple[Node, int]]]] = set()
        pending: list[Applied] = [Counter({self._graph.root: 1})]
        while pending:
            given = pending.pop()
            for kind in (dict, list):
                applied = self._applied(given, kind)
                state = kind, frozenset((node, times) for node, times in applied.items() if self._goes_on(node))
                if state not in seen:
                    seen.add(state)
                    pending += self._inside(dict(state[1]), kind)

    def _applied(self, given: Applied, kind: type) -> Applied:
        """All that is applied to a value to which `given` is."""
        total: Applied = Counter()
        for node, times in given.items():
            for inner, count in self._closure(node, kind, ()).items():
                total[inner] += times * count
        self._hold(total)
        return total

    def _goes_on(self, node: Node) -> bool:
        """Whether the node leads on to members or items."""
        return node in self._graph.sought or any(edge.inward for rule in node.rules for edge in rule.edges())

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise Unbounded

    def _hold(self, applied: Applied) -> None:
        self._spend(len(applied))
        if sum(applied.values()) > self._bound:
            raise Unbounded

    def _closure(self, node: Node, kind: type, way: tuple[Node, ...]) -> Applied:
        """A node and what it applies to the same value, each with how often."""
        known = self._closures.get((node, kind))
        if known is not None:
            return known
        if node in way or len(way) > 200:
            raise Unbounded
        total: Applied = Counter({node: 1})
        for target in self._in_place(node, kind):
            inner = self._closure(target, kind, (*way, node))
            self._spend(len(inner))
            total.update(inner)
        self._hold(total)
        self._closures[node, kind] = total
        return total

    def _in_place(self, node: Node, kind: type) -> Iterator[Node]:
        for rule in node.rules:
            if kind in rule.kinds:
                for edge in rule.edges():
                    if not edge.inward and not isinstance(rule, PropertyNames):
                        yield edge.node
        yield from self._graph.tested.get(node, ())

    def _inside(self, applied: Mapping[Node, int], kind: type) -> Iterator[Applied]:
        """What is applied to one member, or item, when `applied` is applied to the value that holds it."""
        steps = _Steps()
        for node, times in applied.items():
            for rule in node.rules:
                if kind in rule.kinds:
                    steps.take(rule, times)
            for target in self._graph.sought.get(node, ()):
                steps.anywhere[target] += times
        self._spend((len(steps.named) + 1) * (len(steps.rest) + len(steps.anywhere) + 1))
        return steps.places()


class _Steps:
    """Where the rules applied to one value lead inside it."""

    def __init__(self) -> None:
        self.anywhere: Applied = Counter()
        self.named: dict[object, Applied] = {}
        self.rest: list[tuple[Node, int, frozenset[object]]] = []

    def take(self, rule: Rule, times: int) -> None:
        """Add the steps of a rule that is applied so many times."""
        match rule:
            case Members():
                self._place(rule.properties, rule.additional, times)
                for _, edge in rule.patterns:
                    self.anywhere[edge.node] += times
            case Items():
                self._place(dict(enumerate(rule.prefix)), rule.rest, times)
            case Contains():
                self.anywhere[rule.item.node] += times
            case UnevaluatedProperties() | UnevaluatedItems():
                self.anywhere[rule.rest.node] += times

    def _place(self, edges: Mapping[Any, Edge], rest: Edge | None, times: int) -> None:
        for name, edge in edges.items():
            self.named.setdefault(name, Counter())[edge.node] += times
        if rest is not None:
            self.rest.append((rest.node, times, frozenset(edges)))

    def places(self) -> Iterator[Applied]:
        """What is applied to the member, or item, at each place that is named, and at any other."""
        for name in [*self.named, None]:
            inner = self.anywhere + self.named.get(name, Counter())
            for node, times, known in self.rest:
                if name not in known:
                    inner[node] += times
            if inner:
                yield inner
