"""Which formats a dialect knows and what each of them asks of a string: one table, for every backend.

A format belongs to every dialect from its row's `since` to its `until`. The names that later dialects added are known
to earlier ones too: schemas use them there, and no earlier dialect gives them another meaning. `style`, `phone` and
`utc-millisec` of draft-03 and whatever else is not in the table are annotations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from schemaval.formats.address import is_ipv4, is_ipv6
from schemaval.formats.clock import is_date, is_date_time, is_duration, is_plain_time, is_time
from schemaval.formats.email import is_email, is_idn_email
from schemaval.formats.hostname import is_hostname, is_idn_hostname, is_plain_hostname
from schemaval.formats.identity import is_colour, is_uuid
from schemaval.formats.pointers import is_json_pointer, is_relative_json_pointer
from schemaval.formats.resource import is_iri, is_iri_reference, is_uri, is_uri_reference, is_uri_template
from schemaval.patterns import is_ecma

Check: TypeAlias = Callable[[str], bool]

DIALECTS = ("draft-03", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12")
_FIRST, _LAST = DIALECTS[0], DIALECTS[-1]


@dataclass(frozen=True, slots=True)
class Row:
    """A format's name, its check, and the first and last dialect in which the name has that meaning."""

    name: str
    check: Check
    since: str = _FIRST
    until: str = _LAST


ROWS = (
    Row("date", is_date),
    Row("date-time", is_date_time),
    Row("time", is_plain_time, until="draft-03"),
    Row("time", is_time, since="draft-04"),
    Row("duration", is_duration),
    Row("email", is_email),
    Row("idn-email", is_idn_email),
    Row("host-name", is_plain_hostname, until="draft-03"),
    Row("hostname", is_plain_hostname, until="draft-06"),
    Row("hostname", is_hostname, since="draft-07"),
    Row("idn-hostname", is_idn_hostname),
    Row("ip-address", is_ipv4, until="draft-03"),
    Row("ipv4", is_ipv4),
    Row("ipv6", is_ipv6),
    Row("uri", is_uri),
    Row("uri-reference", is_uri_reference),
    Row("iri", is_iri),
    Row("iri-reference", is_iri_reference),
    Row("uri-template", is_uri_template),
    Row("uuid", is_uuid),
    Row("json-pointer", is_json_pointer),
    Row("relative-json-pointer", is_relative_json_pointer),
    Row("regex", is_ecma),
    Row("color", is_colour, until="draft-03"),
)


def check_for(name: str, dialect: str) -> Check | None:
    """Return the check of a format in a dialect (a short name such as "2020-12"), or None for an unknown format.

    A check takes a string and says whether it has the format; it raises nothing, and its time is linear in the length
    of the string. Raises ValueError for a dialect that is not in DIALECTS.
    """
    return _checks(dialect).get(name)


def known_formats(dialect: str) -> tuple[str, ...]:
    """Return the names of the formats that a dialect knows, sorted; raises ValueError for an unknown dialect."""
    return tuple(sorted(_checks(dialect)))


@cache  # bounded: a dialect that is not in the table raises
def _checks(dialect: str) -> dict[str, Check]:
    if dialect not in DIALECTS:
        raise ValueError(f"no dialect is called {dialect[:64]!a}; the dialects are {', '.join(DIALECTS)}")
    place = DIALECTS.index(dialect)
    return {row.name: row.check for row in ROWS if DIALECTS.index(row.since) <= place <= DIALECTS.index(row.until)}
