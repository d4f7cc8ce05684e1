"""The set of code points that a node of one code point stands for."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from schemaval.patterns.properties import property_ranges
from schemaval.patterns.ranges import complement, union
from schemaval.patterns.tree import Any, Char, Class, Member, Property, Range, Shorthand

if TYPE_CHECKING:
    from schemaval.patterns.ranges import Ranges

LINE_TERMINATORS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))

# ECMA-262, 22.2.2.9 (CharacterClassEscape): WhiteSpace and LineTerminator are fixed but for the category Zs, whose
# members have not changed since Unicode 6.3.
SHORTHANDS: dict[str, Ranges] = {
    "d": ((0x30, 0x39),),
    "w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    "s": (
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ),
}


@functools.lru_cache(maxsize=512)
def ranges_of(node: Char | Any | Class) -> Ranges:
    """Return the code points that the node takes; raises UnsupportedPattern for a property nobody here knows."""
    match node:
        case Char(code):
            return ((code, code),)
        case Any():
            return complement(LINE_TERMINATORS)
        case Class(members, negated):
            found = union(pair for member in members for pair in _member_ranges(member))
            return complement(found) if negated else found


def _member_ranges(member: Member) -> Ranges:
    match member:
        case Range(first, last):
            return ((first, last),)
        case Shorthand(letter, negated):
            found = SHORTHANDS[letter]
        case Property(name, value, negated):
            found = property_ranges(name, value)
    return complement(found) if negated else found
