"""One run of the evaluator over one instance: where it is, what it has found, what it may still spend."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from schemaval.evaluator.spending import UNBOUNDED, State, overdrawn
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.messages import sentence
from schemaval.pointer import escape, fragment, join
from schemaval.violation import Annotation, Parts, Violation, identity, once, weight

MAX_CAUSES = 16
MAX_WEIGHT = 64  # of causes with their own causes
MAX_ASKED = 8_192  # branches that a run asks for their causes: choices in choices multiply


class Seen(set[Any]):
    """The names, or the indices, of the members that some keyword has evaluated.

    `uncertain` says that a choice (`anyOf`, `oneOf`) failed, so that what it would have evaluated is not known.
    """

    __slots__ = ("uncertain",)

    def __init__(self) -> None:
        """Nothing evaluated yet."""
        self.uncertain = False


class Enough(Exception):  # noqa: N818 - not an error: it ends a run, or the search for causes, early
    """As many violations as wanted were found."""


def bounded(causes: Iterable[Violation], left: int = MAX_WEIGHT) -> tuple[Violation, ...]:
    """The first of the causes: at most 16, and at most 64 with their own causes, some of which may be left out."""
    kept: list[Violation] = []
    for cause in causes:
        if left <= 0 or len(kept) == MAX_CAUSES:
            break
        left -= 1
        if cause.causes:
            inner = bounded(cause.causes, left)
            left -= weight(inner)
            kept.append(cause.replaced(causes=inner))
        else:
            kept.append(cause)
    return tuple(kept)


class Run:
    """The state of one run.

    A silent run only asks for the verdict: it keeps no place and reports nothing. `annotations` is None unless they
    were asked for.
    """

    # Class attributes where most runs leave them: making a run is part of the cost of every explanation.
    is_silent = False
    is_plain = True  # nothing to count, nothing to annotate
    annotations: list[Any] | None = None  # of Annotation, and on a second try of such lists, which may be the same
    _room = UNBOUNDED
    _asked = 0
    _full: frozenset[tuple[Any, ...]] | None = None  # what is found, while there is no room

    def __init__(self, limits: Limits, state: State, *, annotate: bool = False) -> None:
        """`state` is what the run may spend, None for no bound."""
        self.state = state
        self.found: list[Any] = []  # of Violation
        self.told: dict[Any, Any] = {}  # what nodes to which several ways lead have told here, on a second try
        self.way: list[str | int] = []
        self.path: list[str] = []
        self._message_chars = limits.max_message_chars
        self._left = UNBOUNDED if limits.max_violations is None else max(limits.max_violations, 1)
        if state is not None or annotate:
            self.is_plain = False
            self.annotations = [] if annotate else None

    @classmethod
    def silent(cls, state: State) -> "Run":
        """A run that asks for the verdict only."""
        run = cls.__new__(cls)
        run.is_silent = True
        run.is_plain = False
        run.state = state
        return run

    def quiet(self) -> "Run":
        """This run if it is silent, else a silent one that spends the same."""
        return self if self.is_silent else Run.silent(self.state)

    @property
    def wants_all(self) -> bool:
        """Whether every branch must be looked at, for its annotations."""
        return self.annotations is not None

    @property
    def depth(self) -> int:
        """How many levels below the root the value at hand is."""
        return len(self.way)

    # going down and coming back

    def apart(self, judge: Callable[[], object]) -> tuple[Violation, ...]:
        """The violations that `judge` reports, kept apart as causes; at most 16, whatever room is left."""
        outer = self.found, self._room, self._left, self._full, self.annotations, self.told
        depths = len(self.path), len(self.way)
        levels = self.state[1] if self.state is not None else 0
        self.found, self._room, self._left, self._full = [], MAX_CAUSES, MAX_WEIGHT, None
        self.annotations, self.told = None, {}
        try:
            judge()
        except Enough:
            del self.path[depths[0] :]
            del self.way[depths[1] :]
            if self.state is not None:
                self.state[1] = levels
        causes = tuple(once(self.found))
        self.found, self._room, self._left, self._full, self.annotations, self.told = outer
        return causes

    def may_ask(self, branches: int) -> int:
        """How many of the branches of a choice may still be asked for their causes; they count as asked."""
        granted = min(branches, MAX_ASKED - self._asked)
        self._asked += granted
        return granted

    # telling

    def fault(
        self,
        keyword: str,
        location: str,
        suffix: str,
        params: Mapping[str, Any],
        value: JSON,
        causes: tuple[Violation, ...] = (),
        token: str | int | None = None,
    ) -> bool:
        """Report that `value` breaks `keyword`; False, so that a rule can return it.

        `location` is the subschema's, `suffix` the pointer from it to the keyword; `token` names the member at fault
        where it is not the value at hand.
        """
        if self.is_silent:
            return False
        way = self.way
        pointer = "" if not way else "/" + escape(way[0]) if len(way) == 1 else join(way)
        if token is not None:
            pointer += "/" + escape(token)
        location += suffix if suffix.find("/", 1) < 0 else fragment(suffix)
        if (self._left <= 0 or len(self.found) >= self._room) and self._is_known(pointer, location, params):
            return False
        self._left -= 1 + weight(causes) if causes else 1
        parts = Parts(
            pointer,
            keyword,
            (sentence, keyword, params, value, self._message_chars),
            location,
            "".join((*self.path, suffix)),
            params,
            causes,
        )
        parts.__class__ = Violation
        self.found.append(parts)
        return False

    @contextmanager
    def noting(self) -> Iterator[list[Any] | None]:
        """A list of its own for the annotations that are kept inside; None where none are kept."""
        outer = self.annotations
        self.annotations = None if outer is None else []
        yield self.annotations
        self.annotations = outer

    def _is_known(self, pointer: str, location: str, params: Mapping[str, Any]) -> bool:
        """Whether that was said before; if not, room is made by dropping what was said twice.

        Enough where that makes none.
        """
        if self._full is None:
            kept = once(self.found)
            self._left += weight(self.found) - weight(kept)
            self.found = kept
            known = frozenset(map(identity, kept))
            is_full = self._left <= 0 or len(kept) >= self._room
            self._full = known if is_full else None
        else:
            known, is_full = self._full, True
        if (pointer, location, params.get("missing")) in known:
            return True
        if is_full:
            raise Enough
        return False

    def note(self, keyword: str, location: str, value: JSON) -> None:
        """Keep an annotation of the value at hand, which the keyword of the subschema at `location` makes."""
        if self.annotations is not None:
            if self.state is not None:  # each note keeps a path of its own
                self.state[0] -= len(self.path)
                if self.state[0] < 0:
                    overdrawn(self.state)
            suffix = "/" + escape(keyword)
            path = "".join(self.path) + suffix
            self.annotations.append(Annotation(join(self.way), keyword, location + fragment(suffix), path, value))


def flat(notes: Iterable[Any]) -> Iterator[Annotation]:
    """The annotations in a list of annotations and of lists of them, a list that stands there twice only once."""
    met: set[int] = set()
    pending = [iter(notes)]
    while pending:
        for note in pending[-1]:
            if type(note) is not list:
                yield note
            elif id(note) not in met:
                met.add(id(note))
                pending.append(iter(note))
                break
        else:
            pending.pop()
