"""The name of a group: an identifier of ECMA-262, escapes allowed (RegExpIdentifierName)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemaval.patterns.scan import Scanner

_LETTER_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"})
# str.isidentifier follows XID_Start; ID_Start also has these two, and lacks a letter that is syntax.
_OTHER_STARTS = frozenset("\u309b\u309c")
_SYNTAX_LETTERS = frozenset("\u2e2f")
_JOINERS = frozenset("\u200c\u200d")


def read_group_name(scanner: Scanner) -> str:
    """Read a name up to and with the closing angle bracket; the opening one has been taken."""
    start = scanner.position
    characters: list[str] = []
    while not scanner.take(">"):
        character = _read_character(scanner)
        if not (_continues(character) if characters else _starts(character)):
            raise scanner.error("not a name for a group", start)
        characters.append(character)
    if not characters:
        raise scanner.error("a group without a name", start)
    return "".join(characters)


def _read_character(scanner: Scanner) -> str:
    start = scanner.position
    if scanner.take("\\u"):
        return chr(scanner.unicode_escape(start))
    return scanner.next()


def _starts(character: str) -> bool:
    """Say whether it may begin a name; the end of the text ("") may not."""
    if character in _SYNTAX_LETTERS or not character:
        return False
    letter = character.isidentifier() or unicodedata.category(character) in _LETTER_CATEGORIES
    return letter or character == "$" or character in _OTHER_STARTS


def _continues(character: str) -> bool:
    return bool(character) and (_starts(character) or ("a" + character).isidentifier() or character in _JOINERS)
