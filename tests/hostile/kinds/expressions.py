"""Regular expressions: what makes a backtracking search run for ever, and what is no pattern at all."""

from collections.abc import Iterator
from typing import Any

from tests.hostile.case import INVALID, LIMIT, Case, always

_A = "a" * 40 + "!"
_LONG = 60_000

# name, pattern, text, verdict, whether a refusal is right as well
_SEARCHES: tuple[tuple[str, str, str, bool, bool], ...] = (
    ("nested-plus", "^(a+)+$", _A, False, False),
    ("nested-plus-long", "^(a+)+$", "a" * _LONG + "!", False, False),
    ("nested-plus-found", "^(a+)+$", "a" * _LONG, True, False),
    ("unanchored", "((a+)+)+$", _A, False, False),
    ("same-alternatives", "^(a|a)*$", _A, False, False),
    ("overlapping-alternatives", "^(a|aa)+$", _A, False, False),
    ("three-alternatives", "^(a|b|ab)*c$", "ab" * 5_000, False, False),
    ("empty-loop", "^(a*)*$", _A, False, False),
    ("anything-twice", "(.*)*x", "a" * 5_000, False, False),
    ("two-in-a-row", "^(x+x+)+y$", "x" * 5_000, False, False),
    ("words", r"^(\w+\s?)*$", "a" * 5_000 + "!", False, False),
    ("capitals", "^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 5_000, False, False),
    ("optional-many", "(a?){30}a{30}$", "a" * 29, False, False),
    (
        "mail",
        r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
        "a" * 5_000,
        False,
        False,
    ),
    ("trailing-space", r"\s+$", " " * _LONG + "x", False, False),
    ("quadratic", "a*b", "a" * _LONG, False, False),
    ("cubic", ".*.*=.*", "x" * _LONG, False, False),
    ("five-in-a-row", "x*x*x*x*x*y", "x" * _LONG, False, False),
    ("four-gaps", "^.*a.*b.*c.*d$", "abc" * 20_000, False, False),
    ("plain-and-long", "^[a-z]*$", "a" * 10_000_000, True, False),
    ("look-ahead-first", "^(?!.*secret)[a-z]+$", "a" * _LONG, True, False),
    ("look-ahead-nested", "^(?=(a+)+$)", _A, False, True),
    ("look-ahead-everywhere", "(?=a*b)", "a" * _LONG, False, True),
    ("look-aheads-inside", "^(?=(?=(?=(a*)*b)))", _A, False, True),
    ("look-behind", r"(?<=a*)b$", "a" * _LONG, False, True),
    ("back-reference", r"^(a+)\1+$", "a" * 10_007, False, True),
    ("back-reference-loop", r"(a*)*\1b", "a" * 5_000, False, True),
    ("named-reference", r"(?<x>a+)\k<x>+b", "a" * 5_000, False, True),
    ("word-boundaries", r"(\ba*\b)*x$", "a " * 20_000, False, True),
    ("count-of-counts", "^(a{1000}){1000}$", "a" * 999_999, False, True),
    ("count-to-the-fourth", "(((a{100}){100}){100}){100}", "a", False, True),
    ("counts-of-options", "^(?:a{0,999}){0,999}b", "a" * _LONG, False, True),
    ("count-of-options", "(a?){1999}a{1999}$", "a" * 1_998, False, True),
    ("count-beyond-words", "a{99999999999999999999}", "a", False, True),
    ("count-of-anything", "^.{0,65535}x", "a" * _LONG, False, True),
    ("classes-counted", r"^[\p{L}\p{N}]{1,400}$", "a" * 401, False, True),
    ("groups-in-groups", "(" * 1_500 + "a" + ")" * 1_500, "b", False, True),
    ("look-aheads-in-each-other", "(?=" * 900 + "a" + ")" * 900, "b", False, True),
    ("stars-in-stars", "(?:" * 600 + "a" + ")*" * 600 + "$", "aaaab", True, True),
    ("four-thousand-alternatives", "^(?:" + "|" * 4_000 + ")$", "x", False, True),
    ("names", "^(?:" + "|".join(f"k{i}" for i in range(700)) + ")$", "k700", False, True),
    ("every-letter", "^" + r"\p{L}?" * 600 + "$", "a" * 700, False, True),
    ("end-is-the-end", "^[a-z]+$", "abc\n", False, False),
    ("digits-are-ascii", r"^\d+$", "\u0663", False, False),
    ("lone-surrogate", "^\ud800$", "x", False, True),
)

_NO_PATTERNS = (
    "(?P<x>a)", "(?i)a", "[", "(", ")", "a{2,1}", "*", "\\", "(?<a>x)(?<a>y)", r"\1", r"\k<x>", r"\u{110000}",
    r"\p{Nothing}", "[b-a]", "(?<=a)+", "(?<!a)*", "a**", "]", "}", r"\c", "(?#x)", "(?>a)", "a++", r"\A", r"\Z",
)  # fmt: skip


def _searches() -> Iterator[Case]:
    for name, pattern, text, valid, may_refuse in _SEARCHES:
        errors = LIMIT | {"UnsupportedSchema"} | ({"NotJSON", "InvalidSchema"} if "surrogate" in name else set())
        yield Case(
            name,
            always({"type": "string", "pattern": pattern}),
            always(text),
            valid,
            errors if may_refuse else frozenset(),
            quick=len(text) < 1_000_000,
        )


def _elsewhere() -> Iterator[Case]:
    evil = "^(a+)+$"
    yield Case("in-pattern-properties", always({"patternProperties": {evil: False}}), always({_A: 1}), True, quick=True)
    yield Case("in-property-names", always({"propertyNames": {"pattern": evil}}), always({_A: 1}), False)
    yield Case("under-not", always({"not": {"pattern": evil}}), always(_A), True)
    yield Case("under-if", always({"if": {"pattern": evil}, "then": False}), always(_A), True)
    yield Case("under-contains", always({"contains": {"pattern": evil}}), always([_A, _A]), False)
    yield Case("under-one-of", always({"oneOf": [{"pattern": evil}, {"pattern": "!$"}]}), always(_A), True)
    yield Case("in-items", always({"items": {"pattern": evil}}), lambda: [_A] * 2_000, False, quick=True)
    yield Case(
        "many-patterns-many-names",
        lambda: {"patternProperties": {f"^(a+)+{i}$": False for i in range(60)}},
        lambda: {"a" * 40 + f"!{i}": 1 for i in range(300)},
        True,
        LIMIT,
    )
    yield Case(
        "names-against-patterns",
        lambda: {"patternProperties": {f"^k{i}$": {} for i in range(300)}, "additionalProperties": False},
        lambda: {f"k{i}": 1 for i in range(300)},
        True,
        LIMIT,
    )
    yield Case("under-steps", always({"items": {"pattern": "(?=a*b)"}}), lambda: ["a" * 2_000] * 500, False, LIMIT)
    yield Case(
        "format-regex-deep", always({"format": "regex"}), always("(" * 5_000), False, options={"assert_formats": True}
    )


def _no_patterns() -> Iterator[Case]:
    for number, pattern in enumerate(_NO_PATTERNS):
        yield Case(f"no-pattern-{number}", always({"pattern": pattern}), always("x"), None, INVALID, quick=True)
        named: dict[str, Any] = {"patternProperties": {pattern: {}}}
        yield Case(f"no-pattern-name-{number}", always(named), always({"x": 1}), None, INVALID)
    long = {"pattern": "a" * 5_000}
    yield Case("pattern-too-long", always(long), always("a" * 5_000), True, LIMIT)


CASES = (*_searches(), *_elsewhere(), *_no_patterns())
