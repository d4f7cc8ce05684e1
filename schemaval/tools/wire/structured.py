"""The structured value of a tool's result: what a revision of the protocol can carry of what the tool returned."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal, TypeAlias

from schemaval.converting import to_json
from schemaval.jsonvalue import JSON
from schemaval.tools.running.judging import Judge, judge
from schemaval.tools.wire.blocks import holds_block, is_block
from schemaval.tools.wire.revisions import DEFAULT_REVISION, Revision
from schemaval.tools.wire.revisions import revision as revision_of


class _Nothing(Enum):
    """The type of NOTHING, so that a checker can tell it from every value."""

    NOTHING = "nothing"

    def __repr__(self) -> str:
        return "NOTHING"

    __str__ = __repr__


NOTHING: Final = _Nothing.NOTHING
"""There is no structured value to send; null is a value, and is None. A handler that returns it sends no content."""

Nothing: TypeAlias = Literal[_Nothing.NOTHING]


def structured_content(
    value: object, *, output_schema: JSON = None, revision: str = DEFAULT_REVISION
) -> JSON | Nothing:
    """The `structuredContent` that a result with `value` has in a revision, or NOTHING.

    `value` goes through `to_json`; its `{}` and `[]` are put right by `output_schema`, at every depth, and it is not
    judged. 2024-11-05 and 2025-03-26 carry nothing, 2025-06-18 and 2025-11-25 objects, 2026-07-28 any JSON value, but
    scalars and null only with an output schema. Content blocks are never structured: not one by itself, not a list
    with one in it, and without an output schema not a mapping with one among its members. Nothing is ever wrapped.
    ValueError for an unknown revision; NotJSON and LimitExceeded as `to_json`; what compiling the schema raises.
    """
    row = revision_of(revision)
    if row.structured == "none":
        return NOTHING
    held = None if output_schema is None else judge(output_schema, None)
    return sendable(structure(value, held), row, has_schema=held is not None)


def structure(value: object, held: Judge | None) -> JSON | Nothing:
    """The JSON value that `value` is, with its empties put right by the output schema's judge; NOTHING for blocks."""
    given = converted(value, held)
    return given if held is None or given is NOTHING else held.mended(given)


def converted(value: object, held: Judge | None) -> JSON | Nothing:
    """The JSON value that `value` is, as it came; NOTHING for blocks."""
    if (
        value is NOTHING
        or is_block(value)
        or (holds_block(value) and not (held is not None and isinstance(value, Mapping)))
    ):
        return NOTHING
    return to_json(value)


def sendable(value: JSON | Nothing, row: Revision, *, has_schema: bool) -> JSON | Nothing:
    """`value` where a revision carries such a value, else NOTHING."""
    is_carried = (
        isinstance(value, dict)
        if row.structured == "object"
        else row.structured == "any" and (has_schema or isinstance(value, (dict, list)))
    )
    return value if is_carried else NOTHING
