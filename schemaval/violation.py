"""What a validator found: violations and annotations, as plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemaval.pointer import split


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault of an instance: where it is, which keyword says so, and what that keyword asks.

    `pointer` is an RFC 6901 pointer into the instance (`""` is the root). `schema_location` is a URI reference to the
    keyword, absolute where the schema declares a base URI; `evaluation_path` is the way taken to it, through
    references (JSON Schema Core 2020-12, section 12.3). `params` holds what the keyword needs to be understood, from
    the schema only. `causes` holds the violations inside `anyOf`, `oneOf`, `propertyNames` and `contains`.
    """

    pointer: str
    keyword: str
    message: str
    schema_location: str
    evaluation_path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    causes: tuple["Violation", ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """This violation as plain JSON values, for the wire; `params` and `causes` are left out where empty."""
        wire: dict[str, Any] = {
            "pointer": self.pointer,
            "keyword": self.keyword,
            "message": self.message,
            "schema_location": self.schema_location,
            "evaluation_path": self.evaluation_path,
        }
        if self.params:
            wire["params"] = dict(self.params)
        if self.causes:
            wire["causes"] = [cause.to_dict() for cause in self.causes]
        return wire

    def __hash__(self) -> int:
        """Equal violations hash alike; `params` is left out, since it holds lists."""
        return hash((self.pointer, self.keyword, self.schema_location, self.evaluation_path))


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a schema says of a value besides its verdict (JSON Schema Core 2020-12, section 7.7).

    `pointer` is an RFC 6901 pointer into the instance, `value` the keyword's own JSON value.
    """

    pointer: str
    keyword: str
    schema_location: str
    evaluation_path: str
    value: Any


def in_instance_order(violations: Iterable[Violation], instance: Any) -> list[Violation]:
    """`violations` sorted, stably, by the position of their pointers in `instance`, a value before its members."""
    found = list(violations)
    if len(found) < 2:
        return found
    positions: dict[int, dict[str, int]] = {}
    return sorted(found, key=lambda violation: _position(instance, violation.pointer, positions))


def _position(value: Any, pointer: str, positions: dict[int, dict[str, int]]) -> tuple[int, ...]:
    """Where `pointer` leads in `value`, as the ordinal of each member on the way."""
    way: list[int] = []
    for token in split(pointer):
        if isinstance(value, dict):
            ordinals = positions.get(id(value))
            if ordinals is None:
                ordinals = positions[id(value)] = {key: place for place, key in enumerate(dict.keys(value))}
            way.append(ordinals.get(token, len(ordinals)))
            value = dict.get(value, token)
        else:
            way.append(int(token))
            value = value[int(token)] if isinstance(value, (list, tuple)) and int(token) < len(value) else None
    return tuple(way)
