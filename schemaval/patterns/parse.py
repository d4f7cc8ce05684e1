"""Text of a pattern to tree: the grammar of ECMA-262 in Unicode mode (22.2.1), as `new RegExp(text, "u")` takes it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemaval.patterns.classes import read_class, read_class_escape
from schemaval.patterns.errors import UnsupportedPattern, shorten
from schemaval.patterns.groupname import read_group_name
from schemaval.patterns.scan import DIGITS, Scanner
from schemaval.patterns.tree import (
    Any,
    Assertion,
    Backreference,
    Char,
    Class,
    Group,
    Lookaround,
    Node,
    Repeat,
    alternation,
    sequence,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_NESTING = 200  # deeper is legal, but neither `re` nor a reader of the tree could follow
_MAX_COUNT_DIGITS = 18  # more than any text has characters; a longer count is as good as the greatest of that length

_Kind: TypeAlias = Literal["pattern", "group", "ahead", "not ahead", "behind", "not behind"]

_ASSERTIONS: dict[str, Assertion] = {"^": Assertion("start"), "$": Assertion("end")}
_BOUNDARIES: dict[str, Assertion] = {"b": Assertion("boundary"), "B": Assertion("no boundary")}
_OPENERS: tuple[tuple[str, _Kind], ...] = (
    ("?:", "group"),
    ("?=", "ahead"),
    ("?!", "not ahead"),
    ("?<=", "behind"),
    ("?<!", "not behind"),
)
_SIMPLE_COUNTS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_QUANTIFIERS = frozenset("*+?{")
_ANY = Any()


def parse(pattern: str, *, annex_b: bool = True) -> Node:
    r"""Return the tree of a pattern.

    With `annex_b`, needless escapes of characters other than letters and digits (`\@`) are taken as Annex B takes
    them, and nothing else of it. Raises PatternSyntaxError for what is no pattern, and UnsupportedPattern for one
    whose groups are nested more than MAX_NESTING deep. Time and memory are linear in the length of the text, and the
    depth of the call stack does not grow with it.
    """
    parser = _Parser(Scanner(pattern, annex_b=annex_b), {})
    node = parser.run()
    if parser.forward:
        # A name may be used before its group: now that all are known, the references can be numbered.
        parser = _Parser(Scanner(pattern, annex_b=annex_b), parser.names)
        node = parser.run()
    if parser.deepest > MAX_NESTING:
        raise UnsupportedPattern(f"its groups are nested {parser.deepest} deep, the limit is {MAX_NESTING}")
    return node


class _Open:
    """A pair of parentheses whose end has not come yet; the whole pattern is the outermost."""

    __slots__ = ("branches", "index", "items", "kind", "name", "position")

    def __init__(self, position: int, kind: _Kind = "group", index: int | None = None, name: str | None = None) -> None:
        self.position = position
        self.kind: _Kind = kind
        self.index = index
        self.name = name
        self.branches: list[Node] = []
        self.items: list[Node] = []

    def end_branch(self) -> None:
        self.branches.append(sequence(tuple(self.items)))
        self.items = []

    def close(self) -> Node:
        self.end_branch()
        body = alternation(tuple(self.branches))
        if self.kind == "group":
            return Group(body, self.index, self.name)
        if self.kind == "pattern":
            return body
        return Lookaround(body, behind="behind" in self.kind, negated="not" in self.kind)


class _Parser:
    """One pass over a pattern: a stack of open groups instead of recursion."""

    __slots__ = ("deepest", "forward", "groups", "known", "names", "numbers", "open", "scanner")

    def __init__(self, scanner: Scanner, known: Mapping[str, int]) -> None:
        self.scanner = scanner
        self.known = known
        self.names: dict[str, int] = {}
        self.groups = 0
        self.deepest = 0
        self.numbers: list[tuple[int, int]] = []  # back-references by number, with their positions
        self.forward: list[tuple[str, int]] = []  # back-references by a name that has not been seen
        self.open = [_Open(0, "pattern")]

    def run(self) -> Node:
        scanner = self.scanner
        while True:
            if run := scanner.take_plain():
                self._add_run(run)
            if not (character := scanner.next()):
                break
            self._read_term(character)
        if len(self.open) > 1:
            raise self.scanner.error("a group without a closing parenthesis", self.open[-1].position)
        self._check_references()
        return self.open[0].close()

    def _add_run(self, run: str) -> None:
        """Add characters that stand for themselves; only the last can have a quantifier."""
        self.open[-1].items.extend(map(_char, run[:-1]))
        self._add(_char(run[-1]))

    def _read_term(self, character: str) -> None:
        match character:
            case "|":
                self.open[-1].end_branch()
            case "(":
                self._open_group()
            case ")":
                self._close_group()
            case "^" | "$":
                self._add_unrepeatable(_ASSERTIONS[character])
            case "\\" if self.scanner.peek() in _BOUNDARIES:
                self._add_unrepeatable(_BOUNDARIES[self.scanner.next()])
            case _:
                self._add(self._read_atom(character))

    def _add(self, node: Node) -> None:
        self.open[-1].items.append(self._quantified(node))

    def _add_unrepeatable(self, node: Node) -> None:
        if self.scanner.peek() in _QUANTIFIERS:
            raise self.scanner.error("nothing to repeat: an assertion takes no text")
        self.open[-1].items.append(node)

    def _open_group(self) -> None:
        start = self.scanner.position - 1
        self.open.append(self._read_opener(start))
        if len(self.open) > self.deepest + 1:
            self.deepest += 1

    def _read_opener(self, start: int) -> _Open:
        if self.scanner.peek() == "?":
            return self._read_marked_opener(start)
        self.groups += 1
        return _Open(start, index=self.groups)

    def _read_marked_opener(self, start: int) -> _Open:
        for text, kind in _OPENERS:
            if self.scanner.take(text):
                return _Open(start, kind)
        if self.scanner.take("?<"):
            self.groups += 1
            name = read_group_name(self.scanner)
            if name in self.names:
                raise self.scanner.error(f"two groups are called {shorten(name)}", start)
            self.names[name] = self.groups
            return _Open(start, index=self.groups, name=name)
        raise self.scanner.error("a group that ECMA-262 does not have", start)

    def _close_group(self) -> None:
        if len(self.open) == 1:
            raise self.scanner.error("a closing parenthesis without a group", self.scanner.position - 1)
        node = self.open.pop().close()
        if isinstance(node, Lookaround):
            self._add_unrepeatable(node)
        else:
            self._add(node)

    def _read_atom(self, character: str) -> Node:
        start = self.scanner.position - 1
        match character:
            case ".":
                return _ANY
            case "[":
                return read_class(self.scanner)
            case "\\":
                return self._read_escape(start)
            case "*" | "+" | "?":
                raise self.scanner.error("nothing to repeat", start)
            case "]" | "{" | "}":
                raise self.scanner.error(f"a lone {character} must be escaped", start)
            case _:
                return _char(character)

    def _read_escape(self, start: int) -> Node:
        member = read_class_escape(self.scanner)
        if member is not None:
            return Class((member,))
        if self.scanner.peek() in DIGITS - {"0"}:
            number = _count(self.scanner.take_while(DIGITS))
            self.numbers.append((number, start))
            return Backreference(number)
        if self.scanner.take("k"):
            return self._read_named_reference(start)
        return Char(self.scanner.character_escape(in_class=False))

    def _read_named_reference(self, start: int) -> Node:
        if not self.scanner.take("<"):
            raise self.scanner.error("\\k needs the name of a group in angle brackets", start)
        name = read_group_name(self.scanner)
        number = self.names.get(name) or self.known.get(name)
        if number is None:
            self.forward.append((name, start))
            return Backreference(0)
        return Backreference(number)

    def _quantified(self, node: Node) -> Node:
        """Return the node with the quantifier that follows it, if one does."""
        character = self.scanner.peek()
        if character not in _QUANTIFIERS:
            return node
        least, most = self._read_count(character)
        return Repeat(node, least, most, lazy=self.scanner.take("?"))

    def _read_count(self, character: str) -> tuple[int, int | None]:
        start = self.scanner.position
        self.scanner.next()
        return _SIMPLE_COUNTS[character] if character in _SIMPLE_COUNTS else self._read_braces(start)

    def _read_braces(self, start: int) -> tuple[int, int | None]:
        first = self.scanner.take_while(DIGITS)
        comma = self.scanner.take(",")
        last = self.scanner.take_while(DIGITS) if comma else first
        if not first or not self.scanner.take("}"):
            raise self.scanner.error("a brace that is no quantifier must be escaped", start)
        if last and _magnitude(last) < _magnitude(first):
            raise self.scanner.error("the numbers of a quantifier out of order", start)
        return _count(first), _count(last) if last else None

    def _check_references(self) -> None:
        for number, position in self.numbers:
            if number > self.groups:
                raise self.scanner.error("a reference to a group that is not there", position)
        for name, position in self.forward:
            if name not in self.names:
                raise self.scanner.error(f"no group is called {shorten(name)}", position)


@functools.lru_cache(maxsize=1024)  # a long text has few different characters
def _char(character: str) -> Char:
    return Char(ord(character))


def _magnitude(digits: str) -> tuple[int, str]:
    """Return what orders decimal numbers of any length, without converting them."""
    significant = digits.lstrip("0")
    return len(significant), significant


def _count(digits: str) -> int:
    """Return the number, or 10 ** _MAX_COUNT_DIGITS if it is that great or greater."""
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) <= _MAX_COUNT_DIGITS else 10**_MAX_COUNT_DIGITS
