"""The nodes that a lowered schema is written from, with the tests that `unevaluated*` adds to them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from schemaval.backends.lowering.fastjsonschema.coverage import Coverage, Evaluated, TooManyBranches, coverage, parts
from schemaval.evaluator.applicators import Choice, Condition, Not, TypeUnion
from schemaval.evaluator.items import Contains, UnevaluatedItems
from schemaval.evaluator.members import UnevaluatedProperties
from schemaval.evaluator.node import Node


@dataclass(slots=True)
class Graph:
    """`order` has the nodes with those first that others hold; `heads` are led back to from below.

    `uses` counts how often a node is written into others. To know what is evaluated, `unevaluated*` asks nodes beside
    the edges: `tested` are those asked about the value itself, `sought` those asked about its items.
    """

    root: Node
    order: list[Node] = field(default_factory=list)
    heads: set[Node] = field(default_factory=set)
    uses: dict[Node, int] = field(default_factory=dict)
    tested: dict[Node, list[Node]] = field(default_factory=dict)
    sought: dict[Node, list[Node]] = field(default_factory=dict)

    def negated(self) -> set[Node]:
        """The nodes whose verdict may count the other way round: what fails there can make the whole hold."""
        pending = [target for node in self.order for target in self._turned(node)]
        found = set(pending)
        while pending:
            node = pending.pop()
            for target in targets(node):
                if target not in found:
                    found.add(target)
                    pending.append(target)
        return found

    def _turned(self, node: Node) -> Iterator[Node]:
        yield from self.tested.get(node, ())
        for rule in node.rules:
            if isinstance(rule, TypeUnion) and rule.negated:
                yield node  # which holds the names of types itself
            if (
                isinstance(rule, Not)
                or (isinstance(rule, Choice) and rule.only_one)
                or (isinstance(rule, TypeUnion) and rule.negated)
                or (isinstance(rule, Contains) and rule.most is not None)
            ):
                yield from (edge.node for edge in rule.edges())
            elif isinstance(rule, Condition):
                yield rule.when.node


def graph(root: Node) -> Graph:
    """Find the nodes that `root` leads to, depth first and without recursion."""
    made = Graph(root)
    opened, done = {root}, set[Node]()
    stack = [(root, iter(_written(root, made)))]
    while stack:
        node, inner = stack[-1]
        for target in inner:
            made.uses[target] = made.uses.get(target, 0) + 1
            if target in opened:
                made.heads.add(target)
            elif target not in done:
                opened.add(target)
                stack.append((target, iter(_written(target, made))))
                break
        else:
            stack.pop()
            opened.discard(node)
            done.add(node)
            made.order.append(node)
    return made


def targets(node: Node) -> Iterator[Node]:
    """The nodes that a node's rules lead to, once for each way."""
    for rule in node.rules:
        for edge in rule.edges():
            yield edge.node


def _written(node: Node, made: Graph) -> list[Node]:
    """What is written into a node: the targets of its rules, and what `unevaluated*` asks."""
    found = list(targets(node))
    for rule in node.rules:
        if isinstance(rule, UnevaluatedProperties | UnevaluatedItems):
            for part in _covered(rule):
                if isinstance(part, Evaluated):
                    made.sought.setdefault(node, []).extend(part.contained)
                elif isinstance(part.test, Node):
                    made.tested.setdefault(node, []).append(part.test)
    return found + made.tested.get(node, []) + made.sought.get(node, [])


def _covered(rule: UnevaluatedProperties | UnevaluatedItems) -> list[Coverage]:
    try:
        return [*parts(coverage(rule.owner, dict if isinstance(rule, UnevaluatedProperties) else list))]
    except TooManyBranches:
        return []  # refused when it is written
