"""How the engine is to be asked of a schema: nearly always as it stands."""

from collections.abc import Callable
from typing import Any

from schemaval.backends.lowering.jsonschema_rs.loops import MOST_IN_A_ROW, in_a_row, is_multiplying, recursion
from schemaval.backends.lowering.jsonschema_rs.rows import EVERYTHING, LOOKED_AT, ROWS, STRAYS, WITH_FORMAT, At, Plan
from schemaval.backends.lowering.jsonschema_rs.spine import Spine
from schemaval.backends.lowering.jsonschema_rs.tame import MAX_DEPTH
from schemaval.backends.lowering.shallow import may_be_many
from schemaval.backends.lowering.work import DOUBLES
from schemaval.backends.protocol import CompileJob
from schemaval.dialects import BY_DRAFT, Dialect
from schemaval.errors import Reason
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft, table
from schemaval.references.document import Document


def needs_no_plan(job: CompileJob) -> bool:
    """Whether no row has anything to say of the schema, as is so for most: the engine is asked of it as it stands.

    And of any value, since not much is applied to one.
    """
    skimmed = job.world.skimmed
    if skimmed is None or skimmed.references or may_be_many(job):
        return False
    return all(map(_asked(job, _BELOW).isdisjoint, skimmed.schemas))


def plan(job: CompileJob) -> Plan:
    """Look at the schema of `job`, and lower what the engine would get wrong.

    Raises LimitExceeded where an enum is longer than the limits allow.
    """
    world = job.world
    made = Plan(job, job.schema)
    if world.skimmed is not None:  # one resource in a standard dialect, its references plain
        none = _asked(job, _BELOW).isdisjoint
        held = [(schema, job.dialect) for schema in world.skimmed.schemas if not none(schema)]
        made.schema = _changed(made, lambda: world.root, job.schema, held)
    elif world.root.positions:
        made.schema = _lowered(made, world.root)
    if world.documents:
        given = [(uri, document) for uri, document in world.documents.items() if uri in world.given]
        made.resources = [(uri, _declared(_lowered(made, document), document)) for uri, document in given]
    for reference in world.from_document.values():
        why = "it leads nowhere in its own resource, and is followed from the document's root"
        made.reasons.append(Reason(reference.pointer, reference.keyword, why))
    if world.skimmed is None and (len(world.root.resources) > 1 or world.documents):
        _look_at_dialects(made)
    references = world.root.references if world.skimmed is None else world.skimmed.references
    if (made.unevaluated or references) and not made.reasons:
        _look_at_loops(made)
    return made


def _look_at_loops(made: Plan) -> None:
    """Refuse what an engine that keeps no count may take too long or too much of the stack for."""
    found = recursion(made.job)
    made.recurs = found.recurs
    if found.doubles:
        made.reasons.append(Reason("", "", DOUBLES))
    row = in_a_row(made.job)
    made.levels = max(MAX_DEPTH * 3 // max(row, 3), 8)
    if row > MOST_IN_A_ROW:
        why = f"{row:,} subschemas follow one another, more than a small stack holds"
        made.reasons.append(Reason("", "", why))
    if is_multiplying(made.job, made.unevaluated):
        made.reasons.append(Reason("", "", "it applies subschemas to one value many times over"))


def _look_at_dialects(made: Plan) -> None:
    """Refuse what is only known to be right where one dialect holds for all."""
    dialects = {
        (resource.dialect.draft, resource.dialect.asserts_formats)
        for document in made.job.world.all_documents
        for resource in document.resources.values()
    }
    if len(dialects) > 1 and (made.formats or made.taken):
        made.reasons.append(
            Reason("", "$schema", "formats and exact keywords are the engine's for one dialect at a time")
        )


def _declared(schema: JSON, document: Document) -> JSON:
    """A resource that says its dialect itself."""
    if type(schema) is not dict or "$schema" in schema:
        return schema
    return {"$schema": BY_DRAFT[document.dialect.draft].uri, **schema}


def _lowered(made: Plan, document: Document) -> JSON:
    """The document as the engine is to see it."""
    resources = document.resources.values()
    if document.problems or len(resources) > 1 or document.dialect.draft is Draft.D3:
        _look_at_document(made, document)
        if made.reasons:
            return document.root
    is_custom = any(resource.dialect.is_custom for resource in resources)
    none = (EVERYTHING if is_custom else _asked(made.job, (LOOKED_AT, WITH_FORMAT))).isdisjoint
    positions = document.positions.values()
    held = [(at.schema, at.resource.dialect) for at in positions if not none(at.schema)]
    return _changed(made, lambda: document, document.root, held)


_BELOW = LOOKED_AT - {"$schema"}, WITH_FORMAT - {"$schema"}


def _asked(job: CompileJob, keywords: tuple[frozenset[str], frozenset[str]]) -> frozenset[str]:
    """The keywords with a row that may have something to say: of those without `format`, or of those with it."""
    return keywords[job.assert_formats or job.dialect.asserts_formats]


def _changed(made: Plan, read: Callable[[], Document], root: JSON, held: list[tuple[Any, Dialect]]) -> JSON:
    """The document with what the rows have changed in the subschemas that are held up to them."""
    if not held:
        return root
    spine = Spine(root)
    for schema, dialect in held:
        _look(At(made, read, schema, dialect, spine))
    return spine.root


def _look_at_document(made: Plan, document: Document) -> None:
    """Refuse malformed values that the metaschema lets pass, and resources that the engine may not find."""
    for problem in document.problems:
        made.reasons.append(Reason(problem.pointer, problem.keyword, f"expected {problem.shape.name}"))
    for resource in document.resources.values():
        if resource.dialect.draft is Draft.D3:
            why = f"the engine does not know {resource.dialect.name}"
            made.reasons.append(Reason(resource.pointer, "$schema", why))
    if document.adopted and len(document.resources) > 1:
        pointer = document.adopted[0].document_pointer
        made.reasons.append(Reason(pointer, "", "a reference leads into an unknown keyword"))


def _look(at: At) -> None:
    """Ask the table what is to be done about each keyword of a subschema."""
    dialect = at.dialect
    keywords = dialect.keywords
    for keyword, value in at.schema.items():
        if keyword not in keywords:
            if keyword in STRAYS.get(dialect.draft, ()) or (dialect.is_custom and keyword in table(dialect.draft)):
                at.drop(keyword)
        elif keyword in ROWS:
            ROWS[keyword](at, keyword, value)
