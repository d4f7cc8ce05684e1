"""A pattern as an automaton of positions (Glushkov's): which of its characters may come first, next and last.

Sets of positions are the bits of an integer; the bit ORIGIN stands for the place before the first character. A counted
repetition is written out, so an automaton has a bounded size or is not made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemaval.patterns.tree import (
    Alternation,
    Any,
    Assertion,
    Backreference,
    Char,
    Class,
    Group,
    Lookaround,
    Member,
    Node,
    Range,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

ORIGIN = 1

# What a way may ask of the place that it leads through, as bits; a look-around has LOOK << its number.
START, END, BOUNDARY, NO_BOUNDARY, LOOK = 1, 2, 4, 8, 16
_CONDITIONS = {"start": START, "end": END, "boundary": BOUNDARY, "no boundary": NO_BOUNDARY}

MAX_POSITIONS = 131_072
MAX_STEPS = 16_384
_MAX_CONDITIONS = 32  # different ones at one place
_MANY = 1 << 16  # ways; more need not be told apart

Symbol: TypeAlias = Char | Any | Class
Key: TypeAlias = tuple[int, int]  # what is asked, and in how many ways one gets there
Ends: TypeAlias = dict[Key, int]  # to positions


class Unbuildable(Exception):  # noqa: N818 - an answer inside this package
    """There is no automaton of a bounded size; the text says why."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """The positions of a pattern and the ways between them.

    Positions count from 1 to `size`; `symbols` tells which of them each character or class has. After a position of
    `chain` the next one may come, after one of `loops` the same again; `links` are the other ways as (what is asked,
    from, to, in how many ways). `finals` are the positions at which a match may end. `looks` are the look-arounds, each
    with whether it is only tried at the start of the text; `weight` tells what it took to build all this.
    """

    size: int
    symbols: Mapping[Symbol, int]
    chain: int
    loops: int
    links: tuple[tuple[int, int, int, int], ...]
    finals: tuple[tuple[int, int, int], ...]
    looks: tuple[tuple[Lookaround, bool], ...]
    weight: int

    @property
    def starts_anywhere(self) -> bool:
        """Whether a match may start after the start of the text."""
        ways = [asked for asked, sources, *_ in (*self.links, *self.finals) if sources & ORIGIN]
        return bool(self.chain & ORIGIN) or not all(asked & START for asked in ways)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a pattern is read for an automaton.

    `max_steps` bounds what it may take to build. `backwards` reads it from its end. `counts_ways` tells apart in how
    many ways one gets somewhere, and drops what is asked of places except for START and END: no text has fewer ways
    than the pattern's own. `loops` takes a counted repetition for one without end, which has no fewer ways either.
    """

    max_steps: int = MAX_STEPS
    backwards: bool = False
    counts_ways: bool = False
    loops: bool = False


def build(
    root: Node, reading: Reading, referents: Mapping[int, Node] | None = None, *, at_start: bool = False
) -> Automaton:
    """Return the automaton of a pattern.

    `referents` are what stands in for back-references, by their identity. Raises Unbuildable where the automaton would
    be too large, and for a back-reference without one.
    """
    return _Builder(reading, referents or {}).automaton(root, at_start=at_start)


@dataclass(slots=True)
class _Part:
    """The automaton of a part: in what ways it is empty, and where it begins and ends."""

    empty: dict[int, int] = field(default_factory=dict)
    first: Ends = field(default_factory=dict)
    last: Ends = field(default_factory=dict)


# A node to be read, and as bits: only the start of the text is before it; it stands for a back-reference; its parts
# have been read.
_Task: TypeAlias = tuple[Node, int]
_AT_START, _COPIED, _ENTERED = 1, 2, 4


class _Builder:
    __slots__ = (
        "chain",
        "links",
        "looks",
        "loops",
        "parts",
        "reading",
        "referents",
        "size",
        "steps",
        "symbols",
        "tasks",
    )

    def __init__(self, reading: Reading, referents: Mapping[int, Node]) -> None:
        self.reading = reading
        self.referents = referents
        self.size = 0
        self.symbols: dict[Symbol, int] = {}
        self.chain = 0
        self.loops = 0
        self.links: dict[tuple[int, int, int], int] = {}
        self.looks: list[tuple[Lookaround, bool]] = []
        self.steps = 0
        self.tasks: list[_Task] = []
        self.parts: list[_Part] = []

    def automaton(self, root: Node, *, at_start: bool) -> Automaton:
        self.tasks.append((root, _AT_START if at_start else 0))
        while self.tasks:
            self._spend(1)
            node, marks = self.tasks.pop()
            if marks & _ENTERED:
                self._leave(node)
            else:
                self._enter(node, marks)
        whole = self.parts[0]
        self._link({(0, 1): ORIGIN}, whole.first)
        finals = [(asked, ORIGIN, ways) for asked, ways in whole.empty.items()]
        finals += [(asked, positions, ways) for (asked, ways), positions in whole.last.items()]
        links = [(asked, sources, targets, ways) for (asked, targets, ways), sources in self.links.items()]
        return Automaton(
            self.size, self.symbols, self.chain, self.loops, tuple(links), tuple(finals), tuple(self.looks), self.steps
        )

    def _spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.reading.max_steps:
            raise Unbuildable("its repetitions written out are too long")

    # nodes

    def _enter(self, node: Node, marks: int) -> None:
        symbol = self._symbol(node.body if isinstance(node, Repeat) else node)
        if symbol is not None:
            counts = self._counts(node.least, node.most) if isinstance(node, Repeat) else (1, 1)
            self.parts.append(self._run(symbol, *counts))
            return
        match node:
            case Assertion(kind):
                self.parts.append(_Part({self._kept(_CONDITIONS[kind], marks): 1}))
            case Lookaround():
                self._look(node, marks)
            case Backreference():
                self._refer(node)
            case Repeat(body, least, most):
                least, most = self._counts(least, most)
                copies = max(least, 1) if most is None else most
                inside = marks if most == 1 else marks & ~_AT_START
                self._push(node, marks, [(body, inside)] * copies)
            case Sequence(items):
                self._push(node, marks, _in_turn(items, marks), is_sequence=True)
            case Alternation(branches):
                self._push(node, marks, [(branch, marks) for branch in branches])
            case Group(body):
                self.tasks.append((body, marks))

    def _symbol(self, node: Node) -> Symbol | None:
        """Return the node as one symbol if it takes one character, in one way where ways are counted."""
        while isinstance(node, Group):
            node = node.body
        if isinstance(node, Char | Any | Class):
            return node
        if isinstance(node, Alternation) and not self.reading.counts_ways:
            members = [_members(branch) for branch in node.branches]
            if all(members):
                return Class(tuple(member for each in members for member in each))
        return None

    def _counts(self, least: int, most: int | None) -> tuple[int, int | None]:
        if self.reading.loops:
            least, most = min(least, 1), most if most is not None and most <= 1 else None
        copies = least if most is None else most
        if copies > MAX_POSITIONS:
            raise Unbuildable(f"a count over {MAX_POSITIONS}")
        return least, most

    def _push(self, node: Node, marks: int, below: list[_Task], *, is_sequence: bool = False) -> None:
        self._spend(len(below))
        self.tasks.append((node, marks | _ENTERED))
        self.tasks += below if is_sequence and self.reading.backwards else below[::-1]

    def _leave(self, node: Node) -> None:
        match node:
            case Sequence(items):
                self._fold(len(items))
            case Alternation(branches):
                self._choose(len(branches))
            case Repeat(_, least, most):
                if most not in (0, 1) and self.reading.counts_ways and self.parts[-1].empty:
                    raise Unbuildable("a loop over what may be empty")  # how often `re` tries it is hard to tell
                self._repeat(*self._counts(least, most))

    # parts

    def _run(self, symbol: Symbol, least: int, most: int | None) -> _Part:
        """One character over and over."""
        if most == 0:
            return _Part({0: 1})
        copies = max(least, 1) if most is None else most
        position = self.size + 1
        self.size += copies
        if self.size > MAX_POSITIONS:
            raise Unbuildable("it has too many positions")
        bits = (1 << copies) - 1 << position
        end = 1 << position + copies - 1
        self.symbols[symbol] = self.symbols.get(symbol, 0) | bits
        self.chain |= bits ^ end
        self.loops |= end if most is None else 0
        last = bits & -(1 << position + max(least, 1) - 1)
        return _Part({0: 1} if least == 0 else {}, {(0, 1): 1 << position}, {(0, 1): last})

    def _kept(self, asked: int, marks: int) -> int:
        if self.reading.counts_ways:
            asked &= START | END
        return 0 if marks & _COPIED else asked

    def _look(self, node: Lookaround, marks: int) -> None:
        self.parts.append(_Part({self._kept(LOOK << len(self.looks), marks): 1}))
        if not marks & _COPIED:
            self.looks.append((node, bool(marks & _AT_START)))

    def _refer(self, node: Backreference) -> None:
        if id(node) not in self.referents:
            raise Unbuildable("a back-reference")
        self.tasks.append((self.referents[id(node)], _COPIED))

    def _fold(self, count: int) -> None:
        """Join the last so many parts, one after the other."""
        whole = _Part({0: 1})
        for part in self._taken(count):
            whole = self._joined(whole, part)
        self.parts.append(whole)

    def _choose(self, count: int) -> None:
        whole = _Part()
        for part in self._taken(count):
            for asked, ways in part.empty.items():
                whole.empty[asked] = self._ways(whole.empty.get(asked, 0) + ways)
            self._merge(whole.first, part.first)
            self._merge(whole.last, part.last)
        self.parts.append(whole)

    def _repeat(self, least: int, most: int | None) -> None:
        copies = self._taken(max(least, 1) if most is None else most)
        whole = _Part({0: 1})
        result = _Part({0: 1} if least == 0 else {})
        for number, part in enumerate(copies, 1):
            whole = self._joined(whole, part)
            if number >= least:
                for asked, ways in whole.empty.items():
                    result.empty[asked] = self._ways(result.empty.get(asked, 0) + ways)
                self._merge(result.last, whole.last)
        result.first = whole.first
        if most is None:
            again = copies[-1]
            self._link(again.last, again.first)
        self.parts.append(result)

    def _taken(self, count: int) -> list[_Part]:
        taken = self.parts[len(self.parts) - count :]
        del self.parts[len(self.parts) - count :]
        return taken

    def _joined(self, left: _Part, right: _Part) -> _Part:
        self._link(left.last, right.first)
        whole = _Part(first=dict(left.first), last=dict(right.last))
        for asked, ways in left.empty.items():
            for other, times in right.empty.items():
                both = asked | other
                whole.empty[both] = self._ways(whole.empty.get(both, 0) + ways * times)
            self._merge(whole.first, self._times(right.first, ways, asked))
        for asked, ways in right.empty.items():
            self._merge(whole.last, self._times(left.last, ways, asked))
        if max(len(whole.empty), len(whole.first), len(whole.last)) > _MAX_CONDITIONS:
            raise Unbuildable("too many conditions at one place")
        return whole

    def _times(self, ends: Ends, ways: int, asked: int = 0) -> Ends:
        if ways == 1 and not asked:
            return ends
        found: Ends = {}
        for (other, times), positions in ends.items():
            self._merge(found, {(asked | other, self._ways(ways * times)): positions})
        return found

    def _ways(self, count: int) -> int:
        return min(count, _MANY if self.reading.counts_ways else 1)

    def _link(self, last: Mapping[Key, int], first: Mapping[Key, int]) -> None:
        for (asked, ways), sources in last.items():
            for (other, times), targets in first.items():
                both, count = asked | other, self._ways(ways * times)
                is_plain = not both and count == 1 and not sources & (sources - 1)
                if is_plain and targets == sources << 1 and not self.chain & sources:
                    self.chain |= sources
                elif is_plain and targets == sources and not self.loops & sources:
                    self.loops |= sources
                else:
                    self._add(both, sources, targets, count)

    def _add(self, asked: int, sources: int, targets: int, ways: int) -> None:
        key = (asked, targets, ways)
        known = self.links.get(key, 0)
        self._tell_apart(known, sources)
        self.links[key] = known | sources

    def _merge(self, into: Ends, ends: Mapping[Key, int]) -> None:
        for key, positions in ends.items():
            known = into.get(key, 0)
            self._tell_apart(known, positions)
            into[key] = known | positions

    def _tell_apart(self, known: int, more: int) -> None:
        """Where ways are counted, give up on what a bit cannot count: the same way twice."""
        if known & more and self.reading.counts_ways:
            raise Unbuildable("a part that can be taken in two ways")


def _in_turn(items: tuple[Node, ...], marks: int) -> list[_Task]:
    """Return the items of a sequence as tasks: only the start is before those that follow it or take no text there."""
    tasks = []
    for item in items:
        tasks.append((item, marks))
        if isinstance(item, Assertion) and item.kind == "start":
            marks |= _AT_START
        elif not isinstance(item, Assertion | Lookaround):
            marks &= ~_AT_START
    return tasks


def _members(node: Node) -> tuple[Member, ...]:
    """Return the members of a class that takes what the node takes; none where the node is not as simple."""
    if isinstance(node, Char):
        return (Range(node.code, node.code),)
    return node.members if isinstance(node, Class) and not node.negated else ()
