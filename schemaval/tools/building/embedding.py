"""A schema made a part of another: its definitions move to the root of the whole, where references look for them."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from schemaval import pointer
from schemaval.dialects import DEFAULT, by_uri
from schemaval.equality import equal
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.errors import InvalidDefinition
from schemaval.walk import children

Definitions = Mapping[tuple[str, str], JSON]  # (keyword that holds it, its name) -> schema

_HOLDERS = ("$defs", "definitions")
_REFERENCES = ("$ref", "$dynamicRef")


def uprooted(body: JSON) -> tuple[JSON, Definitions]:
    """A whole schema as what may stand inside another, and the definitions that go to the other's root.

    One with an `$id` is a resource of its own and stays whole. Another dialect's `$schema`, and a reference to the
    schema's own root or to a place in it that is no definition, would mean something else there: InvalidDefinition.
    """
    if not isinstance(body, dict) or "$id" in body:
        return body, {}
    _check_dialect(body)
    check_movable(body)
    definitions = held(body)
    gone = {holder for holder, _ in definitions} | {"$schema"}
    return {name: value for name, value in body.items() if name not in gone}, definitions


def held(body: JSON) -> Definitions:
    """The definitions at the root of a document."""
    if not isinstance(body, dict):
        return {}
    return {
        (holder, name): definition
        for holder in _HOLDERS
        if isinstance(body.get(holder), dict)
        for name, definition in body[holder].items()
    }


def merged(*groups: Definitions) -> Definitions:
    """All definitions in one; two that share a name and differ are an InvalidDefinition."""
    found: dict[tuple[str, str], JSON] = {}
    for group in groups:
        for place, definition in group.items():
            if place in found and not equal(found[place], definition):
                raise InvalidDefinition(f"two different definitions are named {shorten(place[1])!r}")
            found[place] = definition
    return found


def rooted(body: JSON, definitions: Definitions) -> JSON:
    """`body` as a whole schema, with the definitions at its root."""
    if not definitions:
        return body
    whole: dict[str, Any] = dict(body) if isinstance(body, dict) else {"allOf": [body]}
    for holder in _HOLDERS:
        members = {name: definition for (place, name), definition in definitions.items() if place == holder}
        if members:
            whole[holder] = whole.get(holder, {}) | members
    return whole


def check_movable(body: dict[str, Any]) -> None:
    """Raise InvalidDefinition where a reference leads to a place that moves when `body` becomes a part of another."""
    for reference in _local_references(body):
        if reference == "#" or (reference.startswith("#/") and reference.split("/")[1] not in _HOLDERS):
            raise InvalidDefinition(
                f"the reference {shorten(reference)!r} would no longer lead to its own schema inside another: "
                "give that schema an $id, put what it refers to in $defs, or use Schema.ref for the whole"
            )


def lost(body: JSON) -> str | None:
    """A reference to a definition that the document does not hold; None where each finds its own."""
    own = held(body)
    for reference in _local_references(body) if isinstance(body, dict) else ():
        holder, name = [*pointer.split(unquote(reference[1:])), "", ""][:2] if reference.startswith("#/") else ("", "")
        if holder in _HOLDERS and (holder, name) not in own:
            return reference
    return None


def _check_dialect(body: dict[str, Any]) -> None:
    declared = body.get("$schema")
    if declared is not None and (not isinstance(declared, str) or by_uri(declared) is not DEFAULT):
        raise InvalidDefinition(
            f"a schema whose $schema is {shorten(str(declared))!r} cannot stand inside one of {DEFAULT.name}: "
            "give it an $id, or use it alone"
        )


def _local_references(schema: dict[str, Any]) -> Iterator[str]:
    """References within the document itself, at every depth, those of embedded resources left out."""
    pending: list[JSON] = [schema]
    while pending:
        node = pending.pop()
        if isinstance(node, dict) and (node is schema or "$id" not in node):
            yield from (node[name] for name in _REFERENCES if _is_local(node.get(name)))
            pending += [inner for _, inner in children(node, DEFAULT)]


def _is_local(reference: JSON) -> bool:
    return isinstance(reference, str) and reference.startswith("#")
