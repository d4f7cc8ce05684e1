"""What a subschema evaluates of a value, as a decision tree over the branches that may or may not hold."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from schemaval.evaluator.applicators import All, Choice, Condition, Dependent
from schemaval.evaluator.items import Contains, Items, UnevaluatedItems
from schemaval.evaluator.members import Members, UnevaluatedProperties
from schemaval.evaluator.node import Node, Rule

MAX_LEAVES = 32  # of five branches that hold or do not hold independently


class TooManyBranches(Exception):  # noqa: N818 - no error: the schema is refused for it
    """More combinations of branches than are worth writing out."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The members, or the items, that are evaluated: all, or those named, found by pattern, first, or contained.

    `patterns` are sources; `contained` are nodes of schemas whose matches count.
    """

    every: bool = False
    names: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()
    first: int = 0
    contained: frozenset[Node] = frozenset()

    def __or__(self, other: "Evaluated") -> "Evaluated":
        """What either evaluates."""
        if self.every or other.every:
            return Evaluated(every=True)
        return Evaluated(
            every=False,
            names=self.names | other.names,
            patterns=self.patterns | other.patterns,
            first=max(self.first, other.first),
            contained=self.contained | other.contained,
        )


@dataclass(frozen=True, slots=True)
class Split:
    """`yes` where `test` holds, `no` where it does not: a node for the same value, or a name that must be there."""

    test: Node | str
    yes: "Coverage"
    no: "Coverage"


Coverage: TypeAlias = Evaluated | Split

NOTHING = Evaluated()


def coverage(node: Node, kind: type) -> Coverage:
    """What a node that holds evaluates of values of `kind` (dict or list), its own `unevaluated*` left out.

    Raises TooManyBranches where that would take more than MAX_LEAVES cases.
    """
    return _of(node, kind, _Way({node}), is_root=True)


@dataclass(frozen=True, slots=True)
class _Way:
    """The nodes that are being looked into, and what is known of others: several ways may lead to one."""

    open: set[Node]
    known: dict[Node, Coverage] = field(default_factory=dict)


def parts(tree: Coverage) -> Iterator[Coverage]:
    """Every part of a tree: its splits and its leaves."""
    yield tree
    if isinstance(tree, Split):
        yield from parts(tree.yes)
        yield from parts(tree.no)


def _of(node: Node, kind: type, way: _Way, *, is_root: bool = False) -> Coverage:
    own: list[Coverage] = []
    for rule in node.rules:
        if kind in rule.kinds and not (is_root and isinstance(rule, UnevaluatedProperties | UnevaluatedItems)):
            own += _by_rule(rule, kind, way)
    return _all(own)


def _below(node: Node, kind: type, way: _Way) -> Coverage:
    known = way.known.get(node)
    if known is None:
        if node in way.open:
            raise TooManyBranches  # a loop of `$dynamicRef`s that never ends
        way.open.add(node)
        known = way.known[node] = _of(node, kind, way)
        way.open.discard(node)
    return known


def _by_rule(rule: Rule, kind: type, way: _Way) -> Iterator[Coverage]:
    match rule:
        case All():
            yield from (_below(edge.node, kind, way) for edge in rule.parts)
        case Choice():
            yield _choice([edge.node for edge in rule.branches], kind, way, only_one=rule.only_one)
        case Condition():
            when, then, otherwise = (
                NOTHING if edge is None else _below(edge.node, kind, way)
                for edge in (rule.when, rule.then, rule.otherwise)
            )
            yield _split(rule.when.node, _both(when, then), otherwise)
        case Dependent():
            for name, edge in rule.schemas.items():
                yield _split(name, _below(edge.node, kind, way), NOTHING)
        case _:
            yield _inside(rule)


def _inside(rule: Rule) -> Evaluated:
    """What a rule about members or items evaluates, whatever branches hold."""
    match rule:
        case Members():
            sources = frozenset(str(edge.tokens[1]) for _, edge in rule.patterns)
            return Evaluated(rule.additional is not None, frozenset(rule.properties), sources)
        case Items():
            return Evaluated(every=rule.rest is not None, first=len(rule.prefix))
        case Contains():
            return Evaluated(contained=frozenset({rule.item.node} if rule.marks else ()))
        case UnevaluatedProperties() | UnevaluatedItems():
            return Evaluated(every=True)
    return NOTHING


def _choice(branches: list[Node], kind: type, way: _Way, *, only_one: bool) -> Coverage:
    """Each branch that holds evaluates; of `oneOf`, only one does, and of a single branch it is known which."""
    covered = [_below(branch, kind, way) for branch in branches]
    if len(branches) == 1:
        return covered[0]
    if not only_one:
        return _all(_split(branch, what, NOTHING) for branch, what in zip(branches, covered, strict=True))
    tree: Coverage = covered[-1]
    for branch, what in zip(branches[-2::-1], covered[-2::-1], strict=True):
        tree = _split(branch, what, tree)
    return tree


def _split(test: Node | str, yes: Coverage, no: Coverage) -> Coverage:
    tree = yes if yes == no else Split(test, yes, no)
    if _leaves(tree) > MAX_LEAVES:
        raise TooManyBranches
    return tree


def _leaves(tree: Coverage) -> int:
    return _leaves(tree.yes) + _leaves(tree.no) if isinstance(tree, Split) else 1


def _all(found: Iterable[Coverage]) -> Coverage:
    """All that the parts evaluate; what is certain first, so that branches that add nothing to it fall away."""
    tree: Coverage = NOTHING
    for part in sorted(found, key=lambda part: isinstance(part, Split)):
        tree = _both(tree, part)
    return tree


def _both(one: Coverage, other: Coverage) -> Coverage:
    if isinstance(one, Split):
        return _split(one.test, _both(one.yes, other), _both(one.no, other))
    if isinstance(other, Split):
        return _split(other.test, _both(one, other.yes), _both(one, other.no))
    return one | other
