"""A value level by level, as the garbage collector sees it: quickly, and without a method of anybody's being called."""

import sys
from collections.abc import Callable, Iterable, Iterator
from gc import get_referents
from typing import Any

MAX_VALUES = 1_000_000  # a value with more in it, or with few that are reached in many ways, is looked at otherwise

_LEAVES = frozenset({str, int, float, bool, type(None)})
_SLICE = 64  # as many are opened before what was in them is counted


def levels(value: Any) -> Iterator[list[Any]]:
    """The value itself, what is directly inside it, what is inside that, and so on.

    Names of members may stand among the values. The last level is an empty one; there is none where more than a million
    were met, which count as often as they stand. What is no JSON value may hold what is none of its members.
    """
    level = [value]
    left = MAX_VALUES
    while level and left >= 0:
        yield level
        level = _opened(*level) if len(level) <= _SLICE else _inside(level, left)
        left -= len(level)
    if not level:
        yield level


def _inside(level: list[Any], most: int) -> list[Any]:
    """What is inside of many values, some of it where it is more than so many."""
    below: list[Any] = []
    for start in range(0, len(level), _SLICE):
        below += _opened(*level[start : start + _SLICE])
        if len(below) > most:
            break
    return below


def opened_one_by_one(*values: Any) -> list[Any]:
    """What is inside of the values, by each one's class."""
    return [member for value in values for member in _members(value)]


# From 3.13 on the collector does not see into the dict that `vars` gives, while the object itself holds what is in it.
_opened: Callable[..., list[Any]] = get_referents if sys.version_info < (3, 13) else opened_one_by_one


def _members(value: Any) -> Iterable[Any]:
    """What is inside of one value."""
    kind = type(value)
    if kind is dict:
        return [*value.values(), *(name for name in value if type(name) is not str)]
    return value if kind is list or kind is tuple else () if kind in _LEAVES else get_referents(value)
