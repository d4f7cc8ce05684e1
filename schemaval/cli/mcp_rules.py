"""What the Model Context Protocol asks of a tool beyond JSON Schema, as rows by revision of the protocol.

Sources: `Tool` in the protocol's schema of each revision; "Tool Names" and `x-mcp-header` in `server/tools` and
`basic/transports` of its pages.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.cli.findings import Finding
from schemaval.cli.tool_lists import Side, Tool
from schemaval.dialects import Dialect
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.pointer import escape, join
from schemaval.tools.wire.revisions import REVISIONS
from schemaval.walk import Tokens, children

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_HTTP_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")  # RFC 9110, section 5.6.2
_HEADER = "x-mcp-header"
_HEADER_TYPES = ("integer", "string", "boolean")


@dataclass(frozen=True, slots=True)
class Known:
    """A schema of a tool as the rules look at it: mended where it compiles, and where it stands in the file.

    `dialect` is None where it does not compile; then only its root is looked at.
    """

    side: Side
    pointer: str
    schema: JSON
    dialect: Dialect | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One demand: its name, the revisions in which it holds (both included), and who breaks it."""

    name: str
    since: str
    until: str
    broken: Callable[[Tool, tuple[Known, ...]], Iterator[tuple[str, str]]]


def _name_missing(tool: Tool, _schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    if type(tool.name) is not str:
        yield tool.pointer, "a tool must have a name, a string"


def _name_characters(tool: Tool, _schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    if type(tool.name) is str and not _NAME.fullmatch(tool.name):
        yield f"{tool.pointer}/name", f"the name {_quoted(tool.name)} must be 1 to 128 of A-Z a-z 0-9 _ . -"


def _input_missing(tool: Tool, _schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    if not any(schema.side is Side.INPUT for schema in tool.schemas):
        yield tool.pointer, 'the tool has no inputSchema; for no parameters write {"type": "object"}'


def _input_root(_tool: Tool, schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    yield from _root_type(schemas, Side.INPUT)


def _output_root(_tool: Tool, schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    yield from _root_type(schemas, Side.OUTPUT)


def _root_type(schemas: tuple[Known, ...], side: Side) -> Iterator[tuple[str, str]]:
    for known in schemas:
        wrong = known.schema.get("type") != "object" if type(known.schema) is dict else type(known.schema) is bool
        if known.side is side and wrong:
            yield known.pointer, f'the root of {side.value}Schema must have "type": "object"'


def _output_object(_tool: Tool, schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    for known in schemas:
        if known.side is Side.OUTPUT and type(known.schema) is bool:
            yield known.pointer, "outputSchema must be an object, not a boolean"


def _boolean_properties(_tool: Tool, schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    for known in schemas:
        properties = known.schema.get("properties") if type(known.schema) is dict else None
        for name, schema in properties.items() if type(properties) is dict else ():
            if type(schema) is bool:
                yield (
                    f"{known.pointer}/properties/{escape(name)}",
                    f"the schema of the property {_quoted(name)} must be an object, not a boolean",
                )


def _headers(_tool: Tool, schemas: tuple[Known, ...]) -> Iterator[tuple[str, str]]:
    """Every `x-mcp-header` of an inputSchema that an HTTP client could not use."""
    for known in schemas:
        if known.side is Side.INPUT and known.dialect is not None:
            seen: set[str] = set()
            for way, schema in _subschemas(known.schema, known.dialect):
                if _HEADER in schema:
                    why = _bad_header(way, schema, seen)
                    if why:
                        yield f"{known.pointer}{join(way)}/{_HEADER}", why


def _bad_header(way: Tokens, schema: dict[str, Any], seen: set[str]) -> str | None:
    header = schema[_HEADER]
    if type(header) is not str or not _HTTP_TOKEN.fullmatch(header):
        return f"{_HEADER} must be a token as in RFC 9110, section 5.6.2"
    if not way or any(step != "properties" for step in way[::2]):
        return f"{_HEADER} must stand on a property that is reached from the root through properties only"
    if schema.get("type") not in _HEADER_TYPES:
        return f"{_HEADER} must stand on a property of type integer, string or boolean"
    if header.lower() in seen:
        return f"the header {_quoted(header)} is named twice (case does not count)"
    seen.add(header.lower())
    return None


def _subschemas(root: JSON, dialect: Dialect) -> Iterator[tuple[Tokens, dict[str, Any]]]:
    stack: list[tuple[Tokens, JSON]] = [((), root)]
    while stack:
        way, schema = stack.pop()
        if type(schema) is dict:
            yield way, schema
            inner = [((*way, *tokens), child) for tokens, child in children(schema, dialect)]
            stack.extend(reversed(inner))


def _quoted(text: str) -> str:
    return f"`{shorten(text)}`"


_FIRST, *_, _LAST = REVISIONS
RULES: tuple[Rule, ...] = (
    Rule("name", _FIRST, _LAST, _name_missing),
    Rule("name-characters", _FIRST, _LAST, _name_characters),
    Rule("input-schema", _FIRST, _LAST, _input_missing),
    Rule("input-root-type", _FIRST, _LAST, _input_root),
    Rule("output-root-type", "2025-06-18", "2025-11-25", _output_root),
    Rule("output-object", "2026-07-28", _LAST, _output_object),
    Rule("boolean-property", _FIRST, "2025-11-25", _boolean_properties),
    Rule("header", "2026-07-28", _LAST, _headers),
)


def broken(tool: Tool, schemas: tuple[Known, ...], revision: str) -> tuple[Finding, ...]:
    """What `revision` asks and `tool` does not do; the keyword of each finding is the name of the rule."""
    return tuple(
        Finding("mcp", pointer, rule.name, message)
        for rule in RULES
        if rule.since <= revision <= rule.until
        for pointer, message in rule.broken(tool, schemas)
    )


def repeated(tool: Tool, first: Mapping[tuple[str | None, str], Tool]) -> tuple[Finding, ...]:
    """The finding that an earlier tool of the same list bears this name; `first` holds each name's first bearer."""
    if type(tool.name) is not str:
        return ()
    earlier = first.get((tool.server, tool.name))
    if earlier is None or earlier is tool:
        return ()
    where = earlier.document.at(earlier.pointer)
    message = f"the name {_quoted(tool.name)} is used twice in the list, first at {where}"
    return (Finding("mcp", f"{tool.pointer}/name", "name-unique", message),)
