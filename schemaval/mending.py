"""Empty `{}` and `[]` in an instance, put right where the schema leaves one answer.

What applies to a value is a `Say`: nodes that all hold, and choices of which one branch holds. An empty container is
flipped where its own JSON type is not allowed and the other one's is; where there is a choice, also where only the
other spelling is valid.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemaval import pointer
from schemaval.errors import LimitExceeded
from schemaval.evaluator.applicators import All, Choice, Condition, Dependent
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.closures import never
from schemaval.evaluator.items import Items
from schemaval.evaluator.members import Members
from schemaval.evaluator.node import Edge, Node
from schemaval.evaluator.program import MANY, Program
from schemaval.jsonvalue import JSON, plain
from schemaval.normalise.change import Change
from schemaval.normalise.empties import find_empties
from schemaval.violation import in_order

if TYPE_CHECKING:
    from schemaval.evaluator.spending import State

Token = str | int
Way = tuple[Any, ...]  # () is the root, (way, token) a member of what stands at that way
_MAX_WORK = 550_000  # for all passes over one instance: less than half a second, at half a microsecond each
_MAX_PASSES = 16
# what each costs of that work
_WALKED = 2  # a container entered
_FLIPPED = 5  # a change made
_GATHERED = 10  # a node whose rules are looked at
_ASKED = 6  # an edge found, or a verdict on a scalar
_VALUES = 16  # verdicts of subschemas on so many values are one


@dataclass(frozen=True, slots=True)
class Say:
    """What schemas say of one value: all of `nodes` hold, and of each choice at least one branch."""

    nodes: tuple[Node, ...]
    choices: tuple[tuple["Say", ...], ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether nothing is said."""
        return not self.nodes and not self.choices


Opened = tuple[Iterator[tuple[Token, JSON]], Way, Say]  # what is still to be looked at in a container


class _Work:
    """What all passes over one instance may take together: work of the mender's own, and the steps of verdicts."""

    __slots__ = ("_left", "state")

    def __init__(self, state: "State") -> None:
        """`state` is what verdicts may spend."""
        self._left = _MAX_WORK
        self.state = state

    def spend(self, work: int) -> None:
        """Raise LimitExceeded where more is spent than there is."""
        self._left -= work
        if self._left < 0:
            raise LimitExceeded("max_steps", "more work than mending may take")


class _Mender:
    """One pass over one instance; it remembers what was found out of each node and value."""

    def __init__(self, program: Program, work: _Work) -> None:
        self.program = program
        self.state: State = work.state
        self.spend = work.spend
        self.met_choice = False
        self._says: dict[Any, Say] = {}  # by nodes; with the kind of an empty container where that counts
        self._inner: dict[Any, tuple[Say, Say]] = {}  # by what is said of a container, the token, and the empty's kind
        self._became: dict[Any, tuple[Say, type | None]] = {}
        self._prefixes: dict[int, tuple[Say, int]] = {}
        self._conditions: dict[Any, tuple[JSON, bool]] = {}

    def mends(self, instance: JSON, leading: frozenset[int]) -> Iterator[Change]:
        """Every flip, depth first, in instance order; `leading` are the containers that lead to empty ones."""
        levels = self.program.max_levels
        root = plain(instance)
        stack: list[Opened] = []
        arrived: tuple[JSON, Way, Say] | None = (root, (), self._gathered([self.program.root], root))
        while stack or arrived:
            if arrived is not None:
                value, way, say = arrived
                self.spend(_WALKED)
                if len(stack) >= levels:
                    raise LimitExceeded("max_instance_depth", "nested deeper than that")
                if value:
                    stack.append((iter(_members(value)), way, say))
                elif (became := self._flipped(value, say)) is not None:
                    self.spend(_FLIPPED + len(stack) // 8)
                    yield Change(_pointer(way), _empty(value), became())
            arrived = self._next(stack[-1], leading) if stack else None
            if arrived is None and stack:
                stack.pop()

    def _next(self, opened: Opened, leading: frozenset[int]) -> tuple[JSON, Way, Say] | None:
        """The next member of an open container that leads to an empty one and of which something is said."""
        members, way, say = opened
        for token, given in members:
            if isinstance(given, (dict, list, tuple)) and id(given) in leading:
                member = plain(given)
                inner = self._below(say, token, member)
                if not inner.is_silent:
                    return member, (way, token), inner
        return None

    def _flipped(self, value: JSON, say: Say) -> type | None:
        """What an empty container becomes: all of a kind are alike."""
        own, other = (dict, list) if isinstance(value, dict) else (list, dict)
        place = id(say) if say.choices else say.nodes, own
        held = self._became.get(place)
        if held is None:
            held = self._became[place] = say, other if self._wants(say, own, other) else None
        return held[1]

    def _wants(self, say: Say, own: type, other: type) -> bool:
        """Whether the other spelling is the one answer."""
        if not self._permits(say, own):
            return self._permits(say, other)
        return bool(say.choices) and not self._holds(say, own()) and self._holds(say, other())

    def _permits(self, say: Say, kind: type) -> bool:
        """Whether a JSON type is allowed: by every node, and by some branch of each choice."""
        self.spend(1 + len(say.nodes))
        return all(_permits_alone(node, kind) for node in say.nodes) and all(
            any(self._permits(branch, kind) for branch in choice) for choice in say.choices
        )

    def _holds(self, say: Say, value: JSON) -> bool:
        """Whether a value satisfies all nodes, and a branch of each choice."""
        self.spend(1 + _ASKED * len(say.nodes))
        return all(node.closure(inward=True)(value, self.state) for node in say.nodes) and all(
            any(self._holds(branch, value) for branch in choice) for choice in say.choices
        )

    # what applies where

    def _gathered(self, nodes: Sequence[Node], value: JSON) -> Say:
        """What `nodes` say of `value`: their in-place rules followed, branches that cannot apply left out.

        Of an empty container, and where no rule looks at the value, it is found out once.
        """
        same = nodes[0] if len(nodes) == 1 else tuple(nodes)
        said = self._says.get(same) or (None if value else self._says.get((same, type(value))))
        if said is None:
            held, choices, is_fixed = self._followed(nodes, value)
            kept = tuple(choice for choice in choices if choice)
            said = _simplified(held, kept)
            if is_fixed or not value:
                self._says[same if is_fixed else (same, type(value))] = said
        return said

    def _followed(self, nodes: Iterable[Node], value: JSON) -> tuple[tuple[Node, ...], list[tuple[Say, ...]], bool]:
        """The nodes and choices that hold of `value`, and whether they do so of any other."""
        held: dict[Node, None] = {}
        choices: list[tuple[Say, ...]] = []
        is_fixed = True
        pending = list(nodes)
        while pending:
            node = pending.pop()
            if node in held:
                continue
            held[node] = None
            self.spend(_GATHERED + len(node.rules))
            for rule in node.rules:
                if isinstance(rule, All):
                    pending += [edge.node for edge in rule.edges()]
                elif isinstance(rule, Dependent):
                    is_fixed = False
                    if isinstance(value, dict):
                        self.spend(len(rule.schemas))
                        pending += [edge.node for name, edge in rule.schemas.items() if name in value]
                elif isinstance(rule, (Choice, Condition)):
                    is_fixed, self.met_choice = False, True
                    choices.append(self._chosen(rule, value))
        return tuple(held), choices, is_fixed

    def _chosen(self, rule: Choice | Condition, value: JSON) -> tuple[Say, ...]:
        if isinstance(rule, Condition):
            return self._condition(rule, value)
        return self._branches([(edge.node,) for edge in rule.branches], value)

    def _branches(self, branches: Iterable[tuple[Node, ...]], value: JSON) -> tuple[Say, ...]:
        return tuple(
            self._gathered(branch, value) for branch in branches if all(self._can_apply(node, value) for node in branch)
        )

    def _condition(self, rule: Condition, value: JSON) -> tuple[Say, ...]:
        """The branches that an `if` may choose for the mended value."""
        then = tuple(edge.node for edge in (rule.when, rule.then) if edge is not None)
        otherwise = (rule.otherwise.node,) if rule.otherwise is not None else ()
        if self._is_met(rule, value):
            return self._branches([then], value)
        if not self._can_apply(rule.when.node, value):
            return self._branches([otherwise], value)
        return self._branches([then, otherwise], value)

    def _is_met(self, rule: Condition, value: JSON) -> bool:
        """Whether an `if` holds of a value."""
        held = self._conditions.get((rule, id(value)))
        if held is None:
            self.spend(_ASKED + len(value))
            held = value, bool(rule.when.valid()(value, self.state))
            self._conditions[rule, id(value)] = held
        return held[1]

    def _can_apply(self, node: Node, value: JSON) -> bool:
        """Whether a branch may hold once empties are mended: its type fits, and no scalar member speaks against it."""
        self.spend(_ASKED)
        if not value:
            return True
        if not _permits_alone(node, type(value)):
            return False
        for token, member in _members(value):
            if not isinstance(member, (dict, list, tuple)):
                for edge in self._edges(node, token):
                    self.spend(_ASKED)
                    if not edge.valid()(member, self.state):
                        return False
        return True

    def _edges(self, node: Node, token: Token) -> list[Edge]:
        """The ways from a node to the schemas of one member or item."""
        found: list[Edge] = []
        for rule in node.rules:
            if isinstance(rule, Members) and type(token) is str:
                if rule.patterns:
                    self.spend(len(rule.patterns) * (1 + len(token) // 16))
                    found += rule.edges_for(token)
                elif (edge := rule.properties.get(token, rule.additional)) is not None:
                    found.append(edge)
            elif isinstance(rule, Items) and type(token) is int:
                if token < len(rule.prefix):
                    found.append(rule.prefix[token])
                elif rule.rest is not None:
                    found.append(rule.rest)
        return found

    def _below(self, say: Say, token: Token, member: JSON) -> Say:
        """What `say` of a container says of one member; where there are choices, of all empty ones alike at once."""
        if member or not say.choices:
            return self._found_below(say, token, member)
        place = id(say), min(token, self._prefix(say)) if type(token) is int else token, type(member)
        held = self._inner.get(place)
        if held is None:
            held = self._inner[place] = say, self._found_below(say, token, member)
        return held[1]

    def _found_below(self, say: Say, token: Token, member: JSON) -> Say:
        self.spend(2 * len(say.nodes))
        nodes = [edge.node for node in say.nodes for edge in self._edges(node, token)]
        own = self._gathered(nodes, member)
        if not say.choices:
            return own
        choices = [tuple(self._below(branch, token, member) for branch in choice) for choice in say.choices]
        return _simplified(own.nodes, own.choices + tuple(choices))

    def _prefix(self, say: Say) -> int:
        """From which index on all items are alike."""
        held = self._prefixes.get(id(say))
        if held is None:
            own = [len(rule.prefix) for node in say.nodes for rule in node.rules if isinstance(rule, Items)]
            inner = [self._prefix(branch) for choice in say.choices for branch in choice]
            held = self._prefixes[id(say)] = say, max([0, *own, *inner])
        return held[1]


def mends(program: Program, instance: JSON, *, by_stacks: bool = False) -> tuple[Change, ...]:
    """The empty containers of an invalid instance that the schema wants to be the other one.

    A flip may decide a choice, and so another flip: passes follow one another until nothing changes or all is valid.
    Where that never comes, as when two flips take each other back, the schema leaves no one answer, and none is given.
    """
    if not isinstance(instance, (dict, list, tuple)):
        return ()
    work = _Work(program.state(by_stacks=by_stacks))
    found: dict[str, Change] = {}
    mended = instance
    for passed in range(_MAX_PASSES):
        empties = find_empties(mended, work.spend)
        mender = _Mender(program, work)
        changes = tuple(mender.mends(mended, empties.leading)) if empties.leading else ()
        for change in changes:
            if found.pop(change.pointer, None) is None:
                found[change.pointer] = change
        if not changes or not mender.met_choice:
            return changes if passed == 0 else tuple(in_order(found.values(), instance))
        mended = normalised(mended, changes)
        work.spend(empties.members * min(program.most, MANY) // _VALUES)
        if program.root.closure(inward=True)(mended, work.state):
            return tuple(in_order(found.values(), instance))
    return ()


def normalised(instance: JSON, changes: Iterable[Change]) -> JSON:
    """A copy of `instance` with the changes made; what did not change is shared with it."""
    result = instance
    copied: dict[tuple[str, ...], Any] = {}
    for change in changes:
        way = pointer.split(change.pointer)
        if not way:
            return change.became
        holder: Any = None
        for length in range(len(way)):
            if way[:length] not in copied:
                original = result if length == 0 else _get(holder, way[length - 1])
                copied[way[:length]] = made = plain(original).copy() if not isinstance(original, tuple) else [*original]
                if length == 0:
                    result = made
                else:
                    _set(holder, way[length - 1], made)
            holder = copied[way[:length]]
        _set(holder, way[-1], change.became)
    return result


def _get(holder: Any, token: str) -> Any:
    return holder[token] if isinstance(holder, dict) else holder[int(token)]


def _set(holder: Any, token: str, value: Any) -> None:
    holder[token if isinstance(holder, dict) else int(token)] = value


def _empty(value: JSON) -> Any:
    return {} if isinstance(value, dict) else []


def _members(value: JSON) -> Iterable[tuple[Token, JSON]]:
    return value.items() if type(value) is dict else enumerate(value)


def _pointer(way: Way) -> str:
    """The pointer that a way writes."""
    tokens = []
    while way:
        way, token = way
        tokens.append(token)
    return pointer.join(reversed(tokens)) if len(tokens) != 1 else "/" + pointer.escape(tokens[0])


def _simplified(nodes: tuple[Node, ...], choices: tuple[tuple[Say, ...], ...]) -> Say:
    """Choices whose branches say the same are none; a choice with a silent branch still counts: it allows anything."""
    held = dict.fromkeys(nodes)
    kept: list[tuple[Say, ...]] = []
    for choice in choices:
        branches = tuple(dict.fromkeys(choice))
        if len(branches) == 1:
            held |= dict.fromkeys(branches[0].nodes)
            kept += branches[0].choices
        elif branches:
            kept.append(branches)
    return Say(tuple(held), tuple(kept))


def _permits_alone(node: Node, kind: type) -> bool:
    kind = dict if issubclass(kind, dict) else list
    if node.forbids:
        return False
    return not any(
        isinstance(rule, Assertion) and rule.keyword == "type" and rule.tests[kind] is never for rule in node.rules
    )
