"""What is a JSON value in Python, and what is not."""

import sys
from decimal import Decimal
from typing import Any

import pytest

from schemaval.errors import LimitExceeded, NotJSON
from schemaval.jsonvalue import as_count, check, has_decimal, type_name


class Named(dict[str, Any]):
    """A subclass of dict."""


class Items(list[Any]):
    """A subclass of list."""


class Text(str):
    """A subclass of str."""

    __slots__ = ()


class Number(int):
    """A subclass of int."""


class Real(float):
    """A subclass of float."""


JSON_VALUES: list[Any] = [None, True, 1, -1, 1.5, Decimal("1.5"), "a", "é", "\U0001f600", [], {}, (), (1, [2])]
JSON_VALUES += [{"é": 1}, Named(a=1), Items([1]), 10**4_299, -(10**4_299), 10**4_300 - 1, 5e-324]


@pytest.mark.parametrize("value", JSON_VALUES, ids=lambda value: type(value).__name__)
def test_what_is_json(value: Any) -> None:
    """These are JSON values, alone and inside of others."""
    for holder in (value, [value], {"a": value}, {"a": {"b": (value, value)}}):
        check(holder)
        check(holder, max_depth=5)


NOT_JSON: list[tuple[Any, str]] = [
    (float("nan"), "float"),
    (float("inf"), "float"),
    (Decimal("NaN"), "Decimal"),
    (Decimal("sNaN"), "Decimal"),
    (Decimal("-Infinity"), "Decimal"),
    ("\ud800", "str"),
    ("a\udfff", "str"),
    (10**4_300, "int"),
    (-(10**4_300), "int"),
    (b"a", "bytes"),
    ({1}, "set"),
    (object(), "object"),
    (1j, "complex"),
    (Text("a"), "Text"),
    (Number(1), "Number"),
    (Real(1), "Real"),
    (range(3), "range"),
]


@pytest.mark.parametrize(("value", "name"), NOT_JSON, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("max_depth", [None, 10])
def test_what_is_not_json_is_named_with_its_pointer(value: Any, name: str, max_depth: int | None) -> None:
    """NotJSON says where the culprit stands and of which Python type it is, and not what it is."""
    for holder, where in (
        (value, ""),
        ([0, value], "/1"),
        ({"a/b": {"c": value}}, "/a~1b/c"),
        (({"a": [value]},), "/0/a/0"),
    ):
        with pytest.raises(NotJSON) as caught:
            check(holder, max_depth=max_depth)
        assert (caught.value.pointer, caught.value.type_name) == (where, name)


@pytest.mark.parametrize("name", [1, None, True, 1.5, (1,), Text("a"), b"a"])
def test_names_are_strings(name: Any) -> None:
    """A property name that is no str is NotJSON at its object."""
    for value, where in (({name: 1}, ""), ({"a": [{"b": 1, name: 2}]}, "/a/0")):
        with pytest.raises(NotJSON) as caught:
            check(value)
        assert (caught.value.pointer, caught.value.type_name) == (where, type(name).__name__)


def test_a_name_may_not_hold_a_lone_surrogate() -> None:
    """Nor may a property name."""
    with pytest.raises(NotJSON):
        check({"\ud800": 1})


def cycles() -> list[Any]:
    """Values that contain themselves."""
    array: list[Any] = [1]
    array.append(array)
    mapping: dict[str, Any] = {"a": 1}
    mapping["b"] = [{"c": mapping}]
    named = Named()
    named["a"] = (named,)
    return [array, mapping, named, [0, mapping]]


@pytest.mark.parametrize("value", cycles(), ids=["array", "object", "subclass", "inside"])
@pytest.mark.parametrize("max_depth", [None, 100])
def test_what_contains_itself_is_a_limit(value: Any, max_depth: int | None) -> None:
    """A cycle is LimitExceeded, never endless; the same value in two places is no cycle."""
    with pytest.raises(LimitExceeded, match="contains itself"):
        check(value, max_depth=max_depth)
    shared = {"a": [1]}
    check([shared, shared, {"b": shared}], max_depth=max_depth)


def test_depth_is_counted_in_containers() -> None:
    """`max_depth` containers may nest, one more is LimitExceeded; without a bound depth is no matter."""
    for wrap in (lambda inner: [inner], lambda inner: {"a": inner}, lambda inner: (inner,)):
        value: Any = 1
        for depth in range(1, 20):
            value = wrap(value)
            check(value, max_depth=depth)
            with pytest.raises(LimitExceeded) as caught:
                check(value, max_depth=depth - 1, depth_limit="max_schema_depth")
            assert caught.value.limit == "max_schema_depth"
        for _ in range(20_000):
            value = wrap(value)
        check(value)
        while value != 1:  # the interpreter takes deep values apart by recursion of its own
            value = next(iter(value.values() if isinstance(value, dict) else value))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (1, "integer"),
        (10**400, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        (Decimal("2.0"), "integer"),
        (Decimal("1E+5"), "integer"),
        (Decimal("0.5"), "number"),
        (True, "boolean"),
        (None, "null"),
        ("", "string"),
        ([], "array"),
        ((), "array"),
        (Items(), "array"),
        ({}, "object"),
        (Named(), "object"),
        (b"", "bytes"),
    ],
)
def test_type_names(value: Any, name: str) -> None:
    """Each value has the name of its JSON type; whole numbers are integers however they are written."""
    assert type_name(value) == name


@pytest.mark.parametrize(
    ("number", "count"),
    [(0, 0), (10**4299, 10**4299), (3.0, 3), (Decimal("3.0"), 3), (1e308, sys.maxsize), (Decimal("1E+9"), 10**9)],
)
def test_counts(number: Any, count: int) -> None:
    """A whole number of any kind is an int, or the longest length where it is beyond all."""
    assert as_count(number) == count
    assert type(as_count(number)) is int


def test_a_count_of_a_billion_digits_is_never_written_out() -> None:
    """Nine characters of a Decimal cost nothing."""
    assert as_count(Decimal("1E+999999999999")) == sys.maxsize


def test_a_decimal_is_found_wherever_it_stands() -> None:
    """`has_decimal` looks into containers of all kinds, and ends on cycles."""
    for value in (Decimal(1), [1, (Decimal(1),)], {"a": Named(b=[Decimal(1)])}):
        assert has_decimal(value)
    assert not any(has_decimal(value) for value in [*cycles(), 1, [1.5], {"a": "1"}])


def test_a_container_in_many_places_is_looked_at_once() -> None:
    """Lists that each hold the one before twice are looked at once each; those that stand in a million places, refused.

    Nothing that reads a value as the tree that JSON makes of it would ever be done.
    """
    value: Any = []
    for _ in range(18):
        value = [value, value]
    check(value)
    for _ in range(42):
        value = [value, value]
    with pytest.raises(LimitExceeded) as caught:
        check(value)
    assert caught.value.limit == "max_instance_bytes"
    check([[0]] * 900_000)
