"""A schema that takes null as well, whichever keywords it is made of."""

from typing import Any

from schemaval.jsonvalue import JSON

_NULL = {"type": "null"}

# Keywords that judge nothing stay outside when a schema becomes a branch.
_OUTSIDE = frozenset(
    {
        "$comment",
        "$defs",
        "$id",
        "$schema",
        "default",
        "definitions",
        "deprecated",
        "description",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    }
)
# Keywords that judge a null, besides `type`; all others in a builder's schema let it pass.
_JUDGES_NULL = frozenset(
    {
        "$dynamicRef",
        "$recursiveRef",
        "$ref",
        "allOf",
        "anyOf",
        "const",
        "disallow",
        "else",
        "enum",
        "extends",
        "if",
        "not",
        "oneOf",
        "then",
    }
)


def with_null(body: dict[str, Any]) -> dict[str, Any]:
    """`body` changed so that null, and nothing else, is valid too: a new schema, or `body` where it is already.

    `type` gains "null"; `enum` gains null; a `const` becomes an `enum` of two; `anyOf` gains a branch; what has
    other keywords that judge (`$ref`, `oneOf`, `allOf`, `not`, ...) becomes a branch of a new `anyOf`, with its
    annotations left outside.
    """
    judging = body.keys() & _JUDGES_NULL
    if not judging:
        return _typed(body)
    if judging == {"enum"}:
        return _typed(body | {"enum": _with_member(body["enum"])})
    if judging == {"const"}:
        return body if _takes_null(body) else _typed(_constant(body))
    if judging == {"anyOf"} and body.keys() <= _OUTSIDE | {"anyOf"}:
        return body if any(map(_takes_null, body["anyOf"])) else body | {"anyOf": [*body["anyOf"], _NULL]}
    return _branched(body)


def _typed(body: dict[str, Any]) -> dict[str, Any]:
    """`body` with "null" among its types, if it names any."""
    declared = body.get("type")
    if declared is None:
        return body
    types = [declared] if isinstance(declared, str) else declared
    return body if "null" in types else body | {"type": [*types, "null"]}


def _constant(body: dict[str, Any]) -> dict[str, Any]:
    """`const` written as an `enum` of its value and null; a `const` of null stays."""
    if body["const"] is None:
        return body
    return {name: value for name, value in body.items() if name != "const"} | {"enum": [body["const"], None]}


def _with_member(members: list[Any]) -> list[Any]:
    return members if None in members else [*members, None]


def _branched(body: dict[str, Any]) -> dict[str, Any]:
    outside = {name: value for name, value in body.items() if name in _OUTSIDE}
    inside = {name: value for name, value in body.items() if name not in _OUTSIDE}
    return outside | {"anyOf": [inside, _NULL]}


def _takes_null(branch: JSON) -> bool:
    """Whether a schema plainly takes null: by its type and its constants, with no other keyword that judges one."""
    if not isinstance(branch, dict):
        return branch is True
    declared = branch.get("type", "null")
    return (
        not branch.keys() & _JUDGES_NULL - {"const", "enum"}
        and ("null" in declared if isinstance(declared, list) else declared == "null")
        and branch.get("const") is None
        and ("enum" not in branch or None in branch["enum"])
    )
