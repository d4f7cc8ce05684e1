"""From a schema to nodes: which there are, and where references lead.

A node is built for each subschema under each dynamic scope in which it is reached, so that `$dynamicRef` and
`$recursiveRef` lead to one known place and cost nothing when an instance is judged.
"""

from collections.abc import Callable
from typing import Any

from schemaval.errors import LimitExceeded, Reason, UnsupportedSchema
from schemaval.evaluator.node import Edge, Node
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape
from schemaval.references.document import Position, Reference, Resource
from schemaval.references.world import World

Scope = tuple[tuple[str, Resource], ...]
_RECURSIVE = "$recursiveAnchor"
FREE_SCOPES = 2_000  # nodes that any schema may have
SCOPES = 6  # nodes for each of its subschemas: one, and more under other dynamic scopes


class Builder:
    """Builds the nodes that a root position leads to."""

    def __init__(
        self, world: World, limits: Limits, fill: Callable[["Builder", Node], None], *, assert_formats: bool
    ) -> None:
        """`fill` gives a node its rules; `assert_formats` makes every known format assert."""
        self._fill = fill
        self.limits = limits
        self.assert_formats = assert_formats
        self.nodes: list[Node] = []
        self._world = world
        self._is_dynamic = world.is_dynamic
        self._known: dict[Any, Node] = {}
        self._scopes: dict[int, Scope] = {}
        self._pending: list[Node] = []
        self._most = None if limits.max_subschemas is None else FREE_SCOPES  # nodes, before their number is looked at

    def build(self, position: Position) -> Node:
        """The node of `position`, with all nodes that it leads to built."""
        root = self._node(position, self._entered((), position.resource), "", {})
        while self._pending:
            node = self._pending.pop()
            self._fill(self, node)
            node.settle()
        return root

    def _node(self, position: Position, scope: Scope, holder: str, params: dict[str, Any]) -> Node:
        schema = position.schema
        if schema is False:
            node = Node(position)
            node.forbids, node.keyword, node.params = True, holder, params
            self.nodes.append(node)
            return node
        key = True if schema is True else (id(schema), scope)
        node = self._known.get(key)  # type: ignore[assignment]  # None is dealt with next
        if node is None:
            node = self._known[key] = Node(position)
            self.nodes.append(node)
            self._scopes[id(node)] = scope
            if schema is True:
                node.settle()
            else:
                self._pending.append(node)
            if self._most is not None and len(self.nodes) > self._most:
                self._look_at_size(position)
        return node

    def _look_at_size(self, position: Position) -> None:
        """Raise LimitExceeded where dynamic scopes multiply the subschemas out of all proportion."""
        known = sum(len(document.positions) for document in self._world.all_documents)
        most = self._most = FREE_SCOPES + SCOPES * known
        if len(self.nodes) > most:
            found = f"more than {most:,} under all dynamic scopes"
            raise LimitExceeded("max_subschemas", found, position.document_pointer)

    def _entered(self, scope: Scope, resource: Resource) -> Scope:
        """The dynamic scope with `resource` entered: for each dynamic anchor, the outermost resource that has it."""
        if not self._is_dynamic:
            return ()
        names = set(resource.dynamic_anchors) | ({_RECURSIVE} if resource.recursive_anchor else set())
        names -= {name for name, _ in scope}
        return (
            tuple(sorted([*scope, *((name, resource) for name in names)], key=lambda pair: pair[0])) if names else scope
        )

    # what the makers ask for

    def child(
        self, node: Node, tokens: tuple[str | int, ...], schema: JSON, *, inward: bool = False, **params: Any
    ) -> Edge:
        """The way from `node` to a subschema that stands below it at `tokens`."""
        parent = node.position
        position = parent.resource.document.positions.get(id(schema)) if type(schema) is dict else None
        if position is None:
            way = "".join("/" + escape(token) for token in tokens)
            position = Position(schema, parent.resource, parent.pointer + way, parent.document_pointer + way)
        return self._edge(tokens, position, self._scope(node), inward=inward, holder=str(tokens[0]), params=params)

    def reference(self, node: Node, keyword: str, text: str) -> Edge:
        """The way from `node` to what its reference leads to."""
        position, scope = self._target(Reference(keyword, text, node.position), self._scope(node))
        return self._edge((keyword,), position, scope, inward=False, holder=keyword, params={})

    def _scope(self, node: Node) -> Scope:
        return self._scopes[id(node)]

    def _edge(
        self,
        tokens: tuple[str | int, ...],
        position: Position,
        scope: Scope,
        *,
        inward: bool,
        holder: str,
        params: dict[str, Any],
    ) -> Edge:
        """A way that goes on through references that stand alone."""
        scope = self._entered(scope, position.resource)
        while (text := _lone_reference(position)) is not None:
            position, scope = self._target(Reference("$ref", text, position), scope)
            tokens = (*tokens, "$ref")
            holder = "$ref"
        return Edge(tokens, self._node(position, scope, holder, params), inward=inward)

    def _target(self, reference: Reference, scope: Scope) -> tuple[Position, Scope]:
        """What a reference leads to under a dynamic scope, and the scope there."""
        found = self._world.resolve(reference)
        position = found.position
        outermost = dict(scope) if reference.keyword != "$ref" else {}
        if reference.keyword == "$dynamicRef" and found.anchor in position.resource.dynamic_anchors:
            resource = outermost.get(found.anchor or "", position.resource)
            position = resource.anchors[found.anchor or ""]
        elif reference.keyword == "$recursiveRef" and position.resource.recursive_anchor and not position.pointer:
            resource = outermost.get(_RECURSIVE, position.resource)
            position = Position(resource.schema, resource, "", resource.pointer)
        return position, self._entered(scope, position.resource)

    def search(self, node: Node, pattern: str, where: str) -> Callable[[str], Any]:
        """The search for an ECMA-262 pattern; UnsupportedSchema where it cannot be translated."""
        try:
            return compile_pattern(pattern, self.limits.patterns).search
        except UnsupportedPattern as error:
            pointer = f"{node.position.document_pointer}/{where}"
            raise UnsupportedSchema("reference", [Reason(pointer, where.partition("/")[0], str(error))]) from None


def _lone_reference(position: Position) -> str | None:
    """The `$ref` of a schema in which nothing else counts."""
    schema = position.schema
    if type(schema) is not dict:
        return None
    text = schema.get("$ref")
    if type(text) is str and (len(schema) == 1 or position.resource.dialect.ref_hides_siblings):
        return text
    return None
