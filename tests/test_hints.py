"""An invalid schema comes with what mends it, at the keyword that is at fault."""

import timeit
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval import dialects
from schemaval.compiling import compile_schema
from schemaval.errors import InvalidSchema
from schemaval.hints import hint, with_hints
from schemaval.keywords import ROWS
from schemaval.violation import Violation

HINTS: tuple[tuple[str, str, Any, str | None], ...] = (
    ("2020-12", "items", [{}], "use prefixItems, or declare draft-07 in $schema"),
    ("2019-09", "items", [1], None),
    ("draft-07", "required", True, "name the property in the parent's required array"),
    ("draft-04", "required", False, "leave it out; that makes it optional"),
    ("2020-12", "required", "a", "put it in an array, even if it is the only one"),
    ("2020-12", "required", ["a", "b", "a"], "list 'a' once"),
    ("2020-12", "required", [1], "list the names of the properties, as strings"),
    ("draft-04", "required", [], "leave required out where nothing is required"),
    ("draft-03", "required", ["a"], "draft-03 wants true inside each property, or declare a later dialect in $schema"),
    ("2020-12", "required", {"type": "string"}, "if this describes a property of that name, put it inside properties"),
    (
        "2020-12",
        "required",
        {"0": "a", "2": "b"},
        "write an array; this looks like a PHP array that lost its list form, so re-index it before encoding",
    ),
    ("2020-12", "type", "int", 'use "integer"'),
    ("2020-12", "type", "Double", 'use "number"'),
    ("2020-12", "type", "str", 'use "string"'),
    ("2020-12", "type", "bool", 'use "boolean"'),
    ("2020-12", "type", "dict", 'use "object"'),
    ("2020-12", "type", "list", 'use "array"'),
    ("2020-12", "type", "None", 'use "null"'),
    ("2020-12", "type", "obejct", 'use "object"'),
    ("2020-12", "type", "STRING", 'use "string"'),
    ("2020-12", "type", "mixed", "leave type out where any value may stand"),
    ("2020-12", "type", "date", 'use "type": "string" and "format": "date"'),
    ("2020-12", "type", "colour", None),
    ("2020-12", "type", ["string", "None"], "use \"null\" for 'None'"),
    ("2020-12", "type", ["string", None], 'write "null" in quotes'),
    ("2020-12", "type", ["string", {}], "use type names only, and anyOf for several schemas"),
    ("2020-12", "type", ["string", "string"], "list each type once"),
    ("2020-12", "type", [], "leave type out where any type may stand"),
    ("2020-12", "type", None, 'write "null" in quotes for null, or leave type out'),
    ("2020-12", "type", {"type": "string"}, "use a type name, and anyOf for several schemas"),
    ("2020-12", "properties", None, "leave the keyword out, or use {}"),
    ("2020-12", "properties", [], "use {}, or leave the keyword out"),
    ("2020-12", "properties", [{"name": "a"}], "use an object, with the names as its keys"),
    ("2020-12", "not", [{}], "use one schema; anyOf or allOf hold several"),
    ("2020-12", "description", None, "leave the keyword out"),
    ("2020-12", "description", 5, "put it in quotes"),
    ("2020-12", "title", {"type": "string"}, "if this describes a property of that name, put it inside properties"),
    ("2020-12", "allOf", [], "list at least one schema, or leave the keyword out"),
    ("2020-12", "allOf", {}, "list at least one schema, or leave the keyword out"),
    ("2020-12", "anyOf", {"type": "string"}, "put it in an array, even if it is the only one"),
    ("2020-12", "required", {}, "use [], or leave the keyword out"),
    ("2020-12", "maxLength", [], "leave the keyword out"),
    ("2020-12", "items", "float", 'use {"type": "number"}'),
    ("2020-12", "additionalProperties", "false", "write false without quotes"),
    ("draft-04", "not", True, "use {}, or declare draft-06 or later in $schema"),
    ("draft-04", "items", False, 'use {"not": {}}, or declare draft-06 or later in $schema'),
    ("2020-12", "exclusiveMinimum", True, "put the number of minimum here: exclusiveMinimum takes its place"),
    ("2020-12", "exclusiveMaximum", False, "leave exclusiveMaximum out; maximum alone says the same"),
    (
        "draft-04",
        "exclusiveMaximum",
        5,
        "write maximum with the number and true here, or declare draft-06 or later in $schema",
    ),
    ("2020-12", "minimum", "5", "write 5 without quotes"),
    ("2020-12", "minimum", "nan", None),
    ("2020-12", "minimum", "five", None),
    ("2020-12", "minLength", -1, "use 0 or more, or leave the keyword out"),
    ("2020-12", "minLength", 1.5, "use a whole number"),
    ("draft-04", "minLength", 1.0, "write 1 without a decimal point"),
    ("2020-12", "multipleOf", 0, "use a number above 0"),
    ("2020-12", "enum", "a", "put it in an array, even if it is the only one"),
    ("2020-12", "enum", {"a": "A"}, "list the allowed values in an array; labels have no place here"),
    ("draft-04", "enum", [], "list at least one value, or leave enum out"),
    ("draft-04", "enum", [1, 1], "list each value once"),
    ("2020-12", "uniqueItems", "true", "write true without quotes"),
    ("2020-12", "uniqueItems", 1, "use true or false"),
    ("2020-12", "$id", "https://example.com/#x", "leave out the fragment; $anchor names a place inside a schema"),
    ("2020-12", "$anchor", "#a", "leave out the #; it is written in the reference only"),
    ("2020-12", "$anchor", "1", "start with a letter; go on with letters, digits, - _ and ."),
    ("draft-04", "id", {"type": "string"}, "if this describes a property of that name, put it inside properties"),
    ("2020-12", "colour", 1, None),
    ("2020-12", "pattern", "(?P<year>[0-9])", "write a named group as (?<name>...)"),
    ("2020-12", "pattern", "(?<y>a)(?P=y)", r"write a reference to a named group as \k<name>"),
    ("2020-12", "pattern", "(?i)abc", "spell out both cases, as in [Aa]; inline flags are not allowed"),
    ("2020-12", "pattern", "(?s:.)", "leave the inline flags out; they are not allowed"),
    ("2020-12", "pattern", r"\Aabc\Z", r"write ^ for \A, and $ for \Z and \z"),
    ("2020-12", "pattern", r"(\\\Z", r"write ^ for \A, and $ for \Z and \z"),
    ("2020-12", "pattern", "a++", "leave out the second +; ECMA-262 has no possessive quantifiers"),
    ("2020-12", "pattern", "(?>a)", "use (?:...) for the atomic group, which ECMA-262 does not have"),
    ("2020-12", "pattern", "[[:alpha:]]", r"use \p{L}, \p{N} or a range such as [a-z] for the POSIX class"),
    ("2020-12", "pattern", "a{b", r"write a literal { or } as \{ or \}"),
    ("2020-12", "pattern", "a}", r"write a literal { or } as \{ or \}"),
    ("2020-12", "pattern", "a]", r"write a literal ] as \]"),
    ("2020-12", "pattern", "*a", "put before the quantifier what repeats, or a backslash for the character itself"),
    ("2020-12", "pattern", r"a\\A(b", r"close the group with ), or write a literal ( as \("),
    ("2020-12", "pattern", r"\p{L}{2}[", None),
)


def violation(pointer: str, message: str = "expected something else") -> Violation:
    """A violation at `pointer`; where the metaschema says so plays no part."""
    return Violation(pointer, "type", message, "#/type", "/type")


def hinted(schema: Any, pointer: str, dialect: str = "2020-12") -> str:
    """What is appended to the message of a violation at `pointer`, `""` where nothing is."""
    (found,) = with_hints((violation(pointer, "wrong"),), schema, dialects.by_name(dialect), 256)
    return found.message.removeprefix("wrong").removeprefix("; ")


@pytest.mark.parametrize(("dialect", "keyword", "value", "expected"), HINTS)
def test_what_mends_a_value(dialect: str, keyword: str, value: Any, expected: str | None) -> None:
    """A known mistake has its cure, an unknown one has none."""
    assert hint(keyword, value, dialects.by_name(dialect)) == expected


@pytest.mark.parametrize(
    ("schema", "pointer", "expected"),
    [
        (
            {"properties": {"a": {"items": [{}]}}},
            "/properties/a/items",
            "use prefixItems, or declare draft-07 in $schema",
        ),
        ({"properties": {"required": None}}, "/properties/required", "leave the keyword out, or use {}"),
        ({"properties": {"a": "string"}}, "/properties/a", 'use {"type": "string"}'),
        ({"properties": {"type": {"type": "int"}}}, "/properties/type/type", 'use "integer"'),
        ({"type": ["int", "null"]}, "/type/0", "use \"integer\" for 'int'"),
        ({"required": ["a", 5]}, "/required/1", "list the names of the properties, as strings"),
        ({"dependentRequired": {"a": "b"}}, "/dependentRequired/a", "put it in an array, even if it is the only one"),
        ({"dependencies": {"a": "list"}}, "/dependencies/a", 'use an array, ["list"]'),
        ({"anyOf": [{}, None]}, "/anyOf/1", "leave the keyword out, or use {}"),
        ({"anyOf": [{"required": True}]}, "/anyOf/0/required", "name the property in the parent's required array"),
        ({"patternProperties": {"(?P<a>b)": {}}}, "/patternProperties/(?P<a>b)", "write a named group as (?<name>...)"),
        ({"patternProperties": {"a": None}}, "/patternProperties/a", "leave the keyword out, or use {}"),
        (
            {"properties": {"a/b": {"minLength": -1}}},
            "/properties/a~1b/minLength",
            "use 0 or more, or leave the keyword out",
        ),
        ({"x": {"required": True}}, "/x/required", ""),
        ({"const": {"required": True}}, "/const/required", ""),
        ({"properties": {"a": {}}}, "/properties/a", ""),
        ({"minimum": 1}, "", ""),
        (7, "", ""),
        ([], "/0", ""),
    ],
)
def test_the_pointer_leads_to_the_keyword(schema: Any, pointer: str, expected: str) -> None:
    """A property named as a keyword is none, members and items are judged by what may stand there."""
    assert hinted(schema, pointer) == expected


def test_the_hint_is_a_second_clause() -> None:
    """The message keeps its words; advice or a full stop at its end gives way to the hint."""
    schema = {"type": "int"}
    for end in ("", ".", "; did you mean 'x'?", "; leave out the quotes"):
        (found,) = with_hints((violation("/type", "unknown type" + end),), schema, dialects.DEFAULT, 256)
        assert found.message == 'unknown type; use "integer"'


def test_nothing_else_of_a_violation_changes() -> None:
    """A hinted violation keeps its parts, one without a hint is the same object."""
    plain = violation("/title")
    hinted_one, same = with_hints((violation("/type"), plain), {"type": "int", "title": "t"}, dialects.DEFAULT, 256)
    assert same is plain
    assert hinted_one.to_dict() | {"message": ""} == violation("/type").to_dict() | {"message": ""}


def test_the_hint_is_kept_whole_where_there_is_room() -> None:
    """A long message gives way to its hint; without a limit both are whole."""
    long = violation("/type", "m" * 500)
    (found,) = with_hints((long,), {"type": "int"}, dialects.DEFAULT, 100)
    assert len(found.message) == 100
    assert found.message.endswith('…; use "integer"')
    (found,) = with_hints((long,), {"type": "int"}, dialects.DEFAULT, None)
    assert found.message == "m" * 500 + '; use "integer"'


NAMES = sorted({row.name for row in ROWS})
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner),
    max_leaves=10,
)


@given(st.sampled_from(dialects.DIALECTS), st.sampled_from(NAMES), VALUES)
def test_every_value_of_every_keyword_has_a_short_hint_or_none(
    dialect: dialects.Dialect, keyword: str, value: Any
) -> None:
    """Whatever a keyword holds, the hint is one printable line of at most 160 characters."""
    clause = hint(keyword, value, dialect)
    assert clause is None or (len(clause) <= 160 and clause.isprintable())


@given(
    st.sampled_from(dialects.DIALECTS),
    VALUES,
    st.lists(st.sampled_from(["0", "1", "", *NAMES]), max_size=4),
    st.integers(0, 99),
)
def test_any_pointer_into_any_schema_will_do(
    dialect: dialects.Dialect, schema: Any, tokens: list[str], limit: int
) -> None:
    """Pointers that lead nowhere add nothing, and the limit holds for every message."""
    (found,) = with_hints((violation("".join("/" + token for token in tokens), ""),), schema, dialect, limit)
    assert len(found.message) <= limit


def test_hostile_patterns_are_looked_at_in_linear_time() -> None:
    """Four thousand characters that suit the rows badly cost less than a tenth of a second."""
    for piece in ("(", "(?", "(?i", "[[:a", "{", "\\", "(?aaaaaa", "((?i", "a{1,", "[", "*+"):
        pattern = (piece * 4_096)[:4_096]
        spent = min(timeit.repeat(partial(hint, "pattern", pattern, dialects.DEFAULT), number=1, repeat=3))
        assert spent < 0.1, piece


def test_a_count_that_is_a_huge_decimal_is_an_invalid_schema() -> None:
    """Whether it is whole is found out without a division, which decimal would refuse."""
    schema = {"$schema": "http://json-schema.org/draft-03/schema#", "maxLength": Decimal("-1E+999999999")}
    with pytest.raises(InvalidSchema):
        compile_schema(schema)
