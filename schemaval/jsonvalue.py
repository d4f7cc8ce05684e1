"""JSON values in Python: their types, and the check that a value is one."""

import math
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, TypeAlias

from schemaval import pointer
from schemaval.errors import CYCLE, SHARED, LimitExceeded, NotJSON
from schemaval.levels import MAX_VALUES, levels

JSON: TypeAlias = Any  # object | array | str | int | float | Decimal | bool | None; Python cannot say it usefully

MAX_DIGITS = 4_300  # the interpreter's own bound for turning integers into text and back
MAX_BITS = int(MAX_DIGITS * math.log2(10))

_TYPE_NAMES: dict[type, str] = {
    dict: "object",
    list: "array",
    tuple: "array",
    str: "string",
    bool: "boolean",
    type(None): "null",
    int: "integer",
    float: "number",
    Decimal: "number",
}


def type_name(value: JSON) -> str:
    """The JSON type of `value`, with `integer` for whole numbers (JSON Schema Core 2020-12, section 4.2.1)."""
    kind = type(value)
    if kind is float or kind is Decimal:
        return "integer" if is_integral(value) else "number"
    name = _TYPE_NAMES.get(kind)
    if name is None:
        name = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else kind.__name__
    return name


def is_integral(value: float | Decimal) -> bool:
    """Whether a number has no fractional part."""
    if type(value) is Decimal:
        exponent = value.as_tuple().exponent
        return value.is_finite() and (
            not isinstance(exponent, int) or exponent >= 0 or value == value.to_integral_value()
        )
    return value.is_integer()  # type: ignore[union-attr]  # no Decimal comes here


def as_count(number: float | Decimal) -> int:
    """A whole number as an int, which lengths compare with as with the number itself.

    A float or a Decimal beyond all lengths is the longest one: a few characters of a Decimal may be a billion digits.
    """
    return number if type(number) is int else int(min(number, sys.maxsize))


def plain(value: JSON) -> JSON:
    """A value whose own type is a JSON type: subclasses of dict and list become one, read by the built-in methods.

    Anything else raises NotJSON.
    """
    if type(value) in _TYPE_NAMES:
        return value
    if issubclass(type(value), dict):  # `isinstance` would believe a `__class__` that lies
        return dict(dict.items(value))
    if issubclass(type(value), list):
        return list(list.__iter__(value))
    raise _not_json(value, "")


def check(value: JSON, *, max_depth: int | None = None, depth_limit: str = "max_instance_depth") -> None:
    """Raise NotJSON, with the culprit's pointer, unless the whole of `value` is JSON.

    Containers nested deeper than `max_depth`, and those that contain themselves, raise LimitExceeded(`depth_limit`).
    """
    if type(value) in _LEAVES:
        check_leaf(value, ())
    elif max_depth is not None or not is_sound(value, [QUICK_VALUES], QUICK_LEVELS):
        _check_tree(value, max_depth, depth_limit)


def check_closely(value: JSON) -> None:
    """The same, without a bound, of what a quick look (see is_sound) said nothing of."""
    if type(value) in _LEAVES:
        check_leaf(value, ())
    else:
        _check_tree(value, None, "max_instance_depth")


QUICK_LEVELS = 16
QUICK_VALUES = 1_000_000  # so that what stands in many places is looked at for no more than a tenth of a second


def is_sound(value: Any, left: list[int], levels: int) -> bool:  # noqa: C901 - a call a member would cost more
    """Whether a container holds nothing but plain JSON: as nearly all do, found out in one loop a container.

    False says nothing yet: it is as well of a scalar, of what is nested in more than so many levels, holds more
    values than are `left`, or needs a closer look.
    """
    kind = type(value)
    if levels == 0 or (kind is not dict and kind is not list) or len(value) > left[0]:
        return False
    left[0] -= len(value)
    if kind is dict:
        for name in value:
            if type(name) is not str or not (name.isascii() or is_text(name)):
                return False
        value = value.values()
    for member in value:
        kind = type(member)
        if kind is str:
            if not (member.isascii() or is_text(member)):
                return False
        elif kind is int:
            if member.bit_length() > MAX_BITS:
                return False
        elif kind is float:
            if member - member != 0.0:
                return False
        elif kind is not bool and member is not None and not is_sound(member, left, levels - 1):
            return False
    return True


def is_text(text: str) -> bool:
    """Whether UTF-8 has a form for a string: half a surrogate pair has none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_tree(root: JSON, max_depth: int | None, depth_limit: str) -> None:
    """The iterative walk behind `check`: open containers on a stack, and the way to the innermost.

    A container that stands in several places is looked at once, and counted as often as it stands.
    """
    way: list[str | int] = []
    stack = [_Open(root, way)]
    opened = {id(root)}
    sizes: dict[int, tuple[int, int]] = {}  # of containers that were looked at: how many are in them, how deep
    if max_depth is not None and max_depth < 1:
        raise LimitExceeded(depth_limit, f"more than {max_depth} nested containers")
    while stack:
        top = stack[-1]
        inner = _next_container(top.members, way)
        if inner is None:
            stack.pop()
            opened.discard(top.ident)
            sizes[top.ident] = top.count, top.height
            if way:
                way.pop()
            if stack:
                stack[-1].take(top.count, top.height)
        elif id(inner) in opened:
            raise LimitExceeded(depth_limit, CYCLE, pointer.join(way[:32]))
        else:
            count, height = sizes.get(id(inner), (0, 1))
            if max_depth is not None and len(stack) + height > max_depth:
                raise LimitExceeded(depth_limit, f"more than {max_depth} nested containers", pointer.join(way[:32]))
            if count:
                way.pop()
                top.take(count, height)
            else:
                opened.add(id(inner))
                stack.append(_Open(inner, way))
        if top.count > _FREE_PLACES and top.count > _PLACES * (len(sizes) + len(stack)):
            raise LimitExceeded(depth_limit.replace("depth", "bytes"), SHARED)


_FREE_PLACES = 1_000_000
_PLACES = 4  # for each container


class _Open:
    """A container that is being looked at: its members left, how many containers it holds so far, and how deep."""

    __slots__ = ("count", "height", "ident", "members")

    def __init__(self, node: JSON, way: list[str | int]) -> None:
        self.members = _open(node, way)
        self.ident = id(node)
        self.count = 1
        self.height = 1

    def take(self, count: int, height: int) -> None:
        """Count what stands in a member."""
        self.count += count
        self.height = max(self.height, height + 1)


def _next_container(members: Iterator[tuple[Any, Any]], way: list[str | int]) -> JSON | None:
    """Check members up to the next one that is to be entered, and add its token to `way`; None at the end."""
    for token, member in members:
        kind = type(member)
        if kind is str:
            if not member.isascii():
                _check_text(member, (*way, token))
        elif kind is bool or member is None:
            continue
        elif kind in _LEAVES:
            check_leaf(member, (*way, token))
        else:
            way.append(token)
            return member
    return None


def _open(node: JSON, way: list[str | int]) -> Iterator[tuple[Any, Any]]:
    """The members of a container, by the built-in type's own methods; its names are checked."""
    if issubclass(type(node), dict):
        for name in dict.keys(node):
            if type(name) is not str:
                raise NotJSON(
                    f"a property name must be a string, not {type(name).__name__}",
                    pointer.join(way),
                    type(name).__name__,
                )
            if not name.isascii():
                _check_text(name, way)
        return iter(dict.items(node))
    if issubclass(type(node), list):
        return iter(enumerate(list.__iter__(node)))
    if type(node) is tuple:
        return iter(enumerate(node))
    raise _not_json(node, pointer.join(way))


_LEAVES = frozenset({str, int, float, bool, type(None), Decimal})


def check_leaf(value: JSON, way: Iterable[str | int] = ()) -> None:
    """Raise NotJSON unless a value of a scalar's type is a JSON value; `way` leads to it."""
    kind = type(value)
    if kind is str:
        _check_text(value, way)
    elif kind is int:
        if value.bit_length() > MAX_BITS and abs(value) >= 10**MAX_DIGITS:
            raise NotJSON(f"an integer of more than {MAX_DIGITS:,} digits", pointer.join(way), "int")
    elif (kind is float and not math.isfinite(value)) or (kind is Decimal and not value.is_finite()):
        is_nan = value.is_nan() if kind is Decimal else math.isnan(value)
        name = "NaN" if is_nan else "infinity"
        raise NotJSON(f"{name} is not a JSON number", pointer.join(way), kind.__name__)


def _check_text(text: str, way: Iterable[str | int]) -> None:
    if not is_text(text):
        raise NotJSON("a string with a lone surrogate", pointer.join(way), "str")


def _not_json(value: object, where: str) -> NotJSON:
    name = type(value).__name__
    return NotJSON(f"a Python {name} is not a JSON value; to_json may turn it into one", where, name)


def _items(array: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """The items of an array, by the built-in type's own method."""
    return list.__iter__(array) if isinstance(array, list) else tuple.__iter__(array)


def has_decimal(value: JSON) -> bool:
    """Whether a Decimal stands anywhere in `value`; containers that stand in several places are looked at once."""
    return may_hold_decimal(value, MAX_VALUES) and _holds_decimal(value)


def may_hold_decimal(value: JSON, most: int) -> bool:
    """Whether a Decimal may stand in `value`, by a quick look at no more than so many of the values in it."""
    kind = type(value)
    if kind in _FLAT or (kind is dict and _FLAT.issuperset(map(type, value.values()))):
        return False
    if (kind is list or kind is dict) and len(value) > most:
        return True
    for level in levels(value):
        most -= len(level)
        if not level or most < 0 or not _NOT_DECIMAL.issuperset(map(type, level)):
            return bool(level)
    return True


def _holds_decimal(value: JSON) -> bool:
    """By a walk that knows other classes too."""
    if type(value) is Decimal:
        return True
    pending = [value] if isinstance(value, (dict, list, tuple)) else []
    seen: set[int] = set()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        for member in dict.values(node) if isinstance(node, dict) else _items(node):
            if type(member) in _FLAT:
                continue
            if type(member) is Decimal:
                return True
            if isinstance(member, (dict, list, tuple)):
                pending.append(member)
    return False


_FLAT = frozenset({str, int, float, bool, type(None)})
_NOT_DECIMAL = _FLAT | {dict, list, tuple}
