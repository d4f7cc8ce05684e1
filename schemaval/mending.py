"""Empty `{}` and `[]` in an instance, put right where the schema leaves one answer.

What applies to a value is a `Say`: nodes that all hold, and choices of which one branch holds. An empty container is
flipped where its own JSON type is not allowed and the other one's is; where there is a choice, also where only the
other spelling is valid.
"""

from collections.abc import Iterable, Iterator
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
from schemaval.evaluator.program import Program
from schemaval.jsonvalue import JSON, plain
from schemaval.normalise.change import Change
from schemaval.violation import in_order

if TYPE_CHECKING:
    from schemaval.evaluator.spending import State

Token = str | int
Way = tuple[Any, ...]  # () is the root, (way, token) a member of what stands at that way
_MAX_WORK = 2_000_000  # nodes looked at in one instance
_MAX_PASSES = 16


@dataclass(frozen=True, slots=True)
class Say:
    """What schemas say of one value: all of `nodes` hold, and of each choice at least one branch."""

    nodes: tuple[Node, ...]
    choices: tuple[tuple["Say", ...], ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether nothing is said."""
        return not self.nodes and not self.choices


class _Mender:
    """One pass over one instance."""

    def __init__(self, program: Program, *, by_stacks: bool) -> None:
        self.program = program
        self.state: State = program.state(by_stacks=by_stacks)
        self.left = _MAX_WORK
        self.met_choice = False

    def mends(self, instance: JSON) -> Iterator[Change]:
        """Every flip, depth first, in instance order."""
        levels = self.program.max_levels
        root = plain(instance)
        stack: list[tuple[JSON, Way, int, Say]] = [(root, (), 1, self._gathered([self.program.root], root))]
        while stack:
            value, way, level, say = stack.pop()
            if level > levels:
                raise LimitExceeded("max_instance_depth", "nested deeper than that")
            if not value:
                became = self._flipped(value, say)
                if became is not None:
                    yield Change(pointer.join(_tokens(way)), _empty(value), became)
                continue
            below = []
            for token, given in _members(value):
                if isinstance(given, (dict, list, tuple)):
                    member = plain(given)
                    below.append((member, (way, token), level + 1, self._below(say, value, token, member)))
            stack += [part for part in reversed(below) if not part[3].is_silent]

    def _flipped(self, value: JSON, say: Say) -> JSON:
        own, other = (dict, list) if isinstance(value, dict) else (list, dict)
        if not _permits(say, own):
            return other() if _permits(say, other) else None
        if say.choices and not self._holds(say, own()) and self._holds(say, other()):
            return other()
        return None

    def _holds(self, say: Say, value: JSON) -> bool:
        """Whether a value satisfies all nodes, and a branch of each choice."""
        return all(node.closure(inward=True)(value, self.state) for node in say.nodes) and all(
            any(self._holds(branch, value) for branch in choice) for choice in say.choices
        )

    # what applies where

    def _gathered(self, nodes: Iterable[Node], value: JSON) -> Say:
        """What `nodes` say of `value`: their in-place rules followed, branches that cannot apply left out."""
        held: dict[int, Node] = {}
        choices: list[tuple[Say, ...]] = []
        pending = list(nodes)
        while pending:
            node = pending.pop()
            if id(node) in held:
                continue
            self._work()
            held[id(node)] = node
            for rule in node.rules:
                if isinstance(rule, All):
                    pending += [edge.node for edge in rule.edges()]
                elif isinstance(rule, Dependent) and isinstance(value, dict):
                    pending += [edge.node for name, edge in rule.schemas.items() if name in value]
                elif isinstance(rule, Choice):
                    self.met_choice = True
                    choices.append(self._branches([(edge.node,) for edge in rule.branches], value))
                elif isinstance(rule, Condition):
                    self.met_choice = True
                    choices.append(self._condition(rule, value))
        kept = tuple(choice for choice in choices if choice)
        return _simplified(tuple(held.values()), kept)

    def _branches(self, branches: Iterable[tuple[Node, ...]], value: JSON) -> tuple[Say, ...]:
        return tuple(
            self._gathered(branch, value) for branch in branches if all(self._can_apply(node, value) for node in branch)
        )

    def _condition(self, rule: Condition, value: JSON) -> tuple[Say, ...]:
        """The branches that an `if` may choose for the mended value."""
        then = tuple(edge.node for edge in (rule.when, rule.then) if edge is not None)
        otherwise = (rule.otherwise.node,) if rule.otherwise is not None else ()
        if rule.when.valid()(value, self.state):
            return self._branches([then], value)
        if not self._can_apply(rule.when.node, value):
            return self._branches([otherwise], value)
        return self._branches([then, otherwise], value)

    def _can_apply(self, node: Node, value: JSON) -> bool:
        """Whether a branch may hold once empties are mended: its type fits, and no scalar member speaks against it."""
        if value and not _permits_alone(node, type(value)):
            return False
        if not value:
            return True
        for token, member in _members(value):
            if not isinstance(member, (dict, list, tuple)):
                for edge in _edges(node, token):
                    self._work()
                    if not edge.valid()(member, self.state):
                        return False
        return True

    def _below(self, say: Say, value: JSON, token: Token, member: JSON) -> Say:
        """What `say` of a container says of one member."""
        nodes = [edge.node for node in say.nodes for edge in _edges(node, token)]
        own = self._gathered(nodes, member)
        choices = [tuple(self._below(branch, value, token, member) for branch in choice) for choice in say.choices]
        return _simplified(own.nodes, own.choices + tuple(choices))

    def _work(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise LimitExceeded("max_steps", "more work than mending may take")


def mends(program: Program, instance: JSON, *, by_stacks: bool = False) -> tuple[Change, ...]:
    """The empty containers of an invalid instance that the schema wants to be the other one.

    A flip may decide a choice, and so another flip: passes follow one another until nothing changes or all is valid.
    Where that never comes, as when two flips take each other back, the schema leaves no one answer, and none is given.
    """
    if not isinstance(instance, (dict, list, tuple)):
        return ()
    found: dict[str, Change] = {}
    mended = instance
    for _ in range(_MAX_PASSES):
        mender = _Mender(program, by_stacks=by_stacks)
        changes = tuple(mender.mends(mended))
        for change in changes:
            if found.pop(change.pointer, None) is None:
                found[change.pointer] = change
        if not changes or not mender.met_choice:
            break
        mended = normalised(mended, changes)
        if program.verdict(mended, by_stacks=by_stacks):
            break
    else:
        return ()
    return tuple(in_order(found.values(), instance))


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


def _tokens(way: Way) -> list[Token]:
    """The tokens on a way, outermost first."""
    tokens = []
    while way:
        way, token = way
        tokens.append(token)
    return tokens[::-1]


def _simplified(nodes: tuple[Node, ...], choices: tuple[tuple[Say, ...], ...]) -> Say:
    """Choices whose branches say the same are none; a choice with a silent branch still counts: it allows anything."""
    kept: list[tuple[Say, ...]] = []
    for choice in choices:
        branches = tuple(dict.fromkeys(choice))
        if len(branches) == 1:
            nodes += tuple(node for node in branches[0].nodes if node not in nodes)
            kept += branches[0].choices
        elif branches:
            kept.append(branches)
    return Say(nodes, tuple(kept))


def _edges(node: Node, token: Token) -> Iterator[Edge]:
    """The ways from a node to the schemas of one member or item."""
    for rule in node.rules:
        if isinstance(rule, Members) and type(token) is str:
            yield from rule.edges_for(token)
        elif isinstance(rule, Items) and type(token) is int:
            if token < len(rule.prefix):
                yield rule.prefix[token]
            elif rule.rest is not None:
                yield rule.rest


def _permits(say: Say, kind: type) -> bool:
    """Whether a JSON type is allowed: by every node, and by some branch of each choice."""
    return all(_permits_alone(node, kind) for node in say.nodes) and all(
        any(_permits(branch, kind) for branch in choice) for choice in say.choices
    )


def _permits_alone(node: Node, kind: type) -> bool:
    kind = dict if issubclass(kind, dict) else list
    if node.forbids:
        return False
    return not any(
        isinstance(rule, Assertion) and rule.keyword == "type" and rule.tests[kind] is never for rule in node.rules
    )
