"""The revisions of the Model Context Protocol as rows: what each of them can carry.

Sources: `Tool` and `CallToolResult` in the protocol's schema of each revision; "Error Handling" in `server/tools`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from schemaval.errors import shorten

DEFAULT_REVISION = "2025-11-25"

Structured: TypeAlias = Literal["none", "object", "any"]


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of the protocol.

    `structured` says what a result's structuredContent may be (`"none"`: there is no such member, and no outputSchema).
    `reports_invalid_input` tells whether invalid arguments are a result for the model (SEP-1303) or an error of the
    protocol. `has_result_type` is whether every result must name its type, `has_boolean_properties` whether a
    property's schema may be a boolean.
    """

    name: str
    structured: Structured = "object"
    reports_invalid_input: bool = False
    has_result_type: bool = False
    has_boolean_properties: bool = False

    def knows(self, since: str) -> bool:
        """Whether what the revision `since` brought is part of this one; the names are dates and sort as such."""
        return since <= self.name


FIRST = "2024-11-05"
REVISIONS = {
    row.name: row
    for row in (
        Revision(FIRST, structured="none"),
        Revision("2025-03-26", structured="none"),
        Revision("2025-06-18"),
        Revision("2025-11-25", reports_invalid_input=True),
        Revision(
            "2026-07-28",
            structured="any",
            reports_invalid_input=True,
            has_result_type=True,
            has_boolean_properties=True,
        ),
    )
}


def revision(name: str) -> Revision:
    """The revision of that name; ValueError, with the known ones, for any other."""
    row = REVISIONS.get(name)
    if row is None:
        raise ValueError(f"no revision of MCP is called {shorten(str(name))!r}; known are {', '.join(REVISIONS)}")
    return row
