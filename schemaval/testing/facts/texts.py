"""Data that looks like a schema, patterns, formats and content."""

from schemaval.keywords import Draft
from schemaval.testing.facts.fact import Fact

DATA: tuple[Fact, ...] = (
    Fact(
        "a $ref in enum is data",
        {"enum": [{"$ref": "https://example.com/nowhere"}, {"$ref": 1}]},
        ({"$ref": "https://example.com/nowhere"}, {"$ref": 1}),
        ({}, {"$ref": "x"}),
    ),
    Fact(
        "a $ref in const is data",
        {"const": {"$ref": "#/nowhere"}},
        ({"$ref": "#/nowhere"},),
        ({"$ref": "#"},),
        Draft.D6,
    ),
    Fact(
        "a $ref in default and examples is data",
        {"properties": {"a": {"default": {"$ref": "#/nowhere"}, "examples": [{"$id": "x"}], "type": "string"}}},
        ({}, {"a": "x"}),
        ({"a": 1},),
    ),
    Fact(
        "a default is never written",
        {"properties": {"a": {"default": 3}}, "maxProperties": 0},
        ({},),
        ({"a": 3},),
        Draft.D4,
    ),
    Fact("unknown keywords say nothing", {"foo": False, "nullable": True, "type": "string"}, ("x",), (None, 1)),
    Fact("an unknown format says nothing", {"format": "no-such-format"}, ("", "x", 1), (), assert_formats=True),
)
TEXTS: tuple[Fact, ...] = (
    Fact("a digit is one of ASCII", {"pattern": r"^\d$"}, ("7", 1, None), ("\u0663", "a", "77")),
    Fact("$ is the end and not before a line break", {"pattern": "a$"}, ("a", "ba"), ("a\n", "b")),
    Fact("a pattern is found anywhere", {"pattern": "b"}, ("abc", "b"), ("", "ac")),
    Fact(r"\w is ASCII and \W the rest", {"pattern": r"^\w\W$"}, ("a-", "_é"), ("éa", "aa")),
    Fact("properties of Unicode", {"pattern": r"^\p{L}+$"}, ("é", "Ж"), ("1", "")),
    Fact("back-references and looking ahead", {"pattern": r"^(a|b)\1(?!c)"}, ("aa", "bbd"), ("ab", "aac")),
    Fact("a $ in brackets", {"pattern": "^[$]$"}, ("$",), ("", "a")),
    Fact(
        "patterns of names do not disturb one another",
        {"patternProperties": {"": {"type": "integer"}, "^(a)$": {"minimum": 2}, "^(b)\\1$": {"minimum": 3}}},
        ({"a": 2, "bb": 3, "c": 0},),
        ({"a": 1}, {"bb": 2}, {"c": "x"}),
    ),
    Fact("a format annotates unless asked", {"format": "ipv4"}, ("x", "127.0.0.1"), ()),
    Fact(
        "a format asserts when asked",
        {"format": "ipv4"},
        ("127.0.0.1", 1, None),
        ("x", "127.0.0.256", "127.0.0.01"),
        assert_formats=True,
    ),
    Fact(
        "a date is of the calendar",
        {"format": "date"},
        ("2024-02-29",),
        ("2023-02-29", "2024-02-29\n", "\u0662024-02-29"),
        assert_formats=True,
    ),
    Fact(
        "a regex is of ECMA-262", {"format": "regex"}, (r"^\p{L}$", "(?<a>x)"), ("(?P<a>x)", "("), assert_formats=True
    ),
    Fact(
        "content is asserted in draft-07",
        {"contentEncoding": "base64", "contentMediaType": "application/json"},
        ("e30=", 1),
        ("e30", "{}"),
        Draft.D7,
        Draft.D7,
    ),
    Fact(
        "content is not asserted later",
        {"contentEncoding": "base64", "contentMediaType": "application/json"},
        ("e30=", "x"),
        (),
        Draft.D2019,
    ),
)
