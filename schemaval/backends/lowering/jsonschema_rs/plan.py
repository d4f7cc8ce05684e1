"""What the engine is to be given for a schema: the schema, changed where it must be, and how it is to be asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemaval.backends.faults import Fault
from schemaval.backends.lowering.jsonschema_rs.doubt import are_apart, looks
from schemaval.backends.lowering.jsonschema_rs.loops import UNEVALUATED, is_multiplying, is_recursive
from schemaval.backends.lowering.jsonschema_rs.numbers import (
    BOUNDS,
    GUARD,
    admits_strange,
    holds_large,
    is_guarded,
    is_large,
)
from schemaval.backends.lowering.jsonschema_rs.patterns import is_alike
from schemaval.backends.lowering.jsonschema_rs.spine import Spine
from schemaval.backends.protocol import CompileJob
from schemaval.dialects import BY_DRAFT
from schemaval.errors import LimitExceeded, Reason
from schemaval.formats import Check, check_for
from schemaval.jsonvalue import JSON
from schemaval.keywords import ROWS as KEYWORDS
from schemaval.keywords import Draft, table
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape
from schemaval.references.document import Document, Position


@dataclass(slots=True)
class Plan:
    """How the engine is to be asked, as far as it is known.

    `schema` and `resources` are what it is given, `formats` the checks of the formats that assert, `taken` the
    keywords that the evaluator's tests take over. `wary` says that each value is to be looked at before the engine
    is asked; `unevaluated` counts the keywords of that name, `met` holds the keywords of 2019-09 that the engine gets
    wrong together. `reasons` say why it must not be asked at all.
    """

    job: CompileJob
    schema: JSON
    resources: list[tuple[str, JSON]] = field(default_factory=list)
    formats: dict[str, Check] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    wary: bool = False
    unevaluated: int = 0
    met: set[str] = field(default_factory=set)
    reasons: list[Reason] = field(default_factory=list)


def plan(job: CompileJob) -> Plan:
    """Look at the schema of `job`, and lower what the engine would get wrong.

    Raises LimitExceeded where an enum is longer than the limits allow.
    """
    world = job.world
    made = Plan(job, job.schema)
    if world.root.positions:
        made.schema = _lowered(made, world.root)
    if world.documents:
        given = [(uri, document) for uri, document in world.documents.items() if uri in world.given]
        made.resources = [(uri, _declared(_lowered(made, document), document)) for uri, document in given]
    if len(world.root.resources) > 1 or world.documents:
        _look_at_dialects(made)
    if len(made.met) > 1:
        why = "to the engine `contains` evaluates items in 2019-09 too"
        made.reasons.append(Reason("", "unevaluatedItems", why))
    if (world.root.references or made.unevaluated) and not made.reasons:
        made.wary |= is_recursive(job)
        if is_multiplying(job, made.unevaluated):
            made.reasons.append(Reason("", "", "it applies subschemas to one value many times over"))
    return made


def _look_at_dialects(made: Plan) -> None:
    """Refuse what is only known to be right where one dialect holds for all."""
    dialects = {
        (resource.dialect.draft, resource.dialect.asserts_formats)
        for document in made.job.world.all_documents
        for resource in document.resources.values()
    }
    if len(dialects) > 1 and (made.formats or made.taken):
        made.reasons.append(Reason("", "$schema", "formats and exact keywords are the engine's for one dialect at a time"))


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
    is_custom = any([resource.dialect.is_custom for resource in resources])
    looked_at = EVERYTHING if made.job.assert_formats or is_custom else LOOKED_AT
    none = looked_at.isdisjoint
    found = [position for position in document.positions.values() if not none(position.schema)]
    if not found:
        return document.root
    spine = Spine(document.root)
    for position in found:
        _look(At(made, position, spine))
    return spine.root


def _look_at_document(made: Plan, document: Document) -> None:
    """Refuse malformed values that the metaschema lets pass, and resources that the engine may not find."""
    for problem in document.problems:
        made.reasons.append(Reason(problem.pointer, problem.keyword, f"expected {problem.shape.name}"))
    for resource in document.resources.values():
        if resource.dialect.draft is Draft.D3:
            why = f"the engine does not know {resource.dialect.name}"
            made.reasons.append(Reason(resource.pointer, "$schema", why))
    if document.unannounced and len(document.resources) > 1:
        pointer = document.unannounced[0].document_pointer
        made.reasons.append(Reason(pointer, "", "a reference leads into an unknown keyword"))


def _look(at: "At") -> None:
    """Ask the table what is to be done about each keyword of a subschema."""
    dialect = at.position.resource.dialect
    keywords = dialect.keywords
    for keyword, value in at.position.schema.items():
        if keyword not in keywords:
            if keyword in STRAYS.get(dialect.draft, ()) or (dialect.is_custom and keyword in table(dialect.draft)):
                at.drop(keyword)
        elif keyword in ROWS:
            ROWS[keyword](at, keyword, value)


@dataclass(slots=True)
class At:
    """A subschema under examination."""

    plan: Plan
    position: Position
    spine: Spine
    is_guarded: bool = False

    @property
    def schema(self) -> Mapping[str, Any]:
        """The subschema as it was."""
        schema: Mapping[str, Any] = self.position.schema
        return schema

    @property
    def draft(self) -> Draft:
        """The draft that it is read in."""
        return self.position.resource.dialect.draft

    def refuse(self, keyword: str, why: str, way: str = "") -> None:
        """Note why the engine must not be asked."""
        pointer = f"{self.position.document_pointer}/{escape(keyword)}{way}"
        self.plan.reasons.append(Reason(pointer, keyword, why))

    def drop(self, keyword: str) -> None:
        """Take a keyword out."""
        del self.spine.at(self.position.document_pointer)[keyword]

    def guard(self) -> None:
        """Refuse the numbers that the engine cannot read, before anything else is asked of them."""
        if not self.is_guarded:
            self.is_guarded = True
            mine = self.spine.at(self.position.document_pointer)
            mine["allOf"] = [*mine.get("allOf", ()), dict(GUARD)]

    def child(self, schema: JSON) -> Position | None:
        """Where a subschema directly inside stands; None for a boolean."""
        return self.position.resource.document.positions.get(id(schema)) if type(schema) is dict else None


Row = Callable[[At, str, JSON], None]


# numbers


def _bound(at: At, keyword: str, value: JSON) -> None:
    if type(value) is bool:
        return
    if is_large(value):
        at.plan.taken.add(keyword)
    if admits_strange(at.schema):
        at.guard()


def _always_taken(at: At, keyword: str, _value: JSON) -> None:
    at.plan.taken.add(keyword)


def _const(at: At, keyword: str, value: JSON) -> None:
    if type(value) is not str and holds_large(value):
        at.plan.taken.add(keyword)


def _enum(at: At, keyword: str, value: JSON) -> None:
    most = at.plan.job.limits.max_enum_values
    if most is not None and len(value) > most:
        raise LimitExceeded("max_enum_values", len(value), f"{at.position.document_pointer}/{keyword}")
    if any(type(member) is not str and holds_large(member) for member in value):
        at.plan.taken.add(keyword)


def _unique(at: At, keyword: str, value: JSON) -> None:
    """Items that are texts, booleans or null are compared rightly, and none of them is deep."""
    if value is True:
        items = at.schema.get("items")
        names = items.get("type") if type(items) is dict and "prefixItems" not in at.schema else None
        if not names or not _FLAT.issuperset([names] if type(names) is str else names):
            at.plan.taken.add(keyword)


_FLAT = frozenset({"string", "boolean", "null"})


# doubt


def _one(at: At, keyword: str, value: JSON) -> None:
    _doubt(at, [value])


def _one_of(at: At, keyword: str, value: JSON) -> None:
    if len(value) > 1:
        _doubt(at, value, may_be_apart=True)


def _contains(at: At, keyword: str, value: JSON) -> None:
    if at.draft is Draft.D2019:
        at.plan.met.add(keyword)
    operand = at.child(value)
    if "maxContains" in at.schema and operand is not None and any(looks(operand, at.plan.job.world)):
        at.plan.wary = True


def _doubt(at: At, operands: list[JSON], *, may_be_apart: bool = False) -> None:
    """Guard the holder, or all values, where one of the operands looks at numbers."""
    if at.plan.wary:
        return
    world = at.plan.job.world
    found = [operand for operand in map(at.child, operands) if operand is not None]
    seen = [looks(operand, world) for operand in found]
    if not any(here or below for here, below in seen):
        return
    if may_be_apart and len(found) == len(operands) and are_apart(found, world):
        return
    if any(below for _, below in seen):
        at.plan.wary = True
    elif not is_guarded(at.schema):
        at.guard()


# texts


def _pattern(at: At, keyword: str, value: JSON) -> None:
    if not is_alike(value):
        at.plan.taken.add(keyword)
        _compile(at, keyword, value)


def _pattern_properties(at: At, keyword: str, value: JSON) -> None:
    for pattern in value:
        if not is_alike(pattern):
            at.refuse(keyword, "a pattern that the engine may read otherwise", "/" + escape(pattern))


def _compile(at: At, keyword: str, value: JSON) -> None:
    try:
        compile_pattern(value)
    except UnsupportedPattern as error:
        at.refuse(keyword, str(error))


def _format(at: At, _keyword: str, value: JSON) -> None:
    if not (at.plan.job.assert_formats or at.position.resource.dialect.asserts_formats):
        return
    check = check_for(value, BY_DRAFT[at.draft].name)
    if check is not None:
        at.plan.formats[value] = check


def _content(at: At, keyword: str, _value: JSON) -> None:
    """Draft-07 asserts content, later dialects annotate."""
    if at.draft is Draft.D7:
        at.plan.taken.add(keyword)


# the rest


def _unevaluated(at: At, keyword: str, _value: JSON) -> None:
    at.plan.unevaluated += 1
    if at.draft is Draft.D2019 and keyword == "unevaluatedItems":
        at.plan.met.add(keyword)


def _schema(at: At, keyword: str, _value: JSON) -> None:
    """Without an identifier beside it `$schema` counts at a document's root only."""
    if at.position.document_pointer and type(at.schema.get(at.position.resource.dialect.id_keyword)) is not str:
        at.drop(keyword)
    elif at.position.resource.dialect.is_custom:
        at.spine.at(at.position.document_pointer)[keyword] = BY_DRAFT[at.draft].uri


def _recursive_reference(at: At, keyword: str, value: JSON) -> None:
    if at.draft is Draft.D2019 and value != "#":
        at.refuse(keyword, "the engine takes every $recursiveRef for '#'")


ROWS: Mapping[str, Row] = {
    **dict.fromkeys(BOUNDS, _bound),
    "multipleOf": _always_taken,
    "const": _const,
    "enum": _enum,
    "uniqueItems": _unique,
    **dict.fromkeys(("not", "if"), _one),
    "oneOf": _one_of,
    "contains": _contains,
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "format": _format,
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
    **dict.fromkeys(UNEVALUATED, _unevaluated),
    "$schema": _schema,
    "$recursiveRef": _recursive_reference,
}
LOOKED_AT = frozenset(ROWS) - {"format"}
STRAYS: Mapping[Draft, frozenset[str]] = {Draft.D6: frozenset({"contentEncoding", "contentMediaType"})}
EVERYTHING = frozenset(row.name for row in KEYWORDS)
