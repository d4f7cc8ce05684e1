r"""A proof that a backtracking search for a pattern takes few steps, or that none was found.

`re` tries each way in which the text read so far can be taken, from each place of the text, until one leads to a
match. So the work at a place is no more than the number of ways that lead to it, times what can be tried next. Here
the ways are counted for all texts at once: the count at each position of the pattern's automaton is followed from
character to character, with the search's new start at every place, until no new counts appear. Then the greatest of
them bounds the work for a text of any length; where counts keep growing there is no proof. A second try without the
new starts bounds the work from one place, and so gives a quadratic bound for the whole search.

Counted repetitions are first taken for endless ones, which has no fewer ways and is small, then written out. What is
asked of a place (`\b`, look-around) only shuts ways, and is left out of the count; what look-around costs is added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from schemaval.patterns.atoms import combinations_of
from schemaval.patterns.automaton import END, START, Automaton, Reading, Unbuildable, build
from schemaval.patterns.errors import UnsupportedPattern
from schemaval.patterns.references import referents
from schemaval.patterns.tree import Assertion, Lookaround, Repeat, Sequence, descendants
from schemaval.patterns.widths import by_width, greatest_width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemaval.patterns.tree import Node

MAX_POSITIONS = 640  # of an automaton that is looked at here
MAX_TRIES = 1_024  # at one place; more are as good as endless
_MAX_COUNTS = 1_024  # different ones
_MAX_STEPS = 32_768  # of a proof

Counts: TypeAlias = tuple[tuple[int, int], ...]  # (position, in how many ways it is reached), ascending


class Unproved(Exception):  # noqa: N818 - an answer inside this package
    """No bound was found; the text says why."""


@dataclass(frozen=True, slots=True)
class Bound:
    """At most `constant` + `linear` * n + `quadratic` * n * n steps for a text of n characters."""

    constant: int = 0
    linear: int = 0
    quadratic: int = 0

    def __add__(self, other: Bound) -> Bound:
        return Bound(self.constant + other.constant, self.linear + other.linear, self.quadratic + other.quadratic)

    def __mul__(self, other: Bound) -> Bound:
        if self.quadratic * (other.linear + other.quadratic) + other.quadratic * self.linear:
            raise Unproved("look-around that looks through the text, tried too often")
        return Bound(
            self.constant * other.constant,
            self.constant * other.linear + self.linear * other.constant,
            self.constant * other.quadratic + self.linear * other.linear + self.quadratic * other.constant,
        )

    def chars(self, steps: int) -> int:
        """Return the length of a text up to which so many steps are enough, at most `steps`."""
        low, high = 0, steps
        while low < high:
            middle = (low + high + 1) // 2
            if self.constant + (self.linear + self.quadratic * middle) * middle <= steps:
                low = middle
            else:
                high = middle - 1
        return low


def prove(root: Node) -> Bound:
    """Return a bound on the steps of a search for the pattern; raises Unproved, with the reason."""
    try:
        return _bound(root, referents(root), is_search=True)
    except UnsupportedPattern as error:
        raise Unproved(error.reason) from None
    except RecursionError:
        raise Unproved("it is nested deep") from None


def _bound(root: Node, copies: Mapping[int, Node], *, is_search: bool, at_start: bool = False) -> Bound:
    """Return the bound of a search through the text, or of a trial at one place."""
    has_counts = any(isinstance(node, Repeat) and (node.most or node.least) > 1 for node in descendants(root))
    readings = [Reading(counts_ways=True, loops=loops) for loops in ((True, False) if has_counts else (True,))]
    failure: Unproved | None = None
    for restarts in (True, False) if is_search else (False,):
        for reading in readings:
            try:
                automaton = _automaton(root, reading, copies, at_start=at_start)
                tries = _Count(automaton, _idle(root), restarts=restarts).tries()
                own = _own(root, tries, is_search=is_search, restarts=restarts)
                return own + _looks(automaton, copies, own)
            except Unproved as error:
                failure = failure or error
    raise failure or Unproved("")


def _automaton(root: Node, reading: Reading, copies: Mapping[int, Node], *, at_start: bool) -> Automaton:
    try:
        automaton = build(root, reading, copies, at_start=at_start)
    except Unbuildable as error:
        raise Unproved(str(error)) from None
    if len(automaton.symbols) > MAX_POSITIONS:
        raise Unproved("it has too many positions")
    return automaton


def _idle(root: Node) -> int:
    """Return how much may be tried between two characters that takes none."""
    return 1 + sum(
        isinstance(node, Assertion | Lookaround) or (isinstance(node, Sequence) and not node.items)
        for node in descendants(root)
    )


def _own(root: Node, tries: int, *, is_search: bool, restarts: bool) -> Bound:
    if restarts:
        return Bound(tries, tries)
    width = greatest_width(root)
    once = Bound(tries, tries) if width is None else Bound(tries * (width + 1))
    return Bound(1, 1) * once if is_search else once


def _looks(automaton: Automaton, copies: Mapping[int, Node], tries: Bound) -> Bound:
    """Return what the look-arounds cost, each as often as it may be tried."""
    cost = Bound()
    for look, is_at_start in automaton.looks:
        # One behind is tried width by width.
        bodies = [*by_width(look.body).values()] if look.behind else [look.body]
        for body in bodies:
            once = _bound(body, copies, is_search=False, at_start=is_at_start and not look.behind)
            cost += once if is_at_start else tries * once
    return cost


class _Count:
    """How many ways lead to each position, for every text."""

    __slots__ = ("automaton", "combinations", "idle", "known", "restarts", "steps", "symbols")

    def __init__(self, automaton: Automaton, idle: int, *, restarts: bool) -> None:
        self.automaton = automaton
        self.idle = idle
        self.restarts = restarts
        numbers = {symbol: number for number, symbol in enumerate(dict.fromkeys(automaton.symbols))}
        self.symbols = (0, *(1 << numbers[symbol] for symbol in automaton.symbols))
        self.combinations = combinations_of(tuple(numbers))
        self.known: dict[tuple[int, bool], tuple[int, list[tuple[int, int]]]] = {}
        self.steps = 0

    def tries(self) -> int:
        """Return the greatest number of things that are tried at one place; raises Unproved."""
        greatest, reached = self._next({0: 1}, is_first=True)
        seen: set[Counts] = set()
        pending = self._by_character(reached)
        while pending:
            counts = pending.pop()
            key = tuple(sorted(counts.items()))
            if key in seen:
                continue
            seen.add(key)
            tries, reached = self._next(counts, is_first=False)
            greatest = max(greatest, tries)
            if greatest > MAX_TRIES:
                raise Unproved("the ways to match grow with the text")
            if len(seen) > _MAX_COUNTS or self.steps > _MAX_STEPS:
                raise Unproved("there is too much to look at")
            pending += self._by_character(reached)
        return greatest

    def _next(self, counts: dict[int, int], *, is_first: bool) -> tuple[int, dict[int, int]]:
        """Return how much is tried after so many ways to positions, and where that leads."""
        tries = 0
        reached: dict[int, int] = {}
        for position, count in counts.items():
            number, following = self.known.get((position, is_first)) or self._ways_from(position, is_first=is_first)
            tries += count * number
            for target, ways in following:
                reached[target] = reached.get(target, 0) + count * ways
        self.steps += len(counts) + len(reached)
        return tries, reached

    def _ways_from(self, position: int, *, is_first: bool) -> tuple[int, list[tuple[int, int]]]:
        """Return how much is tried after a position, and what it leads to in how many ways."""
        automaton = self.automaton
        tries = self.idle + sum(ways for _, positions, ways in automaton.finals if positions >> position & 1)
        following: dict[int, int] = {}
        if automaton.chain >> position & 1:
            following[position + 1] = 1
        if automaton.loops >> position & 1:
            following[position] = following.get(position, 0) + 1
        for asked, sources, targets, ways in automaton.links:
            if not sources >> position & 1:
                continue
            if asked & END or (asked & START and not is_first):
                tries += ways * targets.bit_count()  # tried in vain
                continue
            for target in _bits(targets):
                following[target] = following.get(target, 0) + ways
        tries += sum(following.values())
        self.steps += len(automaton.links) + len(following)
        found = self.known[position, is_first] = (tries, [*following.items()])
        return found

    def _by_character(self, reached: dict[int, int]) -> list[dict[int, int]]:
        """Return what is left after one more character, for every one that leaves the most."""
        symbols = self.symbols
        asked = 0
        for position in reached:
            asked |= symbols[position]
        left = []
        for taken in self._greatest(asked):
            counts = {position: count for position, count in reached.items() if symbols[position] & taken}
            if self.restarts:
                counts[0] = 1
            left.append(counts)
        if self.restarts and not left:
            left.append({0: 1})
        self.steps += len(left) * len(reached)
        return left

    def _greatest(self, asked: int) -> list[int]:
        """Return the sets of symbols, out of those asked for, that one character can be; none inside another."""
        if not asked & (asked - 1):
            return [asked] if asked and self.combinations[asked.bit_length() - 1] else []
        found = {asked & taken for number in _bits(asked) for taken in self.combinations[number]}
        self.steps += len(found)
        if asked in found:
            return [asked]
        return [one for one in found if not any(one & other == one and one != other for other in found)]


def _bits(positions: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    found = []
    while positions:
        lowest = positions & -positions
        found.append(lowest.bit_length() - 1)
        positions ^= lowest
    return found
