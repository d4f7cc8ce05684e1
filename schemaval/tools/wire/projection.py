"""A tool's definition as an entry of `tools/list`, legal in one revision of the protocol."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from schemaval.converting import to_json
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.tools.wire.relocation import Relocated, refers_to_root, relocated, restored
from schemaval.tools.wire.revisions import DEFAULT_REVISION, FIRST, Revision
from schemaval.tools.wire.revisions import revision as revision_of

RESULT = "result"  # the property that holds a value where a revision carries only objects


class Described(Protocol):
    """What a definition is made of."""

    @property
    def name(self) -> str:
        """The tool's name."""

    @property
    def description(self) -> str:
        """What it does, in words."""

    @property
    def title(self) -> str | None:
        """Its name for people."""

    @property
    def annotations(self) -> Any:
        """Hints on what it does to the world."""

    @property
    def icons(self) -> Any:
        """Its pictures."""

    @property
    def meta(self) -> Any:
        """Its `_meta`."""

    @property
    def output_schema(self) -> JSON | None:
        """The schema of its results."""

    def input_schema_for_provider(self) -> dict[str, Any]:
        """The schema of its arguments."""


Read: TypeAlias = Callable[[Described, Revision], JSON]

# A member of `Tool` in the protocol's schema, the revision that brought it, and where its value comes from.
_MEMBERS: tuple[tuple[str, str, Read], ...] = (
    ("name", FIRST, lambda tool, _row: tool.name),
    ("title", "2025-06-18", lambda tool, _row: tool.title),
    ("description", FIRST, lambda tool, _row: tool.description or None),
    ("inputSchema", FIRST, lambda tool, row: input_schema(tool.input_schema_for_provider(), row)),
    ("outputSchema", "2025-06-18", lambda tool, row: output_schema(tool.output_schema, row)),
    ("annotations", "2025-03-26", lambda tool, _row: to_json(tool.annotations)),
    ("icons", "2025-11-25", lambda tool, _row: to_json(tool.icons)),
    ("_meta", "2025-06-18", lambda tool, _row: to_json(tool.meta)),
)


def definition(tool: Described, revision: str = DEFAULT_REVISION) -> dict[str, Any]:
    """The entry of `tools/list` for `tool`, with only what `revision` knows, as plain JSON that is the caller's own.

    Empty containers in schemas are put right. Where outputs must be objects, another output schema becomes that of an
    object with the value as its `result`; where the schema of a property must be an object, booleans are rewritten.
    ValueError for an unknown revision; UnresolvableReference, LimitExceeded or NotJSON where a schema cannot be read.
    """
    row = revision_of(revision)
    entry: dict[str, Any] = {}
    for name, since, read in _MEMBERS:
        if row.knows(since):
            value = read(tool, row)
            if value is not None:
                entry[name] = value
    return entry


def is_wrapped(schema: JSON, row: Revision) -> bool:
    """Whether a revision carries the values of an output schema only as the `result` of an object."""
    return row.structured == "object" and not _is_object_root(schema)


def input_schema(schema: JSON, row: Revision) -> dict[str, Any]:
    """The schema of a tool's arguments as a revision takes it: an object whose root says `"type": "object"`."""
    document = restored(schema)
    root = document.root
    if not isinstance(root, dict):
        root = {"type": "object"} if root is True else {"type": "object", "not": {}}
    elif not _is_object_root(root):
        kind = root.get("type", ["object"])
        if isinstance(kind, list) and "object" in kind and not refers_to_root(document):
            root = {**root, "type": "object"}
        else:
            every = "extends" if document.dialect.draft is Draft.D3 else "allOf"
            root = _declared(relocated(document, f"/{every}/0"), lambda inner: {"type": "object", every: [inner]})
    return _with_object_properties(root, row)


def output_schema(schema: JSON | None, row: Revision) -> dict[str, Any] | None:
    """The schema of a tool's results as a revision takes it; None where there is none."""
    if schema is None:
        return None
    document = restored(schema)
    if is_wrapped(document.root, row):
        root = _declared(relocated(document, f"/properties/{RESULT}"), _object_with_result)
        if document.dialect.draft is not Draft.D3:  # where `required` stands beside the value's own schema
            root["required"] = [RESULT]
    else:
        root = document.root if isinstance(document.root, dict) else _as_object(document.root)
    return _with_object_properties(root, row)


def _is_object_root(schema: JSON) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "object"


def _object_with_result(inner: JSON) -> dict[str, Any]:
    return {"type": "object", "properties": {RESULT: inner}}


def _declared(moved: Relocated, whole: Any) -> dict[str, Any]:
    """The whole around a schema that was moved into it, with its `$schema` at the root."""
    made: dict[str, Any] = whole(moved.schema)
    return made if moved.declared is None else {"$schema": moved.declared, **made}


def _with_object_properties(root: dict[str, Any], row: Revision) -> dict[str, Any]:
    properties = root.get("properties")
    if row.has_boolean_properties or not isinstance(properties, dict):
        return root
    return {**root, "properties": {name: _as_object(schema) for name, schema in properties.items()}}


def _as_object(schema: JSON) -> JSON:
    """The object that means what a boolean schema means (JSON Schema Core 2020-12, section 4.3.2)."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    return schema
