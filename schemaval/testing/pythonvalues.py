"""Python values that are not plain JSON, as rows: what every backend makes of each."""

import datetime as dt
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Any, Literal

from schemaval.jsonvalue import JSON

_NUMBERS = {"type": "array", "items": {"type": "number", "minimum": 1}}


@dataclass(frozen=True, slots=True)
class PythonValue:
    """A value made by `make`, asked of `schema`.

    `rule` is the verdict where the value counts as JSON; else `"refused"`: `violations` raises NotJSON or
    LimitExceeded; or `"nonfinite"`: besides, `is_valid` does not answer True.
    """

    name: str
    make: Callable[[], Any]
    schema: JSON
    rule: bool | Literal["refused", "nonfinite"]


class _Loud(dict):  # type: ignore[type-arg]  # any dict will do
    """A dict whose own methods lie."""

    def __iter__(self) -> Any:
        return iter(["b"])

    def __len__(self) -> int:
        return 7

    def __contains__(self, _name: object) -> bool:
        return False


class _Array(list):  # type: ignore[type-arg]  # any list will do
    """A list of a class of its own."""


class _Text(str):
    """A text of a class of its own."""

    __slots__ = ()


class _Real(float):
    """A number of a class of its own."""


class _Size(IntEnum):
    SMALL = 1


class _Colour(StrEnum):
    RED = "red"


def _loop() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


_ENDLESS = {"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "#"}, "type": "array"}
_MEMBERS = {"required": ["a"], "maxProperties": 1, "properties": {"a": {"type": "integer"}}, "type": "object"}

ROWS: tuple[PythonValue, ...] = (
    PythonValue("a tuple is an array", lambda: (1, 2.5), _NUMBERS, True),
    PythonValue("the items of a tuple are judged", lambda: (1, 0), _NUMBERS, False),
    PythonValue(
        "a tuple inside", lambda: {"a": ((1, 1),)}, {"properties": {"a": {"items": {"uniqueItems": True}}}}, False
    ),
    PythonValue("a Decimal is a number", lambda: [Decimal("1.5")], _NUMBERS, True),
    PythonValue("a Decimal below a bound", lambda: [Decimal("0.999")], _NUMBERS, False),
    PythonValue("a whole Decimal is an integer", lambda: Decimal("3.0"), {"type": "integer"}, True),
    PythonValue("a Decimal is no integer with a fraction", lambda: Decimal("3.5"), {"type": "integer"}, False),
    PythonValue("a Decimal in an enum", lambda: Decimal("0.1"), {"enum": [0.1]}, True),
    PythonValue("an OrderedDict is an object", lambda: OrderedDict(a=1), _MEMBERS, True),
    PythonValue("a dict is read by dict's own methods", lambda: _Loud(a=1), _MEMBERS, True),
    PythonValue("a dict's members are judged", lambda: _Loud(a="x"), _MEMBERS, False),
    PythonValue("a list of a class of its own", lambda: _Array([1]), _NUMBERS, True),
    PythonValue("a list's items are judged", lambda: _Array([0]), _NUMBERS, False),
    PythonValue("a str subclass", lambda: _Text("x"), {"type": "string"}, "refused"),
    PythonValue("a StrEnum", lambda: {"a": _Colour.RED}, {"properties": {"a": {"enum": ["red"]}}}, "refused"),
    PythonValue("an IntEnum", lambda: [_Size.SMALL], _NUMBERS, "refused"),
    PythonValue("a float subclass", lambda: [_Real(1.5)], _NUMBERS, "refused"),
    PythonValue("NaN", lambda: float("nan"), {"minimum": 1}, "nonfinite"),
    PythonValue("NaN in an array", lambda: [float("nan")], _NUMBERS, "nonfinite"),
    PythonValue("infinity", lambda: float("inf"), {"type": "number"}, "nonfinite"),
    PythonValue("infinity above a bound", lambda: [float("inf")], _NUMBERS, "nonfinite"),
    PythonValue("a Decimal that is infinite", lambda: Decimal("Infinity"), {"minimum": 1}, "nonfinite"),
    PythonValue("a Decimal that is NaN", lambda: Decimal("NaN"), {"multipleOf": 1}, "nonfinite"),
    PythonValue("bytes", lambda: {"a": b"x"}, {"properties": {"a": {"type": "string"}}}, "refused"),
    PythonValue("a date", lambda: dt.date(2024, 2, 29), {"format": "date"}, "refused"),
    PythonValue("a set", lambda: {1, 2}, {"type": "array"}, "refused"),
    PythonValue("a complex number", lambda: 1j, {"minimum": 0}, "refused"),
    PythonValue("an object", object, {"type": "object"}, "refused"),
    PythonValue(
        "names that are no strings", lambda: {1: 2, None: 3}, {"additionalProperties": {"minimum": 1}}, "refused"
    ),
    PythonValue("a lone surrogate", lambda: "\ud800", {"minLength": 1, "pattern": "."}, "refused"),
    PythonValue("a name with a lone surrogate", lambda: {"\ud800": 1}, {"propertyNames": {"maxLength": 3}}, "refused"),
    PythonValue("an integer of 5,000 digits", lambda: 10**5000, {"type": "integer", "minimum": 1}, "refused"),
    PythonValue("a list that holds itself", _loop, _ENDLESS, "refused"),
)
