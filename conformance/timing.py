"""A limit of time around work that may never come back."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimedOut(BaseException):
    """The work took longer than it may; no Exception, so that what is under test does not swallow it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimedOut in the body after so many seconds.

    Where the platform has no alarm signal, or outside the main thread, there is no limit.
    """
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TimedOut
