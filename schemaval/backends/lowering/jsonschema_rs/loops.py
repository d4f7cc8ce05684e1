"""Whether a schema leads back to itself, and how often it applies its subschemas to one value."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from schemaval.backends.lowering.links import REFERENCES, SAME_VALUE, Node, Walk
from schemaval.backends.lowering.shallow import FEW
from schemaval.backends.protocol import CompileJob
from schemaval.graph import components, longest, postorder
from schemaval.references.document import Reference
from schemaval.references.skim import inside
from schemaval.walk import children

UNEVALUATED = frozenset({"unevaluatedProperties", "unevaluatedItems"})
STORES = frozenset({"$defs", "definitions", "contentSchema"})  # they hold subschemas and apply none
MOST = 20_000  # applications to one value: a quarter of a millisecond, or half a second a thousand items
MOST_IN_A_ROW = 400  # subschemas, which fit even a small thread's stack
MOST_RECURSIVE = 2_000  # where a schema leads back to itself the engine's time grows with the square


@dataclass(frozen=True, slots=True)
class Recursion:
    """Whether some subschema may lead back to itself, and whether one may apply itself to one child in two ways."""

    recurs: bool
    doubles: bool


def recursion(job: CompileJob) -> Recursion:
    """How a schema leads back to itself.

    It doubles nothing where one reference at most leads on from each of those that lead to one another: what is inside
    of something stands there in one way only. Else the evaluator's graph has to tell.
    """
    ways = _ways(job)
    if ways is None:
        recurs = postorder(_nodes(job)[0], _targets)[1]
        return Recursion(recurs, recurs and job.program().doubles)
    if not any(ways.values()):
        return NONE
    together = components(ways) if len(ways) > 1 else [[*ways]]
    loops = [set(loop) for loop in together if len(loop) > 1 or loop[0] in ways[loop[0]]]
    is_single = all(sum(target in loop for target in ways[text]) <= 1 for loop in loops for text in loop)
    return Recursion(bool(loops), not is_single and job.program().doubles)


NONE = Recursion(recurs=False, doubles=False)


def in_a_row(job: CompileJob) -> int:
    """How many subschemas follow one another at most, a way back not counted; 1 for a schema with few references."""
    if _references(job) <= FEW:
        return 1
    return longest(postorder(_nodes(job)[0], _targets)[0], _targets)


def is_multiplying(job: CompileJob, unevaluated: int) -> bool:
    """Whether subschemas are applied to one value out of all proportion.

    The engine keeps no count, cannot be stopped, and judges again what stands beside each of the `unevaluated`.
    """
    if _references(job) <= FEW and 2 * unevaluated <= FEW:
        return False
    nodes = _nodes(job)
    order, recurs = postorder(nodes[0], _targets)
    place = {id(node): number for number, node in enumerate(order)}
    count = dict.fromkeys(place, 0)
    count[id(nodes[0])] = 1
    for node in reversed(order):
        again = count[id(node)] * (1 + len(UNEVALUATED & node.position.schema.keys()))
        for keyword, target in node.ways:
            if place[id(target)] < place[id(node)]:
                count[id(target)] += again if keyword in SAME_VALUE else count[id(node)]
    return sum(count.values()) > len(order) + (MOST_RECURSIVE if recurs else MOST)


def _is_plain(reference: Reference) -> bool:
    """Whether a reference is a pointer from the root of a document that has one resource."""
    text = reference.text
    return (
        reference.keyword == "$ref"
        and (text == "#" or text.startswith("#/"))
        and "%" not in text
        and reference.holder.resource.pointer == ""
    )


def _references(job: CompileJob) -> int:
    """How many references there are."""
    skimmed = job.world.skimmed
    if skimmed is not None:
        return len(skimmed.references)
    return sum(len(document.references) for document in job.world.all_documents)


def _ways(job: CompileJob) -> Mapping[str, Sequence[str]] | None:
    """By each pointer that something refers to, the pointers referred to inside of it; None where others refer too.

    What is inside a target counts as reached from it.
    """
    world = job.world
    if world.skimmed is not None:
        return inside(world.skimmed, job.dialect)
    references = world.root.references
    if world.documents or not all(map(_is_plain, references)):
        return None
    found: dict[str, list[str]] = {reference.text: [] for reference in references}
    for reference in references:
        around = "#" + reference.pointer
        while around != "#":
            around = around.rpartition("/")[0]
            if around in found:
                found[around].append(reference.text)
    return found


def _nodes(job: CompileJob) -> Sequence[Node]:
    """The subschemas that the root leads to, each once for every dynamic scope, the root first."""
    return Walk(job, _fill).lowered().nodes


def _fill(walk: Walk, node: Node) -> None:
    """Follow what a subschema applies; nothing is written."""
    schema, dialect = node.position.schema, node.position.resource.dialect
    if dialect.ref_hides_siblings and type(schema.get("$ref")) is str:
        walk.reference(node, "$ref", schema["$ref"])
        return
    for keyword in REFERENCES:
        if keyword in schema and keyword in dialect.keywords and dialect.keywords[keyword].vocabulary:
            walk.reference(node, keyword, schema[keyword])
    for tokens, child in children(schema, dialect):
        if type(child) is dict and tokens[0] not in STORES:
            walk.inside(node, str(tokens[0]), child)


def _targets(node: Node) -> Iterable[Node]:
    return (target for _, target in node.ways)
