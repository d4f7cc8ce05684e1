"""Tool lists: every shape in which a list of tools is written down, as rows, and the tools in a document."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from schemaval import pointer
from schemaval.cli.inputs import Document
from schemaval.jsonvalue import JSON


class Side(Enum):
    """Whether a schema is for what goes into a tool or for what comes out."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of tool is written: the members that mark it, where its declaration lies, what names its schemas.

    `holder` is the member that holds the declaration, or several of them in an array, `""` for the tool itself.
    """

    name: str
    marks: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    in_holder: bool = False


MCP = Shape("mcp", ("inputSchema",), ("inputSchema",), ("outputSchema",))
_FUNCTION = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_RESPONSE = ("response", "responseJsonSchema", "response_json_schema")
_DECLARATIONS = ("functionDeclarations", "function_declarations")

# The first row that fits counts. A tool that fits none is an MCP tool without its inputSchema.
SHAPES: tuple[Shape, ...] = (
    MCP,
    Shape("anthropic", ("input_schema",), ("input_schema",)),
    Shape("openai-chat", ("function",), ("parameters",), in_holder=True),
    Shape("gemini", _DECLARATIONS, _FUNCTION, _RESPONSE, in_holder=True),
    Shape("function", _FUNCTION, _FUNCTION),
)
# Tools that a provider runs itself bear no schema.
_BUILT_IN = Shape("built-in", ("type", "googleSearch", "google_search", "codeExecution", "code_execution"), ())

# Where a document holds its array of tools: a reply, an object, or an API request's body.
PAGES: tuple[tuple[str, ...], ...] = (("result", "tools"), ("tools",))


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """One schema of a tool, as it was written: `pointer` leads to it in the document."""

    side: Side
    keyword: str
    pointer: str
    value: JSON


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of a list: `name` as written (None where there is none), `pointer` into its document.

    `server` is what the document says of itself, `declared` is False for what declares nothing that could be read.
    """

    name: JSON
    pointer: str
    shape: Shape
    schemas: tuple[ToolSchema, ...]
    document: Document
    server: str | None = None
    declared: bool = True

    @property
    def label(self) -> str:
        """The name where it is a string, else a stand-in for people to read."""
        return self.name if type(self.name) is str else "(no name)"


def tools(document: Document) -> list[Tool] | None:
    """The tools of a page in any known shape; None where the document is no tool list."""
    pages = _pages(document.value)
    if not pages:
        return None
    server = document.value.get("server") if type(document.value) is dict else None
    origin = server if type(server) is str else None
    return [tool for page in pages for place, entry in page for tool in _declared(entry, place, document, origin)]


_Items = list[tuple[str, JSON]]  # each item of an array of tools with its pointer


def _pages(value: JSON) -> list[_Items]:
    """The arrays of tools in a document, one a page; none where it is no tool list."""
    if type(value) is not list:
        page = _page(value)
        return [] if page is None else [page]
    if any(_is_tool(item) for item in value) or all(_may_be_tool(item) for item in value):
        return [_items(value, "")]
    inner = [(f"/{index}", _page(item)) for index, item in enumerate(value)]
    return [[(where + place, item) for place, item in page] for where, page in inner if page is not None]


def _page(value: JSON) -> _Items | None:
    """The tools that an object holds, or the object itself where it is one."""
    if type(value) is not dict:
        return None
    for way in PAGES:
        held = _follow(value, way)
        if type(held) is list:
            return _items(held, pointer.join(way))
        if held == {} and "inputSchema" not in value:
            return []  # an empty array in the spelling of a language whose empty table is an object
    return [("", value)] if _is_tool(value) else None


def _items(array: list[JSON], where: str) -> _Items:
    return [(f"{where}/{index}", item) for index, item in enumerate(array)]


def _follow(value: JSON, way: tuple[str, ...]) -> JSON:
    for name in way:
        value = value.get(name) if type(value) is dict else None
    return value


def _is_tool(value: JSON) -> bool:
    """Whether a value on its own is surely a tool: it bears a shape's mark, and a name where the declaration lies."""
    shape = _shape(value)
    return shape is not None and any(
        type(declaration.get("name")) is str and "arguments" not in declaration
        for _way, declaration in _held(value, shape)
    )


def _may_be_tool(value: JSON) -> bool:
    """Whether a value, among its like, is a tool that lacks its schema: it has a name, and is no call."""
    return type(value) is dict and type(value.get("name")) is str and not {"arguments", "input"} & value.keys()


def _shape(value: JSON) -> Shape | None:
    if type(value) is not dict:
        return None
    for shape in SHAPES:
        mark = next((mark for mark in shape.marks if mark in value), None)
        if mark is not None and (not shape.in_holder or type(value[mark]) in (dict, list)):
            return shape
    return None


def _held(value: dict[str, Any], shape: Shape) -> Iterator[tuple[str, dict[str, Any]]]:
    """The declarations of a tool, each with its pointer from the tool."""
    if not shape.in_holder:
        yield "", value
        return
    mark = _mark(value, shape)
    held = value[mark]
    if type(held) is dict:
        yield f"/{mark}", held
    else:
        yield from ((f"/{mark}/{index}", item) for index, item in enumerate(held) if type(item) is dict)


def _mark(value: dict[str, Any], shape: Shape) -> str:
    return next(mark for mark in shape.marks if mark in value)


def _declared(entry: JSON, where: str, document: Document, server: str | None) -> Iterator[Tool]:
    """The tools that one item of the list declares: one, or several under Gemini's `functionDeclarations`."""
    if type(entry) is not dict:
        yield Tool(None, where, MCP, (), document, server, declared=False)
        return
    shape = _shape(entry)
    if shape is None:
        name = entry.get("name")
        own = _BUILT_IN if any(mark in entry for mark in _BUILT_IN.marks) else MCP
        readable = entry.get("type") != "function" or type(name) is str
        yield Tool(name, where, own, (), document, server, declared=readable)
        return
    held = list(_held(entry, shape))
    if not held and entry[_mark(entry, shape)] != []:
        yield Tool(None, where, shape, (), document, server, declared=False)
    for way, declaration in held:
        schemas = tuple(_schemas(declaration, shape, where + way))
        yield Tool(declaration.get("name"), where + way, shape, schemas, document, server)


def _schemas(declaration: dict[str, Any], shape: Shape, where: str) -> Iterator[ToolSchema]:
    for side, keywords in ((Side.INPUT, shape.inputs), (Side.OUTPUT, shape.outputs)):
        for keyword in keywords:
            if keyword in declaration:
                yield ToolSchema(side, keyword, f"{where}/{keyword}", declaration[keyword])
                break
