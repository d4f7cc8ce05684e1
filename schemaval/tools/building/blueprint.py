"""Blueprint: the JSON of a schema in the making, and what belongs at the root of the whole that it becomes part of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from schemaval.jsonvalue import JSON
from schemaval.tools.building.bounds import APPLICATORS, BOUNDS, check_argument, check_fits, check_pairs, check_value
from schemaval.tools.building.embedding import Definitions, check_movable, held, merged, rooted, uprooted
from schemaval.tools.building.given import json_value
from schemaval.tools.building.nullability import with_null
from schemaval.tools.errors import InvalidDefinition


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A schema's `body` without its moved definitions; every method gives a new one.

    Null joins when the schema is written (`whole`, `part`), so that the order of calls does not count. A raw body is
    somebody's whole document: its definitions stay in it until it becomes a part.
    """

    body: JSON = field(default_factory=dict)
    definitions: Definitions = field(default_factory=dict)
    is_nullable: bool = False
    is_raw: bool = False

    def whole(self) -> JSON:
        """The schema as a document of its own."""
        return rooted(self._with_null(), self.definitions)

    def part(self) -> tuple[JSON, Definitions]:
        """The schema as a part of another, and the definitions that the other has to hold."""
        if not self.is_raw:
            return self._with_null(), self.definitions
        body, found = uprooted(self.body)
        return replace(self, body=body, is_raw=False).part()[0], merged(self.definitions, found)

    def object(self, method: str) -> dict[str, Any]:
        """The body, which is no boolean."""
        if not isinstance(self.body, dict):
            raise InvalidDefinition(f"{method}() cannot change a schema that is just {str(self.body).lower()}")
        return self.body

    def having(self, keyword: str, value: JSON) -> "Blueprint":
        """With a keyword, whatever it says."""
        body = self.object(keyword) | {keyword: value}
        check_pairs(body)
        return replace(self, body=body)

    def without(self, keyword: str) -> "Blueprint":
        """Without a keyword."""
        return replace(self, body={name: value for name, value in self.object(keyword).items() if name != keyword})

    def bounded(self, keyword: str, value: Any) -> "Blueprint":
        """With a keyword of the table of bounds, legal and about a type that the schema takes."""
        bound = BOUNDS[keyword]
        check_argument(bound, value)
        check_fits(bound.method, bound.types, self.object(bound.method))
        return self.having(keyword, value)

    def constant(self, keyword: str, value: Any) -> "Blueprint":
        """With a keyword that holds a value of a type that the schema takes; null may still join."""
        plain = json_value(keyword, value)
        if plain is not None or keyword == "const":
            check_value(keyword, plain, self.object(keyword))
        return self.having(keyword, plain)

    def fitting(self, keyword: str) -> "Blueprint":
        """The same, which takes a type that the keyword speaks of."""
        method, types = APPLICATORS.get(keyword, (keyword, frozenset()))
        check_fits(method, types, self.object(method))
        return self

    def holding(self, keyword: str, inner: Iterable["Blueprint"], shape: Callable[[list[JSON]], JSON]) -> "Blueprint":
        """With a keyword that holds schemas, in the shape it wants; their definitions become this schema's."""
        parts = [each.part() for each in inner]
        made = self.fitting(keyword).having(keyword, shape([body for body, _ in parts]))
        return made.defining(*[found for _, found in parts])

    def defining(self, *groups: Definitions) -> "Blueprint":
        """With more definitions."""
        merged(held(self.body), *groups)  # none may stand in the way of a document's own
        return replace(self, definitions=merged(self.definitions, *groups))

    def _with_null(self) -> JSON:
        if not self.is_nullable:
            return self.body
        if not isinstance(self.body, dict):
            return self.body or {"type": "null"}
        made = with_null(self.body)
        if self.is_raw and not self.body.keys() <= made.keys():
            check_movable(self.body)
        return made
