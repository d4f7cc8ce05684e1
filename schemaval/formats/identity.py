"""Small fixed shapes: UUIDs (RFC 4122, section 3) and the colours of draft-03 (CSS 2.1, section 4.3.6)."""

from __future__ import annotations

import re

_UUID = re.compile("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")

_COLOUR_ROW = "aqua black blue fuchsia gray green lime maroon navy olive orange purple red silver teal white yellow"
_COLOUR_NAMES = frozenset(_COLOUR_ROW.split())
_COLOUR_CODE = re.compile("#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?")
_SPACE = r"[ \t\r\n\f]*+"
_INTEGER = rf"{_SPACE}[+-]?[0-9]++{_SPACE}"
_PERCENTAGE = rf"{_SPACE}[+-]?(?:[0-9]++(?:\.[0-9]++)?|\.[0-9]++)%{_SPACE}"
_COLOUR_FUNCTION = re.compile(
    rf"[Rr][Gg][Bb]\((?:{_INTEGER},{_INTEGER},{_INTEGER}|{_PERCENTAGE},{_PERCENTAGE},{_PERCENTAGE})\)"
)
_LONGEST_NAME = max(map(len, _COLOUR_NAMES))


def is_uuid(text: str) -> bool:
    """Say whether the text is a UUID of any version and variant, hyphens included."""
    return _UUID.fullmatch(text) is not None


def is_colour(text: str) -> bool:
    """Say whether the text is a colour of CSS 2.1: one of its seventeen names, a code of 3 or 6 digits, or rgb()."""
    if len(text) <= _LONGEST_NAME and text.lower() in _COLOUR_NAMES and text.isascii():
        return True
    return _COLOUR_CODE.fullmatch(text) is not None or _COLOUR_FUNCTION.fullmatch(text) is not None
