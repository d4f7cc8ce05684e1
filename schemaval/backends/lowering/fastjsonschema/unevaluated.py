"""`unevaluated*` lowered: nested conditions, and in each case what is left over."""

from schemaval.backends.lowering.fastjsonschema.applicators import Context, choice, condition, items, members
from schemaval.backends.lowering.fastjsonschema.coverage import Coverage, Evaluated, Split, TooManyBranches, coverage
from schemaval.backends.lowering.fastjsonschema.piece import ALWAYS, Piece
from schemaval.evaluator.items import UnevaluatedItems
from schemaval.evaluator.members import UnevaluatedProperties
from schemaval.evaluator.node import Node


def lower_unevaluated(rule: UnevaluatedProperties | UnevaluatedItems, context: Context) -> Piece:
    """The piece that asks of every member, or item, what the rule asks of those that nothing else evaluates."""
    rest = context.embed(rule.rest.node)
    if rest.always:
        return ALWAYS
    kind = dict if isinstance(rule, UnevaluatedProperties) else list
    try:
        tree = coverage(rule.owner, kind)
    except TooManyBranches:
        return context.refuse(rule.owner, "branches", rule.keyword)
    return _case(tree, rest, kind, rule.owner, context)


def _case(tree: Coverage, rest: Piece, kind: type, owner: Node, context: Context) -> Piece:
    if isinstance(tree, Split):
        when = Piece({"required": [tree.test]}, 4) if isinstance(tree.test, str) else context.embed(tree.test)
        yes, no = (_case(case, rest, kind, owner, context) for case in (tree.yes, tree.no))
        return condition(when, yes, no, owner, context)
    if tree.every:
        return ALWAYS
    return _left_over(tree, rest, owner, context) if kind is dict else _left_items(tree, rest, context)


def _left_over(done: Evaluated, rest: Piece, owner: Node, context: Context) -> Piece:
    properties = dict.fromkeys(sorted(done.names), ALWAYS)
    return members(properties, [(source, ALWAYS) for source in sorted(done.patterns)], rest, owner, context)


def _left_items(done: Evaluated, rest: Piece, context: Context) -> Piece:
    """The items after the first ones that no `contains` finds either."""
    found = [context.embed(node) for node in sorted(done.contained, key=lambda node: node.location)]
    return items([ALWAYS] * done.first, choice([*found, rest], only_one=False))
