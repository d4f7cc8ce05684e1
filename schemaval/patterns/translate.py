r"""Tree to the source of a Python regular expression with exactly the meaning of ECMA-262.

What `re` would read otherwise is spelled out: `\d`, `\s`, `\w` and the dot as sets, `$` and `^` as the ends of the
text, word boundaries by ASCII letters. Every character that is not an ASCII letter or digit is written as a number, so
nothing in the result can be taken for syntax, now or in a later Python. No flags are needed from outside.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from schemaval.patterns.charset import ranges_of
from schemaval.patterns.errors import UnsupportedPattern
from schemaval.patterns.ranges import complement
from schemaval.patterns.references import find_references
from schemaval.patterns.tree import (
    Alternation,
    Any,
    Assertion,
    Backreference,
    Char,
    Class,
    Group,
    Lookaround,
    Node,
    Repeat,
    Sequence,
)
from schemaval.patterns.widths import by_width

if TYPE_CHECKING:
    from schemaval.patterns.ranges import Ranges
    from schemaval.patterns.references import Finding

MAX_SOURCE_CHARS = 256 * 1024  # about thirty classes such as \p{L}; bounds the time and what a cache holds
_MAX_REPEAT = 2**32 - 2  # what `re` can count to

_NEVER = r"[^\x00-\U0010ffff]"
_EVERY = "(?s:.)"
_ASSERTIONS = {
    "start": r"\A",
    "end": r"\Z",
    "boundary": r"(?a:\b)",
    # Before 3.14 `\B` does not hold in an empty text, where ECMA-262 has it hold.
    "no boundary": r"(?!(?a:\b))",
}
_QUANTIFIERS = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def translate(root: Node) -> str:
    """Return source for `re.compile` that is found in a text exactly when the pattern matches somewhere in it.

    Groups without a back-reference do not capture, so group numbers are not the pattern's. Raises UnsupportedPattern
    where no exact translation is known, and where it would be longer than MAX_SOURCE_CHARS.
    """
    return _Translation(root).source()


class _Translation:
    """The state of one translation: what is still to be written, last piece first."""

    __slots__ = ("findings", "numbers", "pending", "references")

    def __init__(self, root: Node) -> None:
        found = find_references(root)
        self.findings: dict[int, Finding] = {place: what for each in found.values() for place, what in each.items()}
        captured = sorted(group for group, each in found.items() if any(what != "never" for what in each.values()))
        self.numbers = {group: number for number, group in enumerate(captured, start=1)}
        self.references = 0
        self.pending: list[Node | str] = [root]

    def source(self) -> str:
        written: list[str] = []
        length = 0
        while self.pending:
            piece = self.pending.pop()
            if isinstance(piece, str):
                written.append(piece)
                length += len(piece)
                if length > MAX_SOURCE_CHARS:
                    raise UnsupportedPattern("its translation would be too long")
            else:
                self.pending.extend(reversed(self._pieces(piece)))
        return "".join(written)

    def _pieces(self, node: Node) -> list[Node | str]:
        match node:
            case Char(code):
                return [_character(code)]
            case Any() | Class():
                return [_set(node)]
            case Assertion(kind):
                return [_ASSERTIONS[kind]]
            case Backreference(group):
                return [self._reference(group)]
            case Sequence(items):
                return [*items]
            case Alternation(branches):
                return [piece for branch in branches for piece in ("|", branch)][1:]
            case Group(body, index):
                return ["(" if index in self.numbers else "(?:", body, ")"]
            case Repeat(body):
                return [body, _quantifier(node)]
            case Lookaround():
                return _lookaround(node)

    def _reference(self, group: int) -> str:
        """Return a reference; written in the order of the text, so their count tells which one it is."""
        finding = self.findings[self.references]
        self.references += 1
        if finding == "never":
            return "(?:)"
        number = self.numbers[group]
        return rf"(?:\{number})" if finding == "always" else rf"(?({number})\{number})"


def _lookaround(node: Lookaround) -> list[Node | str]:
    if not node.behind:
        return ["(?!" if node.negated else "(?=", node.body, ")"]
    variants = [*by_width(node.body).values()]
    if node.negated:
        return [piece for variant in variants for piece in ("(?<!", variant, ")")]
    inner = [piece for variant in variants for piece in ("|(?<=", variant, ")")]
    return ["(?:", "(?<=", *inner[1:], ")"]


def _quantifier(node: Repeat) -> str:
    least, most = node.least, node.most
    if least > _MAX_REPEAT:
        raise UnsupportedPattern(f"a count over {_MAX_REPEAT}")
    if most is not None and most > _MAX_REPEAT:
        most = None  # no text is that long
    lazy = "?" if node.lazy else ""
    if (least, most) in _QUANTIFIERS:
        return _QUANTIFIERS[least, most] + lazy
    if least == most:
        return f"{{{least}}}{lazy}"
    return f"{{{least},{'' if most is None else most}}}{lazy}"


@functools.lru_cache(maxsize=512)  # a class of letters takes milliseconds
def _set(node: Any | Class) -> str:
    """Return a set in brackets, written as its complement where that is shorter."""
    ranges = ranges_of(node)
    others = complement(ranges)
    if not ranges or not others:
        return _EVERY if ranges else _NEVER
    if len(others) < len(ranges):
        return f"[^{_members(others)}]"
    return f"[{_members(ranges)}]"


def _members(ranges: Ranges) -> str:
    return "".join(
        _character(first) if first == last else f"{_character(first)}-{_character(last)}" for first, last in ranges
    )


def _character(code: int) -> str:
    if code < 0x80 and chr(code).isalnum():
        return chr(code)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
