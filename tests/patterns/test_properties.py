"""Unicode properties: the shortcuts hold for the Unicode version of the Python that runs, and the names are whole."""

import unicodedata

import pytest

from schemaval.patterns import UnsupportedPattern
from schemaval.patterns.names import BINARY_PROPERTIES, CATEGORIES, SCRIPTS
from schemaval.patterns.properties import property_ranges
from schemaval.patterns.ranges import Ranges, complement, union

EVERY = range(0x110000)


def members(ranges: Ranges) -> set[int]:
    """The code points of ranges."""
    return {code for first, last in ranges for code in range(first, last + 1)}


@pytest.mark.parametrize("category", sorted({name for name in CATEGORIES.values() if name != "LC"}))
def test_a_category_is_what_unicodedata_says(category: str) -> None:
    """Every code point is looked at, those of the planes that are taken in one go included."""
    expected = {code for code in EVERY if unicodedata.category(chr(code)).startswith(category)}
    assert members(property_ranges("General_Category", category)) == expected


def test_cased_letters_are_three_categories() -> None:
    """LC is the one group that its letters do not tell."""
    found = members(property_ranges("General_Category", "LC"))
    assert found == {code for code in EVERY if unicodedata.category(chr(code)) in {"Lu", "Ll", "Lt"}}


@pytest.mark.parametrize(
    "name", ["Uppercase", "Lowercase", "XID_Start", "XID_Continue", "Bidi_Mirrored", "White_Space"]
)
def test_ranges_are_sorted_and_apart(name: str) -> None:
    """A set has one form, so that its complement's complement is itself."""
    ranges = property_ranges(name, None)
    assert ranges == union(ranges)
    assert complement(complement(ranges)) == ranges


def test_assigned_is_all_but_unassigned() -> None:
    """Assigned is the complement of the category Cn."""
    assert property_ranges("Assigned", None) == complement(property_ranges("General_Category", "Cn"))


def test_every_binary_property_is_known_or_refused() -> None:
    """No name of the table gives anything but a set or UnsupportedPattern."""
    known = set()
    for name in set(BINARY_PROPERTIES.values()):
        try:
            known.add(name)
            property_ranges(name, None)
        except UnsupportedPattern:
            known.discard(name)
    assert {"ASCII", "Any", "Assigned", "Uppercase", "Lowercase", "White_Space"} <= known
    assert "Emoji" not in known


def test_scripts_have_long_and_short_names() -> None:
    """Both spellings of a script are in the table."""
    assert {"Latin", "Latn", "Greek", "Grek", "Han", "Hani", "Cyrillic", "Cyrl"} <= SCRIPTS


@pytest.mark.parametrize(
    ("pairs", "joined"),
    [
        ([], ()),
        ([(5, 9), (0, 4)], ((0, 9),)),
        ([(0, 9), (3, 4)], ((0, 9),)),
        ([(0, 1), (3, 4)], ((0, 1), (3, 4))),
    ],
)
def test_union_joins_what_touches(pairs: list[tuple[int, int]], joined: Ranges) -> None:
    """Overlapping and neighbouring pairs become one."""
    assert union(pairs) == joined
