"""Results of tool calls: what a tool returns, in the words of each revision of the Model Context Protocol."""

from schemaval.tools.wire.formatting import format_result
from schemaval.tools.wire.serving import acall_tool, call_tool
from schemaval.tools.wire.structured import NOTHING, structured_content

__all__ = ["NOTHING", "acall_tool", "call_tool", "format_result", "structured_content"]
