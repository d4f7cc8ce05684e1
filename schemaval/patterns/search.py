"""A search in time linear in the text for patterns that `re` could take longer for.

An engine of our own, since it reads the very tree that the translation is made from: it means what ECMA-262 means by
construction, runs wherever Python does, and takes look-around. (google-re2 has no wheels for musl, takes neither
look-around nor counts over 1,000, and reads a text that must be translated first; jsonschema-rs is an extra.)

A look-around is judged for every place of the text in a pass of its own, before the search: one ahead from the text's
end, with its pattern read backwards, one behind from its start.
"""

from __future__ import annotations

from schemaval.errors import LimitExceeded
from schemaval.patterns.automaton import Automaton, Reading, Unbuildable, build
from schemaval.patterns.machine import Decided, Machine
from schemaval.patterns.tree import Lookaround, Node, descendants

MAX_LOOKS = 16
MAX_WORK = 1_000_000_000  # units of Machine.work, of which a microsecond does a thousand
_FLIPPED = bytes([1, 0]).ljust(256, b"\0")


class LinearPattern:
    """A pattern whose `search` takes time linear in the text, and memory too where there is look-around.

    Raises Unbuildable for a back-reference, for more than MAX_LOOKS look-arounds, and where an automaton would be too
    large; UnsupportedPattern for a Unicode property that is not known here. `weight` tells what it took to build.
    """

    __slots__ = ("_looks", "_machine", "_max_chars", "weight")

    def __init__(self, root: Node) -> None:
        if sum(isinstance(node, Lookaround) for node in descendants(root)) > MAX_LOOKS:
            raise Unbuildable(f"more than {MAX_LOOKS} look-arounds")
        automaton = build(root, Reading())
        self._machine = Machine(automaton)
        self._looks = _looks_of(automaton)
        self._max_chars: int = MAX_WORK // (self._machine.work + sum(look.work for look in self._looks))
        self.weight: int = automaton.weight + sum(look.weight for look in self._looks)

    def search(self, text: str) -> LinearPattern | None:
        """Return the pattern itself if it is found anywhere in the text, else None.

        LimitExceeded for a text so long that in the worst case a second or two would not be enough.
        """
        if len(text) > self._max_chars:
            raise LimitExceeded("patterns", f"a text of {len(text):,} characters; {self._max_chars:,} can be searched")
        state = self._machine.start
        seen: tuple[int, ...] = ()
        try:
            if self._looks:
                marks = [look.marks(text) for look in self._looks]
                for key in zip(text, *marks, strict=False):
                    state = state[key]
                seen = tuple(mark[-1] for mark in marks)
            else:
                for character in text:
                    state = state[character]
        except Decided as decided:
            return self if decided.args[0] else None
        return self if self._machine.accepts(state, seen) else None


class _Look:
    """A look-around, judged for all places of a text at once."""

    __slots__ = ("_backwards", "_looks", "_machine", "_negated", "weight", "work")

    def __init__(self, node: Lookaround) -> None:
        self._backwards = not node.behind
        self._negated = node.negated
        automaton = build(node.body, Reading(backwards=self._backwards))
        self._machine = Machine(automaton, is_marking=True, backwards=self._backwards)
        self._looks = _looks_of(automaton)
        self.work: int = self._machine.work + sum(look.work for look in self._looks)
        self.weight: int = automaton.weight + sum(look.weight for look in self._looks)

    def marks(self, text: str) -> bytearray:
        """Return for each place, those before the first and after the last character included, 1 if it holds there."""
        machine = self._machine
        inner = [look.marks(text) for look in self._looks]
        if self._backwards:
            text = text[::-1]
            inner = [mark[::-1] for mark in inner]
        found = bytearray()
        state = machine.start
        for key in zip(text, *inner, strict=False) if inner else text:
            holds, state = state[key]
            found.append(holds)
        found.append(machine.accepts(state, tuple(mark[-1] for mark in inner)))
        if self._backwards:
            found.reverse()
        return found.translate(_FLIPPED) if self._negated else found


def _looks_of(automaton: Automaton) -> list[_Look]:
    return [_Look(node) for node, _ in automaton.looks]
