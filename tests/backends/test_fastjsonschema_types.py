"""The engine's tests of types, as they are rewritten: no value's own method has a say in a verdict."""

import math
from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Any

import pytest

import schemaval
from schemaval.backends.lowering.fastjsonschema.typetests import NAMES, by_type


def compiled(schema: Any) -> schemaval.Validator:
    """A validator of the engine's."""
    return schemaval.compile(schema, backend="fastjsonschema")


# the text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = isinstance(data, dict)", "x = (type(data) is dict or OTHER[type(data)])"),
        ("if not isinstance(data, (str)):", "if not (type(data) is str or OTHER[type(data)]):"),
        ("if not isinstance(v, (int, NoneType)) or isinstance(v, bool):",
         "if not (type(v) is int or v is None or OTHER[type(v)]):"),
        ("if isinstance(v, (int, float)) and not isinstance(v, bool):",
         "if (type(v) is int or type(v) is float and v - v == 0.0 or NO_FLOAT[type(v)]):"),
        ("if isinstance(v, int) and isinstance(0.5, int):",
         "if (type(v) is int or OTHER[type(v)]) and isinstance(0.5, int):"),
        ("if not (isinstance(v['a b\\'[0]'][1], str) and 1):",
         "if not ((type(v['a b\\'[0]'][1]) is str or OTHER[type(v['a b\\'[0]'][1])]) and 1):"),
        ("if not (isinstance(v, bool) and v is True):", "if not ((type(v) is bool or OTHER[type(v)]) and v is True):"),
    ],
)  # fmt: skip
def test_a_test_of_types_is_one_of_the_exact_type(line: str, expected: str) -> None:
    """What is of none of the types is looked up, in a table without the types that are no JSON."""
    assert by_type(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        'if "isinstance(data, str)" in data_keys:',
        'raise JsonSchemaValueException("isinstance(data, str) or \\" isinstance(data, int)")',
        "if v == 'isinstance(data, str)' or v == \"it's isinstance(data, str)\":",
        "if v == '\\\\' or v == 'isinstance(data, str)':",
    ],
)
def test_texts_are_left_alone(line: str) -> None:
    """Names and constants that look like code stay what they are."""
    assert by_type(line) == line


@pytest.mark.parametrize("line", ["if isinstance(f(data), str):", "if isinstance(data, str | int):", "len(set(fn(x)))"])
def test_a_test_of_an_unknown_form_is_refused(line: str) -> None:
    """A release of the engine that tests otherwise is not guessed at."""
    with pytest.raises(SyntaxError, match="known form"):
        by_type(line)


def test_names_that_look_like_code_are_names() -> None:
    """In schemas too."""
    name = "isinstance(data, dict)"
    validator = compiled({"properties": {name: {"enum": [name, {name: [name]}]}}, "additionalProperties": False})
    assert validator.is_valid({name: name})
    assert validator.is_valid({name: {name: [name]}})
    assert not validator.is_valid({name: "x"})
    assert not validator.is_valid({"x": name})


# values


def _boom(*_: object) -> Any:
    raise AssertionError


class Bare(dict[str, Any]):
    """Holds what it holds, and says nothing of it."""

    __len__ = __iter__ = __contains__ = __getitem__ = __eq__ = __bool__ = _boom
    keys = items = values = get = _boom
    __hash__ = _boom  # type: ignore[assignment]  # the built-in type has none, this one raises


class BareList(list[Any]):
    """Holds what it holds, and says nothing of it."""

    __len__ = __iter__ = __contains__ = __getitem__ = __eq__ = __bool__ = _boom
    __hash__ = _boom  # type: ignore[assignment]  # the built-in type has none, this one raises


def _yes(*_: object) -> Any:
    return True


def _no(*_: object) -> Any:
    return False


def _nothing(*_: object) -> Any:
    return 0


class Any5(int):
    """Equal to everything, and within all bounds."""

    __eq__ = __ge__ = __le__ = _yes
    __ne__ = __lt__ = __gt__ = _no
    __mod__ = __sub__ = _nothing
    __hash__ = int.__hash__


class AnyFloat(float):
    """Within all bounds, and whole."""

    __lt__ = __gt__ = _no
    is_integer = _yes


class AnyText(str):
    """Equal to everything, and short."""

    __slots__ = ()
    __eq__ = _yes
    __len__ = _nothing
    __hash__ = str.__hash__


class Mock:
    """Says that it is a dict."""

    __class__ = dict  # type: ignore[assignment]  # as mocks do
    __len__ = __iter__ = __contains__ = keys = items = values = get = _boom


class Fickle:
    """Cannot even be asked what it is."""

    @property  # type: ignore[misc]  # of other classes it is an attribute that can be set
    def __class__(self) -> Any:
        """Raises."""
        return _boom()


class Colour(StrEnum):
    """Texts with names."""

    RED = "red"


class Number(IntEnum):
    """Numbers with names."""

    ONE = 1


TREE = {"properties": {"a": {"$ref": "#"}}, "required": ["b"]}
READ: list[tuple[Any, Any, bool]] = [
    ({"required": ["a"]}, Bare(a=1), True),
    ({"maxProperties": 0}, Bare(a=1), False),
    ({"minProperties": 1}, Bare(a=1), True),
    ({"additionalProperties": False}, Bare(a=1), False),
    ({"patternProperties": {"a": False}}, Bare(a=1), False),
    ({"propertyNames": {"maxLength": 0}}, Bare(a=1), False),
    ({"dependentRequired": {"a": ["b"]}}, Bare(a=1), False),
    ({"properties": {"x": {"properties": {"a": False}}}}, {"x": Bare(a=1)}, False),
    ({"enum": ["a", {"a": [1]}]}, Bare(a=BareList([1])), True),
    ({"enum": ["a", {"a": [1]}]}, {"a": BareList([2])}, False),
    ({"const": [{"a": 1}]}, [Bare(a=1)], True),
    ({"uniqueItems": True}, [Bare(a=1), Bare(a=1)], False),
    ({"uniqueItems": True, "items": {"type": "string"}}, [Bare(a=1)], False),
    ({"anyOf": [{"required": ["b"]}, {"required": ["a"]}]}, Bare(a=1), True),
    ({"not": {"required": ["a"]}}, Bare(a=1), False),
    (TREE, {"a": Bare(a=1), "b": 1}, False),
    (TREE, Bare(a={"b": 1}, b=1), True),
    ({"items": {"type": "integer"}}, BareList([1, "a"]), False),
    ({"items": {"type": "integer"}}, BareList([1, 2]), True),
    ({"maxItems": 0}, BareList([1]), False),
    ({"prefixItems": [{"type": "string"}]}, BareList([1]), False),
    ({"contains": {"const": 5}}, BareList([1, 5]), True),
    ({"uniqueItems": True}, BareList([1, 1]), False),
    ({"type": "array"}, BareList([1]), True),
]


@pytest.mark.parametrize(("schema", "instance", "expected"), READ)
def test_containers_of_other_classes_are_read_by_the_built_in_methods(
    schema: Any, instance: Any, *, expected: bool
) -> None:
    """Their own methods are not called, wherever they stand and whatever keyword meets them."""
    assert compiled(schema).is_valid(instance) is expected


SCALARS: list[tuple[Any, Callable[[], Any]]] = [
    ({"enum": ["b", "c"]}, lambda: AnyText("a")),
    ({"enum": list("bcdefgh")}, lambda: AnyText("a")),
    ({"const": {"a": ["b"]}}, lambda: {"a": [AnyText("a")]}),
    ({"uniqueItems": True, "items": {"type": "string"}}, lambda: ["b", AnyText("b")]),
    ({"maxLength": 1}, lambda: AnyText("abc")),
    ({"pattern": "b"}, lambda: AnyText("a")),
    ({"type": "string"}, lambda: AnyText("a")),
    ({"maximum": 5}, lambda: Any5(9)),
    ({"exclusiveMinimum": 10}, lambda: Any5(9)),
    ({"const": 5}, lambda: Any5(9)),
    ({"multipleOf": 5}, lambda: Any5(9)),
    ({"items": {"type": "integer"}}, lambda: [Any5(9)]),
    ({"anyOf": [{"const": 1}, {"type": "integer"}]}, lambda: Any5(9)),
    ({"type": "integer"}, lambda: AnyFloat(1.5)),
    ({"maximum": 5}, lambda: AnyFloat(9)),
    ({"minimum": 2}, lambda: Number.ONE),
    ({"const": "green"}, lambda: Colour.RED),
    ({"required": ["a"]}, Mock),
    ({"not": {"required": ["a"]}}, Mock),
    ({"maxLength": 1}, Fickle),
    (TREE, lambda: {"a": Mock(), "b": 1}),
]


@pytest.mark.parametrize(("schema", "make"), SCALARS)
def test_other_classes_are_no_json(schema: Any, make: Callable[[], Any]) -> None:
    """No keyword that looks at them believes what they say."""
    with pytest.raises(schemaval.NotJSON):
        compiled(schema).is_valid(make())


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity")])
@pytest.mark.parametrize(
    "asked",
    [{"type": "number"}, {"type": "integer"}, {"minimum": 1}, {"maximum": 1}, {"multipleOf": 0.5}, {"enum": [1, 2]}],
)
def test_what_is_not_finite_is_no_json(asked: Any, value: Any) -> None:
    """It is never judged by a keyword about numbers, nor its contrary by `not`."""
    for schema in (asked, {"not": asked}, {"anyOf": [asked, {"type": "string"}]}):
        with pytest.raises(schemaval.NotJSON):
            compiled({"items": schema}).is_valid([value])


def test_strings_are_told_apart_by_a_set() -> None:
    """Where all items are strings, booleans and nulls, no key is made of each."""
    validator = compiled({"type": "array", "uniqueItems": True, "items": {"type": ["string", "boolean", "null"]}})
    assert validator.is_valid(["a", "b", True, False, None])
    assert not validator.is_valid(["a", None, "a"])
    assert not validator.is_valid([True, True])
    assert not validator.is_valid(["a", 1])


def test_the_code_asks_for_no_instance() -> None:
    """What is generated looks at types alone."""
    schema = {"type": "object", "properties": {"a": {"type": ["integer", "null"], "minimum": 3}, "b": {"const": [1]}}}
    code = compiled(schema).engine_is_valid.__code__
    assert "isinstance" not in code.co_names
    assert NAMES.keys() & set(code.co_names)
