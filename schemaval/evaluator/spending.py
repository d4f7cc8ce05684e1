"""What a run may spend: steps, levels of containers, and the interpreter's stack."""

import _thread
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from schemaval.errors import STACK, LimitExceeded
from schemaval.limits import Limits

# [steps left, levels left, levels left where this stack is to be left for another one, other stacks left];
# None where nothing is counted
State: TypeAlias = list[int] | None

Answer = TypeVar("Answer")

UNBOUNDED = 1 << 62
_LEVELS_A_STACK = 40  # of containers; a level takes a frame for each rule and node on the way
_MAX_STACKS = 64


def purse(limits: Limits, *, is_counted: bool, by_stacks: bool) -> State:
    """What one run may spend under `limits`; `by_stacks` lets it go on on another stack every few levels."""
    if not is_counted and not by_stacks:
        return None
    steps, levels = (limits.max_steps, limits.max_instance_depth) if is_counted else (None, None)
    left = UNBOUNDED if levels is None else levels
    floor = max(left - _LEVELS_A_STACK, 0) if by_stacks else 0
    return [UNBOUNDED if steps is None else steps, left, floor, _MAX_STACKS]


def deeper(state: list[int], judge: Callable[..., Answer], *parts: Any) -> Answer:
    """Call `judge` with `parts` on a stack of its own, if the state is not overdrawn."""
    if state[0] < 0 or state[1] < 0:
        raise_limit(state)
    if state[3] <= 0:
        raise too_deep()
    floor = state[2]
    state[2] = max(state[1] - _LEVELS_A_STACK, 0)
    state[3] -= 1
    try:
        return on_own_stack(lambda: judge(*parts))
    finally:
        state[2] = floor
        state[3] += 1


def raise_limit(state: list[int]) -> None:
    """Raise the LimitExceeded that an overdrawn state means."""
    if state[1] < 0:
        raise LimitExceeded("max_instance_depth", "nested deeper than that")
    raise LimitExceeded("max_steps", "more work than that")


def too_deep() -> LimitExceeded:
    """What a RecursionError means."""
    return LimitExceeded("max_instance_depth", STACK)


def on_own_stack(task: Callable[[], Answer]) -> Answer:
    """What `task` returns or raises, run while the caller waits on a thread that has its whole stack to itself.

    The interpreter counts its frames thread by thread. LimitExceeded where no thread is to be had.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []
    done = _thread.allocate_lock()

    def work() -> None:
        try:
            answers.append(task())
        except BaseException as error:  # noqa: BLE001 - it is raised again where the caller waits
            errors.append(error)
        done.release()

    done.acquire()
    try:
        _thread.start_new_thread(work, ())
    except RuntimeError:
        raise too_deep() from None
    done.acquire()
    if errors:
        raise errors[0]
    return answers[0]
