"""Applicators lowered: a table from the evaluator's rules to the functions that write them in the engine's form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from schemaval.backends.lowering.fastjsonschema.assertions import (
    Notes,
    lower_assertion,
    lower_dependent_required,
    lower_required,
    lower_types,
)
from schemaval.backends.lowering.fastjsonschema.piece import ALWAYS, NEVER, Piece, conjunction, holding
from schemaval.backends.lowering.fastjsonschema.unions import as_types
from schemaval.evaluator.applicators import All, Choice, Condition, Dependent, Not, TypeUnion
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.items import Contains, Items
from schemaval.evaluator.members import Members, PropertyNames
from schemaval.evaluator.node import Edge, Node, Rule
from schemaval.evaluator.required import DependentRequired, Required, RequiredMember

MAX_KNOWN = 256  # the engine looks through all names of properties at each additional one


class Context(Notes, Protocol):
    """What an applicator may ask of the writing as a whole."""

    def embed(self, node: Node, *, name: str = "") -> Piece:
        """The piece that stands for a node under a keyword, and under a property's name: itself, or a reference."""

    def pattern(self, text: str) -> str:
        """The name under which the engine searches for a pattern in names."""

    def apart(self, piece: Piece) -> Piece:
        """The piece itself, or a reference to it where it is nested deep."""

    def later(self, node: Node, keyword: str) -> None:
        """Note a keyword that the engine knows from draft-06 on only."""


def _all(rule: All, context: Context) -> Piece:
    return conjunction(context.embed(edge.node) for edge in rule.parts)


def _choice(rule: Choice, context: Context) -> Piece:
    return choice([context.embed(edge.node) for edge in rule.branches], only_one=rule.only_one)


def choice(branches: Sequence[Piece], *, only_one: bool) -> Piece:
    """The piece that asks for one of the branches, or exactly one."""
    branches = [branch for branch in branches if not branch.never]
    if len(branches) < 2:
        return branches[0] if branches else NEVER
    if not only_one and any(branch.always for branch in branches):
        return ALWAYS
    keyword = "oneOf" if only_one else "anyOf"
    return as_types(branches) or holding(
        {keyword: [branch.schema for branch in branches]}, [(keyword, branch) for branch in branches], 3
    )


def negation(piece: Piece) -> Piece:
    """The piece that a value satisfies when it does not satisfy `piece`."""
    if piece.always or piece.never:
        return NEVER if piece.always else ALWAYS
    return holding({"not": piece.schema}, [("not", piece)], 3)


def _not(rule: Not, context: Context) -> Piece:
    return negation(choice([context.embed(edge.node) for edge in rule.parts], only_one=False))


def _condition(rule: Condition, context: Context) -> Piece:
    then, otherwise = (ALWAYS if edge is None else context.embed(edge.node) for edge in (rule.then, rule.otherwise))
    return condition(context.embed(rule.when.node), then, otherwise, rule.owner, context)


def condition(when: Piece, then: Piece, otherwise: Piece, owner: Node, context: Context) -> Piece:
    """The piece that asks for `then` where `when` holds, and for `otherwise` elsewhere."""
    if when.always or when.never:
        return then if when.always else otherwise
    if then.always and otherwise.always:
        return ALWAYS
    context.later(owner, "if")
    parts = {"if": when, "then": then, "else": otherwise}
    used = {keyword: context.apart(part) for keyword, part in parts.items() if not part.always}
    return holding({keyword: part.schema for keyword, part in used.items()}, used.items(), 3)


def _dependent(rule: Dependent, context: Context) -> Piece:
    parts = {name: context.embed(edge.node) for name, edge in rule.schemas.items()}
    used = {name: part for name, part in parts.items() if not part.always}
    if not used:
        return ALWAYS
    return holding(
        {"dependencies": {name: part.schema for name, part in used.items()}},
        [("dependencies", part) for part in used.values()],
        2,
    )


def _type_union(rule: TypeUnion, context: Context) -> Piece:
    value = rule.owner.position.schema[rule.keyword]
    names = [name for name in ([value] if type(value) is str else value) if type(name) is str]
    parts = [lower_types(names, rule.owner, context)] if names else []
    union = choice([*parts, *(context.embed(edge.node) for edge in rule.schemas)], only_one=False)
    return negation(union) if rule.negated else union


# members


def _members(rule: Members, context: Context) -> Piece:
    properties = {name: context.embed(edge.node, name=name) for name, edge in rule.properties.items()}
    patterns = [(str(edge.tokens[1]), context.embed(edge.node)) for _, edge in rule.patterns]
    additional = ALWAYS if rule.additional is None else context.embed(rule.additional.node)
    return members(properties, patterns, additional, rule.owner, context)


def members(
    properties: Mapping[str, Piece],
    patterns: Iterable[tuple[str, Piece]],
    additional: Piece,
    owner: Node,
    context: Context,
) -> Piece:
    """The piece that asks something of the members of an object, `patterns` by their source."""
    if additional.always:
        properties = {name: part for name, part in properties.items() if not part.always}
        patterns = [(source, part) for source, part in patterns if not part.always]
    parts = [("properties", part) for part in properties.values()]
    parts += [("patternProperties", part) for _, part in patterns]
    schema: dict[str, Any] = {}
    if properties:
        schema["properties"] = {name: part.schema for name, part in properties.items()}
    if patterns:
        schema["patternProperties"] = {context.pattern(source): part.schema for source, part in patterns}
    if not additional.always:
        parts.append(("additionalProperties", additional))
        schema["additionalProperties"] = False if additional.never else additional.schema
        if not additional.never and len(properties) > MAX_KNOWN:
            return context.refuse(owner, "size", "properties")
    if not schema:
        return ALWAYS
    return holding(schema, parts, 3 + 2 * len(parts))


def _property_names(rule: PropertyNames, context: Context) -> Piece:
    names = context.embed(rule.names.node)
    if names.always:
        return ALWAYS
    if names.never:
        return Piece({"maxProperties": 0}, 4)
    context.later(rule.owner, "propertyNames")
    return holding({"propertyNames": names.schema}, [("propertyNames", names)], 8)


# items


def _items(rule: Items, context: Context) -> Piece:
    rest = ALWAYS if rule.rest is None else context.embed(rule.rest.node)
    return items([context.embed(edge.node) for edge in rule.prefix], rest)


def items(prefix: Sequence[Piece], rest: Piece) -> Piece:
    """The piece that asks something of the items of an array: of the first ones, one by one, and of the rest."""
    if rest.always and all(part.always for part in prefix):
        return ALWAYS
    if not prefix:
        return holding({"items": False if rest.never else rest.schema}, [("items", rest)], 4)
    schema: dict[str, Any] = {"items": [part.schema for part in prefix]}
    parts = [("prefix", part) for part in prefix]
    if not rest.always:
        schema["additionalItems"] = False if rest.never else rest.schema
        parts.append(("additionalItems", rest))
    return holding(schema, parts, 2 + 2 * len(parts))


def _contains(rule: Contains, context: Context) -> Piece:
    item = context.embed(rule.item.node)
    least, most = rule.required, rule.most
    if item.always:
        bounds = {"minItems": least, "maxItems": most}
        return Piece({name: bound for name, bound in bounds.items() if bound}, 6) if most != 0 else _none(item, least)
    if least == 0 and most is None:
        return ALWAYS
    if item.never:
        return ALWAYS if least == 0 else negation(_ARRAY)
    if most == 0:
        context.later(rule.owner, "contains")
        return _none(item, least)
    if least != 1 or most is not None:
        return context.refuse(rule.owner, "contains", "maxContains" if most is not None else "minContains")
    context.later(rule.owner, "contains")
    return holding({"contains": item.schema}, [("contains", item)], 6)


_ARRAY = Piece({"type": "array"}, 2)


def _none(item: Piece, least: int) -> Piece:
    """No item of an array may satisfy `item`, and at least `least` must."""
    if least:
        return negation(_ARRAY)
    return Piece({"maxItems": 0}, 4) if item.always else items((), negation(item))


LOWERINGS: Mapping[type[Rule], Callable[[Any, Context], Piece]] = {
    All: _all,
    Choice: _choice,
    Not: _not,
    Condition: _condition,
    Dependent: _dependent,
    TypeUnion: _type_union,
    Members: _members,
    PropertyNames: _property_names,
    Items: _items,
    Contains: _contains,
    Assertion: lower_assertion,
    Required: lower_required,
    RequiredMember: lower_required,
    DependentRequired: lower_dependent_required,
}

__all__ = ["LOWERINGS", "Context", "Edge", "condition", "items", "members"]
