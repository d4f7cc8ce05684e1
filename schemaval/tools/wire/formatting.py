"""What a tool returns, as content blocks for a model to read."""

import json
from collections.abc import Mapping
from typing import Any

import orjson

from schemaval.converting import to_json
from schemaval.errors import STACK, LimitExceeded
from schemaval.jsonvalue import JSON
from schemaval.stacks import is_small
from schemaval.tools.wire.blocks import as_block, holds_block
from schemaval.tools.wire.structured import NOTHING


def format_result(value: object) -> list[dict[str, Any]]:
    """`value` as a list of content blocks, plain dicts.

    A block stands for itself, a list of blocks for its items; of a list that holds blocks and other things, or a
    mapping with blocks among its members, each item is formatted by itself. A str is text as it is, None `(null)`,
    NOTHING no block at all.
    Anything else is one JSON text, compact and with non-ASCII characters as they are; objects are what `to_json` makes
    of them. NotJSON and LimitExceeded as `to_json`.
    """
    try:
        return _formatted(value)
    except RecursionError:  # a list of blocks that contains itself
        raise LimitExceeded("max_instance_depth", STACK) from None


def json_text(value: JSON) -> str:
    """The JSON text of a JSON value: compact, non-ASCII characters as they are.

    The exponents of floats are written as orjson does (`1e16`), not as the standard library (`1e+16`): the same number.
    """
    found = None if is_small() else _quick_text(value)
    if found is not None:
        return found
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _quick_text(value: JSON) -> str | None:
    try:
        return orjson.dumps(value, option=orjson.OPT_PASSTHROUGH_SUBCLASS).decode()
    except orjson.JSONEncodeError:  # an integer beyond 64 bits, or nested too deep for it
        return None


def text_block(text: str) -> dict[str, Any]:
    """A block of text that every revision knows."""
    return {"type": "text", "text": text}


def _formatted(value: Any) -> list[dict[str, Any]]:
    if value is NOTHING:
        return []
    block = as_block(value)
    if block is not None:
        return [block]
    if holds_block(value):
        items = value.values() if isinstance(value, Mapping) else value
        return [block for item in items for block in _formatted(item)]
    return [text_block(_text(to_json(value)))]


def _text(value: JSON) -> str:
    if value is None:
        return "(null)"
    return value if isinstance(value, str) else json_text(value)
