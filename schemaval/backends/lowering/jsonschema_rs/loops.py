"""Whether a schema leads back to itself, and how often it applies its subschemas to one value."""

from collections.abc import Iterable, Sequence

from schemaval.keywords import Draft
from schemaval.references.document import Document, Position, Reference
from schemaval.references.progress import IN_PLACE
from schemaval.references.world import World
from schemaval.walk import children

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
UNEVALUATED = frozenset({"unevaluatedProperties", "unevaluatedItems"})
FEW = 12  # references, or `unevaluated*`, that cannot multiply to much, however they stand
MOST = 20_000  # applications to one value; the engine makes about ten million a second and cannot be stopped

Way = tuple[Position, int]


def ways(position: Position, world: World) -> list[tuple[Position, bool]]:
    """The subschemas to which the one at `position` leads, and whether each is applied to the same value.

    A reference that depends on the dynamic scope leads to all it might mean.
    """
    schema, dialect = position.schema, position.resource.dialect
    if type(schema) is not dict:
        return []
    found = [(target, True) for keyword in REFERENCES for target in _targets(keyword, position, world)]
    if found and dialect.ref_hides_siblings and "$ref" in schema:
        return found
    known = position.resource.document.positions
    return found + [
        (known[id(child)], tokens[0] in IN_PLACE)
        for tokens, child in children(schema, dialect)
        if type(child) is dict and tokens[0] not in _STORES
    ]


_STORES = frozenset({"$defs", "definitions", "contentSchema"})


def _targets(keyword: str, position: Position, world: World) -> list[Position]:
    text = position.schema.get(keyword)
    if type(text) is not str or keyword not in position.resource.dialect.keywords:
        return []
    if keyword == "$recursiveRef" and position.resource.dialect.draft is not Draft.D2019:
        return []
    found = world.resolve(Reference(keyword, text, position))
    if keyword == "$ref":
        return [found.position]
    resources = [resource for document in world.all_documents for resource in document.resources.values()]
    if keyword == "$recursiveRef":
        roots = [resource for resource in resources if resource.recursive_anchor]
        return [found.position, *(Position(root.schema, root, "", root.pointer) for root in roots)]
    named = [resource.anchors[found.anchor] for resource in resources if found.anchor in resource.dynamic_anchors]
    return [found.position, *named]


def is_recursive(world: World) -> bool:
    """Whether some subschema may lead back to itself."""
    references = world.root.references
    if not references:
        return False
    if not world.documents and all(map(_is_plain, references)):
        return _returns(references)
    return _ordered(world)[1]


def is_multiplying(world: World, unevaluated: int) -> bool:
    """Whether subschemas are applied to one value out of all proportion; `unevaluated` is how many may multiply."""
    references = sum(len(document.references) for document in world.all_documents)
    if references <= FEW and unevaluated <= FEW // 2:
        return False
    order, _ = _ordered(world)
    place = {id(position.schema): number for number, position in enumerate(order)}
    count = dict.fromkeys(place, 0)
    count[id(order[-1].schema)] = 1
    for position in reversed(order):
        here = count[id(position.schema)]
        again = 1 + len(UNEVALUATED & position.schema.keys()) if type(position.schema) is dict else 1
        for target, in_place in ways(position, world):
            if place[id(target.schema)] < place[id(position.schema)]:
                count[id(target.schema)] += here * (again if in_place else 1)
    return sum(count.values()) > MOST + len(order)


def _is_plain(reference: Reference) -> bool:
    """Whether a reference is a pointer from the root of a document that has one resource."""
    text = reference.text
    return (
        reference.keyword == "$ref"
        and (text == "#" or text.startswith("#/"))
        and "%" not in text
        and reference.holder.resource.pointer == ""
    )


def _returns(references: Sequence[Reference]) -> bool:
    """Whether pointers lead back: what is inside a target counts as reached from it."""
    targets = {reference.text[1:] for reference in references}
    inside = {
        target: {
            reference.text[1:]
            for reference in references
            if reference.pointer.startswith(target + "/")
        }
        for target in targets
    }
    done: set[str] = set()
    while open_ends := [target for target in inside if target not in done and inside[target] <= done]:
        done.update(open_ends)
    return len(done) < len(inside)


def _ordered(world: World) -> tuple[list[Position], bool]:
    """The subschemas that the root leads to in postorder, and whether one leads back to itself."""
    document: Document = world.root
    root = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
    order: list[Position] = []
    is_recursive = False
    opened, done = {id(root.schema)}, set[int]()
    stack = [(root, iter(_only(ways(root, world))))]
    while stack:
        position, targets = stack[-1]
        for target in targets:
            ident = id(target.schema)
            if ident in opened:
                is_recursive = True
            elif ident not in done:
                opened.add(ident)
                stack.append((target, iter(_only(ways(target, world)))))
                break
        else:
            stack.pop()
            opened.discard(id(position.schema))
            done.add(id(position.schema))
            order.append(position)
    return order, is_recursive


def _only(found: Iterable[tuple[Position, bool]]) -> list[Position]:
    return [position for position, _ in found]
