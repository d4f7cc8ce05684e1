"""What enumerations list: by what violations tell, and by the schema where they tell only a part."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from schemaval import pointer
from schemaval.jsonvalue import JSON
from schemaval.tools.repairing.alternatives import branch_of
from schemaval.tools.repairing.remedies import listed, same_but_for_case
from schemaval.violation import Violation

_LISTED = frozenset({"enum", "const"})
_CHOICES = frozenset({"anyOf", "oneOf"})
_MANY = 16  # causes from which a choice may have more than its violation tells


class Listings:
    """All that may stand at a place, so that a text is taken for a listed one only where there is exactly one."""

    def __init__(self, validator: object) -> None:
        """The schema is read, if the validator has one, when first needed."""
        self._validator = validator
        self._schema: list[JSON] = []
        self._alike: dict[str, set[str]] = {}

    def look(self, faults: Iterable[Violation], root: JSON) -> None:
        """Gather, for each place, the listed texts that are its value but for case, in all branches at once."""
        self._alike = {}
        for fault in _all(faults):
            members = self._all_members(fault) or ()
            if any(isinstance(member, str) for member in members):
                value = _text(root, fault.pointer)
                if value is not None:
                    self._alike.setdefault(fault.pointer, set()).update(same_but_for_case(value, members))

    def members(self, fault: Violation, value: JSON) -> Sequence[JSON] | None:
        """What the enumeration at fault lists; texts that another branch writes in another case are left out."""
        members = self._all_members(fault)
        if members is None or not isinstance(value, str) or len(self._alike.get(fault.pointer, ())) < 2:
            return members
        return [member for member in members if member not in self._alike[fault.pointer] or not isinstance(member, str)]

    def _all_members(self, fault: Violation) -> Sequence[JSON] | None:
        if fault.keyword in _LISTED:
            told = listed(fault)
            return told if told is not None else self._listed_at(fault)
        return self._of_branches(fault) if _is_cut(fault) else None

    def _listed_at(self, fault: Violation) -> Sequence[JSON] | None:
        """What the schema lists where the violation says that it does."""
        at = self._at(fault.schema_location)
        return at if isinstance(at, list) and fault.keyword == "enum" else None

    def _of_branches(self, fault: Violation) -> Sequence[JSON] | None:
        """What the branches of a choice list, those that list anything."""
        at = self._at(fault.schema_location)
        schemas = [branch for branch in at if isinstance(branch, dict)] if isinstance(at, list) else []
        return [member for schema in schemas for member in _members(schema)] or None

    def _at(self, location: str) -> Any:
        """What stands at a location in the validator's own schema; None where it has none, or nothing is there."""
        if not self._schema:
            self._schema.append(getattr(self._validator, "schema", None))
        base, _, fragment = location.partition("#")
        schema = self._schema[0]
        if not isinstance(schema, dict) or (base and str(schema.get("$id", schema.get("id"))).rstrip("#") != base):
            return None
        try:
            return pointer.follow(schema, unquote(fragment))
        except (LookupError, ValueError):
            return None


def _is_cut(fault: Violation) -> bool:
    """Whether a choice has branches that its violation does not tell of."""
    count = fault.params.get("branches") if fault.keyword in _CHOICES and len(fault.causes) >= _MANY else None
    return isinstance(count, int) and len({branch_of(fault, cause) for cause in fault.causes}) < count


def _members(schema: dict[str, Any]) -> list[JSON]:
    listed_here = schema.get("enum")
    return [schema["const"]] if "const" in schema else listed_here if isinstance(listed_here, list) else []


def _all(faults: Iterable[Violation]) -> Iterator[Violation]:
    """Violations and their causes, and theirs."""
    for fault in faults:
        yield fault
        yield from _all(fault.causes)


def _text(root: JSON, where: str) -> str | None:
    try:
        value = pointer.follow(root, where)
    except (LookupError, ValueError):
        return None
    return value if isinstance(value, str) else None
