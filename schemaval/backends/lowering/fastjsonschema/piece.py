"""Pieces: schemas in the engine's form, with the size and the nesting of the code that the engine makes of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]

# what a subschema under a keyword is nested in: try and for blocks (Python takes 20), and indents (Python takes 100)
_STEPS: Mapping[str, tuple[int, int]] = {
    "allOf": (0, 1),
    "anyOf": (1, 2),
    "oneOf": (1, 2),
    "not": (1, 1),
    "if": (1, 1),
    "then": (1, 1),
    "else": (2, 1),
    "dependencies": (0, 2),
    "properties": (0, 2),
    "patternProperties": (1, 3),
    "additionalProperties": (1, 3),
    "propertyNames": (2, 4),
    "prefix": (0, 2),
    "items": (1, 2),
    "additionalItems": (1, 2),
    "contains": (2, 3),
}
MAX_BLOCKS = 12
MAX_INDENTS = 40

# keywords that read each other: two pieces that hold some of one group cannot become one schema
_GROUPS: Mapping[str, str] = {
    "patternProperties": "properties",
    "additionalProperties": "properties",
    "additionalItems": "items",
    "then": "if",
    "else": "if",
    "exclusiveMinimum": "minimum",
    "exclusiveMaximum": "maximum",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A schema with the lines of code that come of it, and how deep they nest in blocks and indents."""

    schema: Schema
    lines: int = 1
    blocks: int = 0
    indents: int = 0

    @property
    def always(self) -> bool:
        """Whether every value satisfies it."""
        return not self.schema

    @property
    def never(self) -> bool:
        """Whether no value does."""
        return self.schema == NEVER.schema

    @property
    def is_deep(self) -> bool:
        """Whether it must become a function of its own before anything is put around it."""
        return self.blocks > MAX_BLOCKS or self.indents > MAX_INDENTS


ALWAYS = Piece({}, 0)
NEVER = Piece({"not": {}})


def holding(schema: Schema, parts: Iterable[tuple[str, Piece]], lines: int = 1) -> Piece:
    """The piece of a schema that holds other pieces, each under a keyword; `lines` are its own."""
    blocks = indents = 0
    for keyword, part in parts:
        more_blocks, more_indents = _STEPS[keyword]
        lines += part.lines + 1
        blocks = max(blocks, part.blocks + more_blocks)
        indents = max(indents, part.indents + more_indents)
    return Piece(schema, lines, blocks, indents)


def conjunction(pieces: Iterable[Piece]) -> Piece:
    """The piece that asks for all of `pieces`: one schema as far as their keywords do not meet, `allOf` beyond."""
    merged: dict[str, Any] = {}
    groups: set[str] = set()
    inside: list[Piece] = []
    apart: list[Piece] = []
    for piece in pieces:
        if piece.never:
            return NEVER
        own = {_GROUPS.get(keyword, keyword) for keyword in piece.schema}
        if "$ref" in own or own & groups or not _agree(merged, piece.schema):
            apart.append(piece)
        else:
            merged.update(piece.schema)
            groups |= own
            inside.append(piece)
    _count_names(merged)
    if not inside and len(apart) == 1:
        return apart[0]
    if apart:
        merged["allOf"] = [*merged.get("allOf", ()), *(piece.schema for piece in apart)]
    every = [*inside, *(Piece(piece.schema, piece.lines, piece.blocks, piece.indents + 1) for piece in apart)]
    return Piece(
        merged,
        sum(piece.lines for piece in every),
        max((piece.blocks for piece in every), default=0),
        max((piece.indents for piece in every), default=0),
    )


def _count_names(schema: dict[str, Any]) -> None:
    """Ask for a number of members instead of their names, where no other names are allowed: that is faster."""
    properties = schema.get("properties", {})
    is_closed = schema.get("additionalProperties", True) is False and "patternProperties" not in schema
    if properties and is_closed and properties.keys() == set(schema.get("required", ())):
        del schema["required"]
        schema["minProperties"] = max(len(properties), schema.get("minProperties", 0))


def _agree(one: Schema, other: Schema) -> bool:
    """Whether two schemas may be merged: the engine takes no `required` name that the properties beside it forbid."""
    required = one.get("required", other.get("required"))
    closed = one if one.get("additionalProperties", True) is False else other
    if required is None or closed.get("additionalProperties", True) is not False:
        return True
    return set(required) <= set(closed.get("properties", ()))
