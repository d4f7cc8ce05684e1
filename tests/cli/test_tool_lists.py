"""Every shape in which a list of tools is written down is read, with pointers into the file as it was given."""

from typing import Any

import pytest

from schemaval.cli.inputs import Document
from schemaval.cli.tool_lists import tools

IN = {"type": "object", "properties": {"q": {"type": "string"}}}
OUT = {"type": "object"}

# What the file holds -> (name, shape, pointers to the schemas) of each tool; None: no tool list.
SHAPES: dict[str, tuple[Any, list[tuple[Any, str, list[str]]] | None]] = {
    "a bare array": ([{"name": "a", "inputSchema": IN}], [("a", "mcp", ["/0/inputSchema"])]),
    "an object with tools": (
        {"tools": [{"name": "a", "inputSchema": IN, "outputSchema": OUT}]},
        [("a", "mcp", ["/tools/0/inputSchema", "/tools/0/outputSchema"])],
    ),
    "a JSON-RPC reply": (
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a", "inputSchema": IN}], "nextCursor": "x"}},
        [("a", "mcp", ["/result/tools/0/inputSchema"])],
    ),
    "an array of pages": (
        [{"tools": [{"name": "a", "inputSchema": IN}]}, {"result": {"tools": [{"name": "b", "inputSchema": IN}]}}],
        [("a", "mcp", ["/0/tools/0/inputSchema"]), ("b", "mcp", ["/1/result/tools/0/inputSchema"])],
    ),
    "one tool": ({"name": "a", "inputSchema": []}, [("a", "mcp", ["/inputSchema"])]),
    "OpenAI, chat": (
        [{"type": "function", "function": {"name": "a", "parameters": IN}}],
        [("a", "openai-chat", ["/0/function/parameters"])],
    ),
    "OpenAI, chat, no parameters": ([{"type": "function", "function": {"name": "a"}}], [("a", "openai-chat", [])]),
    "OpenAI, responses": (
        {"tools": [{"type": "function", "name": "a", "parameters": IN, "strict": True}, {"type": "web_search"}]},
        [("a", "function", ["/tools/0/parameters"]), (None, "built-in", [])],
    ),
    "Anthropic": (
        {"model": "m", "tools": [{"name": "a", "input_schema": IN}, {"type": "bash_20250124", "name": "bash"}]},
        [("a", "anthropic", ["/tools/0/input_schema"]), ("bash", "built-in", [])],
    ),
    "Gemini": (
        {
            "tools": [
                {"functionDeclarations": [{"name": "a", "parametersJsonSchema": IN}, {"name": "b", "parameters": IN}]}
            ]
        },
        [
            ("a", "gemini", ["/tools/0/functionDeclarations/0/parametersJsonSchema"]),
            ("b", "gemini", ["/tools/0/functionDeclarations/1/parameters"]),
        ],
    ),
    "Gemini, in snake case, not wrapped": (
        {"function_declarations": [{"name": "a", "parameters_json_schema": IN, "response": OUT}]},
        [("a", "gemini", ["/function_declarations/0/parameters_json_schema", "/function_declarations/0/response"])],
    ),
    "an empty list": ([], []),
    "no tools": ({"tools": []}, []),
    "no tools, from a language with one kind of table": ({"tools": {}}, []),
    "an MCP tool without its schema": (
        [{"name": "a", "inputSchema": IN}, {"name": "b"}],
        [("a", "mcp", ["/0/inputSchema"]), ("b", "mcp", [])],
    ),
    "a function that is no object": (
        {"tools": [{"type": "function", "function": [5]}]},
        [(None, "openai-chat", [])],
    ),
    "an item that is no tool": ({"tools": [5]}, [(None, "mcp", [])]),
    "numbers": ([1, 2], None),
    "a schema": ({"type": "object", "properties": {}}, None),
    "a call": ({"tool": "a", "arguments": {}}, None),
    "tools by name": ({"tools": {"a": {}}}, None),
    "text": ("tools", None),
}


@pytest.mark.parametrize("case", SHAPES)
def test_shapes_are_known(case: str) -> None:
    """The tools of each shape, with their names and the places of their schemas; nothing where it is no tool list."""
    value, expected = SHAPES[case]
    found = tools(Document("f", None, value, (0, 0)))
    told = (
        None
        if found is None
        else [(tool.name, tool.shape.name, [schema.pointer for schema in tool.schemas]) for tool in found]
    )
    assert told == expected
