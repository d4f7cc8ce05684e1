"""Judged arguments arrive as values of the annotated types, and nothing that the schema takes is refused for less."""

# ruff: noqa: D101 - these classes are annotations to read; a docstring would be a part of their schema

import datetime as dt
import logging
import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypedDict
from uuid import UUID

import pytest
from pydantic import AfterValidator, AnyUrl, BaseModel, Field, RootModel, TypeAdapter, model_validator

from schemaval import pointer
from schemaval.generating.instances import instances
from schemaval.jsonvalue import JSON
from schemaval.tools.decorator import tool
from schemaval.tools.errors import InvalidToolInput
from schemaval.tools.inferring.annotations import Speller
from schemaval.tools.results import call_tool


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Ratio(Enum):
    HALF = 0.5
    TWO = 2.0
    NONE = None


@dataclass
class Point:
    x: int
    y: float = 0.0


@dataclass
class Line:
    points: list[Point]
    colour: Colour = Colour.RED


class Book(TypedDict, total=False):
    title: str
    pages: int
    out: dt.date


class Pair(NamedTuple):
    left: int
    right: dt.date


class Order(BaseModel):
    number: int = Field(alias="no", ge=1)
    when: dt.datetime | None = None


class Sizes(RootModel[list[Size]]):
    """A list of sizes."""


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    born: dt.date


def taking(annotation: Any) -> Any:
    """A tool that gives back, as it is, what its parameter got."""

    def function(it: Any) -> Any:
        return it

    function.__annotations__ = {"it": annotation}
    return tool(function)


def arrives(annotation: Any, value: JSON) -> Any:
    """What a parameter of a type gets for a JSON value."""
    return taking(annotation).call({"it": value})


NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
WHEN = "2024-05-01T12:00:00Z"
BIG = 10**400

ARRIVES: dict[str, tuple[Any, JSON, Any]] = {
    "str": (str, "a", "a"),
    "int": (int, 3, 3),
    "int of a whole float": (int, 3.0, 3),
    "int of a huge float": (int, 1e20, 10**20),
    "int of a Decimal": (int, Decimal("3.0"), 3),
    "big int": (int, BIG, BIG),
    "float": (float, 1.5, 1.5),
    "float of an int": (float, 3, 3.0),
    "float of a Decimal": (float, Decimal("1.5"), 1.5),
    "float of an int beyond floats": (float, BIG, BIG),
    "bool": (bool, True, True),
    "None": (None, None, None),
    "Optional int of a whole float": (int | None, 3.0, 3),
    "bool or int of a whole float": (bool | int, 1.0, 1),
    "int or float of a whole float": (int | float, 1.0, 1.0),
    "int or str keeps the text": (int | str, "1", "1"),
    "Any keeps all": (Any, {"a": [1.0, None]}, {"a": [1.0, None]}),
    "Literal": (Literal["a", 1], 1.0, 1),
    "Literal of an Enum": (Literal[Colour.RED, "x"], "red", Colour.RED),
    "Literal of an Enum and of a text": (Literal[Colour.RED, "x"], "x", "x"),
    "Literal of a float's Enum": (Literal[Ratio.HALF, Ratio.TWO], 2, Ratio.TWO),
    "Literal of a null's Enum": (Literal[Ratio.NONE], None, Ratio.NONE),
    "Literal of an IntEnum": (Literal[Size.LARGE], 2, Size.LARGE),
    "Literal of an Enum in a list": (list[Literal[Colour.BLUE]] | None, ["blue"], [Colour.BLUE]),
    "list": (list[int], [1, 2.0], [1, 2]),
    "list of texts": (list[str], ["a"], ["a"]),
    "list of a tuple": (list[str], ("a",), ["a"]),
    "set": (set[int], [1, 2.0], {1, 2}),
    "frozenset": (frozenset[str], ["a"], frozenset({"a"})),
    "tuple": (tuple[int, dt.date], [1.0, "2024-05-01"], (1, dt.date(2024, 5, 1))),
    "long tuple": (tuple[int, ...], [1, 2], (1, 2)),
    "deque": (deque[int], [1], deque([1])),
    "Iterable": (Iterable[dt.date], ["2024-05-01"], [dt.date(2024, 5, 1)]),
    "dict": (dict[str, dt.date], {"a": "2024-05-01"}, {"a": dt.date(2024, 5, 1)}),
    "int keys": (dict[int, str], {"1": "a"}, {1: "a"}),
    "bool keys": (dict[bool, str], {"true": "a"}, {True: "a"}),
    "Enum keys": (dict[Colour, int], {"red": 1.0}, {Colour.RED: 1}),
    "Mapping": (Mapping[str, float], {"a": 1}, {"a": 1.0}),
    "Enum": (Colour, "red", Colour.RED),
    "IntEnum": (Size, 1.0, Size.SMALL),
    "Enum of floats": (Ratio, 2, Ratio.TWO),
    "Enum of None": (Ratio, None, Ratio.NONE),
    "datetime": (dt.datetime, WHEN, NOON),
    "datetime in small letters": (dt.datetime, WHEN.lower(), NOON),
    "datetime with nanoseconds": (dt.datetime, "2024-05-01T12:00:00.000001999Z", NOON.replace(microsecond=1)),
    "date": (dt.date, "2024-02-29", dt.date(2024, 2, 29)),
    "time": (dt.time, "12:30:00", dt.time(12, 30)),
    "time with an offset": (dt.time, "12:30:00Z", dt.time(12, 30, tzinfo=dt.UTC)),
    "timedelta": (dt.timedelta, "P1DT2H", dt.timedelta(days=1, hours=2)),
    "timedelta in weeks": (dt.timedelta, "P2W", dt.timedelta(weeks=2)),
    "date or datetime": (dt.date | dt.datetime, WHEN, NOON),
    "UUID": (UUID, "00000000-0000-0000-0000-000000000007", UUID(int=7)),
    "Path": (Path, "/shelf", Path("/shelf")),
    "bytes": (bytes, "ü", "ü".encode()),
    "URL": (AnyUrl, "https://example.org/", AnyUrl("https://example.org/")),
    "Decimal of a text": (Decimal, "1.50", Decimal("1.50")),
    "Decimal of an exponent": (Decimal, "1e5", Decimal("1e5")),
    "Decimal of a float": (Decimal, 0.1, Decimal("0.1")),
    "Decimal of an int": (Decimal, BIG, Decimal(BIG)),
    "Decimal of a Decimal": (Decimal, Decimal("0.1234567890123456789"), Decimal("0.1234567890123456789")),
    "dataclass": (Point, {"x": 1.0, "y": 2}, Point(1, 2.0)),
    "nested dataclass": (Line, {"points": [{"x": 1}], "colour": "blue"}, Line([Point(1)], Colour.BLUE)),
    "TypedDict": (Book, {"pages": 3.0, "out": "2024-05-01"}, {"pages": 3, "out": dt.date(2024, 5, 1)}),
    "NamedTuple": (Pair, [1, "2024-05-01"], Pair(1, dt.date(2024, 5, 1))),
    "model": (Order, {"no": 3.0, "when": WHEN}, Order(no=3, when=NOON)),
    "root model": (Sizes, [1, 2.0], Sizes([Size.SMALL, Size.LARGE])),
    "tagged union": (
        Annotated[Cat | Dog, Field(discriminator="kind")],
        {"kind": "dog", "born": "2024-05-01"},
        Dog(kind="dog", born=dt.date(2024, 5, 1)),
    ),
    "union": (Cat | Dog | None, {"kind": "cat", "lives": 9.0}, Cat(kind="cat", lives=9)),
    "stripped text": (Annotated[str, Field(max_length=9), AfterValidator(str.strip)], " a ", "a"),
    "override": (Annotated[dt.date, {"type": "string"}], "2024-05-01", dt.date(2024, 5, 1)),
    "override of an unknown type": (Annotated[range, {"type": "array"}], [1], [1]),
}


@pytest.mark.parametrize(("annotation", "value", "expected"), ARRIVES.values(), ids=ARRIVES)
def test_a_value_arrives_as_its_type(annotation: Any, value: JSON, expected: Any) -> None:
    """The handler gets a value of the annotated type, the very type, at every depth."""
    found = arrives(annotation, value)
    assert found == expected
    assert type(found) is type(expected)
    assert repr(found) == repr(expected) or isinstance(expected, dt.datetime | dt.time | BaseModel)


REFUSED_BY_THE_SCHEMA: dict[str, tuple[Any, JSON]] = {
    "int of a text": (int, "1"),
    "int of a bool": (int, True),
    "int of a fraction": (int, 1.5),
    "bool of an int": (bool, 1),
    "bool of a text": (bool, "true"),
    "str of an int": (str, 1),
    "float of a text": (float, "1.5"),
    "datetime of a number": (dt.datetime, 0),
    "datetime of a day": (dt.datetime, "2024-05-01"),
    "date of a time": (dt.date, "2024-05-01T00:00:00Z"),
    "UUID without hyphens": (UUID, "0" * 32),
    "set with one value twice": (set[int], [1, 1.0]),
    "tuple too long": (tuple[int, int], [1, 2, 3]),
    "unknown member": (Point, {"x": 1, "z": 2}),
    "list of a text": (list[str], "a"),
    "member of a union": (Cat | Dog, {"kind": "dog", "lives": 9}),
    "Decimal of prose": (Decimal, "much"),
    "Decimal of NaN": (Decimal, "NaN"),
}


@pytest.mark.parametrize(("annotation", "value"), REFUSED_BY_THE_SCHEMA.values(), ids=REFUSED_BY_THE_SCHEMA)
def test_nothing_is_coerced_that_the_schema_refuses(annotation: Any, value: JSON) -> None:
    """What pydantic would leniently take is refused, by a keyword of the schema."""
    with pytest.raises(InvalidToolInput) as caught:
        arrives(annotation, value)
    assert {violation.keyword for violation in caught.value.violations}.isdisjoint({"annotation"})


def _odd(value: int) -> int:
    if value % 2 == 0:
        raise ValueError("must be odd")
    return value


class Ordered(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def _in_order(self) -> "Ordered":
        assert self.low <= self.high, "low comes first"
        return self


UNREADABLE: dict[str, tuple[Any, JSON, str, str]] = {
    "leap second": (dt.datetime, "2016-12-31T23:59:60Z", "/it", "second value is outside"),
    "year 0": (dt.date, "0000-01-01", "/it", "year 0 is out of range|valid date"),
    "endless duration": (dt.timedelta, "P99999999999D", "/it", "too large"),
    "deep inside": (list[dict[str, dt.date]], [{}, {"a/b": "0000-01-01"}], "/it/1/a~1b", "date"),
    "in a dataclass": (Pair, [1, "0000-01-01"], "/it/1", "date"),
    "in a branch": (int | list[dt.date], ["0000-01-01"], "/it/0", "date"),
    "an author's validator": (Annotated[int, AfterValidator(_odd)], 2, "/it", "^must be odd$"),
    "an author's validator inside": (list[Annotated[int, AfterValidator(_odd)]], [1, 4], "/it/1", "^must be odd$"),
    "a model's validator": (list[Ordered], [{"low": 2, "high": 1}], "/it/0", "^low comes first$"),
    "digits": (Annotated[Decimal, Field(max_digits=2)], "123", "/it", "digits"),
    "an int beyond floats": (list[float], [1.5, BIG], "/it/1", "finite|float|number"),
}


@pytest.mark.parametrize(("annotation", "value", "place", "words"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_a_type_cannot_hold_is_invalid_input(annotation: Any, value: JSON, place: str, words: str) -> None:
    """A valid value that its type cannot hold is an InvalidToolInput that points to it, before the handler runs."""
    with pytest.raises(InvalidToolInput, match="the arguments of the tool 'function'") as caught:
        arrives(annotation, value)
    violation = caught.value.violations[0]
    assert violation.pointer == place
    assert (violation.keyword, violation.schema_location) == ("annotation", "#/properties/it")
    assert re.search(words, violation.message)
    assert str(BIG) not in violation.message
    assert pointer.follow({"it": value}, violation.pointer) is not None


LAW = [
    *(annotation for name, (annotation, _, _) in ARRIVES.items() if not name.startswith("override")),
    dict[str, list[Line]],
    Book | None,
    set[Colour],
    tuple[Order, ...],
]


@pytest.mark.parametrize("annotation", LAW, ids=str)
def test_hydration_agrees_with_the_schema(annotation: Any) -> None:
    """Of generated arguments every valid one is read, or refused with a place; what was read means what was sent."""
    echo = taking(annotation)
    judge = super(type(echo), echo).input_judge()  # the schema alone
    read = 0
    for sent in instances(echo.input_schema_for_provider(), 40, seed=str(annotation)):
        if not isinstance(sent, dict) or not judge.is_valid(sent):
            continue
        try:
            found = echo.call(sent)
        except InvalidToolInput as error:
            for violation in error.violations:
                pointer.follow(sent, violation.pointer)  # which raises where nothing is there
            continue
        read += 1
        again = TypeAdapter(Speller({}).spelled(annotation)).dump_python(found, mode="json", by_alias=True)
        if judge.is_valid({"it": again}):
            assert echo.call({"it": again}) == found
    assert read, "no instance was valid: the law was not tried"


def test_everything_unreadable_is_told_at_once() -> None:
    """Each argument, and each place in it, that cannot be read has its violation."""

    def function(a: dt.date, b: list[dt.date], **rest: dt.date) -> None:
        """Do it."""

    none = "0000-01-01"
    with pytest.raises(InvalidToolInput) as caught:
        tool(function).call({"a": none, "b": [none, "2024-01-01", none], "c": none})
    assert [violation.pointer for violation in caught.value.violations] == ["/a", "/b/0", "/b/2", "/c"]
    assert caught.value.violations[-1].schema_location == "#/additionalProperties"


def test_variadic_arguments_are_hydrated() -> None:
    """`*args` is read item by item, `**kwargs` value by value."""

    @tool
    def function(first: int, /, *days: dt.date, by: Colour = Colour.RED, **sizes: Size) -> Any:
        """Do it."""
        return first, days, by, sizes

    sent = {"first": 1.0, "days": ["2024-05-01"], "by": "blue", "s": 1}
    assert function.call(sent) == (1, (dt.date(2024, 5, 1),), Colour.BLUE, {"s": Size.SMALL})
    assert function.call({"first": 1}) == (1, (), Colour.RED, {})


def test_nobodys_data_is_touched() -> None:
    """The caller's arguments stay what they were, at every depth."""
    sent = {"it": {"points": [{"x": 1.0}]}}
    assert taking(Line).call(sent) == Line([Point(1)])
    assert sent == {"it": {"points": [{"x": 1.0}]}}
    assert type(sent["it"]["points"][0]["x"]) is float


def test_a_default_is_the_functions_own() -> None:
    """What is left out is not filled in: a default that no JSON stands for reaches the function as it is."""
    nothing = object()

    def function(it: Any = nothing, day: dt.date = dt.date(2024, 1, 1)) -> Any:
        return it, day

    assert tool(function).call({})[0] is nothing


def test_a_field_as_a_default_never_reaches_the_function() -> None:
    """A default that pydantic's `Field` describes is what the function gets, made anew each time."""

    @tool
    def function(a: int = Field(3), b: list[int] = Field(default_factory=list)) -> Any:  # noqa: B008 - that is the question
        """Do it."""
        return a, b

    first, second = function.call({}), function.call({})
    assert first == second == (3, [])
    assert first[1] is not second[1]
    assert function.call({"a": 1.0, "b": [1]}) == (1, [1])


def test_a_type_that_raises_anything_is_invalid_input(caplog: pytest.LogCaptureFixture) -> None:
    """An exception of the code behind a type is logged for its author; the model is told where, and nothing else."""

    def explode(value: int) -> int:
        raise KeyError(f"secret {value}")

    with caplog.at_level(logging.WARNING, "schemaval"), pytest.raises(InvalidToolInput) as caught:
        arrives(Annotated[int, AfterValidator(explode)], 7)
    assert [violation.pointer for violation in caught.value.violations] == ["/it"]
    assert "secret" not in caught.value.violations[0].message
    assert caplog.text.count("the type of an argument raised KeyError") == 1


def test_what_is_no_json_is_invalid_input() -> None:
    """An object that no JSON stands for is not smuggled through by a part of a schema that looks at nothing."""
    with pytest.raises(InvalidToolInput, match="/it"):
        arrives(list[Any] | Point, [NOON])


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_unreadable_arguments_are_told_as_invalid_ones(revision: str) -> None:
    """`call_tool` treats a value that its type cannot hold as any invalid argument, never as the handler's failure."""
    result: Any = None
    try:
        result = call_tool(taking(dt.date), {"it": "0000-01-01"}, revision=revision)
    except Exception as error:  # noqa: BLE001 - told apart below
        assert revision == "2025-06-18"
        assert getattr(error, "code", None) == -32602  # noqa: PT017 - the other revision raises nothing
    else:
        assert revision == "2025-11-25"
        assert result["isError"] is True
        assert result["content"][0]["text"].startswith("/it: ")


def test_the_error_bears_the_tools_present_name() -> None:
    """A renamed tool speaks of itself by its new name."""
    with pytest.raises(InvalidToolInput) as caught:
        taking(dt.date).named("other").call({"it": "0000-01-01"})
    assert caught.value.tool_name == "other"
