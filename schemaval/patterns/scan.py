"""A cursor over the text of a pattern, and the escapes that stand for one code point wherever they stand."""

from __future__ import annotations

import re

from schemaval.patterns.errors import PatternSyntaxError
from schemaval.patterns.tree import MAX_CODE_POINT

DIGITS = frozenset("0123456789")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_SYNTAX_CHARACTERS = frozenset("^$\\.*+?()[]{}|/")
_PLAIN = re.compile(r"[^\^$\\.*+?()\[\]{}|]+")
_CONTROLS = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}


class Scanner:
    r"""A pattern and a position in it, counted in code points.

    With `annex_b`, a character that is neither letter nor digit may be escaped though it needs no escape (ECMA-262,
    B.1.2); nothing else of Annex B is taken.
    """

    __slots__ = ("annex_b", "position", "text")

    def __init__(self, text: str, *, annex_b: bool) -> None:
        self.text = text
        self.position = 0
        self.annex_b = annex_b

    def peek(self) -> str:
        """Return the next character without taking it, or "" at the end."""
        return self.text[self.position : self.position + 1]

    def next(self) -> str:
        """Take the next character; "" at the end."""
        start = self.position
        if start == len(self.text):
            return ""
        self.position = start + 1
        return self.text[start]

    def take(self, literal: str) -> bool:
        """Take the literal if it stands here, and say whether it did."""
        found = self.text.startswith(literal, self.position)
        if found:
            self.position += len(literal)
        return found

    def take_while(self, allowed: frozenset[str]) -> str:
        """Take the longest run of allowed characters."""
        start = self.position
        while self.peek() in allowed:
            self.position += 1
        return self.text[start : self.position]

    def take_plain(self) -> str:
        """Take the longest run of characters that mean nothing but themselves outside a class."""
        found = _PLAIN.match(self.text, self.position)
        if found is None:
            return ""
        self.position = found.end()
        return found[0]

    def error(self, reason: str, position: int | None = None) -> PatternSyntaxError:
        """Return an error at the position, which is this one unless given."""
        return PatternSyntaxError(reason, self.position if position is None else position)

    def character_escape(self, *, in_class: bool) -> int:
        r"""Read what follows a backslash as one code point (CharacterEscape; in brackets also `\b` and `\-`)."""
        start = self.position - 1
        character = self.next()
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character in _SYNTAX_CHARACTERS:
            return ord(character)
        match character:
            case "c" if self.peek() in _LETTERS:
                return ord(self.next()) % 32
            case "0" if self.peek() not in DIGITS:
                return 0
            case "x":
                return self._hex_escape(start)
            case "u":
                return self.unicode_escape(start)
            case "b" if in_class:
                return 0x08
            case "-" if in_class:
                return 0x2D
        return self._needless_escape(character, start)

    def _needless_escape(self, character: str, start: int) -> int:
        if not character:
            raise self.error("a backslash at the end", start)
        if self.annex_b and not character.isalnum():
            return ord(character)
        raise self.error("an escape that ECMA-262 does not have in Unicode mode", start)

    def _hex_escape(self, start: int) -> int:
        code = self._hex(2)
        if code is None:
            raise self.error("\\x needs two hexadecimal digits", start)
        return code

    def unicode_escape(self, start: int) -> int:
        r"""Read what follows `\u`: four digits, braces, or two surrogates that make one code point."""
        if self.take("{"):
            return self._braced_code_point(start)
        lead = self._hex(4)
        if lead is None:
            raise self.error("\\u needs four hexadecimal digits or braces", start)
        after_lead = self.position
        if 0xD800 <= lead <= 0xDBFF and self.take("\\u"):
            trail = self._hex(4)
            if trail is not None and 0xDC00 <= trail <= 0xDFFF:
                return 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
            self.position = after_lead
        return lead

    def _braced_code_point(self, start: int) -> int:
        digits = self.take_while(_HEX_DIGITS)
        if not digits or not self.take("}"):
            raise self.error("\\u{ needs hexadecimal digits and a closing brace", start)
        code = int(digits, 16)
        if code > MAX_CODE_POINT:
            raise self.error("\\u{...} beyond the last code point", start)
        return code

    def _hex(self, count: int) -> int | None:
        """Read exactly so many hexadecimal digits, or take nothing and return None."""
        digits = self.text[self.position : self.position + count]
        if len(digits) < count or not _HEX_DIGITS.issuperset(digits):
            return None
        self.position += count
        return int(digits, 16)
