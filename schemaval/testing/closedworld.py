"""The promise of a closed world: nothing is opened, wherever identifiers, references and data seem to lead."""

import tempfile
from functools import partial
from pathlib import Path

from schemaval.dialects import DIALECTS
from schemaval.errors import UnresolvableReference
from schemaval.testing.case import Case
from schemaval.testing.subject import Problems, Subject, compiled, said
from schemaval.testing.watching import Trap, watched


def opens_nothing(subject: Subject) -> Problems:
    """Neither compiling nor judging opens a file or a connection, wherever identifiers and data seem to lead."""
    with Trap() as trap, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.json"
        path.write_text('{"type": "string"}', encoding="utf-8")
        _ask_of(trap.uri, path.as_uri(), subject)  # what is imported on the way is there afterwards
        trap.calls()
        with watched() as seen:
            yield from _ask_of(trap.uri + "/again", path.as_uri() + "?again", subject)
        yield from (f"it opened something: {what}" for what in dict.fromkeys(seen))
        if calls := trap.calls():
            yield f"it called a server {calls} times"


def _ask_of(uri: str, file: str, subject: Subject) -> list[str]:
    problems = []
    data = {"enum": [{"$ref": uri}, {"$ref": file}], "default": {"$ref": uri, "$schema": file}}
    for dialect in DIALECTS:
        cases = (
            Case(data, dialect.name),
            Case({dialect.id_keyword: uri, "type": "string"}, dialect.name),
            Case({dialect.id_keyword: file, "items": {"$ref": "#"}}, dialect.name),
            Case({"items": {"$ref": uri}}, dialect.name, {uri: {"type": "string"}}),
            Case({"$schema": uri, "type": "string"}, dialect.name, {uri: {"$schema": dialect.uri, "$id": uri}}),
        )
        for judge in (compiled(case, subject) for case in cases):
            if judge is not None:
                judge.is_valid({"$ref": uri})
                judge.is_valid([["x"]])
        for outside in (uri, file):
            answer = said(partial(compiled, Case({"$ref": outside}, dialect.name)), subject)
            if not isinstance(answer, UnresolvableReference):
                problems.append(f"{dialect.name}: a reference out of the closed world gave {answer!r}")
    return problems
