"""References: pointers, anchors, identifiers, other documents, dynamic ones."""

from schemaval.keywords import Draft
from schemaval.testing.facts.fact import Fact

_WHERE = "https://example.com/where"

_TREE = {
    "$id": "https://example.com/tree",
    "$dynamicAnchor": "node",
    "properties": {"c": {"items": {"$dynamicRef": "#node"}}},
}
_STRICT = {
    "$id": "https://example.com/strict",
    "$dynamicAnchor": "node",
    "$ref": "tree",
    "unevaluatedProperties": False,
}
_OLD_TREE = {
    "$id": "https://example.com/tree",
    "$recursiveAnchor": True,
    "properties": {"c": {"items": {"$recursiveRef": "#"}}},
}
_OLD_STRICT = {
    "$id": "https://example.com/strict",
    "$recursiveAnchor": True,
    "$ref": "tree",
    "unevaluatedProperties": False,
}
REFERENCES: tuple[Fact, ...] = (
    Fact(
        "a root that refers to itself",
        {"properties": {"a": {"$ref": "#"}}, "additionalProperties": False},
        ({"a": {"a": {}}}, 1),
        ({"a": {"b": 1}},),
    ),
    Fact(
        "$ref hides what stands beside it",
        {"$ref": "#/definitions/a", "maximum": 1, "definitions": {"a": {"type": "integer"}}},
        (5,),
        ("x",),
        Draft.D3,
        Draft.D7,
    ),
    Fact(
        "$ref stands beside others",
        {"$ref": "#/$defs/a", "maximum": 1, "$defs": {"a": {"type": "integer"}}},
        (1,),
        (5, "x"),
        Draft.D2019,
    ),
    Fact(
        "escapes in a pointer",
        {"properties": {"a": {"$ref": "#/definitions/x~1y~0z%25"}}, "definitions": {"x/y~z%": {"type": "null"}}},
        ({"a": None},),
        ({"a": 1},),
    ),
    Fact(
        "an anchor",
        {"items": {"$ref": "#here"}, "$defs": {"a": {"$anchor": "here", "type": "null"}}},
        ([None], []),
        ([1],),
        Draft.D2019,
    ),
    Fact(
        "an embedded resource by its identifier",
        {
            "$id": "https://example.com/root",
            "items": {"$ref": "inner"},
            "definitions": {"a": {"$id": "inner", "type": "null"}},
        },
        ([None],),
        ([1],),
        Draft.D6,
    ),
    Fact(
        "an identifier with id",
        {
            "id": "https://example.com/root",
            "items": {"$ref": "inner"},
            "definitions": {"a": {"id": "inner", "type": "null"}},
        },
        ([None],),
        ([1],),
        Draft.D4,
        Draft.D4,
    ),
    Fact(
        "another document",
        {"items": {"$ref": _WHERE + "#/definitions/a"}},
        ([None],),
        ([1],),
        resources={_WHERE: {"definitions": {"a": {"type": "null"}}}},
    ),
    Fact(
        "$dynamicRef leads to the outermost",
        _STRICT,
        ({"c": [{"c": []}]}, {}),
        ({"c": [{"d": 1}]}, {"d": 1}),
        Draft.D2020,
        resources={"https://example.com/tree": _TREE},
    ),
    Fact(
        "$recursiveRef leads to the outermost",
        _OLD_STRICT,
        ({"c": [{"c": []}]}, {}),
        ({"c": [{"d": 1}]}, {"d": 1}),
        Draft.D2019,
        Draft.D2019,
        {"https://example.com/tree": {"$schema": "https://json-schema.org/draft/2019-09/schema", **_OLD_TREE}},
    ),
    Fact(
        "the dialect's own metaschema",
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        ({"type": "string"}, True),
        ({"type": "text"}, 1),
        Draft.D2020,
    ),
    Fact(
        "a keyword of a later draft is none",
        {"prefixItems": [{"type": "null"}], "unevaluatedItems": False},
        ([1], [1, 2]),
        (),
        Draft.D3,
        Draft.D7,
    ),
)
