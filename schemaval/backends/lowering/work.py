"""How often an engine without a memory applies the subschemas of a lowered schema to one value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from schemaval.backends.lowering.links import SAME_VALUE, Node
from schemaval.graph import longest, postorder

FREE = 1_000  # applications that any schema may cause without being counted
A_NODE = 4  # and for each of its subschemas
MOST = 100_000  # above which nothing helps
DOUBLES = "it applies itself more than once to one member or item, and the engine remembers nothing"
BRANCHING = frozenset({"anyOf", "oneOf", "if", "contains"})  # what `unevaluated*` judges again


@dataclass(frozen=True, slots=True)
class Work:
    """How many times subschemas are applied, each counted once for every way that leads to it.

    `is_recursive` says whether some subschema leads back to itself; such ways count once. `longest` counts the
    subschemas that follow one another.
    """

    applications: int
    nodes: int
    is_recursive: bool
    longest: int

    @property
    def is_bounded(self) -> bool:
        """Whether the applications stay in proportion to the size of the schema, so that nobody need count them."""
        return not self.is_recursive and self.applications <= FREE + A_NODE * self.nodes

    @property
    def is_hopeless(self) -> bool:
        """Whether the applications are out of all proportion."""
        return self.applications > MOST


def measure(nodes: Iterable[Node]) -> Work:
    """The work of a lowered schema, whose root is the first of `nodes`."""
    nodes = tuple(nodes)
    if not nodes:
        return Work(1, 0, is_recursive=False, longest=1)
    order, is_recursive = postorder(nodes[0], _targets)
    place = {id(node): number for number, node in enumerate(order)}
    again = _judged_again(nodes)
    count = dict.fromkeys(place, 0)
    count[id(nodes[0])] = 1
    for node in reversed(order):
        here = count[id(node)]
        for keyword, target in node.ways:
            if place[id(target)] < place[id(node)]:
                count[id(target)] += here * (1 + again.get(id(node), 0) if keyword in BRANCHING else 1)
    return Work(sum(count.values()), len(order), is_recursive, longest(order, _targets))


def _targets(node: Node) -> Iterable[Node]:
    return (target for _, target in node.ways)


def _judged_again(nodes: Iterable[Node]) -> Mapping[int, int]:
    """For each node that an `unevaluated*` asks what it evaluated, how many of them do, by keyword."""
    again: dict[int, int] = {}
    for keyword in ("unevaluatedProperties", "unevaluatedItems"):
        pending = [node for node in nodes if keyword in node.schema]
        seen = set(map(id, pending))
        while pending:
            node = pending.pop()
            again[id(node)] = again.get(id(node), 0) + 1
            for way, target in node.ways:
                if way in SAME_VALUE and id(target) not in seen:
                    seen.add(id(target))
                    pending.append(target)
    return again
