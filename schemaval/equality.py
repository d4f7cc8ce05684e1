"""Equality of JSON values (JSON Schema Core 2020-12, section 4.2.2), by keys that are equal when the values are."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from schemaval.errors import LimitExceeded
from schemaval.jsonvalue import JSON, MAX_BITS, MAX_DIGITS, check_leaf, plain

_EXACT = 2**53  # up to here every integer is a float
_HASH_SAFE = 2**61 - 1  # integers below hash to themselves


def equal(left: JSON, right: JSON, *, max_depth: int | None = None) -> bool:
    """Whether two JSON values are equal: `1` is `1.0`, `true` is not `1`, the order of members does not count."""
    same: bool = key(left, max_depth=max_depth) == key(right, max_depth=max_depth)
    return same


def key(value: JSON, *, max_depth: int | None = None) -> Any:
    """A hashable stand-in: two JSON values are equal exactly when their keys are.

    Nothing that an instance can choose makes two keys collide on purpose: texts hash with the interpreter's own
    secret, and integers too large to hash to themselves stand as text.
    """
    return _key(value, max_depth if max_depth is not None else 100_000)


def _key(value: JSON, depth: int) -> Any:
    kind = type(value)
    leaf = _LEAF_KEYS.get(kind)
    if leaf is not None:
        return leaf(value)
    if depth <= 0:
        raise LimitExceeded("max_instance_depth", "nested deeper than comparisons go")
    if kind is list or kind is tuple:
        return ("[", *[_key(item, depth - 1) for item in value])
    if kind is dict:
        return frozenset([(name, _key(member, depth - 1)) for name, member in value.items()])
    return _key(plain(value), depth)


def _int_key(value: int) -> Any:
    if -_HASH_SAFE < value < _HASH_SAFE:
        return value
    if value.bit_length() > MAX_BITS:
        check_leaf(value)
    return ("n", hex(value))


def _float_key(value: float) -> Any:
    if value.is_integer():
        return int(value) if -_EXACT <= value <= _EXACT else _decimal_key(Decimal(repr(value)))
    check_leaf(value)
    return ("d", repr(value))


def _decimal_key(value: Decimal) -> Any:
    if not value.is_finite():
        check_leaf(value)
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    trimmed = text.rstrip("0")
    exponent = int(exponent) + len(text) - len(trimmed)
    if not trimmed:
        return 0
    if exponent >= 0 and len(trimmed) + exponent <= MAX_DIGITS:
        number = int(trimmed) * 10**exponent
        return _int_key(-number if sign else number)
    short = Decimal((sign, tuple(map(int, trimmed)), exponent))
    return ("d", repr(float(short))) if Decimal(repr(float(short))) == short else ("D", str(short))


_LEAF_KEYS: dict[type, Callable[[Any], Any]] = {
    str: lambda value: value,
    int: _int_key,
    bool: lambda value: ("b", value),
    type(None): lambda _value: ("0",),
    float: _float_key,
    Decimal: _decimal_key,
}


def unique(items: Iterable[JSON], *, max_depth: int | None = None) -> bool:
    """Whether no two items are equal, in time linear in their size."""
    seen = set()
    for item in items:
        stand_in = key(item, max_depth=max_depth)
        if stand_in in seen:
            return False
        seen.add(stand_in)
    return True
