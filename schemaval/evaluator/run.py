"""One run of the evaluator over one instance: where it is, what it has found, what it may still spend."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.messages import sentence
from schemaval.pointer import escape, fragment, join
from schemaval.violation import Annotation, Parts, Violation, once

State: TypeAlias = list[int] | None  # [steps left, levels left], or None where nothing is counted

MAX_CAUSES = 16


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


class Run:
    """The state of one run.

    A silent run only asks for the verdict: it keeps no place and reports nothing. `annotations` is None unless they
    were asked for.
    """

    # Class attributes where most runs leave them: making a run is part of the cost of every explanation.
    is_silent = False
    is_plain = True  # nothing to count, nothing to annotate
    annotations: list[Annotation] | None = None
    _room = 1 << 62

    def __init__(self, limits: Limits, state: State, *, annotate: bool = False) -> None:
        """`state` is what the run may spend, None for no bound."""
        self.state = state
        self.found: list[Any] = []  # of Violation
        self.way: list[str | int] = []
        self.path: list[str] = []
        self._message_chars = limits.max_message_chars
        self._left = limits.max_violations or (1 << 62)
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
        """The violations that `judge` reports, kept apart as causes; at most 16."""
        outer = self.found, self._room, self.annotations
        depths = len(self.path), len(self.way)
        levels = self.state[1] if self.state is not None else 0
        self.found, self._room, self.annotations = [], MAX_CAUSES, None
        try:
            judge()
        except Enough:
            del self.path[depths[0] :]
            del self.way[depths[1] :]
            if self.state is not None:
                self.state[1] = levels
        causes = tuple(once(self.found))
        self.found, self._room, self.annotations = outer
        return causes

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
        if (self._left <= 0 or len(self.found) >= self._room) and not causes:
            raise Enough
        self._left -= 1
        way = self.way
        pointer = "" if not way else "/" + escape(way[0]) if len(way) == 1 else join(way)
        if token is not None:
            pointer += "/" + escape(token)
        parts = Parts(
            pointer,
            keyword,
            (sentence, keyword, params, value, self._message_chars),
            location + (suffix if suffix.find("/", 1) < 0 else fragment(suffix)),
            "".join((*self.path, suffix)),
            params,
            causes,
        )
        parts.__class__ = Violation
        self.found.append(parts)
        return False

    def note(self, keyword: str, location: str, value: JSON) -> None:
        """Keep an annotation of the value at hand, which the keyword of the subschema at `location` makes."""
        if self.annotations is not None:
            suffix = "/" + escape(keyword)
            path = "".join(self.path) + suffix
            self.annotations.append(Annotation(join(self.way), keyword, location + fragment(suffix), path, value))
