"""A node as one variant for each width it can take: Python's look-behind wants every alternative of one width."""

from __future__ import annotations

from typing import TypeAlias

from schemaval.patterns.errors import UnsupportedPattern, refuse
from schemaval.patterns.tree import (
    Alternation,
    Any,
    Assertion,
    Backreference,
    Char,
    Class,
    Group,
    Lookaround,
    Node,
    Repeat,
    Sequence,
    alternation,
    sequence,
)

MAX_WIDTHS = 64

# Width in code points -> the node that takes exactly what the original takes at that width.
Variants: TypeAlias = dict[int, Node]

_EMPTY: Variants = {0: Sequence(())}


def by_width(node: Node) -> Variants:
    """Return the variants of a node inside a look-behind.

    Raises UnsupportedPattern for a width without bound, for more than MAX_WIDTHS widths, and for a back-reference.
    """
    match node:
        case Char() | Any() | Class():
            return {1: node}
        case Assertion() | Lookaround():
            return {0: node}
        case Group(body):
            return {width: Group(variant) for width, variant in by_width(body).items()}
        case Sequence(items):
            return _in_turn(items)
        case Alternation(branches):
            return _merged([pair for branch in branches for pair in by_width(branch).items()])
        case Repeat():
            return _repeated(node)
        case Backreference():
            return refuse("a back-reference inside a look-behind")


def _in_turn(items: tuple[Node, ...]) -> Variants:
    found = _EMPTY
    for item in items:
        found = _joined(found, by_width(item))
    return found


def _repeated(node: Repeat) -> Variants:
    if node.most is None:
        raise UnsupportedPattern("a look-behind of a width without bound")
    if node.most - node.least >= MAX_WIDTHS:
        raise UnsupportedPattern(f"a look-behind of more than {MAX_WIDTHS} widths")
    body = by_width(node.body)
    if len(body) == 1:
        width, variant = next(iter(body.items()))
        counts = range(node.least, node.most + 1)
        return _merged([(width * count, Repeat(Group(variant), count, count)) for count in counts])
    if node.most > MAX_WIDTHS:
        raise UnsupportedPattern(f"a look-behind of more than {MAX_WIDTHS} widths")
    return _powers(body, node.least, node.most)


def _powers(body: Variants, least: int, most: int) -> Variants:
    """Return the variants of a body of several widths, repeated."""
    power = _EMPTY
    found: list[tuple[int, Node]] = []
    for count in range(most + 1):
        if count >= least:
            found += power.items()
        power = _joined(power, body)
    return _merged(found)


def _joined(left: Variants, right: Variants) -> Variants:
    """Return the variants of one node after another."""
    return _merged(
        [
            (left_width + right_width, sequence((*_flat(left_node), *_flat(right_node))))
            for left_width, left_node in left.items()
            for right_width, right_node in right.items()
        ]
    )


def _flat(node: Node) -> tuple[Node, ...]:
    """Return the node as items of a sequence."""
    if isinstance(node, Sequence):
        return node.items
    return (Group(node),) if isinstance(node, Alternation) else (node,)


def _merged(pairs: list[tuple[int, Node]]) -> Variants:
    """Return one node a width: the alternation of those that share it."""
    found: dict[int, list[Node]] = {}
    for width, node in pairs:
        found.setdefault(width, []).append(node)
    if len(found) > MAX_WIDTHS:
        raise UnsupportedPattern(f"a look-behind of more than {MAX_WIDTHS} widths")
    return {width: alternation(tuple(nodes)) for width, nodes in found.items()}


def greatest_width(node: Node) -> int | None:
    """Return how many code points a node can take at most, or None where there is no bound; in doubt there is none."""
    match node:
        case Char() | Any() | Class():
            return 1
        case Assertion() | Lookaround():
            return 0
        case Group(body):
            return greatest_width(body)
        case Sequence(items):
            widths = [greatest_width(item) for item in items]
            return None if None in widths else sum(width or 0 for width in widths)
        case Alternation(branches):
            widths = [greatest_width(branch) for branch in branches]
            return None if None in widths else max(width or 0 for width in widths)
        case Repeat(body, _, most):
            width = greatest_width(body)
            return None if width is None or (most is None and width) else width * (most or 0)
        case Backreference():
            return None
