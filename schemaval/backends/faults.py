"""What engines get wrong, as rows, and the gate that holds a schema against them.

A row names an engine's fault by the keyword where it shows. Rows are data of their engines' files; this module knows
how they are read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from schemaval.backends.protocol import CompileJob
from schemaval.errors import Reason
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.pointer import escape
from schemaval.references.document import Position

Shows = Callable[[JSON, Position, CompileJob], bool]

EVERY_DRAFT = frozenset(Draft)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing an engine gets wrong: in `drafts`, at `keyword`, where `shows` says so of its value; `why` in words.

    `keyword` is `""` for faults of the schema as a whole object.
    """

    keyword: str
    why: str
    shows: Shows = lambda _value, _position, _job: True
    drafts: frozenset[Draft] = EVERY_DRAFT


def positions(job: CompileJob) -> Iterator[Position]:
    """Every subschema (objects only) of the schema and of the documents that its references reach."""
    for document in job.world.all_documents:
        yield from document.positions.values()


def reasons(job: CompileJob, faults: Iterable[Fault]) -> list[Reason]:
    """Why the engine cannot honour the schema: each place where one of its faults shows."""
    rows: dict[str, list[Fault]] = {}
    for fault in faults:
        rows.setdefault(fault.keyword, []).append(fault)
    return [reason for position in positions(job) for reason in _at(position, rows, job)]


def _at(position: Position, rows: Mapping[str, list[Fault]], job: CompileJob) -> Iterator[Reason]:
    draft = position.resource.dialect.draft
    for name, value in [("", position.schema), *position.schema.items()]:
        for fault in rows.get(name, ()):
            if draft in fault.drafts and fault.shows(value, position, job):
                yield Reason(_pointer(position, name), name, fault.why)


def _pointer(position: Position, keyword: str) -> str:
    return f"{position.document_pointer}/{escape(keyword)}" if keyword else position.document_pointer
