"""Long texts made to stall a check: every format answers in a time that grows with the length and no faster."""

import gc
import time

import pytest

from schemaval.formats import Check, check_for, known_formats

LENGTH = 60_000
LIMIT_S = 0.05

UNITS = [
    *[
        "a",
        "0",
        ".",
        "-",
        "/",
        "~",
        "~0",
        "%",
        "%41",
        "@",
        "[",
        ":",
        "::",
        "1:",
        "é",
        "é.",
        "xn--a.",
        "xn--",
        "{a}",
        "{",
    ],
    *[
        "{a,",
        "(",
        "()",
        "(?:",
        "\\",
        "[a",
        "a|",
        "\u0301",
        "\u0315\u0300",
        "\u3002",
        "א",
        "a.",
        "a..",
        '"',
        '\\"',
        " ",
        "\n",
    ],
    *["1.", "255.", "P1Y", "9", "T", "?", "#", "\ud800", "\u200d", "\U0001f432"],
]
FRAMES = [
    *[("", ""), ("", "!"), ("a@", ""), ('"', '"@b'), ('"', "@b"), ("http://", ""), ("http://", "@/"), ("a://[", "]")],
    *[
        ("/", ""),
        ("0", ""),
        ("P", "D"),
        ("P", "W"),
        ("{", "}"),
        ("12:00:00.", "Z"),
        ("2020-01-01T00:00:00.", ""),
        ("rgb(", ")"),
    ],
    *[("xn--", ""), ("(?<", ">a)"), (r"\u{", "}"), (r"\k<", ">"), ("a{", "}")],
]
NAMES = [(name, "2020-12") for name in known_formats("2020-12") if name != "regex"]
NAMES += [(name, "draft-03") for name in ("color", "host-name", "ip-address", "time")]


@pytest.mark.parametrize(("name", "dialect"), NAMES)
def test_a_check_is_linear(name: str, dialect: str) -> None:
    """No text of sixty thousand characters takes a check fifty milliseconds."""
    check = check_for(name, dialect)
    assert check is not None
    check("xn--9n2bp8q.é")  # what is imported and compiled at first use is not the text's doing
    slow = {}
    for before, after in FRAMES:
        for unit in UNITS:
            text = before + unit * (LENGTH // len(unit)) + after
            took = min(timed(check, text) for _ in range(2))
            if took > LIMIT_S:
                slow[before, unit, after] = took
    assert slow == {}


PATTERNS = [
    "(",
    "()",
    "(?:",
    "(?<=a)",
    ".",
    "a*",
    "a{2}",
    r"\d",
    r"\1",
    r"\p{L}",
    r"\u{61}",
    "[",
    "[]",
    "[a-b]",
    r"[\]a",
    "a|",
    "^",
]


@pytest.mark.parametrize("unit", PATTERNS)
def test_regex_is_linear_in_steps_of_python(unit: str) -> None:
    """A pattern is parsed by its whole grammar, one to two microseconds a character, and no more the longer it is."""
    check = check_for("regex", "2020-12")
    assert check is not None
    texts = [unit * (LENGTH // len(unit)) + after for after in ("", "!", ")")]
    assert max(min(timed(check, text) for _ in range(3)) for text in texts) < 5 * LIMIT_S


def timed(check: Check, text: str) -> float:
    """Processor seconds for one answer; the collector of other tests' garbage is not what is timed."""
    gc.disable()
    try:
        start = time.process_time()
        check(text)
        return time.process_time() - start
    finally:
        gc.enable()
