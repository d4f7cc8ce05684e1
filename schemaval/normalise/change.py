"""A mend, as a value."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """One empty container that became the other: `was` and `became` are `[]` and `{}`, or the reverse.

    `pointer` is an RFC 6901 pointer to it, into the schema or the instance.
    """

    pointer: str
    was: list[Any] | dict[str, Any]
    became: list[Any] | dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """This change as plain JSON values."""
        return {"pointer": self.pointer, "was": self.was, "became": self.became}

    def __hash__(self) -> int:
        """Equal changes hash alike."""
        return hash((self.pointer, type(self.was)))
