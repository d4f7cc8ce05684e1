"""Identity: two schemas under one name, impostors of metaschemas, dialects inside, names that fall together."""

from collections.abc import Iterator
from typing import Any

from tests.hostile.case import INVALID, LIMIT, UNKNOWN, UNRESOLVABLE, Case, always

_2020 = "https://json-schema.org/draft/2020-12/schema"
_2019 = "https://json-schema.org/draft/2019-09/schema"
_D7 = "http://json-schema.org/draft-07/schema#"
_D4 = "http://json-schema.org/draft-04/schema#"
_VOCABULARY = {"https://json-schema.org/draft/2020-12/vocab/core": True}
_NEVER_INTEGER = {"type": "integer"}

_REFUSALS = UNRESOLVABLE | UNKNOWN | INVALID

# name, schema, instance, the verdict that is right if there is one
_ROWS: tuple[tuple[str, Any, Any, bool | None], ...] = (
    ("impostor-of-the-metaschema", {"type": 12, "$defs": {"m": {"$id": _2020}}}, 1, None),
    ("impostor-used", {"$ref": _2020, "$defs": {"m": {"$id": _2020}}}, {"type": 12}, False),
    ("impostor-as-root", {"$id": _2020, "type": 12}, 1, None),
    (
        "impostor-of-a-part",
        {"$defs": {"m": {"$id": "https://json-schema.org/draft/2020-12/meta/validation"}}, "type": 12},
        1,
        None,
    ),
    ("impostor-with-fragment", {"type": 12, "$defs": {"m": {"$id": _2020 + "#"}}}, 1, None),
    (
        "impostor-of-draft-07",
        {"$schema": _D7, "type": 12, "definitions": {"m": {"$id": "http://json-schema.org/draft-07/schema"}}},
        1,
        None,
    ),
    (
        "impostor-of-draft-04",
        {"$schema": _D4, "type": 12, "definitions": {"m": {"id": "http://json-schema.org/draft-04/schema"}}},
        1,
        None,
    ),
    (
        "own-metaschema-inside",
        {
            "$schema": "https://example.invalid/m",
            "type": "integer",
            "$defs": {"m": {"$id": "https://example.invalid/m", "$schema": _2020, "$vocabulary": _VOCABULARY}},
        },
        "not-int",
        False,
    ),
    (
        "own-metaschema-as-itself",
        {
            "$schema": "https://example.invalid/m",
            "$id": "https://example.invalid/m",
            "$vocabulary": _VOCABULARY,
            "type": "integer",
        },
        "not-int",
        False,
    ),
    (
        "inner-own-metaschema",
        {
            "$ref": "https://example.invalid/x",
            "$defs": {
                "x": {"$id": "https://example.invalid/x", "$schema": "https://example.invalid/m", "type": "integer"},
                "m": {"$id": "https://example.invalid/m", "$vocabulary": _VOCABULARY},
            },
        },
        "not-int",
        False,
    ),
    ("vocabulary-inside", {"$vocabulary": _VOCABULARY, "type": "integer"}, "not-int", False),
    (
        "duplicate-ids",
        {
            "$ref": "https://example.invalid/a",
            "$defs": {
                "a": {"$id": "https://example.invalid/a", "type": "integer"},
                "b": {"$id": "https://example.invalid/a", "type": "string"},
            },
        },
        "x",
        None,
    ),
    (
        "duplicate-anchors",
        {"$ref": "#a", "$defs": {"a": {"$anchor": "a", "type": "integer"}, "b": {"$anchor": "a", "type": "string"}}},
        "x",
        None,
    ),
    (
        "anchor-and-dynamic-anchor",
        {
            "$ref": "#a",
            "$defs": {"a": {"$anchor": "a", "type": "integer"}, "b": {"$dynamicAnchor": "a", "type": "string"}},
        },
        "x",
        None,
    ),
    ("unknown-dialect", {"$schema": "urn:unknown", "type": "integer"}, "x", None),
    ("near-dialect", {"$schema": _2020 + "/", "type": "integer"}, "x", None),
    ("dialect-with-query", {"$schema": _2020 + "?x", "type": "integer"}, "x", None),
    ("dialect-upper-case", {"$schema": _2020.upper(), "type": "integer"}, "x", None),
    ("dialect-no-string", {"$schema": 5, "type": "integer"}, "x", None),
    ("dialect-empty", {"$schema": "", "type": "integer"}, "x", None),
    ("id-no-string", {"$id": 5}, "x", None),
    ("id-with-fragment", {"$id": "https://example.invalid/a#b", "type": "integer"}, "x", False),
    ("id-in-data", {"const": {"$id": _2020}, "enum": [{"$id": _2020}]}, {"$id": _2020}, True),
    (
        "id-in-unknown-keyword",
        {"x": {"$id": "https://example.invalid/a", "type": "string"}, "$ref": "https://example.invalid/a"},
        1,
        None,
    ),
    (
        "id-beside-ref-draft-07",
        {
            "$schema": _D7,
            "$ref": "#/definitions/a",
            "$id": "https://example.invalid/x/",
            "definitions": {"a": {"type": "integer"}},
        },
        "x",
        False,
    ),
    (
        "old-draft-inside",
        {
            "$ref": "https://example.invalid/x",
            "$defs": {"x": {"$id": "https://example.invalid/x", "$schema": _D7, "dependentRequired": {"a": ["b"]}}},
        },
        {"a": 2},
        True,
    ),
    ("old-draft", {"$schema": _D4, "const": 1, "type": "integer"}, 2, True),
    ("dialect-without-id", {"properties": {"a": {"$schema": _D4, "const": 1}}}, {"a": 2}, False),
    (
        "new-keywords",
        {"$schema": _2020, "prefixItems": [{"type": "string"}], "dependentRequired": {"a": ["b"]}, "minContains": 2},
        [1],
        False,
    ),
    ("siblings-of-a-reference", {"$ref": "#/$defs/a", "maximum": 5, "$defs": {"a": {"type": "integer"}}}, 9, False),
    (
        "siblings-draft-07",
        {"$schema": _D7, "$ref": "#/definitions/a", "maximum": 5, "definitions": {"a": {"type": "integer"}}},
        9,
        True,
    ),
    (
        "unevaluated",
        {"$schema": _2019, "allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
        {"b": 1},
        False,
    ),
)

_COLLIDING = (
    ("User", "user"),
    ("a-b", "a_b"),
    ("x.y", "x/y"),
    ("\u00e9", "\u00e8"),
    ("a b", "a%20b"),
    ("0", "00"),
    ("~0", "~"),
)


def _colliding() -> Iterator[Case]:
    for number, names in enumerate(_COLLIDING):
        first, second = names
        schema = {
            "$schema": _D7,
            "definitions": {first: {"type": "integer"}, second: {"type": "string"}},
            "properties": {"a": _to(first), "b": _to(second)},
        }
        yield Case(f"names-{number}", always(schema), always({"a": 1, "b": "x"}), True, quick=True)
        yield Case(f"names-{number}-failing", always(schema), always({"a": "x", "b": 1}), False, quick=True)


def _to(name: str) -> dict[str, str]:
    from schemaval.pointer import fragment, join

    return {"$ref": "#" + fragment(join(["definitions", name]))}


def _rows() -> Iterator[Case]:
    for name, schema, instance, valid in _ROWS:
        yield Case(
            name,
            always(schema),
            always(instance),
            valid,
            _REFUSALS if valid in (None, False) else frozenset(),
            quick=True,
        )


def _by_resources() -> Iterator[Case]:
    m = {"$id": "https://example.invalid/m", "$schema": _2020, "$vocabulary": _VOCABULARY}
    rows: tuple[tuple[str, Any, Any, bool | None, dict[str, Any]], ...] = (
        ("resource-impostor", {"type": 12}, 1, None, {_2020: {}}),
        ("resource-impostor-used", {"$ref": _2020}, {"type": 12}, False, {_2020: {}}),
        ("resource-with-another-id", {"$ref": "urn:r"}, 1, True, {"urn:r": {"$id": "urn:s", "type": "integer"}}),
        ("resource-claims-the-metaschema", {"$ref": "urn:r", "type": 12}, 1, None, {"urn:r": {"$id": _2020}}),
        (
            "metaschema-loop",
            {"$schema": "urn:a"},
            1,
            None,
            {"urn:a": {"$schema": "urn:b"}, "urn:b": {"$schema": "urn:a"}},
        ),
        ("metaschema-of-itself", {"$schema": "urn:a"}, 1, None, {"urn:a": {"$schema": "urn:a"}}),
        (
            "metaschema-chain",
            {"$schema": "urn:0"},
            1,
            None,
            {f"urn:{i}": {"$schema": f"urn:{i + 1}"} for i in range(2_000)},
        ),
        ("metaschema-doubling", {"$schema": "urn:m"}, 1, True, {"urn:m": _heavy()}),
        (
            "own-metaschema-given",
            {"$schema": "https://example.invalid/m", "type": "integer"},
            "x",
            True,
            {"https://example.invalid/m": m},
        ),
    )
    for name, schema, instance, valid, resources in rows:
        yield Case(
            name, always(schema), always(instance), valid, _REFUSALS | LIMIT, {"resources": resources}, quick=True
        )


def _heavy() -> dict[str, Any]:
    """A metaschema that doubles forty times."""
    levels = {f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i + 1}"}, {"$ref": f"#/$defs/n{i + 1}"}]} for i in range(40)}
    return {"$schema": _2020, "$ref": "#/$defs/n0", "$defs": {**levels, "n40": {"type": ["object", "boolean"]}}}


CASES = (*_rows(), *_colliding(), *_by_resources())
