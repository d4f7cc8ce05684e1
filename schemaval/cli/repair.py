"""`schemaval repair`: a tool list, or one schema, with {} and [] where they belong."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from schemaval.cli import inputs, jsontext, options, tool_lists
from schemaval.cli.examination import Examined, examine
from schemaval.cli.inputs import Document, Source, Unreadable
from schemaval.cli.options import Options
from schemaval.cli.palette import Palette
from schemaval.cli.report import change_words, duplicates, finding_lines
from schemaval.cli.tool_lists import Side, ToolSchema

DESCRIPTION = """\
Write the file with every empty [] and {} that its schemas cannot mean turned into the other; all
else stays as it was, down to spaces, order and the digits of numbers. The changes go to stderr.
The file is a tool list in any shape that `check` knows, or one schema."""
EPILOG = """\
exit codes: 0 done, 1 a tool of the list is beyond repair (the others are repaired), 2 usage,
3 unreadable input, 4 the one schema given is beyond repair (nothing is written), 5 backend missing

example:
  schemaval repair tools.json -o repaired.json"""

_EMPTY: dict[type, str] = {list: "[]", dict: "{}"}


@dataclass(frozen=True, slots=True)
class Part:
    """One document of the file with its schemas examined; `single` marks a file that is one schema."""

    document: Document
    schemas: tuple[Examined, ...]
    single: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", metavar="TOOLS", help="a tool list, or one schema")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: stdout)")
    options.add_quiet(parser, "do not list the changes")
    options.add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Repair and write; what cannot be repaired is named on stderr."""
    chosen = options.from_args(args)
    source = inputs.read(args.file)
    parts = [_examined(document, chosen, alone=len(source.documents) == 1) for document in source.documents]
    for line in _notes(parts, quiet=args.quiet):
        print(line, file=sys.stderr)
    bad = any(examined.errors for part in parts for examined in part.schemas)
    if bad and parts[0].single:
        return 4
    _write(args.output, _repaired(source, parts))
    return 1 if bad else 0


def _examined(document: Document, chosen: Options, *, alone: bool) -> Part:
    tools = tool_lists.tools(document)
    if tools is not None:
        return Part(document, tuple(examine(schema, chosen) for tool in tools for schema in tool.schemas), single=False)
    if not alone or not _may_be_schema(document.value):
        raise Unreadable(document.file, "is JSON, but neither a tool list nor one schema", document.line)
    return Part(document, (examine(ToolSchema(Side.INPUT, "", "", document.value), chosen),), single=True)


def _may_be_schema(value: object) -> bool:
    return type(value) in (dict, bool)


def _notes(parts: Iterable[Part], *, quiet: bool) -> Iterator[str]:
    palette = Palette.of(sys.stderr)
    for part in parts:
        for double in duplicates(part.document):
            yield f"{part.document.at(double.pointer)}: {double.message}"
        for examined in part.schemas:
            for error in examined.errors:
                yield from finding_lines(error, palette, f"{part.document.at()}: ")
            for change in () if quiet else examined.changes:
                yield f"{part.document.at()}: {palette.paint('mended', 'repaired')} {change_words(change)}"


def _repaired(source: Source, parts: Iterable[Part]) -> str:
    """The text of the file with each changed container replaced where it stands."""
    swaps = sorted(swap for part in parts for swap in _swaps(source.text, part))
    pieces: list[str] = []
    done = 0
    for start, end, became in swaps:
        pieces += source.text[done:start], became
        done = end
    return "".join([*pieces, source.text[done:]])


def _swaps(text: str, part: Part) -> Iterator[tuple[int, int, str]]:
    changes = [change for examined in part.schemas for change in examined.changes]
    places = jsontext.empties(text, *part.document.span) if changes else {}
    for change in changes:
        yield *places[change.pointer], _EMPTY[type(change.became)]


def _write(name: str | None, text: str) -> None:
    data = text.encode("utf-8")
    if name is None or name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        raise Unreadable(name, f"cannot be written: {inputs.words_of(error)}") from None
