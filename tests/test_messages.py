"""A violation's sentence says what is expected and what came, and never repeats a value of the instance."""

import timeit
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.keywords import ROWS
from schemaval.messages import NOTHING_ALLOWED, sentence

CANARY = "Zq7canary7qZ"

Case = tuple[str, dict[str, Any], Any, str]

CASES: tuple[Case, ...] = (
    ("type", {"expected": ["integer"]}, "5", "expected an integer, got a number written as text; leave out the quotes"),
    ("type", {"expected": ["integer"]}, "5.5", "expected an integer, got a number with a fraction, written as text"),
    ("type", {"expected": ["integer"]}, 5.5, "expected an integer, got a number with a fraction"),
    (
        "type",
        {"expected": ["integer"]},
        5.0,
        "expected an integer, got a whole number written with a decimal point; leave out the point",
    ),
    (
        "type",
        {"expected": ["boolean"]},
        "True",
        "expected a boolean, got a boolean written as text; leave out the quotes",
    ),
    ("type", {"expected": ["null"]}, "null", "expected null, got null written as text; leave out the quotes"),
    (
        "type",
        {"expected": ["object"]},
        ' {"a": 1}',
        "expected an object, got JSON text of an object; send the object itself",
    ),
    ("type", {"expected": ["array"]}, "[" * 999, "expected an array, got JSON text of an array; send the array itself"),
    ("type", {"expected": ["object"]}, [], "expected an object, got an empty array"),
    ("type", {"expected": ["array"]}, {"a": 1}, "expected an array, got an object of 1 property"),
    ("type", {"expected": ["string", "null"]}, 7, "expected a string or null, got an integer; put it in quotes"),
    ("type", {"expected": ["string"]}, True, "expected a string, got a boolean"),
    ("type", {"expected": ["any"]}, 7, "expected any value, got an integer"),
    ("type", {"expected": ["colour"]}, 7, "expected 'colour', got an integer"),
    ("type", {"expected": []}, 7, "expected no type, got an integer"),
    ("enum", {"allowed": ["asc", "desc"]}, "ASC", 'expected one of "asc", "desc"; did you mean "asc"?'),
    ("enum", {"allowed": ["asc", "desc"]}, "sideways", 'expected one of "asc", "desc"'),
    ("enum", {"allowed": ["asc"]}, 1, 'expected "asc", got an integer; put it in quotes'),
    ("enum", {"allowed": [1, 2]}, "2", "expected one of 1, 2, got a number written as text; leave out the quotes"),
    ("enum", {"allowed": [1, 2]}, 3, "expected one of 1, 2"),
    (
        "enum",
        {"allowed": [None, {"a": [True]}], "more": 7},
        3,
        'expected one of null, {"a": [true]} and 7 more, got an integer',
    ),
    ("enum", {"allowed": []}, 3, NOTHING_ALLOWED),
    ("const", {"expected": "celsius"}, "Celsius", 'expected "celsius", got a string that differs in case only'),
    ("const", {"expected": "celsius"}, "celcius", 'expected "celsius", got a string close to it'),
    ("const", {"expected": "celsius"}, "kelvin", 'expected "celsius", got another string'),
    ("const", {"expected": 1}, 2, "expected 1, got another integer"),
    ("const", {"expected": 1}, None, "expected 1, got null"),
    ("minimum", {"limit": 1.0}, 0, "expected a number of at least 1, got a smaller one"),
    ("maximum", {"limit": 10**100}, 0, "expected a number of at most 10^100 or so, got a greater one"),
    ("exclusiveMinimum", {"limit": Decimal("0.10")}, 0, "expected a number greater than 0.10, got one that is not"),
    ("exclusiveMaximum", {"limit": -3}, 0, "expected a number smaller than -3, got one that is not"),
    ("multipleOf", {"divisor": 0.01}, 0.5, "expected a multiple of 0.01, got a number that is none"),
    ("divisibleBy", {"divisor": 2}, 3, "expected a multiple of 2, got an integer that is none"),
    ("minLength", {"limit": 1}, "", "expected at least 1 character, got none"),
    ("maxLength", {"limit": 2}, "abc", "expected at most 2 characters, got 3"),
    ("minItems", {"limit": 2}, [1], "expected at least 2 items, got 1"),
    ("maxItems", {"limit": 1}, (1, 2), "expected at most 1 item, got 2"),
    ("minProperties", {"limit": 2}, {}, "expected at least 2 properties, got none"),
    ("maxProperties", {"limit": 1}, {"a": 1, "b": 2}, "expected at most 1 property, got 2"),
    ("contains", {"limit": 1}, [], "expected at least 1 item that fits the schema in contains"),
    ("minContains", {"limit": 2}, [], "expected at least 2 items that fit the schema in contains"),
    ("maxContains", {"limit": 2}, [], "expected at most 2 items that fit the schema in contains"),
    (
        "pattern",
        {"pattern": "^a\n"},
        "bb",
        "expected text that matches the pattern '^a\\n', got a string of 2 characters",
    ),
    (
        "format",
        {"format": "date"},
        "x",
        "expected a date, such as 2024-05-01; got a string of 1 character that is none",
    ),
    ("format", {"format": "tag"}, "x", "expected text in the format 'tag'; got a string of 1 character that is none"),
    ("uniqueItems", {}, [1, [2], {}, [2.0]], "expected items that all differ; items 1 and 3 are equal"),
    ("uniqueItems", {}, [[[1]], [[1]]], "expected items that all differ; two of them are equal"),
    ("required", {"missing": "a"}, {}, "the required property 'a' is missing"),
    (
        "required",
        {"missing": "limit", "known": ["limit"]},
        {"limt": 1},
        "the required property 'limit' is missing; was 'limt' meant to be it?",
    ),
    (
        "required",
        {"missing": "limit", "known": ["limit", "limits"]},
        {"limits": 1},
        "the required property 'limit' is missing",
    ),
    ("required", {"missing": "name1"}, {"name2": 1}, "the required property 'name1' is missing"),
    (
        "required",
        {"missing": "max_results"},
        {"maxResults": 1},
        "the required property 'max_results' is missing; was 'maxResults' meant to be it?",
    ),
    (
        "dependentRequired",
        {"missing": "a", "because": "b"},
        {"b": 1},
        "the property 'a' is missing, required because 'b' is present",
    ),
    (
        "dependencies",
        {"missing": "a", "because": "b"},
        {"b": 1},
        "the property 'a' is missing, required because 'b' is present",
    ),
    (
        "additionalProperties",
        {"unexpected": "limt", "known": ["limit", "q"]},
        1,
        "unknown property 'limt'; did you mean 'limit'?",
    ),
    ("unevaluatedProperties", {"unexpected": "z", "known": ["a", "b"]}, 1, "unknown property 'z'; known are 'a', 'b'"),
    ("additionalProperties", {"unexpected": "z", "known": []}, 1, "unknown property 'z'; no property is known here"),
    ("properties", {"unexpected": "a", "known": ["a", "b"]}, 1, "the property 'a' is not allowed; known are 'b'"),
    ("items", {}, 1, "this item is not allowed; leave it out"),
    ("items", {"limit": 2}, 1, "expected at most 2 items; this one is not allowed"),
    ("additionalItems", {"limit": 1}, 1, "expected at most 1 item; this one is not allowed"),
    ("unevaluatedItems", {"limit": 0}, 1, "no item is allowed here; the array must be empty"),
    ("propertyNames", {"property": "X"}, {}, "the property name 'X' is not allowed"),
    ("anyOf", {"branches": 3}, "a", "got a string of 1 character, which fits none of the 3 alternatives"),
    ("oneOf", {"branches": 3}, 1, "got an integer, which fits none of the 3 alternatives"),
    (
        "oneOf",
        {"branches": 3, "matched": [0, 2]},
        None,
        "got null, which fits 2 of the 3 alternatives (0, 2); only one may fit",
    ),
    ("not", {}, 3, "got an integer, which fits what the schema in not forbids"),
    ("disallow", {}, 3, "got an integer, a type that is not allowed here"),
    (
        "contentEncoding",
        {"encoding": "base64"},
        "?",
        "expected text encoded as 'base64', got a string of 1 character that is not",
    ),
    (
        "contentMediaType",
        {"media_type": "application/json"},
        "?",
        "expected content of the media type 'application/json', got a string of 1 character that is not",
    ),
    ("", {}, 1, NOTHING_ALLOWED),
    ("contains", {}, 1, NOTHING_ALLOWED),
    ("extends", {}, 1, NOTHING_ALLOWED),
    ("then", {}, 1, NOTHING_ALLOWED),
)

CALLS = st.sampled_from([(keyword, params) for keyword, params, _, _ in CASES])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
SECRETS = st.recursive(
    st.sampled_from([CANARY, CANARY.lower(), f"{CANARY} 5", f'{{"a": "{CANARY}"}}', f"[{CANARY}]", CANARY * 40]),
    lambda inner: (
        st.lists(inner, min_size=1) | st.dictionaries(st.sampled_from(["limt", "b", "LIMIT"]), inner, min_size=1)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(("keyword", "params", "value", "expected"), CASES)
def test_the_sentence_of_a_keyword(keyword: str, params: Mapping[str, Any], value: Any, expected: str) -> None:
    """Each keyword has its words, by what it asks and what came."""
    assert sentence(keyword, params, value) == expected


def test_every_keyword_that_can_be_broken_has_words() -> None:
    """No assertion is told as a `false` schema: the table knows every keyword that the cases name."""
    told = {keyword for keyword, _, _, expected in CASES if expected != NOTHING_ALLOWED}
    broken = {row.name for row in ROWS if row.vocabulary == "validation"} | {"pattern", "format"}
    assert broken <= told


@given(CALLS, SECRETS)
def test_no_value_of_an_instance_is_repeated(call: tuple[str, dict[str, Any]], value: Any) -> None:
    """A text in the instance, however deep, is in no sentence."""
    assert CANARY.lower() not in sentence(*call, value, None).lower()


@given(CALLS, st.integers(10**15, 10**40) | st.integers(-(10**40), -(10**15)))
def test_no_number_of_an_instance_is_repeated(call: tuple[str, dict[str, Any]], value: int) -> None:
    """A number in the instance, bare, as text or inside an array, is in no sentence."""
    for spelled in (value, str(value), [value], {"a": value}, Decimal(value)):
        assert str(abs(value)) not in sentence(*call, spelled, None)


@given(CALLS, VALUES, st.integers(0, 300))
def test_a_sentence_keeps_its_limit(call: tuple[str, dict[str, Any]], value: Any, limit: int) -> None:
    """No value makes a sentence longer than its limit, raise, or break its line."""
    text = sentence(*call, value, limit)
    assert len(text) <= limit
    assert text.isprintable()


@given(st.text(max_size=300), VALUES, st.integers(0, 300))
def test_what_the_schema_names_may_be_any_text(text: str, constant: Any, limit: int) -> None:
    """Names and constants of the schema, whatever they hold, are shown on one line within the limit."""
    for keyword, params in (
        ("required", {"missing": text}),
        ("additionalProperties", {"unexpected": text, "known": [text[1:], text[:1]]}),
        ("pattern", {"pattern": text}),
        ("format", {"format": text}),
        ("const", {"expected": constant}),
        ("enum", {"allowed": [text, constant]}),
    ):
        told = sentence(keyword, params, {text: constant}, limit)
        assert len(told) <= limit
        assert told.isprintable()


@pytest.mark.parametrize(("keyword", "params"), [(keyword, params) for keyword, params, _, _ in CASES])
def test_a_huge_value_costs_no_more(keyword: str, params: dict[str, Any]) -> None:
    """The work does not grow with the value: ten megabytes are told in less than five milliseconds."""
    for huge in ("[" + "9" * 10_000_000, ["x"] * 1_000_000, dict.fromkeys(map(str, range(100_000)))):
        assert min(timeit.repeat(partial(sentence, keyword, params, huge), number=1, repeat=3)) < 0.005


def test_a_huge_constant_is_shown_in_part() -> None:
    """A constant of any size and depth takes 64 characters."""
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    for huge in (deep, ["x"] * 100_000, "x" * 100_000, {"x" * 100_000: 1}, 10**4_299, Decimal("1e-100000")):
        assert len(sentence("const", {"expected": huge}, None)) < 110


def test_a_long_list_leaves_room_for_the_suggestion() -> None:
    """Many allowed values are counted, and the one that was meant still stands at the end."""
    allowed = [f"value-number-{number:03}" for number in range(32)]
    text = sentence("enum", {"allowed": allowed, "more": 8}, "value_number_031")
    assert text.endswith(' and 34 more; did you mean "value-number-031"?')


def test_subclasses_are_read_by_the_built_in_methods() -> None:
    """A list or dict that lies about its length is told by what it holds."""

    class Lying(list[int]):
        def __len__(self) -> int:
            return 99

    assert sentence("maxItems", {"limit": 1}, Lying([1, 2])) == "expected at most 1 item, got 2"
