"""A Python result as the JSON value that its encoding means."""

import dataclasses
import datetime as dt
import math
import sys
from collections import UserString
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from enum import Enum
from gc import is_tracked
from pathlib import PurePath
from typing import Any
from uuid import UUID

import orjson

from schemaval import pointer
from schemaval.errors import STACK, LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, check
from schemaval.stacks import is_small

_MAX_LEVELS = 200
_PLAIN = frozenset({str, int, bool, type(None)})


def to_json(value: object) -> JSON:
    """`value` as plain JSON: dict with str keys, list, str, int, float, bool or None.

    Dataclasses, pydantic models (by `model_dump(mode="json")`) and pydantic's own types (as pydantic writes them),
    mappings, sequences, sets, Enum (its value), date and time (ISO 8601), UUID, Path, IP addresses and Decimal (as
    text), bytes in UTF-8, and numpy arrays and scalars are understood.
    Integers of any size stay exact. NaN and infinity, objects that no JSON stands for, and two names of one object
    that become one raise NotJSON with a pointer; more than 200 levels LimitExceeded. What a model's own `model_dump`
    raises is the cause of a NotJSON. A container that comes back is a new one, at every depth.
    """
    try:
        if type(value) is dict or type(value) is list:
            found = written(value)
            if found is not None:
                return found[1]
        converted = _converted(value, ())
    except RecursionError:  # an object that gives itself, or another like it, as what it stands for
        raise LimitExceeded("max_instance_depth", STACK) from None
    check(converted)
    return converted


def written(value: object) -> tuple[bytes, JSON] | None:
    """The compact JSON text (UTF-8) of what is plain JSON already, and the value anew, as read from it; else None.

    None says nothing yet: it is as well of integers beyond 64 bits, of more than 200 levels, and where threads have
    small stacks, on which the writer's recursion in C may not end well. To write, read and compare takes a tenth of
    walking in Python; the writer lets a few through that are no plain JSON (NaN, tuples, UUID, Enum): they differ from
    what is read, or what is read is what they stand for, as of an IntEnum.
    """
    if is_tracked(value) and is_small():  # a dict of scalars only is not tracked, and this is the quickest to ask
        return None
    try:
        text = _dumps(value, option=_OPTIONS)
        if len(text) > 2 * _MAX_LEVELS:
            _dumps(_within(value), option=_OPTIONS)
    except orjson.JSONEncodeError:
        return None
    read = _loads(text)
    return (text, read) if read == value else None


_dumps, _loads = orjson.dumps, orjson.loads
_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
_WRITABLE_LEVELS = 254  # the writer's own bound


def _within(value: object) -> object:
    """The value within so many arrays that the writer refuses it where it is nested too deep."""
    for _ in range(_WRITABLE_LEVELS - _MAX_LEVELS):
        value = [value]
    return value


def _converted(value: Any, way: tuple[str | int, ...]) -> JSON:
    if len(way) > _MAX_LEVELS:
        raise LimitExceeded("max_instance_depth", f"more than {_MAX_LEVELS} levels", pointer.join(way[:32]))
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is float:
        return _number(value, way)
    for known, convert in _ROWS:
        if isinstance(value, known):
            return convert(value, way)
    return _by_its_own_word(value, way)


def _number(value: float, way: tuple[str | int, ...]) -> float:
    if not math.isfinite(value):
        raise NotJSON("NaN and infinity are not JSON numbers", pointer.join(way), "float")
    return float.__float__(value)


def _mapping(value: Mapping[Any, Any], way: tuple[str | int, ...]) -> JSON:
    found: dict[str, JSON] = {}
    for key, member in dict.items(value) if isinstance(value, dict) else value.items():
        name = _name(key, way)
        if name in found:
            raise NotJSON(
                f"two property names are both {shorten(name)!r} as JSON", pointer.join(way), type(value).__name__
            )
        found[name] = _converted(member, (*way, name))
    return found


def _name(name: object, way: tuple[str | int, ...]) -> str:
    plain = _converted(name, way) if not isinstance(name, (dict, list, tuple, set, frozenset)) else name
    if type(plain) is str:
        return plain
    if type(plain) is bool or plain is None:
        return {True: "true", False: "false", None: "null"}[plain]
    if type(plain) is int:
        return str(plain)
    raise NotJSON(
        f"a property name must be a string, not {type(name).__name__}", pointer.join(way), type(name).__name__
    )


def _sequence(value: Iterable[Any], way: tuple[str | int, ...]) -> JSON:
    return [_converted(item, (*way, index)) for index, item in enumerate(value)]


def _set(value: Iterable[Any], way: tuple[str | int, ...]) -> JSON:
    """The members, sorted where they can be, so that the same set gives the same array."""
    items = _sequence(value, way)
    return sorted(items) if {type(item) for item in items} in ({str}, {int}) else items


def _decimal(value: Decimal, way: tuple[str | int, ...]) -> JSON:
    if not value.is_finite():
        raise NotJSON("NaN and infinity are not JSON numbers", pointer.join(way), "Decimal")
    return str(value)


def _bytes(value: bytes, way: tuple[str | int, ...]) -> JSON:
    try:
        return value.decode()
    except UnicodeDecodeError:
        pass  # it holds the bytes, so that ours is raised outside of its handler
    raise NotJSON("bytes that are not UTF-8; encode them, as base64 for one", pointer.join(way), "bytes")


def _duration(value: dt.timedelta) -> str:
    sign, seconds = ("-", -value) if value.total_seconds() < 0 else ("", value)
    rest = f"{seconds.seconds}.{seconds.microseconds:06d}".rstrip("0").rstrip(".")
    return f"{sign}P{seconds.days}DT{rest}S"


Convert = Callable[[Any, tuple[str | int, ...]], JSON]

_ROWS: tuple[tuple[Any, Convert], ...] = (
    (Enum, lambda value, way: _converted(value.value, way)),
    (str, lambda value, _way: str.__str__(value)),
    (bool, lambda value, _way: bool(value)),
    (int, lambda value, _way: int.__int__(value)),
    (float, _number),
    (Mapping, _mapping),
    (list, lambda value, way: _sequence(list.__iter__(value), way)),
    (tuple, lambda value, way: _sequence(tuple.__iter__(value), way)),
    (AbstractSet, _set),
    ((dt.datetime, dt.date, dt.time), lambda value, _way: value.isoformat()),
    (dt.timedelta, lambda value, _way: _duration(value)),
    (UUID, lambda value, _way: str(value)),
    (PurePath, lambda value, _way: str(value)),
    (Decimal, _decimal),
    ((bytes, bytearray), _bytes),
    (memoryview, lambda value, way: _bytes(bytes(value), way) if value.format in "Bbc" else _sequence(value, way)),
    (UserString, lambda value, _way: str(value)),  # a sequence of its like, without end
    (Sequence, _sequence),
)


def _by_its_own_word(value: Any, way: tuple[str | int, ...]) -> JSON:
    """Dataclasses, pydantic models and numpy values, which say themselves what they hold."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _mapping({field.name: getattr(value, field.name) for field in dataclasses.fields(value)}, way)
    if not isinstance(value, type):
        if hasattr(type(value), "model_dump"):
            return _converted(said(value, way, "model_dump", lambda: value.model_dump(mode="json")), way)
        package = type(value).__module__.partition(".")[0]
        if package == "numpy" and callable(listed := getattr(value, "tolist", None)):
            return _converted(listed(), way)
        if package == "ipaddress":
            return str(value)
        if package in ("pydantic", "pydantic_core"):
            convert = sys.modules["pydantic_core"].to_jsonable_python
            return _converted(said(value, way, "JSON form", lambda: convert(value)), way)
    name = type(value).__name__
    raise NotJSON(f"no JSON stands for a Python {name}", pointer.join(way), name)


def said(value: Any, way: tuple[str | int, ...], form: str, say: Callable[[], Any]) -> Any:
    """What a model, or pydantic, says of a value; `form` names what raised where that is a NotJSON."""
    name = type(value).__name__
    try:
        return say()
    except Exception as error:
        why = f"the {form} of a Python {name} raised {type(error).__name__}"
        raise NotJSON(why, pointer.join(way), name) from error
