r"""The code points of a Unicode property, as far as the standard library or an immutable list knows them exactly.

The general categories, and what `str` can tell, follow the Unicode version of the running Python. Scripts and the
other binary properties are known to neither: they are refused by name (UnsupportedPattern), never guessed.
"""

from __future__ import annotations

import functools
import itertools
import unicodedata
from typing import TYPE_CHECKING

from schemaval.patterns.errors import refuse
from schemaval.patterns.ranges import union
from schemaval.patterns.tree import MAX_CODE_POINT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemaval.patterns.ranges import Ranges

_GROUPED_CATEGORIES = {"LC": ("Ll", "Lt", "Lu")}
# Planes without any assignment, and the private planes: one category from end to end (a test looks at each of them).
_UNIFORM = ((0x40000, 0xDFFFF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))
_NOT_CHARACTERS = frozenset({"Cn", "Co", "Cs"})

# Properties that Unicode promises never to change, or that have not changed since Unicode 6.3.
_FIXED: dict[str, Ranges] = {
    "Any": ((0, MAX_CODE_POINT),),
    "ASCII": ((0, 0x7F),),
    "ASCII_Hex_Digit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
    "Bidi_Control": ((0x61C, 0x61C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069)),
    "Hex_Digit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66), (0xFF10, 0xFF19), (0xFF21, 0xFF26), (0xFF41, 0xFF46)),
    "Join_Control": ((0x200C, 0x200D),),
    "Noncharacter_Code_Point": (
        (0xFDD0, 0xFDEF),
        *((plane * 0x10000 + 0xFFFE, plane * 0x10000 + 0xFFFF) for plane in range(17)),
    ),
    "Pattern_White_Space": ((0x09, 0x0D), (0x20, 0x20), (0x85, 0x85), (0x200E, 0x200F), (0x2028, 0x2029)),
    "Regional_Indicator": ((0x1F1E6, 0x1F1FF),),
    "White_Space": (
        (0x09, 0x0D),
        (0x20, 0x20),
        (0x85, 0x85),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
    ),
}

# Properties that a built-in test of one character answers exactly (CPython takes its tables from the same files).
_TESTED: dict[str, Callable[[str], bool]] = {
    "Bidi_Mirrored": lambda character: unicodedata.mirrored(character) == 1,
    "Lowercase": str.islower,
    "Uppercase": str.isupper,
    "XID_Continue": lambda character: ("a" + character).isidentifier(),
    "XID_Start": lambda character: character != "_" and character.isidentifier(),
}


@functools.cache  # bounded: the parser only lets through the names of its tables
def property_ranges(name: str, value: str | None) -> Ranges:
    """Return the ranges of a property under its long name (General_Category's value under its short one).

    Raises UnsupportedPattern where the set is not known exactly.
    """
    if name == "General_Category":
        return _category_ranges(value or "")
    if name == "Assigned":
        return union(pair for category, pairs in _categories().items() if category != "Cn" for pair in pairs)
    if name in _FIXED:
        return _FIXED[name]
    if name in _TESTED:
        return _tested_ranges(_TESTED[name])
    return refuse(f"the Unicode property {name if value is None else f'{name}={value}'} is not known here")


def _category_ranges(value: str) -> Ranges:
    """Return the ranges of a category: of one letter, all that begin with it."""
    wanted = _GROUPED_CATEGORIES.get(value) or tuple(name for name in _categories() if name.startswith(value))
    return union(pair for name in wanted for pair in _categories()[name])


@functools.cache
def _categories() -> dict[str, Ranges]:
    """Return every general category with its ranges."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name, first, last in _category_runs():
        found.setdefault(name, []).append((first, last))
    return {name: union(pairs) for name, pairs in found.items()}


def _category_runs() -> Iterator[tuple[str, int, int]]:
    """Yield runs of one category, looking only at the ends of an _UNIFORM range: a third of the time."""
    start = 0
    for first, last in (*_UNIFORM, (MAX_CODE_POINT + 1, MAX_CODE_POINT + 1)):
        names = map(unicodedata.category, map(chr, range(start, first)))
        for name, run in itertools.groupby(names):
            length = sum(1 for _ in run)
            yield name, start, start + length - 1
            start += length
        if first <= MAX_CODE_POINT:
            yield unicodedata.category(chr(first)), first, last
        start = last + 1


def _tested_ranges(test: Callable[[str], bool]) -> Ranges:
    """Return the ranges of the characters that pass, among those that are assigned."""
    spans = (pair for name, pairs in _categories().items() if name not in _NOT_CHARACTERS for pair in pairs)
    return union((code, code) for first, last in spans for code in range(first, last + 1) if test(chr(code)))
