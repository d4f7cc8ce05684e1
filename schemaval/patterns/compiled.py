"""Patterns ready for use, and which of them are refused."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from schemaval.errors import LimitExceeded
from schemaval.patterns.automaton import Unbuildable
from schemaval.patterns.errors import PatternSyntaxError, UnsupportedPattern
from schemaval.patterns.linear import prove
from schemaval.patterns.parse import parse
from schemaval.patterns.properties import property_ranges
from schemaval.patterns.search import LinearPattern
from schemaval.patterns.translate import translate
from schemaval.patterns.tree import Backreference, Class, Property, descendants
from schemaval.patterns.trim import trim
from schemaval.patterns.ways import Unproved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemaval.patterns.tree import Node

MAX_CACHED = 256
MAX_WEIGHT = 100_000  # of all patterns of a document: what they take to compile, in about five microseconds
_MAX_STEPS = 64  # of `re` a character
_MAX_SHORT_STEPS = 256  # in a text so short that our engine would hardly be faster
_MAX_CONSTANT = 16 * _MAX_SHORT_STEPS
_MIN_CHARS = 16  # below which it is not worth two ways to search
_MAX_RANGES = 48  # of Unicode properties: more take `re` a millisecond to compile

Policy: TypeAlias = Literal["linear", "any"]


class Pattern(Protocol):
    """What a pattern is compiled to."""

    def search(self, text: str, /) -> object | None:
        """Return anything but None if the pattern is found anywhere in the text."""


@functools.lru_cache(maxsize=MAX_CACHED)
def compile_pattern(pattern: str, policy: Policy = "linear") -> Pattern:
    """Return what `search` answers as ECMA-262's `test` does in Unicode mode, Annex B escapes taken.

    Under the policy "linear" that takes time linear in the text: where it is proved of `re`, it is an `re.Pattern`; a
    pattern for which `re` takes at most quadratic time is left to it for short texts, and searched for in others, like
    all the rest, by LinearPattern. What that one refuses raises LimitExceeded. Under "any" it is `re` wherever that
    can be right.

    The last MAX_CACHED results are kept. Raises PatternSyntaxError for what is no pattern and UnsupportedPattern for
    one that cannot be honoured exactly.
    """
    root = parse(pattern)
    try:
        return _by_policy(trim(root), policy)
    except RecursionError:
        # Not chained: the traceback of an exhausted stack helps nobody.
        raise UnsupportedPattern("it is nested too deep for the stack that is left") from None


def _by_policy(root: Node, policy: Policy) -> Pattern:
    if policy == "any":
        return _expression_or_slow(root)
    chars, why = _chars_for_re(root)
    if chars is None:
        return _expression(root)
    try:
        slow = LinearPattern(root)
    except Unbuildable as error:
        translate(root)  # what it does not support, no limit lifts
        raise LimitExceeded("patterns", f"{error}; {why}") from None
    return _Divided(_expression(root), chars, slow) if chars >= _MIN_CHARS else slow


def _expression_or_slow(root: Node) -> Pattern:
    try:
        return _expression(root)
    except UnsupportedPattern:
        try:
            return LinearPattern(root)
        except Unbuildable:
            pass
        raise


def _expression(root: Node) -> re.Pattern[str]:
    try:
        return re.compile(translate(root))
    except (re.error, OverflowError) as error:
        raise UnsupportedPattern("Python's own compiler of expressions does not take its translation") from error


def _chars_for_re(root: Node) -> tuple[int | None, str]:
    """Return the length of texts up to which `re` is fast enough, or None for any, and why there is a bound."""
    if _ranges(root) > _MAX_RANGES:
        return 0, "its classes are too large"
    try:
        bound = prove(root)
    except Unproved as error:
        return 0, str(error)
    if not bound.quadratic and bound.linear <= _MAX_STEPS and bound.constant <= _MAX_CONSTANT:
        return None, ""
    return bound.chars(_MAX_SHORT_STEPS), "a search may take time quadratic in the text"


def _ranges(root: Node) -> int:
    classes = {node for node in descendants(root) if isinstance(node, Class)}
    members = {member for each in classes for member in each.members if isinstance(member, Property)}
    return sum(len(property_ranges(member.name, member.value)) for member in members)


class _Divided:
    """A pattern searched for by `re` in short texts, and by an engine of linear time in long ones."""

    __slots__ = ("_max_chars", "_quick", "_slow")

    def __init__(self, quick: re.Pattern[str], max_chars: int, slow: LinearPattern) -> None:
        self._quick = quick.search
        self._max_chars = max_chars
        self._slow = slow.search

    def search(self, text: str, /) -> object | None:
        """Return anything but None if the pattern is found anywhere in the text."""
        return self._quick(text) if len(text) <= self._max_chars else self._slow(text)


# what a schema may hold

_ORDINARY = 256  # positions; no pattern with so few is refused
_BASE_WEIGHT = 60
_HARD_WEIGHT = 4_000  # of a pattern that only a proof saves, after an automaton was found too large,
_REFERRING_WEIGHT = 400  # or a back-reference in the way
_UNUSUAL = re.compile(r"\\[1-9kbBpP]|\(\?[=!<]")
_COUNT = re.compile(r"\{(\d*)(?:,(\d*))?\}")


def first_refused(patterns: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Return, of pairs of a pattern and its pointer, why and where the policy "linear" refuses one, or None.

    A pattern is refused that can be searched for neither by `re` nor otherwise in linear time, and all are where they
    would take long to compile. Texts that are no patterns, and patterns that are not supported, are passed over.
    """
    weight = 0
    seen: set[str] = set()
    for pattern, pointer in patterns:
        if pattern in seen:
            continue
        seen.add(pattern)
        why, more = _judged(pattern)
        weight += more
        if why:
            return why, pointer
        if weight > MAX_WEIGHT:
            return "patterns too many or too large to compile", pointer
    return None


def _judged(pattern: str) -> tuple[str, int]:
    """Return why a pattern is refused, or "", and its weight."""
    positions = len(pattern)
    if positions <= _ORDINARY and not _UNUSUAL.search(pattern):
        if "{" in pattern:
            for count in _COUNT.finditer(pattern):
                positions *= max(1, *(int(digits[:9]) for digits in count.groups() if digits), 1)
        if positions <= _ORDINARY:
            return "", _BASE_WEIGHT + len(pattern)
    return _weighed(pattern)


@functools.lru_cache(maxsize=512)
def _weighed(pattern: str) -> tuple[str, int]:
    try:
        root = trim(parse(pattern))
        return "", _BASE_WEIGHT + len(pattern) + LinearPattern(root).weight
    except (PatternSyntaxError, UnsupportedPattern):
        return "", _BASE_WEIGHT + len(pattern)
    except Unbuildable:
        weight = (
            _REFERRING_WEIGHT if any(isinstance(node, Backreference) for node in descendants(root)) else _HARD_WEIGHT
        )
    try:
        compile_pattern(pattern)
    except LimitExceeded as error:
        return str(error.found), 0
    except UnsupportedPattern:
        pass  # whoever needs it says so
    return "", weight


def is_ecma(pattern: str) -> bool:
    """Say whether the text is a pattern of ECMA-262 in Unicode mode, without the leniency of Annex B."""
    try:
        parse(pattern, annex_b=False)
    except PatternSyntaxError:
        return False
    except UnsupportedPattern:
        return True  # legal, though nothing here could run it
    return True
