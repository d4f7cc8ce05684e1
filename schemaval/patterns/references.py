"""What each back-reference of a pattern can find: nothing ever, always a text, or either.

ECMA-262 lets a group without a text match the empty string, and forgets the groups inside a loop whenever the loop
begins anew (22.2.2.3.1, RepeatMatcher); `re` fails in the first case and remembers in the second. Here it is decided,
from where the group and the reference stand, whether the two can differ; where they can, the pattern is refused.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemaval.patterns.errors import UnsupportedPattern
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
    children,
    descendants,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

# "never": the group has no text there, so the reference matches the empty string; "always": it has one.
Finding: TypeAlias = Literal["never", "always", "perhaps"]


@dataclass(frozen=True, slots=True)
class _Step:
    """A node on the way down from the root, and which of its children the way goes on to."""

    node: Node
    child: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a group or a reference stands: the way to it, and the count of nodes entered before and after it."""

    way: tuple[_Step, ...]
    entered: int
    left: int


def find_references(root: Node) -> dict[int, dict[int, Finding]]:
    """Return, for each group that is referred to, what each reference to it finds, by the reference's place.

    Places count the references of the pattern from 0. Raises UnsupportedPattern where `re` cannot be made to agree.
    """
    groups, references = _places(root)
    findings: dict[int, dict[int, Finding]] = {}
    for ordinal, (number, place) in enumerate(references):
        findings.setdefault(number, {})[ordinal] = _finding(groups[number], place)
    return findings


def settle(root: Node) -> Node:
    """Return the pattern without its references that never find a text; raises as find_references does."""
    findings = _by_place(root)
    return _settled(root, findings, itertools.count()) if "never" in findings.values() else root


def referents(root: Node) -> dict[int, Node]:
    """Return, by the identity of each reference, a node that takes all that it can: its group, perhaps optional.

    Raises as find_references does.
    """
    findings = _by_place(root)
    groups = {node.index: node for node in descendants(root) if isinstance(node, Group)}
    references = [node for node in descendants(root) if isinstance(node, Backreference)]
    return {
        id(node): groups[node.group] if findings[place] == "always" else Repeat(groups[node.group], 0, 1)
        for place, node in enumerate(references)
    }


def _by_place(root: Node) -> dict[int, Finding]:
    return {place: finding for each in find_references(root).values() for place, finding in each.items()}


def _settled(node: Node, findings: dict[int, Finding], places: Iterator[int]) -> Node:
    match node:
        case Backreference():
            return Group(Sequence(())) if findings[next(places)] == "never" else node
        case Sequence(items):
            return Sequence(tuple(_settled(item, findings, places) for item in items))
        case Alternation(branches):
            return Alternation(tuple(_settled(branch, findings, places) for branch in branches))
        case Group(body, index, name):
            return Group(_settled(body, findings, places), index, name)
        case Repeat(body, least, most, lazy):
            return Repeat(_settled(body, findings, places), least, most, lazy)
        case Lookaround(body, behind, negated):
            return Lookaround(_settled(body, findings, places), behind, negated)
        case _:
            return node


def _places(root: Node) -> tuple[dict[int, _Place], list[tuple[int, _Place]]]:
    """Return the place of every capturing group, and of every reference in the order of the text."""
    groups: dict[int, _Place] = {}
    references: list[tuple[int, _Place]] = []
    clock = 0
    stack: list[tuple[Node, tuple[_Step, ...], int | None]] = [(root, (), None)]
    while stack:
        node, way, entered = stack.pop()
        clock += 1
        if entered is not None and isinstance(node, Group) and node.index is not None:
            groups[node.index] = _Place(way, entered, clock)
            continue
        if isinstance(node, Backreference):
            references.append((node.group, _Place(way, clock, clock)))
        if isinstance(node, Group) and node.index is not None:
            stack.append((node, way, clock))
        inner = [(child, (*way, _Step(node, number)), None) for number, child in enumerate(children(node))]
        stack.extend(reversed(inner))
    return groups, references


def _finding(group: _Place, reference: _Place) -> Finding:
    if _is_behind(reference.way):
        raise UnsupportedPattern("a back-reference inside a look-behind")
    if reference.entered < group.left:
        return "never"  # before or inside its group: a loop around both forgets, so there is no text yet
    shared = _shared_length(group.way, reference.way)
    below = group.way[shared:]
    if _is_behind(below):
        raise UnsupportedPattern("a back-reference to a group inside a look-behind")
    fork = group.way[shared].node if below else None
    if isinstance(fork, Alternation) and shared < len(reference.way) and reference.way[shared].node is fork:
        return "never"  # the two stand in different branches, of which only one takes part
    if any(isinstance(step.node, Lookaround) and step.node.negated for step in below):
        return "never"  # what a negative look-around captured is forgotten
    _refuse_stale(below)
    if not any(_is_optional(step.node) for step in below):
        return "always"
    if any(isinstance(step.node, Repeat) for step in group.way[:shared]):
        raise UnsupportedPattern("a back-reference in a loop to a group that may be left out")
    return "perhaps"


def _shared_length(left: tuple[_Step, ...], right: tuple[_Step, ...]) -> int:
    """Return how many steps two ways have in common."""
    for length, (one, other) in enumerate(zip(left, right, strict=False)):
        if one.node is not other.node or one.child != other.child:
            return length
    return min(len(left), len(right))


def _is_behind(way: tuple[_Step, ...]) -> bool:
    return any(isinstance(step.node, Lookaround) and step.node.behind for step in way)


def _is_optional(node: Node) -> bool:
    return isinstance(node, Alternation) or (isinstance(node, Repeat) and node.least == 0)


def _refuse_stale(below: tuple[_Step, ...]) -> None:
    """Refuse a group whose text could come from an iteration that ECMA-262 has forgotten or never made."""
    for depth, step in enumerate(below):
        if not isinstance(step.node, Repeat):
            continue
        if is_nullable(step.node.body):
            raise UnsupportedPattern("a back-reference to a group inside a loop that may take no text")
        again = step.node.most is None or step.node.most > 1
        if again and any(_is_optional(inner.node) for inner in below[depth + 1 :]):
            raise UnsupportedPattern("a back-reference to a group that an iteration of its loop may leave out")


def is_nullable(node: Node) -> bool:
    """Say whether the node may match without taking a character; true in doubt."""
    match node:
        case Char() | Any() | Class():
            return False
        case Assertion() | Lookaround() | Backreference():
            return True
        case Group(body):
            return is_nullable(body)
        case Sequence(items):
            return all(is_nullable(item) for item in items)
        case Alternation(branches):
            return any(is_nullable(branch) for branch in branches)
        case Repeat(body, least):
            return least == 0 or is_nullable(body)
