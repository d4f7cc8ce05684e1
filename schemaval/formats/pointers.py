"""Pointers into JSON: RFC 6901, section 3, and relative ones (draft-handrews-relative-json-pointer-01, section 3)."""

from __future__ import annotations

import re

_TOKENS = "(?:/(?:[^~/]++|~[01])*+)*+"
_POINTER = re.compile(_TOKENS)
_RELATIVE_POINTER = re.compile(f"(?:0|[1-9][0-9]*+)(?:#|{_TOKENS})")


def is_json_pointer(text: str) -> bool:
    """Say whether the text is a JSON Pointer in its plain form, not as a URI fragment."""
    return _POINTER.fullmatch(text) is not None


def is_relative_json_pointer(text: str) -> bool:
    """Say whether the text is a relative JSON Pointer: levels to go up, then a pointer or `#`."""
    return _RELATIVE_POINTER.fullmatch(text) is not None
