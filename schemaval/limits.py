"""The limits under which schemas are compiled and instances judged."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one schema or one instance may cost; what exceeds one raises LimitExceeded, never a verdict.

    None lifts a bound. Sizes are bytes of compact UTF-8 JSON, depths are nested containers, `max_pattern_chars` and
    `max_message_chars` are code points, `deadline_s` is seconds.
    """

    max_schema_bytes: int | None = 256 * 1024
    max_schema_depth: int | None = 128
    max_subschemas: int | None = 10_000
    max_pattern_chars: int | None = 4_096
    max_enum_values: int | None = 10_000
    max_instance_depth: int | None = 200
    max_instance_bytes: int | None = 16 * 1024 * 1024
    max_steps: int | None = 5_000_000
    max_violations: int | None = 64
    max_message_chars: int | None = 256
    deadline_s: float | None = None
    patterns: Literal["linear", "any"] = "linear"

    def __post_init__(self) -> None:
        """TypeError for a bound that is no integer, ValueError for a negative one or an unknown policy."""
        for name in self.__slots__:
            value = getattr(self, name)
            if name == "patterns":
                if type(value) is not str or value not in ("linear", "any"):
                    message = "patterns is 'linear' or 'any'"
                    raise ValueError(message)
            elif value is not None:
                _check(name, value)

    @classmethod
    def none(cls) -> "Limits":
        """No bound at all, for schemas and instances of one's own."""
        return cls(
            max_schema_bytes=None,
            max_schema_depth=None,
            max_subschemas=None,
            max_pattern_chars=None,
            max_enum_values=None,
            max_instance_depth=None,
            max_instance_bytes=None,
            max_steps=None,
            max_violations=None,
            max_message_chars=None,
            patterns="any",
        )


def _check(name: str, value: object) -> None:
    kinds = (int, float) if name == "deadline_s" else (int,)
    if type(value) not in kinds:
        message = f"{name} is a number or None" if len(kinds) > 1 else f"{name} is an integer or None"
        raise TypeError(message)
    if value < 0:  # type: ignore[operator]  # it is a number
        message = f"{name} is at least 0"
        raise ValueError(message)
