"""References that come back to themselves without a step into the instance: evaluation would never end."""

from collections.abc import Sequence

from schemaval.dialects import Dialect
from schemaval.errors import UnresolvableReference
from schemaval.jsonvalue import JSON
from schemaval.references.document import Position, Reference
from schemaval.references.world import World
from schemaval.walk import children

IN_PLACE = frozenset(
    {
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependentSchemas",
        "dependencies",
        "extends",
        "type",
        "disallow",
    }
)


def refuse_loops(world: World) -> None:
    """Raise UnresolvableReference at a reference that closes a loop of schemas applied to the same value.

    A `$dynamicRef` is taken where it leads at first sight. Every document that was read is searched, dead branches too.
    """
    references: dict[int, list[tuple[Reference, Position]]] = {}
    for document in world.all_documents:
        for reference in document.references:
            schema = reference.holder.schema
            references.setdefault(id(schema), []).append((reference, world.resolve(reference).position))
    if references:
        _search(references)


def _search(references: dict[int, list[tuple[Reference, Position]]]) -> None:
    """Depth first from every schema that holds a reference; a schema met again while it is open closes a loop."""
    done: set[int] = set()
    for held in list(references.values()):
        start = held[0][0].holder
        if id(start.schema) in done:
            continue
        opened = {id(start.schema)}
        stack = [(start, iter(_ways(start, references)))]
        while stack:
            position, ways = stack[-1]
            for reference, target in ways:
                ident = id(target.schema)
                if ident in opened:
                    _refuse(reference, stack, references)
                if ident not in done:
                    opened.add(ident)
                    stack.append((target, iter(_ways(target, references))))
                    break
            else:
                stack.pop()
                opened.discard(id(position.schema))
                done.add(id(position.schema))


def _ways(
    position: Position, references: dict[int, list[tuple[Reference, Position]]]
) -> list[tuple[Reference | None, Position]]:
    """The schemas that are applied to the same value as the one at `position`, and the reference that leads there."""
    schema = position.schema
    found: list[tuple[Reference | None, Position]] = [
        (reference, target) for reference, target in references.get(id(schema), ()) if type(target.schema) is dict
    ]
    dialect = position.resource.dialect
    if not (dialect.ref_hides_siblings and type(schema.get("$ref")) is str):
        found += [(None, inner) for inner in _inside(position, schema, dialect)]
    return found


def _inside(position: Position, schema: dict[str, JSON], dialect: Dialect) -> list[Position]:
    known = position.resource.document.positions
    return [
        known[id(child)]
        for tokens, child in children(schema, dialect)
        if tokens[0] in IN_PLACE and type(child) is dict and id(child) in known
    ]


def _refuse(
    reference: Reference | None,
    stack: Sequence[tuple[Position, object]],
    references: dict[int, list[tuple[Reference, Position]]],
) -> None:
    """Name a reference on the loop: the closing one, or the last one on the way to it."""
    if reference is None:
        reference = next(
            references[id(position.schema)][0][0]
            for position, _ in reversed(stack)
            if id(position.schema) in references
        )
    raise UnresolvableReference(
        reference.text,
        reference.pointer,
        "it comes back to itself without a step into the instance",
        reference.holder.resource.document.uri,
    )
