"""Which dialect a schema is read in, and what a custom metaschema may ask."""

from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.dialects import DEFAULT, DIALECTS, Dialect, by_name, by_uri
from schemaval.errors import (
    InvalidSchema,
    LimitExceeded,
    NotJSON,
    SchemavalError,
    UnknownDialect,
    UnresolvableReference,
)
from schemaval.limits import Limits

D4, D7 = "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#"
D2019, D2020 = "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"
VOCABULARY = "https://json-schema.org/draft/2020-12/vocab/"


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_dialect_is_named_by_its_uri(dialect: Dialect) -> None:
    """By http or https, with or without an empty fragment, `$schema` and `dialect=` name the same dialect."""
    tail = dialect.uri.partition("://")[2]
    for scheme in ("http", "https"):
        for end in ("", "#"):
            uri = f"{scheme}://{tail}{end}"
            assert by_uri(uri) is dialect
            assert compile_schema({"$schema": uri}).dialect is dialect
            assert compile_schema({}, dialect=uri).dialect is dialect
    assert by_name(dialect.name) is dialect


LOOSE = ["", "#", "{uri}##", "{uri}/", "{uri}.json", "{uri}?", "{uri}#/", "{uri} ", " {uri}", "x{uri}", "ftp://{tail}"]
LOOSE += [
    "//{tail}",
    "{tail}",
    "{upper}",
    "urn:{tail}",
    "https://json-schema.org/schema",
    "http://json-schema.org/schema#",
]
LOOSE += ["2020-12", "draft-07", "http://json-schema.org/draft-05/schema#", "http://json-schema.org/draft-07/schema##"]


@pytest.mark.parametrize("form", LOOSE)
@pytest.mark.parametrize("dialect", [DIALECTS[3], DEFAULT], ids=lambda dialect: dialect.name)
def test_nothing_looser_names_a_dialect(form: str, dialect: Dialect) -> None:
    """Any other `$schema` is UnknownDialect, with the known ones and the pointer."""
    uri = form.format(uri=dialect.uri, tail=dialect.uri.partition("://")[2], upper=dialect.uri.upper())
    with pytest.raises(UnknownDialect) as caught:
        compile_schema({"$schema": uri})
    assert caught.value.uri == uri
    assert caught.value.pointer == "/$schema"
    assert dialect.uri in caught.value.known
    with pytest.raises(UnknownDialect) as caught:
        compile_schema({"$defs": {"a/b": {"$id": "urn:x", "$schema": uri}}})
    assert caught.value.pointer == "/$defs/a~1b/$schema"


@pytest.mark.parametrize(
    "name", ["", "2020", "Draft-07", "draft7", "draft-05", "v1", "http://json-schema.org/draft-07"]
)
def test_an_unknown_name_is_refused(name: str) -> None:
    """`dialect=` takes a short name or a URI of the six, and nothing else."""
    with pytest.raises(UnknownDialect):
        compile_schema({}, dialect=name)


def test_the_option_is_for_schemas_that_declare_nothing() -> None:
    """`dialect=` is the default of the schema and its resources; what declares a `$schema` keeps it."""
    assert compile_schema({"$schema": D7}, dialect="2020-12").dialect.name == "draft-07"
    assert compile_schema({}).dialect is DEFAULT
    tuples = {"items": [{"type": "string"}]}
    assert not compile_schema({"$ref": "urn:r"}, dialect="draft-07", resources={"urn:r": tuples}).is_valid([1])
    declared = {"$schema": D2020, "prefixItems": [{"type": "string"}]}
    assert not compile_schema({"$ref": "urn:r"}, dialect="draft-07", resources={"urn:r": declared}).is_valid([1])


@pytest.mark.parametrize("value", [5, None, True, [], {}])
def test_a_dialect_that_is_no_text_is_invalid(value: Any) -> None:
    """`$schema` is a string; anything else breaks the metaschema."""
    with pytest.raises(InvalidSchema):
        compile_schema({"$schema": value})


# embedded resources


def test_an_embedded_resource_switches_the_dialect() -> None:
    """A `$schema` beside an identifier counts for its resource, newer and older, and no further."""
    newer = {"$id": "urn:in", "$schema": D2020, "prefixItems": [{"type": "string"}], "dependentRequired": {"a": ["b"]}}
    validator = compile_schema({"$schema": D7, "definitions": {"in": newer}, "allOf": [{"$ref": "urn:in"}]})
    assert not validator.is_valid([1])
    assert not validator.is_valid({"a": 1})
    older = {"id": "urn:in", "$schema": D4, "minimum": 5, "exclusiveMinimum": True}
    validator = compile_schema({"$defs": {"in": older}, "$ref": "urn:in", "exclusiveMaximum": 9})
    assert [validator.is_valid(number) for number in (5, 6, 9)] == [False, True, False]


def test_each_resource_is_held_to_its_own_metaschema() -> None:
    """What one dialect allows is refused in another, also two switches down, and next to a duplicate of the URI."""
    old = {"id": "urn:old", "$schema": D4, "exclusiveMinimum": True, "minimum": 1}
    new = {"$id": "urn:new", "$schema": D2020, "$defs": {"old": old}, "exclusiveMinimum": 1}
    assert compile_schema({"$schema": D7, "definitions": {"new": new}}).is_valid(1)
    for schema, pointer in (
        ({"definitions": {"new": {**new, "exclusiveMinimum": True}}}, "/definitions/new/exclusiveMinimum"),
        (
            {"definitions": {"new": {**new, "$defs": {"old": {**old, "minimum": "1"}}}}},
            "/definitions/new/$defs/old/minimum",
        ),
        (
            {"definitions": {"new": new, "again": {**new, "prefixItems": {}}}},
            "/definitions/again/prefixItems",
        ),
        (
            {"definitions": {"new": {**new, "$defs": {"d7": {"$id": "urn:d7", "$schema": D7, "if": 1}}}}},
            "/definitions/new/$defs/d7/if",
        ),
    ):
        with pytest.raises(InvalidSchema) as caught:
            compile_schema({"$schema": D7, **schema})
        assert [violation.pointer for violation in caught.value.violations] == [pointer]


def test_a_dialect_without_an_identifier_is_no_switch() -> None:
    """`$schema` in a subschema that is no resource is not looked at."""
    assert compile_schema({"$defs": {"a": {"$schema": "urn:unknown"}}}).is_valid(1)


# custom metaschemas


def custom(schema: Any, metaschema: Any, instance: Any) -> bool:
    """The verdict of a schema whose metaschema is at `urn:m`."""
    resources = {"urn:m": {"$schema": D2020, "$id": "urn:m", **metaschema}}
    return compile_schema({"$schema": "urn:m", **schema}, resources=resources, backend="reference").is_valid(instance)


def vocabularies(*names: str, required: bool = True, **others: bool) -> dict[str, Any]:
    """A `$vocabulary` of standard vocabularies, and others by URI."""
    return {"$vocabulary": {**{VOCABULARY + name: required for name in names}, **others}}


def test_only_declared_vocabularies_are_in_force() -> None:
    """Keywords of a vocabulary that the metaschema leaves out are unknown; core always counts."""
    assert custom({"minimum": 9}, vocabularies("core", "applicator"), 1)
    assert not custom({"minimum": 9}, vocabularies("core", "validation"), 1)
    assert not custom({"minimum": 9}, vocabularies("core", "validation", required=False), 1)
    assert not custom({"minimum": 9}, {}, 1)
    assert custom({"properties": {"a": False}}, vocabularies("core", "validation"), {"a": 1})
    assert not custom({"$ref": "#/x", "x": {"minimum": 9}}, vocabularies("validation"), 1)


def test_a_required_vocabulary_must_be_known() -> None:
    """An unknown vocabulary is refused where it is required, by its own name, and ignored where it is not."""
    with pytest.raises(UnknownDialect) as caught:
        custom({}, vocabularies("core", **{"urn:unknown": True}), 1)
    assert caught.value.uri == "urn:unknown"
    assert custom({"minimum": 9}, vocabularies("core", **{"urn:unknown": False}), 1)


def test_format_assertion_asserts_formats() -> None:
    """`format` asserts where the metaschema names the format-assertion vocabulary, required or not."""
    for required in (True, False):
        assert not custom({"format": "ipv4"}, vocabularies("core", "format-assertion", required=required), "a")
    assert custom({"format": "ipv4"}, vocabularies("core", "format-annotation"), "a")
    assert custom({"format": "ipv4"}, {}, "a")


@pytest.mark.parametrize("required", [True, False])
def test_the_format_vocabulary_of_2019_09(required: bool) -> None:
    """In 2019-09 the format vocabulary asserts where it is required."""
    prefix = "https://json-schema.org/draft/2019-09/vocab/"
    metaschema = {"$schema": D2019, "$id": "urn:m", "$vocabulary": {prefix + "core": True, prefix + "format": required}}
    validator = compile_schema({"$schema": "urn:m", "format": "ipv4"}, resources={"urn:m": metaschema})
    assert validator.is_valid("a") is not required


STRICT = {"$dynamicAnchor": "meta", "allOf": [{"$ref": D2020}], "properties": {"zip": {"type": "string"}}}


def test_a_custom_metaschema_judges_the_schema() -> None:
    """What the metaschema adds is asked of the schema and its subschemas, where it extends itself; so is the rest."""
    assert custom({"zip": "a", "properties": {"a": {"zip": "b"}}}, STRICT, 1)
    for schema, pointer in (
        ({"zip": 1}, "/zip"),
        ({"properties": {"a": {"zip": 1}}}, "/properties/a/zip"),
        ({"minimum": "1"}, "/minimum"),
    ):
        with pytest.raises(InvalidSchema) as caught:
            custom(schema, STRICT, 1)
        assert caught.value.violations[0].pointer == pointer


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": 12}},
        {"not": 12},
        {"allOf": [None]},
        {"type": 12},
        {"minimum": "1"},
        {"allOf": {}},
        {"required": "a"},
    ],
)
def test_what_a_lax_metaschema_lets_pass_is_refused_all_the_same(schema: Any) -> None:
    """A keyword's value that cannot be one is InvalidSchema even if the custom metaschema says nothing of it."""
    with pytest.raises(InvalidSchema):
        custom(schema, {}, 1)
    inner = {"$defs": {"a": {"$id": "urn:in", "$schema": "urn:m", **schema}}}
    with pytest.raises(InvalidSchema):
        compile_schema(inner, resources={"urn:m": {"$id": "urn:m", "$schema": D2020}})


def test_an_embedded_resource_may_have_a_custom_dialect() -> None:
    """The custom metaschema judges an embedded resource too, and its vocabularies count there alone."""
    resources = {"urn:m": {"$schema": D2020, "$id": "urn:m", **STRICT}}
    schema = {"zip": 1, "$defs": {"a": {"$id": "urn:in", "$schema": "urn:m", "zip": "a"}}}
    assert compile_schema(schema, resources=resources).is_valid(1)
    schema["$defs"]["a"]["zip"] = 1  # type: ignore[index]  # a dict of dicts
    with pytest.raises(InvalidSchema) as caught:
        compile_schema(schema, resources=resources)
    assert caught.value.violations[0].pointer == "/$defs/a/zip"


def cycle() -> Any:
    """A value that contains itself."""
    value: dict[str, Any] = {}
    value["not"] = value
    return value


def deep(depth: int) -> Any:
    """That many schemas, one in another."""
    value: Any = {}
    for _ in range(depth):
        value = {"not": value}
    return value


BAD_METASCHEMAS: list[tuple[Any, type[SchemavalError]]] = [
    (True, UnknownDialect),
    (12, UnknownDialect),
    ({"$schema": "urn:m"}, UnknownDialect),
    ({"$schema": "urn:none"}, UnknownDialect),
    ({"minimum": float("nan")}, NotJSON),
    ({"a": object()}, NotJSON),
    ({"$vocabulary": {5: True}}, NotJSON),
    (cycle(), LimitExceeded),
    (deep(3_000), LimitExceeded),
    ({"title": "x" * 300_000}, LimitExceeded),
    ({"$ref": "urn:none"}, UnresolvableReference),
    ({"$ref": "#"}, UnresolvableReference),
    ({"type": 12}, InvalidSchema),
    ({"properties": {"x": {"pattern": "("}}}, InvalidSchema),
    ({"not": {}}, InvalidSchema),
]


@pytest.mark.parametrize(("metaschema", "error"), BAD_METASCHEMAS, ids=range(len(BAD_METASCHEMAS)))
def test_a_metaschema_is_held_to_everything(metaschema: Any, error: type[SchemavalError]) -> None:
    """A custom metaschema is measured, checked and resolved like any schema, and nothing else is raised."""
    with pytest.raises(error):
        compile_schema({"$schema": "urn:m", "x": "a"}, resources={"urn:m": metaschema})


def test_a_metaschema_that_costs_too_much_is_a_limit() -> None:
    """Work that doubles at every step is remembered, and what is left of it ends at the limit of steps."""
    levels = {str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 2} for n in range(40)}
    metaschema = {"$defs": {**levels, "40": {"type": "object"}}, "$ref": "#/$defs/0"}
    compile_schema({"$schema": "urn:m"}, resources={"urn:m": metaschema}, limits=Limits(max_steps=10_000))
    with pytest.raises(LimitExceeded):
        compile_schema({"$schema": "urn:m"}, resources={"urn:m": metaschema}, limits=Limits(max_steps=20))


@pytest.mark.parametrize("length", [2, 2_000])
def test_a_chain_of_metaschemas_is_bounded(length: int) -> None:
    """A metaschema may have a metaschema of its own, but not thousands of them."""
    chain: dict[str, Any] = {f"urn:{n}": {"$schema": f"urn:{n + 1}"} for n in range(length)}
    chain[f"urn:{length}"] = {"$schema": D7}
    if length > 100:
        with pytest.raises(UnknownDialect):
            compile_schema({"$schema": "urn:0"}, resources=chain)
    else:
        assert compile_schema({"$schema": "urn:0"}, resources=chain).dialect.draft == by_name("draft-07").draft


def test_a_metaschema_is_found_only_among_the_resources() -> None:
    """A metaschema that the schema carries itself is not trusted."""
    with pytest.raises(UnknownDialect):
        compile_schema({"$schema": "urn:m", "$defs": {"m": {"$id": "urn:m", "$schema": D2020}}})


def test_a_metaschema_is_found_with_or_without_an_empty_fragment() -> None:
    """`urn:m` and `urn:m#` name one metaschema, as a key and in `$schema`."""
    for key in ("urn:m", "urn:m#"):
        for name in ("urn:m", "urn:m#"):
            dialect = compile_schema({"$schema": name}, resources={key: {"$ref": D2020}}).dialect
            assert dialect.is_custom
            assert dialect.uri == "urn:m"
