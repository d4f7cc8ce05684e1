"""Python results as JSON: what their encoding means, or a refusal with a pointer."""

import dataclasses
import datetime as dt
import json
import threading
from array import array
from collections import OrderedDict, UserDict, UserString, deque
from decimal import Decimal
from enum import Enum, IntEnum
from ipaddress import ip_address, ip_network
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AnyUrl, SecretStr
from pydantic.fields import FieldInfo

from schemaval import converting, jsonvalue
from schemaval.converting import to_json, written
from schemaval.errors import LimitExceeded, NotJSON


@dataclasses.dataclass
class Point:
    """A dataclass."""

    x: Any
    y: Any = None


class Row(NamedTuple):
    """A named tuple."""

    x: int
    y: int


class Colour(Enum):
    """An enumeration of texts and arrays."""

    RED = "red"
    RGB = (1, 2, 3)


class Level(IntEnum):
    """An enumeration of integers."""

    HIGH = 2


class Model:
    """A stand-in for a pydantic model: what it is asked for is `model_dump(mode="json")`."""

    def __init__(self, dumped: Any) -> None:
        self.dumped = dumped

    def model_dump(self, *, mode: str) -> Any:
        """What it holds, called or as it is."""
        assert mode == "json"
        return self.dumped() if callable(self.dumped) else self.dumped


class Array:
    """A stand-in for a numpy value: of that module, with `tolist`."""

    __module__ = "numpy.fake"

    def __init__(self, listed: Any) -> None:
        self.listed = listed

    def tolist(self) -> Any:
        """The plain values."""
        return self.listed


class Sly(dict[str, Any]):
    """A dict whose own methods say something else."""

    def items(self) -> Any:
        """Nothing that is there."""
        return [("sly", 1)]


class SlyList(list[Any]):
    """A list whose own methods say something else."""

    def __iter__(self) -> Any:
        return iter(["sly"])


class SlyInt(int):
    """An int that says something else."""

    def __int__(self) -> int:
        return 99


class SlyText(str):
    """A text that says something else."""

    __slots__ = ()

    def __str__(self) -> str:
        return "sly"


ZONE = dt.timezone(dt.timedelta(hours=2))
MEANT: list[tuple[Any, Any]] = [
    (Point(1, [Point(2)]), {"x": 1, "y": [{"x": 2, "y": None}]}),
    (Row(1, 2), [1, 2]),
    (Colour.RED, "red"),
    (Colour.RGB, [1, 2, 3]),
    (Level.HIGH, 2),
    (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    (UserDict(a=1), {"a": 1}),
    ((1, (2,)), [1, [2]]),
    ({"b", "a"}, ["a", "b"]),
    (frozenset({300, 2, -1}), [-1, 2, 300]),
    ({Colour.RED}, ["red"]),
    ({1: 2, True + 1: 3, None: 4}, {"1": 2, "2": 3, "null": 4}),
    ({False: 1}, {"false": 1}),
    ({Colour.RED: 1, UUID(int=1): 2}, {"red": 1, str(UUID(int=1)): 2}),
    (dt.datetime(2020, 1, 2, 3, 4, 5, tzinfo=ZONE), "2020-01-02T03:04:05+02:00"),
    (dt.date(2020, 1, 2), "2020-01-02"),
    (dt.time(3, 4, 5, 6), "03:04:05.000006"),
    (dt.timedelta(days=1, seconds=3, microseconds=5), "P1DT3.000005S"),
    (dt.timedelta(seconds=-0.5), "-P0DT0.5S"),
    (UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    (PurePosixPath("/a"), "/a"),
    (Decimal("1.10"), "1.10"),
    (b"a\xc3\xa9", "aé"),
    (10**4_299, 10**4_299),
    (Model({"a": (1,)}), {"a": [1]}),
    (Model(Model([Point(1)])), [{"x": 1, "y": None}]),
    (Array([1.5, [2]]), [1.5, [2]]),
    (Array(3), 3),
    (Sly(a=1), {"a": 1}),
    (SlyList([1]), [1]),
    (SlyInt(5), 5),
    (SlyText("a"), "a"),
    (deque([1, Point(2)]), [1, {"x": 2, "y": None}]),
    (range(3), [0, 1, 2]),
    ({"b": 1, "a": 2}.keys(), ["a", "b"]),
    (memoryview(b"ab"), "ab"),
    (memoryview(array("i", [1, 2])), [1, 2]),
    (array("d", [1.5]), [1.5]),
    (UserString("ab"), "ab"),
    (ip_address("::1"), "::1"),
    (ip_network("10.0.0.0/8"), "10.0.0.0/8"),
    (AnyUrl("http://host/a"), "http://host/a"),
    (SecretStr("hidden"), "**********"),
]


@pytest.mark.parametrize(("value", "meant"), MEANT, ids=lambda value: type(value).__name__)
def test_what_a_value_means(value: Any, meant: Any) -> None:
    """Each kind of value becomes what its JSON encoding means, in plain types, alone and inside."""
    for converted in (to_json(value), to_json({"a": [value]})["a"][0]):
        assert converted == meant
        assert type(converted) is type(meant)
        json.dumps(converted)


def _boom() -> Any:
    raise OSError("secret")


REFUSED: list[tuple[Any, str]] = [
    ({"a": [1, float("nan")]}, "/a/1"),
    ({"a/b": float("-inf")}, "/a~1b"),
    ([Decimal("NaN")], "/0"),
    ([10**4_300], "/0"),
    (["\ud800"], "/0"),
    ([{(1, 2): 3}], "/0"),
    ([{1.5: 3}], "/0"),
    ([{1: 2, "1": 3}], "/0"),
    ([{Colour.RED: 2, "red": 3}], "/0"),
    ([b"\xff"], "/0"),
    ([object()], "/0"),
    ([Point], "/0"),
    ([(n for n in range(3))], "/0"),
    ([1j], "/0"),
    ([Model(object())], "/0"),
    ([Model(_boom)], "/0"),
    ([Array(1j)], "/0"),
    ([len], "/0"),
    ([FieldInfo()], "/0"),
    ([memoryview(b"\xff")], "/0"),
    (Point(1, {"z": object()}), "/y/z"),
]


@pytest.mark.parametrize(("value", "pointer"), REFUSED, ids=lambda value: type(value).__name__)
def test_what_no_json_stands_for_is_refused_with_its_pointer(value: Any, pointer: str) -> None:
    """NotJSON leads to the culprit; the text never holds the value, nor what a model raised."""
    with pytest.raises(NotJSON) as caught:
        to_json(value)
    assert caught.value.pointer == pointer
    assert "secret" not in str(caught.value)


def nested(depth: int) -> Any:
    """That many arrays, one in another."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_depth_is_bounded() -> None:
    """200 levels are converted, 201 are LimitExceeded, and so are cycles and models that give themselves."""
    assert to_json(nested(200)) == nested(200)
    cycle: list[Any] = []
    cycle.append({"a": cycle})
    itself = Model(None)
    itself.dumped = itself
    for value in (nested(201), nested(100_000), cycle, itself, Array(itself)):
        with pytest.raises(LimitExceeded):
            to_json(value)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.binary(max_size=4)
    | st.decimals()
    | st.dates()
    | st.timedeltas()
    | st.uuids()
    | st.sampled_from([*Colour, *Level]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.builds(Point, inner, inner)
        | st.builds(Model, inner)
        | st.builds(Array, inner)
        | st.dictionaries(st.text() | st.integers() | st.booleans() | st.none() | st.sampled_from(Colour), inner)
    ),
    max_leaves=8,
)


@given(ANYTHING)
def test_what_comes_out_is_json(value: Any) -> None:
    """Whatever goes in, what comes out is a JSON value that the standard library writes and reads back."""
    try:
        converted = to_json(value)
    except NotJSON:
        return
    jsonvalue.check(converted)
    assert json.loads(json.dumps(converted, allow_nan=False)) == converted
    assert to_json(converted) == converted


# The short way


def test_plain_json_is_written_and_read_anew() -> None:
    """Text, and a value that is equal in every type and shares no container."""
    value = {"ü": [1, -0.5, True, None, '\u2028\x7f\n"', {}, []], "big": [2**64 - 1, -(2**63)]}
    found = written(value)
    assert found is not None
    text, anew = found
    assert text.decode() == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert repr(anew) == repr(value)
    assert anew["ü"] is not value["ü"]
    assert [to_json(value), to_json(value["ü"])] == [value, value["ü"]]
    assert to_json(value)["ü"] is not value["ü"]


@pytest.mark.parametrize(
    "value", [value for value, _ in MEANT if value is not Level.HIGH], ids=lambda value: type(value).__name__
)
def test_what_is_not_plain_json_is_not_written(value: Any) -> None:
    """Every other kind of value is left to the long way, alone and inside."""
    assert written(value) is None
    assert written({"a": [value]}) is None


def test_an_enumeration_of_integers_is_written_as_its_value() -> None:
    """It equals what is read of it, which is plain."""
    found = written([Level.HIGH])
    assert found is not None
    assert type(found[1][0]) is int


@pytest.mark.parametrize("value", [value for value, _ in REFUSED], ids=lambda value: type(value).__name__)
def test_what_is_refused_is_not_written(value: Any) -> None:
    """NaN above all, which the writer takes for null."""
    assert written(value) is None


@pytest.mark.parametrize("pad", ["", "x" * 1_000])
def test_what_is_nested_too_deep_is_not_written(pad: str) -> None:
    """200 levels are, 201 are not."""
    assert written([pad, nested(199)]) is not None
    assert written([pad, nested(200)]) is None
    with pytest.raises(LimitExceeded):
        to_json([pad, nested(200)])


def test_deep_values_are_converted_on_the_smallest_stack() -> None:
    """Nothing recurses in C where threads have no room for it."""
    found: list[Any] = []
    before = threading.stack_size(32_768)
    try:
        thread = threading.Thread(target=lambda: found.extend([to_json(nested(200)), written([[]])]))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found == [nested(200), None]


@given(ANYTHING)
def test_what_is_written_is_what_the_long_way_makes(value: Any) -> None:
    """Text and value are the same, but for how floats are spelt."""
    found = written(value)
    if found is not None:
        text, anew = found
        walked = converting._converted(value, ())
        assert repr(anew) == repr(walked)
        assert repr(json.loads(text)) == repr(walked)
