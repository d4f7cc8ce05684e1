"""Violations as text for a model: a line each, and never more than it can use."""

from collections.abc import Iterable

from schemaval.errors import shorten
from schemaval.quoting import cut
from schemaval.violation import Violation

_CAUSES = 3  # the closest ones; the rest is for other branches
_POINTER_CHARS = 128
_WITH_CAUSES = frozenset({"anyOf", "oneOf"})


def render(violations: Iterable[Violation], *, max_lines: int = 8, max_chars: int = 2000) -> str:
    """The text for a model, `/limit: message` a line, at most `max_lines` lines and `max_chars` characters.

    Under an anyOf or a oneOf the closest causes follow, indented. What had no room is counted in the last line. No
    violations give `""`; a bound below 1 raises ValueError.
    """
    if max_lines < 1 or max_chars < 1:
        raise ValueError("max_lines and max_chars must be at least 1")
    found = list(violations)
    page = _Page(max_lines, max_chars)
    for number, violation in enumerate(found):
        note = _more(len(found) - number - 1)
        if not page.add(_line(violation, max_chars), note):
            return page.closed(_line(violation, max_chars), len(found) - number)
        if violation.keyword in _WITH_CAUSES:
            for cause in violation.causes[:_CAUSES]:
                page.add("  " + _line(cause, max_chars), note)
    return page.closed("", 0)


def _line(violation: Violation, max_chars: int) -> str:
    where = shorten(violation.pointer, _POINTER_CHARS) or "(root)"
    return f"{where}: {shorten(violation.message, max_chars)}"


def _more(left_out: int) -> str:
    return f"and {left_out} more" if left_out else ""


class _Page:
    """Lines under a bound on their number and on their characters, which always leaves room for a last note."""

    def __init__(self, max_lines: int, max_chars: int) -> None:
        self._lines: list[str] = []
        self._lines_left = max_lines
        self._chars_left = max_chars + 1  # the last line has no line break
        self._max_chars = max_chars

    def add(self, line: str, note: str) -> bool:
        """Add `line` if `note` still fits below it; False where it does not."""
        lines = 1 + bool(note)
        chars = len(line) + 1 + (len(note) + 1 if note else 0)
        if lines > self._lines_left or chars > self._chars_left:
            return False
        self._lines.append(line)
        self._lines_left -= 1
        self._chars_left -= len(line) + 1
        return True

    def closed(self, line: str, left_out: int) -> str:
        """The text, with the note on what was left out; `line` is the first of that, cut to fit an empty page."""
        if self._lines or not left_out:
            return "\n".join([*self._lines, _more(left_out)] if left_out else self._lines)
        note = f" ({_more(left_out - 1)})" if left_out > 1 else ""
        return cut(cut(line, self._max_chars - len(note)) + note, self._max_chars)
