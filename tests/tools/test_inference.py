"""Annotations as the schemas of a tool's input and output."""

# ruff: noqa: D101 - these classes are annotations to read; a docstring would be a part of their schema

import datetime as dt
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    LiteralString,
    NamedTuple,
    NotRequired,
    Optional,
    Required,
    TypedDict,
    TypeVar,
    Union,
    Unpack,
)
from uuid import UUID

import pytest
from mcp_types import CallToolResult, TextContent
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, NaiveDatetime, with_config

from schemaval.compiling import compile_schema
from schemaval.converting import to_json
from schemaval.jsonvalue import JSON
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.decorator import tool
from schemaval.tools.errors import ExtraNotInstalled, InvalidDefinition, InvalidToolInput
from schemaval.tools.schema import Schema


class Colour(Enum):
    """A colour of the shop's."""

    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


@dataclass
class Point:
    x: int
    y: int = 0


class Book(TypedDict, total=False):
    title: Required[str]
    year: int


class Shelf(TypedDict):
    books: list[Book]
    inner: NotRequired["Shelf"]


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Order(BaseModel):
    """An order."""

    number: int = Field(alias="no", ge=1)
    when: dt.date | None = None


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


class Ignoring(BaseModel):
    model_config = ConfigDict(extra="ignore")
    name: str


class Node(BaseModel):
    value: int
    children: list["Node"] = []


def taking(annotation: Any) -> Any:
    """A function that takes a value of a type."""

    def function(it: Any) -> None:
        """Take it."""

    function.__annotations__ = {"it": annotation}
    return function


def giving(annotation: Any) -> Any:
    """A function that gives a value of a type."""

    def function() -> Any:
        """Give it."""

    function.__annotations__ = {"return": annotation}
    return function


def schema_of(annotation: Any) -> JSON:
    """The schema of a parameter of a type, with the definitions that it refers to."""
    whole = tool(taking(annotation)).input_schema_for_provider()
    part = whole["properties"]["it"]
    return {**part, "$defs": whole["$defs"]} if "$defs" in whole else part


def untitled(schema: JSON) -> JSON:
    """The schema without titles: a class's own is its name, and older releases of pydantic title a tuple's items."""
    if isinstance(schema, list):
        return [untitled(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: untitled(member) for key, member in schema.items() if key != "title" or not isinstance(member, str)}


STRING, INTEGER = {"type": "string"}, {"type": "integer"}

TYPES: dict[str, tuple[Any, JSON]] = {
    "str": (str, STRING),
    "int": (int, INTEGER),
    "float": (float, {"type": "number"}),
    "bool": (bool, {"type": "boolean"}),
    "None": (None, {"type": "null"}),
    "Any": (Any, {}),
    "object": (object, {}),
    "Literal": (Literal["a", 1, None], {"enum": ["a", 1, None]}),  # noqa: PYI061 - the older spelling counts
    "Optional": (Optional[int], {"anyOf": [INTEGER, {"type": "null"}]}),  # noqa: UP045 - the older spelling counts
    "Union": (Union[int, str], {"anyOf": [INTEGER, STRING]}),  # noqa: UP007 - the older spelling counts
    "bar": (int | str, {"anyOf": [INTEGER, STRING]}),
    "list": (list[int], {"type": "array", "items": INTEGER}),
    "bare list": (list, {"type": "array", "items": {}}),
    "set": (set[int], {"type": "array", "items": INTEGER, "uniqueItems": True}),
    "frozenset": (frozenset[str], {"type": "array", "items": STRING, "uniqueItems": True}),
    "tuple": (tuple[int, str], {"type": "array", "prefixItems": [INTEGER, STRING], "minItems": 2, "maxItems": 2}),
    "long tuple": (tuple[int, ...], {"type": "array", "items": INTEGER}),
    "Sequence": (Sequence[int], {"type": "array", "items": INTEGER}),
    "Iterable": (Iterable[int], {"type": "array", "items": INTEGER}),
    "Collection": (Collection[int], {"type": "array", "items": INTEGER}),
    "nested Iterable": (Iterable[int] | None, {"anyOf": [{"type": "array", "items": INTEGER}, {"type": "null"}]}),
    "dict": (dict[str, int], {"type": "object", "additionalProperties": INTEGER}),
    "bare dict": (dict, {"type": "object", "additionalProperties": True}),
    "Mapping": (Mapping[str, int], {"type": "object", "additionalProperties": INTEGER}),
    "LiteralString": (LiteralString, STRING),
    "datetime": (dt.datetime, {"type": "string", "format": "date-time"}),
    "date": (dt.date, {"type": "string", "format": "date"}),
    "timedelta": (dt.timedelta, {"type": "string", "format": "duration"}),
    "aware": (AwareDatetime, {"type": "string", "format": "date-time"}),
    "UUID": (UUID, {"type": "string", "format": "uuid"}),
    "Path": (Path, {"type": "string", "format": "path"}),
    "bytes": (bytes, {"type": "string", "format": "binary"}),
    "Field": (
        Annotated[int, Field(ge=1, lt=10, multiple_of=2, description="A number.", title="N", examples=[2])],
        {
            **INTEGER,
            "minimum": 1,
            "exclusiveMaximum": 10,
            "multipleOf": 2,
            "description": "A number.",
            "title": "N",
            "examples": [2],
        },
    ),
    "Field of a text": (
        Annotated[str, Field(min_length=1, max_length=3, pattern="^a")],
        {**STRING, "minLength": 1, "maxLength": 3, "pattern": "^a"},
    ),
    "words": (Annotated[int, "A number."], {**INTEGER, "description": "A number."}),
    "Schema": (Annotated[Any, Schema.string().min_length(2)], {**STRING, "minLength": 2}),
    "raw": (Annotated[str, {"type": "string", "const": "a"}], {**STRING, "const": "a"}),
}


@pytest.mark.parametrize(("annotation", "schema"), TYPES.values(), ids=TYPES)
def test_a_type_is_a_schema(annotation: Any, schema: JSON) -> None:
    """Each annotation is exactly this schema."""
    assert schema_of(annotation) == schema


DEFINED: dict[str, tuple[Any, str, JSON]] = {
    "Enum": (Colour, "Colour", {"enum": ["red", "blue"], "type": "string", "description": "A colour of the shop's."}),
    "IntEnum": (Size, "Size", {"enum": [1, 2], "type": "integer"}),
    "dataclass": (
        Point,
        "Point",
        {
            "type": "object",
            "properties": {"x": INTEGER, "y": {**INTEGER, "default": 0}},
            "required": ["x"],
            "additionalProperties": False,
        },
    ),
    "TypedDict": (
        Book,
        "Book",
        {
            "type": "object",
            "properties": {"title": STRING, "year": INTEGER},
            "required": ["title"],
            "additionalProperties": False,
        },
    ),
    "model": (
        Order,
        "Order",
        {
            "type": "object",
            "description": "An order.",
            "properties": {
                "no": {**INTEGER, "minimum": 1},
                "when": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}], "default": None},
            },
            "required": ["no"],
            "additionalProperties": False,
        },
    ),
    "NamedTuple": (
        Pair,
        "Pair",
        {"type": "array", "prefixItems": [INTEGER, {**STRING, "default": "r"}], "minItems": 1, "maxItems": 2},
    ),
    "open model": (
        Open,
        "Open",
        {"type": "object", "properties": {"name": STRING}, "required": ["name"], "additionalProperties": True},
    ),
    "ignoring model": (Ignoring, "Ignoring", {"type": "object", "properties": {"name": STRING}, "required": ["name"]}),
    "recursive model": (
        Node,
        "Node",
        {
            "type": "object",
            "properties": {
                "value": INTEGER,
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "default": []},
            },
            "required": ["value"],
            "additionalProperties": False,
        },
    ),
}


@pytest.mark.parametrize(("annotation", "name", "schema"), DEFINED.values(), ids=DEFINED)
def test_a_class_is_a_definition(annotation: Any, name: str, schema: JSON) -> None:
    """A class of somebody's own is referred to; its object is closed unless the class says what becomes of the rest."""
    found = schema_of(annotation)
    assert found["$ref"] == f"#/$defs/{name}"
    assert untitled(found["$defs"][name]) == schema


def test_a_typed_dict_may_be_open() -> None:
    """Pydantic's configuration of a TypedDict counts on every Python."""

    @with_config(ConfigDict(extra="allow"))
    class Loose(TypedDict):
        it: int

    assert schema_of(Loose)["$defs"]["Loose"]["additionalProperties"] is True
    assert tool(taking(Loose)).call({"it": {"it": 1.0, "more": 2}}) is None


def test_a_recursive_typed_dict_is_one_definition() -> None:
    """A TypedDict that holds itself, and another, is understood on every Python."""
    found = schema_of(list[Shelf])
    assert found["items"] == {"$ref": "#/$defs/Shelf"}
    assert found["$defs"]["Shelf"]["properties"] == {
        "books": {"type": "array", "items": {"$ref": "#/$defs/Book"}},
        "inner": {"$ref": "#/$defs/Shelf"},
    }
    assert found["$defs"]["Shelf"]["required"] == ["books"]


ACCEPTED: dict[str, tuple[Any, list[JSON], list[JSON]]] = {
    "Decimal": (Decimal, [1, 1.5, "1.50", "-1e5", ".5"], ["", "abc", "1.2.3", None, "NaN"]),
    "time": (dt.time, ["10:30:00", "10:30:00.5", "10:30:00Z"], ["10:30", "25:00:00", "noon", 10]),
    "datetime": (dt.datetime, ["2024-02-29T10:00:00+01:00"], ["2024-02-29T10:00:00", "2024-02-30T10:00:00Z", 1]),
    "naive": (NaiveDatetime, ["2024-02-29T10:00:00"], ["2024-02-29T10:00:00Z"]),
    "int keys": (dict[int, str], [{"1": "a", "-2": "b"}, {}], [{"x": "a"}, {"1.5": "a"}]),
    "float keys": (dict[float, str], [{"1.5": "a"}], [{"x": "a"}]),
    "bool keys": (dict[bool, int], [{"true": 1}], [{"yes": 1}]),
    "Enum keys": (dict[Colour, int], [{"red": 1}], [{"green": 1}]),
    "deque": (deque[int], [[1]], [["a"]]),
}


@pytest.mark.parametrize(("annotation", "valid", "invalid"), ACCEPTED.values(), ids=ACCEPTED)
def test_a_schema_takes_what_the_type_can_hold(annotation: Any, valid: list[JSON], invalid: list[JSON]) -> None:
    """Where the standard keyword says too much or too little, the schema says it right."""
    validator = compile_schema(schema_of(annotation), assert_formats=True)
    assert [value for value in valid if not validator.is_valid(value)] == []
    assert [value for value in invalid if validator.is_valid(value)] == []


class Opaque:
    """A class that no JSON stands for."""


class Coordinates(Enum):
    HERE = (1, 2)


UNSUPPORTED: dict[str, Any] = {
    "class": Opaque,
    "inside": list[dict[str, Opaque]],
    "branch": int | Callable[[], int],
    "callable": Callable[[int], int],
    "complex": complex,
    "range": range,
    "type": type,
    "subclass": type[int],
    "Enum of tuples": Coordinates,
}


@pytest.mark.parametrize("annotation", UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_an_unsupported_type_names_the_parameter(annotation: Any) -> None:
    """A type without a JSON Schema is refused when the tool is made, by its parameter's name."""
    with pytest.raises(InvalidDefinition, match="the parameter 'it' has a type without a JSON Schema"):
        tool(taking(annotation))


@pytest.mark.parametrize("annotation", UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_an_unsupported_result_is_named(annotation: Any) -> None:
    """A return annotation without a JSON Schema is refused, and the cure is named."""
    with pytest.raises(InvalidDefinition, match=r"the returned value has a type.*output=False"):
        tool(giving(annotation))
    assert tool(giving(annotation), output=False).output_schema is None


def test_the_culprit_among_several_is_named() -> None:
    """Of many parameters the one at fault is named."""

    def function(query: str, point: Point, callback: Callable[[], None], limit: int = 3) -> None:
        """Search."""

    with pytest.raises(InvalidDefinition, match="the parameter 'callback'"):
        tool(function)


def test_an_annotation_that_is_no_type_names_the_parameter() -> None:
    """Text that does not evaluate to a type is refused by the parameter's name."""
    with pytest.raises(InvalidDefinition, match="the annotation of the parameter 'it' is no type"):
        tool(taking("1 +"))


def search(
    query: str,
    /,
    limit: int = 10,
    *tags: str,
    exact: bool,
    since: dt.date | None = None,
    colour: Colour = Colour.RED,
    sizes: tuple[int, ...] = (1, 2),
    where: Path = Path("/shelf"),
    **more: float,
) -> None:
    """Search the catalogue.

    Args:
        query: What to look for.
        limit: How many.
        tags: Any of these.
        colour: Of the cover.
    """


def test_a_whole_signature() -> None:
    """Parameters are the properties of one object, in order; defaults make them optional and are shown where plain."""
    assert tool(search).input_schema_for_provider() == {
        "type": "object",
        "properties": {
            "query": {**STRING, "description": "What to look for."},
            "limit": {**INTEGER, "description": "How many.", "default": 10},
            "tags": {"type": "array", "items": STRING, "description": "Any of these."},
            "exact": {"type": "boolean"},
            "since": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "colour": {"$ref": "#/$defs/Colour", "description": "Of the cover.", "default": "red"},
            "sizes": {"type": "array", "items": INTEGER, "default": [1, 2]},
            "where": {"type": "string", "format": "path"},
        },
        "required": ["query", "exact"],
        "additionalProperties": {"type": "number"},
        "$defs": {
            "Colour": {
                "title": "Colour",
                "description": "A colour of the shop's.",
                "enum": ["red", "blue"],
                "type": "string",
            }
        },
    }


def test_nothing_taken_is_no_input() -> None:
    """A function without parameters takes the empty object, and so does one that takes only its context."""

    def alone() -> None:
        """Do it."""

    def with_context(context: ToolExecutionContext) -> None:
        """Do it."""

    for function in (alone, with_context):
        assert tool(function).input_schema_for_provider() == {"type": "object", "properties": {}}


def test_the_context_is_no_parameter() -> None:
    """By annotation anywhere, in a union too, or as the last parameter of that name, the context is left out."""

    def first(call: ToolExecutionContext, query: str) -> None:
        """Search."""

    def optional(query: str, call: "ToolExecutionContext | None" = None) -> None:
        """Search."""

    def named(query: str, context) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the name says it
        """Search."""

    for function in (first, optional, named):
        assert list(tool(function).input_schema_for_provider()["properties"]) == ["query"]


def test_what_is_not_annotated_may_be_anything() -> None:
    """A parameter without an annotation takes any JSON, `**kwargs` without one any members."""

    def function(it, **more) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN003 - that is the question
        """Do it."""

    assert tool(function).input_schema_for_provider() == {
        "type": "object",
        "properties": {"it": {}},
        "required": ["it"],
        "additionalProperties": True,
    }


def test_names_that_mean_something_to_python_are_only_names() -> None:
    """A parameter may be called as an attribute of a model is, or `self` outside a class."""

    def function(self: int, schema: int, model_config: int, _private: int, json: int, args: int) -> None:
        """Do it."""

    names = ["self", "schema", "model_config", "_private", "json", "args"]
    assert tool(function).input_schema_for_provider()["required"] == names


def test_keywords_of_a_typed_dict() -> None:
    """`**kwargs: Unpack[...]` are the members of the TypedDict."""

    class Options(TypedDict, total=False):
        lang: Required[Annotated[str, "A language."]]
        since: dt.date

    def function(query: str, **options: Unpack[Options]) -> None:
        """Search."""

    assert tool(function).input_schema_for_provider() == {
        "type": "object",
        "properties": {
            "query": STRING,
            "lang": {**STRING, "description": "A language."},
            "since": {"type": "string", "format": "date"},
        },
        "required": ["query", "lang"],
        "additionalProperties": False,
    }


def test_the_words_of_the_annotation_win_over_the_docstrings() -> None:
    """Field(description=...), a text in Annotated and an override's own description stand; the docstring fills in."""

    def function(
        a: Annotated[int, Field(description="annotated")],
        b: Annotated[int, "annotated"],
        c: Annotated[int, {"type": "integer", "description": "annotated"}],
        d: Annotated[int, {"type": "integer"}],
    ) -> None:
        """Do it.

        :param a: documented
        :param b: documented
        :param c: documented
        :param d: documented
        """

    properties = tool(function).input_schema_for_provider()["properties"]
    assert [properties[name]["description"] for name in "abcd"] == ["annotated"] * 3 + ["documented"]


def test_definitions_of_one_name_are_kept_apart() -> None:
    """Two classes of one name are two definitions, whichever parameters hold them."""

    def inner() -> Any:
        @dataclass
        class Point:  # another one
            z: str

        return Point

    other = inner()

    def function(a: Any, b: Any, c: Any) -> None:
        """Do it."""

    function.__annotations__ = {"a": Point, "b": other, "c": list[Point]}
    schema = tool(function).input_schema_for_provider()
    assert len(schema["$defs"]) == 2
    a, b = (schema["$defs"][schema["properties"][name]["$ref"].rpartition("/")[2]] for name in "ab")
    assert (set(a["properties"]), set(b["properties"])) == ({"x", "y"}, {"z"})
    assert schema["properties"]["c"]["items"] == schema["properties"]["a"]


def test_an_override_brings_its_definitions() -> None:
    """References inside a parameter's own schema lead where they led; a name that is taken is refused."""
    schema = {"$ref": "#/$defs/size", "$defs": {"size": {"enum": [1, 2]}}}

    def function(it: Annotated[int, schema], *rest: Annotated[int, schema]) -> None:
        """Do it."""

    found = tool(function).input_schema_for_provider()
    assert found["properties"] == {
        "it": {"$ref": "#/$defs/size"},
        "rest": {"type": "array", "items": {"$ref": "#/$defs/size"}},
    }
    assert found["$defs"] == {"size": {"enum": [1, 2]}}

    def clash(one: Point, other: Annotated[int, {"$ref": "#/$defs/Point", "$defs": {"Point": INTEGER}}]) -> None:
        """Do it."""

    with pytest.raises(InvalidDefinition, match=r"the parameter 'other'.*'Point'"):
        tool(clash)


def test_an_inner_type_may_have_a_schema_of_its_own() -> None:
    """Annotated replaces the schema of an item or a branch too; there it has no definitions of its own."""
    even = {"type": "integer", "multipleOf": 2}
    assert schema_of(list[Annotated[int, even]]) == {"type": "array", "items": even}
    assert schema_of(Annotated[int, Schema.from_json(even)] | None) == {"anyOf": [even, {"type": "null"}]}
    with pytest.raises(InvalidDefinition, match=r"the parameter 'it'.*definitions"):
        tool(taking(list[Annotated[int, {"$ref": "#/$defs/a", "$defs": {"a": even}}]]))


def test_an_override_stands_for_a_type_that_pydantic_does_not_know() -> None:
    """With a schema of its own a parameter may have any type."""
    assert schema_of(Annotated[Opaque, {"type": "object"}]) == {"type": "object"}


def test_an_alias_is_refused() -> None:
    """A property is called what its parameter is called; another name is not passed over in silence."""
    with pytest.raises(InvalidDefinition, match="the parameter 'it' has an alias"):
        tool(taking(Annotated[int, Field(alias="from")]))


def test_a_default_that_is_a_field() -> None:
    """Pydantic's `Field(...)` as a default describes; the parameter is required unless it holds a default."""

    def function(a: int = Field(ge=1, description="A number."), b: int = Field(3)) -> None:
        """Do it."""

    assert tool(function).input_schema_for_provider() == {
        "type": "object",
        "properties": {
            "a": {**INTEGER, "minimum": 1, "description": "A number."},
            "b": {**INTEGER, "default": 3},
        },
        "required": ["a"],
        "additionalProperties": False,
    }


def test_a_default_that_is_no_json_is_not_shown() -> None:
    """A default with something in it that no JSON stands for makes optional, and stays untold."""
    nothing = [object()]

    def function(it: list[Any] = nothing) -> None:
        """Do it."""

    assert tool(function).input_schema_for_provider()["properties"]["it"] == {"type": "array", "items": {}}


# Results


@dataclass
class Event:
    when: dt.datetime
    opens: dt.time
    lasts: dt.timedelta
    price: Decimal
    colours: set[Colour]
    point: Point
    identity: UUID
    seats: dict[int, str] = field(default_factory=dict)


class Aliased(BaseModel):
    number: int = Field(alias="no")


class AliasedOutside(BaseModel):
    model_config = ConfigDict(serialize_by_alias=True)
    number: int = Field(alias="no")


RESULTS: dict[str, tuple[Any, Any]] = {
    "naive": (
        Event,
        Event(
            dt.datetime(2024, 5, 1, 12, 30),  # noqa: DTZ001 - that is the question
            dt.time(9, 30),
            -dt.timedelta(days=1, seconds=1.5),
            Decimal("1E+5"),
            {Colour.RED, Colour.BLUE},
            Point(1, 2),
            UUID(int=7),
            {1: "a"},
        ),
    ),
    "aware": (dt.datetime, dt.datetime(2024, 5, 1, 12, 30, tzinfo=dt.UTC)),
    "model": (Aliased, Aliased(no=3)),
    "model by alias": (AliasedOutside, AliasedOutside(no=3)),
    "recursive": (Node, Node(value=1, children=[Node(value=2)])),
    "list": (list[Point], [Point(1)]),
    "NamedTuple": (Pair, Pair(1)),
    "tuple": (tuple[int, str], (1, "a")),
    "subclass": (Open, Open(name="a", more=1)),  # type: ignore[call-arg]  # the model is open
}


@pytest.mark.parametrize(("annotation", "value"), RESULTS.values(), ids=RESULTS)
def test_an_output_schema_takes_what_the_value_becomes(annotation: Any, value: Any) -> None:
    """What `to_json` makes of a value of the type is valid, and something else is not."""
    schema = tool(giving(annotation)).output_schema
    validator = compile_schema(schema, assert_formats=True)
    assert validator.violations(to_json(value)) == []
    assert not validator.is_valid({"quite": "different"})


def test_the_output_schema_of_a_class_shows_its_type_at_the_root() -> None:
    """A class's schema is unfolded, also where it refers to itself: hosts want `"type": "object"` there."""
    assert tool(giving(Point)).output_schema == {
        "type": "object",
        "title": "Point",
        "properties": {"x": INTEGER, "y": {**INTEGER, "default": 0}},
        "required": ["x"],
    }
    recursive = tool(giving(Node)).output_schema
    assert recursive["type"] == "object"
    assert set(recursive["$defs"]) == {"Node"}


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (str, STRING),
        (None, {"type": "null"}),
        (list[int], {"type": "array", "items": INTEGER}),
        (Awaitable[int], INTEGER),
        (Annotated[Any, Schema.integer()], INTEGER),
        (Any, None),
        (object, None),
        (TypeVar("T"), None),
        (TextContent, None),
        (list[TextContent], None),
        (CallToolResult, None),
    ],
)
def test_a_return_annotation_is_the_output_schema(annotation: Any, schema: JSON) -> None:
    """What is promised is told; no annotation, Any, content and whole results promise no value."""
    assert tool(giving(annotation)).output_schema == schema


def test_no_return_annotation_is_no_output_schema() -> None:
    """A function that promises nothing is held to nothing."""

    def function():  # type: ignore[no-untyped-def]  # noqa: ANN202 - that is the question
        """Do it."""

    assert tool(function).output_schema is None


def test_without_pydantic_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations need the extra, which is named with its pip line; a whole schema needs nothing of it."""
    monkeypatch.setitem(sys.modules, "pydantic", None)
    monkeypatch.setitem(sys.modules, "docstring_parser", None)
    with pytest.raises(ExtraNotInstalled, match=r'pip install "schemaval\[tools\]"'):
        tool(taking(int), description="Do it.", output=False)
    made = tool(taking(int), description="Do it.", input={"type": "object", "properties": {"it": {}}}, output=False)
    assert made.call({"it": 1}) is None


def test_what_a_keyword_of_a_typed_dict_takes() -> None:
    """A call gets the members that were sent, hydrated, and no others; each of them is judged."""

    class Options(TypedDict, total=False):
        lang: Required[str]
        since: dt.date

    def function(query: str, **options: Unpack[Options]) -> list[Any]:
        """Search."""
        return [query, options]

    made = tool(function, output=False)
    assert made.call({"query": "a", "lang": "en"}) == ["a", {"lang": "en"}]
    sent = {"query": "a", "lang": "en", "since": "2026-01-31"}
    assert made.call(sent) == ["a", {"lang": "en", "since": dt.date(2026, 1, 31)}]
    for wrong in ({"query": "a"}, {**sent, "since": "soon"}, {**sent, "more": 1}):
        with pytest.raises(InvalidToolInput):
            made.call(wrong)


@pytest.mark.parametrize("kind", [list[int], int, Schema])
def test_only_a_typed_dict_is_unpacked(kind: Any) -> None:
    """Anything else in `Unpack[...]` has no members to be parameters."""

    def function(**options: Any) -> None:
        """Do it."""

    function.__annotations__["options"] = Unpack[kind]
    with pytest.raises(InvalidDefinition, match=r"holds a TypedDict|is no type"):
        tool(function)


@dataclass
class Page:
    """Its definition bears its name."""

    number: int


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/Page"},
        {"type": "array", "items": {"$ref": "#/$defs/Page/properties/number"}},
        {"$ref": "#/$defs/Page", "$defs": {"Other": {}}},
        {"$ref": "#/definitions/Pa%67e"},
        {"$id": "https://example.com/a", "$ref": "#/$defs/Page"},
    ],
)
def test_an_overrides_dangling_reference_is_refused(schema: Any) -> None:
    """It is told with the parameter's name, and never finds the definition that another parameter brings."""

    def function(page: list[Page], part: Any) -> None:
        """Do it."""

    function.__annotations__["part"] = Annotated[Any, schema]
    with pytest.raises(InvalidDefinition, match=r"parameter 'part': the reference '#/.*' leads to no definition in it"):
        tool(function)


def test_an_overrides_own_definitions_are_found() -> None:
    """A reference that the override keeps itself, by whatever spelling of the pointer, is right in the whole."""
    own = {"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"type": "integer"}}}

    def function(page: Page, part: Any) -> int:
        """Do it."""
        return part * page.number  # type: ignore[no-any-return]  # the override says so

    function.__annotations__["part"] = Annotated[Any, own]
    made = tool(function)
    assert made.call({"page": {"number": 3}, "part": 2}) == 6
    with pytest.raises(InvalidToolInput):
        made.call({"page": {"number": 3}, "part": "2"})
