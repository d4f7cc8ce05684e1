"""The evaluator as a whole: nodes compiled in the order they need, and the questions they answer."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from schemaval.errors import LimitExceeded, UnresolvableReference
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.build import Builder
from schemaval.evaluator.doubling import doubles
from schemaval.evaluator.makers import fill
from schemaval.evaluator.node import FAR, Node
from schemaval.evaluator.run import Enough, Run, flat
from schemaval.evaluator.spending import UNBOUNDED, State, purse
from schemaval.graph import longest, postorder
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.references.document import Position
from schemaval.references.world import World
from schemaval.violation import Annotation, Violation, arranged, in_order

if TYPE_CHECKING:
    from schemaval.evaluator.closures import Valid

Answer = TypeVar("Answer")
MANY = 64  # subschemas and patterns for one value; more than real schemas have
_BOUNDED = "the schema is not recursive, and its work is bounded by its size"
_MAX_NESTED = 4
_MAX_CHAIN = 150  # subschemas in a row, above which even a schema without recursion counts levels


@dataclass(frozen=True, slots=True)
class Shape:
    """What the graph of nodes says of the work that an instance can cause.

    `most` is how many subschemas and patterns one value may meet, `reason` why steps and levels are counted, `""` where
    they need not be.
    """

    order: tuple[Node, ...]
    most: int
    reason: str


class Program:
    """A compiled schema: `is_valid` is the verdict, `violations` the reasons.

    `is_checked` says whether work is counted, `reason` why or why not; `most` is how many subschemas and patterns one
    value may meet.
    """

    __slots__ = ("_doubles", "_limits", "_purse", "_root", "is_checked", "is_valid", "most", "reason", "root")

    def __init__(self, world: World, position: Position, limits: Limits, *, assert_formats: bool) -> None:
        """Build and compile what `position` leads to."""
        builder = Builder(world, limits, fill, assert_formats=assert_formats)
        self.root = builder.build(position)
        shape = _shape(self.root, builder.nodes)
        self.is_checked, self.reason, self.most = bool(shape.reason), shape.reason or _BOUNDED, shape.most
        _find_shared(self.root, shape.order)
        for node in shape.order:
            node.checked = self.is_checked
            node.compile()
            node.height = _height(node)
        for node in shape.order:
            node.table = None  # other nodes have taken what they need of it
        self._limits = limits
        self._purse = None if limits.deadline_s is not None else self.state(is_first=True)
        self._doubles: bool | None = None
        self._root: Valid = self.root.closure(inward=True)
        self.is_valid: Valid = self._counted if self.is_checked else self._root

    def _counted(self, instance: JSON) -> bool:
        if self._purse is None:
            return self._tried(self._root, instance, by_stacks=False)
        try:
            return self._root(instance, self._purse.copy())
        except LimitExceeded as error:
            if error.limit != "max_steps":
                raise
        return self._root(instance, self.state())

    def _tried(self, ask: Callable[[JSON, State], Answer], instance: JSON, *, by_stacks: bool) -> Answer:
        """The answer at the first try, which takes few steps, or at the second, which remembers."""
        try:
            return ask(instance, self.state(by_stacks=by_stacks, is_first=True))
        except LimitExceeded as error:
            if not self.is_checked or error.limit != "max_steps":
                raise
        return ask(instance, self.state(by_stacks=by_stacks))

    def state(self, *, by_stacks: bool = False, is_first: bool = False) -> State:
        """What one run may spend: None where nothing is counted.

        With `by_stacks` it may go on where the interpreter's stack ends; that costs more, so it is for a second try.
        With `is_first` it may take a part of the steps only, and remembers nothing.
        """
        return purse(self._limits, is_counted=self.is_checked, by_stacks=by_stacks, is_first=is_first)

    @property
    def doubles(self) -> bool:
        """Whether what remembers nothing may judge an instance of n levels 2**n times over; found out when asked."""
        if self._doubles is None:
            self._doubles = doubles(self.root)
        return self._doubles

    @property
    def max_levels(self) -> int:
        """How many containers deep an instance may be looked into."""
        levels = self._limits.max_instance_depth
        return levels if self.is_checked and levels is not None else UNBOUNDED

    def verdict(self, instance: JSON, *, by_stacks: bool = False) -> bool:
        """Whether `instance` is valid."""
        return self._tried(self._root, instance, by_stacks=by_stacks)

    def violations(
        self, instance: JSON, state: State = None, *, by_stacks: bool = False
    ) -> tuple[list[Violation], bool]:
        """The violations in instance order, and whether the search stopped early; `state` is a try's own."""
        if state is None and (self.is_checked or by_stacks):
            if self.verdict(instance, by_stacks=by_stacks):  # what is valid within the limits is never over them here
                return [], False
            return self._tried(self.violations, instance, by_stacks=by_stacks)
        run = Run.started(self._limits, state)
        truncated = False
        try:
            self.root.run(instance, run, None, True)
        except Enough:
            truncated = True
        return arranged(run.found, instance) if run.is_mixed or truncated else run.found, truncated

    def annotations(self, instance: JSON, *, by_stacks: bool = False) -> list[Annotation] | None:
        """The annotations of a valid instance, in instance order; None for an invalid one."""
        return self._tried(self._annotated, instance, by_stacks=by_stacks)

    def _annotated(self, instance: JSON, state: State) -> list[Annotation] | None:
        run = Run.started(self._limits, state, annotate=True)
        try:
            valid = self.root.run(instance, run, None, True)
        except Enough:
            return None
        return in_order(list(flat(run.annotations or [])), instance) if valid else None


def _shape(root: Node, nodes: Iterable[Node]) -> Shape:
    """Order the nodes, those that others lead to first; find recursion, and count the ways from the root."""
    found, is_recursive = postorder(root, _targets)
    order = tuple(found)
    most = _most(order)
    if is_recursive:
        return Shape(order, most, "the schema is recursive")
    if most > MANY:
        return Shape(order, most, f"more than {MANY} subschemas and patterns may be applied to one value")
    if _nested_comparisons(order) > _MAX_NESTED:
        return Shape(order, most, f"more than {_MAX_NESTED} comparisons of whole values are nested in one another")
    ways = dict.fromkeys(map(id, order), 0)
    ways[id(root)] = 1
    total = 0
    for node in reversed(order):
        total += ways[id(node)]
        for rule in node.rules:
            for edge in rule.edges():
                ways[id(edge.node)] += ways[id(node)]
    if total > 4 * len(list(nodes)) + 1_000:
        return Shape(order, most, "the schema applies some subschemas many times over to one value")
    if longest(order, _targets) > _MAX_CHAIN:
        return Shape(order, most, f"more than {_MAX_CHAIN} subschemas follow one another")
    return Shape(order, most, "")


def _most(order: Iterable[Node]) -> int:
    """How many subschemas one value may be judged by at most, with the patterns that its names are held against."""
    count: dict[int, int] = {}
    for node in order:
        here = 1
        for rule in node.rules:
            here += rule.searches + sum(count.get(id(edge.node), 0) for edge in rule.edges() if not edge.inward)
        count[id(node)] = min(here, UNBOUNDED)
    return max(count.values(), default=0)


def _nested_comparisons(order: Iterable[Node]) -> int:
    """How many rules that compare whole values may look at one value and what is in it: each looks at all of it."""
    count: dict[int, int] = {}
    for node in order:
        here = sum(isinstance(rule, Assertion) and bool(rule.searches) for rule in node.rules)
        below = [count.get(id(edge.node), 0) for rule in node.rules for edge in rule.edges()]
        count[id(node)] = here + max(below, default=0)
    return max(count.values(), default=0)


def _find_shared(root: Node, nodes: Iterable[Node]) -> None:
    """Mark the nodes to which more than one way leads, the way from outside to the root included."""
    met = {id(root)}
    for node in nodes:
        for rule in node.rules:
            for edge in rule.edges():
                edge.node.is_shared = id(edge.node) in met
                met.add(id(edge.node))


def _height(node: Node) -> int:
    """How far down the subschemas of `node` reach, once that of those is known; FAR on a loop."""
    reach = [edge.node.height + edge.inward for rule in node.rules for edge in rule.edges()]
    return min(max(reach, default=0), FAR)


def refuse_dynamic_loops(root: Node) -> None:
    """Raise UnresolvableReference where nodes lead back to themselves without a step into the instance.

    Only a dynamic reference can close such a loop here: the others were searched before its target was known.
    """
    done: set[int] = set()
    for start in postorder(root, _targets)[0]:
        opened = {id(start)}
        stack = [(start, _targets(start, in_place=True))] if id(start) not in done else []
        while stack:
            node, targets = stack[-1]
            for target in targets:
                if id(target) in opened:
                    _refuse([open_node for open_node, _ in stack])
                if id(target) not in done:
                    opened.add(id(target))
                    stack.append((target, _targets(target, in_place=True)))
                    break
            else:
                stack.pop()
                opened.discard(id(node))
                done.add(id(node))


_DYNAMIC = ("$dynamicRef", "$recursiveRef")


def _refuse(loop: Iterable[Node]) -> None:
    """Name the last dynamic reference on the way around."""
    for node in reversed(list(loop)):
        for rule in node.rules:
            if rule.keyword in _DYNAMIC:
                pointer = f"{node.position.document_pointer}/{rule.keyword}"
                why = "it comes back to itself without a step into the instance"
                text = node.position.schema[rule.keyword]
                raise UnresolvableReference(text, pointer, why, node.position.resource.document.uri)


def _targets(node: Node, *, in_place: bool = False) -> Iterator[Node]:
    """Where a node's rules lead; `in_place` leaves out members, items and names."""
    for rule in node.rules:
        if not (in_place and rule.keyword == "propertyNames"):
            yield from [edge.node for edge in rule.edges() if not (in_place and edge.inward)]
