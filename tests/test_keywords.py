"""The keyword table against the official metaschemas, which are asked as black boxes: what is accepted where."""

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import validators
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # the package ships no types

from schemaval import compiling
from schemaval.dialects import DIALECTS, Dialect
from schemaval.errors import InvalidSchema, UnresolvableReference
from schemaval.keywords import Draft, Keyword, Shape
from schemaval.limits import Limits
from schemaval.patterns import PatternSyntaxError, parse
from schemaval.reading import copied
from schemaval.references.document import Document

EMPTIES: tuple[Any, ...] = ({}, [])
NOT_A_SCHEMA = {"type": 12}
SAID_BY_OTHERS = {"exclusiveMinimum": {"minimum": 1}, "exclusiveMaximum": {"maximum": 1}}
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id", "id")


@lru_cache
def judge(uri: str) -> Any:
    """The official metaschema as a validator of the package jsonschema."""
    known = validators.validator_for({"$schema": uri}, default=None)
    return known(known.META_SCHEMA, registry=REGISTRY)


def accepts(dialect: Dialect, schema: Any) -> bool:
    """Whether the official metaschema of a dialect accepts a schema."""
    return bool(judge(dialect.uri).is_valid(schema))


def holder(keyword: Keyword | str, value: Any, dialect: Dialect) -> dict[str, Any]:
    """A schema with that keyword, and what must stand beside it."""
    name = keyword if isinstance(keyword, str) else keyword.name
    beside = SAID_BY_OTHERS.get(name, {}) if dialect.draft <= Draft.D4 else {}
    return {name: value, **beside}


def official_names(dialect: Dialect) -> set[str]:
    """The keywords that the official metaschema, or one of the vocabularies it is made of, describes."""
    parts = [REGISTRY.contents(dialect.uri)]
    parts += [
        REGISTRY.contents(uri) for uri in REGISTRY if uri.startswith(dialect.uri.removesuffix("schema") + "meta/")
    ]
    return {name for part in parts for name in part["properties"]}


def table_rows() -> list[Any]:
    """Every row of every draft that the draft's metaschema knows."""
    return [
        pytest.param(dialect, row, id=f"{dialect.name}-{row.name}")
        for dialect in DIALECTS
        for row in dialect.keywords.values()
        if not row.tolerated
    ]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_the_table_names_the_keywords_of_the_metaschema(dialect: Dialect) -> None:
    """A draft's rows, tolerated ones left aside, are the keywords that its metaschema describes."""
    rows = {name for name, row in dialect.keywords.items() if not row.tolerated}
    assert rows == official_names(dialect)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_tolerated_row_is_unknown_to_the_metaschema(dialect: Dialect) -> None:
    """What is called tolerated is a keyword that the draft's own metaschema does not describe."""
    assert not {name for name, row in dialect.keywords.items() if row.tolerated} & official_names(dialect)


@pytest.mark.parametrize(("dialect", "row"), table_rows())
def test_which_empties_a_value_may_be(dialect: Dialect, row: Keyword) -> None:
    """`{}` and `[]` are legal as a keyword's value where the metaschema accepts them."""
    said = row.shape.takes_object, row.shape.takes_array
    assert said == tuple(accepts(dialect, holder(row, empty, dialect)) for empty in EMPTIES)


@pytest.mark.parametrize(("dialect", "row"), table_rows())
def test_which_empties_a_member_may_be(dialect: Dialect, row: Keyword) -> None:
    """`{}` and `[]` are legal as a member or an item of a keyword's value where the metaschema accepts them."""
    inner: list[tuple[Shape | None, Any]] = [
        (row.shape.member, lambda value: {"a": value}),
        (row.shape.item, lambda value: [value]),
    ]
    for shape, wrap in inner:
        if shape is not None:
            said = shape.takes_object, shape.takes_array
            assert said == tuple(accepts(dialect, holder(row, wrap(empty), dialect)) for empty in EMPTIES)


@pytest.mark.parametrize(("dialect", "row"), table_rows())
def test_where_subschemas_stand(dialect: Dialect, row: Keyword) -> None:
    """A keyword's value, its members and its items are subschemas exactly where the metaschema takes them for such."""
    name = row.name
    is_value = is_schema_position(dialect, lambda value: holder(name, value, dialect))
    is_member = not is_value and is_schema_position(dialect, lambda value: holder(name, {"a": value}, dialect))
    is_item = is_schema_position(dialect, lambda value: holder(name, [value], dialect))
    shape = row.shape
    assert (is_value, is_member, is_item) == (
        shape.is_schema,
        shape.member is not None and shape.member.is_schema,
        shape.item is not None and shape.item.is_schema,
    )


def is_schema_position(dialect: Dialect, place: Any) -> bool:
    """Whether the metaschema accepts schemas there, with any unknown keyword in them, and no malformed ones."""
    good = accepts(dialect, place({})) and accepts(dialect, place({"unknown": 12}))
    return good and not accepts(dialect, place(NOT_A_SCHEMA))


# Values that the rows tell apart: numbers by kind and sign, texts by form, containers by what they hold.
TEXTS = ("", "a", "string", "object", "any", "#", "a b", "-a", "_a", "a#", "a#b", "é", "(", "[a]", "^$", "\\", "{")
LEAVES = st.sampled_from((None, True, False, 0, 1, -1, 2.0, 2.5, 0.0, -0.0, 1e300, -1.5, 10**30, *TEXTS))
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "type", "items", "minimum", "enum", "$ref", "("]), inner, max_size=3)
    ),
    max_leaves=6,
)


def patterns_are_good(dialect: Dialect, schema: Any) -> bool:
    """Whether every pattern that the document's reading finds is ECMA-262."""
    for pattern, _ in Document(copied(schema), "", dialect, {}, Limits(), mend=False).patterns:
        try:
            parse(pattern)
        except PatternSyntaxError:
            return False
    return True


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@settings(max_examples=80)
@given(data=st.data())
def test_compile_refuses_what_the_metaschema_refuses(dialect: Dialect, data: st.DataObject) -> None:
    """InvalidSchema is raised exactly where the metaschema refuses the schema, or a pattern is not ECMA-262.

    Tolerated rows are left aside: the metaschema does not look into them. References are, too: where they lead is
    another question, asked first.
    """
    compare_refusals(dialect, data)


@pytest.mark.long
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@settings(max_examples=600)
@given(data=st.data())
def test_compile_refuses_what_the_metaschema_refuses_on_many_schemas(dialect: Dialect, data: st.DataObject) -> None:
    """The same on many more schemas."""
    compare_refusals(dialect, data)


def compare_refusals(dialect: Dialect, data: st.DataObject) -> None:
    """Draw a schema, and compare what is said of it."""
    names = sorted(name for name, row in dialect.keywords.items() if not row.tolerated and name not in REFERENCES)
    chosen = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
    schema: dict[str, Any] = {name: data.draw(VALUES) for name in chosen}
    is_good = accepts(dialect, schema)
    document = Document(copied(schema), "", dialect, {}, Limits(), mend=False)
    assert is_good or document.problems, "the structural check passes what the metaschema refuses"
    try:
        compiling.compile_schema(schema, dialect=dialect.name, normalise=False, backend="reference")
    except InvalidSchema:
        assert not (is_good and patterns_are_good(dialect, schema))
    except UnresolvableReference:
        assert document.references
    else:
        assert is_good


@pytest.mark.parametrize(("dialect", "row"), table_rows())
def test_the_structural_check_says_what_the_metaschema_says(dialect: Dialect, row: Keyword) -> None:
    """For every keyword and values that the rows tell apart, there is a problem exactly where the metaschema refuses.

    So the metaschema itself is only asked for its words.
    """
    for value in SAMPLE:
        schema = holder(row, value, dialect)
        document = Document(copied(schema), "", dialect, {}, Limits(), mend=False)
        assert accepts(dialect, schema) is not bool(document.problems), value


SAMPLE: list[Any] = [None, True, False, 0, 1, -1, 2.0, 2.5, -0.0, "", "a", "string", "any", "#", "a#b", "a b", "_a"]
SAMPLE += [[], {}, [1], ["a"], ["a", "a"], ["string"], ["string", "string"], [{}], [[]], [True], [None], [1, 1.0]]
SAMPLE += [[{"a": 1}, {"a": 1}], [True, 1], {"a": {}}, {"a": []}, {"a": True}, {"a": None}, {"a": "b"}, {"a": ["b"]}]
SAMPLE += [
    {"a": ["b", "b"]},
    {"a": [1]},
    {"type": 12},
    {"a": {"type": 12}},
    [{"type": 12}],
    {"": {}},
    {"a/b": {"minimum": "1"}},
]
SAMPLE += [
    {"exclusiveMinimum": True},
    [{"exclusiveMaximum": True}],
    {"required": []},
    {"required": True},
    {"items": []},
]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_row_stands_once_in_a_draft(dialect: Dialect) -> None:
    """No draft has two rows for one keyword."""
    from schemaval.keywords import ROWS

    names = [row.name for row in ROWS if row.since <= dialect.draft <= row.until]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", ["draft-04", "draft-06", "draft-07"])
def test_schemas_under_a_tolerated_keyword_are_held_to_the_metaschema(name: str) -> None:
    """`$defs` in an older draft holds schemas: a malformed one is InvalidSchema with its pointer, reached or not."""
    with pytest.raises(InvalidSchema) as caught:
        compiling.compile_schema({"$defs": {"a": {"type": 12}}}, dialect=name)
    assert [violation.pointer for violation in caught.value.violations] == ["/$defs/a/type"]


@pytest.mark.parametrize("value", [12, "a", None, True, ["a"], {"a": 12}])
def test_what_is_no_schema_under_a_tolerated_keyword_is_data(value: Any) -> None:
    """`$defs` is no keyword of draft-07: what it holds besides schemas is nobody's business."""
    assert compiling.compile_schema({"$defs": value}, dialect="draft-07").is_valid(1)


@pytest.mark.parametrize("name", ["2019-09", "2020-12"])
def test_an_anchor_ends_where_its_text_ends(name: str) -> None:
    """A line break after an anchor's name is no part of a name, though `$` in `re`, and so jsonschema, takes it."""
    with pytest.raises(InvalidSchema):
        compiling.compile_schema({"$anchor": "a\n"}, dialect=name)
