"""The bounded cache of validators, keyed by content: the same JSON text, resources and options share one."""

import json
import secrets
import sys
from collections.abc import Hashable
from decimal import Decimal
from threading import Lock
from typing import Generic, TypeVar

import orjson

from schemaval.errors import STACK, LimitExceeded
from schemaval.jsonvalue import JSON, is_sound
from schemaval.reading import copied

Held = TypeVar("Held")

_DECIMAL = secrets.token_hex(16)  # no schema can know it, so none can pass for one with a Decimal in it


def text_of(value: JSON) -> bytes:
    """The JSON text of a checked value: key order kept, numbers by their own spelling.

    What orjson cannot write (integers beyond 64 bits, Decimal, deep nesting) the standard library's encoder does.
    """
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return _text_of_slowly(value)


def text_quickly(value: JSON, max_depth: int | None) -> bytes | None:
    """The JSON text of `value` where a quick look shows that it is plain JSON, nested no deeper; else None.

    None says nothing: `jsonvalue.check` then finds out.
    """
    if not is_sound(value, [_QUICK_VALUES], _QUICK_LEVELS if max_depth is None else min(max_depth, _QUICK_LEVELS)):
        return None
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:  # an integer beyond 64 bits
        return None


_QUICK_VALUES = 100_000
_QUICK_LEVELS = 200


def _text_of_slowly(value: JSON) -> bytes:
    try:
        text = json.dumps(
            copied(value),  # the encoder would ask a subclass's own methods
            ensure_ascii=False,
            check_circular=False,
            allow_nan=False,
            separators=(",", ":"),
            default=_decimal,
        )
    except RecursionError:
        raise LimitExceeded("max_schema_depth", STACK) from None
    return text.encode()


def _decimal(value: object) -> dict[str, str]:
    if type(value) is Decimal:
        return {_DECIMAL: str(value)}
    message = f"not a JSON value: {type(value).__name__}"
    raise TypeError(message)


class Cache(Generic[Held]):
    """The most recently used values under their keys, bounded in number and in bytes; safe to use from threads."""

    def __init__(self, size: int, max_bytes: int = sys.maxsize) -> None:
        """`size` counts entries, `max_bytes` is what their weights may add up to."""
        self._size = size
        self._max_bytes = max_bytes
        self._bytes = 0
        self._held: dict[Hashable, tuple[Held, int]] = {}  # the most recent last
        self._lock = Lock()

    def get(self, key: Hashable) -> Held | None:
        """What is held under `key`, which is then the most recent; None where there is nothing."""
        with self._lock:
            held = self._held.pop(key, None)
            if held is None:
                return None
            self._held[key] = held
            return held[0]

    def put(self, key: Hashable, value: Held, weight: int = 0) -> Held:
        """Hold `value` under `key`, unless another thread was first: then what that one put.

        `weight` is in bytes; what weighs more than all may is not held.
        """
        with self._lock:
            held = self._held.pop(key, None)
            if held is not None:
                self._held[key] = held
                return held[0]
            if weight > self._max_bytes:
                return value
            self._held[key] = value, weight
            self._bytes += weight
            while len(self._held) > self._size or self._bytes > self._max_bytes:
                self._bytes -= self._held.pop(next(iter(self._held)))[1]
            return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()
            self._bytes = 0

    def __len__(self) -> int:
        return len(self._held)
