"""`schemaval validate`: instances against one schema."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemaval.cli import inputs, options, progress
from schemaval.cli.findings import Finding, of_error
from schemaval.cli.inputs import Document, Unreadable
from schemaval.cli.palette import Palette
from schemaval.cli.report import change_words, duplicates, finding_lines, violation_lines
from schemaval.errors import BackendNotInstalled, InvalidInstance, NoSuchBackend, SchemavalError
from schemaval.normalise.change import Change
from schemaval.violation import Violation

if TYPE_CHECKING:
    from schemaval.validator import Validator

DESCRIPTION = """\
Judge each instance by the schema. A file of JSON Lines holds one instance a line. Instances are
judged as they are; --mend first restores {} and [] where the schema leaves one answer."""
EPILOG = """\
exit codes: 0 all valid, 1 violations, 2 usage, 3 unreadable input, 4 the schema is bad,
5 backend missing

example:
  schemaval validate schema.json one.json many.jsonl.gz"""


@dataclass(frozen=True, slots=True)
class Judged:
    """One instance after its judgement; `findings` say why there is no verdict."""

    document: Document
    violations: tuple[Violation, ...] = ()
    truncated: bool = False
    changes: tuple[Change, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the schema holds."""
        return not (self.violations or self.findings)

    def to_dict(self) -> dict[str, Any]:
        """This instance's entry in the JSON report."""
        return {
            "file": self.document.file,
            "line": self.document.line,
            "valid": self.valid,
            "violations": [violation.to_dict() for violation in self.violations],
            "truncated": self.truncated,
            "changes": [change.to_dict() for change in self.changes],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("schema", metavar="SCHEMA", help="one JSON Schema")
    parser.add_argument("instances", nargs="+", metavar="INSTANCE", help="files of instances")
    parser.add_argument("--mend", action="store_true", help="restore {} and [] in instances before they are judged")
    options.add_report(parser)
    options.add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every instance; a file that cannot be read is named, and the others are judged all the same."""
    chosen = options.from_args(args)
    schema = inputs.read_one(args.schema)
    _warn(schema)
    try:
        validator = chosen.compile(schema.value)
    except (NoSuchBackend, BackendNotInstalled):
        raise
    except SchemavalError as error:
        _print_bad_schema(schema, of_error(error, ""), args)
        return 4
    documents, unreadable = _documents(args.instances)
    judging = (_judge(validator, document, mend=args.mend) for document in documents)
    judged = list(progress.over(judging, len(documents), "instances", quiet=args.quiet))
    _print(judged, validator, args)
    return 3 if unreadable else 0 if all(one.valid for one in judged) else 1


def _documents(names: list[str]) -> tuple[list[Document], int]:
    """The documents of all files that can be read, and the number of those that cannot."""
    documents: list[Document] = []
    unreadable = 0
    for name in names:
        try:
            documents += inputs.read(name).documents
        except Unreadable as error:
            unreadable += 1
            print(f"schemaval: {error}", file=sys.stderr)
    for document in documents:
        _warn(document)
    return documents, unreadable


def _warn(document: Document) -> None:
    for finding in duplicates(document):
        print(f"schemaval: {document.at(finding.pointer)}: {finding.message}", file=sys.stderr)


def _judge(validator: "Validator", document: Document, *, mend: bool) -> Judged:
    changes: tuple[Change, ...] = ()
    instance = document.value
    try:
        if mend:
            instance = validator.normalise(document.value)
            changes = validator.mends(document.value) if instance is not document.value else ()
        validator.validate(instance)
    except InvalidInstance as invalid:
        return Judged(document, invalid.violations, invalid.truncated, changes)
    except SchemavalError as error:
        return Judged(document, findings=of_error(error, ""))
    return Judged(document, changes=changes)


def _print(judged: list[Judged], validator: "Validator", args: argparse.Namespace) -> None:
    if args.format == "json":
        valid = sum(one.valid for one in judged)
        report = {
            "version": 1,
            "backend": validator.backend,
            "schema": _schema_entry(args.schema, validator.changes, ()),
            "instances": [one.to_dict() for one in judged],
            "summary": {"instances": len(judged), "valid": valid, "invalid": len(judged) - valid},
        }
        print(json.dumps(report, indent=1))
        return
    palette = Palette.of(sys.stdout)
    for one in judged:
        for line in _lines(one, palette, quiet=args.quiet):
            print(line)


def _lines(judged: Judged, palette: Palette, *, quiet: bool) -> Iterator[str]:
    if not judged.valid or not quiet:
        verdict = palette.paint("good", "valid") if judged.valid else palette.paint("bad", "invalid")
        yield f"{judged.document.at()}: {verdict}"
    for finding in judged.findings:
        yield from finding_lines(finding, palette, "  ")
    for violation in judged.violations:
        yield from violation_lines(violation, "  ")
    if judged.truncated:
        yield "  and perhaps more: judging stopped at the limit of violations"
    for change in () if quiet else judged.changes:
        yield f"  {palette.paint('mended', 'mended')} {change_words(change)}"


def _print_bad_schema(schema: Document, errors: tuple[Finding, ...], args: argparse.Namespace) -> None:
    if args.format == "json":
        report = {"version": 1, "schema": _schema_entry(schema.file, (), errors), "instances": []}
        print(json.dumps(report, indent=1))
        return
    palette = Palette.of(sys.stderr)
    print(f"{schema.at()}: {palette.paint('bad', 'the schema cannot be used')}", file=sys.stderr)
    for error in errors:
        for line in finding_lines(error, palette, "  "):
            print(line, file=sys.stderr)


def _schema_entry(file: str, changes: tuple[Change, ...], errors: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "file": file,
        "changes": [change.to_dict() for change in changes],
        "errors": [error.to_dict() for error in errors],
    }
