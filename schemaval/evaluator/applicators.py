"""Keywords that apply subschemas to the value itself: references, combinations, conditions."""

from collections.abc import Iterable, Mapping
from typing import Any

from schemaval.evaluator.closures import KINDS, Valid, always, never
from schemaval.evaluator.node import Edge, Node, Rule
from schemaval.evaluator.run import Run, Seen, bounded
from schemaval.evaluator.spending import State
from schemaval.evaluator.tags import Tags
from schemaval.jsonvalue import JSON, plain
from schemaval.violation import Violation


class All(Rule):
    """`$ref` and its kin, `allOf`, `extends`: every subschema must hold."""

    __slots__ = ("parts",)

    def __init__(self, owner: Node, keyword: str, parts: Iterable[Edge]) -> None:
        """`parts` are the ways to the subschemas."""
        super().__init__(owner, keyword)
        self.parts = tuple(parts)

    def edges(self) -> Iterable[Edge]:
        """All parts."""
        return self.parts

    def same(self) -> Edge | None:
        """A single part."""
        return self.parts[0] if len(self.parts) == 1 else None

    def closures(self) -> Mapping[type, Valid]:
        """The conjunction of the parts."""
        parts = tuple(part.valid() for part in self.parts)
        if len(parts) == 1:
            return dict.fromkeys(KINDS, parts[0])

        def every(value: JSON, state: State = None) -> bool:
            for part in parts:
                if not part(value, state):
                    return False
            return True

        return dict.fromkeys(KINDS, every)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report what the parts report."""
        valid = True
        for part in self.parts:
            if not part.follow(run, value, seen):
                if run.is_silent:
                    return False
                run.is_mixed |= not valid
                valid = False
        return valid


class Choice(Rule):
    """`anyOf` and `oneOf`: at least one, or exactly one, of the branches must hold."""

    __slots__ = ("_judges", "branches", "only_one", "tags")

    def __init__(self, owner: Node, keyword: str, branches: Iterable[Edge], *, only_one: bool) -> None:
        """`only_one` makes it `oneOf`."""
        super().__init__(owner, keyword)
        self.branches = tuple(branches)
        self.only_one = only_one
        self.tags: Tags | None = None
        self._judges: tuple[Valid, ...] | None = None  # of the branches, once all are compiled

    def edges(self) -> Iterable[Edge]:
        """All branches."""
        return self.branches

    def same(self) -> Edge | None:
        """A single branch."""
        return self.branches[0] if len(self.branches) == 1 else None

    def closures(self) -> Mapping[type, Valid]:
        """Any, or exactly one."""
        tables = [branch.node.table for branch in self.branches if branch.node.table is not None]
        if len(tables) == len(self.branches):
            table = {kind: self._chosen([branch[kind] for branch in tables]) for kind in KINDS}
            if len(set(table.values())) > 1:
                return table
        choose = _exactly_one if self.only_one else _any
        return dict.fromkeys(KINDS, choose(tuple(branch.valid() for branch in self.branches)))

    def _chosen(self, closures: Iterable[Valid]) -> Valid:
        """The choice for one kind of values: most branches have no say there."""
        branches = tuple(closure for closure in closures if closure is not never)
        if not branches:
            return never
        if len(branches) == 1 or (branches[0] is always and not self.only_one):
            return branches[0]
        return _exactly_one(branches) if self.only_one else _any(branches)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report one fault with the branches' as causes, closest branch first; a single branch speaks for itself."""
        if len(self.branches) == 1:
            return self.branches[0].follow(run, value, seen)
        matched = self._matched(value, run, seen)
        if (len(matched) == 1) if self.only_one else matched:
            if run.wants_all:
                for index in matched:
                    self.branches[index].follow(run, value)
            return True
        if seen is not None:
            seen.uncertain = True
        if run.is_silent:
            return False
        params: dict[str, Any] = {"branches": len(self.branches)}
        if matched:
            params["matched"] = matched
            return run.fault(self, params, value)
        causes = self._causes(value, run)
        return run.fault(self, params, value, causes)

    def _matched(self, value: JSON, run: Run, seen: Seen | None) -> list[int]:
        """The branches that hold; all of them where it counts which, or what they evaluate."""
        if seen is not None:
            return [index for index, branch in enumerate(self.branches) if branch.holds(run, value, seen)]
        judges, state = self._judges, run.state
        if judges is None:
            judges = self._judges = tuple([branch.valid() for branch in self.branches])
        if self.only_one or run.annotations is not None:
            return [index for index, judge in enumerate(judges) if judge(value, state)]
        for index, judge in enumerate(judges):
            if judge(value, state):
                return [index]
        return []

    def _causes(self, value: JSON, run: Run) -> tuple[Violation, ...]:
        """The branches' violations, those of the closest branch first; of a tagged choice, the tagged branch's only."""
        if self.tags is None:
            self.tags = Tags([branch.node for branch in self.branches])
        tagged = self.tags.branch(value)
        if tagged is not None:
            return self.branches[tagged].explain(run, value)
        asked = self.branches[: run.may_ask(min(len(self.branches), MAX_EXPLAINED))]
        explained = run.apart(asked, value) if run.state is None else [branch.explain(run, value) for branch in asked]
        return bounded(_closest_first(explained, len(run.way)))


MAX_EXPLAINED = 64


def _any(branches: tuple[Valid, ...]) -> Valid:
    """At least one of the closures."""

    def any_of(value: JSON, state: State = None) -> bool:
        for branch in branches:
            if branch(value, state):
                return True
        return False

    return any_of


def _exactly_one(branches: tuple[Valid, ...]) -> Valid:
    """Exactly one of the closures."""

    def one_of(value: JSON, state: State = None) -> bool:
        found = False
        for branch in branches:
            if branch(value, state):
                if found:
                    return False
                found = True
        return found

    return one_of


def _closest_first(explained: list[tuple[Violation, ...]], depth: int) -> list[Violation]:
    """The causes of all branches, the branch that comes closest to matching first.

    It is further away where its type fails, then the more faults it has, then the shallower the deepest of them is.
    """
    ranked: list[tuple[bool, int, int, int]] = []
    for causes in explained:
        fails_type, deepest = False, 0
        for cause in causes:
            levels = len(cause._pointer)  # noqa: SLF001 - nobody has read it yet: it is still its tokens
            if levels > deepest:  # noqa: PLR1730 - max() costs more than all the rest
                deepest = levels
            if levels == depth and cause.keyword == "type":
                fails_type = True
        ranked.append((fails_type, len(causes), -deepest, len(ranked)))
    ranked.sort()
    return [cause for rank in ranked for cause in explained[rank[3]]]


class Not(Rule):
    """`not`, and `disallow` in draft-03: none of the subschemas may hold."""

    __slots__ = ("parts",)

    def __init__(self, owner: Node, keyword: str, parts: Iterable[Edge]) -> None:
        """`parts` are the ways to the subschemas."""
        super().__init__(owner, keyword)
        self.parts = tuple(parts)

    def edges(self) -> Iterable[Edge]:
        """All parts."""
        return self.parts

    def closures(self) -> Mapping[type, Valid]:
        """None of the parts."""
        parts = tuple(part.valid() for part in self.parts)
        if len(parts) == 1:
            (single,) = parts
            return dict.fromkeys(KINDS, lambda value, state=None: not single(value, state))

        def none(value: JSON, state: State = None) -> bool:
            for part in parts:
                if part(value, state):
                    return False
            return True

        return dict.fromkeys(KINDS, none)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - what is negated evaluates nothing
        """Report one fault, without causes."""
        for part in self.parts:
            if part.valid()(value, run.state):
                return run.fault(self, {}, value)
        return True


class Condition(Rule):
    """`if` with `then` and `else`."""

    __slots__ = ("otherwise", "then", "when")

    def __init__(self, owner: Node, when: Edge, then: Edge | None, otherwise: Edge | None) -> None:
        """`then` and `otherwise` are None where the schema has none."""
        super().__init__(owner, "if")
        self.when = when
        self.then = then
        self.otherwise = otherwise

    def edges(self) -> Iterable[Edge]:
        """The condition and what hangs on it."""
        return [edge for edge in (self.when, self.then, self.otherwise) if edge is not None]

    def closures(self) -> Mapping[type, Valid]:
        """The branch that the condition chooses."""
        when = self.when.valid()
        then = self.then.valid() if self.then is not None else None
        otherwise = self.otherwise.valid() if self.otherwise is not None else None
        if then is None and otherwise is None:
            return {}

        def chosen(value: JSON, state: State = None) -> bool:
            branch = then if when(value, state) else otherwise
            return branch is None or branch(value, state)

        return dict.fromkeys(KINDS, chosen)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report what the chosen branch reports."""
        holds = self.when.holds(run, value, seen)
        if holds and run.wants_all:
            self.when.follow(run, value)
        branch = self.then if holds else self.otherwise
        return branch is None or branch.follow(run, value, seen)


class Dependent(Rule):
    """`dependentSchemas`, and the schemas in `dependencies`: each holds where its property is present."""

    __slots__ = ("schemas",)

    def __init__(self, owner: Node, keyword: str, schemas: Mapping[str, Edge]) -> None:
        """`schemas` maps a property to the way to its schema."""
        super().__init__(owner, keyword, (dict,))
        self.schemas = schemas

    def edges(self) -> Iterable[Edge]:
        """All schemas."""
        return self.schemas.values()

    def closures(self) -> Mapping[type, Valid]:
        """Every schema whose property is there."""
        schemas = [(name, edge.valid()) for name, edge in self.schemas.items()]

        def test(value: JSON, state: State = None) -> bool:
            for name, valid in schemas:
                if name in value and not valid(value, state):
                    return False
            return True

        return {dict: test}

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:
        """Report what the schemas report."""
        valid = True
        for name, edge in self.schemas.items():
            if name in value and not edge.follow(run, value, seen):
                if run.is_silent:
                    return False
                run.is_mixed |= not valid
                valid = False
        return valid


class TypeUnion(Rule):
    """Draft-03's `type` and `disallow` with schemas among the names: one member of the union must hold."""

    __slots__ = ("expected", "negated", "schemas", "tests")

    def __init__(
        self,
        owner: Node,
        keyword: str,
        tests: Mapping[type, Valid],
        schemas: Iterable[Edge],
        expected: list[str],
        *,
        negated: bool,
    ) -> None:
        """`tests` are those of the type names; `negated` makes it `disallow`."""
        super().__init__(owner, keyword)
        self.tests = tests
        self.schemas = tuple(schemas)
        self.expected = expected
        self.negated = negated

    def edges(self) -> Iterable[Edge]:
        """The schemas in the union."""
        return self.schemas

    def closures(self) -> Mapping[type, Valid]:
        """A named type, or one of the schemas."""
        negated = self.negated

        def test(value: JSON, state: State = None) -> bool:
            return self._holds(value, state) is not negated

        return dict.fromkeys(KINDS, test)

    def _holds(self, value: JSON, state: State) -> bool:
        value = plain(value)
        if self.tests[type(value)](value, state):
            return True
        for edge in self.schemas:
            if edge.valid()(value, state):
                return True
        return False

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - drafts with unevaluated* have no such unions
        """Report one fault."""
        if self._holds(value, run.state) is not self.negated:
            return True
        params = {} if self.negated else {"expected": self.expected}
        return run.fault(self, params, value)
