"""What mends an invalid schema: for a keyword and its bad value, one clause in the imperative."""

import re

from schemaval.dialects import Dialect
from schemaval.hints import patterns, rules
from schemaval.hints.places import Place, find
from schemaval.jsonvalue import JSON
from schemaval.quoting import cut
from schemaval.violation import Violation

__all__ = ["hint", "with_hints"]

_ADVICE = re.compile(r"; (?:did you mean|leave out|put it|send the) [^;]*$")  # a message's own, which knows less
_LEAST_MESSAGE = 40  # characters that a message keeps beside its hint


def hint(keyword: str, value: JSON, dialect: Dialect) -> str | None:
    """What mends `keyword`, whose `value` is illegal in `dialect`; None where nothing can be said.

    The clause is in the imperative. It quotes constants of the schema, shortened to 64 characters.
    """
    row = dialect.keywords.get(keyword)
    return None if row is None else rules.first(keyword, value, row.shape, dialect)


def with_hints(
    violations: tuple[Violation, ...], schema: JSON, dialect: Dialect, limit: int | None
) -> tuple[Violation, ...]:
    """`violations` of `schema` against its metaschema, with what mends each as a second clause of its message.

    Pointers lead into `schema`. Messages stay within `limit` characters (None: no bound); the hint is kept whole where
    there is room.
    """
    return tuple([_hinted(violation, schema, dialect, limit) for violation in violations])


def _hinted(violation: Violation, schema: JSON, dialect: Dialect, limit: int | None) -> Violation:
    place = find(violation.pointer, schema, dialect)
    clause = None if place is None else _at(place, dialect)
    return violation if clause is None else violation.replaced(message=_joined(violation.message, clause, limit))


def _at(place: Place, dialect: Dialect) -> str | None:
    if place.is_keyword:
        return hint(place.keyword, place.value, dialect)
    if place.keyword == "patternProperties":
        clause = patterns.hint(place.token)
        if clause is not None:
            return clause
    if place.shape is None or place.keyword in ("type", "disallow"):
        return hint(place.keyword, place.whole, dialect)
    return rules.first("", place.value, place.shape, dialect)


def _joined(message: str, clause: str, limit: int | None) -> str:
    """`message` and the clause; the message gives way, together with any advice it ends with."""
    message = _ADVICE.sub("", message).rstrip(".")
    if limit is not None and limit - len(clause) >= _LEAST_MESSAGE:
        message = cut(message, limit - len(clause) - 2)
    return cut(f"{message}; {clause}", limit)
