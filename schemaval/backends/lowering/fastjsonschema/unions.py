"""Unions by type: a choice whose branches can be told apart by type needs no trial of one after the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from schemaval.backends.lowering.fastjsonschema.piece import Piece, conjunction

_OF: Mapping[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("minItems", "maxItems", "uniqueItems", "items", "additionalItems", "contains"),
    "object": (
        "minProperties",
        "maxProperties",
        "required",
        "dependencies",
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
    ),
}
_TYPE_OF: Mapping[str, str] = {keyword: kind for kind, keywords in _OF.items() for keyword in keywords}


def as_types(branches: Sequence[Piece]) -> Piece | None:
    """The choice as one schema with a list of types; None where a value's type alone does not tell the branch.

    A keyword looks at values of one type only, so that those of a branch can stand beside those of the others.
    """
    types: list[str] = []
    rest: list[Piece] = []
    for branch in branches:
        names = branch.schema.get("type")
        names = [names] if type(names) is str else names
        if names is None or not _only_about(names, branch.schema) or _meets(types, names):
            return None
        types += names
        left = {keyword: value for keyword, value in branch.schema.items() if keyword != "type"}
        rest.append(Piece(left, branch.lines, branch.blocks, branch.indents))
    return conjunction([Piece({"type": types}, 2), *rest])


def _only_about(types: Sequence[str], schema: Mapping[str, Any]) -> bool:
    """Whether all keywords but `type` look only at values of the types."""
    known = {"number" if name == "integer" else name for name in types}
    return all(keyword == "type" or _TYPE_OF.get(keyword) in known for keyword in schema)


def _meets(types: Sequence[str], more: Sequence[str]) -> bool:
    """Whether a value may be of a type in both lists."""
    numbers = {"number", "integer"}
    return bool({*types} & {*more}) or bool(numbers & {*types} and numbers & {*more})
