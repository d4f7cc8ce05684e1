"""`Limits.patterns`: what is refused at compile, and that an unfinished search is never a verdict."""

import re
import time
from typing import Any

import pytest

import schemaval
from schemaval.limits import Limits
from schemaval.patterns import compile_pattern, first_refused
from schemaval.patterns.search import LinearPattern

BACKENDS = ["reference", "jsonschema", "fastjsonschema", "jsonschema-rs"]
REFUSED = r"^(.*)\1$"
COSTLY = r"(?=a)(?:(.{1,63}\.){1,127}-)*x$"  # searched for, but not in long texts
LONG = "a." * 50_000


def holders(pattern: str) -> list[tuple[dict[str, Any], Any]]:
    """Schemas that ask for the pattern, each with a value for which it must be searched for in a long text."""
    asks = {"pattern": pattern}
    return [
        (asks, LONG),
        ({"not": asks}, LONG),
        ({"if": asks, "then": False}, LONG),
        ({"if": asks, "else": False}, LONG),
        ({"contains": asks}, [LONG]),
        ({"oneOf": [asks, {"type": "string"}]}, LONG),
        ({"anyOf": [asks, {"type": "integer"}]}, LONG),
        ({"patternProperties": {pattern: False}}, {LONG: 1}),
        ({"patternProperties": {pattern: True}, "additionalProperties": False}, {LONG: 1}),
        ({"propertyNames": {"not": asks}}, {LONG: 1}),
    ]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", range(10))
def test_a_pattern_nothing_here_can_search_for_is_refused_at_compile(backend: str, case: int) -> None:
    """Wherever it stands, with a pointer to it, and also for the backend that could."""
    schema, _ = holders(REFUSED)[case]
    with pytest.raises(schemaval.LimitExceeded) as caught:
        schemaval.compile(schema, backend=backend)
    assert caught.value.limit == "patterns"
    assert "pattern" in caught.value.pointer.lower()
    allowed = schemaval.compile(schema, backend="reference", limits=Limits(patterns="any"))
    assert allowed.backend == "reference"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", range(10))
def test_an_unfinished_search_is_no_verdict(backend: str, case: int) -> None:
    """Neither true nor false, nor a violation, whatever negates it or chooses by it."""
    schema, value = holders(COSTLY)[case]
    try:
        validator = schemaval.compile(schema, backend=backend)
    except schemaval.UnsupportedSchema:
        assert backend == "jsonschema-rs"
        return
    for ask in (validator.is_valid, validator.violations, validator.validate, validator.evaluate):
        with pytest.raises(schemaval.LimitExceeded) as caught:
            ask(value)
        assert caught.value.limit == "patterns"


@pytest.mark.parametrize("backend", BACKENDS)
def test_hostile_patterns_get_their_verdict(backend: str) -> None:
    """Nested loops on 20,000 characters, as a value and as a name: the right answer in a moment."""
    text = "a" * 20_000 + "!"
    start = time.process_time()
    assert not schemaval.compile({"pattern": "^(a+)+$"}, backend=backend).is_valid(text)
    named = {"patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}
    assert not schemaval.compile(named, backend=backend).is_valid({text: 1})
    assert schemaval.compile({"not": {"pattern": "(x+x+)+y$"}}, backend=backend).is_valid("x" * 20_000)
    assert time.process_time() - start < 2


def test_each_pattern_gets_the_search_that_it_needs() -> None:
    """`re` where that is proved fast, ours where it is not, both where it depends on the text's length."""
    assert isinstance(compile_pattern("^[a-z]+(-[a-z]+)*$"), re.Pattern)
    assert isinstance(compile_pattern("^(a+)+$"), LinearPattern)
    assert isinstance(compile_pattern("^(a+)+$", "any"), re.Pattern)
    assert isinstance(compile_pattern(r"^\p{L}+$"), LinearPattern)
    both = compile_pattern("foo.*bar")
    assert not isinstance(both, re.Pattern | LinearPattern)
    assert both.search("xfoo.bar")
    assert both.search("foo" * 30_000 + "bar")
    assert both.search("foo" * 30_000) is None


def test_the_first_refused_is_named() -> None:
    """With its reason and its pointer; what is no pattern, or not supported, is not its business."""
    assert first_refused([("^a$", "/a"), ("(", "/b"), (r"\p{Emoji}", "/c"), (r"(?:(a)|b)*\1", "/d")]) is None
    assert first_refused([("^a$", "/a"), (r"^(['\"]).*\1$", "/b"), (REFUSED, "/c"), (REFUSED, "/d")]) == (
        "a back-reference; the ways to match grow with the text",
        "/c",
    )


@pytest.mark.parametrize(
    "patterns",
    [
        [rf"^\p{{L}}{{{number}}}$" for number in range(2_500)],
        [rf"^[\p{{L}}{chr(0x4E00 + number)}]$" for number in range(2_500)],
        [f"^((a{{1,9}}b){{1,99}}c){{1,9}}{number}$" for number in range(2_500)],
        [f"^(a{{1,100}}){{1,100}}{number}$" for number in range(300)],
        ["^" + "".join(f"(?=.*w{look}x{number})" for look in range(16)) + "$" for number in range(500)],
        [rf"^(a)\1{{{number}}}(?=b)$" for number in range(2_500)],
    ],
)
def test_no_schema_of_patterns_takes_long_to_compile(patterns: list[str]) -> None:
    """It is compiled or refused within seconds, also where each pattern by itself is harmless."""
    schema = {"anyOf": [{"pattern": pattern} for pattern in patterns]}
    start = time.process_time()
    try:
        schemaval.compile(schema, backend="reference", limits=Limits(max_schema_bytes=None))
    except schemaval.LimitExceeded as error:
        assert error.limit == "patterns"  # noqa: PT017 - either is well
    assert time.process_time() - start < 3


def test_ordinary_patterns_weigh_little() -> None:
    """Hundreds of different ones, and lengths in a pattern however great, are no load."""
    assert first_refused([(rf"^[a-z]{{1,{number}}}(-[a-z]+)*$", "") for number in range(1, 500)]) is None
    assert first_refused([(f"^[^]{{0,{number}}}$", "") for number in range(30_000, 30_500)]) is None
