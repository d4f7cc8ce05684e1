"""What a translated pattern finds: the meaning of ECMA-262 where `re` has another one."""

import re
import warnings

import pytest

from schemaval.patterns import Policy, UnsupportedPattern, compile_pattern, parse, translate

MEANINGS = [
    # pattern, texts it is found in, texts it is not found in
    ("^abc$", ["abc"], ["abc\n", "xabc", "x\nabc"]),
    (r"^\d$", ["0", "9"], ["٣", "a"]),
    (r"^\D$", ["٣", "\n"], ["0"]),
    (r"^\w$", ["a", "_", "Z", "7"], ["é", "-", "\u212a"]),
    (r"^\W$", ["é", "\u212a"], ["a"]),
    (r"^\s$", [*"\t\n\v\f\r \xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff"], [*"\x1c\x1f\x85\u180e\u200b"]),
    (r"^\S$", ["\x1c", "\x85", "a"], ["\ufeff", " "]),
    ("^.$", ["a", "\v", "\f", "\x85", "🐲", "\x1c"], ["\n", "\r", "\u2028", "\u2029", ""]),
    ("[]", [], ["", "a", "\n"]),
    ("a[]|b", ["b"], ["a", ""]),
    ("[^]", ["a", "\n", "\u2028"], [""]),
    (r"a\b", ["aé", "a", "a-"], ["ab", "a_"]),
    (r"\B", ["", "ab", "é", "-a"], ["a"]),
    ("^[🐲-🐳]$", ["🐲", "🐳"], ["🐴", "\ud83d"]),
    (r"^\uD83D\uDC32*$", ["🐲🐲", ""], ["🐉"]),
    (r"^\p{L}+$", ["Hello", "π", "ß"], ["1", "", "_"]),
    (r"^\P{L}$", ["1", "_"], ["a"]),
    (r"^[^\P{L}x]$", ["a"], ["x", "1"]),
    (r"^\p{digit}+$", ["42", "৪২"], ["a"]),
    (r"^\p{LC}$", ["a", "A", "ǅ"], ["ª", "א"]),
    (r"^\p{Any}\p{ASCII}\p{Assigned}$", ["🐲aa"], ["aéa", "aa\u0378"]),
    (r"^\p{Uppercase}\p{Lower}$", ["Aa", "Ⓐⓐ"], ["aa", "AA"]),
    (r"^\p{XIDS}\p{XIDC}$", ["a1"], ["_1", "1a"]),
    (r"^\p{White_Space}$", ["\x85", " "], ["\ufeff"]),
    (r"^\cJ\x0a\u000a$", ["\n\n\n"], ["JJJ"]),
    ("^a|b$", ["ax", "xb"], ["xax"]),
    ("[[a]", ["[", "a"], ["b"]),
    ("^[+--]$", ["+", ",", "-"], ["."]),
    ("^[a&&b]$", ["a", "&", "b"], ["c"]),
    ("^[a||b~~c]$", ["|", "~", "c"], ["d"]),
    # groups and references
    (r"^(a)\1$", ["aa"], ["a", "ab"]),
    (r"^(?:(a)|b)\1$", ["aa", "b"], ["a", "ba"]),
    (r"^(a)?\1b$", ["b", "aab"], ["ab"]),
    (r"^\1(a)$", ["a"], ["aa"]),
    (r"^(a\1)$", ["a"], ["aa"]),
    (r"^(?:a|(b))*$", ["abab"], ["c"]),
    (r"^(?:(a|b)\1)+$", ["aabb"], ["ab"]),
    (r"^(?:\1(a|b))+$", ["ab", "ba"], [""]),
    (r"^(?!(a)b)a\1$", ["a"], ["aa"]),
    (r"^(?=(a+))\1$", ["aaa"], ["b"]),
    (r"^(?<x>a|b)\k<x>0$", ["aa0", "bb0"], ["ab0"]),
    (r"^(?:(a)|(b)\1)c$", ["ac", "bc"], ["bac"]),
    # look-behind
    ("(?<=a|bc)d", ["ad", "bcd"], ["cd", "d"]),
    ("(?<!a|bc)d", ["cd", "d"], ["ad", "bcd"]),
    ("(?<=^|,)x", ["x", "a,x"], ["ax"]),
    (r"(?<=\b(?:a|bc){1,2})d", ["abcd", "bcbcd", "ad"], ["cd", "xad"]),
    ("(?<=[^]{2,3})x", ["abx", "\n\nx"], ["ax"]),
    ("(?<=a{0})b", ["b"], ["a"]),
    ("(?<=[]a|b)c", ["bc"], ["ac"]),
    ("(?<=a(?=b))b", ["ab"], ["cb"]),
    # loops
    ("^(?:a?)*$", ["", "aaa"], ["b"]),
    ("^(?:|a)+$", ["", "aa"], ["b"]),
    ("^(?:a*?)*?b$", ["b", "aab"], ["a"]),
    ("^a{0,0}b$", ["b"], ["ab"]),
    ("^a{0,99999999999999}$", ["aaa"], ["b"]),
]


@pytest.mark.parametrize(("pattern", "found", "missed"), MEANINGS)
def test_a_pattern_means_what_ecma_262_says(pattern: str, found: list[str], missed: list[str]) -> None:
    """Searching answers as ECMA-262 does, line ends, letters, empty groups and all."""
    for policy in POLICIES:
        search = compile_pattern(pattern, policy).search
        assert [text for text in found if search(text) is None] == []
        assert [text for text in missed if search(text) is not None] == []


POLICIES: tuple[Policy, ...] = ("linear", "any")

UNSUPPORTED = [
    (r"\p{Script=Greek}", "Script=Greek"),
    (r"[\p{scx=Latn}]", "Script_Extensions=Latn"),
    (r"\p{Emoji}", "Emoji"),
    (r"\p{Alpha}", "Alphabetic"),
    (r"(a)\1(?<=ba+)b", "without bound"),
    (r"(a)\1(?<!b(?:ab*)c)b", "without bound"),
    (r"(a)\1(?<=ba{1,1000})b", "64 widths"),
    (r"(a)\1(?<=(?:a|bc){65,70})b", "64 widths"),
    (r"(?<=(a)\1)b", "inside a look-behind"),
    (r"(?<=(a))\1", "inside a look-behind"),
    (r"(?:(a)|b)*\1", "iteration"),
    (r"(?:(a*))*\1", "no text"),
    (r"(?:(?=(a)))?\1", "no text"),
    (r"(?:(?:(a)|b)\1)+", "loop"),
    ("a{99999999999}", "count"),
    (r"(a)\1" + r"\p{L}" * 800, "too long"),
    (r"(a)\1(?<=" + "(?:a|bc)" * 40 + ")d", "too long"),
]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("pattern", "reason"), UNSUPPORTED)
def test_what_cannot_be_exact_is_refused_by_name(pattern: str, reason: str, policy: Policy) -> None:
    """A legal pattern that `re` would answer otherwise is refused, with the construct that is the cause."""
    with pytest.raises(UnsupportedPattern, match=reason):
        compile_pattern(pattern, policy)


@pytest.mark.parametrize("characters", ["[[", "--", "&&", "||", "~~", "[]", "#", " ", "\n", "\\", "'\""])
def test_a_set_of_syntax_characters_gives_no_warning(characters: str) -> None:
    """Python's reserved spellings of sets never appear in a translation."""
    pattern = "[" + "".join(rf"\x{ord(character):02x}" for character in characters) + "]+"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        source = translate(parse(pattern))
        assert re.compile(f"\\A{source}\\Z").search(characters)


def test_only_groups_that_are_referred_to_capture() -> None:
    """Group numbers are the translation's own, so a pattern of many groups costs no marks."""
    assert re.compile(translate(parse(r"(a)(b)(c)\2"))).groups == 1


def test_a_reference_is_not_run_into_the_digit_after_it() -> None:
    """Group one and a zero is not group ten."""
    assert compile_pattern(r"^(a)\x310\1\x30$").search("a10a0")
