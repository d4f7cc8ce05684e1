"""In how many ways a text leads to each position of an automaton, for all texts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from schemaval.patterns.atoms import combinations_of
from schemaval.patterns.automaton import END, START

if TYPE_CHECKING:
    from schemaval.patterns.automaton import Automaton

MAX_TRIES = 256  # at one place; more are as good as endless
MAX_EFFORT = 16_384

Counts: TypeAlias = dict[int, int]  # position -> in how many ways it is reached


class Unproved(Exception):  # noqa: N818 - an answer inside this package
    """No bound was found; the text says why."""


class Effort:
    """What a proof may cost, in about a fifth of a microsecond."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_EFFORT

    def spend(self, effort: int) -> None:
        """Raise Unproved when nothing is left."""
        self.left -= effort
        if self.left < 0:
            raise Unproved("there is too much to look at")


class Ways:
    """The ways through an automaton, from one place or, with `restarts`, from every place of the text."""

    __slots__ = ("automaton", "combinations", "effort", "known", "restarts", "symbols")

    def __init__(self, automaton: Automaton, effort: Effort, *, restarts: bool) -> None:
        self.automaton = automaton
        self.effort = effort
        self.restarts = restarts
        self.symbols = [0] * (automaton.size + 1)  # of each position, the number of its symbol as a bit
        for number, positions in enumerate(automaton.symbols.values()):
            for position in _bits(positions):
                self.symbols[position] = 1 << number
        self.combinations = combinations_of(tuple(automaton.symbols))
        self.known: dict[tuple[int, bool], tuple[int, list[tuple[int, int]]]] = {}

    def greatest(self) -> tuple[int, int]:
        """Return how many ways at most lead to one place, and how much at most is tried there; raises Unproved."""
        ways = 1
        greatest, reached = self._next({0: 1}, is_first=True)
        seen: set[tuple[tuple[int, int], ...]] = set()
        pending = self._by_character(reached)
        while pending:
            counts = pending.pop()
            key = tuple(sorted(counts.items()))
            if key in seen:
                continue
            seen.add(key)
            tries, reached = self._next(counts, is_first=False)
            greatest = max(greatest, tries)
            ways = max(ways, sum(counts.values()))
            if greatest > MAX_TRIES:
                raise Unproved("the ways to match grow with the text")
            pending += self._by_character(reached)
        return ways, greatest

    def _next(self, counts: Counts, *, is_first: bool) -> tuple[int, Counts]:
        """Return how much is tried after so many ways to positions, and where that leads."""
        tries = 0
        reached: Counts = {}
        for position, count in counts.items():
            number, following = self.known.get((position, is_first)) or self._ways_from(position, is_first=is_first)
            tries += count * number
            for target, ways in following:
                reached[target] = reached.get(target, 0) + count * ways
        self.effort.spend(4 + len(counts) + len(reached))
        return tries, reached

    def _ways_from(self, position: int, *, is_first: bool) -> tuple[int, list[tuple[int, int]]]:
        """Return how much is tried after a position, and what it leads to in how many ways."""
        automaton = self.automaton
        tries = sum(ways for _, positions, ways in automaton.finals if positions >> position & 1)
        following: Counts = {}
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
        self.effort.spend(len(automaton.links) + len(following))
        found = self.known[position, is_first] = (tries, [*following.items()])
        return found

    def _by_character(self, reached: Counts) -> list[Counts]:
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
        self.effort.spend(len(left) * len(reached))
        return left

    def _greatest(self, asked: int) -> list[int]:
        """Return the sets of symbols, out of those asked for, that one character can be; none inside another."""
        if not asked & (asked - 1):
            return [asked] if asked and self.combinations[asked.bit_length() - 1] else []
        found = {asked & taken for number in _bits(asked) for taken in self.combinations[number]}
        self.effort.spend(len(found))
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
