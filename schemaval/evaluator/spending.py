"""What a run may spend: steps, time, levels of containers, and the interpreter's stack; and what it remembers.

A run is tried twice. The first try remembers nothing and may take a small part of the steps, which is enough for nearly
every instance. Where it is not, subschemas may have been applied to the same values over and over; the second try then
remembers each verdict, so that the work is linear in the values and the subschemas, and may take all steps.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from schemaval.errors import STACK, LimitExceeded
from schemaval.limits import Limits
from schemaval.stacks import on_own_stack

# What follows by its index; None where nothing is counted.
State: TypeAlias = list[Any] | None
STEPS = 0  # that are left, until RESERVE is looked at
LEVELS = 1  # of containers that are left
FLOOR = 2  # the level at which this stack is to be left for another one
STACKS = 3  # other stacks that are left
MEMORY = 4  # verdicts by node and value; None where none are kept
RESERVE = 5  # steps that are left besides
DEADLINE = 6  # on the monotonic clock, in seconds; None without one

Answer = TypeVar("Answer")

UNBOUNDED = 1 << 62
FIRST_TRY = 100_000  # steps
MAX_REMEMBERED = 400_000  # verdicts, of some 200 bytes each
_SLICE = 20_000  # steps from one look at the clock to the next: a few milliseconds
_LEVELS_A_STACK = 40  # of containers; a level takes a frame for each rule and node on the way
_MAX_STACKS = 64


def purse(limits: Limits, *, is_counted: bool, by_stacks: bool, is_first: bool) -> State:
    """What one run may spend under `limits`; `by_stacks` lets it go on on another stack every few levels."""
    if not is_counted and not by_stacks:
        return None
    steps, levels = (limits.max_steps, limits.max_instance_depth) if is_counted else (None, None)
    if steps is None:
        steps = UNBOUNDED
    if is_first:
        steps = min(steps, FIRST_TRY)
    left = UNBOUNDED if levels is None else levels
    floor = max(left - _LEVELS_A_STACK, 0) if by_stacks else 0
    memory: dict[Any, Any] | None = None if is_first else {}
    if limits.deadline_s is None:
        return [steps, left, floor, _MAX_STACKS, memory, 0, None]
    return [0, left, floor, _MAX_STACKS, memory, steps, monotonic() + limits.deadline_s]


def deeper(state: list[Any], judge: Callable[..., Answer], *parts: Any) -> Answer:
    """Call `judge` with `parts`, on a stack of its own if this one is to be left and the state is not overdrawn."""
    if state[STEPS] < 0 or state[LEVELS] < 0:
        overdrawn(state)
    if state[LEVELS] >= state[FLOOR]:
        return judge(*parts)
    if state[STACKS] <= 0:
        raise too_deep()
    floor = state[FLOOR]
    state[FLOOR] = max(state[LEVELS] - _LEVELS_A_STACK, 0)
    state[STACKS] -= 1
    try:
        return on_own_stack(lambda: judge(*parts))
    finally:
        state[FLOOR] = floor
        state[STACKS] += 1


def resumed(state: list[Any], steps: int, levels: int, judge: Callable[..., bool], value: Any) -> bool:
    """Call `judge` with a value that costs so many steps and levels, which it takes itself: once they are there."""
    state[STEPS] -= steps
    state[LEVELS] -= levels
    return deeper(state, _given_back, state, steps, levels, judge, value)


def _given_back(state: list[Any], steps: int, levels: int, judge: Callable[..., bool], value: Any) -> bool:
    state[STEPS] += steps
    state[LEVELS] += levels
    return judge(value, state)


def overdrawn(state: list[Any]) -> None:
    """Take steps from the reserve, if there is one and time is left; else raise what an overdrawn state means."""
    if state[LEVELS] < 0:
        raise LimitExceeded("max_instance_depth", "nested deeper than that")
    if state[DEADLINE] is not None:
        if monotonic() > state[DEADLINE]:
            raise LimitExceeded("deadline_s", "more time than that")
        taken = min(state[RESERVE], _SLICE - state[STEPS])
        state[STEPS] += taken
        state[RESERVE] -= taken
    if state[STEPS] < 0:
        raise LimitExceeded("max_steps", "more work than that")


def too_deep() -> LimitExceeded:
    """What a RecursionError means."""
    return LimitExceeded("max_instance_depth", STACK)
