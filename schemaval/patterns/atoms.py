"""Which symbols of a pattern one and the same character can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemaval.patterns.charset import ranges_of

if TYPE_CHECKING:
    from schemaval.patterns.automaton import Symbol


def combinations_of(symbols: tuple[Symbol, ...]) -> list[list[int]]:
    """Return, for each symbol, the sets of symbols (as bits of their numbers) that characters in it are in."""
    edges: dict[int, int] = {}
    for number, symbol in enumerate(symbols):
        for first, last in ranges_of(symbol):
            edges[first] = edges.get(first, 0) ^ 1 << number
            edges[last + 1] = edges.get(last + 1, 0) ^ 1 << number
    sets = set()
    inside = 0
    for edge in sorted(edges):
        inside ^= edges[edge]
        sets.add(inside)
    return [[each for each in sets if each >> number & 1] for number in range(len(symbols))]
