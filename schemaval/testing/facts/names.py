"""Names: of definitions and of properties."""

from schemaval.keywords import Draft
from schemaval.testing.facts.fact import Fact

_NEAR = {"User": {"type": "string"}, "user": {"type": "integer"}, "a-b": {"type": "null"}, "a_b": {"type": "boolean"}}
_REFS = {f"p{n}": {"$ref": f"#/definitions/{name}"} for n, name in enumerate(_NEAR)}
NAMES: tuple[Fact, ...] = (
    Fact(
        "definitions whose names differ in case or punctuation only",
        {"properties": _REFS, "definitions": _NEAR},
        ({"p0": "x", "p1": 1, "p2": None, "p3": True}, {}),
        ({"p0": 1}, {"p1": "x"}, {"p2": True}, {"p3": None}),
    ),
    Fact(
        "properties whose names differ in case or punctuation only",
        {"properties": _NEAR, "additionalProperties": False},
        ({"User": "x", "user": 1, "a-b": None, "a_b": True},),
        ({"User": 1}, {"user": "x"}, {"a-b": True}, {"a_b": None}, {"USER": "x"}, {"a.b": 1}),
    ),
    Fact(
        "names with quotes, braces, back-slashes and line breaks",
        {"properties": {name: {"type": "null"} for name in ("'", '"', "\\", "{x}", "\n", "%s", "")}},
        ({"'": None, '"': None, "\\": None, "{x}": None, "\n": None, "%s": None, "": None},),
        tuple({name: 1} for name in ("'", '"', "\\", "{x}", "\n", "%s", "")),
    ),
    Fact(
        "a property that is called as a keyword or as an attribute of Python",
        {"properties": {"$ref": {"type": "string"}, "default": {"type": "null"}, "__class__": {"type": "string"}}},
        ({"$ref": "#/nowhere", "default": None, "__class__": "x"},),
        ({"$ref": 1}, {"default": 1}, {"__class__": 1}),
    ),
    Fact(
        "required names that no keyword describes",
        {"required": ["a", "$ref"], "properties": {"b": {}}},
        ({"a": 1, "$ref": 1}, [], "x", None),
        ({}, {"a": 1}, {"A": 1, "$ref": 1}),
        Draft.D4,
    ),
    Fact(
        "a required name that additionalProperties forbids",
        {"required": ["a"], "additionalProperties": False},
        (1, []),
        ({}, {"a": 1}),
        Draft.D4,
    ),
)
