"""Verdicts on whole arrays: the type and the items, in one function."""

from typing import Any, TypeAlias

from schemaval.evaluator.closures import Around, Holder, Judge, Valid
from schemaval.evaluator.spending import State, resumed
from schemaval.jsonvalue import JSON

Arrays: TypeAlias = type[list[Any]] | type[tuple[Any, ...]]


def whole_array(own: Arrays, judge: Judge, around: Around) -> Valid:
    """The closure that judges values of the type `own` by their items and what is around, and hands the rest on."""
    kind, valid = judge.kind, judge.valid
    first, last, other, _ = around

    def judged(value: JSON, state: State = None) -> bool:
        if type(value) is not own:
            return other(value, state)
        if first is not None and not first(value, state):
            return False
        if kind is None:
            for item in value:
                if not valid(item, state):
                    return False
        else:
            for item in value:
                if type(item) is not kind and not valid(item, state):
                    return False
        return last is None or last(value, state)

    return judged


def counted_array(own: Arrays, holder: Holder, around: Around, *, inward: bool) -> Valid:
    """The same for items that count by themselves, by what `holder` holds by then; and it counts."""
    first, last, other, careful = around
    is_alone = first is None and last is None
    step = int(inward)

    def judged(value: JSON, state: list[Any]) -> bool:
        if type(value) is not own:
            return other(value, state)
        if careful is not None and state[4] is not None:
            return careful(value, state)
        left = state[0] - len(value) - 1
        level = state[1] - step
        if left < 0 or level < state[2]:
            return resumed(state, len(value) + 1, step, judged, value)
        state[0] = left
        if not value and is_alone:
            return True
        state[1] = level
        try:
            if first is not None and not first(value, state):
                return False
            valid = holder.quick if state[4] is None else holder.child
            for item in value:
                if not valid(item, state):
                    return False
            return last is None or last(value, state)
        finally:
            state[1] = level + step

    return judged


def counted_scalars(own: Arrays, judge: Judge, around: Around, *, inward: bool) -> Valid:
    """The same for scalars, which cost their steps at once, reached or not; and it counts."""
    plain = whole_array(own, judge, around)
    other, careful = around.other, around.careful
    step = int(inward)

    def judged(value: JSON, state: list[Any]) -> bool:
        if type(value) is not own:
            return other(value, state)
        if careful is not None and state[4] is not None:
            return careful(value, state)
        cost = 2 * len(value) + 1
        level = state[1] - step
        if state[0] < cost or level < state[2]:
            return resumed(state, cost, step, judged, value)
        state[0] -= cost
        state[1] = level
        try:
            return plain(value, state)
        finally:
            state[1] = level + step

    return judged
