r"""A proof that a backtracking search for a pattern takes few steps, or that none was found.

`re` tries each way in which the text read so far can be taken, from each place of the text, until one leads to a
match. So the work at a place is no more than the number of ways that lead to it, times what can be tried next. Here
the ways are counted for all texts at once: the count at each position of the pattern's automaton is followed from
character to character, with the search's new start at every place, until no new counts appear. Then the greatest of
them bounds the work for a text of any length; where counts keep growing there is no proof. A second try without the
new starts bounds the work from one place, and so gives a quadratic bound for the whole search.

Counted repetitions are first taken for endless ones, which has no fewer ways and is small, then written out. What is
asked of a place (`\b`, look-around) only shuts ways, and is left out of the count; what look-around costs is added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemaval.patterns.automaton import Automaton, Reading, Unbuildable, build
from schemaval.patterns.errors import UnsupportedPattern
from schemaval.patterns.references import referents
from schemaval.patterns.tree import Assertion, Backreference, Lookaround, Repeat, Sequence, descendants
from schemaval.patterns.ways import Effort, Unproved, Ways
from schemaval.patterns.widths import by_width, greatest_width

if TYPE_CHECKING:
    from schemaval.patterns.tree import Node

MAX_POSITIONS = 640  # of an automaton that is looked at here
_MAX_STEPS = 4_096  # of building it


@dataclass(frozen=True, slots=True)
class Bound:
    """At most `constant` + `linear` * n + `quadratic` * n * n steps for a text of n characters."""

    constant: int = 0
    linear: int = 0
    quadratic: int = 0

    def __add__(self, other: Bound) -> Bound:
        return Bound(self.constant + other.constant, self.linear + other.linear, self.quadratic + other.quadratic)

    def __mul__(self, other: Bound) -> Bound:
        if self.quadratic * (other.linear + other.quadratic) + other.quadratic * self.linear:
            raise Unproved("look-around that looks through the text, tried too often")
        return Bound(
            self.constant * other.constant,
            self.constant * other.linear + self.linear * other.constant,
            self.constant * other.quadratic + self.linear * other.linear + self.quadratic * other.constant,
        )

    def chars(self, steps: int) -> int:
        """Return the length of a text, at most a million, up to which so many steps a character and for 16 more do."""
        low, high = 0, 1_000_000
        while low < high:
            middle = (low + high + 1) // 2
            if self.constant + (self.linear + self.quadratic * middle) * middle <= steps * (middle + 16):
                low = middle
            else:
                high = middle - 1
        return low


def prove(root: Node) -> Bound:
    """Return a bound on the steps of a search for the pattern; raises Unproved, with the reason."""
    try:
        return _Proof(root).bound(root, is_search=True)
    except UnsupportedPattern as error:
        raise Unproved(error.reason) from None
    except RecursionError:
        raise Unproved("it is nested deep") from None


class _Proof:
    """What the parts of one proof share: what stands in for back-references, and the effort."""

    __slots__ = ("copies", "effort")

    def __init__(self, root: Node) -> None:
        refers_back = any(isinstance(node, Backreference) for node in descendants(root))
        self.copies = referents(root) if refers_back else {}
        self.effort = Effort()

    def bound(self, root: Node, *, is_search: bool, at_start: bool = False) -> Bound:
        """Return the bound of a search through the text, or of a trial at one place."""
        has_counts = any(isinstance(node, Repeat) and (node.most or node.least) > 1 for node in descendants(root))
        readings = [
            Reading(_MAX_STEPS, counts_ways=True, loops=loops) for loops in ((True, False) if has_counts else (True,))
        ]
        failure = Unproved("")
        for restarts in (True, False) if is_search else (False,):
            for reading in readings:
                try:
                    automaton = self._automaton(root, reading, at_start=at_start)
                    if is_search and not restarts and not automaton.starts_anywhere:
                        raise failure
                    ways, tries = Ways(automaton, self.effort, restarts=restarts).greatest()
                    places = _places(root, is_search=is_search, restarts=restarts)
                    own = Bound(ways * _idle(root) + tries) * places
                    return own + self._looks(automaton, Bound(tries) * places)
                except Unproved as error:
                    failure = error
        raise failure

    def _automaton(self, root: Node, reading: Reading, *, at_start: bool) -> Automaton:
        try:
            automaton = build(root, reading, self.copies, at_start=at_start)
        except Unbuildable as error:
            raise Unproved(str(error)) from None
        self.effort.spend(automaton.weight)
        if automaton.size > MAX_POSITIONS:
            raise Unproved("it has too many positions")
        return automaton

    def _looks(self, automaton: Automaton, tries: Bound) -> Bound:
        """Return what the look-arounds cost, each as often as it may be tried."""
        cost = Bound()
        for look, is_at_start in automaton.looks:
            # One behind is tried width by width.
            bodies = [*by_width(look.body).values()] if look.behind else [look.body]
            for body in bodies:
                once = self.bound(body, is_search=False, at_start=is_at_start and not look.behind)
                cost += once if is_at_start else tries * once
        return cost


def _idle(root: Node) -> int:
    """Return how much may be tried between two characters that takes none."""
    return 1 + sum(
        isinstance(node, Assertion | Lookaround) or (isinstance(node, Sequence) and not node.items)
        for node in descendants(root)
    )


def _places(root: Node, *, is_search: bool, restarts: bool) -> Bound:
    """Return how many places are looked at, each once for every place from which that is done anew."""
    through = Bound(1, 1)
    if restarts:
        return through
    width = greatest_width(root)
    once = through if width is None else Bound(width + 1)
    return through * once if is_search else once
