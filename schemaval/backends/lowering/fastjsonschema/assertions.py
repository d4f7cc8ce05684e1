"""Assertions lowered: a table from keyword to the function that writes what the keyword asks in the engine's form."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from schemaval.backends.lowering.fastjsonschema.numbers import (
    compares_exactly,
    divides_exactly,
    is_dyadic,
    literal,
)
from schemaval.backends.lowering.fastjsonschema.piece import ALWAYS, NEVER, Piece, holding
from schemaval.backends.lowering.fastjsonschema.values import EXACT
from schemaval.dialects import BY_DRAFT
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.items import Items
from schemaval.evaluator.node import Node
from schemaval.evaluator.required import DependentRequired, Required, RequiredMember
from schemaval.formats import check_for
from schemaval.jsonvalue import JSON, as_count
from schemaval.keywords import Draft

TYPES = ("null", "boolean", "number", "integer", "string", "array", "object")
FEW = 5  # so many comparisons cost no more than one look into a set


class Notes(Protocol):
    """What an assertion may ask of the writing as a whole."""

    is_old: bool

    def check(self, key: tuple[str, str], make: Callable[[], Callable[[str], Any]]) -> str:
        """The name under which the engine calls a check of strings, made once for a key."""

    def match(self, text: str) -> str:
        """The name under which the engine calls the search for a pattern."""

    def doubt(self) -> None:
        """Note that the engine is exact on plain values only."""

    def blind(self, node: Node) -> None:
        """Note that the engine takes a Decimal there for something else."""

    def refuse(self, node: Node, fault: str, keyword: str = "") -> Piece:
        """Note that the schema must be refused."""


def lower_assertion(rule: Assertion, notes: Notes) -> Piece:
    """The piece of one assertion."""
    return _KEYWORDS[rule.keyword](rule, rule.owner.position.schema[rule.keyword], notes)


# type


def lower_types(names: Sequence[str], node: Node, notes: Notes) -> Piece:
    """The piece that asks for one of the named types."""
    draft = node.position.resource.dialect.draft
    if draft is Draft.D3 and any(name not in TYPES for name in names):
        return ALWAYS  # "any", and names that mean nothing
    known = [name for name in dict.fromkeys(names) if name in TYPES]
    if "number" in known and "integer" in known:
        known.remove("integer")
    if "integer" in known:
        if (draft < Draft.D6) is not notes.is_old:
            return notes.refuse(node, "mixed drafts")
        notes.blind(node)
    if not known:
        return NEVER
    return Piece({"type": known[0] if len(known) == 1 else known}, 2)


def _type(rule: Assertion, value: JSON, notes: Notes) -> Piece:
    return lower_types([value] if type(value) is str else value, rule.owner, notes)


# enum and const


def _const(rule: Assertion, value: JSON, notes: Notes) -> Piece:
    return _enum(rule, [value], notes)


def _enum(rule: Assertion, values: Sequence[JSON], notes: Notes) -> Piece:
    texts = [value for value in values if type(value) is str]
    others = [value for value in values if type(value) is not str]
    if len(texts) <= FEW:
        texts, others = [], list(values)
    parts = []
    if texts:
        check = notes.check(("enum", repr(texts)), lambda: frozenset(texts).__contains__)
        kinds = ["string", "null"] if others and all(value is None for value in others) else "string"
        parts.append(Piece({"type": kinds, "format": check}, 4))
        if kinds != "string":
            others = []
    if others:
        parts.append(Piece({"enum": [_data(value, rule, notes) for value in others]}, _size(others)))
    if len(parts) < 2:
        return parts[0] if parts else NEVER
    return holding({"anyOf": [part.schema for part in parts]}, [("anyOf", part) for part in parts], 4)


def _data(value: JSON, rule: Assertion, notes: Notes) -> JSON:
    """A value as the engine compares with it exactly, for plain values at least."""
    kind = type(value)
    if kind is list or kind is tuple:
        return [_data(item, rule, notes) for item in value]
    if kind is dict:
        return {name: _data(member, rule, notes) for name, member in value.items()}
    if kind is int or kind is float or kind is Decimal:
        number = literal(value)
        notes.blind(rule.owner)
        if number is None:
            notes.refuse(rule.owner, "large constants", rule.keyword)
            return 0
        if abs(number) > EXACT:
            notes.doubt()
        return number
    return value


def _size(values: Sequence[JSON]) -> int:
    """How many comparisons the engine writes."""
    size = 0
    pending = list(values)
    while pending:
        value = pending.pop()
        size += 1
        if type(value) is dict:
            pending += value.values()
        elif type(value) is list:
            pending += value
    return size


# lengths


def _least(rule: Assertion, value: JSON, _notes: Notes) -> Piece:
    return Piece({rule.keyword: as_count(value)}, 4) if value > 0 else ALWAYS


def _most(rule: Assertion, value: JSON, _notes: Notes) -> Piece:
    return Piece({rule.keyword: as_count(value)}, 4)


# numbers


def _bound(rule: Assertion, value: JSON, notes: Notes) -> Piece:
    keyword = rule.keyword
    schema = rule.owner.position.schema
    draft = rule.owner.position.resource.dialect.draft
    exclusive = "exclusive" + keyword.removeprefix("exclusive").capitalize()
    if draft <= Draft.D4 and schema.get(exclusive) is True:
        keyword = exclusive
    limit = literal(value)
    if limit is None:
        return notes.refuse(rule.owner, "large bounds", rule.keyword)
    if (type(limit) is float and not is_dyadic(limit)) or not compares_exactly(keyword, limit):
        notes.doubt()
    if notes.is_old and keyword == exclusive:
        return Piece({keyword.removeprefix("exclusive").lower(): limit, keyword: True}, 3)
    return Piece({keyword: limit}, 3)


def _multiple(rule: Assertion, value: JSON, notes: Notes) -> Piece:
    divisor = literal(value)
    if divisor is None or not divides_exactly(divisor):
        return notes.refuse(rule.owner, "fine multiples", rule.keyword)
    notes.doubt()
    return Piece({"multipleOf": divisor}, 8)


# strings


def _pattern(_rule: Assertion, value: JSON, notes: Notes) -> Piece:
    return Piece({"format": notes.match(value)}, 3)


def _format(rule: Assertion, value: JSON, notes: Notes) -> Piece:
    dialect = BY_DRAFT[rule.owner.position.resource.dialect.draft].name
    check = check_for(value, dialect)
    if check is None:
        return ALWAYS
    return Piece({"format": notes.check((f"format {dialect}", value), lambda: check)}, 3)


def _content(rule: Assertion, _value: JSON, notes: Notes) -> Piece:
    schema = rule.owner.position.schema
    asked = repr((rule.keyword, schema.get("contentEncoding"), schema.get("contentMediaType")))
    return Piece({"format": notes.check(("content", asked), lambda: rule.tests[str])}, 3)


# arrays and objects


def _unique(rule: Assertion, _value: JSON, notes: Notes) -> Piece:
    if not _holds_simple_items(rule.owner):
        notes.doubt()
    return Piece({"uniqueItems": True}, 5)


def _holds_simple_items(node: Node) -> bool:
    """Whether the items can only be strings, booleans and nulls, which the engine tells apart exactly."""
    for rule in node.rules:
        if isinstance(rule, Items) and not rule.prefix and rule.rest is not None:
            return any(_is_simple(test) for test in rule.rest.node.rules)
    return False


def _is_simple(rule: object) -> bool:
    if not isinstance(rule, Assertion):
        return False
    value = rule.owner.position.schema[rule.keyword]
    if rule.keyword == "type":
        return {"string", "boolean", "null"}.issuperset([value] if type(value) is str else value)
    return rule.keyword == "enum" and all(type(member) in (str, bool, type(None)) for member in value)


def lower_required(rule: Required | RequiredMember, _notes: Notes) -> Piece:
    """The piece that asks for names."""
    return Piece({"required": list(dict.fromkeys(rule.names))}, 4)


def lower_dependent_required(rule: DependentRequired, _notes: Notes) -> Piece:
    """The piece that asks for names beside names."""
    needs = {name: list(wanted) for name, wanted in rule.needs.items()}
    return Piece({"dependencies": needs}, 2 + sum(2 * len(wanted) for wanted in needs.values()))


_KEYWORDS: Mapping[str, Callable[[Assertion, JSON, Notes], Piece]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    **dict.fromkeys(("minLength", "minItems", "minProperties"), _least),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), _most),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _bound),
    **dict.fromkeys(("multipleOf", "divisibleBy"), _multiple),
    "pattern": _pattern,
    "format": _format,
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
    "uniqueItems": _unique,
}
