"""One run of the evaluator over one instance: where it is, what it has found, what it may still spend."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from schemaval.evaluator.spending import UNBOUNDED, State, overdrawn
from schemaval.evaluator.spot import Spot
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.messages import sentence
from schemaval.pointer import escape, fragment, join
from schemaval.violation import Annotation, Parts, Violation, Way, identity, once, weight

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


class Followed(Protocol):
    """A way to a subschema (see node.Edge)."""

    def follow(self, run: "Run", value: JSON, seen: Seen | None = None, token: str | int | None = None) -> bool:
        """Judge `value` by the subschema, telling `run`; `token` names the member that `value` is."""


class Run:
    """The state of one run.

    A silent run only asks for the verdict: it keeps no place and reports nothing. `annotations` is None unless they
    were asked for.
    """

    __slots__ = (
        "_asked",
        "_full",
        "_left",
        "_message_chars",
        "_room",
        "_told",
        "annotations",
        "found",
        "is_mixed",
        "is_plain",
        "is_silent",
        "path",
        "state",
        "way",
    )

    state: State
    is_silent: bool
    annotations: list[Any] | None  # of Annotation, and on a second try of such lists, which may be the same
    found: list[Any]  # of Violation
    is_mixed: bool  # whether what is found may be out of order, or said twice
    is_plain: bool  # nothing to count, nothing to annotate
    way: list[str | int]
    path: list[str]
    _left: int
    _message_chars: int | None
    _room: int
    _asked: int
    _told: dict[Any, Any] | None
    _full: frozenset[tuple[Any, ...]] | None  # what is found, while there is no room

    @staticmethod
    def started(limits: Limits, state: State, *, annotate: bool = False) -> "Run":
        """A run that tells what it finds; `state` is what it may spend, None for no bound.

        Every explanation makes one, and `__init__` would take half as long again.
        """
        run = Run()
        run.is_silent = False
        run.is_plain = state is None and not annotate
        run.is_mixed = False
        run.state = state
        run.annotations = [] if annotate else None
        run.found = []
        run.way = []
        run.path = []
        run._told = run._full = None
        run._asked = 0
        run._room = UNBOUNDED
        most = limits.max_violations
        run._left = UNBOUNDED if most is None else most if most > 0 else 1
        run._message_chars = limits.max_message_chars
        return run

    @staticmethod
    def silent(state: State) -> "Run":
        """A run that asks for the verdict only."""
        run = Run()
        run.is_silent = True
        run.is_plain = run.is_mixed = False
        run.state = state
        run.annotations = None
        return run

    def quiet(self) -> "Run":
        """This run if it is silent, else a silent one that spends the same."""
        return self if self.is_silent else Run.silent(self.state)

    @property
    def wants_all(self) -> bool:
        """Whether every branch must be looked at, for its annotations."""
        return self.annotations is not None

    @property
    def told(self) -> dict[Any, Any]:
        """What nodes to which several ways lead have told here, on a second try."""
        if self._told is None:
            self._told = {}
        return self._told

    # going down and coming back

    def apart(
        self, parts: Iterable[Followed], value: JSON, token: str | int | None = None
    ) -> list[tuple[Violation, ...]]:
        """The violations that each of the parts reports of `value`, kept apart as causes.

        At most 16 of each, whatever room is left.
        """
        outer = self.found, self._room, self._left, self._full, self._told, self.annotations, self.is_mixed
        depths = len(self.path), len(self.way)
        state = self.state
        levels = state[1] if state is not None else 0
        self._room, self.annotations = MAX_CAUSES, None
        causes: list[tuple[Violation, ...]] = []
        for part in parts:
            self.found, self._left, self._full, self._told = [], MAX_WEIGHT, None, None
            try:
                part.follow(self, value, None, token)
            except Enough:
                del self.path[depths[0] :]
                del self.way[depths[1] :]
                if state is not None:
                    state[1] = levels
            causes.append(tuple(once(self.found) if len(self.found) > 1 else self.found))
        self.found, self._room, self._left, self._full, self._told, self.annotations, self.is_mixed = outer
        return causes

    def may_ask(self, branches: int) -> int:
        """How many of the branches of a choice may still be asked for their causes; they count as asked."""
        granted = min(branches, MAX_ASKED - self._asked)
        self._asked += granted
        return granted

    # telling

    def fault(
        self,
        spot: Spot,
        params: Mapping[str, Any],
        value: JSON,
        causes: tuple[Violation, ...] = (),
        token: str | int | None = None,
    ) -> bool:
        """Report that `value` breaks the keyword at `spot`; False, so that a rule can return it.

        `token` names the member at fault where it is not the value at hand.
        """
        if self.is_silent:
            return False
        way: str | Way = (*self.way, token) if token is not None else (*self.way,) if self.way else ""
        location = spot._location or spot.location  # noqa: SLF001 - a call the less where it is known
        if (self._left <= 0 or len(self.found) >= self._room) and self._is_known(way, location, params):
            return False
        self._left -= 1 + weight(causes) if causes else 1
        parts = Parts()
        parts.keyword = keyword = spot.keyword
        parts.schema_location = location
        parts.causes = causes
        parts._params = params  # noqa: SLF001 - one by one, here and below: a call the less for each fault
        parts._pointer = way  # noqa: SLF001 - as above
        parts._message = sentence, keyword, params, value, self._message_chars  # noqa: SLF001 - as above
        parts._path = (*self.path, spot.suffix) if self.path else spot.suffix  # noqa: SLF001 - as above
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

    def _is_known(self, way: str | Way, location: str, params: Mapping[str, Any]) -> bool:
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
        if (way, location, params.get("missing")) in known:
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
