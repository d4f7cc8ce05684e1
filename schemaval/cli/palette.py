"""Colours, on a terminal that wants them."""

import os
from dataclasses import dataclass
from typing import IO

_CODES = {"bad": "31", "mcp": "35", "mended": "33", "good": "32", "dim": "2", "head": "1"}


@dataclass(frozen=True, slots=True)
class Palette:
    """Paints words by what they mean, or leaves them as they are."""

    on: bool = False

    @classmethod
    def of(cls, stream: IO[str]) -> "Palette":
        """Colours on a terminal, unless NO_COLOR is set to anything or the terminal is dumb."""
        return cls(stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")

    def paint(self, meaning: str, text: str) -> str:
        """`text` in the colour of `meaning`."""
        return f"\x1b[{_CODES[meaning]}m{text}\x1b[0m" if self.on else text
