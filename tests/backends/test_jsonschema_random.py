"""`jsonschema` against the reference evaluator, on schemas and instances made at random in every dialect."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import schemaval
from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft

NAMES = st.sampled_from(["a", "b", "ab", "$ref", ""])
TEXTS = st.sampled_from(["", "a", "b\n", "ab", "\u0663", "é", "2020-01-01", "::1", "e30=", "{}"])
PATTERNS = st.sampled_from(["", "^a", "b$", r"\d", r"\p{L}", "^(a)\\1", "a|b"])
NUMBERS = st.sampled_from([0, 1, 2, 3, 1.0, 0.5, 0.1, 1e308, 10**400, -1, 1.5, Decimal("0.3"), 2**53 + 1])
POSITIVE = st.sampled_from([1, 2, 3, 0.5, 0.1, 1e-8, 1.0, 10**30])
COUNTS = st.sampled_from([0, 1, 2, 3])
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(NAMES, inner, max_size=4)
    ),
    max_leaves=8,
)
TYPES = st.sampled_from(["array", "boolean", "integer", "null", "number", "object", "string"])
FORMATS = st.sampled_from(["date", "ipv6", "ip-address", "color", "regex", "nonsense", "uri"])
MEDIA = st.fixed_dictionaries(
    {}, optional={"contentEncoding": st.sampled_from(["base64", "x"]), "contentMediaType": st.just("application/json")}
)


def members(inner: SearchStrategy[Any], names: SearchStrategy[str] = NAMES) -> SearchStrategy[Any]:
    """A map of subschemas."""
    return st.dictionaries(names, inner, max_size=3)


def some(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """A list of one to three subschemas."""
    return st.lists(inner, min_size=1, max_size=3)


def names_of(least: int) -> SearchStrategy[Any]:
    """A list of distinct names."""
    return st.lists(NAMES, min_size=least, max_size=2, unique=True)


def json_enum(draft: Draft) -> SearchStrategy[Any]:
    """The members of an enum, made plain JSON; distinct in the drafts that ask for it."""
    if draft <= Draft.D4:
        return st.lists(TEXTS | st.booleans(), min_size=1, max_size=3, unique_by=repr)
    return st.lists(VALUES, max_size=3)


def assertions(draft: Draft) -> dict[str, SearchStrategy[Any]]:
    """The keywords of a draft that hold no subschemas."""
    rows: dict[str, SearchStrategy[Any]] = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": json_enum(draft),
        "minLength": COUNTS,
        "maxLength": COUNTS,
        "minItems": COUNTS,
        "maxItems": COUNTS,
        "uniqueItems": st.booleans(),
        "pattern": PATTERNS,
        "format": FORMATS,
        "minimum": NUMBERS,
        "maximum": NUMBERS,
        "divisibleBy" if draft is Draft.D3 else "multipleOf": POSITIVE,
    }
    if draft >= Draft.D4:
        rows |= {"minProperties": COUNTS, "maxProperties": COUNTS, "required": names_of(draft is Draft.D4)}
    else:
        rows["required"] = st.booleans()
    if draft >= Draft.D6:
        rows |= {"const": VALUES, "exclusiveMinimum": NUMBERS, "exclusiveMaximum": NUMBERS}
    if draft >= Draft.D2019:
        rows |= {
            "minContains": COUNTS,
            "maxContains": COUNTS,
            "dependentRequired": st.dictionaries(NAMES, names_of(0), max_size=2),
        }
    return rows


def applicators(draft: Draft, inner: SearchStrategy[Any]) -> dict[str, SearchStrategy[Any]]:
    """The keywords of a draft that hold subschemas."""
    boolean = st.nothing() if draft >= Draft.D6 else st.booleans()
    rows = {
        "properties": members(inner),
        "patternProperties": members(inner, PATTERNS),
        "additionalProperties": inner | boolean,
        "dependencies": members(inner | names_of(1)),
        "items": inner if draft is Draft.D2020 else inner | some(inner),
    }
    if draft <= Draft.D2019:
        rows["additionalItems"] = inner | boolean
    if draft is Draft.D3:
        union = st.lists(TYPES | inner, max_size=3, unique_by=repr)
        return rows | {"type": union, "disallow": union | TYPES, "extends": inner | some(inner)}
    rows |= {"allOf": some(inner), "anyOf": some(inner), "oneOf": some(inner), "not": inner}
    if draft >= Draft.D6:
        rows |= {"contains": inner, "propertyNames": inner}
    if draft >= Draft.D7:
        rows |= {"if": inner, "then": inner, "else": inner}
    if draft >= Draft.D2019:
        rows |= {"dependentSchemas": members(inner), "unevaluatedItems": inner, "unevaluatedProperties": inner}
    if draft is Draft.D2020:
        rows["prefixItems"] = some(inner)
    return rows


def subschemas(draft: Draft, targets: tuple[str, ...]) -> SearchStrategy[Any]:
    """Schemas of a draft, with references to `targets`."""
    base = assertions(draft)
    leaves: SearchStrategy[Any] = st.fixed_dictionaries({}, optional=base) | st.sampled_from(targets).map(
        lambda text: {"$ref": text}
    )
    leaves |= st.sampled_from([{}, {"not": {}}][: 1 + (draft > Draft.D3)])
    if draft >= Draft.D6:
        leaves |= st.booleans()
    if draft is Draft.D7:
        leaves |= MEDIA

    def larger(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
        rows = base | applicators(draft, inner)
        few = st.lists(st.sampled_from(sorted(rows)), min_size=1, max_size=5, unique=True)
        return few.flatmap(lambda chosen: st.fixed_dictionaries({name: rows[name] for name in chosen}))

    return st.recursive(leaves, larger, max_leaves=8)


def schemas(draft: Draft) -> SearchStrategy[Any]:
    """Whole schemas: an object with definitions."""
    inner = subschemas(draft, ("#", "#/definitions/a", "#/definitions/b"))
    return st.builds(
        lambda root, a, b: {
            "$schema": BY_DRAFT[draft].uri,
            **(root if type(root) is dict else {}),
            "definitions": {"a": a, "b": b},
        },
        inner,
        inner,
        inner,
    )


URIS = ("http://example.com/root", "http://example.com/a", "http://example.com/b")


@st.composite
def resources(draw: st.DrawFn, uri: str) -> dict[str, Any]:
    """A resource of any dialect, with references to other resources and, where its draft has them, dynamic ones."""
    draft = draw(st.sampled_from(Draft))
    dialect = BY_DRAFT[draft]
    body = draw(subschemas(draft, URIS))
    if type(body) is not dict:
        body = {}
    elif "$ref" in body:
        body = {"extends" if draft is Draft.D3 else "allOf": [body]}
    made = {"$schema": dialect.uri, dialect.id_keyword: uri, **body}
    if draft is Draft.D2020:
        made["$dynamicAnchor"] = "n"
        made |= draw(st.sampled_from([{}, {"properties": {"a": {"$dynamicRef": "#n"}}}]))
    if draft is Draft.D2019:
        made["$recursiveAnchor"] = draw(st.booleans())
        made |= draw(st.sampled_from([{}, {"properties": {"a": {"$recursiveRef": "#"}}}]))
    return made


MIXED = st.builds(lambda root, a, b: root | {"definitions": {"a": a, "b": b}}, *(resources(uri) for uri in URIS))


def compiled(schema: Any, backend: str) -> schemaval.Validator | str:
    """A validator, or the name of the error that compiling raised."""
    try:
        return schemaval.compile(schema, backend=backend, assert_formats=True)
    except schemaval.SchemavalError as error:
        return type(error).__name__


def verdict(validator: schemaval.Validator, instance: Any) -> bool | str:
    """The verdict, or the name of the error instead of one."""
    try:
        return validator.is_valid(instance)
    except schemaval.SchemavalError as error:
        return type(error).__name__


def agree(schema: Any, instances: list[Any]) -> None:
    """Assert that `jsonschema`, where it takes the schema, says what the reference evaluator says."""
    reference, ours = compiled(schema, "reference"), compiled(schema, "jsonschema")
    if isinstance(ours, str) or isinstance(reference, str):
        assert ours in (reference, "UnsupportedSchema")
        return
    for instance in instances:
        assert verdict(ours, instance) == verdict(reference, instance), instance


INSTANCES = st.lists(VALUES, min_size=1, max_size=4)


@pytest.mark.parametrize("draft", Draft)
@settings(max_examples=40)
@given(data=st.data())
def test_the_verdicts_are_the_evaluators(draft: Draft, data: st.DataObject) -> None:
    """In every dialect the verdicts are those of the reference evaluator."""
    agree(data.draw(schemas(draft)), data.draw(INSTANCES))


@settings(max_examples=80)
@given(schema=MIXED, instances=INSTANCES)
def test_the_verdicts_are_the_evaluators_across_dialects(schema: Any, instances: list[Any]) -> None:
    """So they are where a document holds resources of several dialects, which refer to one another."""
    agree(schema, instances)
