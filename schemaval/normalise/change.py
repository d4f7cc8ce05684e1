"""A mend, as a value."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from schemaval.jsonvalue import JSON


class Absence(Enum):
    """What stands where no value is, so that null stays a value."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absence.ABSENT


@dataclass(frozen=True, slots=True)
class Change:
    """One value that became another: `was` and `became`, at `pointer`.

    In mended schemas and instances one empty container became the other; repaired arguments may change in other ways,
    and `became` is `ABSENT` for a member that was left out. `pointer` is an RFC 6901 pointer into the schema or the
    instance, with the changes before it made.
    """

    pointer: str
    was: JSON
    became: JSON  # or ABSENT, which Any holds as well

    def to_dict(self) -> dict[str, Any]:
        """This change as plain JSON values; without `became` where the value was left out."""
        wire = {"pointer": self.pointer, "was": self.was}
        return wire if self.became is ABSENT else {**wire, "became": self.became}

    def __hash__(self) -> int:
        """Equal changes hash alike."""
        return hash(self.pointer)
