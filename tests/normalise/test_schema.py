"""Empty containers in schemas: mended exactly where the metaschema asks for the other kind."""

from copy import deepcopy
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import validators
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # the package ships no types

from schemaval import pointer
from schemaval.compiling import compile_schema
from schemaval.dialects import BY_DRAFT, DIALECTS, Dialect
from schemaval.errors import InvalidSchema, UnresolvableReference
from schemaval.keywords import Draft, Keyword
from schemaval.limits import Limits
from schemaval.normalise.change import Change
from schemaval.reading import copied
from schemaval.references.document import Document

EMPTIES: tuple[Any, ...] = ({}, [])
DATA = ("default", "const", "enum", "examples")


@lru_cache
def judge(dialect: Dialect) -> Any:
    """The official metaschema as a validator of the package jsonschema."""
    known = validators.validator_for({"$schema": dialect.uri}, default=None)
    return known(known.META_SCHEMA, registry=REGISTRY)


def read(schema: Any, dialect: Dialect, *, mend: bool = True) -> Document:
    """A schema, read as a document."""
    return Document(copied(schema), "", dialect, {}, Limits(), mend=mend)


def other(empty: Any) -> Any:
    """The other empty container."""
    return [] if empty == {} else {}


def lawful(schema: Any, other_schema: Any, dialect: Dialect) -> bool:
    """Whether the law mends: the metaschema refuses this one, and accepts the other."""
    return not judge(dialect).is_valid(schema) and judge(dialect).is_valid(other_schema)


def beside(row: Keyword, dialect: Dialect) -> dict[str, Any]:
    """What must stand beside a keyword."""
    return {row.beside: 1} if row.beside is not None and dialect.draft <= Draft.D4 else {}


ROWS = [
    pytest.param(dialect, row, id=f"{dialect.name}-{row.name}")
    for dialect in DIALECTS
    for row in dialect.keywords.values()
    if not row.tolerated
]
# Where a schema may stand, as a way down to it; the law holds at every depth.
PLACES: tuple[tuple[str, Any], ...] = (
    ("", lambda inner: inner),
    ("/properties/a~1b", lambda inner: {"properties": {"a/b": inner}}),
    ("/properties/default", lambda inner: {"properties": {"default": inner}}),
    ("/items/properties/enum", lambda inner: {"items": {"properties": {"enum": inner}}}),
    (
        "/patternProperties/^x/additionalProperties",
        lambda inner: {"patternProperties": {"^x": {"additionalProperties": inner}}},
    ),
)


@pytest.mark.parametrize(("dialect", "row"), ROWS)
@pytest.mark.parametrize("empty", EMPTIES, ids=["object", "array"])
def test_the_law_at_every_keyword(dialect: Dialect, row: Keyword, empty: Any) -> None:
    """An empty value, member or item is mended exactly when the metaschema refuses it and accepts the other one.

    The change says where, and what became of it; its pointer leads to the mended value.
    """
    for way, wrap in (("", lambda value: value), ("/a", lambda value: {"a": value}), ("/0", lambda value: [value])):
        inner = {row.name: wrap(deepcopy(empty)), **beside(row, dialect)}
        fixed = {row.name: wrap(other(empty)), **beside(row, dialect)}
        is_mended = lawful(inner, fixed, dialect)
        for place, around in PLACES:
            schema = around(inner)
            before = deepcopy(schema)
            document = read(schema, dialect)
            at = f"{place}/{row.name}{way}"
            expected = [Change(at, empty, other(empty))] if is_mended else []
            assert [change for change in document.changes if change.pointer == at] == expected
            assert document.root == around(fixed if is_mended else inner)
            assert pointer.follow(document.root, at) == (other(empty) if is_mended else empty)
            assert schema == before


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_the_root_may_be_an_empty_array(dialect: Dialect) -> None:
    """`[]` as a whole schema is `{}`, with the change at the root."""
    validator = compile_schema([], dialect=dialect.name)
    assert validator.schema == {}
    assert validator.changes == (Change("", [], {}),)
    assert validator.is_valid(1)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("keyword", DATA)
@pytest.mark.parametrize("value", [[], {}, [[], {}], {"properties": []}, [{"properties": [], "required": {}}]])
def test_data_is_never_touched(dialect: Dialect, keyword: str, value: Any) -> None:
    """What stands under default, const, enum or examples is data: empties in it stay, at every depth.

    The values of `enum` and `examples` stand in an array, which is the keyword's own.
    """
    for around in (lambda inner: inner, lambda inner: {"properties": {"a": inner}, "items": inner}):
        schema = around({keyword: [value] if keyword in ("enum", "examples") else value})
        document = read(schema, dialect)
        assert document.changes == []
        assert document.root == schema


KEYWORDS = (
    "properties items required enum allOf default const additionalProperties dependencies $defs definitions not type "
    "patternProperties extends examples unknown prefixItems dependentSchemas dependentRequired if contentSchema "
    "unevaluatedItems disallow anyOf"
)
NAMES = st.sampled_from(KEYWORDS.split())
TREES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([{}, [], True, "a", 1, None]).map(deepcopy),
    lambda inner: st.dictionaries(NAMES, inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@settings(max_examples=80)
@given(schema=st.dictionaries(NAMES, TREES, max_size=4))
def test_mending_is_lawful_idempotent_and_reported(dialect: Dialect, schema: Any) -> None:
    """On any tree the caller's schema stays, a second reading mends nothing, and undoing the changes gives it back.

    Nothing that the metaschema accepts is changed, and with `mend=False` nothing at all.
    """
    before = deepcopy(schema)
    document = read(schema, dialect)
    assert schema == before
    assert read(document.root, dialect).changes == []
    undone = deepcopy(document.root)
    for change in document.changes:
        assert pointer.follow(undone, change.pointer) == change.became == other(change.was)
        undone = replaced(undone, pointer.split(change.pointer), change.was)
    assert undone == before
    if judge(dialect).is_valid(schema):
        assert [change for change in document.changes if not is_tolerated(change, dialect)] == []
    assert read(schema, dialect, mend=False).root == before


def is_tolerated(change: Change, dialect: Dialect) -> bool:
    """Whether a change is in a tolerated keyword, into which the metaschema does not look."""
    tolerated = {name for name, row in dialect.keywords.items() if row.tolerated}
    return bool(tolerated & set(pointer.split(change.pointer)))


def replaced(value: Any, way: tuple[str, ...], by: Any) -> Any:
    """A value with what stands at a way exchanged."""
    if not way:
        return by
    if isinstance(value, dict):
        return {name: replaced(member, way[1:], by) if name == way[0] else member for name, member in value.items()}
    return [replaced(item, way[1:], by) if str(index) == way[0] else item for index, item in enumerate(value)]


def test_normalise_false_mends_nothing() -> None:
    """With `normalise=False` an empty array where a map is wanted is InvalidSchema, and `{}` stands as it is."""
    with pytest.raises(InvalidSchema):
        compile_schema({"properties": []}, normalise=False)
    assert compile_schema({"properties": {}}, normalise=False).changes == ()


def test_neither_form_legal_is_no_mend() -> None:
    """`allOf: {}` stays, and is InvalidSchema: an empty array is no better."""
    with pytest.raises(InvalidSchema) as caught:
        compile_schema({"allOf": {}})
    assert [violation.pointer for violation in caught.value.violations] == ["/allOf"]


def test_unknown_keywords_are_data_except_along_a_reference() -> None:
    """Empties in an unknown keyword stay, but those that a `$ref` takes for schemas, or finds in one, are mended."""
    schema = {
        "$ref": "#/x/0",
        "x": [[], []],
        "y": {"properties": []},
        "items": {"$ref": "#/z"},
        "z": {"properties": []},
    }
    validator = compile_schema(schema)
    assert [change.pointer for change in validator.changes] == ["/x/0", "/z/properties"]
    assert validator.schema == {
        "$ref": "#/x/0",
        "x": [{}, []],
        "y": {"properties": []},
        "items": {"$ref": "#/z"},
        "z": {"properties": {}},
    }


@pytest.mark.parametrize("keyword", DATA)
def test_a_reference_into_data_does_not_mend_it(keyword: str) -> None:
    """Where a `$ref` leads into default, const, enum or examples, what stands there may be a schema, but stays data."""
    whole = keyword in ("enum", "examples")
    way = f"#/{keyword}/0" if whole else f"#/{keyword}"
    values: tuple[Any, ...] = ([], {"properties": []}, {"not": [], "allOf": [[]]})
    for value in values:
        schema = {keyword: [value] if whole else value, "properties": {"a": {"$ref": way}}}
        with pytest.raises((InvalidSchema, UnresolvableReference)):
            compile_schema(schema)
    sound = {keyword: [{"type": "string"}] if whole else {"type": "string"}, "properties": {"a": {"$ref": way}}}
    assert not compile_schema(sound).is_valid({"a": 1})


def test_a_reference_into_data_of_an_unknown_keyword_does_not_mend_it() -> None:
    """An `enum` inside an unknown keyword keeps its empty array, whichever reference is read first."""
    schema: dict[str, Any] = {
        "properties": {"a": {"$ref": "#/x"}, "b": {"$ref": "#/x/enum/0"}},
        "x": {"enum": [[]]},
    }
    for names in (("a", "b"), ("b", "a")):
        turned = {**schema, "properties": {name: schema["properties"][name] for name in names}}
        with pytest.raises(UnresolvableReference) as caught:
            compile_schema(turned)
        assert caught.value.pointer == "/properties/b/$ref"


def test_a_resource_is_mended_too() -> None:
    """A resource that a reference reaches is mended as the schema is, and the caller's own stays as it was."""
    resource: dict[str, Any] = {"properties": []}
    assert compile_schema({"$ref": "urn:r"}, resources={"urn:r": resource}).is_valid({"a": 1})
    assert compile_schema({"$ref": "urn:r"}, resources={"urn:r": []}).is_valid(1)
    assert resource == {"properties": []}
    with pytest.raises(InvalidSchema) as caught:
        compile_schema({"$ref": "urn:r"}, resources={"urn:r": resource}, normalise=False)
    assert caught.value.document == "urn:r"


def test_mends_follow_the_dialect_of_the_embedded_resource() -> None:
    """`items: []` is mended in a draft-07 resource inside a draft-03 schema, and stays in the draft-03 part."""
    inner = {"$id": "urn:inner", "$schema": BY_DRAFT[Draft.D7].uri, "items": []}
    schema = {"$schema": BY_DRAFT[Draft.D3].uri, "items": [], "properties": {"a": inner}}
    assert [change.pointer for change in compile_schema(schema).changes] == ["/properties/a/items"]


def test_draft_03_keeps_its_empty_arrays() -> None:
    """Draft-03 knows `items: []`, `type: []` and `dependencies: {"a": []}`; they stand."""
    schema = {"items": [], "type": [], "dependencies": {"a": []}, "extends": [], "disallow": []}
    assert compile_schema(schema, dialect="draft-03").changes == ()
