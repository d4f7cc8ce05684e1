"""msgspec: types made by hand for the shapes that it can express; it makes objects of its own, and tells one fault."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal

from bench.cases import Case
from bench.subject import Ask, NotComparable, Offer, Timed, accept, explain, read, reject

RAW = "msgspec"
engine: Any = import_module("msgspec")  # by name: type checkers need not have it
_ABSENT = engine.UNSET


def _types() -> dict[str, Any]:
    """The types by shape; values that may be absent have UNSET in their place."""
    meta, absent = engine.Meta, engine.UnsetType
    few = dict.fromkeys(("since", "until"), str | absent) | {"tags": list[str] | absent}
    filtered = _closed("Filter", {name: (kind, _ABSENT) for name, kind in few.items()})
    optional = {
        "offset": Annotated[int, meta(ge=0)],
        "sort": Literal["asc", "desc"],
        "fields": Annotated[list[str], meta(max_length=20)],
        "filter": filtered,
        "exact": bool,
        "language": Annotated[str, meta(pattern="^[a-z]{2}$")],
        "score": Annotated[float, meta(ge=0, le=1)],
        "mode": Literal["fast", "full"],
    }
    required = {
        "query": Annotated[str, meta(min_length=1, max_length=200)],
        "limit": Annotated[int, meta(ge=1, le=100)],
    }
    search = _closed("Search", required | {name: (kind | absent, _ABSENT) for name, kind in optional.items()})
    row: Any = _open(
        "Row", {"id": int, "name": str, "price": (float | absent, _ABSENT), "sold": (bool | absent, _ABSENT)}
    )
    return {
        "city": _open("City", {"city": str}),
        "search": search,
        "rows": _list_of(row),
        "result": _open("Result", {"rows": _list_of(row)}),
    }


def _list_of(kind: Any) -> Any:
    return list.__class_getitem__(kind)


def _open(name: str, members: dict[str, Any]) -> Any:
    return engine.defstruct(name, _members(members))


def _closed(name: str, members: dict[str, Any]) -> Any:
    return engine.defstruct(name, _members(members), forbid_unknown_fields=True)


def _members(members: dict[str, Any]) -> list[Any]:
    return [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in members.items()]


@cache
def _type(shape: str) -> Any:
    types = _types()
    if shape not in types:
        raise NotComparable("a type for it is not written")
    return types[shape]


def _converting(kind: Any) -> Ask:
    convert = engine.convert
    return lambda value: convert(value, kind)


def _decoding(kind: Any) -> Ask:
    decode: Ask = engine.json.Decoder(kind).decode
    return decode


def _judging(kind: Any) -> Ask:
    convert = engine.convert

    def is_valid(value: Any) -> bool:
        try:
            convert(value, kind)
        except engine.ValidationError:
            return False
        return True

    return is_valid


def _first(kind: Any) -> Ask:
    convert = engine.convert

    def first(value: Any) -> list[str]:
        try:
            convert(value, kind)
        except engine.ValidationError as error:
            return [str(error)]
        return []

    return first


def _explain(of: Callable[[Any], Ask]) -> Callable[[Case], Timed]:
    return explain(of, first_only=True)


def _typed(
    asked: Callable[[Callable[[Any], Ask]], Callable[[Case], Timed]], by: Callable[[Any], Ask]
) -> Callable[[Case], Timed]:
    """Ask the type of the case's shape in place of its schema."""
    return lambda case: asked(lambda _: by(_type(case.shape)))(case)


OFFERS = (
    Offer(f"{RAW}.convert", "accept", _typed(accept, _converting)),
    Offer(f"{RAW}.json", "read", _typed(read, _decoding)),
    Offer(RAW, "reject", _typed(reject, _judging)),
    Offer(f"{RAW}, first fault", "explain", _typed(_explain, _first)),
)
