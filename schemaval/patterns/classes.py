r"""Reading what stands for one code point out of many: `\d` and its kin, `\p{...}`, and classes in brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from schemaval.patterns.errors import shorten
from schemaval.patterns.names import BINARY_PROPERTIES, CATEGORIES, SCRIPTS, VALUED_PROPERTIES
from schemaval.patterns.tree import Class, Member, Property, Range, Shorthand

if TYPE_CHECKING:
    from schemaval.patterns.scan import Scanner

_SHORTHAND_LETTERS: dict[str, Literal["d", "s", "w"]] = {"d": "d", "s": "s", "w": "w", "D": "d", "S": "s", "W": "w"}
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_HYPHEN = Range(0x2D, 0x2D)


def read_class_escape(scanner: Scanner) -> Shorthand | Property | None:
    r"""Read `d`, `s`, `w`, `p{...}` or a capital one after a backslash; None, and nothing read, for anything else."""
    letter = scanner.peek()
    if letter in _SHORTHAND_LETTERS:
        scanner.next()
        return Shorthand(_SHORTHAND_LETTERS[letter], negated=letter.isupper())
    if letter in {"p", "P"}:
        scanner.next()
        return _read_property(scanner, negated=letter == "P")
    return None


def _read_property(scanner: Scanner, *, negated: bool) -> Property:
    start = scanner.position - 2
    if not scanner.take("{"):
        raise scanner.error("\\p needs a property in braces", start)
    name = scanner.take_while(_NAME_CHARACTERS)
    value = scanner.take_while(_NAME_CHARACTERS) if scanner.take("=") else None
    if not scanner.take("}"):
        raise scanner.error("\\p{ without a closing brace", start)
    found = _binary_or_category(name) if value is None else _valued(name, value)
    if found is None:
        shown = shorten(name if value is None else f"{name}={value}")
        raise scanner.error(f"no Unicode property is called {shown}", start)
    return Property(*found, negated=negated)


def _binary_or_category(name: str) -> tuple[str, str | None] | None:
    if name in CATEGORIES:
        return "General_Category", CATEGORIES[name]
    return (BINARY_PROPERTIES[name], None) if name in BINARY_PROPERTIES else None


def _valued(name: str, value: str) -> tuple[str, str | None] | None:
    long_name = VALUED_PROPERTIES.get(name)
    if long_name == "General_Category":
        return (long_name, CATEGORIES[value]) if value in CATEGORIES else None
    return (long_name, value) if long_name is not None and value in SCRIPTS else None


def read_class(scanner: Scanner) -> Class:
    """Read a class whose opening bracket has been taken, up to and with the closing one."""
    start = scanner.position - 1
    negated = scanner.take("^")
    members: list[Member] = []
    while not scanner.take("]"):
        if not scanner.peek():
            raise scanner.error("a class without a closing bracket", start)
        members += _read_members(scanner)
    return Class(tuple(members), negated)


def _read_members(scanner: Scanner) -> list[Member]:
    """Read one atom, or a range of two."""
    start = scanner.position
    first = _read_atom(scanner)
    if not scanner.text.startswith("-", scanner.position) or scanner.text.startswith("-]", scanner.position):
        return [first]
    scanner.next()
    if not scanner.peek():
        return [first, _HYPHEN]  # the caller finds the bracket missing
    last = _read_atom(scanner)
    if not isinstance(first, Range) or not isinstance(last, Range):
        raise scanner.error("a class such as \\w cannot be the end of a range: write the hyphen as \\-", start)
    if first.first > last.last:
        raise scanner.error("a range out of order", start)
    return [Range(first.first, last.last)]


def _read_atom(scanner: Scanner) -> Member:
    if not scanner.take("\\"):
        code = ord(scanner.next())
        return Range(code, code)
    found = read_class_escape(scanner)
    if found is not None:
        return found
    code = scanner.character_escape(in_class=True)
    return Range(code, code)
