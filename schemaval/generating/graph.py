"""The subschemas behind a validator, with every reference followed already: the evaluator's own nodes."""

from collections.abc import Iterator

from schemaval.evaluator.node import Node
from schemaval.jsonvalue import JSON
from schemaval.validator import Validator

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
Tokens = tuple[str | int, ...]


class Graph:
    """Where the subschemas of a validator lead; `assert_formats` says what the validator was told."""

    def __init__(self, validator: Validator) -> None:
        """The nodes are those that explain what the validator finds, whichever engine it has."""
        self.root = validator._program().root  # noqa: SLF001 - the nodes are no name for users
        self.is_valid = validator._program().is_valid  # noqa: SLF001 - the meaning itself
        self.assert_formats = validator._options.assert_formats  # noqa: SLF001 - what it was compiled with
        self._ways: dict[int, dict[Tokens, Node]] = {}

    def child(self, node: Node, *tokens: str | int) -> Node | None:
        """The subschema at `tokens` below `node`; None where it has no say."""
        return self._below(node).get(tokens)

    def references(self, node: Node) -> list[Node]:
        """What the references of `node` lead to."""
        below = self._below(node)
        return [below[(keyword,)] for keyword in REFERENCES if (keyword,) in below]

    def schemas(self) -> Iterator[JSON]:
        """Every subschema that the root leads to, as it is written."""
        pending, seen = [self.root], {id(self.root)}
        while pending:
            node = pending.pop()
            yield node.position.schema
            for target in self._below(node).values():
                if id(target) not in seen:
                    seen.add(id(target))
                    pending.append(target)

    def _below(self, node: Node) -> dict[Tokens, Node]:
        """The ways from a node, by one and by two tokens: a keyword alone, and a member or an item of its value."""
        ways = self._ways.get(id(node))
        if ways is None:
            ways = self._ways[id(node)] = {}
            for edge in (edge for rule in node.rules for edge in rule.edges()):
                ways.setdefault(edge.tokens[:1], edge.node)
                ways.setdefault(edge.tokens[:2], edge.node)
        return ways
