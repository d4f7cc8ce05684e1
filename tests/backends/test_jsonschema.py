"""The backend `jsonschema`: right where the engine by itself is wrong, bounded, and closed to the world."""

import re
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from jsonschema.exceptions import UnknownType
from referencing import Registry
from referencing.exceptions import Unresolvable

import schemaval
from schemaval.backends.jsonschema import _OWN, JsonschemaBackend
from schemaval.backends.protocol import Backend
from schemaval.errors import LimitExceeded, NotJSON, UnsupportedSchema

RAW = {
    "draft-03": jsonschema.Draft3Validator,
    "draft-04": jsonschema.Draft4Validator,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}


def nested(depth: int, wrap: Callable[[Any], Any], inner: Any) -> Any:
    """A value wrapped again and again."""
    for _ in range(depth):
        inner = wrap(inner)
    return inner


DEEP_LIST = nested(3_000, lambda inner: [inner], [])
DEEP_DICT = nested(3_000, lambda inner: {"a": inner}, {})


def or_else(schema: Any) -> Any:
    """A choice whose first branch fails: the engine writes a message, the whole value in it, that nobody reads."""
    return {"anyOf": [schema, {"type": ["array", "object"]}]}


DYNAMIC = {
    "$dynamicAnchor": "n",
    "propertyNames": {"enum": ["x"]},
    "properties": {"x": {"$ref": "http://example.com/c"}},
    "$defs": {
        "c": {"$id": "http://example.com/c", "$dynamicAnchor": "n", "properties": {"z": {"$dynamicRef": "#n"}}},
    },
}
RECURSIVE = {
    "$id": "http://example.com/a",
    "$recursiveAnchor": True,
    "propertyNames": {"enum": ["x"]},
    "properties": {"x": {"$ref": "b"}},
    "$defs": {
        "b": {"$id": "b", "properties": {"y": {"$ref": "c"}}},
        "c": {"$id": "c", "$recursiveAnchor": True, "properties": {"z": {"$recursiveRef": "#"}}},
    },
}
STATIC = {
    "$id": "http://example.com/a",
    "$dynamicAnchor": "n",
    "propertyNames": {"enum": ["x"]},
    "properties": {"x": {"$ref": "c"}},
    "$defs": {"c": {"$id": "c", "$ref": "#n", "$defs": {"n": {"$dynamicAnchor": "n"}}}},
}
JOINED = {"patternProperties": {"(a)b": {}, "(c)\\1": {}}, "additionalProperties": False}
LATE_ID = {"c": ["d"], "e": {"$id": "http://example.com/x", "type": "string"}}

# keyword, dialect, schema, instance, the right verdict, what the engine by itself says or raises
WITNESSES: tuple[tuple[str, str, Any, Any, bool, Any], ...] = (
    ("type", "2020-12", {"type": "array"}, (1,), True, False),
    ("type", "2020-12", {"type": "integer"}, Decimal("1.0"), True, False),
    ("type", "draft-03", {"type": "whatever"}, 1, True, UnknownType),
    ("union", "draft-03", {"type": ["whatever", {"type": "null"}]}, 1, True, UnknownType),
    ("union", "draft-03", {"type": [{"pattern": "^a$"}]}, "a\n", False, True),
    ("not", "draft-03", {"disallow": ["whatever"]}, 1, False, UnknownType),
    ("minimum", "2020-12", {"minimum": 0.1}, Decimal("0.1"), True, False),
    ("exclusiveMaximum", "2020-12", {"exclusiveMaximum": 0.1}, Decimal("0.1"), False, True),
    ("maximum", "2020-12", {"maximum": 0.3}, Decimal("0.3"), True, False),
    ("exclusiveMinimum", "2020-12", {"exclusiveMinimum": 0.3}, Decimal("0.3"), False, True),
    ("multipleOf", "2020-12", {"multipleOf": 0.1}, 0.3, True, False),
    ("multipleOf", "2020-12", {"multipleOf": 11.0}, 11 * 10**16 + 1, False, True),
    ("multipleOf", "2020-12", {"multipleOf": 0.1}, Decimal("0.3"), True, TypeError),
    ("divisibleBy", "draft-03", {"divisibleBy": 0.1}, 0.3, True, False),
    ("minItems", "2020-12", or_else({"minItems": 2}), DEEP_LIST, True, RecursionError),
    ("maxItems", "2020-12", or_else({"maxItems": 0}), DEEP_LIST, True, RecursionError),
    ("minProperties", "2020-12", or_else({"minProperties": 2}), DEEP_DICT, True, RecursionError),
    ("maxProperties", "2020-12", or_else({"maxProperties": 0}), DEEP_DICT, True, RecursionError),
    ("enum", "2020-12", {"enum": [0.1]}, Decimal("0.1"), True, False),
    ("const", "2020-12", {"const": 1e23}, 10**23, True, False),
    ("uniqueItems", "2020-12", {"uniqueItems": True}, [[1], [True], [1]], False, True),
    ("pattern", "2020-12", {"pattern": "^[a-z]+$"}, "abc\n", False, True),
    ("pattern", "2020-12", {"pattern": r"^\d$"}, "\u0663", False, True),
    ("pattern", "2020-12", {"pattern": r"^\p{Letter}+$"}, "aé", True, re.error),
    ("patternProperties", "2020-12", {"patternProperties": {"^a$": False}}, {"a\n": 1}, True, False),
    ("additionalProperties", "2020-12", JOINED, {"cc": 1}, True, False),
    (
        "additionalProperties",
        "2020-12",
        {"patternProperties": {"": {}}, "additionalProperties": False},
        {"a": 1},
        True,
        False,
    ),
    ("format", "2020-12", {"format": "email"}, "@", False, True),
    ("contentEncoding", "draft-07", {"contentEncoding": "base64"}, "!", False, True),
    ("contentMediaType", "draft-07", {"contentMediaType": "application/json"}, "{:", False, True),
    ("$ref", "2020-12", STATIC, {"x": {"y": 1}}, True, False),
    (
        "$ref",
        "draft-07",
        {"allOf": [{"$ref": "http://example.com/x"}], "dependencies": LATE_ID},
        1,
        False,
        Unresolvable,
    ),
    ("$dynamicRef", "2020-12", DYNAMIC, {"x": {"z": {"q": 1}}}, False, True),
    ("$recursiveRef", "2019-09", RECURSIVE, {"x": {"y": {"z": {"q": 1}}}}, False, True),
    ("anyOf", "2020-12", or_else({"anyOf": [{"type": "null"}]}), DEEP_LIST, True, RecursionError),
    ("oneOf", "2020-12", or_else({"oneOf": [{"type": "null"}]}), DEEP_LIST, True, RecursionError),
    ("not", "2020-12", or_else({"not": {}}), DEEP_LIST, True, RecursionError),
    ("contains", "2020-12", or_else({"contains": False}), DEEP_LIST, True, RecursionError),
    ("additionalItems", "draft-06", {"items": True, "additionalItems": False}, [1], True, TypeError),
    (
        "unevaluatedProperties",
        "2019-09",
        {"additionalProperties": {}, "unevaluatedProperties": False},
        {"a": 1},
        True,
        False,
    ),
    ("unevaluatedItems", "2019-09", {"contains": {"const": 1}, "unevaluatedItems": False}, [1], False, True),
    ("dependencies", "2020-12", {"dependencies": {"a": ["b"]}}, {"a": 1}, False, True),
)
# The engine has these right; they are ours because all assertions are one function.
RIGHT_ANYWAY = {"minLength", "maxLength"}


def answer(ask: Callable[[Any], bool], instance: Any) -> Any:
    """What is answered, or what is raised."""
    try:
        return ask(instance)
    except Exception as error:  # noqa: BLE001 - the engine may raise anything, and the test says what
        return error


@pytest.mark.parametrize(("keyword", "dialect", "schema", "instance", "right", "raw"), WITNESSES)
def test_right_where_the_engine_is_wrong(
    keyword: str, dialect: str, schema: Any, instance: Any, right: bool, raw: Any
) -> None:
    """The verdict is right, where the engine by itself gives the wrong one or an exception."""
    engine = RAW[dialect](schema, registry=Registry(), format_checker=RAW[dialect].FORMAT_CHECKER)
    by_itself = answer(engine.is_valid, instance)
    is_as_it_was = isinstance(by_itself, raw) if isinstance(raw, type) else by_itself is raw
    assert is_as_it_was, f"the engine has mended {keyword}: what stands in for it may go"
    validator = schemaval.compile(schema, backend="jsonschema", dialect=dialect, assert_formats=True)
    assert answer(validator.is_valid, instance) is right
    assert validator.engine_is_valid(instance) is right


def test_what_is_ours_has_a_witness() -> None:
    """No keyword function stands in for one that is right by itself."""
    witnessed = {keyword for keyword, *_ in WITNESSES}
    assert set(_OWN) - {"required"} <= witnessed | RIGHT_ANYWAY


def test_it_is_a_backend() -> None:
    """The class keeps the protocol, and says of itself what it is."""
    backend: Backend = JsonschemaBackend()
    assert isinstance(backend, Backend)
    assert (backend.info.name, backend.info.installed) == ("jsonschema", True)
    assert backend.info.dialects == tuple(RAW)


# dialects


CUSTOM = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "http://example.com/meta",
    "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": True,
        "https://json-schema.org/draft/2020-12/vocab/applicator": True,
    },
}


def test_vocabularies_count() -> None:
    """A custom metaschema without the validation vocabulary takes the assertions away; the engine keeps them."""
    schema = {"$schema": "http://example.com/meta", "properties": {"a": {"minimum": 5}}, "required": ["b"]}
    assert not jsonschema.Draft202012Validator(schema).is_valid({"a": 1})
    validator = schemaval.compile(schema, backend="jsonschema", resources={"http://example.com/meta": CUSTOM})
    assert validator.is_valid({"a": 1})


def test_an_embedded_resource_keeps_its_own_dialect() -> None:
    """A resource of draft-04 inside a schema of 2020-12 knows draft-04's integers and its boolean bounds."""
    inner: dict[str, Any] = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "id": "http://example.com/i",
        "type": "integer",
    }
    inner |= {"minimum": 5, "exclusiveMinimum": True}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "items": inner,
        "contains": {"type": "integer"},
    }
    validator = schemaval.compile(schema, backend="jsonschema")
    assert [validator.is_valid([item]) for item in (6, 5, 6.0)] == [True, False, False]


# the world is closed


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reference is the engine's to resolve: not one that its registry would know how to fetch."""

    def refuse(*_args: object, **_keywords: object) -> None:
        message = "a fetch"
        raise AssertionError(message)

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    resources = {"http://example.com/int": {"type": "integer"}}
    schema = {"$ref": "http://example.com/int"}
    assert not schemaval.compile(schema, backend="jsonschema", resources=resources).is_valid("x")
    with pytest.raises(schemaval.UnresolvableReference):
        schemaval.compile({"not": {"$ref": "http://example.com/other"}}, backend="jsonschema", resources=resources)


# values that are no JSON, or hardly


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), Decimal("NaN"), Decimal("Infinity")])
@pytest.mark.parametrize(
    "schema", [{"type": "number"}, {"type": "integer"}, {"maximum": 5}, {"minimum": 5}, {"multipleOf": 2}, {"const": 1}]
)
def test_what_is_no_number_never_passes(schema: Any, value: Any) -> None:
    """NaN and infinity are refused, or fail, wherever a keyword looks at numbers."""
    for instance, whole in (
        (value, schema),
        ([value], {"items": schema}),
        ({"a": value}, {"properties": {"a": schema}}),
    ):
        verdict = answer(schemaval.compile(whole, backend="jsonschema").is_valid, instance)
        assert verdict is False or isinstance(verdict, NotJSON)


class Liar(dict[str, Any]):
    """An object that hides its members."""

    def __iter__(self) -> Any:
        return iter(())

    def __contains__(self, _name: object) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def items(self) -> Any:
        """None of them."""
        return ()


class ShyList(list[Any]):
    """An array that hides its items."""

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"additionalProperties": False}, Liar(a=1)),
        ({"properties": {"a": False}}, Liar(a=1)),
        ({"items": {"maxProperties": 0}}, [Liar(a=1)]),
        ({"maxItems": 0}, ShyList([1])),
        ({"items": False}, ShyList([1])),
    ],
)
def test_subclasses_are_read_by_the_methods_of_dict_and_list(schema: Any, instance: Any) -> None:
    """A subclass that tells other things of itself changes no verdict; the engine believes it."""
    assert jsonschema.Draft202012Validator(schema).is_valid(instance)
    assert not schemaval.compile(schema, backend="jsonschema").is_valid(instance)


@pytest.mark.parametrize("value", [b"x", {1}, object(), type("Text", (str,), {})("x")])
def test_what_is_no_json_is_refused_where_it_is_looked_at(value: Any) -> None:
    """Anything else is NotJSON."""
    schemas: list[Any] = [{"type": "string"}, {"maxLength": 5}, {"required": ["a"]}, {"items": {}}]
    for schema in schemas:
        with pytest.raises(NotJSON):
            schemaval.compile(schema, backend="jsonschema").is_valid(value)


# bounds


def doubled(levels: int) -> Any:
    """Definitions each of which applies the next one twice."""
    definitions: dict[str, Any] = {
        f"d{level}": {"allOf": [{"$ref": f"#/$defs/d{level + 1}"}, {"$ref": f"#/$defs/d{level + 1}"}]}
        for level in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{levels}": {"type": "integer"}}}


@pytest.mark.parametrize(
    "schema",
    [
        doubled(20),
        nested(20, lambda inner: {"anyOf": [inner], "unevaluatedProperties": False}, {"minProperties": 1}),
        nested(20, lambda inner: {"contains": inner, "unevaluatedItems": False}, {}),
    ],
)
def test_work_that_explodes_is_refused(schema: Any) -> None:
    """Where subschemas are applied over and over, the engine is not asked, and the next backend is."""
    with pytest.raises(UnsupportedSchema, match="times to one value"):
        schemaval.compile(schema, backend="jsonschema")
    assert schemaval.compile(schema, backend=("jsonschema", "reference")).backend == "reference"


def test_unevaluated_in_rows_costs_no_more_than_its_levels() -> None:
    """Where no branch is judged again, nested `unevaluatedProperties` are asked once a level."""
    schema: Any = nested(
        40, lambda inner: {"allOf": [inner], "unevaluatedProperties": False}, {"properties": {"a": {}}}
    )
    validator = schemaval.compile(schema, backend="jsonschema")
    assert validator.is_valid({"a": 1})
    assert not validator.is_valid({"b": 1})


TWICE = {"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}]}


def test_recursion_that_explodes_is_refused() -> None:
    """A recursive schema that applies itself twice to one child is the evaluator's, which remembers."""
    with pytest.raises(UnsupportedSchema, match="more than once to one member"):
        schemaval.compile(TWICE, backend="jsonschema")


def test_depth_of_the_default_limit_is_judged() -> None:
    """A recursive schema judges instances of two hundred levels."""
    validator = schemaval.compile({"type": "object", "additionalProperties": {"$ref": "#"}}, backend="jsonschema")
    assert validator.is_valid(nested(199, lambda inner: {"a": inner}, {}))
    assert not validator.is_valid(nested(199, lambda inner: {"a": inner}, 1))


def at_offset(frames: int, ask: Callable[[], Any]) -> Any:
    """What `ask` answers or raises, with so many more frames on the stack."""
    if frames:
        return at_offset(frames - 1, ask)
    try:
        return ask()
    except BaseException as error:  # noqa: BLE001 - a panic is a BaseException
        return type(error).__name__


def test_an_exhausted_stack_never_panics() -> None:
    """The engine by itself lets a BaseException of its Rust maps out; ours has none in its way."""
    by_itself = jsonschema.Draft202012Validator({"not": {"$ref": "#"}}, registry=Registry())
    assert "PanicException" in {at_offset(frames, lambda: by_itself.is_valid(1)) for frames in range(60)}
    validator = schemaval.compile({"not": {"not": {"properties": {"a": {"$ref": "#"}}}}}, backend="jsonschema")
    instance = nested(sys.getrecursionlimit(), lambda inner: {"a": inner}, {})
    assert {at_offset(frames, lambda: validator.is_valid(instance)) for frames in range(60)} == {"LimitExceeded"}


# the gate


def test_malformed_values_are_refused_by_name() -> None:
    """What the metaschema lets pass though no keyword means it is refused, with its pointer."""
    with pytest.raises(UnsupportedSchema) as caught:
        schemaval.compile({"properties": {"a": {"$ref": 5}}}, backend="jsonschema", dialect="draft-04")
    assert [(reason.pointer, reason.keyword) for reason in caught.value.reasons] == [("/properties/a/$ref", "$ref")]


def test_the_limit_of_enum_values_holds() -> None:
    """It is met at compile, as with the evaluator."""
    with pytest.raises(LimitExceeded, match="max_enum_values"):
        schemaval.compile({"enum": [1, 2, 3]}, backend="jsonschema", limits=schemaval.Limits(max_enum_values=2))
