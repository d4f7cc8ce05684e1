"""Equality of JSON values by keys, against a slow comparison that is plainly right."""

import time
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.equality import Keys, Known, equal, key, unique
from schemaval.errors import LimitExceeded, NotJSON


def number(value: Any) -> Fraction:
    """A number as its JSON text means it: a float is the decimal number that it is written as."""
    return Fraction(Decimal(repr(value)) if type(value) is float else value)


def plainly_equal(left: Any, right: Any) -> bool:
    """JSON equality as the specification words it, case by case."""
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, str) or isinstance(right, str):
        return type(left) is type(right) and left == right
    if isinstance(left, (int, float, Decimal)) and isinstance(right, (int, float, Decimal)):
        return number(left) == number(right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(plainly_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(plainly_equal(left[name], right[name]) for name in left)
    return False


WHOLE = st.integers(-3, 3) | st.sampled_from(
    [2**53 - 1, 2**53, 2**53 + 1, 2**61 - 1, 2**61, 2**62, 10**22, 10**23, 10**400]
)
NUMBERS = st.one_of(
    WHOLE,
    WHOLE.map(lambda n: -n),
    WHOLE.filter(lambda n: n < 10**300).map(float),
    WHOLE.map(Decimal),
    st.sampled_from([0.1, Decimal("0.1"), Decimal("0.10"), 1.5, Decimal("1.50"), -0.0, Decimal("-0"), Decimal("0E+9")]),
    st.sampled_from([Decimal("1E+22"), 1e22, 1e23, Decimal("1E+23"), 5e-324, Decimal("5E-324"), Decimal("1E+400")]),
    st.sampled_from([Decimal("0.1000000000000000055511151231257827"), Decimal("1E-400"), 1e308, 2.0**61, 2.0**53 + 2]),
)
VALUES = st.recursive(
    NUMBERS | st.booleans() | st.none() | st.sampled_from(["", "a", "b", "[", "n", "d", "0", "0x1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=2).map(tuple)
        | st.dictionaries(st.sampled_from("ab"), inner)
    ),
    max_leaves=5,
)


@given(VALUES, VALUES)
def test_keys_are_equal_exactly_when_values_are(left: Any, right: Any) -> None:
    """Two values have one key, and one hash, exactly when they are equal."""
    same = plainly_equal(left, right)
    assert (key(left) == key(right)) is same
    assert equal(left, right) is same
    if same:
        assert hash(key(left)) == hash(key(right))


@given(NUMBERS, NUMBERS)
def test_numbers_are_equal_by_what_they_are_written_as(left: Any, right: Any) -> None:
    """Of all pairs of numbers, those are equal that write the same decimal number."""
    assert equal([left], (right,)) is (number(left) == number(right))


@given(st.lists(VALUES, max_size=5))
def test_unique_finds_any_two_that_are_equal(items: list[Any]) -> None:
    """An array is unique when no two of its items are equal."""
    assert unique(items) is not any(plainly_equal(a, b) for n, a in enumerate(items) for b in items[:n])


@given(VALUES, st.lists(VALUES, max_size=4))
def test_known_values_are_those_that_equal_one(value: Any, values: list[Any]) -> None:
    """A set of values has exactly those that are equal to one of its own."""
    known = Known(values)
    assert known.has(value, Keys(tokens=known.tokens)) is any(plainly_equal(value, each) for each in values)
    assert all(known.has(each, Keys(tokens=known.tokens)) for each in values)


@given(st.lists(VALUES, max_size=5))
def test_unique_is_the_same_whatever_is_remembered(items: list[Any]) -> None:
    """Where containers are remembered the answers are the same."""
    keys = Keys(tokens=defaultdict(object), is_wary=True)
    assert unique([items, *items, items], keys=keys) is False
    assert unique(items, keys=keys) is unique(items)


class Odd(dict[str, Any]):
    """A dict whose own methods say nothing."""

    def items(self) -> Any:
        """Nothing."""
        return []


class OddList(list[Any]):
    """A list whose own methods say nothing."""

    def __iter__(self) -> Any:
        return iter([])


def test_subclasses_are_read_by_the_built_in_methods() -> None:
    """A subclass of dict or list equals what it holds, whatever its own methods say."""
    assert equal(Odd(a=1), {"a": 1})
    assert equal(OddList([1]), [1])
    assert not equal(Odd(a=1), {})


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), {1}, b"a", object(), 10**4_300],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_json_has_no_key(value: Any) -> None:
    """NaN, infinity and other objects are NotJSON, also inside."""
    for holder in (value, [value], {"a": value}):
        with pytest.raises(NotJSON):
            key(holder)


@pytest.mark.parametrize(
    "items",
    [
        [n * (2**61 - 1) for n in range(20_000)],
        [-n * (2**61 - 1) for n in range(20_000)],
        [n * (2**61 - 1) + 1 for n in range(20_000)],
        [float(n * 2**61) for n in range(20_000)],
        [[n * (2**61 - 1)] for n in range(20_000)],
        [{"a": n * (2**61 - 1)} for n in range(20_000)],
        [Decimal(n) * (2**61 - 1) for n in range(20_000)],
        [n << 32 for n in range(20_000)],
        [str(n) for n in range(20_000)],
    ],
    ids=range(9),
)
def test_no_choice_of_values_makes_comparing_slow(items: list[Any]) -> None:
    """20,000 distinct values whose plain hashes would collide are told apart in less than a second."""
    start = time.process_time()
    assert unique(items)
    assert time.process_time() - start < 1


def shared(levels: int, name: str | None = None) -> Any:
    """2**levels leaves in so many containers."""
    value: Any = []
    for _ in range(levels):
        value = [value, value] if name is None else {name: value, name * 2: value}
    return value


@pytest.mark.parametrize("name", [None, "a"])
def test_containers_that_stand_in_many_places_are_compared_once(name: str | None) -> None:
    """Two values with a thousand million leaves each, in thirty containers, are compared in less than a second."""
    start = time.process_time()
    assert equal(shared(30, name), shared(30, name))
    assert not unique([shared(30, name), shared(30, name)])
    assert unique([shared(30, name), shared(31, name)])
    known = Known([shared(10, name)])
    assert not known.has(shared(30, name), Keys(tokens=known.tokens))
    assert time.process_time() - start < 1


def test_near_copies_are_compared_in_time_linear_in_what_is_held() -> None:
    """Large values that share all but one member are told apart in less than a second."""
    big = {f"k{i}": list(range(20)) for i in range(2_000)}
    start = time.process_time()
    assert unique([{**big, "k1999": [i]} for i in range(100)])
    assert time.process_time() - start < 1


def test_work_is_bounded() -> None:
    """More members than may be looked at are LimitExceeded, in a key that stands alone and among compared ones."""
    with pytest.raises(LimitExceeded) as caught:
        key(shared(30))
    assert caught.value.limit == "max_steps"
    with pytest.raises(LimitExceeded):
        unique([[n, n] for n in range(100)], keys=Keys(1_599, tokens=defaultdict(object)))
    keys = Keys(1_600, tokens=defaultdict(object))
    assert unique([[n, n] for n in range(100)], keys=keys)
    assert keys.left == 0


def test_depth_is_bounded() -> None:
    """A value nested deeper than `max_depth` is LimitExceeded; without a bound the stack is the bound."""
    value: Any = 1
    for _ in range(50):
        value = [value]
    assert key(value, max_depth=50) == key(value)
    with pytest.raises(LimitExceeded):
        key(value, max_depth=49)
