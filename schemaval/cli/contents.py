"""What the files given to a command hold: pages of a tool list, recorded calls, repeated properties."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from schemaval.cli import tool_lists
from schemaval.cli.calls import ABSENT, Call, Recording
from schemaval.cli.inputs import Document, Source, Unreadable
from schemaval.cli.tool_lists import Tool


@dataclass(slots=True)
class Contents:
    """The tools and calls of all files in their order; `doubled` are the documents with repeated properties."""

    tools: list[Tool] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    doubled: list[Document] = field(default_factory=list)
    ignored: int = 0
    pages: int = 0


def sort(sources: Sequence[Source], calls_only: Iterable[Source] = ()) -> Contents:
    """What `sources` hold, by the shape of each document; `calls_only` are read as recordings whatever else they hold.

    Unreadable names a file in which nothing is known.
    """
    contents = Contents()
    for source in sources:
        _sort(source, contents, pages=True)
    for source in calls_only:
        _sort(source, contents, pages=False)
    return contents


def _sort(source: Source, contents: Contents, *, pages: bool) -> None:
    recording = Recording()
    strangers: list[Document] = []
    found = 0
    for document in source.documents:
        tools = tool_lists.tools(document) if pages else None
        taken = recording.take(document)
        if tools is not None:
            contents.tools += tools
            contents.pages += 1
        elif not taken:
            strangers.append(document)
            recording.calls.append(Call(ABSENT, ABSENT, None, "", document))
        found += tools is not None or taken
        if document.duplicates:
            contents.doubled.append(document)
    if not found:
        wanted = "a tool list nor recorded calls" if pages else "recorded calls nor messages of a protocol"
        raise Unreadable(source.file, f"is JSON, but holds neither {wanted}", strangers[0].line)
    contents.calls += recording.calls
    contents.ignored += recording.ignored
