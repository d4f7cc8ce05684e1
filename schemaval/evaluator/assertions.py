"""Keywords that look at one value by itself: a test by kind of value, and what the keyword asks, for the message."""

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from schemaval.equality import HASH_SAFE, Keys, Known, Tokens, unique
from schemaval.evaluator.closures import ARRAYS, CONTAINERS, KINDS, Valid, always, never, real
from schemaval.evaluator.node import Node, Rule
from schemaval.evaluator.numbers import COMPARISONS, bound, finite, multiple
from schemaval.evaluator.run import Run, Seen
from schemaval.evaluator.spending import MAX_REMEMBERED, MEMORY, STEPS, UNBOUNDED, State, overdrawn
from schemaval.jsonvalue import JSON, as_count, is_integral
from schemaval.keywords import Draft
from schemaval.limits import Limits

Tests = Mapping[type, Valid]
Params = dict[str, Any]
Made = tuple[Tests, Params]

MAX_LISTED = 32
_COMPARISON = 8


class Assertion(Rule):
    """A keyword whose verdict on a value needs nothing but the value: `tests` by kind, `params` for the reader."""

    __slots__ = ("params", "tests")

    def __init__(self, owner: Node, keyword: str, tests: Tests, params: Params) -> None:
        """Kinds without a test are not looked at."""
        super().__init__(owner, keyword, tests)
        self.tests = tests
        self.params = params

    @property
    def searches(self) -> int:  # type: ignore[override]  # of most rules a fact of their class
        """What compares whole containers counts as so many patterns: it looks at all that is in them."""
        if self.keyword == "uniqueItems" or (self.keyword in ("enum", "const") and _takes_containers(self.tests)):
            return _COMPARISON
        return 0

    def test(self, kind: type) -> Valid | None:
        """The test of that kind."""
        return self.tests[kind]

    def closures(self) -> Mapping[type, Valid]:
        """The tests themselves."""
        return self.tests

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - an assertion evaluates no members
        """Report."""
        return run.fault(self, self.params, value)


def _takes_containers(tests: Tests) -> bool:
    return any(tests[kind] is not never for kind in CONTAINERS)


# type

_TYPE_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float, Decimal),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
    "array": ARRAYS,
    "object": (dict,),
    "any": KINDS,
}


def _finite(value: JSON, _state: State = None) -> bool:
    return finite(value)


_FINITE: Tests = {float: real, Decimal: _finite}


def _integral(value: JSON, _state: State = None) -> bool:
    return finite(value) and is_integral(value)


def _written_whole(value: JSON, _state: State = None) -> bool:
    """Whether a Decimal's text has neither point nor exponent."""
    return finite(value) and value.as_tuple().exponent == 0


def type_tests(names: Iterable[str], draft: Draft) -> Tests:
    """For every kind of value, the test that it is of one of the named types.

    An integer is a number without a fractional part; in draft-03 and draft-04 it is written without one, as a float
    never is.
    """
    tests: dict[type, Valid] = dict.fromkeys(KINDS, never)
    for name in names:
        for kind in _TYPE_KINDS.get(name, KINDS if draft is Draft.D3 else ()):
            tests[kind] = _FINITE.get(kind, always)
        if name == "integer":
            whole = {float: _integral, Decimal: _integral} if draft >= Draft.D6 else {Decimal: _written_whole}
            tests |= {kind: test for kind, test in whole.items() if tests[kind] is never}
    return tests


def make_type(value: JSON, draft: Draft) -> Made:
    """`type` from draft-04 on (JSON Schema Validation 2020-12, section 6.1.1)."""
    names = [value] if type(value) is str else list(value)
    return type_tests(names, draft), {"expected": names}


# enum and const


def _equals_one_of(values: list[JSON], limits: Limits) -> Tests:
    """For every kind of value, the test that it equals one of `values`."""
    known = Known(values)
    texts = frozenset(value for value in values if type(value) is str)
    kinds = {type(value) for value in values}
    numeric = bool(kinds & {int, float, Decimal})
    most, max_depth = _most(limits), limits.max_instance_depth

    def is_text(value: JSON, _state: State = None) -> bool:
        return value in texts

    def is_known(value: JSON, _state: State = None) -> bool:
        return known.has_scalar(value)

    def is_known_whole(value: JSON, state: State = None) -> bool:
        keys = _keys(state, most, known.tokens)
        held = known.has(value, keys, max_depth=max_depth)
        _pay(state, keys)
        return held

    def has_key(kind: type) -> bool:
        if kind in (int, float, Decimal):
            return numeric
        if kind in ARRAYS:
            return list in kinds or tuple in kinds
        return kind in kinds

    tests: dict[type, Valid] = {kind: is_known if has_key(kind) else never for kind in KINDS}
    tests |= {kind: is_known_whole for kind in CONTAINERS if has_key(kind)}
    if texts:
        tests[str] = is_text
    if type(None) in kinds:
        tests[type(None)] = always
    return tests


def _most(limits: Limits) -> int:
    """How many steps one comparison may take where nothing else is counted."""
    return UNBOUNDED if limits.max_steps is None else limits.max_steps


def _keys(state: State, most: int, tokens: Tokens) -> Keys:
    """Keys whose making costs steps: those of the run, or so many at most where it counts none."""
    if state is None or state[STEPS] > most:
        return Keys(most, None, tokens)
    return Keys(state[STEPS], partial(_more, state), tokens)


def _more(state: list[Any], left: int) -> int:
    state[STEPS] = left
    overdrawn(state)
    return int(state[STEPS])


def _pay(state: State, keys: Keys) -> None:
    """Take the steps from the run's."""
    if state is not None and state[STEPS] > keys.left:
        state[STEPS] = keys.left


def _listed(values: list[JSON]) -> Params:
    more = len(values) - MAX_LISTED
    return {"allowed": values[:MAX_LISTED], "more": more} if more > 0 else {"allowed": values}


# lengths


def _length(compare: Callable[[Any, Any], bool], kinds: tuple[type, ...]) -> Callable[[JSON], Tests]:
    def make(limit: JSON) -> Tests:
        whole = as_count(limit)

        def test(value: JSON, _state: State = None) -> bool:
            return compare(len(value), whole)

        return dict.fromkeys(kinds, test)

    return make


LENGTHS: Mapping[str, Callable[[JSON], Tests]] = {
    "minLength": _length(operator.ge, (str,)),
    "maxLength": _length(operator.le, (str,)),
    "minItems": _length(operator.ge, ARRAYS),
    "maxItems": _length(operator.le, ARRAYS),
    "minProperties": _length(operator.ge, (dict,)),
    "maxProperties": _length(operator.le, (dict,)),
}


def make_length(keyword: str, value: JSON) -> Made:
    """The six keywords that bound a length (JSON Schema Validation 2020-12, sections 6.3 to 6.5)."""
    return LENGTHS[keyword](value), {"limit": value}


# numbers


def make_bound(keyword: str, value: JSON, schema: Mapping[str, Any], draft: Draft) -> Made:
    """`minimum` and `maximum`, made exclusive by a boolean beside them up to draft-04."""
    inclusive, exclusive = COMPARISONS[keyword]
    beside = "exclusive" + keyword.capitalize()
    strict = draft <= Draft.D4 and schema.get(beside) is True
    return bound(exclusive if strict else inclusive, value), {"limit": value}


def make_exclusive_bound(keyword: str, value: JSON) -> Made:
    """`exclusiveMinimum` and `exclusiveMaximum` as numbers, from draft-06 on."""
    return bound(COMPARISONS[keyword.removeprefix("exclusive").lower()][1], value), {"limit": value}


def make_multiple(value: JSON) -> Made:
    """`multipleOf`, and `divisibleBy` in draft-03."""
    return multiple(value), {"divisor": value}


# strings


def text_test(test: Callable[[str], Any]) -> Tests:
    """`test` as a closure on strings."""

    def closure(value: JSON, _state: State = None) -> bool:
        return bool(test(value))

    return {str: closure}


def pattern_test(search: Callable[[str], Any]) -> Tests:
    """An unanchored search as a closure on strings."""

    def closure(value: JSON, _state: State = None) -> bool:
        return search(value) is not None

    return {str: closure}


# arrays and objects


def make_unique(limits: Limits) -> Made:
    """`uniqueItems: true`, in time linear in the array."""
    most = _most(limits)
    below = None if limits.max_instance_depth is None else limits.max_instance_depth - 1

    def compared(value: JSON, state: State, keys: Keys) -> bool:
        answer = unique(value, max_depth=below, keys=keys)
        _pay(state, keys)
        return answer

    def remembered(value: JSON, state: list[Any], memory: dict[Any, Any]) -> bool:
        place = "uniqueItems", id(value)
        held = memory.get(place)
        if held is None:
            keys = memory.get("keys")  # of arrays in one another, so that what is in several is looked at once
            if keys is None:
                keys = memory["keys"] = Keys(state[STEPS], partial(_more, state), defaultdict(object))
            keys.left = state[STEPS]
            held = value, compared(value, state, keys)
            if len(memory) < MAX_REMEMBERED:
                memory[place] = held  # with the value, whose identity is then nobody else's
        return bool(held[1])

    def test(value: JSON, state: State = None) -> bool:
        if len(value) < 2:
            return True
        kinds = set(map(type, value))
        if kinds == {str} or (kinds == {int} and min(value) > -HASH_SAFE and max(value) < HASH_SAFE):
            return len(set(value)) == len(value)
        if state is None or state[MEMORY] is None or state[STEPS] > most:
            return compared(value, state, _keys(state, most, defaultdict(object)))
        return remembered(value, state, state[MEMORY])

    return dict.fromkeys(ARRAYS, test), {}


def make_enum(value: JSON, limits: Limits) -> Made:
    """`enum`."""
    return _equals_one_of(list(value), limits), _listed(list(value))


def make_const(value: JSON, limits: Limits) -> Made:
    """`const`."""
    return _equals_one_of([value], limits), {"expected": value}
