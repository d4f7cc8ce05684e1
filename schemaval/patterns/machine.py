"""An automaton run over a text, every place at once: in time linear in the text, whatever the pattern.

A state is a set of positions. It is made when a text first leads to it, and kept, so that a character costs a look-up.
"""

from __future__ import annotations

import bisect
import functools
from typing import TYPE_CHECKING

from schemaval.patterns.automaton import (
    BOUNDARY,
    END,
    LOOK,
    NO_BOUNDARY,
    ORIGIN,
    START,
    Automaton,
    Unbuildable,
)
from schemaval.patterns.charset import ranges_of
from schemaval.patterns.properties import property_ranges
from schemaval.patterns.tree import Any, Char, Class, Property

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemaval.patterns.automaton import Symbol

# What it costs, in about a nanosecond, to work out an entry of a state; a link also costs one for each machine word.
MAX_WORK = 50_000
_AN_ENTRY, _A_LINK = 2_500, 60
_FEW, _A_RARE_ENTRY = 8, 300  # of so few positions there are not many sets, and most entries are looked up
_KEPT_BYTES = 256 * 1024  # of states, for each machine
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_NOTHING, _OTHER, _LETTER = 0, 1, 2  # what stands before a place: nothing, no letter of a word, one


class Decided(Exception):  # noqa: N818 - not an error: it ends a search early
    """The rest of the text cannot change the answer, which is the argument."""


class State(dict):  # type: ignore[type-arg]  # what comes next -> the state after it, or whether a match ends, and that
    """What can have been read up to a place: a set of positions, and the kind of the character before."""

    __slots__ = ("at_end", "before", "machine", "positions")

    def __init__(self, machine: Machine, positions: int, before: int) -> None:
        super().__init__()
        self.machine = machine
        self.positions = positions
        self.before = before
        self.at_end: bool | None = None

    def __missing__(self, key: str | tuple[str | int, ...]) -> object:
        return self.machine.follow(self, key)


class _Sink(State):
    """A state that no text leads out of."""

    __slots__ = ()

    def __missing__(self, key: str | tuple[str | int, ...]) -> object:
        raise Decided(self.at_end)


class Machine:
    """One pass over a text: to find a match anywhere, or, with `is_marking`, to tell of each place whether one ends.

    The keys of its states are characters, in the automaton's direction; where the automaton has look-arounds, tuples
    of a character and of what holds at the place before it. Raises Unbuildable where new states would be too costly.
    """

    __slots__ = (
        "asked",
        "asks_words",
        "automaton",
        "by_character",
        "by_class",
        "ends",
        "entries",
        "is_marking",
        "max_entries",
        "only_first",
        "sinks",
        "start",
        "states",
        "surely",
        "ways",
        "work",
    )

    def __init__(self, automaton: Automaton, *, is_marking: bool = False, backwards: bool = False) -> None:
        words = automaton.size // 64 + 1
        entry = _AN_ENTRY if automaton.size > _FEW else _A_RARE_ENTRY
        self.work = entry + 12 * words + len(automaton.links) * (_A_LINK + words)
        if self.work > MAX_WORK:
            raise Unbuildable("its parts follow each other in too many ways")
        self.automaton = automaton
        self.is_marking = is_marking
        self.ends = (END, START) if backwards else (START, END)
        self.by_character, self.by_class = _by_symbol(automaton.symbols)
        self.asked = _union(asked for asked, *_ in (*automaton.links, *automaton.finals))
        self.asks_words = bool(self.asked & (BOUNDARY | NO_BOUNDARY))
        self.surely = _union(positions for asked, positions, _ in automaton.finals if not asked)
        leaving = [asked for asked, sources, *_ in (*automaton.links, *automaton.finals) if sources & ORIGIN]
        self.only_first = not automaton.chain & ORIGIN and all(asked & self.ends[0] for asked in leaving)
        self.ways: dict[int, tuple[list[tuple[int, int]], int]] = {}
        self.states: dict[tuple[int, int], State] = {}
        self.entries = 0
        self.max_entries = _KEPT_BYTES // (256 + 16 * words)
        self.sinks = {True: _Sink(self, 0, _OTHER), False: _Sink(self, 0, _OTHER)}
        for found, sink in self.sinks.items():
            sink.at_end = found
        self.start = self.state(0, _NOTHING)

    def state(self, positions: int, before: int) -> State:
        """Return the state for a set of positions."""
        if not self.is_marking:
            if (positions | ORIGIN) & self.surely:
                return self.sinks[True]
            if not positions and self.only_first and before != _NOTHING:
                return self.sinks[False]
        state = self.states.get((positions, before))
        if state is None:
            state = self.states[positions, before] = State(self, positions, before)
        return state

    def follow(self, state: State, key: str | tuple[str | int, ...]) -> object:
        """Work out, and keep, what a state leads to."""
        character, seen = (key[0], key[1:]) if isinstance(key, tuple) else (key, ())
        after = _LETTER if self.asks_words and character in _WORD else _OTHER
        links, finals = self._ways(state.before, after, seen, is_end=False)
        positions = state.positions | ORIGIN
        reached = (positions & self.automaton.chain) << 1 | positions & self.automaton.loops
        for sources, targets in links:
            if positions & sources:
                reached |= targets
        self.entries += 1
        if self.entries > self.max_entries:
            self._forget()
        following = self.state(reached & self._positions_of(ord(str(character))), after)
        accepted = bool(positions & finals)
        if self.is_marking:
            state[key] = found = (accepted, following)
            return found
        state[key] = following = self.sinks[True] if accepted else following
        return following

    def accepts(self, state: State, seen: tuple[int, ...]) -> bool:
        """Say whether a match ends where the text does, `seen` being what holds there."""
        if state.at_end is not None and (not seen or type(state) is _Sink):
            return state.at_end
        _, finals = self._ways(state.before, _OTHER, seen, is_end=True)
        state.at_end = bool((state.positions | ORIGIN) & finals)
        return state.at_end

    def _ways(
        self, before: int, after: int, seen: Iterable[str | int], *, is_end: bool
    ) -> tuple[list[tuple[int, int]], int]:
        """Return the links that are open between two characters, and the positions at which a match may end there."""
        given = NO_BOUNDARY if (before == _LETTER) == (after == _LETTER) else BOUNDARY
        given |= self.ends[0] if before == _NOTHING else 0
        given |= self.ends[1] if is_end else 0
        for number, holds in enumerate(seen):
            given |= LOOK << number if holds else 0
        given &= self.asked
        found = self.ways.get(given)
        if found is None:
            shut = ~given
            links = [(sources, targets) for asked, sources, targets, _ in self.automaton.links if not asked & shut]
            finals = _union(positions for asked, positions, _ in self.automaton.finals if not asked & shut)
            found = self.ways[given] = (links, finals)
        return found

    def _positions_of(self, code: int) -> int:
        """Return the positions at which a code point may stand."""
        found = self.by_character.get(code, 0)
        for symbol, positions in self.by_class:
            if bisect.bisect_right(_edges(symbol), code) & 1:
                found |= positions
        return found

    def _forget(self) -> None:
        """Drop what was kept, in place: a search may be on its way through it."""
        for state in [*self.states.values()]:
            state.clear()
        self.states.clear()
        self.entries = 0


def _union(sets: Iterable[int]) -> int:
    return functools.reduce(int.__or__, sets, 0)


def _by_symbol(symbols: Mapping[Symbol, int]) -> tuple[dict[int, int], list[tuple[Any | Class, int]]]:
    """Return the positions of each character, and of each class; UnsupportedPattern where a class is not known."""
    characters: dict[int, int] = {}
    classes: list[tuple[Any | Class, int]] = []
    for symbol, positions in symbols.items():
        if isinstance(symbol, Char):
            characters[symbol.code] = positions
            continue
        classes.append((symbol, positions))
        for member in symbol.members if isinstance(symbol, Class) else ():
            if isinstance(member, Property):
                property_ranges(member.name, member.value)
    return characters, classes


@functools.lru_cache(maxsize=128)
def _edges(symbol: Any | Class) -> tuple[int, ...]:
    """Return where the code points of a class begin and end, one after the other."""
    return tuple(edge for first, last in ranges_of(symbol) for edge in (first, last + 1))
