"""Arguments that a model wrote almost right, mended where the schema refuses them; nothing else is touched.

Only violations say where: each round mends the places that they name, and judges again. Of a choice (`anyOf`, `oneOf`)
one branch is mended, the closest first; where that leads nowhere, everything starts again without that branch. Either
the whole ends valid, or the arguments stay as they came.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from schemaval import pointer
from schemaval.backends.protocol import SchemaValidator
from schemaval.errors import LimitExceeded
from schemaval.jsonvalue import JSON, plain
from schemaval.normalise.change import ABSENT, Change
from schemaval.tools.repairing.alternatives import Alternatives, branches
from schemaval.tools.repairing.listings import Listings
from schemaval.tools.repairing.remedies import NOTHING, remedy
from schemaval.tools.repairing.siblings import ENOUGH, Series, series, uniform_choices
from schemaval.violation import Violation

_MAX_JUDGEMENTS = 64
_MAX_SERIES = 256  # each is one walk over an array

Mends = dict[str, Change]  # by pointer


def repair_arguments(validator: SchemaValidator, args: JSON) -> tuple[JSON, tuple[Change, ...]]:
    """Arguments that `validator` accepts, and what was changed in them, in order; else `args` itself and no changes.

    A text where an object, an array, a number or a truth value is wanted becomes what it writes, if it writes that to
    the letter; a text that differs in case only from exactly one listed value becomes that one; a null becomes no
    member where the member is optional and must not be null (`became` is ABSENT). Valid values and unknown members
    stay as they are, and so does everything where not all can be mended. `args` is never changed: what comes back
    shares with it what stayed. Any validator will do; the more its violations tell, the more is mended. NotJSON and
    LimitExceeded as the validator raises them on `args`.
    """
    if validator.is_valid(args):
        return args, ()
    search = _Search(validator)
    found = validator.violations(args)
    while True:
        attempt = _Attempt(search, args)
        if attempt.succeeds(found):
            return attempt.value, tuple(attempt.changes)
        if search.left <= 0 or not search.alternatives.exclude(attempt.stuck):
            return args, ()


class _Search:
    """What the attempts have in common: the validator, what may still be spent, the branches that led nowhere."""

    def __init__(self, validator: SchemaValidator) -> None:
        self.validator = validator
        self.left = _MAX_JUDGEMENTS
        self.alternatives = Alternatives()
        self.listings = Listings(validator)

    def violations(self, value: JSON) -> list[Violation] | None:
        """Why a mended value is invalid; None where it goes beyond a limit, or too much was asked."""
        self.left -= 1
        if self.left < 0:
            return None
        try:
            return self.validator.violations(value)
        except LimitExceeded:  # the original is within it
            return None


class _Attempt:
    """Rounds of mending, from the arguments as they came to a valid value, or until nothing more can be mended."""

    def __init__(self, search: _Search, args: JSON) -> None:
        self.search = search
        self.value = args
        self.changes: list[Change] = []
        self.stuck: Sequence[Violation] = ()
        self.decoded: set[str] = set()
        self.reasons: dict[str, Violation] = {}
        self.series: list[Series] = []
        self.picked: list[tuple[Violation, str]] = []
        self.search.alternatives.start()

    def succeeds(self, found: Sequence[Violation]) -> bool:
        """Mend what is `found`, again and again."""
        while found:
            mends = self._round(found)
            if not mends:
                self.stuck = found
                return False
            self._make(mends.values())
            judged = self.search.violations(self.value)
            if judged is None:
                return False
            found = judged
        return True

    def _make(self, changes: Iterable[Change]) -> None:
        made = list(changes)
        self.value = _changed(self.value, made)
        self.changes += made
        self.decoded.update(change.pointer for change in made if isinstance(change.became, (dict, list)))

    def _round(self, found: Sequence[Violation]) -> Mends:
        """What can be mended of what was found; of several remedies for one place the first."""
        self.search.listings.look(found, self.value)
        mends: Mends = {}
        for fault in found:
            for where, change in self._mends(fault).items():
                mends.setdefault(where, change)
        for choice, branch in self.picked:
            self.search.alternatives.choose(choice, branch)
        self.picked.clear()
        if sum(1 + len(fault.causes) for fault in found) >= ENOUGH:
            self._follow(mends, found)
        return mends

    def _follow(self, mends: Mends, found: Sequence[Violation]) -> None:
        """Add what is at fault for the same reason further on, of which the validator may not have told."""
        uniform = frozenset(uniform_choices(found))
        for where in list(mends):
            fault = self.reasons[where]
            told = series(fault, uniform)
            if told is None or len(self.series) >= _MAX_SERIES or any(known.covers(told) for known in self.series):
                continue
            self.series.append(told)
            for place in told.places(self.value):
                change = self._change(fault, place) if place not in mends else None
                if change is not None and type(change.was) is type(mends[where].was):
                    mends[place] = change

    def _mends(self, fault: Violation) -> Mends:
        """What mends one fault; nothing where it, or every branch of it, cannot be mended whole."""
        for branch, causes in branches(fault, self.search.alternatives):
            before = len(self.picked)
            mends = self._whole(causes)
            if mends:
                self.picked.append((fault, branch))
                return mends
            del self.picked[before:]
        change = self._change(fault, fault.pointer)
        if change is None:
            return {}
        self.reasons[fault.pointer] = fault
        return {fault.pointer: change}

    def _whole(self, causes: Sequence[Violation]) -> Mends:
        """The mends of all the places at fault in a branch; nothing where one of them has none."""
        mends: Mends = {}
        mended: set[str] = set()
        for cause in causes:
            for where, change in self._mends(cause).items():
                mends.setdefault(where, change)
                mended.add(cause.pointer)
        return mends if all(cause.pointer in mended for cause in causes) else {}

    def _change(self, fault: Violation, where: str) -> Change | None:
        """The remedy for the value at a place, for what is at fault there."""
        value, is_member = _found(self.value, where)
        if value is NOTHING or (value is None and not is_member):
            return None
        members = self.search.listings.members(fault, value)
        is_decoded = any(holder in self.decoded for holder in _ways(where))
        became = remedy(value, fault, members, is_decoded=is_decoded)
        return None if became is NOTHING else Change(where, value, became)


def _ways(where: str) -> Iterator[str]:
    """A pointer and those to all that holds it, innermost first."""
    while where:
        yield where
        where = where.rpartition("/")[0]
    yield ""


def _found(root: JSON, where: str) -> tuple[JSON, bool]:
    """The value at a pointer, and whether it is an object's member; NOTHING where there is none."""
    try:
        tokens = pointer.split(where)
        holder = root
        value = root
        for token in tokens:
            holder, value = value, pointer.step(value, token)
    except (LookupError, ValueError):  # a validator of somebody's own may point anywhere
        return NOTHING, False
    return value, bool(tokens) and isinstance(holder, dict)


def _changed(root: JSON, changes: Iterable[Change]) -> JSON:
    """A copy with the changes made: containers on the way are copied, once, and everything else is shared."""
    copies: dict[tuple[str, ...], Any] = {}
    top: Any = {"": root}
    for change in changes:
        way = ("", *pointer.split(change.pointer))
        holder = top
        for length in range(1, len(way)):
            if way[:length] not in copies:
                copies[way[:length]] = made = _copy(pointer.step(holder, way[length - 1]))
                _put(holder, way[length - 1], made)
            holder = copies[way[:length]]
        if change.became is ABSENT:
            del holder[way[-1]]
        else:
            _put(holder, way[-1], change.became)
    return top[""]


def _copy(container: JSON) -> Any:
    return [*container] if isinstance(container, tuple) else plain(container).copy()


def _put(holder: Any, token: str, value: JSON) -> None:
    holder[token if isinstance(holder, dict) else int(token)] = value
