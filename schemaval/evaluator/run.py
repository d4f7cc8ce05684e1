"""One run of the evaluator over one instance: where it is, what it has found, what it may still spend."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.messages import sentence
from schemaval.pointer import fragment, join
from schemaval.violation import Annotation, Violation

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

    __slots__ = ("_known", "_left", "_path", "_room", "_way", "annotations", "found", "is_silent", "message_chars", "state")

    def __init__(self, limits: Limits, state: State, *, annotate: bool = False) -> None:
        """`state` is what the run may spend, None for no bound."""
        self.is_silent = False
        self.found: list[Violation] = []
        self.annotations: list[Annotation] | None = [] if annotate else None
        self.state = state
        self.message_chars = limits.max_message_chars
        self._left = limits.max_violations if limits.max_violations is not None else 1 << 62
        self._room = 1 << 62
        self._known: set[tuple[str, str, Any]] = set()
        self._way: list[str | int] = []
        self._path: list[str | int] = []

    @classmethod
    def silent(cls, state: State) -> "Run":
        """A run that asks for the verdict only."""
        run = cls.__new__(cls)
        run.is_silent = True
        run.annotations = None
        run.state = state
        return run

    @property
    def wants_all(self) -> bool:
        """Whether every branch must be looked at, for its annotations."""
        return self.annotations is not None

    @property
    def depth(self) -> int:
        """How many levels below the root the value at hand is."""
        return len(self._way)

    # going down and coming back

    def enter(self, tokens: tuple[str | int, ...], token: str | int | None) -> tuple[int, int]:
        """Take a step down the evaluation path, and to a member if `token` names one; what `leave` needs."""
        mark = len(self._path), len(self._way)
        self._path += tokens
        if token is not None:
            self._way.append(token)
        return mark

    def leave(self, mark: tuple[int, int]) -> None:
        """Go back to where `enter` began."""
        del self._path[mark[0] :]
        del self._way[mark[1] :]

    def apart(self, judge: Callable[[], object]) -> tuple[Violation, ...]:
        """The violations that `judge` reports, kept apart as causes; at most 16."""
        outer = self.found, self._room, self._known, self.annotations
        mark = len(self._path), len(self._way)
        levels = self.state[1] if self.state is not None else 0
        self.found, self._room, self._known, self.annotations = [], MAX_CAUSES, set(), None
        try:
            judge()
        except Enough:
            self.leave(mark)
            if self.state is not None:
                self.state[1] = levels
        causes = tuple(self.found)
        self.found, self._room, self._known, self.annotations = outer
        return causes

    # telling

    def fault(
        self,
        keyword: str,
        location: str,
        tokens: Sequence[str | int],
        params: Mapping[str, Any],
        value: JSON,
        causes: tuple[Violation, ...] = (),
        token: str | int | None = None,
    ) -> bool:
        """Report that `value` breaks `keyword`; False, so that a rule can return it.

        `location` is the subschema's, `tokens` lead from it to the keyword; `token` names the member at fault, where
        it is not the value at hand.
        """
        return self.fault_for(None, keyword, location, tokens, params, value, causes, token)

    def fault_for(
        self,
        which: Any,
        keyword: str,
        location: str,
        tokens: Sequence[str | int],
        params: Mapping[str, Any],
        value: JSON,
        causes: tuple[Violation, ...] = (),
        token: str | int | None = None,
    ) -> bool:
        """Report one of several faults of one keyword at one value; `which` tells them apart."""
        if self.is_silent:
            return False
        pointer = join(self._way) if token is None else join([*self._way, token])
        where = location + fragment(join(tokens)) if tokens else location
        if (pointer, where, which) in self._known:
            return False
        if (self._left <= 0 or self._room <= 0) and not causes:
            raise Enough
        self._known.add((pointer, where, which))
        self._left -= 1
        self._room -= 1
        self.found.append(
            Violation(
                pointer=pointer,
                keyword=keyword,
                message=sentence(keyword, params, value, self.message_chars),
                schema_location=where,
                evaluation_path=join([*self._path, *tokens]),
                params=params,
                causes=causes,
            )
        )
        return False

    def note(self, keyword: str, location: str, tokens: Sequence[str | int], value: JSON) -> None:
        """Keep an annotation of the value at hand."""
        if self.annotations is not None:
            self.annotations.append(Annotation(join(self._way), keyword, location, join([*self._path, *tokens]), value))

