"""Asking something under judgement, where whatever comes out is a finding."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from conformance.timing import TimedOut

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception, standing where an answer should."""

    fault: BaseException

    def __str__(self) -> str:
        return f"raised {type(self.fault).__name__}: {str(self.fault)[:200]}"


def attempt(ask: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs) -> Answer | Raised:
    """What ``ask`` answers, or what it raised; only the runner's own time-out and the user's interrupt pass."""
    try:
        return ask(*args, **kwargs)
    except (KeyboardInterrupt, SystemExit, TimedOut):
        raise
    except BaseException as fault:  # noqa: BLE001 - an engine's panic is a BaseException, and a failure like any other
        return Raised(fault)
