"""A schema rewritten for `jsonschema`: its references followed, its assertions made tests, its annotations gone.

What comes out has the engine's own form, an object whose members are keywords, with values that the keyword functions
of `backends/jsonschema.py` read: a `Link` under the reference keywords, a test for each kind of value under the
assertions, pairs of search and subschema under `patternProperties`. No identifier, anchor or `$schema` is left, so
that the engine has nothing to resolve. A subschema is written once for each dynamic scope in which it is reached,
which gives every `$dynamicRef` and `$recursiveRef` one known target.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemaval.backends.protocol import CompileJob
from schemaval.dialects import BY_DRAFT
from schemaval.errors import LimitExceeded, Reason, UnsupportedSchema
from schemaval.evaluator import assertions
from schemaval.evaluator.content import content_test
from schemaval.formats import check_for
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape
from schemaval.references.document import Position, Reference, Resource
from schemaval.references.progress import IN_PLACE

ENGINE = "jsonschema"
NEVER: Mapping[str, JSON] = {"not": True}
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
UNION = "union"  # draft-03's `type` with schemas among the names
BRANCHING = frozenset({"anyOf", "oneOf", "if", "contains"})

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


def lower(job: CompileJob) -> Lowered:
    """Rewrite the schema of `job`.

    Raises UnsupportedSchema where a pattern cannot be translated, LimitExceeded where the schema grows too large.
    """
    return _Lowering(job).lowered()


class _Lowering:
    def __init__(self, job: CompileJob) -> None:
        self.job = job
        self._known: dict[tuple[int, Scope], Node] = {}
        self._links: dict[int, Link] = {}
        self._made: list[Link] = []
        self._pending: list[Node] = []
        self._is_dynamic = any(
            reference.keyword != "$ref" for document in job.world.all_documents for reference in document.references
        )

    def lowered(self) -> Lowered:
        document = self.job.world.root
        position = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
        root = self.link(None, "", position, self._entered((), position.resource))
        while self._pending:
            node = self._pending.pop()
            _fill(At(self, node))
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


@dataclass(frozen=True, slots=True)
class At:
    """Where a keyword is lowered: the node to fill, and what the makers ask of its surroundings."""

    lowering: _Lowering
    node: Node

    @property
    def source(self) -> Schema:
        """The subschema as it was."""
        source: Schema = self.node.position.schema
        return source

    @property
    def draft(self) -> Draft:
        """The draft that it is read in."""
        return self.node.position.resource.dialect.draft

    def knows(self, keyword: str) -> bool:
        """Whether a keyword stands in the subschema, and its dialect has it."""
        return keyword in self.source and keyword in self.node.position.resource.dialect.keywords

    def inside(self, keyword: str, schema: JSON) -> Schema | bool:
        """A subschema below `keyword`, lowered."""
        return self.lowering.inside(self.node, keyword, schema)

    def search(self, pattern: str, *tokens: str) -> Callable[[str], Any]:
        """The search for a pattern that stands at `tokens`."""
        try:
            return compile_pattern(pattern).search
        except UnsupportedPattern as error:
            pointer = "".join("/" + escape(token) for token in tokens)
            reason = Reason(self.node.position.document_pointer + pointer, tokens[0], str(error))
            raise UnsupportedSchema(ENGINE, [reason]) from None


Maker = Callable[[At, str, JSON], Mapping[str, Any]]


def _fill(at: At) -> None:
    dialect = at.node.position.resource.dialect
    if dialect.ref_hides_siblings and type(at.source.get("$ref")) is str:
        at.node.schema.update(_reference(at, "$ref", at.source["$ref"]))
        return
    for keyword, value in at.source.items():
        maker = MAKERS.get(keyword)
        if maker is not None and keyword in dialect.keywords:
            at.node.schema.update(maker(at, keyword, value))


# references and applicators


def _reference(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if keyword == "$recursiveRef" and at.draft is not Draft.D2019:
        return {}
    return {keyword: at.lowering.reference(at.node, keyword, value)}


def _subschema(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: at.inside(keyword, value)}


def _subschemas(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if type(value) is not list:
        return _subschema(at, keyword, value)
    return {keyword: [at.inside(keyword, schema) for schema in value]}


def _by_name(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: {name: at.inside(keyword, schema) for name, schema in value.items()}}


def _properties(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """The members' schemas, with draft-03's `required` taken out of them to stand as later drafts have it."""
    lowered = dict(_by_name(at, keyword, value))
    if at.draft is Draft.D3:
        lowered["required"] = [
            name for name, held in value.items() if type(held) is dict and held.get("required") is True
        ]
    return lowered


def _patterns(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    pairs = [(at.search(pattern, keyword, pattern), at.inside(keyword, schema)) for pattern, schema in value.items()]
    return {keyword: pairs}


def _additional(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value if type(value) is bool else at.inside(keyword, value)}


def _additional_items(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """Only beside an array of `items` has the keyword a meaning; beside a boolean the engine fails."""
    return _subschema(at, keyword, value) if type(at.source.get("items")) is list else {}


def _dependencies(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {
        keyword: {
            name: at.inside(keyword, held) if type(held) in (dict, bool) else held for name, held in value.items()
        }
    }


# assertions


def _tested(keyword: str, made: assertions.Made) -> Mapping[str, Any]:
    return {keyword: made[0]} if made[0] else {}


def _as_is(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value}


def _required(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value} if type(value) is list else {}


def _type(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """A test; where draft-03 lists schemas among the types, a union of them all."""
    names = value if type(value) is list else [value]
    texts = [name for name in names if type(name) is str]
    tests = {"type": assertions.type_tests(texts, at.draft)}
    if len(texts) == len(names):
        return tests
    return {UNION: [tests, *(at.inside(keyword, schema) for schema in names if type(schema) is dict)]}


def _disallow(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {"not": _type(at, keyword, value)}


def _bound(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_bound(keyword, value, at.source, at.draft))


def _exclusive_bound(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {} if at.draft <= Draft.D4 else _tested(keyword, assertions.make_exclusive_bound(keyword, value))


def _multiple(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_multiple(value))


def _length(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_length(keyword, value))


def _enum(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    limits = at.lowering.job.limits
    if limits.max_enum_values is not None and len(value) > limits.max_enum_values:
        raise LimitExceeded("max_enum_values", len(value), f"{at.node.position.document_pointer}/{keyword}")
    return _tested(keyword, assertions.make_enum(value, limits.max_instance_depth))


def _const(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_const(value, at.lowering.job.limits.max_instance_depth))


def _unique(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_unique(at.lowering.job.limits.max_instance_depth)) if value is True else {}


def _pattern(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: assertions.pattern_test(at.search(value, keyword))}


def _format(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if not (at.lowering.job.assert_formats or at.node.position.resource.dialect.asserts_formats):
        return {}
    check = check_for(value, BY_DRAFT[at.draft].name)
    return {} if check is None else {keyword: assertions.text_test(check)}


def _content(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """Draft-07 asserts content; later dialects annotate. A media type is judged after decoding."""
    if at.draft is not Draft.D7:
        return {}
    encoding = at.source.get("contentEncoding")
    media_type = value if keyword == "contentMediaType" else None
    made = content_test(
        encoding if type(encoding) is str else None, media_type, at.lowering.job.limits.max_instance_bytes
    )
    return {keyword: made} if made else {}


ASSERTIONS: Mapping[str, Maker] = {
    "type": _type,
    **dict.fromkeys(("minimum", "maximum"), _bound),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _exclusive_bound),
    **dict.fromkeys(("multipleOf", "divisibleBy"), _multiple),
    **dict.fromkeys(assertions.LENGTHS, _length),
    "enum": _enum,
    "const": _const,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "format": _format,
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
}

_ONE = ("propertyNames", "not", "if", "then", "else", "contains", "unevaluatedItems", "unevaluatedProperties")

MAKERS: Mapping[str, Maker] = {
    **ASSERTIONS,
    **dict.fromkeys(REFERENCES, _reference),
    **dict.fromkeys(_ONE, _subschema),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems", "items", "extends"), _subschemas),
    "dependentSchemas": _by_name,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _additional,
    "additionalItems": _additional_items,
    "dependencies": _dependencies,
    **dict.fromkeys(("dependentRequired", "minContains", "maxContains"), _as_is),
    "required": _required,
    "disallow": _disallow,
}

SAME_VALUE = IN_PLACE | frozenset(REFERENCES)
