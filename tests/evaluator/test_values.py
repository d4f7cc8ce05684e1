"""What a Python value is as an instance: a JSON value, or NotJSON, and never what its methods pretend."""

import datetime as dt
import enum
from collections import OrderedDict, namedtuple
from decimal import Decimal
from typing import Any

import pytest

import schemaval
from schemaval import NotJSON

INF, NAN = float("inf"), float("nan")


class Number(enum.IntEnum):
    """An int of its own kind."""

    ONE = 1


class Text(enum.StrEnum):
    """A str of its own kind."""

    A = "a"


class EqualText(str):
    """A text that is equal to any other."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, _other: object) -> bool:
        return True


class LyingDict(dict[str, Any]):
    """An object that tells of itself what is not so."""

    def __getitem__(self, _name: str) -> Any:
        return 1

    def __iter__(self) -> Any:
        return iter(("x",))

    def __len__(self) -> int:
        return 1

    def __bool__(self) -> bool:
        return False

    def __eq__(self, _other: object) -> bool:
        return True

    def __contains__(self, _name: object) -> bool:
        return True

    def keys(self) -> Any:
        """Another name."""
        return {"x": 1}.keys()

    def items(self) -> Any:
        """Another member."""
        return {"x": 1}.items()

    def values(self) -> Any:
        """Another value."""
        return [1]

    def get(self, _name: str, _default: Any = None) -> Any:
        """Another value."""
        return 1

    __hash__ = None


class LyingList(list[Any]):
    """An array that tells of itself what is not so."""

    def __getitem__(self, _index: Any) -> Any:
        return 1

    def __iter__(self) -> Any:
        return iter((1,))

    def __len__(self) -> int:
        return 1

    def __bool__(self) -> bool:
        return False

    def __eq__(self, _other: object) -> bool:
        return True

    def __contains__(self, _item: object) -> bool:
        return True

    __hash__ = None


Pair = namedtuple("Pair", "a b")  # noqa: PYI024 - a tuple of another kind is wanted, and no more
ELEVEN_DEEP = {"a": {"b": [1, {"c": "x"}]}}


def compiled(schema: Any) -> schemaval.Validator:
    """The reference evaluator's validator."""
    return schemaval.compile(schema, backend="reference")


JSON_VALUES: list[tuple[str, Any, Any]] = [
    ("object", {"a": 1}, {"a": 1}),
    ("array", [1, "x"], [1, "x"]),
    ("array", (1, "x"), [1, "x"]),
    ("object", OrderedDict(a=1), {"a": 1}),
    ("object", LyingDict(a=1, b=2), {"a": 1, "b": 2}),
    ("array", LyingList((1, 2)), [1, 2]),
    ("string", "a", "a"),
    ("integer", 10**4299, 10**4299),
    ("number", 1.5, 1.5),
    ("number", Decimal("1.5"), 1.5),
    ("integer", Decimal("1E+999999999"), Decimal("1E+999999999")),
    ("boolean", True, True),
    ("null", None, None),
]


@pytest.mark.parametrize(("kind", "value", "plain"), JSON_VALUES)
def test_a_json_value_is_judged_as_what_it_is(kind: str, value: Any, plain: Any) -> None:
    """Its type, its equality and its place in containers are those of the plain value; nothing of it is called."""
    assert compiled({"type": kind}).is_valid(value)
    assert compiled({"type": kind}).violations(value) == []
    assert not compiled({"type": "null" if kind != "null" else "string"}).is_valid(value)
    for schema, instance in (
        ({"const": plain}, value),
        ({"enum": ["z", plain]}, value),
        ({"items": {"const": plain}}, [value]),
    ):
        validator = compiled(schema)
        assert validator.is_valid(instance)
        assert validator.violations(instance) == []
        assert validator.evaluate(instance).valid
    assert not compiled({"uniqueItems": True}).is_valid([value, plain])


def test_lying_objects_are_read_by_the_built_in_methods() -> None:
    """No keyword for objects believes what a subclass of dict says of itself; violations lead to what it holds."""
    value = LyingDict(a=1, b="two")
    expected = {
        "maxProperties": (1, False),
        "minProperties": (2, True),
        "required": (["x"], False),
        "properties": ({"b": {"type": "string"}}, True),
        "additionalProperties": ({"type": "integer"}, False),
        "patternProperties": ({"^b$": {"type": "integer"}}, False),
        "propertyNames": ({"enum": ["x"]}, False),
        "dependentRequired": ({"a": ["x"]}, False),
        "dependentSchemas": ({"x": False}, True),
        "unevaluatedProperties": (False, False),
        "const": ({"x": 1}, False),
        "not": ({"required": ["x"]}, True),
    }
    for keyword, (argument, valid) in expected.items():
        for schema, instance in (
            ({keyword: argument}, value),
            ({"items": {keyword: argument}}, LyingList([value])),
            ({keyword: argument, "$defs": {"r": {"items": {"$ref": "#"}}}, "$ref": "#/$defs/r"}, value),
        ):
            validator = compiled(schema)
            assert validator.is_valid(instance) is valid, schema
            assert (validator.violations(instance) == []) is valid, schema
            assert validator.evaluate(instance).valid is valid
    found = compiled({"additionalProperties": {"type": "null"}}).violations(LyingDict(b=1, a=LyingDict()))
    assert [each.pointer for each in found] == ["/b", "/a"]


def test_lying_arrays_are_read_by_the_built_in_methods() -> None:
    """No keyword for arrays believes what a subclass of list says of itself."""
    value = LyingList(["x", "y", "y"])
    expected = {
        "maxItems": (1, False),
        "minItems": (3, True),
        "items": ({"type": "string"}, True),
        "prefixItems": ([{"const": "x"}, {"const": "y"}], True),
        "contains": ({"const": 1}, False),
        "maxContains": (1, True),
        "uniqueItems": (True, False),
        "unevaluatedItems": ({"type": "integer"}, False),
        "const": ([1], False),
    }
    for keyword, (argument, valid) in expected.items():
        validator = compiled({keyword: argument})
        assert validator.is_valid(value) is valid, keyword
        assert (validator.violations(value) == []) is valid, keyword
    found = compiled({"items": {"type": "null"}}).violations(LyingList([None, LyingList([1]), "x"]))
    assert [each.pointer for each in found] == ["/1", "/2"]


NO_JSON: dict[str, tuple[Any, str]] = {
    "NaN": (NAN, "float"),
    "infinity": (INF, "float"),
    "minus infinity": (-INF, "float"),
    "Decimal NaN": (Decimal("NaN"), "Decimal"),
    "Decimal sNaN": (Decimal("sNaN"), "Decimal"),
    "Decimal infinity": (Decimal("-Infinity"), "Decimal"),
    "IntEnum": (Number.ONE, "Number"),
    "StrEnum": (Text.A, "Text"),
    "a subclass of str": (EqualText("a"), "EqualText"),
    "bytes": (b"a", "bytes"),
    "bytearray": (bytearray(b"a"), "bytearray"),
    "date": (dt.date(2024, 5, 1), "date"),
    "set": ({1, 2}, "set"),
    "range": (range(2), "range"),
    "namedtuple": (Pair(1, 2), "Pair"),
    "object": (object(), "object"),
    "complex": (1j, "complex"),
    "an integer of 5,000 digits": (10**4_999, "int"),
    "an integer of 4,301 digits": (-(10**4_300), "int"),
    "lone surrogate": ("\ud800", "str"),
    "int key": ({1: 2}, "int"),
    "key of its own kind": ({Text.A: 2}, "Text"),
    "surrogate key": ({"\udfff": 2}, "str"),
    "None key": ({None: 2}, "NoneType"),
}
SCHEMAS: list[Any] = [
    True,
    {},
    {"type": ["object", "array", "string", "number", "boolean", "null"]},
    {"type": "integer"},
    {"enum": ["a", 1, [1, 2]]},
    {"const": {"a": 1}},
    {"minimum": 1, "maximum": 2**60, "exclusiveMinimum": 0.5, "multipleOf": 0.5},
    {"multipleOf": 3},
    {"minLength": 1, "pattern": "a"},
    {"uniqueItems": True, "items": {"type": "integer"}},
    {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"patternProperties": {"a": True}},
    {"propertyNames": {"maxLength": 1}},
    {"required": ["a"], "dependentRequired": {"a": ["b"]}},
    {"anyOf": [{"type": "string"}, {"type": "number"}]},
    {"not": {"type": "number"}},
    {"allOf": [{}], "unevaluatedProperties": False, "unevaluatedItems": False},
    {"contains": {"const": 1}, "$ref": "#/$defs/r", "$defs": {"r": {"items": {"$ref": "#"}}}},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@pytest.mark.parametrize(("value", "type_name"), NO_JSON.values(), ids=NO_JSON)
def test_what_is_no_json_value_is_told_so(schema: Any, value: Any, type_name: str) -> None:
    """Wherever it stands, all but `is_valid` raise NotJSON with its place and type; `is_valid` raises nothing else."""
    validator = compiled(schema)
    for instance, where in ((value, ""), ([0, value], "/1"), ({"a": {"b/": (value,)}}, "/a/b~1/0")):
        for ask in (validator.violations, validator.validate, validator.evaluate, validator.normalise, validator.mends):
            with pytest.raises(NotJSON) as caught:
                ask(instance)
            assert (caught.value.pointer, caught.value.type_name) == (where, type_name)
        try:
            assert validator.is_valid(instance) in (True, False)
        except NotJSON as error:
            assert error.type_name == type_name  # noqa: PT017 - raising is one of two right answers


@pytest.mark.parametrize("value", [NAN, INF, -INF, Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity")])
@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number"},
        {"type": "integer"},
        {"minimum": 0},
        {"maximum": 0},
        {"exclusiveMinimum": 2**60},
        {"exclusiveMaximum": 0.5},
        {"multipleOf": 2},
        {"enum": [1]},
        {"const": 1.5},
        {"not": {"type": "string", "enum": ["x"]}, "type": "number"},
    ],
)
def test_a_keyword_that_looks_at_it_never_lets_nan_or_infinity_pass(schema: Any, value: Any) -> None:
    """`is_valid` raises NotJSON or says False, for the number alone and inside."""
    for wrapped, instance in (
        (schema, value),
        ({"items": schema}, [value]),
        ({"properties": {"a": schema}}, {"a": value}),
    ):
        try:
            verdict = compiled(wrapped).is_valid(instance)
        except NotJSON:
            verdict = False
        assert verdict is False


def test_an_integer_of_4300_digits_is_a_number() -> None:
    """The longest integer that JSON text may hold passes all keywords, and breaks bounds with a bounded message."""
    value = 10**4_300 - 1
    assert compiled({"type": "integer", "minimum": 0, "multipleOf": 9, "not": {"const": 1}}).is_valid(value)
    (found,) = compiled({"maximum": 5}).violations(value)
    assert len(found.message) < 100
    (found,) = compiled({"minimum": value}).violations(5)
    assert len(found.message) < 200
