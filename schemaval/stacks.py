"""Tasks on a stack of their own: for the interpreter's frames, which it counts thread by thread, and for C's."""

import _thread
from collections.abc import Callable
from typing import TypeVar

from schemaval.errors import STACK, LimitExceeded

Answer = TypeVar("Answer")

ROOMY = 1 << 20  # bytes: more than parsers and engines need for what the limits let pass
_sizing = _thread.allocate_lock()


def is_small() -> bool:
    """Whether threads of this process are given stacks of less than a megabyte; this one may be such a thread."""
    with _sizing:
        return 0 < _given() < ROOMY


def _given() -> int:
    """The size that new threads are given, 0 for the system's own; to ask for it sets it to 0."""
    size = _thread.stack_size()
    if size:
        _thread.stack_size(size)
    return size


def on_own_stack(task: Callable[[], Answer]) -> Answer:
    """What `task` returns or raises, run while the caller waits on a thread that has its whole stack to itself.

    The stack has at least a megabyte. LimitExceeded where no thread is to be had.
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
    if not _started(work):
        raise LimitExceeded("max_instance_depth", STACK)
    done.acquire()
    if errors:
        raise errors[0]
    return answers[0]


def _started(work: Callable[[], None]) -> bool:
    """Start a thread; the size of stacks is the process's, so that another thread started just now may get more too."""
    with _sizing:
        given = _given()
        if 0 < given < ROOMY:
            _thread.stack_size(ROOMY)
        try:
            _thread.start_new_thread(work, ())
        except RuntimeError:
            return False
        finally:
            if given:
                _thread.stack_size(given)
    return True
