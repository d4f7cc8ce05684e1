"""The closed world: the schema itself, the resources the caller gave, and the bundled metaschemas.

Nothing here can fetch. Documents are read when a reference first reaches them; `registry` hands all of them to
backends as a `referencing` registry that retrieves nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from schemaval import pointer as pointers
from schemaval.dialects import DEFAULT, Dialect, by_uri, detect
from schemaval.errors import UnresolvableReference, shorten
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.limits import Limits
from schemaval.references.document import Document, Position, Reference, Resource
from schemaval.references.skim import Skim
from schemaval.references.uri import divided, joined

if TYPE_CHECKING:
    from referencing import Registry

Loader = Callable[[JSON], JSON]
_reading = Lock()


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference leads to: a position, and the plain name by which it was reached, if by one."""

    position: Position
    anchor: str | None = None


class World:
    """The documents that references may reach; a resource is read only when a reference reaches it.

    `skimmed` is what a first look found where that was enough: then there are no references, no other resources, no
    problems, and the root document is read when it is first asked for. `from_document` are the references, by where
    they stand, that lead nowhere in their own resource and were followed from the document's root.
    """

    def __init__(
        self,
        root: Document | Callable[[], Document],
        resources: Mapping[str, Any],
        default: Dialect,
        limits: Limits,
        load: Loader,
        *,
        mend: bool = True,
        skimmed: Skim | None = None,
    ) -> None:
        """`resources` has URIs without an empty fragment as its keys; `load` makes a checked private copy of one.

        With `skimmed`, `root` makes the document.
        """
        self._root = root
        self.skimmed = skimmed
        self.documents: dict[str, Document] = {}
        self.given = resources
        self._default = default
        self._limits = limits
        self._load = load
        self._mend = mend
        self.from_document: dict[str, Reference] = {}
        self._by_uri: dict[str, Resource] = {}
        self._contested: set[str] = set()
        if isinstance(root, Document):
            _refuse_impostors({uri: resource for uri, resource in root.resources.items() if resource.pointer})
            self._index(root)

    @property
    def root(self) -> Document:
        """The schema itself, as a document."""
        root = self._root
        return root if isinstance(root, Document) else self._read_root()

    def _read_root(self) -> Document:
        """The root document, made by one thread while others wait."""
        with _reading:
            root = self._root
            if not isinstance(root, Document):
                root = root()
                self._index(root)
                self._root = root
            return root

    @property
    def is_dynamic(self) -> bool:
        """Whether a reference may lead elsewhere by the way taken to it."""
        return self.skimmed is None and any(
            reference.keyword != "$ref" for document in self.all_documents for reference in document.references
        )

    @property
    def all_documents(self) -> Iterator[Document]:
        """The root document, then the others in the order in which they were reached (also while that grows)."""
        yield self.root
        seen = 0
        while seen < len(self.documents):
            yield list(self.documents.values())[seen]
            seen += 1

    @property
    def resources(self) -> Mapping[str, Resource]:
        """Every resource of the documents read so far, by URI."""
        return self._by_uri

    def resolve(self, reference: Reference) -> Target:
        """The subschema that `reference` leads to, at first sight; UnresolvableReference where it leads nowhere."""
        resource = reference.holder.resource
        text = reference.text
        if text.startswith("#"):
            uri, fragment = resource.uri, text[1:]
        else:
            uri, fragment = self._split(reference)
            resource = self._find(uri, reference)
        fragment = unquote(fragment)
        if not fragment or fragment.startswith("/"):
            try:
                return Target(self._at(resource, fragment, reference))
            except UnresolvableReference:
                if not _may_mean_the_document(reference):
                    raise
                self.from_document[reference.pointer] = reference
                return Target(self._at(resource.document.resource, fragment, reference))
        anchor = self._anchor(uri, resource, fragment, reference)
        return Target(anchor, fragment)

    def _split(self, reference: Reference) -> tuple[str, str]:
        uri, fragment = divided(reference.text)
        try:
            return joined(reference.holder.resource.uri, uri), fragment
        except ValueError:
            raise _unresolvable(reference, "it is no URI reference") from None

    def _find(self, uri: str, reference: Reference) -> Resource:
        resource = self._by_uri.get(uri)
        if resource is None or (uri in self.given and uri not in self.documents and resource.document is not self.root):
            self._read(uri, reference)
            resource = self._by_uri[uri]
        if uri in resource.document.ambiguous:
            raise _unresolvable(reference, "two schemas of one document claim that URI")
        if uri in self._contested:
            raise _unresolvable(reference, "two resources that differ claim that URI")
        return resource

    def _anchor(self, uri: str, resource: Resource, name: str, reference: Reference) -> Position:
        if name in resource.ambiguous:
            raise _unresolvable(reference, "two subschemas claim that name")
        if name in resource.anchors:
            return resource.anchors[name]
        where = shorten(uri, 128) or "the schema"
        raise _unresolvable(reference, f"there is no anchor of that name in {where}")

    def _read(self, uri: str, reference: Reference) -> None:
        """Bring the document at `uri` into the world, from the caller's resources or the bundled metaschemas."""
        if uri in self.given:
            schema = self._load(self.given[uri])
            dialect = detect(schema, self._default, self.given, "/$schema")
            document = Document(schema, uri, dialect, self.given, self._limits, mend=self._mend)
            _refuse_impostors(document.resources)
            self.documents[uri] = document
            self._index(document)
            return
        schema = bundled(uri)
        if schema is None:
            raise _unresolvable(reference, "it leads out of the schema, and no resource of that URI was given")
        document = Document(schema, uri, detect(schema, DEFAULT, {}), {}, Limits.none(), mend=False)
        self.documents[uri] = document
        self._index(document)

    def _index(self, document: Document) -> None:
        for uri, resource in document.resources.items():
            held = self._by_uri.setdefault(uri, resource)
            if held.document is not document and held.document is not self._root and held.schema != resource.schema:
                self._contested.add(uri)

    def _at(self, resource: Resource, fragment: str, reference: Reference) -> Position:
        """Follow a JSON Pointer from a resource's root, into embedded resources and unknown keywords too."""
        document = resource.document
        value: JSON = resource.schema
        holder: JSON = None
        position = document.positions.get(id(value)) or Position(value, resource, "", resource.pointer)
        way = ""
        tokens = pointers.split(fragment)
        is_data = False
        try:
            for token in tokens:
                is_data = is_data or token in _DATA or (not way and token in position.resource.dialect.keywords)
                holder, value = value, pointers.step(value, token)
                way += "/" + pointers.escape(token)
                inside = document.positions.get(id(value)) if type(value) is dict else None
                if inside is not None:
                    position, way, is_data = inside, "", False
        except LookupError:
            raise _unresolvable(reference, "nothing is there") from None
        if not way:
            return position
        if self._mend and not is_data and type(value) is list and not value:
            value = position.resource.document.mend_at(holder, tokens[-1], position.document_pointer + way)
        return self._strange(value, position, position.pointer + way, reference, mend=not is_data)

    def _strange(self, value: JSON, position: Position, pointer: str, reference: Reference, *, mend: bool) -> Position:
        """A subschema that no keyword announced: a boolean, or an object in an unknown keyword."""
        resource = position.resource
        if type(value) is dict:
            return resource.document.adopt(value, resource, pointer, mend=mend)
        if type(value) is bool and resource.dialect.draft >= Draft.D6:
            return Position(value, resource, pointer, resource.pointer + pointer)
        raise _unresolvable(reference, "what stands there is no schema")


_DATA = frozenset({"const", "default", "enum", "examples"})  # what stands below is a value, not ours to mend


def _may_mean_the_document(reference: Reference) -> bool:
    """Whether a pointer in an embedded resource may be one from the document's root.

    Up to draft-04 many an `id` was written as a label, by people who did not mean it to change what `#` is.
    """
    resource = reference.holder.resource
    return resource.dialect.draft <= Draft.D4 and bool(resource.pointer) and reference.text.startswith("#/")


def bundled(uri: str) -> JSON | None:
    """A private copy of the official metaschema, or of a part of one, at `uri`; None where there is none."""
    import copy

    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # the package ships no types

    dialect = by_uri(uri)
    for name in (uri, uri + "#") if dialect is None else (dialect.uri, dialect.uri + "#"):
        if name in REGISTRY:
            return copy.deepcopy(REGISTRY.contents(name))
    return None


def _refuse_impostors(resources: Mapping[str, Resource]) -> None:
    """The URI of a standard metaschema, or of its parts, means just that: what bears it must be equal to it."""
    for uri, resource in resources.items():
        if "json-schema.org/" in uri and (official := bundled(uri)) is not None and resource.schema != official:
            where = f"{resource.pointer}/{resource.dialect.id_keyword}"
            why = "only the standard metaschema itself may bear that URI"
            raise UnresolvableReference(uri, where, why, resource.document.uri)


def registry(world: World) -> "Registry[Any]":
    """The documents that `world` has read besides its root, as a `referencing` registry that retrieves nothing."""
    from referencing import Registry
    from referencing.jsonschema import specification_with

    from schemaval.dialects import BY_DRAFT

    entries = []
    for uri, document in world.documents.items():
        specification = specification_with(BY_DRAFT[document.dialect.draft].uri)
        entries.append((uri, specification.create_resource(document.root)))
    return Registry().with_resources(entries)


def _unresolvable(reference: Reference, why: str) -> UnresolvableReference:
    document = reference.holder.resource.document
    return UnresolvableReference(reference.text, reference.pointer, why, document.uri)
