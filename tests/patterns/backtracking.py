"""A backtracking search that counts its steps: what `re` does, in slow motion."""

from collections.abc import Iterator

from schemaval.patterns.charset import ranges_of
from schemaval.patterns.tree import (
    Alternation,
    Any,
    Assertion,
    Char,
    Class,
    Group,
    Lookaround,
    Node,
    Repeat,
    Sequence,
)


class TooManyError(Exception):
    """There were more steps than allowed."""


class Backtracking:
    """One search for a pattern in a text; `steps` counts what was tried."""

    def __init__(self, text: str, allowed: int) -> None:
        self.text = text
        self.steps = 0
        self.allowed = allowed

    def found(self, root: Node) -> bool:
        """Whether the pattern is found; TooManyError where that takes more steps than allowed."""
        for start in range(len(self.text) + 1):
            self._step()
            for _ in self._ends(root, start):
                return True
        return False

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.allowed:
            raise TooManyError

    def _ends(self, node: Node, at: int) -> Iterator[int]:
        """Where the node can end that begins at a place, in the order in which `re` tries."""
        match node:
            case Group(body):
                yield from self._ends(body, at)
            case Sequence(items):
                yield from self._in_turn(items, at)
            case Alternation(branches):
                for branch in branches:
                    yield from self._ends(branch, at)
            case Repeat():
                yield from self._again(node, 0, at)
            case _:
                self._step()
                if self._holds(node, at):
                    yield at + isinstance(node, Char | Any | Class)

    def _holds(self, node: Node, at: int) -> bool:
        match node:
            case Char() | Any() | Class():
                return at < len(self.text) and _takes(node, self.text[at])
            case Assertion("start" | "end" as kind):
                return at == (0 if kind == "start" else len(self.text))
            case Lookaround(body, behind=False, negated=negated):
                return any(True for _ in self._ends(body, at)) != negated
            case _:
                raise NotImplementedError(node)

    def _in_turn(self, items: tuple[Node, ...], at: int) -> Iterator[int]:
        if not items:
            self._step()
            yield at
            return
        if len(items) == 1:
            yield from self._ends(items[0], at)
            return
        for end in self._ends(items[0], at):
            yield from self._in_turn(items[1:], end)

    def _again(self, node: Repeat, count: int, at: int) -> Iterator[int]:
        if node.lazy and count >= node.least:
            yield at
        if node.most is None or count < node.most:
            for end in self._ends(node.body, at):
                if end > at or count < node.least:
                    yield from self._again(node, count + 1, end)
                else:
                    yield end
        if not node.lazy and count >= node.least:
            yield at


def _takes(node: Char | Any | Class, character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges_of(node))
