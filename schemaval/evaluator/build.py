"""From a schema to nodes: each keyword's row of the makers' table adds its rule to its subschema's node.

A node is built for each subschema under each dynamic scope in which it is reached, so that `$dynamicRef` and
`$recursiveRef` lead to one known place and cost nothing when an instance is judged.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from schemaval.dialects import BY_DRAFT, Dialect
from schemaval.errors import LimitExceeded, Reason, UnsupportedSchema
from schemaval.evaluator import assertions as tests
from schemaval.evaluator.applicators import All, Choice, Condition, Dependent, Not, TypeUnion
from schemaval.evaluator.assertions import Assertion, DependentRequired, Required, RequiredMember
from schemaval.evaluator.content import content_test
from schemaval.evaluator.items import Contains, Items, UnevaluatedItems
from schemaval.evaluator.members import Members, PropertyNames, UnevaluatedProperties
from schemaval.evaluator.node import KINDS, Edge, Node
from schemaval.formats import check_for
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft, Shape
from schemaval.limits import Limits
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape
from schemaval.references.document import Position, Reference, Resource
from schemaval.references.world import World

Scope = tuple[tuple[str, Resource], ...]
_RECURSIVE = "$recursiveAnchor"


class Builder:
    """Builds the nodes that a root position leads to."""

    def __init__(self, world: World, limits: Limits, *, assert_formats: bool) -> None:
        """`assert_formats` makes every known format assert, whatever the dialect says."""
        self.limits = limits
        self.assert_formats = assert_formats
        self.nodes: list[Node] = []
        self._world = world
        self._is_dynamic = any(
            reference.keyword != "$ref" for document in world.all_documents for reference in document.references
        )
        self._known: dict[Any, Node] = {}
        self._scopes: dict[int, Scope] = {}
        self._pending: list[Node] = []

    def build(self, position: Position) -> Node:
        """The node of `position`, with all nodes that it leads to built."""
        root = self._node(position, self._entered((), position.resource), "", {})
        while self._pending:
            node = self._pending.pop()
            fill(self, node)
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
            limit = self.limits.max_subschemas
            if limit is not None and len(self.nodes) > limit * 4:
                raise LimitExceeded(
                    "max_subschemas", f"more than {limit * 4:,} under all dynamic scopes", position.document_pointer
                )
        return node

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
        outermost = dict(scope)
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
            return compile_pattern(pattern).search
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


def fill(builder: Builder, node: Node) -> None:
    """Add the rules and annotations of a subschema's keywords to its node, in schema order, `unevaluated*` last."""
    schema = node.position.schema
    dialect = node.position.resource.dialect
    if dialect.ref_hides_siblings and type(schema.get("$ref")) is str:
        _reference(builder, node, "$ref", schema["$ref"])
        return
    keywords = dialect.keywords
    doubtful = bool(node.position.resource.document.problems)
    late: list[tuple[str, JSON]] = []
    for name, value in schema.items():
        row = keywords.get(name)
        if row is None or (doubtful and not _well_formed(row.shape, value, dialect.draft)):
            if row is None:
                node.annotations.append((name, value, KINDS))
            continue
        if row.vocabulary in _ANNOTATING and (name != "contentSchema" or "contentMediaType" in schema):
            node.annotations.append((name, value, _ANNOTATING[row.vocabulary]))
        if name in ("unevaluatedItems", "unevaluatedProperties"):
            late.append((name, value))
            continue
        maker = MAKERS.get(name)
        if maker is not None:
            maker(builder, node, name, value)
    for name, value in late:
        MAKERS[name](builder, node, name, value)


_ANNOTATING: Mapping[str, tuple[type, ...]] = {"meta-data": KINDS, "format": KINDS, "content": (str,)}


def _well_formed(shape: Shape, value: JSON, draft: Draft) -> bool:
    """Whether a value is what its shape says, members and items included (subschemas aside)."""
    if not shape.legal(value, draft):
        return False
    if shape.member is not None and type(value) is dict and not shape.is_schema:
        return all(_well_formed(shape.member, member, draft) for member in value.values())
    if shape.item is not None and type(value) is list:
        return all(_well_formed(shape.item, item, draft) for item in value)
    return True


def _dialect(node: Node) -> Dialect:
    return node.position.resource.dialect


def _assertion(node: Node, keyword: str, made: tests.Made) -> None:
    if made[0]:
        node.rules.append(Assertion(node, keyword, *made))


# in-place applicators


def _reference(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if keyword == "$recursiveRef" and _dialect(node).draft is not Draft.D2019:
        return
    node.rules.append(All(node, keyword, [builder.reference(node, keyword, value)]))


def _all(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(All(node, keyword, _listed(builder, node, keyword, value)))


def _choice(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(Choice(node, keyword, _listed(builder, node, keyword, value), only_one=keyword == "oneOf"))


def _listed(builder: Builder, node: Node, keyword: str, value: JSON) -> list[Edge]:
    if type(value) is not list:
        return [builder.child(node, (keyword,), value)]
    return [builder.child(node, (keyword, index), schema) for index, schema in enumerate(value)]


def _not(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(Not(node, keyword, [builder.child(node, (keyword,), value)]))


def _condition(builder: Builder, node: Node, _keyword: str, value: JSON) -> None:
    schema, keywords = node.position.schema, _dialect(node).keywords
    then, otherwise = (
        builder.child(node, (name,), schema[name]) if name in schema and name in keywords else None
        for name in ("then", "else")
    )
    node.rules.append(Condition(node, builder.child(node, ("if",), value), then, otherwise))


def _dependent_schemas(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    edges = {name: builder.child(node, (keyword, name), schema) for name, schema in value.items()}
    node.rules.append(Dependent(node, keyword, edges))


def _dependencies(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    needs = {
        name: (held,) if type(held) is str else tuple(held) for name, held in value.items() if type(held) in (str, list)
    }
    schemas = {name: held for name, held in value.items() if type(held) in (dict, bool)}
    if needs:
        node.rules.append(DependentRequired(node, keyword, needs))
    if schemas:
        _dependent_schemas(builder, node, keyword, schemas)


# members and items


def _members(builder: Builder, node: Node, keyword: str, _value: JSON) -> None:
    """One rule for the three keywords, made at the first of them."""
    if any(isinstance(rule, Members) for rule in node.rules):
        return
    schema, keywords = node.position.schema, _dialect(node).keywords
    properties = {
        name: builder.child(node, ("properties", name), held, inward=True)
        for name, held in schema.get("properties", {}).items()
    }
    patterns = [
        (
            builder.search(node, pattern, f"patternProperties/{escape(pattern)}"),
            builder.child(node, ("patternProperties", pattern), held, inward=True),
        )
        for pattern, held in schema.get("patternProperties", {}).items()
    ]
    additional = (
        builder.child(node, ("additionalProperties",), schema["additionalProperties"], inward=True)
        if "additionalProperties" in schema and "additionalProperties" in keywords
        else None
    )
    node.rules.append(Members(node, keyword, properties, patterns, additional))
    if _dialect(node).draft is Draft.D3:
        asked = [
            name
            for name, held in schema.get("properties", {}).items()
            if type(held) is dict and held.get("required") is True
        ]
        if asked:
            node.rules.append(RequiredMember(node, asked))


def _property_names(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(PropertyNames(node, builder.child(node, (keyword,), value)))


def _prefix_items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """`prefixItems` with the `items` beside it, from 2020-12 on."""
    rest = node.position.schema.get("items")
    edge = (
        builder.child(node, ("items",), rest, inward=True)
        if rest is not None and "items" in _dialect(node).keywords
        else None
    )
    _add_items(builder, node, keyword, value, edge)


def _items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """`items` as a schema, or as an array with the `additionalItems` beside it."""
    schema = node.position.schema
    if type(value) is list:
        rest = schema.get("additionalItems")
        edge = builder.child(node, ("additionalItems",), rest, inward=True) if rest is not None else None
        _add_items(builder, node, keyword, value, edge)
    elif not ("prefixItems" in schema and "prefixItems" in _dialect(node).keywords):
        node.rules.append(Items(node, keyword, (), builder.child(node, (keyword,), value, inward=True)))


def _add_items(builder: Builder, node: Node, keyword: str, prefix: list[JSON], rest: Edge | None) -> None:
    edges = [builder.child(node, (keyword, index), held, inward=True) for index, held in enumerate(prefix)]
    node.rules.append(Items(node, keyword, edges, rest))


def _contains(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    schema, keywords = node.position.schema, _dialect(node).keywords
    least = int(schema.get("minContains", 1)) if "minContains" in keywords else 1
    most = int(schema["maxContains"]) if "maxContains" in keywords and "maxContains" in schema else None
    marks = _dialect(node).draft >= Draft.D2020
    node.rules.append(Contains(node, builder.child(node, (keyword,), value, inward=True), least, most, marks=marks))


def _unevaluated_properties(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    rest = builder.child(node, (keyword,), value, inward=True)
    members = next((rule for rule in node.rules if isinstance(rule, Members)), None)
    if not _applies_in_place(node):
        if members is None:
            node.rules.append(Members(node, keyword, {}, (), rest))
        elif members.additional is None:
            members.additional = rest
        return
    node.tracks = True
    node.rules.append(UnevaluatedProperties(node, rest, lambda: members.known() if members is not None else []))


def _unevaluated_items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    rest = builder.child(node, (keyword,), value, inward=True)
    if not _applies_in_place(node) and not any(isinstance(rule, Contains) and rule.marks for rule in node.rules):
        items = next((rule for rule in node.rules if isinstance(rule, Items)), None)
        if items is None:
            node.rules.append(Items(node, keyword, (), rest))
        elif items.rest is None:
            items.rest = rest
        return
    node.tracks = True
    node.rules.append(UnevaluatedItems(node, rest))


def _applies_in_place(node: Node) -> bool:
    return any(isinstance(rule, (All, Choice, Condition, Dependent)) for rule in node.rules)


# assertions


def _type(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    names = [value] if type(value) is str else value
    schemas = [(index, held) for index, held in enumerate(names) if type(held) is not str]
    if not schemas and keyword == "type":
        _assertion(node, keyword, tests.make_type(value, _dialect(node).draft))
        return
    texts = [name for name in names if type(name) is str]
    edges = [builder.child(node, (keyword, index), held) for index, held in schemas]
    kinds = tests.type_tests(texts, _dialect(node).draft)
    expected = texts + ["schema"] * bool(schemas)
    node.rules.append(TypeUnion(node, keyword, kinds, edges, expected, negated=keyword == "disallow"))


def _bound(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_bound(keyword, value, node.position.schema, _dialect(node).draft))


def _exclusive_bound(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if _dialect(node).draft >= Draft.D6:
        _assertion(node, keyword, tests.make_exclusive_bound(keyword, value))


def _multiple(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_multiple(value))


def _length(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_length(keyword, value))


def _enum(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    limit = builder.limits.max_enum_values
    if limit is not None and len(value) > limit:
        raise LimitExceeded("max_enum_values", len(value), f"{node.position.document_pointer}/{keyword}")
    _assertion(node, keyword, tests.make_enum(value, builder.limits.max_instance_depth))


def _const(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_const(value, builder.limits.max_instance_depth))


def _unique(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if value is True:
        _assertion(node, keyword, tests.make_unique(builder.limits.max_instance_depth))


def _required(_builder: Builder, node: Node, _keyword: str, value: JSON) -> None:
    if type(value) is list and value:
        properties = node.position.schema.get("properties")
        node.rules.append(Required(node, value, properties if type(properties) is dict else ()))


def _dependent_required(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    needs = {name: tuple(wanted) for name, wanted in value.items() if wanted}
    if needs:
        node.rules.append(DependentRequired(node, keyword, needs))


def _pattern(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, (tests.pattern_test(builder.search(node, value, keyword)), {"pattern": value}))


def _format(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    dialect = _dialect(node)
    if builder.assert_formats or dialect.asserts_formats:
        check = check_for(value, BY_DRAFT[dialect.draft].name)
        if check is not None:
            _assertion(node, keyword, (tests.text_test(check), {"format": value}))


def _content(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """Draft-07 asserts content; later dialects annotate. The media type is judged after decoding."""
    if _dialect(node).draft is not Draft.D7:
        return
    encoding = node.position.schema.get("contentEncoding")
    encoding = encoding if type(encoding) is str else None
    if keyword == "contentEncoding":
        made = content_test(encoding, None, builder.limits.max_instance_bytes)
        _assertion(node, keyword, (made, {"encoding": value}))
    else:
        made = content_test(encoding, value, builder.limits.max_instance_bytes)
        _assertion(node, keyword, (made, {"media_type": value}))


Maker = Callable[[Builder, Node, str, JSON], None]


def _rows(maker: Maker, names: Iterable[str]) -> dict[str, Maker]:
    return dict.fromkeys(names, maker)


MAKERS: Mapping[str, Maker] = {
    **_rows(_reference, ("$ref", "$dynamicRef", "$recursiveRef")),
    **_rows(_all, ("allOf", "extends")),
    **_rows(_choice, ("anyOf", "oneOf")),
    **_rows(_not, ("not",)),
    **_rows(_condition, ("if",)),
    **_rows(_dependent_schemas, ("dependentSchemas",)),
    **_rows(_dependencies, ("dependencies",)),
    **_rows(_members, ("properties", "patternProperties", "additionalProperties")),
    **_rows(_property_names, ("propertyNames",)),
    **_rows(_prefix_items, ("prefixItems",)),
    **_rows(_items, ("items",)),
    **_rows(_contains, ("contains",)),
    **_rows(_unevaluated_properties, ("unevaluatedProperties",)),
    **_rows(_unevaluated_items, ("unevaluatedItems",)),
    **_rows(_type, ("type", "disallow")),
    **_rows(_bound, ("minimum", "maximum")),
    **_rows(_exclusive_bound, ("exclusiveMinimum", "exclusiveMaximum")),
    **_rows(_multiple, ("multipleOf", "divisibleBy")),
    **_rows(_length, tests.LENGTHS),
    **_rows(_enum, ("enum",)),
    **_rows(_const, ("const",)),
    **_rows(_unique, ("uniqueItems",)),
    **_rows(_required, ("required",)),
    **_rows(_dependent_required, ("dependentRequired",)),
    **_rows(_pattern, ("pattern",)),
    **_rows(_format, ("format",)),
    **_rows(_content, ("contentEncoding", "contentMediaType")),
}
