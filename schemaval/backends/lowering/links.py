"""Where a lowered schema leads: nodes, links between them, and the walk that follows every reference.

A subschema is written once for each dynamic scope in which it is reached, which gives every `$dynamicRef` and
`$recursiveRef` one known target (JSON Schema Core 2020-12, section 8.2.3.2).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemaval.backends.protocol import CompileJob
from schemaval.errors import LimitExceeded
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.references.document import Position, Reference, Resource
from schemaval.references.progress import IN_PLACE

NEVER: Mapping[str, JSON] = {"not": True}
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
SAME_VALUE = IN_PLACE | frozenset(REFERENCES)

Schema = dict[str, Any]
Scope = tuple[tuple[str, Resource], ...]
_RECURSIVE = "$recursiveAnchor"


@dataclass(slots=True, eq=False)
class Link:
    """A reference followed: the lowered schema it leads to, and its draft.

    `validator` and `errors` are the backend's to set: the engine's validator there, and what it finds wrong.
    """

    schema: Schema | bool
    draft: Draft
    validator: Any = None
    errors: Callable[[JSON], Iterable[Any]] | None = None


@dataclass(slots=True, eq=False)
class Node:
    """A lowered schema with its ways to others: what is there, and the keyword that leads there."""

    schema: Schema
    position: Position
    scope: Scope
    ways: list[tuple[str, "Node"]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Lowered:
    """The lowered schema: where it starts, every link in it, and the nodes it is made of, the root first."""

    root: Link
    links: tuple[Link, ...]
    nodes: tuple[Node, ...]


class Walk:
    """The walk: every subschema that the root leads to, once for each dynamic scope, handed to `fill` to be written."""

    def __init__(self, job: CompileJob, fill: "Callable[[Walk, Node], None]") -> None:
        """`fill` writes a node's schema, and asks the walk for what stands inside it and for what it refers to."""
        self.job = job
        self._fill = fill
        self._known: dict[tuple[int, Scope], Node] = {}
        self._links: dict[int, Link] = {}
        self._made: list[Link] = []
        self._pending: list[Node] = []
        self._is_dynamic = job.world.is_dynamic

    def lowered(self) -> Lowered:
        """Walk from the root of the job's schema until nothing is left to be written."""
        document = self.job.world.root
        position = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
        root = self.link(None, "", position, self._entered((), position.resource))
        while self._pending:
            node = self._pending.pop()
            self._fill(self, node)
        return Lowered(root, tuple(self._made), tuple(self._known.values()))

    def link(self, holder: Node | None, keyword: str, position: Position, scope: Scope) -> Link:
        """The link to what stands at `position`; one for each lowered schema."""
        if type(position.schema) is bool:
            return self._link(position.schema or dict(NEVER), position)
        node = self.node(holder, keyword, position, scope)
        link = self._links.get(id(node))
        if link is None:
            link = self._links[id(node)] = self._link(node.schema, position)
        return link

    def _link(self, schema: Schema | bool, position: Position) -> Link:
        link = Link(schema, position.resource.dialect.draft)
        self._made.append(link)
        return link

    def node(self, holder: Node | None, keyword: str, position: Position, scope: Scope) -> Node:
        """The node of an object that is a schema, to be filled if it is new."""
        key = (id(position.schema), scope)
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = Node({}, position, scope)
            self._pending.append(node)
            limit = self.job.limits.max_subschemas
            if limit is not None and len(self._known) > limit * 4:
                found = f"more than {limit * 4:,} under all dynamic scopes"
                raise LimitExceeded("max_subschemas", found, position.document_pointer)
        if holder is not None:
            holder.ways.append((keyword, node))
        return node

    def inside(self, holder: Node, keyword: str, schema: JSON) -> Schema | bool:
        """The lowered form of a subschema that stands inside `holder`."""
        if type(schema) is bool:
            return schema or dict(NEVER)
        resource = holder.position.resource
        position = resource.document.positions[id(schema)]
        scope = self._entered(holder.scope, position.resource)
        if position.resource.dialect.draft is not resource.dialect.draft:
            return {"$ref": self.link(holder, keyword, position, scope)}
        return self.node(holder, keyword, position, scope).schema

    def reference(self, holder: Node, keyword: str, text: str) -> Link:
        """The link that a reference stands for, taken on through subschemas that hold nothing but a reference."""
        position, scope = self._target(Reference(keyword, text, holder.position), holder.scope)
        seen: set[int] = set()
        while (further := _lone_reference(position)) is not None and id(position.schema) not in seen:
            seen.add(id(position.schema))
            position, scope = self._target(Reference("$ref", further, position), scope)
        return self.link(holder, keyword, position, scope)

    def _target(self, reference: Reference, scope: Scope) -> tuple[Position, Scope]:
        """What a reference leads to under a dynamic scope, and the scope there."""
        found = self.job.world.resolve(reference)
        position, anchor = found.position, found.anchor or ""
        outermost = dict(scope)
        if reference.keyword == "$dynamicRef" and anchor in position.resource.dynamic_anchors:
            position = outermost.get(anchor, position.resource).anchors[anchor]
        elif reference.keyword == "$recursiveRef" and position.resource.recursive_anchor and not position.pointer:
            resource = outermost.get(_RECURSIVE, position.resource)
            position = Position(resource.schema, resource, "", resource.pointer)
        return position, self._entered(scope, position.resource)

    def _entered(self, scope: Scope, resource: Resource) -> Scope:
        """The dynamic scope with `resource` entered: for each dynamic anchor, the outermost resource that has it."""
        if not self._is_dynamic:
            return ()
        names = set(resource.dynamic_anchors) | ({_RECURSIVE} if resource.recursive_anchor else set())
        names -= {name for name, _ in scope}
        if not names:
            return scope
        return tuple(sorted([*scope, *((name, resource) for name in names)], key=lambda pair: pair[0]))


def _lone_reference(position: Position) -> str | None:
    """The `$ref` of a schema in which nothing else counts."""
    schema = position.schema
    if type(schema) is not dict:
        return None
    text = schema.get("$ref")
    if type(text) is str and (len(schema) == 1 or position.resource.dialect.ref_hides_siblings):
        return text
    return None
