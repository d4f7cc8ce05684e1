r"""The parts of a pattern, as values: what the parser makes and what translation and analysis read.

A tree holds code points, never text of the pattern, and no part of it depends on how it was spelled: `\x41`, `\u{41}`
and `A` are one Char. Groups are numbered from 1 as ECMA-262 numbers them; named references are resolved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CODE_POINT = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Char:
    """One code point that stands for itself."""

    code: int


@dataclass(frozen=True, slots=True)
class Any:
    """The dot: every code point but a line terminator."""


@dataclass(frozen=True, slots=True)
class Range:
    """A member of a class: the code points from `first` to `last`, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Shorthand:
    r"""A member of a class: `\d`, `\s` or `\w`, or the complement of one (`\D`, `\S`, `\W`)."""

    letter: Literal["d", "s", "w"]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    r"""A member of a class: `\p{name}` or `\p{name=value}`, names in their long form; `\P{...}` is negated."""

    name: str
    value: str | None = None
    negated: bool = False


Member: TypeAlias = Range | Shorthand | Property


@dataclass(frozen=True, slots=True)
class Class:
    """One code point out of the union of the members, or out of its complement."""

    members: tuple[Member, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Assertion:
    r"""A place between code points: `^`, `$`, `\b` or `\B`."""

    kind: Literal["start", "end", "boundary", "no boundary"]


@dataclass(frozen=True, slots=True)
class Backreference:
    """The text that group number `group` took in this match."""

    group: int


@dataclass(frozen=True, slots=True)
class Group:
    """A pair of parentheses; `index` is None for one that does not capture."""

    body: Node
    index: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Lookaround:
    """A condition on the text ahead or, with `behind`, on the text before."""

    body: Node
    behind: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """From `least` to `most` times the body (`most` None: without end), many first unless `lazy`."""

    body: Node
    least: int
    most: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """The items one after the other; the empty sequence is the empty pattern."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    """The first of the branches with which the rest matches; at least two."""

    branches: tuple[Node, ...]


Node: TypeAlias = Alternation | Sequence | Repeat | Group | Lookaround | Class | Char | Any | Assertion | Backreference


def sequence(items: tuple[Node, ...]) -> Node:
    """Return the items as one node: a single item stands for itself."""
    return items[0] if len(items) == 1 else Sequence(items)


def alternation(branches: tuple[Node, ...]) -> Node:
    """Return the branches as one node: a single branch stands for itself."""
    return branches[0] if len(branches) == 1 else Alternation(branches)


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly inside, in the order of the text."""
    match node:
        case Sequence(items):
            return items
        case Alternation(branches):
            return branches
        case Group(body) | Lookaround(body) | Repeat(body):
            return (body,)
        case _:
            return ()


def descendants(root: Node) -> Iterator[Node]:
    """Yield the node and every node below it, in the order of the text."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += children(node)[::-1]
