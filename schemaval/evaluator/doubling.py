"""Whether a recursive schema applies itself to one child by more than one way, so that work doubles with each level.

The schema is read as an automaton: its states are the subschemas that are applied to members and items, a step goes to
a member or an item. Where two different ways lead from a state over the same steps back to it, an instance of n levels
is judged 2**n times over by what remembers nothing (the criterion for exponential ambiguity of automata of A. Weber
and H. Seidl, 1991). What cannot be told apart counts as the same step, so that the answer errs on the careful side.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from schemaval.evaluator.items import Items
from schemaval.evaluator.members import Members
from schemaval.evaluator.node import Edge, Node, Rule
from schemaval.graph import components, postorder

Pair: TypeAlias = tuple[int, int]

MAX_PAIRS = 20_000  # of subschemas, to be compared
MAX_STEPS = 100_000  # from all subschemas together


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a keyword makes to members or items, to the state `target`.

    `token` is the one name or index that it goes to, if there is one; `is_rest` says that it goes where the keyword's
    other steps do not, as those of `additionalProperties` and of `items` after a prefix.
    """

    rule: Rule
    edge: Edge
    token: str | int | None
    is_rest: bool

    @property
    def target(self) -> int:
        """The state."""
        return id(self.edge.node)

    def meets(self, other: "Step") -> bool:
        """Whether both may go to the same member or item."""
        if (dict in self.rule.kinds) is not (dict in other.rule.kinds):
            return False
        if self.rule is other.rule and (self.is_rest or other.is_rest):
            return self.edge is other.edge
        if self.token is not None:
            return other.takes(self.token)
        return other.token is None or self.takes(other.token)

    def takes(self, token: str | int) -> bool:
        """Whether it goes to the member or item that a token names."""
        if self.token is not None:
            return self.token == token
        if isinstance(self.rule, Members):
            return self.edge in self.rule.edges_for(str(token))
        return not isinstance(self.rule, Items) or (type(token) is int and token >= len(self.rule.prefix))


def doubles(root: Node) -> bool:
    """Whether two ways lead from some subschema over the same steps back to it."""
    order = postorder(root, lambda node: (edge.node for rule in node.rules for edge in rule.edges()))[0]
    states = {id(edge.node): edge.node for node in order for rule in node.rules for edge in rule.edges() if edge.inward}
    steps = _steps(order)
    if steps is None:
        return True
    found = components({state: [step.target for step in steps[state]] for state in states})
    return any(_is_ambiguous(set(together), steps) for together in found)


def _steps(order: Iterable[Node]) -> dict[int, list[Step]] | None:
    """The steps from each node, those of the nodes that it applies in place among them, each at most twice.

    None where there are too many to compare. A node comes after those that it applies in place: no loop is without a
    step.
    """
    nodes = {id(node): node for node in order}
    in_place = {
        ident: [id(edge.node) for rule in _of_the_value(node) for edge in rule.edges() if not edge.inward]
        for ident, node in nodes.items()
    }
    found: dict[int, list[Step]] = {}
    total = 0
    for (ident,) in components(in_place):
        own = [step for rule in _of_the_value(nodes[ident]) for step in _own_steps(rule)]
        found[ident] = _twice_at_most([*own, *(step for target in in_place[ident] for step in found[target])])
        total += len(found[ident])
        if total > MAX_STEPS:
            return None
    return found


def _twice_at_most(steps: list[Step]) -> list[Step]:
    """The steps without third copies, which say no more than second ones."""
    count: dict[Step, int] = {}
    for step in steps:
        count[step] = min(count.get(step, 0) + 1, 2)
    return [step for step, times in count.items() for _ in range(times)]


def _of_the_value(node: Node) -> Iterable[Rule]:
    """The rules that look at the value, its members or its items; the names that propertyNames judges have none."""
    return (rule for rule in node.rules if rule.keyword != "propertyNames")


def _own_steps(rule: Rule) -> Iterable[Step]:
    return (_step(rule, edge) for edge in rule.edges() if edge.inward)


def _step(rule: Rule, edge: Edge) -> Step:
    keyword, token = edge.tokens[0], edge.tokens[1] if len(edge.tokens) > 1 else None
    if keyword == "properties" or type(token) is int:
        return Step(rule, edge, token, is_rest=False)
    return Step(rule, edge, None, is_rest=keyword != "patternProperties" and isinstance(rule, (Members, Items)))


def _is_ambiguous(together: set[int], steps: dict[int, list[Step]]) -> bool:
    """Whether two different ways lead from one of these states over the same steps back to it."""
    inner = {state: [step for step in steps[state] if step.target in together] for state in together}
    if all(len(ways) <= 1 for ways in inner.values()):
        return False
    pairs: dict[Pair, list[Pair]] = {}
    forks: list[tuple[Pair, Pair]] = []
    pending = [(state, state) for state in together]
    while pending:
        pair = pending.pop()
        if pair in pairs:
            continue
        if len(pairs) >= MAX_PAIRS:
            return True
        ways = pairs[pair] = []
        for place, one in enumerate(inner[pair[0]]):
            for other_place, other in enumerate(inner[pair[1]]):
                if one is not other and not one.meets(other):
                    continue
                target = one.target, other.target
                ways.append(target)
                if pair[0] == pair[1] and place != other_place:
                    forks.append((pair, target))
        pending += ways
    group = {pair: number for number, together in enumerate(components(pairs)) for pair in together}
    return any(group[pair] == group[target] for pair, target in forks)
