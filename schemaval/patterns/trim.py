r"""A pattern without what a search need not look for: its open ends made as short as they may be.

Whether a pattern is found in a text does not change when what may be empty at its ends is left out and a loop there
runs no more often than it must: `a*b` is found where `b` is, `a+b` where `ab` is, `\s+$` where `\s$` is. It spares a
backtracking search the quadratic work of trying a loop from every place. What a match takes does change, so a pattern
with back-references, to which that matters, only loses those that never find a text.
"""

from __future__ import annotations

from schemaval.patterns.references import settle
from schemaval.patterns.tree import (
    Alternation,
    Backreference,
    Group,
    Lookaround,
    Node,
    Repeat,
    Sequence,
    alternation,
    descendants,
    sequence,
)

_EMPTY = Sequence(())
_LEFT, _RIGHT = 0, -1


def trim(root: Node) -> Node:
    """Return a pattern that is found in the same texts; raises UnsupportedPattern for some back-references.

    Where the stack leaves no room for it the pattern comes back as it is, which is as right and may be slower.
    """
    try:
        kinds = {type(node) for node in descendants(root)}
        if Backreference in kinds:
            root = settle(root)
            kinds = {type(node) for node in descendants(root)}
        if Backreference in kinds:
            return root
        node = _trimmed(_trimmed(root, _LEFT), _RIGHT)
        return _inside(node) if Lookaround in kinds else node
    except RecursionError:
        return root


def _trimmed(node: Node, end: int) -> Node:
    """Return the node with its open end, the first item or the last, made as short as it may be.

    _EMPTY itself comes back where the node matches the empty text wherever it stands.
    """
    match node:
        case Sequence(items):
            return _sequence(items, end)
        case Alternation(branches):
            shorter = tuple(_trimmed(branch, end) for branch in branches)
            return _EMPTY if any(branch is _EMPTY for branch in shorter) else alternation(shorter)
        case Group(body, index, name):
            inner = _trimmed(body, end)
            return _EMPTY if inner is _EMPTY else Group(inner, index, name)
        case Repeat(body, least):
            inner = _trimmed(body, end) if least else _EMPTY
            return inner if inner is _EMPTY or least == 1 else Repeat(body, least, least)
        case _:
            return node


def _sequence(items: tuple[Node, ...], end: int) -> Node:
    while items:
        shorter = _trimmed(items[end], end)
        rest = items[1:] if end == _LEFT else items[:-1]
        if shorter is not _EMPTY:
            return sequence((shorter, *rest) if end == _LEFT else (*rest, shorter))
        items = rest
    return _EMPTY


def _inside(node: Node) -> Node:
    """Return the node with its look-arounds trimmed: each is open at the end that it looks towards."""
    match node:
        case Lookaround(body, behind, negated):
            return Lookaround(_inside(_trimmed(body, _LEFT if behind else _RIGHT)), behind, negated)
        case Sequence(items):
            return Sequence(tuple(map(_inside, items)))
        case Alternation(branches):
            return Alternation(tuple(map(_inside, branches)))
        case Group(body, index, name):
            return Group(_inside(body), index, name)
        case Repeat(body, least, most, lazy):
            return Repeat(_inside(body), least, most, lazy)
        case _:
            return node
