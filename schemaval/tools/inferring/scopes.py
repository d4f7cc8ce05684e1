"""The scopes that a function was written in, by the frames that still run them."""

from collections.abc import Callable, Mapping
from types import FrameType, MethodType
from typing import Any

Scopes = tuple[FrameType, ...]


def enclosing(function: Callable[..., Any], frame: FrameType | None) -> Scopes:
    """The frames, from `frame` outwards, of the functions and class bodies in which `function` was defined."""
    own = getattr(function, "__qualname__", "")
    found = []
    while frame is not None and "." in own:
        around = frame.f_code.co_qualname
        if own.startswith((f"{around}.<locals>.", f"{around}.")) and _is_same_module(function, frame):
            found.append(frame)
        frame = frame.f_back
    return tuple(found)


def names(scopes: Scopes) -> Mapping[str, Any]:
    """What names mean there now, the innermost scope's first."""
    found: dict[str, Any] = {}
    for frame in reversed(scopes):
        found |= frame.f_locals
    return found


def is_in_class_body(function: Callable[..., Any]) -> bool:
    """Whether the function was defined right inside a class, and would bind there; one that is bound does no more."""
    if isinstance(function, MethodType) or not hasattr(type(function), "__get__"):
        return False
    around = getattr(function, "__qualname__", "").rpartition(".")[0]
    return bool(around) and not around.endswith("<locals>")


def _is_same_module(function: Any, frame: FrameType) -> bool:
    return getattr(function, "__globals__", None) is frame.f_globals
