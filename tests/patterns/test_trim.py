"""Trimming: what a search need not look for is gone, and what is found stays found."""

from random import Random

import pytest

from schemaval.patterns import UnsupportedPattern, parse, translate
from schemaval.patterns.automaton import Unbuildable
from schemaval.patterns.search import LinearPattern
from schemaval.patterns.trim import trim
from tests.patterns.shapes import make_pattern, make_texts

TRIMMED = [
    ("a*b", "b"),
    ("ab*", "a"),
    ("a+b", "ab"),
    (".*x.*", "x"),
    (r"\s+$", r"\s$"),
    ("^a+", "^a"),
    ("^a*$", "^a*$"),
    ("a{3,9}b{2,}", "a{3}b{2}"),
    ("(?:a*b|c+)d", "(?:b|c)d"),
    ("(?:a+|b*)c", "c"),
    ("(a*)(b*)", ""),
    ("(?:x|)", ""),
    (r"a*\bb*", r"\b"),
    ("a*(?=b+)c*", "(?=b)"),
    ("^(?!.*x+)[a-z]+$", "^(?!.*x)[a-z]+$"),
    ("(?<=a*b)c", "(?<=b)c"),
    ("^(?=a+$)", "^(?=a+$)"),
    (r"x*(a)\1*", r"x*(a)\1*"),
    (r"\1*(a)+", "(?:a)"),
]


@pytest.mark.parametrize(("pattern", "shorter"), TRIMMED)
def test_what_may_be_empty_at_an_open_end_is_left_out(pattern: str, shorter: str) -> None:
    """An end is open where neither an end of the text nor another condition stands there."""
    assert translate(trim(parse(pattern))) == translate(parse(shorter))


def test_a_trimmed_pattern_is_found_in_the_same_texts() -> None:
    """Of a thousand patterns none is found more or less often for having been trimmed."""
    chance = Random(5)  # noqa: S311 - examples, and the same ones every time
    compared = 0
    for _ in range(1_000):
        root = parse(make_pattern(chance))
        try:
            whole, trimmed = LinearPattern(root).search, LinearPattern(trim(root)).search
        except (Unbuildable, UnsupportedPattern):
            continue  # a back-reference
        for text in make_texts(chance, 6, 6):
            compared += 1
            assert (whole(text) is None) == (trimmed(text) is None), (root, text)
    assert compared > 5_000


def test_a_pattern_nested_as_deep_as_can_be_is_trimmed_or_left_alone() -> None:
    """No depth that the parser lets through makes it fail."""
    root = parse("(?:a*|" * 199 + "b" + ")*" * 199 + "c")
    assert LinearPattern(trim(root)).search("c")
