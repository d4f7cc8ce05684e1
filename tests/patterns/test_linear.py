"""The proof that `re` is fast: what it finds is true, and it finds it for what people write."""

import gzip
import json
import re
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from schemaval.patterns import UnsupportedPattern, parse, translate
from schemaval.patterns.linear import Bound, prove
from schemaval.patterns.tree import Node
from schemaval.patterns.trim import trim
from schemaval.patterns.ways import Unproved
from tests.patterns.backtracking import Backtracking
from tests.patterns.shapes import make_pattern, make_texts
from tests.patterns.test_suite import patterns_in

LINEAR = [
    "",
    "^abc$",
    "^[a-z]+(-[a-z]+)*$",
    "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$",
    r"^\d{4}-\d{2}-\d{2}$",
    r"^#(?:[0-9a-f]{3}){1,2}$",
    '^(?:"[^"]*"|[^"])*$',
    '"[^"]*"',
    r"\s+$",
    "a*b",
    ".*x.*",
    "[a-z]+@",
    "^(?!.*secret)[a-z]+$",
    r"^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[^]{8,}$",
    "^(?:(?!--)[a-z-])*$",
    r"^([ab])c*\1$",
    r"^(['\"])[^'\"]*\1$",
    "(?<!a|bc)d",
    "^[a-z]{2}[a-z]{3}$",
    "(?:a|bc|d){3}x",
    "^(a?b?c?)$",
]
QUADRATIC = ["foo.*bar", r"\{.*\}", r"(?=.*\d)x", "^(?:a(?=.*b))*c$", "[a-z]{3}[a-z]*_"]
UNPROVED = [
    "^(a+)+$",
    "^(a*)*$",
    "^(a|a)*$",
    "^(a|ab|b)*$",
    "^(x+x+)+y$",
    "b((a+)+)+$",
    "^(?:a?){20}b$",
    "^(.*a){20}$",
    r"^(.*)\1$",
    "^(?:(a+)+b)?$",
    "^(?=(a+)+$)b",
    "^(?:a|b|ab)*c$",
    "^(a{1,100}){1,100}$",
    "^[ab]*[ac]*[ad]*$",
    "^(?:(?:)*)*(?:a|(?:a))*$",
    "^(?:(?:)+?a){1,64}b",
    "^(?:(?:a*)+,)*$",
    "^(?:" + "(?:a?|b?)" * 30 + ")$",
    "a.*b.*c",
]


@pytest.mark.parametrize("pattern", LINEAR)
def test_what_cannot_go_wrong_is_proved(pattern: str) -> None:
    """Loops that do not overlap, look-ahead at the start, and counted repetitions take a few steps a character."""
    bound = prove(trim(parse(pattern)))
    assert bound.quadratic == 0
    assert bound.linear <= 64


@pytest.mark.parametrize("pattern", QUADRATIC)
def test_a_loop_that_every_place_can_enter_is_quadratic(pattern: str) -> None:
    """So is look-ahead through the text from every place."""
    assert prove(trim(parse(pattern))).quadratic > 0


@pytest.mark.parametrize("pattern", UNPROVED)
def test_what_is_worse_is_not_proved(pattern: str) -> None:
    """Nested loops, loops over branches that overlap, and loops in a row that do."""
    with pytest.raises(Unproved):
        prove(trim(parse(pattern)))


def test_a_bound_says_how_long_a_text_may_be() -> None:
    """The longest text for which so many steps a character are enough, with those for sixteen more."""
    assert Bound(0, 0, 2).chars(20) == 18
    assert Bound(160, 20, 1).chars(10) == 0
    assert Bound(0, 3, 0).chars(20) == 1_000_000


def test_what_real_schemas_hold_is_proved(shared: Path) -> None:
    """At least 95 of a hundred published patterns are proved linear."""
    patterns: set[str] = set()
    with gzip.open(shared / "corpus" / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            patterns.update(patterns_in(json.loads(line)["schema"]))
    for path in (shared / "corpus" / "mcp").glob("*.json"):
        patterns.update(patterns_in(json.loads(path.read_text(encoding="utf-8"))))
    bounds = [bound for bound in map(_bound, patterns) if bound is not None]
    assert sum(bound.quadratic == 0 for bound in bounds) >= 0.95 * len(patterns)


def test_no_search_takes_more_steps_than_its_bound() -> None:
    """A search that backtracks as `re` does, counted step by step, stays within what was proved."""
    chance = Random(7)  # noqa: S311 - examples, and the same ones every time
    counted = 0
    while counted < 1_500:
        root, bound = _proved(chance)
        for text in make_texts(chance, 24, 4):
            allowed = bound.constant + bound.linear * len(text) + bound.quadratic * len(text) ** 2
            search = Backtracking(text, allowed)
            try:
                search.found(root)
            except NotImplementedError:
                break
            counted += 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_fast(seed: int) -> None:
    """Texts of 20,000 characters made to be hard are searched by `re` within the time that the bound promises."""
    chance = Random(seed)  # noqa: S311 - examples, and the same ones every time
    for _ in range(1_000):
        root, bound = _proved(chance)
        search = re.compile(translate(root)).search
        length = min(20_000, bound.chars(256))
        for text in make_texts(chance, length, 6):
            start = time.process_time()
            search(text[:length])
            assert time.process_time() - start < 0.3, (root, text[:20])


def _bound(pattern: str) -> Bound | None:
    try:
        return prove(trim(parse(pattern)))
    except Unproved:
        return None


def _proved(chance: Random) -> tuple[Node, Bound]:
    """The next pattern that has a bound, and the bound."""
    while True:
        with suppress(UnsupportedPattern, Unproved):
            root = trim(parse(make_pattern(chance)))
            return root, prove(root)
