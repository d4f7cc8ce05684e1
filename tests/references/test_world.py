"""Where references lead, and which are refused: the closed world, seen through compile."""

from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.dialects import BY_DRAFT, DIALECTS
from schemaval.errors import InvalidSchema, LimitExceeded, NotJSON, UnknownDialect, UnresolvableReference
from schemaval.keywords import Draft

TEXT = {"type": "string"}
D3, D4, D6, D7, D2019, D2020 = (BY_DRAFT[draft].uri for draft in Draft)


def judged(schema: Any, instance: Any, **options: Any) -> bool:
    """The verdict of a schema, by the reference evaluator."""
    return compile_schema(schema, backend="reference", **options).is_valid(instance)


def refusal(schema: Any, **options: Any) -> UnresolvableReference:
    """The error of a schema whose reference must be refused at compile."""
    with pytest.raises(UnresolvableReference) as caught:
        compile_schema(schema, backend="reference", **options)
    return caught.value


# a schema under which every instance is a string, if the reference leads where it should
LEADING: dict[str, Any] = {
    "pointer": {"$ref": "#/$defs/a", "$defs": {"a": TEXT}},
    "tilde and slash": {"$ref": "#/$defs/a~1b~0c", "$defs": {"a/b~c": TEXT}},
    "percent": {"$ref": "#/$defs/a%25b%20c", "$defs": {"a%b c": TEXT}},
    "a space as it is": {"$ref": "#/$defs/a b", "$defs": {"a b": TEXT}},
    "UTF-8 encoded": {"$ref": "#/$defs/%C3%A9", "$defs": {"é": TEXT}},
    "UTF-8 as it is": {"$ref": "#/$defs/é", "$defs": {"é": TEXT}},
    "question mark": {"$ref": "#/$defs/a?b", "$defs": {"a?b": TEXT}},
    "hash in a fragment": {"$ref": "#/$defs/a#b", "$defs": {"a#b": TEXT}},
    "line break in a fragment": {"$id": "urn:x", "$ref": "urn:x#/$defs/a\nb", "$defs": {"a\nb": TEXT}},
    "empty name": {"$ref": "#/$defs/", "$defs": {"": TEXT}},
    "array index": {"$ref": "#/x/1", "x": [{}, TEXT]},
    "anchor": {"$ref": "#here", "$defs": {"a": {"$anchor": "here", **TEXT}}},
    "dynamic anchor by $ref": {"$ref": "#here", "$defs": {"a": {"$dynamicAnchor": "here", **TEXT}}},
    "absolute id": {"$ref": "http://x/a", "$defs": {"a": {"$id": "http://x/a", **TEXT}}},
    "relative id": {"$id": "http://x/y/z", "$ref": "b", "$defs": {"a": {"$id": "b", **TEXT}}},
    "relative id without a base": {"$ref": "b", "$defs": {"a": {"$id": "b", **TEXT}}},
    "nested bases": {
        "$id": "http://x/",
        "$ref": "/p/q",
        "$defs": {"a": {"$id": "p/", "$defs": {"b": {"$id": "q", **TEXT}}}},
    },
    "urn": {"$id": "urn:a:b", "$ref": "urn:a:b#/$defs/c", "$defs": {"c": TEXT}},
    "own URI": {"$id": "http://x/a", "$ref": "a#/$defs/c", "$defs": {"c": TEXT}},
    "pointer inside an embedded resource": {
        "$ref": "urn:in#/$defs/c",
        "$defs": {"a": {"$id": "urn:in", "$defs": {"c": TEXT}}},
    },
    "pointer through an embedded resource": {
        "$ref": "#/$defs/a/$defs/c",
        "$defs": {"a": {"$id": "urn:in", "$defs": {"c": TEXT}}},
    },
    "base of an embedded resource crossed by a pointer": {
        "$ref": "#/$defs/a/$defs/c",
        "$defs": {"a": {"$id": "http://in/", "$defs": {"c": {"$ref": "d"}, "d": {"$id": "d", **TEXT}}}},
    },
    "anchor of an embedded resource": {
        "$ref": "urn:in#c",
        "$defs": {"a": {"$id": "urn:in", "$defs": {"c": {"$anchor": "c", **TEXT}}}},
    },
    "unknown keyword": {"$ref": "#/x/y", "x": {"y": TEXT}},
    "reference in an unknown keyword": {"$ref": "#/x", "x": {"$ref": "#/y"}, "y": TEXT},
    "known keyword that is no applicator": {"$ref": "#/examples/0", "examples": [TEXT]},
    "draft-07 plain name": {"$schema": D7, "allOf": [{"$ref": "#a"}], "definitions": {"x": {"$id": "#a", **TEXT}}},
    "draft-06 plain name": {"$schema": D6, "allOf": [{"$ref": "#a"}], "definitions": {"x": {"$id": "#a", **TEXT}}},
    "draft-04 plain name": {"$schema": D4, "allOf": [{"$ref": "#a"}], "definitions": {"x": {"id": "#a", **TEXT}}},
    "draft-07 URI with a plain name": {
        "$schema": D7,
        "allOf": [{"$ref": "urn:x#a"}],
        "definitions": {"x": {"$id": "urn:x#a", **TEXT}},
    },
    "draft-04 id": {
        "$schema": D4,
        "allOf": [{"$ref": "http://x/a"}],
        "definitions": {"x": {"id": "http://x/a", **TEXT}},
    },
    "draft-03 extends": {"$schema": D3, "extends": {"$ref": "#/x"}, "x": TEXT},
    "$defs in draft-07": {"$schema": D7, "$ref": "#/$defs/a", "$defs": {"a": TEXT}},
}


@pytest.mark.parametrize("schema", LEADING.values(), ids=LEADING)
def test_references_lead_where_they_should(schema: Any) -> None:
    """Each form of reference finds its subschema: a string is valid, a number is not."""
    assert judged(schema, "text")
    assert not judged(schema, 1)


def test_a_reference_to_a_boolean() -> None:
    """A boolean is a schema from draft-06 on, in known and unknown keywords, and none before."""
    assert not judged({"$ref": "#/$defs/a", "$defs": {"a": False}}, 1)
    assert not judged({"$ref": "#/x", "x": False}, 1)
    assert judged({"$ref": "#/x", "x": True}, 1)
    assert refusal({"$schema": D4, "allOf": [{"$ref": "#/x"}], "x": False}).pointer == "/allOf/0/$ref"


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("form", ["{}", "{}#"])
def test_the_standard_metaschemas_are_in_the_world(dialect: Any, form: str) -> None:
    """A `$ref` to a standard metaschema leads to the bundled one: it judges schemas."""
    validator = compile_schema({"$ref": form.format(dialect.uri)}, backend="reference")
    assert validator.is_valid({"minimum": 1})
    assert not validator.is_valid({"minimum": "1"})


def test_a_part_of_a_metaschema_can_be_reached() -> None:
    """A pointer leads into a bundled metaschema."""
    assert not judged({"$ref": D7 + "#/definitions/nonNegativeInteger"}, -1)
    assert not judged({"$ref": "https://json-schema.org/draft/2020-12/meta/validation#/$defs/stringArray"}, [1])


# resources


def test_resources_reach_one_another_by_relative_references() -> None:
    """A reference in a resource is resolved against the resource's own base, and reaches the next one."""
    resources = {
        "http://a/b": {"$ref": "c/d"},
        "http://a/c/d": {"$id": "http://e/", "$ref": "f"},
        "http://e/f": TEXT,
    }
    assert not judged({"$ref": "http://a/b"}, 1, resources=resources)
    assert judged({"$ref": "http://a/b"}, "a", resources=resources)


def test_a_resource_is_found_with_or_without_an_empty_fragment() -> None:
    """`http://a/b` and `http://a/b#` name one resource, as a key and in a reference."""
    for key in ("http://a/b", "http://a/b#"):
        for reference in ("http://a/b", "http://a/b#"):
            assert not judged({"$ref": reference}, 1, resources={key: TEXT})


def test_a_resource_nobody_reaches_is_not_looked_at() -> None:
    """What no reference reaches may be malformed, of an unknown dialect or no JSON at all."""
    unread: list[Any] = [{"type": 12}, {"$schema": "urn:unknown"}, float("nan"), object(), {1: 2}, {"$ref": "urn:no"}]
    for resource in unread:
        assert judged(TEXT, "a", resources={"urn:r": resource})


@pytest.mark.parametrize(
    ("resource", "error"),
    [
        ({"type": 12}, InvalidSchema),
        (12, InvalidSchema),
        (None, InvalidSchema),
        ([1], InvalidSchema),
        ({"pattern": "("}, InvalidSchema),
        ({"$schema": "urn:unknown"}, UnknownDialect),
        (float("nan"), NotJSON),
        ({"a": b"x"}, NotJSON),
        ({"$ref": "urn:no"}, UnresolvableReference),
        ({"title": "x" * 300_000}, LimitExceeded),
        ({"$ref": "#/x", "x": {"type": 12}}, InvalidSchema),
        ({"$id": "http://[::"}, UnresolvableReference),
    ],
)
def test_a_resource_that_is_reached_is_held_to_everything(resource: Any, error: type[Exception]) -> None:
    """A resource is checked as the schema is, once a reference reaches it, in dead branches too."""
    with pytest.raises(error):
        compile_schema({"$defs": {"dead": {"$ref": "urn:r"}}}, resources={"urn:r": resource})


def test_what_only_a_reference_reaches_in_a_resource_is_checked() -> None:
    """A subschema in a resource's unknown keyword is held to the metaschema and to ECMA-262 like any other."""
    for bad in ({"type": 12}, {"pattern": "("}):
        with pytest.raises(InvalidSchema) as caught:
            compile_schema({"$ref": "urn:r#/x"}, resources={"urn:r": {"x": bad}})
        assert caught.value.document == "urn:r"
        assert caught.value.violations[0].pointer == f"/x/{next(iter(bad))}"


def test_the_schema_itself_goes_before_a_resource_of_its_uri() -> None:
    """Where the schema declares a URI that a resource has too, that URI means the schema."""
    schema = {"$id": "urn:s", "properties": {"a": {"$ref": "urn:s#/$defs/b"}}, "$defs": {"b": TEXT}}
    assert not judged(schema, {"a": 1}, resources={"urn:s": {"$defs": {"b": {}}}})


@pytest.mark.parametrize("order", [("urn:a", "urn:b"), ("urn:b", "urn:a")])
def test_two_resources_that_claim_one_uri_are_refused_when_it_is_asked_for(order: tuple[str, str]) -> None:
    """A URI that two different resources bear is nobody's, whichever is read first; equal ones are no trouble."""
    resources: dict[str, Any] = {"urn:a": {"$id": "urn:b"}, "urn:b": TEXT}
    assert "two resources" in refusal({"allOf": [{"$ref": uri} for uri in order]}, resources=resources).why
    same = {"urn:a": {"$id": "urn:b", **TEXT}, "urn:b": {"$id": "urn:b", **TEXT}}
    assert not judged({"allOf": [{"$ref": uri} for uri in order]}, 1, resources=same)


# what is refused

OUTSIDE = [
    "http://outside/",
    "https://outside/a#/b",
    "file:///etc/hosts",
    "ftp://outside/",
    "data:application/json,{}",
    "//outside/a",
    "other.json",
    "/other",
    "?query",
    "urn:other",
    "http://[::",
    "http://json-schema.org/draft-05/schema",
    "https://json-schema.org/draft/2020-12/schema/",
    "HTTP://JSON-SCHEMA.ORG/draft-07/schema",
]


@pytest.mark.parametrize("reference", OUTSIDE)
@pytest.mark.parametrize("base", [None, "http://base/x", "file:///base/x", "urn:base"])
def test_what_leads_out_is_refused_with_the_pointer_of_the_reference(reference: str, base: str | None) -> None:
    """Whatever the scheme and the base, a reference out of the closed world is refused, in dead branches too."""
    schema: dict[str, Any] = {"$defs": {"dead/end": {"not": {"$ref": reference}}}}
    if base is not None:
        schema["$id"] = base
    error = refusal(schema)
    assert error.reference == reference
    assert error.pointer == "/$defs/dead~1end/not/$ref"


NOWHERE = "#/$defs/b #/x/2 #/x/-1 #/x/00 #/x/- #/x/1e0 #/x/%D9%A0 #/$defs/a/ #no #%ff #/type/0 #/x/0/$ref #/$defs/a~"
NO_SCHEMA = "#/n #/t #/l #/x/99999999999999999999999"


@pytest.mark.parametrize("reference", [*NOWHERE.split(), *NO_SCHEMA.split()])
def test_what_leads_nowhere_or_to_no_schema_is_refused(reference: str) -> None:
    """A pointer or a name under which nothing stands, or no schema, is refused."""
    schema: dict[str, Any] = {
        "$defs": {"a": {}, "z": {"$ref": reference}},
        "x": [{}, {}],
        "type": "object",
        "n": None,
        "t": "a",
        "l": [1],
    }
    assert refusal(schema).pointer == "/$defs/z/$ref"


def test_the_reference_of_a_resource_is_named_with_its_document() -> None:
    """The error says in which document the reference stands."""
    error = refusal({"$ref": "urn:a"}, resources={"urn:a": {"items": {"$ref": "nowhere"}}})
    assert (error.document, error.pointer, error.reference) == ("urn:a", "/items/$ref", "nowhere")
    assert "urn:a#/items/$ref" in str(error)


@pytest.mark.parametrize("keyword", ["const", "default", "enum", "examples"])
def test_a_reference_in_data_is_data(keyword: str) -> None:
    """What looks like a reference in const, default, enum or examples is not followed."""
    value: Any = {"$ref": "http://outside/", "$id": "http://[::", "$schema": "urn:unknown"}
    assert judged({keyword: [value] if keyword in ("enum", "examples") else value}, value)


def test_a_property_named_ref_is_a_property() -> None:
    """Under `properties`, `$ref` is a name: it holds a schema, and its text would be no reference."""
    assert not judged({"properties": {"$ref": TEXT}}, {"$ref": 1})
    with pytest.raises(InvalidSchema):
        compile_schema({"properties": {"$ref": "#"}})


@pytest.mark.parametrize("uri", [D3, D4, D6, D7])
def test_siblings_of_a_reference_are_void_up_to_draft_07(uri: str) -> None:
    """Up to draft-07 a `$ref` hides what stands beside it, identifiers included; from 2019-09 on it does not."""
    name = "id" if uri in (D3, D4) else "$id"
    inner = {name: "http://void/", "$ref": "#/definitions/text", "maxLength": 1, "minLength": 9}
    assert judged({"$schema": uri, "properties": {"a": inner}, "definitions": {"text": TEXT}}, {"a": "ab"})
    assert not judged(
        {"properties": {"a": {"$ref": "#/$defs/text", "maxLength": 1}}, "$defs": {"text": TEXT}}, {"a": "ab"}
    )


def test_duplicate_names_are_refused_only_when_they_are_asked_for() -> None:
    """Two schemas with one `$id` or one anchor do no harm until a reference names it."""
    ids: dict[str, Any] = {"$defs": {"a": {"$id": "urn:x"}, "b": {"$id": "urn:x"}}}
    assert judged(ids, 1)
    assert "claim that URI" in refusal({**ids, "$ref": "urn:x"}).why
    anchors = {"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x", "type": "string"}}}
    assert judged(anchors, 1)
    assert "claim that name" in refusal({**anchors, "$ref": "#x"}).why
    plain = {"$schema": D7, "definitions": {"a": {"$id": "#x"}, "b": {"$id": "#x", "type": "string"}}}
    assert judged(plain, 1)
    assert "claim that name" in refusal({**plain, "items": {"$ref": "#x"}}).why


@pytest.mark.parametrize("place", ["root", "embedded", "resource", "resource embedded"])
def test_an_identifier_that_is_no_uri_reference_is_refused(place: str) -> None:
    """An `$id` that cannot be parsed is refused with its pointer, whatever base it would be joined to."""
    bad = {"$id": "http://[::"}
    schemas: dict[str, tuple[Any, str, Any]] = {
        "root": (bad, "/$id", {}),
        "embedded": ({"$id": "http://a/b", "properties": {"a": bad}}, "/properties/a/$id", {}),
        "resource": ({"$ref": "urn:r"}, "/$id", {"urn:r": bad}),
        "resource embedded": ({"$ref": "http://r/"}, "/items/$id", {"http://r/": {"items": bad}}),
    }
    schema, where, resources = schemas[place]
    assert refusal(schema, resources=resources).pointer == where


# standard URIs


def test_nobody_else_may_bear_a_standard_uri() -> None:
    """An embedded schema, or a resource, with a standard metaschema's URI is refused unless it is that metaschema."""
    for uri in (
        D7,
        D7 + "#",
        "https" + D7.removeprefix("http"),
        D2020,
        "https://json-schema.org/draft/2020-12/meta/core",
    ):
        error = refusal({"$schema": D7, "definitions": {"x": {"$id": uri}}})
        assert error.pointer == "/definitions/x/$id"
        assert "standard metaschema" in str(error)
    assert "standard metaschema" in refusal({"$ref": D2020}, resources={D2020: True}).why
    assert "standard metaschema" in refusal({"$ref": "urn:r"}, resources={"urn:r": {"$id": D2020}}).why


def test_the_standard_metaschema_itself_may_be_embedded_or_given() -> None:
    """A bundle that carries the metaschema as it is compiles, and means what it says."""
    from schemaval.references.world import bundled

    official = bundled(D7)
    schema = {"$schema": D7, "definitions": {"meta": official}, "allOf": [{"$ref": D7}]}
    assert not judged(schema, {"type": 12})
    assert not judged({"$ref": D7}, {"type": 12}, resources={D7: official})


def test_the_root_may_be_a_variant_of_a_metaschema() -> None:
    """A document that is a metaschema, changed or not, compiles; what checks it is the bundled one."""
    from schemaval.references.world import bundled

    for dialect in DIALECTS:
        assert not judged(bundled(dialect.uri), {"minimum": "1"})
    assert judged({"$id": D2020, "type": "object"}, {"minimum": "1"})
    with pytest.raises(InvalidSchema):
        compile_schema({"$id": D2020, "$schema": D2020, "type": 12})


# dynamic and recursive references


def test_a_dynamic_reference_takes_the_outermost_anchor() -> None:
    """`$dynamicRef` is rebound by an outer resource with the same dynamic anchor."""
    tree = {
        "$id": "http://t/tree",
        "$dynamicAnchor": "node",
        "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
    }
    strict = {"$id": "http://t/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": False}
    resources = {"http://t/tree": tree}
    assert not judged(strict, {"children": [{"extra": 1}]}, resources=resources)
    assert judged(tree, {"children": [{"extra": 1}]})


def test_a_recursive_reference_takes_the_outermost_recursive_anchor() -> None:
    """`$recursiveRef` is rebound by an outer resource with `$recursiveAnchor: true`, in 2019-09 only."""
    tree = {
        "$schema": D2019,
        "$id": "http://t/tree",
        "$recursiveAnchor": True,
        "properties": {"children": {"items": {"$recursiveRef": "#"}}},
    }
    strict = {
        "$schema": D2019,
        "$id": "http://t/strict",
        "$recursiveAnchor": True,
        "$ref": "tree",
        "unevaluatedProperties": False,
    }
    assert not judged(strict, {"children": [{"extra": 1}]}, resources={"http://t/tree": tree})
    assert judged(
        {**strict, "$recursiveAnchor": False}, {"children": [{"extra": 1}]}, resources={"http://t/tree": tree}
    )


@pytest.mark.parametrize("keyword", ["$dynamicRef", "$recursiveRef"])
def test_dynamic_references_are_of_the_closed_world_too(keyword: str) -> None:
    """What holds for `$ref` holds for its siblings: outside and dangling ones are refused at compile."""
    uri = D2020 if keyword == "$dynamicRef" else D2019
    for reference in ("http://outside/", "#nowhere"):
        assert refusal({"$schema": uri, "not": {keyword: reference}}).pointer == f"/not/{keyword}"


LABELLED: dict[str, Any] = {
    "$schema": "http://json-schema.org/draft-04/schema#",
    "properties": {"app": {"$ref": "#/definitions/app"}},
    "definitions": {
        "app": {
            "id": "schemata/app",
            "definitions": {"name": {"type": "string"}},
            "properties": {"name": {"$ref": "#/definitions/app/definitions/name"}},
        },
    },
}


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema", ("jsonschema-rs", "reference")])
def test_a_pointer_past_a_label_is_followed_from_the_document(backend: Any) -> None:
    """In draft-04 an `id` is often a label; a pointer that leads nowhere below it is one from the root."""
    validator = compile_schema(LABELLED, backend=backend)
    assert validator.backend != "jsonschema-rs"
    assert validator.is_valid({"app": {"name": "x"}})
    assert [each.pointer for each in validator.violations({"app": {"name": 1}})] == ["/app/name"]


def test_a_pointer_that_leads_nowhere_at_all_is_refused() -> None:
    """Neither below the label nor in the document, and in later drafts not outside its own resource."""
    nowhere = {**LABELLED, "properties": {"x": {"id": "y", "not": {"$ref": "#/definitions/none"}}}}
    with pytest.raises(UnresolvableReference):
        compile_schema(nowhere)
    later = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"a": {"$id": "a", "not": {"$ref": "#/definitions/b"}}, "b": {}},
    }
    with pytest.raises(UnresolvableReference):
        compile_schema(later)
