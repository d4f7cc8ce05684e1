"""pydantic: strict types, written by hand for the shapes that it can express."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, Required

import pydantic
from typing_extensions import TypedDict

from bench.cases import Case
from bench.subject import Ask, NotComparable, Offer, Timed, accept, explain, read, reject

RAW = "pydantic"
_OPEN = pydantic.ConfigDict(strict=True, extra="allow")
_CLOSED = pydantic.ConfigDict(strict=True, extra="forbid")


class City(TypedDict):
    """One string."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]  # how pydantic configures a TypedDict
    city: str


class Filter(TypedDict, total=False):
    """A part of a search."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]  # how pydantic configures a TypedDict
    since: str
    until: str
    tags: list[str]


class Search(TypedDict, total=False):
    """Ten fields."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]  # how pydantic configures a TypedDict
    query: Required[Annotated[str, pydantic.Field(min_length=1, max_length=200)]]
    limit: Required[Annotated[int, pydantic.Field(ge=1, le=100)]]
    offset: Annotated[int, pydantic.Field(ge=0)]
    sort: Literal["asc", "desc"]
    fields: Annotated[list[str], pydantic.Field(max_length=20)]
    filter: Filter
    exact: bool
    language: Annotated[str, pydantic.Field(pattern="^[a-z]{2}$")]
    score: Annotated[float, pydantic.Field(ge=0, le=1)]
    mode: Literal["fast", "full"]


class Row(TypedDict, total=False):
    """A row of four fields."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]  # how pydantic configures a TypedDict
    id: Required[int]
    name: Required[str]
    price: float
    sold: bool


class Result(TypedDict):
    """Rows."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]  # how pydantic configures a TypedDict
    rows: list[Row]


_TYPES: dict[str, Any] = {"city": City, "search": Search, "rows": list[Row], "result": Result}


@cache
def _adapter(shape: str) -> pydantic.TypeAdapter[Any]:
    if shape not in _TYPES:
        raise NotComparable("a type for it is not written")
    return pydantic.TypeAdapter(_TYPES[shape])


def _listing(validate: Ask) -> Ask:
    def listed(argument: Any) -> list[Any]:
        try:
            validate(argument)
        except pydantic.ValidationError as error:
            return error.errors(include_url=False)
        return []

    return listed


def _judging(validate: Ask) -> Ask:
    def is_valid(argument: Any) -> bool:
        try:
            validate(argument)
        except pydantic.ValidationError:
            return False
        return True

    return is_valid


def _typed(
    asked: Callable[[Callable[[Any], Ask]], Callable[[Case], Timed]], by: Callable[[pydantic.TypeAdapter[Any]], Ask]
) -> Callable[[Case], Timed]:
    """Ask the type of the case's shape in place of its schema."""
    return lambda case: asked(lambda _: by(_adapter(case.shape)))(case)


OFFERS = (
    Offer(f"{RAW}.validate_python", "accept", _typed(accept, lambda adapter: adapter.validate_python)),
    Offer(f"{RAW}.validate_json", "read", _typed(read, lambda adapter: adapter.validate_json)),
    Offer(RAW, "reject", _typed(reject, lambda adapter: _judging(adapter.validate_python))),
    Offer(RAW, "explain", _typed(explain, lambda adapter: _listing(adapter.validate_python))),
)
