"""Where a keyword stands, for what is said of it: worked out once, however often it is said."""

from typing import Protocol

from schemaval.pointer import fragment


class Located(Protocol):
    """A subschema."""

    @property
    def location(self) -> str:
        """Its URI reference."""


class Spot:
    """A keyword of the subschema `owner`, at the pointer `suffix` from there; `""` for a `false` schema itself."""

    __slots__ = ("_location", "keyword", "owner", "suffix")

    def __init__(self, owner: Located, keyword: str, suffix: str) -> None:
        """`keyword` is the name to tell."""
        self.owner = owner
        self.keyword = keyword
        self.suffix = suffix
        self._location: str | None = None

    @property
    def location(self) -> str:
        """The URI reference of the keyword."""
        location = self._location
        if location is None:
            location = self._location = self.owner.location + fragment(self.suffix)
        return location
