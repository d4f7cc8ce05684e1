"""What the rules of a node ask of members and items, gathered as data, so that one closure may look at all of it."""

from collections.abc import Iterable, Mapping

from schemaval.evaluator.arrays import counted_array, counted_scalars, whole_array
from schemaval.evaluator.closures import (
    ARRAYS,
    KINDS,
    Around,
    Holder,
    Judge,
    Valid,
    always,
    both,
    by_kind,
    counted,
    dispatch,
    never,
    remembered,
)
from schemaval.evaluator.objects import Asked, asked_of, counted_object, whole_object


def has_all(names: Iterable[str]) -> Valid:
    """The test that all names are there."""
    wanted = frozenset(names)
    if len(wanted) == 1:
        (single,) = wanted
        return lambda value, _state=None: single in value
    return lambda value, _state=None: wanted <= value.keys()


def joined(parts: Iterable[Mapping[type, Valid]]) -> dict[type, Valid]:
    """The conjunction of closures by kind."""
    found: dict[type, list[Valid]] = {kind: [] for kind in KINDS}
    for part in parts:
        for kind, closure in part.items():
            if closure is not always:
                found[kind].append(closure)
    return {kind: both(closures) if closures else always for kind, closures in found.items()}


class Sketch:
    """What is asked of a value: of members and items as data, of the rest by the closures of rules, in their order."""

    __slots__ = (
        "_asked",
        "_holder",
        "_item",
        "_kinds",
        "_marks",
        "_members",
        "_named",
        "_parts",
        "_unnamed",
        "table",
    )

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self.table: dict[type, Valid] = {}  # what is asked of each kind besides, once settled
        self._parts: list[Mapping[type, Valid]] = []
        self._marks: dict[type, int] = {}  # how many parts come before members, or before items
        self._members: tuple[dict[str, Judge], bool] | None = None
        self._named: tuple[str, ...] = ()
        self._unnamed: dict[type, Valid] = {}  # the part for required names without a schema
        self._item: Judge | None = None
        self._holder: Holder | None = None
        self._asked: Asked | None = None
        self._kinds: list[type] = []

    # what the rules tell

    def add(self, part: Mapping[type, Valid]) -> None:
        """Closures by kind."""
        self._parts.append(part)

    def ask_names(self, names: tuple[str, ...]) -> None:
        """These names must be there."""
        self._named += names
        self._parts.append(self._unnamed)

    def ask_members(self, members: dict[str, Judge], *, is_open: bool) -> None:
        """How members are judged, and whether others are welcome."""
        self._members = members, is_open
        self._marks[dict] = len(self._parts)

    def ask_items(self, item: Judge, holder: Holder) -> None:
        """How each item is judged; `holder` has its closure, if not yet, then when instances come."""
        self._item, self._holder = item, None if item.is_scalar else holder
        for kind in ARRAYS:
            self._marks[kind] = len(self._parts)

    # what comes of it

    def settle(self) -> None:
        """Put together what was told; called once, before what follows, where there was more than a table."""
        if self._named or self._members is not None:
            self._ask()
        parts = self._parts
        table = self.table = joined(parts)
        if self._asked is not None and table[dict] is not never:
            self._kinds.append(dict)
        if self._item is not None:
            self._kinds += [kind for kind in ARRAYS if table[kind] is not never]

    def _ask(self) -> None:
        members, is_open = self._members or ({}, True)
        required = frozenset(self._named)
        unnamed = required.difference(members)
        if unnamed:
            self._unnamed[dict] = has_all(unnamed)
            required -= unnamed
        if is_open and always in (valid for _, valid, *_ in members.values()):
            members = {name: judge for name, judge in members.items() if judge.valid is not always or name in required}
        if members or not is_open:
            self._asked = asked_of(members, required, is_open=is_open)

    def uncounted(self) -> Valid:
        """The closure that does not count; the table is completed."""
        table = self.table
        if not self._kinds:
            return by_kind(table)
        other = dispatch(table)
        for kind in self._kinds:
            table[kind] = self._whole(kind, self._around(kind, other))
        return table[self._kinds[0]]

    def counted(self, node: object, *, inward: bool) -> tuple[Valid, Valid]:
        """The closure that counts, and the one to call in its place where no verdict is remembered.

        `node` is not None where verdicts are to be remembered, as those of that node.
        """
        kinds = self._kinds
        whole: dict[type, Valid] = {}
        judged = counted(self.table, whole, inward=inward)
        if node is not None:
            judged = remembered(judged, node)
        for kind in kinds:
            whole[kind] = self._counted(kind, self._around(kind, judged), inward=inward)
        if not kinds:
            return judged, judged
        quick = whole[kinds[0]]
        if node is None:
            return quick, quick
        return self._counted(kinds[0], self._around(kinds[0], judged, judged), inward=inward), quick

    @property
    def items(self) -> Holder | None:
        """What holds the closure for items where nothing else is asked of a list and they count by themselves."""
        return self._holder if self._kinds == [*ARRAYS] and self.table[list] is always else None

    def _around(self, kind: type, other: Valid, careful: Valid | None = None) -> Around:
        if self.table[kind] is always:
            return Around(None, None, other, careful)
        mark = self._marks.get(kind, 0)
        first, last = (
            both([part[kind] for part in parts if kind in part]) for parts in (self._parts[:mark], self._parts[mark:])
        )
        return Around(None if first is always else first, None if last is always else last, other, careful)

    def _whole(self, kind: type, around: Around) -> Valid:
        if kind is dict and self._asked is not None:
            return whole_object(self._asked, around)
        assert self._item is not None  # noqa: S101 - that is why there is something to do for this kind
        return whole_array(kind, self._item, around)

    def _counted(self, kind: type, around: Around, *, inward: bool) -> Valid:
        if kind is dict and self._asked is not None:
            return counted_object(self._asked, around, inward=inward)
        assert self._item is not None  # noqa: S101 - that is why there is something to do for this kind
        if self._holder is None:
            return counted_scalars(kind, self._item, around, inward=inward)
        return counted_array(kind, self._holder, around, inward=inward)
