"""Compiling: cached, bounded, safe in threads, and closed in what it raises."""

import contextlib
import inspect
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemaval.errors import LimitExceeded
from schemaval.patterns import PatternSyntaxError, UnsupportedPattern, compile_pattern, is_ecma
from schemaval.patterns.compiled import MAX_CACHED


def test_a_pattern_is_compiled_once() -> None:
    """The same text gives the same expression."""
    assert compile_pattern("^once$") is compile_pattern("^once$")


def test_the_cache_is_bounded() -> None:
    """However many patterns pass, no more than MAX_CACHED are kept."""
    for number in range(MAX_CACHED + 50):
        compile_pattern(f"^{number}$")
    assert compile_pattern.cache_info().currsize == MAX_CACHED


def test_threads_get_the_same_answers() -> None:
    """Many threads that compile the same few patterns all get expressions that work."""
    patterns = [rf"^\p{{L}}{{{number}}}$" for number in range(1, 9)] * 20

    def answer(pattern: str) -> bool:
        length = int(pattern[7:-2])
        search = compile_pattern(pattern).search
        return search("é" * length) is not None and search("é" * (length + 1)) is None

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(answer, patterns))


def test_a_stack_without_room_gives_unsupported_and_is_not_remembered() -> None:
    """RecursionError becomes UnsupportedPattern, and the next call with room succeeds."""
    pattern = "^" + "(?:a" * 150 + ")" * 150 + "$"

    def descend(frames: int) -> None:
        if frames:
            descend(frames - 1)
        else:
            compile_pattern(pattern)

    limit = sys.getrecursionlimit()
    used = len(inspect.stack())
    with pytest.raises(UnsupportedPattern, match="stack"):
        descend(limit - used - 100)
    assert compile_pattern(pattern).search("a" * 150)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\p{L}" * 30,
        "(?<=" + "a?" * 60 + ")b",
        "(?<=" + "(?:a|bc)" * 2_000 + ")b",
        "(?<=(?:(?:a|bc){0,9}){0,7})d",
        "(a)" * 1_000 + r"\1" * 500,
        "((((((a{1,9}){1,9}){1,9}){1,9}){1,9}){1,9})",
        "[" + "".join(map(chr, range(0x4E00, 0x9E00, 5))) + "]",
    ],
)
def test_no_pattern_takes_long_to_compile(pattern: str) -> None:
    """Compiling or refusing is bounded, whatever a hostile pattern multiplies."""
    start = time.process_time()
    with contextlib.suppress(UnsupportedPattern, LimitExceeded):
        compile_pattern(pattern)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("pattern", ["", r"^\w+$", "(?<=a+)b", "[]", r"\cA", r"\p{Script=Greek}", "(?<n>a)", r"[\-]"])
def test_legal_patterns_are_ecma_even_if_unsupported(pattern: str) -> None:
    """The format regex asks for ECMA-262, not for what this package can run."""
    assert is_ecma(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\a", r"\@", r"\-", r"[\w-_]", "(?i)a", "(?P<n>a)", "a{", "]", "(" * 600, "^(abc]"]
)
def test_annex_b_and_other_dialects_are_not_ecma(pattern: str) -> None:
    """The format regex has none of the leniency that `pattern` has."""
    assert not is_ecma(pattern)


def test_nesting_without_end_is_still_ecma() -> None:
    """A pattern nested deeper than can be honoured is legal all the same."""
    assert is_ecma("(" * 50_000 + ")" * 50_000)


@settings(max_examples=300)
@given(st.text(st.characters()) | st.text("()[]{}|*+?\\^$.-,<>=!:kdwsb012abLN"), st.text(max_size=8))
def test_compiling_any_text_gives_an_expression_or_one_of_two_errors(pattern: str, subject: str) -> None:
    """Neither `re.error` nor a warning nor anything else leaves it, and the expression carries no flags of its own."""
    try:
        expression = compile_pattern(pattern)
    except (PatternSyntaxError, UnsupportedPattern, LimitExceeded):
        return
    expression.search(subject)
    assert not isinstance(expression, re.Pattern) or expression.flags == re.UNICODE
