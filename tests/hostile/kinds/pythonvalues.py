"""Python objects: subclasses that lie, containers that share, and what JSON cannot carry."""

from collections import OrderedDict, UserDict, defaultdict
from collections.abc import Callable, Iterator
from enum import IntEnum, StrEnum
from functools import partial
from typing import Any

from tests.hostile.case import INVALID, LIMIT, NOT_JSON, Case, always


class _BoomError(Exception):
    """What hostile methods raise."""


def _boom(*_: object) -> Any:
    raise _BoomError


class EmptySeeming(dict[str, Any]):
    """Says it is empty, holds what it holds."""

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __contains__(self, _: object) -> bool:
        return False

    def keys(self) -> Any:
        """Nothing."""
        return {}.keys()

    def items(self) -> Any:
        """Nothing."""
        return {}.items()

    def values(self) -> Any:
        """Nothing."""
        return {}.values()

    def get(self, _name: Any, default: Any = None) -> Any:
        """The default."""
        return default


class FullSeeming(dict[str, Any]):
    """Says it has every member."""

    def __contains__(self, _: object) -> bool:
        return True

    def __getitem__(self, _: str) -> Any:
        return "made up"

    def __missing__(self, _: str) -> Any:
        return "made up"

    def get(self, _name: Any, _default: Any = None) -> Any:
        """Something."""
        return "made up"


class Exploding(dict[str, Any]):
    """Raises whatever it is asked."""

    __len__ = __iter__ = __contains__ = __getitem__ = __eq__ = __bool__ = __repr__ = __missing__ = _boom
    keys = items = values = get = copy = _boom
    __hash__ = _boom  # type: ignore[assignment]  # the built-in type has none, this one raises


class ShortSeeming(list[Any]):
    """Says it is empty, holds what it holds."""

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getitem__(self, _: Any) -> Any:
        return 1

    def __contains__(self, _: object) -> bool:
        return False


class Endless(list[Any]):
    """Iterates without end."""

    def __iter__(self) -> Iterator[Any]:
        while True:
            yield 1


class ExplodingList(list[Any]):
    """Raises whatever it is asked."""

    __len__ = __iter__ = __contains__ = __getitem__ = __eq__ = __bool__ = __repr__ = _boom
    __hash__ = _boom  # type: ignore[assignment]  # the built-in type has none, this one raises


class Equal(str):
    """Equal to everything."""

    __slots__ = ()

    def __eq__(self, _: object) -> bool:
        return True

    def __ne__(self, _: object) -> bool:
        return False

    def __hash__(self) -> int:
        return hash("a")


class ShortText(str):
    """Says it is short."""

    __slots__ = ()

    def __len__(self) -> int:
        return 0


class Small(int):
    """Less than everything, and equal to it."""

    def __lt__(self, _: object) -> bool:
        return True

    def __le__(self, _: object) -> bool:
        return True

    def __gt__(self, _: object) -> bool:
        return False

    def __ge__(self, _: object) -> bool:
        return True

    def __eq__(self, _: object) -> bool:
        return True

    def __mod__(self, _: object) -> int:
        return 0

    __hash__ = int.__hash__


class SmallFloat(float):
    """Less than everything."""

    def __lt__(self, _: object) -> bool:
        return True

    def __gt__(self, _: object) -> bool:
        return False


class ExplodingFloat(float):
    """Raises where it is compared."""

    __lt__ = __gt__ = __le__ = __ge__ = __eq__ = __bool__ = _boom
    __hash__ = _boom


class Slow:
    """Not JSON, with every method that could be asked."""

    __len__ = __iter__ = __getitem__ = __eq__ = __bool__ = __str__ = __repr__ = __hash__ = _boom
    __class__ = dict  # type: ignore[assignment]  # isinstance says dict, as mocks do


class _Colour(StrEnum):
    RED = "red"


class _Number(IntEnum):
    ONE = 1


def shared(levels: int) -> Any:
    """2**levels leaves in so many containers."""
    value: Any = []
    for _ in range(levels):
        value = [value, value]
    return value


def shared_objects(levels: int) -> Any:
    """2**levels leaves in so many containers."""
    value: Any = {}
    for _ in range(levels):
        value = {"a": value, "b": value}
    return value


_TREE = {"type": "array", "items": {"$ref": "#"}}

# name, schema, instance, verdict by what the built-in type holds
_LYING: tuple[tuple[str, Any, Callable[[], Any], bool], ...] = (
    ("empty-seeming", {"additionalProperties": False}, lambda: EmptySeeming(a=1), False),
    ("empty-seeming-names", {"propertyNames": {"maxLength": 0}}, lambda: EmptySeeming(a=1), False),
    ("empty-seeming-count", {"maxProperties": 0}, lambda: EmptySeeming(a=1), False),
    ("empty-seeming-const", {"const": {}}, lambda: EmptySeeming(a=1), False),
    ("empty-seeming-patterns", {"patternProperties": {"a": False}}, lambda: EmptySeeming(a=1), False),
    ("empty-seeming-inside", {"properties": {"a": {"additionalProperties": False}}}, lambda: {"a": EmptySeeming(a=1)},
    False),
    ("empty-seeming-unevaluated", {"unevaluatedProperties": False}, lambda: EmptySeeming(a=1), False),
    ("full-seeming", {"required": ["a"]}, FullSeeming, False),
    ("full-seeming-member", {"properties": {"a": {"type": "string"}}}, lambda: FullSeeming(a=1), False),
    ("exploding", {"required": ["a"], "properties": {"a": {"type": "string"}}}, lambda: Exploding(a=1), False),
    ("exploding-const", {"const": {"a": 1}}, lambda: Exploding(a=1), True),
    ("exploding-enum", {"enum": [{"a": 1}, [1]]}, lambda: Exploding(a=1), True),
    ("exploding-unique", {"uniqueItems": True}, lambda: [Exploding(a=1), Exploding(a=1)], False),
    ("short-seeming", {"items": False}, lambda: ShortSeeming([1]), False),
    ("short-seeming-count", {"maxItems": 0}, lambda: ShortSeeming([1]), False),
    ("short-seeming-contains", {"contains": {"const": 5}}, lambda: ShortSeeming([5]), True),
    ("short-seeming-unique", {"uniqueItems": True}, lambda: ShortSeeming([5, 5]), False),
    ("endless", {"items": {"type": "integer"}}, lambda: Endless([1, 2]), True),
    ("endless-unique", {"uniqueItems": True}, lambda: Endless([1, 2]), True),
    ("exploding-list", {"items": {"type": "string"}}, lambda: ExplodingList([1]), False),
    ("exploding-list-const", {"const": [1]}, lambda: ExplodingList([1]), True),
    ("ordered", {"additionalProperties": False}, lambda: OrderedDict(a=1), False),
    ("default", {"required": ["a"]}, lambda: defaultdict(int), False),
    ("tuple", {"type": "array", "items": {"type": "string"}}, lambda: (1,), False),
)  # fmt: skip

# name, schema, instance: subclasses of str, int and float; the engine may judge them by the value they hold
_SCALARS: tuple[tuple[str, Any, Callable[[], Any], bool], ...] = (
    ("equal-enum", {"enum": ["b", "c"]}, lambda: Equal("a"), False),
    ("equal-const", {"const": "b"}, lambda: Equal("a"), False),
    ("equal-unique", {"uniqueItems": True}, lambda: [Equal("a"), "b", 1], True),
    ("equal-name", {"properties": {"b": False}, "additionalProperties": False}, lambda: {Equal("a"): 1}, False),
    ("short-text", {"maxLength": 1}, lambda: ShortText("abc"), False),
    ("small", {"maximum": 5}, lambda: Small(9), False),
    ("small-exclusive", {"exclusiveMaximum": 5}, lambda: Small(9), False),
    ("small-const", {"const": 5}, lambda: Small(9), False),
    ("small-multiple", {"multipleOf": 5}, lambda: Small(9), False),
    ("small-float", {"maximum": 5}, lambda: SmallFloat(9), False),
    ("exploding-float", {"maximum": 5}, lambda: ExplodingFloat(9), False),
    ("string-enum", {"const": "green"}, lambda: _Colour.RED, False),
    ("integer-enum", {"minimum": 2}, lambda: _Number.ONE, False),
)

_NO_JSON: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("bytes", lambda: b"a"),
    ("bytearray", lambda: bytearray(b"a")),
    ("set", lambda: {1}),
    ("frozenset", lambda: frozenset({1})),
    ("object", object),
    ("range", lambda: range(3)),
    ("generator", lambda: (i for i in range(3))),
    ("complex", lambda: 1j),
    ("class", lambda: int),
    ("function", lambda: print),
    ("user-dict", lambda: UserDict(a=1)),
    ("mock", Slow),
    ("ellipsis", lambda: ...),
    ("integer-name", lambda: {1: 1}),
    ("none-name", lambda: {None: 1}),
    ("tuple-name", lambda: {(1, 2): 1}),
    ("bytes-name", lambda: {b"a": 1}),
)
_EVERYWHERE = {
    "type": ["string", "number", "null"],
    "items": {"type": "integer"},
    "properties": {"a": {"type": "integer"}},
}


def _lying() -> Iterator[Case]:
    for name, schema, instance, valid in _LYING:
        yield Case(f"lying-{name}", always(schema), instance, valid, quick=True)
    for name, schema, instance, valid in _SCALARS:
        yield Case(f"scalar-{name}", always(schema), instance, valid, NOT_JSON, quick=True)


def _in_array(make: Callable[[], Any]) -> Any:
    return [make()]


def _in_const(make: Callable[[], Any]) -> Any:
    return {"const": make()}


def _no_json() -> Iterator[Case]:
    for name, value in _NO_JSON:
        # is_valid may answer by what the keywords look at, and this schema takes no such value
        yield Case(f"no-json-{name}", always(_EVERYWHERE), value, False, NOT_JSON, quick=True)
        yield Case(f"no-json-inside-{name}", always({"items": _EVERYWHERE}), partial(_in_array, value), False, NOT_JSON)
        yield Case(f"no-json-schema-{name}", partial(_in_const, value), always(1), None, NOT_JSON | INVALID)
        yield Case(f"no-json-as-schema-{name}", value, always(1), None, NOT_JSON | INVALID, quick=True)


def _shared() -> Iterator[Case]:
    rows: tuple[tuple[str, Any, Callable[[], Any], bool], ...] = (
        ("arrays", _TREE, lambda: shared(30), True),
        ("objects", {"additionalProperties": {"$ref": "#"}}, lambda: shared_objects(30), True),
        ("flat", {"type": "array"}, lambda: shared(30), True),
        ("flat-failing", {"type": "object"}, lambda: shared(30), False),
        ("const", {"const": shared(10)}, lambda: shared(30), False),
        ("unique", {"uniqueItems": True}, lambda: [shared(30), shared(30)], False),
        ("failing", {"items": {"$ref": "#"}, "minItems": 1}, lambda: shared(30), False),
        ("arrays-60", _TREE, lambda: shared(60), True),
    )
    for name, schema, instance, valid in rows:
        yield Case(f"shared-{name}", always(schema), instance, valid, LIMIT, quick=True)
    yield Case("shared-schema", lambda: {"const": shared(30)}, always(1), False, LIMIT, quick=True)
    yield Case("shared-schema-applied", _shared_schema, always(1), True, LIMIT, quick=True)


def _shared_schema() -> Any:
    schema: Any = {"type": "integer"}
    for _ in range(30):
        schema = {"allOf": [schema, schema]}
    return schema


def _lying_schemas() -> Iterator[Case]:
    rows: tuple[tuple[str, Callable[[], Any], bool | None], ...] = (
        ("empty-seeming", lambda: EmptySeeming(type="string"), False),
        ("full-seeming", lambda: FullSeeming(type="string"), False),
        ("exploding", lambda: Exploding(type="string"), False),
        ("short-seeming", lambda: {"enum": ShortSeeming(["a"])}, False),
        ("endless", lambda: {"enum": Endless(["a"])}, False),
        ("exploding-list", lambda: {"allOf": ExplodingList([{"type": "string"}])}, False),
        ("equal-name", lambda: {Equal("type"): "string"}, None),
        ("equal-type", lambda: {"type": Equal("strange")}, None),
        ("short-text", lambda: {"pattern": ShortText("^(a+)+$")}, None),
        ("small", lambda: {"minimum": Small(9)}, None),
    )
    for name, schema, valid in rows:
        errors = frozenset[str]() if valid is False else NOT_JSON | INVALID
        yield Case(f"lying-schema-{name}", schema, always(1), valid, errors, quick=True)


CASES = (*_lying(), *_no_json(), *_shared(), *_lying_schemas())
