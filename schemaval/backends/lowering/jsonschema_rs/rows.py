"""What is to be done about a keyword, as rows: each looks at one value and tells the plan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from schemaval.backends.lowering.jsonschema_rs.doubt import are_apart, looks
from schemaval.backends.lowering.jsonschema_rs.faults import FAULTS
from schemaval.backends.lowering.jsonschema_rs.loops import UNEVALUATED
from schemaval.backends.lowering.jsonschema_rs.numbers import (
    BOUNDS,
    GUARD,
    admits_strange,
    holds_large,
    holds_zero,
    is_guarded,
    is_large,
    is_zero,
)
from schemaval.backends.lowering.jsonschema_rs.patterns import is_alike
from schemaval.backends.lowering.jsonschema_rs.spine import Spine
from schemaval.backends.lowering.jsonschema_rs.tame import MAX_DEPTH
from schemaval.backends.protocol import CompileJob
from schemaval.dialects import BY_DRAFT, Dialect
from schemaval.errors import LimitExceeded, Reason
from schemaval.formats import Check, check_for
from schemaval.jsonvalue import JSON
from schemaval.keywords import ROWS as KEYWORDS
from schemaval.keywords import Draft
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape
from schemaval.references.document import Document, Position

MOST_COMPARED = 1_000  # values of an enum; those that take ten times as long to compare count as ten
MOST_LOOKED_AT = 4_000  # subschemas, for numbers below what may be negated


@dataclass(slots=True)
class Plan:
    """How the engine is to be asked, as far as it is known.

    `schema` and `resources` are what it is given, `formats` the checks of the formats that assert, `taken` the
    keywords that the evaluator's tests take over. `wary` says that each value is to be looked at before the engine
    is asked, `recurs` that this is so for its depth alone: the engine then gets none that is nested in more than
    `levels`. `unevaluated` counts the keywords of that name. `left` is how many subschemas may still be looked at for
    numbers. `reasons` say why the engine must not be asked at all.
    """

    job: CompileJob
    schema: JSON
    resources: list[tuple[str, JSON]] = field(default_factory=list)
    formats: dict[str, Check] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    wary: bool = False
    recurs: bool = False
    levels: int = MAX_DEPTH
    unevaluated: int = 0
    left: list[int] = field(default_factory=lambda: [MOST_LOOKED_AT])
    reasons: list[Reason] = field(default_factory=list)


@dataclass(slots=True)
class At:
    """A subschema under examination: `schema` as it was, read in `dialect`; `read` gives its document."""

    plan: Plan
    read: Callable[[], Document]
    schema: Mapping[str, Any]
    dialect: Dialect
    spine: Spine
    is_guarded: bool = False

    @property
    def position(self) -> Position:
        """Where it stands, which few rows need to know."""
        return self.read().positions[id(self.schema)]

    @property
    def draft(self) -> Draft:
        """The draft that it is read in."""
        return self.dialect.draft

    def refuse(self, keyword: str, why: str) -> None:
        """Note why the engine must not be asked."""
        pointer = f"{self.position.document_pointer}/{escape(keyword)}"
        self.plan.reasons.append(Reason(pointer, keyword, why))

    def drop(self, keyword: str) -> None:
        """Take a keyword out."""
        del self.spine.at(self.schema)[keyword]

    def guard(self) -> None:
        """Refuse the numbers that the engine cannot read, before anything else is asked of them."""
        if not self.is_guarded:
            self.is_guarded = True
            mine = self.spine.at(self.schema)
            mine["allOf"] = [*mine.get("allOf", ()), dict(GUARD)]

    def child(self, schema: JSON) -> Position | None:
        """Where a subschema directly inside stands; None for a boolean."""
        return self.read().positions.get(id(schema)) if type(schema) is dict else None


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
    if type(value) is not str:
        _compared(at, keyword, value)


def _enum(at: At, keyword: str, value: JSON) -> None:
    most = at.plan.job.limits.max_enum_values
    if most is not None and len(value) > most:
        raise LimitExceeded("max_enum_values", len(value), f"{at.position.document_pointer}/{keyword}")
    if _is_slow(value):
        at.plan.taken.add(keyword)
        return
    for member in value:
        if type(member) is not str:
            _compared(at, keyword, member)


def _is_slow(values: list[JSON]) -> bool:
    """Whether the engine, which compares a value with one after the other, may take too long over so many."""
    weight = sum(_WEIGHTS.get(type(value), 1) for value in values)
    return weight > MOST_COMPARED


_WEIGHTS: Mapping[type, int] = {float: 10, Decimal: 10, list: 10, tuple: 10, dict: 10}


def _compared(at: At, keyword: str, value: JSON) -> None:
    if holds_large(value) or holds_zero(value):
        at.plan.taken.add(keyword)
    elif is_zero(value) and admits_strange(at.schema):
        at.guard()


def _unique(at: At, keyword: str, value: JSON) -> None:
    """Items that are texts, booleans or null are compared rightly, and none of them is deep."""
    if value is True:
        items = at.schema.get("items")
        names = items.get("type") if type(items) is dict and "prefixItems" not in at.schema else None
        if not names or not _FLAT.issuperset([names] if type(names) is str else names):
            at.plan.taken.add(keyword)


_FLAT = frozenset({"string", "boolean", "null"})


# doubt


def _one(at: At, _keyword: str, value: JSON) -> None:
    _doubt(at, [value])


def _one_of(at: At, _keyword: str, value: JSON) -> None:
    if len(value) > 1:
        _doubt(at, value, may_be_apart=True)


def _contains(at: At, _keyword: str, value: JSON) -> None:
    """With a bound from above, an item too few may make the whole hold."""
    operand = at.child(value)
    if "maxContains" in at.schema and operand is not None and any(looks(operand, at.plan.job.world, at.plan.left)):
        at.plan.wary = True


def _doubt(at: At, operands: list[JSON], *, may_be_apart: bool = False) -> None:
    """Guard the holder, or all values, where one of the operands looks at numbers."""
    if at.plan.wary:
        return
    world = at.plan.job.world
    found = [operand for operand in map(at.child, operands) if operand is not None]
    seen = [looks(operand, world, at.plan.left) for operand in found]
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


def _compile(at: At, keyword: str, value: JSON) -> None:
    try:
        compile_pattern(value, at.plan.job.limits.patterns)
    except UnsupportedPattern as error:
        at.refuse(keyword, str(error))


def _format(at: At, _keyword: str, value: JSON) -> None:
    if not (at.plan.job.assert_formats or at.dialect.asserts_formats):
        return
    check = check_for(value, BY_DRAFT[at.draft].name)
    if check is not None:
        at.plan.formats[value] = check


def _content(at: At, keyword: str, _value: JSON) -> None:
    """Draft-07 asserts content, later dialects annotate."""
    if at.draft is Draft.D7:
        at.plan.taken.add(keyword)


# the rest


def _faulty(at: At, keyword: str, value: JSON) -> None:
    for fault in FAULTS:
        if fault.keyword == keyword and at.draft in fault.drafts and fault.shows(value, at.position, at.plan.job):
            at.refuse(keyword, fault.why)


def _unevaluated(at: At, keyword: str, value: JSON) -> None:
    at.plan.unevaluated += 1
    _faulty(at, keyword, value)


def _schema(at: At, keyword: str, _value: JSON) -> None:
    """Without an identifier beside it `$schema` counts at a document's root only."""
    if at.position.document_pointer and type(at.schema.get(at.dialect.id_keyword)) is not str:
        at.drop(keyword)
    elif at.dialect.is_custom:
        at.spine.at(at.schema)[keyword] = BY_DRAFT[at.draft].uri


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
    "patternProperties": _faulty,
    "format": _format,
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
    **dict.fromkeys(UNEVALUATED, _unevaluated),
    "$schema": _schema,
    "$recursiveRef": _faulty,
    "dependencies": _faulty,
}
WITH_FORMAT = frozenset(ROWS)
LOOKED_AT = WITH_FORMAT - {"format"}
STRAYS: Mapping[Draft, frozenset[str]] = {Draft.D6: frozenset({"contentEncoding", "contentMediaType"})}
EVERYTHING = frozenset(row.name for row in KEYWORDS)
