"""The progress line over long inputs: on a terminal, on stderr, and gone at the end."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")
_AFTER_S = 0.4  # short inputs are done before anyone would read the line
_EVERY_S = 0.1
_CLEAR = "\r\x1b[K"


def over(items: Iterable[_T], total: int, noun: str, *, quiet: bool = False) -> Iterator[_T]:
    """`items` themselves; meanwhile a terminal on stderr shows how many of `total` are done."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    due = time.monotonic() + _AFTER_S
    shown = False
    try:
        for done, item in enumerate(items, 1):
            yield item
            if time.monotonic() >= due:
                shown = True
                due = time.monotonic() + _EVERY_S
                print(f"{_CLEAR}{done:,} of {total:,} {noun}", end="", file=sys.stderr, flush=True)
    finally:
        if shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)
