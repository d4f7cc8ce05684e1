"""Keywords that apply subschemas to the items of arrays."""

from collections.abc import Iterable, Mapping
from itertools import islice

from schemaval.evaluator.closures import ARRAYS, Valid, always, never
from schemaval.evaluator.node import NEAR, Edge, Node, Rule
from schemaval.evaluator.run import Run, Seen, bounded
from schemaval.evaluator.sketch import Sketch
from schemaval.evaluator.spending import State
from schemaval.evaluator.spot import Spot
from schemaval.jsonvalue import JSON
from schemaval.violation import Violation


class Items(Rule):
    """`prefixItems` with `items`, or `items` with `additionalItems`: the first items one by one, then the rest."""

    __slots__ = ("prefix", "rest")

    def __init__(self, owner: Node, keyword: str, prefix: Iterable[Edge], rest: Edge | None) -> None:
        """`keyword` is the first of the two in the schema; `rest` is None where the rest is free."""
        super().__init__(owner, keyword, ARRAYS)
        self.prefix = tuple(prefix)
        self.rest = rest

    def edges(self) -> Iterable[Edge]:
        """The ways to all item schemas."""
        yield from self.prefix
        if self.rest is not None:
            yield self.rest

    def sketch(self, sketch: Sketch) -> None:
        """All of it as data, where one schema is for all items."""
        rest = self.rest
        if self.prefix or rest is None:
            sketch.add(self.closures())
        elif rest.valid() is not always:
            sketch.ask_items(rest.judge(), rest.node)

    def closures(self) -> Mapping[type, Valid]:
        """Every item is judged by the schema of its place."""
        rest = self.rest.valid() if self.rest is not None else always
        return dict.fromkeys(ARRAYS, _tuple(tuple(edge.valid() for edge in self.prefix), rest))

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report what the item schemas report; an unwelcome item is a fault of its own."""
        valid = self._run_prefix(value, run)
        if not valid and run.is_silent:
            return False
        if self.rest is not None:
            valid = self._run_rest(self.rest, value, run) and valid
        if seen is not None:
            seen.update(range(len(value) if self.rest is not None else min(len(value), len(self.prefix))))
        return valid

    def _run_prefix(self, value: JSON, run: Run) -> bool:
        valid = True
        for index, (edge, item) in enumerate(zip(self.prefix, value, strict=False)):
            if edge.node.forbids:
                valid = edge.refuse(run, item, {"limit": index}, index)
            elif not edge.follow(run, item, None, index):
                valid = False
            if not valid and run.is_silent:
                return False
        return valid

    def _run_rest(self, rest: Edge, value: JSON, run: Run) -> bool:
        valid = True
        start = len(self.prefix)
        judge = rest.valid() if run.is_plain and rest.node.height <= NEAR else never
        for index, item in enumerate(islice(value, start, None), start):
            if judge(item, run.state):
                continue
            if rest.node.forbids:
                valid = rest.refuse(run, item, {"limit": start}, index)
            elif not rest.follow(run, item, None, index):
                valid = False
            if not valid and run.is_silent:
                break
        return valid


def _tuple(prefix: tuple[Valid, ...], rest: Valid) -> Valid:
    length = len(prefix)

    def test(value: JSON, state: State = None) -> bool:
        for valid, item in zip(prefix, value, strict=False):
            if not valid(item, state):
                return False
        if rest is not always:
            for item in islice(value, length, None):
                if not rest(item, state):
                    return False
        return True

    return test


class Contains(Rule):
    """`contains` with `minContains` and `maxContains`."""

    __slots__ = ("item", "marks", "most", "required")

    def __init__(self, owner: Node, item: Edge, least: int, most: int | None, *, marks: bool) -> None:
        """`marks` says that the items found count as evaluated, as from 2020-12 on."""
        super().__init__(owner, "contains", ARRAYS)
        self.item = item
        self.required = least
        self.most = most
        self.marks = marks

    def edges(self) -> Iterable[Edge]:
        """The schema of the items looked for."""
        return (self.item,)

    def closures(self) -> Mapping[type, Valid]:
        """Enough items hold, and not too many."""
        valid, least, most = self.item.valid(), self.required, self.most

        def test(value: JSON, state: State = None) -> bool:
            if least == 0 and most is None:
                return True
            found = 0
            for item in value:
                if valid(item, state):
                    found += 1
                    if most is None:
                        if found >= least:
                            return True
                    elif found > most:
                        return False
            return found >= least

        return dict.fromkeys(ARRAYS, test)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report one fault at the array, under the keyword that failed."""
        valid = self.item.valid()
        found = [index for index, item in enumerate(value) if valid(item, run.state)]
        if run.wants_all:
            for index in found:
                self.item.follow(run, value[index], None, index)
        if seen is not None and self.marks:
            seen.update(found)
        if len(found) < self.required:
            keyword = "minContains" if "minContains" in self.owner.position.schema else "contains"
            return self._fault(keyword, self.required, value, run, self._causes(value, set(found), run))
        if self.most is not None and len(found) > self.most:
            return self._fault("maxContains", self.most, value, run, ())
        return True

    def _fault(self, keyword: str, limit: int, value: JSON, run: Run, causes: tuple[Violation, ...]) -> bool:
        return run.fault(Spot(self.owner, keyword, "/" + keyword), {"limit": limit}, value, causes)

    def _causes(self, value: JSON, found: set[int], run: Run) -> tuple[Violation, ...]:
        """Why the first few items do not hold."""
        if run.is_silent:
            return ()
        causes: list[Violation] = []
        for index, item in enumerate(islice(value, _MAX_EXPLAINED_ITEMS)):
            if index not in found:
                causes += self.item.explain(run, item, index)
        return bounded(causes[:_MAX_EXPLAINED_ITEMS])


_MAX_EXPLAINED_ITEMS = 4


class UnevaluatedItems(Rule):
    """`unevaluatedItems`: every item that nothing else has evaluated is judged; it stands last in its node."""

    __slots__ = ("rest",)

    def __init__(self, owner: Node, rest: Edge) -> None:
        """`rest` is the way to its schema."""
        super().__init__(owner, "unevaluatedItems", ARRAYS)
        self.rest = rest

    def edges(self) -> Iterable[Edge]:
        """Its schema."""
        return (self.rest,)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report each unwelcome item; nothing where a failed choice leaves open what was evaluated."""
        if seen is None or (seen.uncertain and not run.is_silent):
            return True
        valid = True
        for index, item in enumerate(value):
            if index in seen:
                continue
            if self.rest.node.forbids:
                valid = self.rest.refuse(run, item, {}, index)
            elif not self.rest.follow(run, item, None, index):
                valid = False
            if not valid and run.is_silent:
                return False
        if valid:
            seen.update(range(len(value)))
        return valid
