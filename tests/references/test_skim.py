"""A first look that is enough says what reading with care says: nothing is wrong, nothing is named, all leads on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.compiling import compile_schema
from schemaval.dialects import DIALECTS, Dialect, by_name
from schemaval.errors import InvalidSchema, LimitExceeded, SchemavalError
from schemaval.keywords import ROWS, Draft
from schemaval.limits import Limits
from schemaval.metaschema import resolve_all
from schemaval.reading import copied
from schemaval.references.document import Document
from schemaval.references.progress import refuse_loops
from schemaval.references.skim import inside, skim
from schemaval.references.world import World

LAW = Limits()
LEAVES: st.SearchStrategy[Any] = st.sampled_from(
    [
        "",
        "a",
        "string",
        "#",
        "#/properties/a",
        "#/$defs/a",
        "[",
        0,
        1,
        -1,
        1.5,
        2.0,
        True,
        False,
        None,
        [],
        {},
        ["a"],
        ["a", "a"],
        ["string", "null"],
        [{}],
        [True],
    ]
)
NAMES = sorted({row.name for row in ROWS} | {"unknown", "a"})


def _around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    schemas = st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
    return (
        schemas
        | st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "^a", "("]), inner, max_size=3)
    )


SCHEMAS = st.dictionaries(st.sampled_from(NAMES), st.recursive(LEAVES, _around, max_leaves=12), max_size=5)


@given(SCHEMAS, st.sampled_from([dialect.name for dialect in DIALECTS]))
def test_what_a_first_look_passes_is_found_in_order_with_care(schema: dict[str, Any], name: str) -> None:
    """No problem, no mend, one resource, the same subschemas, patterns and references, none of which is a bad one."""
    dialect = by_name(name)
    found = skim(schema, dialect, None)
    if found is None:
        return
    document = Document(copied(schema), "", dialect, {}, LAW)
    assert (document.problems, document.changes, document.foreign) == ([], [], [])
    assert len(document.resources) == 1
    assert not document.resource.anchors
    assert not document.resource.recursive_anchor
    schemas = [position.schema for position in document.positions.values()]
    assert sorted(map(repr, found.schemas)) == sorted(map(repr, schemas))
    assert len(found.schemas) + found.booleans == document.subschemas
    assert sorted(found.patterns) == sorted(pattern for pattern, _ in document.patterns)
    assert sorted(found.references) == sorted(reference.text for reference in document.references)
    world = World(document, {}, dialect, LAW, copied)
    resolve_all(world)
    refuse_loops(world)
    assert not world.from_document
    assert not world.is_dynamic


@pytest.mark.parametrize("dialect", DIALECTS[1:], ids=lambda dialect: dialect.name)
def test_plain_schemas_of_tools_need_no_more_than_a_first_look(dialect: Dialect) -> None:
    """Else the law above would hold of nothing."""
    schema = {
        "$schema": dialect.uri,
        "type": "object",
        "properties": {"a": {"type": ["string", "null"], "pattern": "^a", "description": "x"}, "b": {"enum": [1]}},
        "patternProperties": {"^x-": {"items": {"type": "integer", "minimum": 0}}},
        "additionalProperties": False,
        "required": ["a"],
        "anyOf": [{"minProperties": 1}],
        "default": [],
    }
    found = skim(schema, dialect, None)
    assert found is not None
    assert len(found.schemas) == 6
    assert found.booleans == 1
    assert found.patterns == ["^x-", "^a"]
    assert found.in_place == 1


PERSON = {
    "$defs": {
        "Place": {"type": "object", "properties": {"street": {"type": "string"}}},
        "Person": {"properties": {"home": {"$ref": "#/$defs/Place"}, "friends": {"items": {"$ref": "#/$defs/Person"}}}},
    },
    "properties": {
        "who": {"$ref": "#/$defs/Person"},
        "where": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
    },
}


def test_pointers_to_definitions_need_no_more_than_a_first_look() -> None:
    """As typed models write them; what stands inside a definition is told by the references in it."""
    dialect = by_name("2020-12")
    found = skim(PERSON, dialect, None)
    assert found is not None
    place, person = "#/$defs/Place", "#/$defs/Person"
    assert sorted(found.references) == [person, person, place, place]
    assert inside(found, dialect) == {place: [], person: [place, person]}


@pytest.mark.parametrize(
    "reference",
    [
        "#/$defs/none",
        "#/$defs",
        "#/$defs/a/title",
        "#/$defs/true",
        "#/$defs/chain",
        "#/$defs/choice",
        "#/$defs/choice/anyOf/0",
        "#/$defs/a%20b",
        "#/$defs/a~1b",
        "#a",
        "a",
        "",
        "other#/$defs/a",
    ],
)
def test_references_that_need_care_are_read_with_care(reference: str) -> None:
    """What leads nowhere, elsewhere, to no subschema, or on to another reference of the same value."""
    definitions = {
        "a": {"title": "a"},
        "true": True,
        "chain": {"$ref": "#/$defs/a"},
        "choice": {"anyOf": [{"title": "b"}]},
        "a b": {},
        "a/b": {},
    }
    assert skim({"$defs": definitions, "items": {"$ref": reference}}, by_name("2020-12"), None) is None
    assert skim({"$defs": definitions, "items": {"$ref": "#/$defs/a"}}, by_name("2020-12"), None) is not None


@pytest.mark.parametrize("draft", [Draft.D3, Draft.D4])
def test_a_boolean_is_no_schema_before_draft_06(draft: Draft) -> None:
    """Except where additionalProperties and its like stand."""
    dialect = DIALECTS[draft]
    assert skim({"properties": {"a": True}}, dialect, None) is None
    assert skim({"not": True}, dialect, None) is None
    assert skim({"properties": {"a": True}}, by_name("draft-06"), None) is not None


def test_a_limit_holds_whether_a_first_look_is_enough_or_not() -> None:
    """Booleans count as subschemas."""
    schema = {"properties": {"a": True, "b": {}, "c": False}}
    assert compile_schema(schema, limits=Limits(max_subschemas=4)).is_valid({})
    with pytest.raises(LimitExceeded) as caught:
        compile_schema(schema, limits=Limits(max_subschemas=3))
    assert caught.value.limit == "max_subschemas"


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"properties": {"a": {"pattern": "("}}}, "/properties/a/pattern"),
        ({"properties": {"p": {"patternProperties": {"[": {}}}}}, "/properties/p/patternProperties/["),
    ],
)
def test_a_bad_pattern_is_told_of_with_its_place(schema: dict[str, Any], pointer: str) -> None:
    """The first look has no pointers, so the document is then read with care."""
    with pytest.raises(InvalidSchema) as caught:
        compile_schema(schema)
    assert caught.value.violations[0].pointer == pointer


def test_a_long_pattern_is_told_of_with_its_place() -> None:
    """Likewise for what is longer than the limits allow."""
    with pytest.raises(LimitExceeded) as caught:
        compile_schema({"items": {"pattern": "a" * 5000}})
    assert caught.value.pointer == "/items/pattern"


@pytest.mark.parametrize("backend", ["jsonschema-rs", "jsonschema", "fastjsonschema", "reference"])
def test_verdicts_and_reasons_are_those_of_a_document_read_with_care(backend: str) -> None:
    """An anchor that nothing refers to changes nothing but how the document is read."""
    plain = {
        "type": "object",
        "properties": {
            "again": {"$ref": "#"},
            "n": {"type": "integer", "minimum": 0},
            "s": {"oneOf": [{"type": "string"}, {"minimum": 3}]},
            "u": {"uniqueItems": True},
        },
    }
    careful = {**plain, "$defs": {"unused": {"$anchor": "unused"}}}
    for value in [
        {"n": 0, "s": "a", "u": [1]},
        {"n": -1, "s": 2, "u": [1, 1.0]},
        {"n": 0.5},
        [],
        {"s": 3},
        {"again": {"n": -1}},
    ]:
        one, other = (_answers(schema, backend, value) for schema in (plain, careful))
        assert one == other


def _answers(schema: dict[str, Any], backend: str, value: Any) -> object:
    try:
        validator = compile_schema(schema, backend=backend)
        return validator.is_valid(value), [violation.to_dict() for violation in validator.violations(value)]
    except SchemavalError as error:
        return repr(error)
