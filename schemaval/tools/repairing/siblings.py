"""Places that share a fault: items of one array that the same `type` refuses, whether or not a violation names them.

Validators stop telling after some number of violations. Where the way from an array's `items` down to a `type` has no
condition on it, whatever is of the same JSON type further on is refused as well: those places are known without asking,
so that mending a long array takes a few rounds, not one for every handful of items.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from schemaval import pointer
from schemaval.jsonvalue import JSON
from schemaval.violation import Violation

ENOUGH = 16  # causes or violations from which a validator may have stopped telling
_ITEM: None = None  # a step to any item; a step to a member is its name
_IN_PLACE = frozenset({"allOf", "$ref", "$dynamicRef", "$recursiveRef", "extends"})
_CHOICES = frozenset({"anyOf", "oneOf"})


@dataclass(frozen=True, slots=True)
class Series:
    """The places at and after `starts` (an index for each array on the way) that `steps` lead to from `base`."""

    base: str
    path: str
    steps: tuple[str | None, ...]
    starts: tuple[int, ...]

    def covers(self, other: "Series") -> bool:
        """Whether all places of the other series are places of this one."""
        return (self.base, self.path) == (other.base, other.path) and all(
            mine <= theirs for mine, theirs in zip(self.starts, other.starts, strict=True)
        )

    def places(self, root: JSON) -> Iterator[str]:
        """The pointers to all places that are there, in order."""
        yield from _places(pointer.follow(root, self.base), self.base, self.steps, self.starts)


def series(fault: Violation, uniform: Collection[str]) -> Series | None:
    """The series that a `type` fault stands for; None where it may be alone.

    `uniform` holds the evaluation paths of choices all of whose branches refuse a value for its type.
    """
    if fault.keyword != "type" or not fault.evaluation_path:
        return None
    steps = _steps(fault.evaluation_path, uniform)
    tokens = pointer.split(fault.pointer)
    if not steps or len(steps) > len(tokens):
        return None
    base, way = tokens[: -len(steps)], tokens[-len(steps) :]
    indices = [pointer.index(token) for token, step in zip(way, steps, strict=True) if step is _ITEM]
    names = [(token, step) for token, step in zip(way, steps, strict=True) if step is not _ITEM]
    if None in indices or any(token != step for token, step in names):
        return None
    starts = tuple(number for number in indices if number is not None)
    return Series(pointer.join(base), fault.evaluation_path, steps, starts)


def uniform_choices(faults: Iterable[Violation]) -> Iterator[str]:
    """The evaluation paths of choices that every branch refuses, by an unconditional `type`, for the value itself."""
    for fault in faults:
        if fault.keyword in _CHOICES and fault.causes and _is_uniform(fault):
            yield fault.evaluation_path
        yield from uniform_choices(fault.causes)


def _is_uniform(choice: Violation) -> bool:
    prefix = choice.evaluation_path + "/"
    refusing: set[str] = set()
    for cause in choice.causes:
        index, *way = cause.evaluation_path.removeprefix(prefix).split("/")
        if cause.pointer == choice.pointer and way[-1:] == ["type"] and all(_is_in_place(token) for token in way[:-1]):
            refusing.add(index)
    return len(refusing) == choice.params.get("branches")


def _is_in_place(token: str) -> bool:
    return token in _IN_PLACE or token.isdigit()


def _steps(path: str, uniform: Collection[str]) -> tuple[str | None, ...]:
    """The steps into the instance after the last condition on a path, from the first array on."""
    tokens = path.split("/")[1:-1]
    steps: list[str | None] = []
    at = 0
    while at < len(tokens):
        token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
        at += 1
        if token == "properties" and at < len(tokens):
            at += 1
            steps += [pointer.unescape(following)] if steps else []
        elif token in ("items", "additionalItems") and not following.isdigit():
            steps.append(_ITEM)
        elif token in _CHOICES and "/" + "/".join(tokens[:at]) in uniform:
            at += 1
        elif token in ("allOf", "extends"):
            at += following.isdigit()
        elif token not in _IN_PLACE:
            steps.clear()
            at += token in ("patternProperties", "dependentSchemas", "dependencies")
    return tuple(steps)


def _places(value: JSON, at: str, steps: tuple[str | None, ...], starts: tuple[int, ...]) -> Iterator[str]:
    if not steps:
        yield at
    elif steps[0] is not _ITEM:
        if isinstance(value, dict) and steps[0] in value:
            yield from _places(value[steps[0]], f"{at}/{pointer.escape(steps[0])}", steps[1:], starts)
    elif isinstance(value, (list, tuple)):
        for number in range(starts[0], len(value)):
            yield from _places(value[number], f"{at}/{number}", steps[1:], starts[1:])
