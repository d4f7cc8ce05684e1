"""A whole schema moved to a place inside another one, its references kept right.

JSON Schema Core 2020-12, sections 8.2 and 9.2: a pointer counts from the root of the schema resource, so it grows by
the way to the new place; plain names, other resources and what lies in a resource of its own stay as they are.
"""

import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from schemaval.dialects import DEFAULT, Dialect, by_uri, detect
from schemaval.errors import UnknownDialect
from schemaval.jsonvalue import JSON, check
from schemaval.limits import Limits
from schemaval.reading import copied
from schemaval.references.document import Document, Reference
from schemaval.references.uri import divided
from schemaval.references.world import World
from schemaval.tools.wire.formatting import json_text

_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Relocated:
    """A schema as it may stand at its new place; `declared` is the `$schema` for the root of the whole, or None.

    A `$schema` that is no standard one stays with the schema, made a resource of its own: who knows what the whole's
    keywords mean in it.
    """

    schema: JSON
    declared: str | None
    dialect: Dialect


def restored(schema: JSON) -> Document:
    """A private copy of a schema, its empty containers put right, read as a document.

    A `$schema` that nobody knows is left to the tool's own validator, and the schema read as 2020-12. NotJSON,
    LimitExceeded, or UnresolvableReference where an identifier is no URI.
    """
    check(schema, max_depth=_LIMITS.max_schema_depth, depth_limit="max_schema_depth")
    own = copied(schema)
    try:
        dialect = detect(own, DEFAULT, {})
    except UnknownDialect:
        dialect = DEFAULT
    return Document(own, "", dialect, {}, _LIMITS)


def refers_to_root(document: Document) -> bool:
    """Whether a reference of the document may lead to its root, where what is added to the root would be met again."""
    return any(
        reference.keyword == "$recursiveRef" or not unquote(divided(reference.text)[1]).startswith("/")
        for reference in document.references
    )


def relocated(document: Document, way: str) -> Relocated:
    """The document's schema as it may stand at `way`, a pointer from the root of the whole; the document is used up.

    UnresolvableReference where one of its own pointers leads nowhere.
    """
    schema = document.root
    if not isinstance(schema, dict):
        return Relocated(schema, None, document.dialect)
    is_strange = type(schema.get("$schema")) is str and by_uri(schema["$schema"]) is None
    if not document.resource.uri:
        if is_strange or _recurs_by_scope(document):
            schema["$id"] = _name(schema)
        else:
            _lengthen(document, way)
    return Relocated(schema, None if is_strange else schema.pop("$schema", None), document.dialect)


def _recurs_by_scope(document: Document) -> bool:
    """Whether a reference means the root of whatever was entered first, which must then be a resource of its own."""
    return document.resource.recursive_anchor or any(one.keyword == "$recursiveRef" for one in document.references)


def _lengthen(document: Document, way: str) -> None:
    for reference in _pointers(document):
        fragment = divided(reference.text)[1]
        reference.holder.schema[reference.keyword] = f"#{way}{fragment}"


def _pointers(document: Document) -> list[Reference]:
    """The references that are pointers from the root; each is resolved, since that may make more schemas known."""
    world = World(document, {}, document.dialect, _LIMITS, copied)
    found = []
    for reference in document.references:  # which grows
        uri, fragment = divided(reference.text)
        if reference.holder.resource is document.resource and not uri and unquote(fragment)[:1] in ("", "/"):
            world.resolve(reference)
            found.append(reference)
    return found


def _name(schema: dict[str, Any]) -> str:
    """A URI that is the schema's own: equal schemas may share it, others may not."""
    return "urn:schemaval:" + hashlib.sha256(json_text(schema).encode()).hexdigest()[:32]
