"""What can be wrong with a pattern: it is no ECMA-262, or it is ECMA-262 that cannot be honoured exactly.

    ValueError
      PatternSyntaxError   the author of the schema must act
      UnsupportedPattern   legal, and refused rather than approximated

Neither holds the pattern, so neither can spill a long one into a log.
"""

from __future__ import annotations

from typing import NoReturn

MAX_NAME_CHARS = 64


class PatternSyntaxError(ValueError):
    """The text is not a pattern of ECMA-262 in Unicode mode.

    `reason` says what is wrong in a few words, `position` counts code points from the pattern's start.
    """

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason, position)
        self.reason = reason
        self.position = position

    def __str__(self) -> str:
        return f"{self.reason} at position {self.position}"


class UnsupportedPattern(ValueError):
    """The pattern is legal ECMA-262, and no exact translation of it is known; `reason` names the construct."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"this pattern cannot be honoured exactly: {self.reason}"


def refuse(reason: str) -> NoReturn:
    """Raise UnsupportedPattern, where a statement cannot stand."""
    raise UnsupportedPattern(reason)


def shorten(text: str) -> str:
    """Return the text as printable ASCII of at most MAX_NAME_CHARS characters."""
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= MAX_NAME_CHARS else shown[: MAX_NAME_CHARS - 3] + "..."
