"""From the evaluator's nodes to the engine's document: what is written in place, and what becomes a definition."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from schemaval.backends.lowering.fastjsonschema.applicators import LOWERINGS
from schemaval.backends.lowering.fastjsonschema.faults import FAULTS
from schemaval.backends.lowering.fastjsonschema.graph import Graph, graph
from schemaval.backends.lowering.fastjsonschema.piece import ALWAYS, NEVER, Piece, conjunction
from schemaval.backends.lowering.fastjsonschema.unevaluated import lower_unevaluated
from schemaval.backends.lowering.fastjsonschema.work import Unbounded, refuse_unbounded
from schemaval.errors import Reason
from schemaval.evaluator.applicators import TypeUnion
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.items import UnevaluatedItems
from schemaval.evaluator.members import UnevaluatedProperties
from schemaval.evaluator.node import Node
from schemaval.evaluator.program import Program
from schemaval.keywords import Draft
from schemaval.patterns import Policy, compile_pattern

MAX_LINES = 8_000  # of generated code, for which Python's compiler takes about half a second
SMALL = 8  # lines that are written again rather than called
LONG = 4_096  # characters of variables' names, which grow with the names of properties

_OLD = "http://json-schema.org/draft-04/schema#"


@dataclass(frozen=True, slots=True)
class Lowered:
    """What the engine compiles, and what its code calls by name.

    `checks` are functions of strings, under the names of formats; `patterns` are searches, under the names of
    patterns. `is_exact` says whether the engine is right for every value, not just for plain ones; `is_recursive`,
    whether functions lead back to themselves, and `calls_root`, whether to the root's. With `reasons` there is
    nothing to compile.
    """

    schema: Mapping[str, Any]
    checks: Mapping[str, Callable[[str], Any]]
    patterns: Mapping[str, Any]
    is_exact: bool
    is_recursive: bool
    calls_root: bool
    reasons: tuple[Reason, ...]


def lower(program: Program, policy: Policy = "linear") -> Lowered:
    """Rewrite the schema that `program` was built from; `policy` says how its patterns may be searched for."""
    return _Writing(program, policy).lowered()


@dataclass(slots=True)
class _Notes:
    """What is noted on the way."""

    reasons: list[Reason] = field(default_factory=list)
    blind: set[Node] = field(default_factory=set)
    is_doubtful: bool = False
    later: tuple[Node, str] | None = None


class _Writing:
    """One document in the making."""

    def __init__(self, program: Program, policy: Policy) -> None:
        """`program` tells whether its work is bounded by the schema's size."""
        self._policy = policy
        self.graph: Graph = graph(program.root)
        self.is_old = any(_asks_for_old_integers(node) for node in self.graph.order)
        self._is_checked = program.is_checked
        self._notes = _Notes()
        self._pieces: dict[Node, Piece] = {}
        self._references: dict[Node, Piece] = {program.root: Piece({"$ref": "#"}, 2)}
        self._numbers = count()
        self._definitions: dict[str, Mapping[str, Any]] = {}
        self._lines = 0
        self._names: dict[tuple[str, str], str] = {}
        self._checks: dict[str, Callable[[str], Any]] = {}
        self._patterns: dict[str, Any] = {}

    def lowered(self) -> Lowered:
        """The whole document."""
        if self._is_checked or self.graph.tested or self.graph.sought:
            try:
                refuse_unbounded(self.graph)
            except Unbounded:
                self.refuse(self.graph.root, "work")
        for node in self.graph.order:
            self._pieces[node] = self._written(node)
            if self._lines + self._pieces[node].lines > MAX_LINES:
                self.refuse(node, "size")
                break
        notes = self._notes
        is_exact = not (notes.is_doubtful or (notes.blind and notes.blind & self.graph.negated()))
        if self.is_old and notes.later is not None:
            self.refuse(notes.later[0], "mixed drafts", notes.later[1])
        return Lowered(
            self._document(),
            self._checks,
            self._patterns,
            is_exact=is_exact,
            is_recursive=bool(self.graph.heads),
            calls_root=self.graph.root in self.graph.heads,
            reasons=tuple(notes.reasons),
        )

    def _document(self) -> dict[str, Any]:
        document = dict(self._pieces.get(self.graph.root, ALWAYS).schema)
        if "$ref" in document:
            document = {"allOf": [document]}
        if self.is_old:
            document["$schema"] = _OLD
        if self._definitions:
            document["definitions"] = self._definitions
        return document

    def _written(self, node: Node) -> Piece:
        """The piece of a node; behind a reference where it is large and used often, led back to, or nested deep."""
        if node.forbids:
            return NEVER
        parts = []
        for rule in node.rules:
            if isinstance(rule, UnevaluatedProperties | UnevaluatedItems):
                parts.append(lower_unevaluated(rule, self))
            else:
                parts.append(LOWERINGS[type(rule)](rule, self))
        piece = conjunction(parts)
        if node is self.graph.root or piece.never or piece.always:
            return piece
        is_often_used = self.graph.uses[node] > 1 and piece.lines > SMALL
        if node in self.graph.heads or is_often_used or piece.is_deep:
            return self._defined(self._reference(node), piece)
        return piece

    def _defined(self, reference: Piece, piece: Piece) -> Piece:
        """The reference, once it leads to the piece."""
        self._definitions[reference.schema["$ref"].rpartition("/")[2]] = piece.schema
        self._lines += piece.lines
        return reference

    def _reference(self, node: Node) -> Piece:
        if node not in self._references:
            self._references[node] = self._numbered()
        return self._references[node]

    def _numbered(self) -> Piece:
        return Piece({"$ref": f"#/definitions/d{next(self._numbers)}"}, 2)

    # what rules may ask

    def embed(self, node: Node, *, name: str = "") -> Piece:
        """The piece that stands for a node under a keyword; a long name of a property calls for a function."""
        piece = self._pieces.get(node)
        if piece is None or node is self.graph.root:
            return self._reference(node)
        if len(name) * piece.lines > LONG and "$ref" not in piece.schema and not piece.never:
            return self._defined(self._reference(node), piece)
        return piece

    def apart(self, piece: Piece) -> Piece:
        """The piece itself, or a reference to it where it is nested deep."""
        return self._defined(self._numbered(), piece) if piece.is_deep else piece

    def check(self, key: tuple[str, str], make: Callable[[], Callable[[str], Any]]) -> str:
        """The name of a check of strings."""
        if key not in self._names:
            self._names[key] = f"f{len(self._names)}"
            self._checks[self._names[key]] = make()
        return self._names[key]

    def pattern(self, text: str) -> str:
        """The name of a pattern."""
        key = ("names", text)
        if key not in self._names:
            self._names[key] = f"p{len(self._names)}"
            self._patterns[self._names[key]] = compile_pattern(text, self._policy)
        return self._names[key]

    def match(self, text: str) -> str:
        """The name of a check of strings for a pattern."""
        return self.check(("pattern", text), lambda: compile_pattern(text, self._policy).search)

    def doubt(self) -> None:
        """The engine is exact on plain values only."""
        self._notes.is_doubtful = True

    def blind(self, node: Node) -> None:
        """The engine calls a Decimal there wrong that may be right."""
        self._notes.blind.add(node)

    def later(self, node: Node, keyword: str) -> None:
        """The schema needs draft-06 or later."""
        self._notes.later = self._notes.later or (node, keyword)

    def refuse(self, node: Node, fault: str, keyword: str = "") -> Piece:
        """The schema must be refused."""
        pointer = node.position.document_pointer + (f"/{keyword}" if keyword else "")
        self._notes.reasons.append(Reason(pointer, keyword, FAULTS[fault].how))
        return ALWAYS


def _asks_for_old_integers(node: Node) -> bool:
    """Whether `integer` there means a number written without a fraction, as up to draft-04."""
    if node.forbids or node.position.resource.dialect.draft > Draft.D4:
        return False
    for rule in node.rules:
        if rule.keyword in ("type", "disallow") and isinstance(rule, Assertion | TypeUnion):
            value = node.position.schema[rule.keyword]
            names = [value] if type(value) is str else value
            if "integer" in names and "number" not in names:
                return True
    return False
