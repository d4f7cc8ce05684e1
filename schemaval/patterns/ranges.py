"""Sets of code points as sorted ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from schemaval.patterns.tree import MAX_CODE_POINT

if TYPE_CHECKING:
    from collections.abc import Iterable

# Pairs (first, last), both included, ascending, with a gap between any two.
Ranges: TypeAlias = tuple[tuple[int, int], ...]


def union(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """Return the pairs, in any order and overlapping as they may, as Ranges."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(pairs):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return tuple(merged)


def complement(ranges: Ranges) -> Ranges:
    """Return the code points that are not in the ranges."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for first, last in ranges:
        if start < first:
            gaps.append((start, first - 1))
        start = last + 1
    if start <= MAX_CODE_POINT:
        gaps.append((start, MAX_CODE_POINT))
    return tuple(gaps)
