"""The grammar: which texts are patterns, where the others go wrong, and the trees of the former."""

import gc
import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemaval.patterns import PatternSyntaxError, UnsupportedPattern, parse
from schemaval.patterns.parse import MAX_NESTING
from schemaval.patterns.tree import (
    Alternation,
    Any,
    Assertion,
    Backreference,
    Char,
    Class,
    Group,
    Lookaround,
    Node,
    Property,
    Range,
    Repeat,
    Sequence,
    Shorthand,
)

A, B = Char(0x61), Char(0x62)

TREES: list[tuple[str, Node]] = [
    ("", Sequence(())),
    ("a", A),
    ("ab", Sequence((A, B))),
    ("a|b|", Alternation((A, B, Sequence(())))),
    (".", Any()),
    ("^$", Sequence((Assertion("start"), Assertion("end")))),
    (r"\b\B", Sequence((Assertion("boundary"), Assertion("no boundary")))),
    ("(a)", Group(A, 1)),
    ("(?:a)", Group(A)),
    ("(?<n>a)", Group(A, 1, "n")),
    ("(?=a)", Lookaround(A)),
    ("(?!a)", Lookaround(A, negated=True)),
    ("(?<=a)", Lookaround(A, behind=True)),
    ("(?<!a)", Lookaround(A, behind=True, negated=True)),
    ("a*", Repeat(A, 0, None)),
    ("a+?", Repeat(A, 1, None, lazy=True)),
    ("a?", Repeat(A, 0, 1)),
    ("a{2}", Repeat(A, 2, 2)),
    ("a{2,}", Repeat(A, 2, None)),
    ("a{02,3}?", Repeat(A, 2, 3, lazy=True)),
    (r"(a)\1", Sequence((Group(A, 1), Backreference(1)))),
    (r"(?<n>a)\k<n>", Sequence((Group(A, 1, "n"), Backreference(1)))),
    (r"\k<n>(?<n>a)", Sequence((Backreference(1), Group(A, 1, "n")))),
    (r"(?<\u0061\u{62}>a)\k<ab>", Sequence((Group(A, 1, "ab"), Backreference(1)))),
    (r"\d", Class((Shorthand("d"),))),
    (r"\W", Class((Shorthand("w", negated=True),))),
    (r"\p{Lu}", Class((Property("General_Category", "Lu"),))),
    (r"\P{Uppercase_Letter}", Class((Property("General_Category", "Lu", negated=True),))),
    (r"\p{gc=digit}", Class((Property("General_Category", "Nd"),))),
    (r"\p{sc=Grek}", Class((Property("Script", "Grek"),))),
    (r"\p{AHex}", Class((Property("ASCII_Hex_Digit"),))),
    ("[]", Class(())),
    ("[^]", Class((), negated=True)),
    ("[^a-c]", Class((Range(0x61, 0x63),), negated=True)),
    ("[a-]", Class((Range(0x61, 0x61), Range(0x2D, 0x2D)))),
    ("[-a]", Class((Range(0x2D, 0x2D), Range(0x61, 0x61)))),
    (r"[\b\-]", Class((Range(8, 8), Range(0x2D, 0x2D)))),
    (r"\x61", A),
    (r"\u0061", A),
    (r"\u{000061}", A),
    (r"\uD83D\uDC32", Char(0x1F432)),
    (r"\uD83D", Char(0xD83D)),
    (r"\uD83D\u0061", Sequence((Char(0xD83D), A))),
    (r"\cA\ca\0", Sequence((Char(1), Char(1), Char(0)))),
    (r"\t\n\v\f\r", Sequence(tuple(map(Char, range(9, 14))))),
    (r"\/\.", Sequence((Char(0x2F), Char(0x2E)))),
]


@pytest.mark.parametrize(("pattern", "tree"), TREES)
def test_a_pattern_has_one_tree(pattern: str, tree: Node) -> None:
    """A pattern becomes the nodes that its grammar names, whichever of the two modes reads it."""
    assert parse(pattern) == tree
    assert parse(pattern, annex_b=False) == tree


REFUSED = [
    # a pattern, the position of its fault
    ("(", 0),
    ("a(b", 1),
    (")", 0),
    ("a)", 1),
    ("[a", 0),
    ("[a-", 0),
    ("]", 0),
    ("{", 0),
    ("}", 0),
    ("a{", 1),
    ("a{1", 1),
    ("a{,5}", 1),
    ("a{1,2", 1),
    ("^{{.*}}$", 1),
    ("*", 0),
    ("a**", 2),
    ("a++", 2),
    ("a|?", 2),
    ("^*", 1),
    (r"\b+", 2),
    ("(?=a)*", 5),
    ("(?<=a){2}", 6),
    ("a{2,1}", 1),
    ("a{99999999999999999999,99999999999999999998}", 1),
    ("[b-a]", 1),
    (r"[\u{62}-\u{61}]", 1),
    ("\\", 0),
    (r"\a", 0),
    (r"\z", 0),
    (r"\A", 0),
    (r"\Z", 0),
    (r"\e", 0),
    ("\\\u00e9", 0),
    (r"\8", 0),
    (r"\1", 0),
    (r"(a)\2", 3),
    (r"\01", 0),
    (r"\00", 0),
    (r"[\1]", 1),
    (r"[\B]", 1),
    (r"[\k]", 1),
    (r"\c", 0),
    (r"\c1", 0),
    (r"\x1", 0),
    (r"\u12", 0),
    (r"\u{}", 0),
    (r"\u{110000}", 0),
    (r"\u{1_0}", 0),
    (r"\p", 0),
    (r"\p{}", 0),
    (r"\p{Foo}", 0),
    (r"\p{lu}", 0),
    (r"\p{Script}", 0),
    (r"\p{Script=Klingon}", 0),
    (r"\p{L", 0),
    (r"\p{ASCII=Yes}", 0),
    ("(?i)a", 0),
    ("(?i:a)", 0),
    ("(?P<n>a)", 0),
    ("(?P=n)", 0),
    ("(?>a)", 0),
    ("(?#a)", 0),
    ("(?<a", 3),
    ("(?<>a)", 3),
    ("(?<1>a)", 3),
    ("(?<a>.)(?<a>.)", 7),
    (r"\k", 0),
    (r"\k<n>", 0),
    (r"(?<m>a)\k<n>", 7),
    ("[[:alpha:]]", 10),
    (r"[\w-_]", 1),
    (r"[a-\d]", 1),
    (r"[x\w-\d]", 2),
]


@pytest.mark.parametrize(("pattern", "position"), REFUSED)
@pytest.mark.parametrize("annex_b", [True, False])
def test_what_is_no_pattern_is_refused_at_its_fault(pattern: str, position: int, *, annex_b: bool) -> None:
    """Each of these is an error in Unicode mode, and the error points to where it is."""
    with pytest.raises(PatternSyntaxError) as caught:
        parse(pattern, annex_b=annex_b)
    assert caught.value.position == position
    assert str(caught.value) == f"{caught.value.reason} at position {position}"


@pytest.mark.parametrize(
    ("pattern", "tree"),
    [
        (r"\@", Char(0x40)),
        (r"\_", Char(0x5F)),
        (r"\-", Char(0x2D)),
        (r"\ ", Char(0x20)),
        (r"\"", Char(0x22)),
    ],
)
def test_annex_b_takes_needless_escapes(pattern: str, tree: Node) -> None:
    """These are taken on request, as real schemas hold them, and are errors without it."""
    assert parse(pattern) == tree
    with pytest.raises(PatternSyntaxError):
        parse(pattern, annex_b=False)


@pytest.mark.parametrize("name", ["n", "$", "_", "a1", "ℶ", "\U0001d49c", "℘", "a\u200d", "゛"])
def test_an_identifier_names_a_group(name: str) -> None:
    """The name of a group is an identifier as ECMA-262 spells them."""
    assert parse(f"(?<{name}>a)") == Group(A, 1, name)


@pytest.mark.parametrize("name", ["1", "-", "a-b", "\u200d", "·", " ", "\ud800", "\u2e2f"])
def test_nothing_else_names_a_group(name: str) -> None:
    """What is no identifier is an error."""
    with pytest.raises(PatternSyntaxError):
        parse(f"(?<{name}>a)")


def test_a_great_count_is_kept_as_great() -> None:
    """A count beyond any text, even of thousands of digits, is read without converting it."""
    node = parse("a{" + "9" * 50_000 + "}")
    assert isinstance(node, Repeat)
    assert node.least == node.most == 10**18


@pytest.mark.parametrize(
    "pattern", ["(" * 5_000, "(?:" * 50_000, "[" * 50_000, "a|" * 50_000 + ")", "(?<a>" * 20_000, "a{1" * 20_000]
)
def test_a_long_wrong_text_is_refused_at_once(pattern: str) -> None:
    """Nesting costs no stack, and reading is linear: no RecursionError, no long wait."""
    gc.disable()  # the collector of other tests' garbage is not what is timed
    try:
        start = time.process_time()
        with pytest.raises(PatternSyntaxError):
            parse(pattern)
        assert time.process_time() - start < 1
    finally:
        gc.enable()


@pytest.mark.parametrize("depth", [MAX_NESTING + 1, 100_000])
def test_legal_nesting_beyond_the_limit_is_unsupported(depth: int) -> None:
    """Deep nesting is no error of syntax; it is refused as what cannot be honoured."""
    with pytest.raises(UnsupportedPattern, match=f"nested {depth} deep"):
        parse("(" * depth + ")" * depth)


def test_nesting_up_to_the_limit_is_read() -> None:
    """The limit itself is still a tree."""
    assert isinstance(parse("(?:" * MAX_NESTING + ")" * MAX_NESTING), Group)


@pytest.mark.parametrize("error", [PatternSyntaxError("a lone ] must be escaped", 3), UnsupportedPattern("a loop")])
def test_errors_pickle(error: PatternSyntaxError | UnsupportedPattern) -> None:
    """Both errors come back from pickle with their parts."""
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - the bytes are of this line's own making
    assert type(again) is type(error)
    assert again.reason == error.reason
    assert str(again) == str(error)


@pytest.mark.parametrize(
    "pattern", [r"\p{" + "x" * 5_000 + "}", "(?<" + "é" * 5_000 + ">a)" * 2, r"\k<" + "n" * 5_000 + ">"]
)
def test_an_error_never_repeats_a_long_text(pattern: str) -> None:
    """The text of an error stays short however long the name it is about."""
    with pytest.raises(PatternSyntaxError) as caught:
        parse(pattern)
    assert len(str(caught.value)) < 160


SYNTAX = st.text(alphabet="()[]{}|*+?\\^$.-,<>=!:kpPuxcdwsbB0123abAZ_LNné🐲\ud83d")


@settings(max_examples=500)
@given(st.text(st.characters()) | SYNTAX)
def test_any_text_is_a_tree_or_one_of_two_errors(text: str) -> None:
    """Nothing but the two errors ever leaves the parser, and what the strict mode takes the lenient one reads alike."""
    try:
        strict: Node | None = parse(text, annex_b=False)
    except (PatternSyntaxError, UnsupportedPattern):
        strict = None
    try:
        lenient: Node | None = parse(text)
    except (PatternSyntaxError, UnsupportedPattern):
        lenient = None
    assert strict is None or strict == lenient
