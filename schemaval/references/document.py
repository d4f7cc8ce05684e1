"""A schema document read once: its empty containers mended, its resources, anchors, references and patterns found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from schemaval.dialects import Dialect, detect
from schemaval.errors import LimitExceeded, UnresolvableReference
from schemaval.jsonvalue import JSON
from schemaval.keywords import SCHEMA, Draft, Keyword, Shape
from schemaval.limits import Limits
from schemaval.normalise.change import Change
from schemaval.normalise.schema import mended
from schemaval.pointer import escape, fragment
from schemaval.references.uri import divided, joined


@dataclass(slots=True, eq=False)
class Resource:
    """A schema resource: a schema with a URI of its own, and what can be named inside it.

    `uri` is absolute where one is declared, `""` for a root without. `pointer` leads to it from the document's root.
    `anchors` maps plain names to subschemas; `dynamic_anchors` are those that `$dynamicRef` may rebind; `ambiguous`
    are the names that two subschemas claim.
    """

    uri: str
    schema: JSON
    pointer: str
    dialect: Dialect
    document: "Document"
    anchors: dict[str, "Position"] = field(default_factory=dict)
    dynamic_anchors: set[str] = field(default_factory=set)
    ambiguous: set[str] = field(default_factory=set)
    recursive_anchor: bool = False


@dataclass(slots=True, eq=False)
class Position:
    """Where a subschema stands: its resource, the pointer from that resource's root, and the document's pointer."""

    schema: JSON
    resource: Resource
    pointer: str
    document_pointer: str

    @property
    def location(self) -> str:
        """The URI reference of the subschema: absolute where its resource has a base URI."""
        return f"{self.resource.uri}#{fragment(self.pointer)}"


Found: TypeAlias = tuple[JSON, Resource, str, str]  # a subschema to be read, its resource, its two pointers

_NAMING = frozenset({"$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"})


@dataclass(frozen=True, slots=True)
class Reference:
    """A `$ref`, `$dynamicRef` or `$recursiveRef` as it stands: its keyword, its text, the subschema that holds it."""

    keyword: str
    text: str
    holder: Position

    @property
    def pointer(self) -> str:
        """The document's pointer to the keyword."""
        return f"{self.holder.document_pointer}/{self.keyword}"


@dataclass(frozen=True, slots=True)
class Problem:
    """A value that the keyword table does not allow at `pointer`, in the subschema at `holder`.

    `tolerated` says that the metaschema does not know the keyword, so that it may hold anything.
    """

    pointer: str
    keyword: str
    shape: Shape
    holder: Position
    tolerated: bool = False


class Document:
    """One document, read iteratively by its dialect's keyword table; `root` is ours to mend.

    `positions` holds every subschema that is an object, by the identity of that object. `foreign` are the embedded
    resources of another dialect than what they are embedded in, `adopted` the positions that only a reference calls a
    schema.
    """

    def __init__(
        self, root: JSON, uri: str, dialect: Dialect, resources: Mapping[str, Any], limits: Limits, *, mend: bool = True
    ) -> None:
        """`root` is a private copy; `uri` is where it was found; `resources` is asked for custom metaschemas only."""
        self.uri = uri
        self.dialect = dialect
        self.changes: list[Change] = []
        self.problems: list[Problem] = []
        self.references: list[Reference] = []
        self.patterns: list[tuple[str, str]] = []
        self.positions: dict[int, Position] = {}
        self.resources: dict[str, Resource] = {}
        self.ambiguous: set[str] = set()
        self.foreign: list[Resource] = []
        self.adopted: list[Position] = []
        self.subschemas = 0
        self._limits = limits
        self._known = resources
        self._mend = mend
        if mend:
            became = mended(root, SCHEMA)
            if became is not None:
                self.changes.append(Change("", root, became))
                root = became
        self.root = root
        self.resource = Resource(uri, root, "", dialect, self)
        self.resources[uri] = self.resource
        self._read(root, self.resource, "", "")

    def adopt(self, schema: dict[str, Any], resource: Resource, pointer: str, *, mend: bool) -> Position:
        """Take an object that no keyword calls a schema for one, since a reference leads to it."""
        document_pointer = resource.pointer + pointer
        mends, self._mend = self._mend, self._mend and mend
        self._read(schema, resource, pointer, document_pointer)
        self._mend = mends
        position = self.positions[id(schema)]
        self.adopted.append(position)
        return position

    def mend_at(self, holder: JSON, token: str, pointer: str) -> JSON:
        """Mend the empty array that `token` names in `holder`, since a reference takes it for a schema."""
        return self._mended(holder, token if type(holder) is dict else int(token), SCHEMA, pointer)

    def _read(self, schema: JSON, resource: Resource, pointer: str, document_pointer: str) -> None:
        """Visit `schema` and all subschemas below it, depth first, in schema order."""
        if not SCHEMA.legal(schema, resource.dialect.draft):
            holder = Position(schema, resource, pointer, document_pointer)
            self.problems.append(Problem(document_pointer, "", SCHEMA, holder))
        pending: list[Found] = [(schema, resource, pointer, document_pointer)]
        limit = self._limits.max_subschemas
        while pending:
            schema, resource, pointer, document_pointer = pending.pop()
            self.subschemas += 1
            if limit is not None and self.subschemas > limit:
                raise LimitExceeded("max_subschemas", f"more than {limit:,}", document_pointer)
            if type(schema) is not dict or id(schema) in self.positions:
                continue
            if not _NAMING.isdisjoint(schema):
                resource, pointer = self._enter(schema, resource, pointer, document_pointer)
            position = Position(schema, resource, pointer, document_pointer)
            self.positions[id(schema)] = position
            found: list[Found] = []
            self._keywords(schema, position, found)
            found.reverse()
            pending += found

    def _keywords(self, schema: dict[str, Any], position: Position, found: list[Found]) -> None:
        """Check each known keyword's value, mend it, and collect the subschemas in it."""
        dialect = position.resource.dialect
        keywords = dialect.keywords
        draft = dialect.draft
        for name in list(schema):
            row = keywords.get(name)
            if row is None:
                continue
            shape = row.shape
            value = schema[name]
            if not value and shape.is_mendable and (type(value) is dict or type(value) is list):
                value = self._mended(schema, name, shape, f"{position.document_pointer}/{escape(name)}")
            if not shape.legal(value, draft):
                where = f"{position.document_pointer}/{escape(name)}"
                self.problems.append(Problem(where, name, shape, position, row.tolerated))
            elif row.beside is not None and row.beside not in schema:
                self.problems.append(Problem(position.document_pointer, name, shape, position))
            reader = _READERS.get(name)
            if reader is not None and type(value) is str:
                reader(self, position, row, value)
            if shape.holds_schemas:
                self._below(value, row, shape, position, name, found)

    def _below(
        self,
        value: JSON,
        row: Keyword,
        shape: Shape,
        position: Position,
        way: str,
        found: list[Found],
    ) -> None:
        """The subschemas in a keyword's value: the value itself, its members, or its items."""
        kind = type(value)
        if shape.is_schema and (kind is dict or kind is bool):
            found.append(_below(position, way, value))
        elif shape.member is not None and kind is dict:
            if row.name == "patternProperties":
                self.patterns += [(name, f"{position.document_pointer}/{way}/{escape(name)}") for name in value]
            are_schemas = shape.member.is_schema
            for name, member in value.items():
                if are_schemas and type(member) is dict and member:  # as nearly all are, and nothing is wrong with it
                    found.append(_below(position, f"{way}/{escape(name)}", member))
                else:
                    self._member(value, name, row, shape.member, position, f"{way}/{escape(name)}", found)
        elif shape.item is not None and kind is list:
            for index in range(len(value)):
                self._member(value, index, row, shape.item, position, f"{way}/{index}", found)

    def _member(
        self,
        holder: Any,
        key: Any,
        row: Keyword,
        shape: Shape,
        position: Position,
        way: str,
        found: list[Found],
    ) -> None:
        """One member of a map, or one item of an array, of subschemas."""
        value = holder[key]
        if not value and shape.is_mendable and (type(value) is dict or type(value) is list):
            value = self._mended(holder, key, shape, f"{position.document_pointer}/{way}")
        if not shape.legal(value, position.resource.dialect.draft):
            where = f"{position.document_pointer}/{way}"
            self.problems.append(Problem(where, row.name, shape, position, row.tolerated))
        if shape.holds_schemas:
            self._below(value, row, shape, position, way, found)

    def _mended(self, holder: Any, key: Any, shape: Shape, pointer: str) -> JSON:
        """The member, mended in place where an empty container is of the wrong kind."""
        value = holder[key]
        became = mended(value, shape) if self._mend else None
        if became is None:
            return value
        self.changes.append(Change(pointer, value, became))
        holder[key] = became
        return became

    def _enter(
        self, schema: dict[str, Any], resource: Resource, pointer: str, document_pointer: str
    ) -> tuple[Resource, str]:
        """The resource that `schema` belongs to, and its pointer there; an identifier makes it a new one's root."""
        dialect = self._dialect_at(schema, resource, document_pointer)
        identifier = schema.get(dialect.id_keyword)
        if type(identifier) is str and not (dialect.ref_hides_siblings and type(schema.get("$ref")) is str):
            uri, fragment = divided(identifier)
            if uri and not (dialect.draft >= Draft.D2019 and fragment):
                resource, pointer = self._new_resource(schema, uri, resource, dialect, document_pointer), ""
            elif not document_pointer:
                resource.dialect = dialect
            if fragment and dialect.draft <= Draft.D7:
                _anchor(resource, fragment, Position(schema, resource, pointer, document_pointer))
        if dialect.draft >= Draft.D2019:
            self._name(schema, resource, pointer, document_pointer)
        return resource, pointer

    def _dialect_at(self, schema: dict[str, Any], resource: Resource, document_pointer: str) -> Dialect:
        """The dialect of `schema`: its own `$schema` counts where it has an identifier, and at a document's root."""
        if "$schema" in schema and document_pointer and ("$id" in schema or "id" in schema):
            dialect = detect(schema, resource.dialect, self._known, f"{document_pointer}/$schema")
            if type(schema.get(dialect.id_keyword)) is str:
                return dialect
        return resource.dialect

    def _new_resource(
        self, schema: dict[str, Any], identifier: str, parent: Resource, dialect: Dialect, document_pointer: str
    ) -> Resource:
        try:
            uri = joined(parent.uri, identifier)
        except ValueError:
            where = f"{document_pointer}/{dialect.id_keyword}"
            raise UnresolvableReference(identifier, where, "it is no URI reference", self.uri) from None
        if not document_pointer:
            self.resource.uri = uri
            self.resources.setdefault(uri, self.resource)
            return self.resource
        if uri in self.resources:
            self.ambiguous.add(uri)
        resource = Resource(uri, schema, document_pointer, dialect, self)
        self.resources.setdefault(uri, resource)
        if dialect != parent.dialect:
            self.foreign.append(resource)
        return resource

    def _name(self, schema: dict[str, Any], resource: Resource, pointer: str, document_pointer: str) -> None:
        """Note the anchors that `schema` declares, from 2019-09 on."""
        keywords = resource.dialect.keywords
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if type(name) is str and keyword in keywords:
                _anchor(resource, name, Position(schema, resource, pointer, document_pointer))
                if keyword == "$dynamicAnchor":
                    resource.dynamic_anchors.add(name)
        if not pointer and schema.get("$recursiveAnchor") is True and resource.dialect.draft is Draft.D2019:
            resource.recursive_anchor = True


def _below(position: Position, way: str, schema: JSON) -> Found:
    """A subschema to be read, with its pointers: one text where both are the same."""
    document_pointer = f"{position.document_pointer}/{way}"
    is_same = position.pointer is position.document_pointer
    pointer = document_pointer if is_same else f"{position.pointer}/{way}"
    return schema, position.resource, pointer, document_pointer


def _anchor(resource: Resource, name: str, position: Position) -> None:
    if resource.anchors.setdefault(name, position).schema is not position.schema:
        resource.ambiguous.add(name)


def _note_reference(document: Document, position: Position, row: Keyword, text: str) -> None:
    if not (row.name == "$recursiveRef" and position.resource.dialect.draft is Draft.D2020):
        document.references.append(Reference(row.name, text, position))


def _note_pattern(document: Document, position: Position, _row: Keyword, text: str) -> None:
    document.patterns.append((text, f"{position.document_pointer}/pattern"))


_READERS: dict[str, Callable[[Document, Position, Keyword, str], None]] = {
    "$ref": _note_reference,
    "$dynamicRef": _note_reference,
    "$recursiveRef": _note_reference,
    "pattern": _note_pattern,
}
