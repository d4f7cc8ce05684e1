"""Single formats, beyond what the official suite asks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemaval.formats import DIALECTS, check_for, known_formats

CASES = [
    # format, texts that have it, texts that have it not
    ("date", ["0000-02-29", "9999-12-31"], ["1900-02-29", "2020-02-30", "2020-1-1", "\uff12020-01-01"]),
    (
        "time",
        ["23:59:60Z", "00:59:60.5+01:00", "00:00:00-00:00"],
        ["23:59:60+01:00", "08:30Z", "08:30:06.Z", "8:30:06Z"],
    ),
    ("date-time", ["2018-02-05t14:17:10z"], ["2018-02-05 14:17:10Z", "2020-09-09T01:01:01+0100", "2018-02-05", "T"]),
    ("duration", ["P1Y2M3DT4H5M6S", "P3W", "PT1S"], ["P", "PT", "P1DT", "P1Y1D", "P1W1D", "P1.5D", "p1d"]),
    ("ipv4", ["1.0.0.0", "255.255.255.255"], ["01.2.3.4", "256.1.1.1", "1.2.3", "1.2.3.4.5", "1.2.3.4\n"]),
    (
        "ipv6",
        ["::", "1::", "::8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::1.2.3.4", "ABCD::"],
        ["", ":", ":::", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1::2::3", "1.2.3.4::", "::1.2.3.4:5", "::g", "1:2"],
    ),
    (
        "email",
        ["a@b", "a+b@example.com", '"a\\"b"@example.com', "a@[IPv6:::1]", "a@[ipv6:1::2]", "a" * 64 + "@b.example"],
        [
            "a",
            "@",
            "a@",
            "@b",
            "a@b@c",
            "a@-b",
            "a@b..c",
            'a"b@c',
            '"a"b@c',
            "a@[::1]",
            "a@[1.2.3]",
            "a" * 65 + "@b.example",
        ],
    ),
    (
        "idn-email",
        ["δοκιμή@παράδειγμα.δοκιμή", "a@b", "é" * 32 + "@b.example"],
        ["\ud800@b.example", "é" * 33 + "@b.example", "é@a。", "é@", "é@-é"],
    ),
    (
        "hostname",
        ["a", "1.2.3.4", "A-1.example", ".".join(["a" * 63] * 3 + ["a" * 61])],
        ["a.", "-a", "a-", "a_b", "é", "a" * 64, ".".join(["a" * 63] * 3 + ["a" * 62]), "xn--", "xn--a", "xn--\x80"],
    ),
    (
        "idn-hostname",
        ["é.example", "a.b", "例え。テスト", "A.example"],
        ["a.", "é..b", "É", "\ud800", "a b", "é" * 254, "0a.א"],
    ),
    (
        "uri",
        ["a:", "a://", "a:b", "http://[v1.a:b]:80/p", "http://u:p@h:/?q#f", "urn:a:b", "a:?#", "x://a@b"],
        [
            "",
            "a",
            "//a",
            ":",
            "1:a",
            "a:é",
            "a:%",
            "a:#a#b",
            "http://[::1",
            "http://[]",
            "http://a:b:1",
            "http://a@b@c",
            "a:[b]",
        ],
    ),
    (
        "uri-reference",
        ["", "a/b:c", "//h", "?", "#", "./a:b", "a?b:c"],
        ["é", "1:b", "a%2", "a\\b", "//[x]", "a b", "a\n"],
    ),
    ("iri", ["http://é/é?\ue000#é", "a:é"], ["é", "é:a", "a:\ue000", "a:\ud800", "a:\ufdd0", "a: "]),
    ("iri-reference", ["é", "", "//é"], ["\ufffe", "é\\", "a:b c"]),
    (
        "uri-template",
        ["", "{a}", "{+a,b*,c:3}", "{?a.b}", "é{x}", "{%41}", "{=a}"],
        ["{", "}", "{a", "{a}}", "{{a}}", "{a:}", "{a*:3}", "{a:3*}", "%", "%4", "\ud800", "<", "{é}"],
    ),
    ("json-pointer", ["", "/", "//", "/~0~1", "/é\n"], ["a", "/~", "/~2", "#/a", " /a"]),
    ("relative-json-pointer", ["0", "10/a", "1#", "0/~1"], ["", "/a", "01", "0#/a", "-1", "0+1/a", "0a", "٣"]),
    (
        "uuid",
        ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
        ["2EB8AA08aa9811eab4aa73b441d16380", "{2EB8AA08-aa98-11ea-b4aa-73b441d16380}"],
    ),
    ("regex", ["^a$", "(?<=a+)b", r"\p{L}"], [r"\a", "(?i)a", "(" * 600, "["]),
]


@pytest.mark.parametrize(("name", "valid", "invalid"), CASES)
def test_a_format_takes_what_its_grammar_takes(name: str, valid: list[str], invalid: list[str]) -> None:
    """These texts have the format, and those have it not."""
    check = check_for(name, "2020-12")
    assert check is not None
    assert [text for text in valid if not check(text)] == []
    assert [text for text in invalid if check(text)] == []


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("Red", True),
        ("#fff", True),
        ("rgb(1, 2, 3)", True),
        ("rgb( 1%, 2.5% ,3% )", True),
        ("rgb(1,2)", False),
        ("rgb(1,2%,3)", False),
        ("#ffff", False),
        ("", False),
        ("\u212ahaki", False),
    ],
)
def test_colours_of_draft_03_are_those_of_css(text: str, *, valid: bool) -> None:
    """Names in any case, codes of three and six digits, and rgb()."""
    check = check_for("color", "draft-03")
    assert check is not None
    assert check(text) is valid


ROWS = [(name, dialect) for dialect in DIALECTS for name in known_formats(dialect)]


@settings(max_examples=60)
@given(
    st.text(st.characters())
    | st.text('aAé.-@[]:/?#%0129~{}"\\xn\u3002\u200d\u05d0\u0660\ud800')
    | st.lists(st.sampled_from(["xn--", "a", "א", "0", ".", "-", "\u0301", "\u00b7", "l"])).map("".join)
)
def test_no_text_makes_a_check_raise(text: str) -> None:
    """Every check of every dialect answers True or False for any text, lone surrogates included."""
    for name, dialect in ROWS:
        check = check_for(name, dialect)
        assert check is not None
        assert check(text) in {True, False}
