"""The engine of linear time: what it finds, what it refuses, what it keeps."""

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from schemaval.errors import LimitExceeded
from schemaval.patterns import UnsupportedPattern, compile_pattern, parse
from schemaval.patterns.automaton import Unbuildable
from schemaval.patterns.search import MAX_LOOKS, LinearPattern
from tests.patterns.shapes import make_pattern, make_texts
from tests.patterns.test_translate import MEANINGS

HOSTILE = [
    ("^(a+)+$", "a", "!"),
    ("^(a|a)*$", "a", "!"),
    ("(x+x+)+y$", "x", ""),
    (r"^(\s*\w*)*$", "a ", "!"),
    ("^(.*a){20}$", "a", "!"),
    ("^(?=(a+)+$)", "a", "!"),
    ("(?<=(?:a+)+)b", "a", ""),
    ("^(?:a|b)*a(?:a|b){40}c", "ab", ""),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a", ""),
]


@pytest.mark.parametrize(("pattern", "pumped", "end"), HOSTILE)
def test_what_backtracks_without_end_is_answered_at_once(pattern: str, pumped: str, end: str) -> None:
    """A text of 20,000 characters takes less than a tenth of a second's worth of look-ups."""
    search = LinearPattern(parse(pattern)).search
    text = pumped * (20_000 // len(pumped)) + end
    start = time.process_time()
    assert search(text) is None
    assert time.process_time() - start < 1


@pytest.mark.parametrize(("pattern", "found", "missed"), MEANINGS)
def test_it_means_what_ecma_262_says(pattern: str, found: list[str], missed: list[str]) -> None:
    """All that the translation is held to, except for back-references."""
    try:
        search = LinearPattern(parse(pattern)).search
    except Unbuildable:
        assert "\\1" in pattern or "\\k" in pattern or "99" in pattern
        return
    assert [text for text in found if search(text) is None] == []
    assert [text for text in missed if search(text) is not None] == []


LOOKS = [
    ("(?<=a+)b", ["aab"], ["b"]),
    ("(?<!ab*)c", ["c", "bc"], ["abbc", "ac"]),
    (r"^(?=.*\d)(?=.*[a-z])[^]{3,}$", ["a1x", "1x-"], ["abc", "1a"]),
    ("a(?!b(?=c))", ["ab", "a", "abd"], ["abc"]),
    ("(?=a(?<=^a))", ["ab"], ["ba"]),
    (r"(?<=\bfoo)bar(?=\b)", ["foobar", "-foobar-"], ["xfoobar", "foobars"]),
    ("(?=$)", ["", "a"], []),
    ("(?<=^)a", ["a"], ["ba"]),
    ("^(?:(?!ab)[ab])*$", ["ba", "", "bba"], ["ab", "bab"]),
    ("(?<=(?=ab)a)b", ["ab"], ["b", "bb"]),
    ("(?=🐲)", ["a🐲"], ["a"]),
]


@pytest.mark.parametrize(("pattern", "found", "missed"), LOOKS)
def test_look_around_is_judged_at_every_place(pattern: str, found: list[str], missed: list[str]) -> None:
    """Ahead and behind, of any width, inside one another, and with what they ask of places."""
    search = LinearPattern(parse(pattern)).search
    assert [text for text in found if search(text) is None] == []
    assert [text for text in missed if search(text) is not None] == []


def test_it_finds_what_re_finds() -> None:
    """Random patterns are found in random texts by both or by neither."""
    chance = Random(11)  # noqa: S311 - examples, and the same ones every time
    compared = 0
    for _ in range(1_000):
        pattern = make_pattern(chance)
        try:
            ours, theirs = LinearPattern(parse(pattern)).search, compile_pattern(pattern, "any").search
        except (Unbuildable, UnsupportedPattern):
            continue
        for text in make_texts(chance, 7, 6):
            compared += 1
            assert (ours(text) is None) == (theirs(text) is None), (pattern, text)
    assert compared > 5_000


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"^(a)\1$", "a back-reference"),
        ("^a{200000}$", "a count over"),
        ("^(?:a{9999}b){99}$", "too many positions"),
        ("^(?:(?:(?:ab){99}c){99}d){99}$", "too long"),
        ("^(?:" + "[ab]?" * 1_500 + "c)*$", "too many ways"),
        ("(?=a)" * (MAX_LOOKS + 1), "look-arounds"),
    ],
)
def test_what_would_be_too_large_is_refused(pattern: str, why: str) -> None:
    """And back-references, which no automaton has; in less than a tenth of a second each."""
    start = time.process_time()
    with pytest.raises(Unbuildable, match=why):
        LinearPattern(parse(pattern))
    assert time.process_time() - start < 0.5


def test_an_unknown_property_is_unsupported() -> None:
    """Before the first search, not during it."""
    with pytest.raises(UnsupportedPattern, match="Emoji"):
        LinearPattern(parse(r"^(\p{Emoji}+)+$"))


def test_what_is_kept_is_bounded() -> None:
    """However many states and characters a text leads to, the machine keeps a bounded number of entries."""
    pattern = LinearPattern(parse("^(?:a|[^])*a(?:a|[^]){12}$"))
    machine = pattern._machine
    chance = Random(3)  # noqa: S311 - examples, and the same ones every time
    text = "".join(chance.choice("ab") for _ in range(20_000)) + "".join(map(chr, range(0x4E00, 0x9E00)))
    assert pattern.search(text) is None
    assert machine.entries <= machine.max_entries
    assert sum(map(len, machine.states.values())) <= machine.max_entries + 1


def test_threads_share_a_machine() -> None:
    """Searches at the same time, while what is kept is dropped, give each its own answer."""
    pattern = LinearPattern(parse("^(?:a|b)*a(?:a|b){12}$"))
    pattern._machine.max_entries = 50
    chance = Random(4)  # noqa: S311 - examples, and the same ones every time
    texts = ["".join(chance.choice("ab") for _ in range(400)) for _ in range(200)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda text: pattern.search(text) is not None, texts))
    assert answers == [text[-13] == "a" for text in texts]


def test_a_text_that_may_take_too_long_gives_no_answer() -> None:
    """Where a state is costly, long texts are refused rather than searched for a minute."""
    search = LinearPattern(parse(r"^(?:(.{1,63}\.){1,127})*x$")).search
    assert search("a." * 100) is None
    with pytest.raises(LimitExceeded) as caught:
        search("a." * 50_000)
    assert caught.value.limit == "patterns"
