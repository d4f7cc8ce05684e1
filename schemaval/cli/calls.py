"""Recorded calls: the shapes in which a call and its result are written down, and the calls in some documents."""

from dataclasses import dataclass, field
from typing import Any

from schemaval.cli.inputs import Document
from schemaval.jsonvalue import JSON

ABSENT: Any = type("Absent", (), {"__repr__": lambda _self: "absent", "__slots__": ()})()


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave: `structured` is its structured content or ABSENT, `failed` is True for an error of any kind."""

    structured: JSON = ABSENT
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One recorded call: `pointer` leads to it in its document; `result` is None where none was recorded.

    `tool` is ABSENT for what stands among calls and is none.
    """

    tool: JSON
    arguments: JSON
    result: Result | None
    pointer: str
    document: Document
    server: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """How a call is written as one object: which members hold the tool's name, the arguments and the result."""

    tool: str
    arguments: str


# The first row whose members are both there counts; a name alone is a call without arguments.
RECORDS: tuple[Record, ...] = (Record("tool", "arguments"), Record("name", "arguments"), Record("name", "input"))
_MAX_NESTING = 4  # arrays of arrays of calls
_REPLIES = ("reply", "response")
_SCHEMAS = ("inputSchema", "input_schema", "parameters")


@dataclass(slots=True)
class Recording:
    """The calls of a file, in their order; JSON-RPC requests wait here for their replies, which may lie further on."""

    calls: list[Call] = field(default_factory=list)
    ignored: int = 0
    _waiting: dict[tuple[type, Any], int] = field(default_factory=dict)

    def take(self, document: Document) -> bool:
        """Add the calls of a document; False where it holds none and no message of a protocol either."""
        return self._take(document.value, "", document, None)

    def _take(self, value: JSON, where: str, document: Document, server: str | None) -> bool:
        if type(value) is list:
            return where.count("/") < _MAX_NESTING and self._take_all(value, where, document, server)
        if type(value) is not dict:
            return False
        if type(value.get("calls")) is list:
            named = value.get("server")
            self._take_all(value["calls"], f"{where}/calls", document, named if type(named) is str else server)
            return True
        if "method" in value or (value.get("jsonrpc") is not None and ("result" in value or "error" in value)):
            self._message(value, where, document, server)
            return True
        return self._pair(value, where, document, server) or self._record(value, where, document, server)

    def _take_all(self, items: list[JSON], where: str, document: Document, server: str | None) -> bool:
        """An array of calls or messages; what is neither, among some that are, stays as a call that cannot be read."""
        before, taken = len(self.calls), False
        for index, item in enumerate(items):
            if self._take(item, f"{where}/{index}", document, server):
                taken = True
            else:
                self.calls.append(Call(ABSENT, ABSENT, None, f"{where}/{index}", document, server))
        if not taken:
            del self.calls[before:]
        return taken

    def _pair(self, value: dict[str, Any], where: str, document: Document, server: str | None) -> bool:
        """A JSON-RPC request beside its reply in one object."""
        request = value.get("request")
        if type(request) is not dict or "method" not in request:
            return False
        self._message(request, f"{where}/request", document, server)
        for name in _REPLIES:
            if type(value.get(name)) is dict:
                self._message(value[name], f"{where}/{name}", document, server)
        return True

    def _message(self, message: dict[str, Any], where: str, document: Document, server: str | None) -> None:
        """A JSON-RPC request waits for the reply with its id; all but tools/call and its reply is ignored."""
        key = (type(message.get("id")), message.get("id"))
        if message.get("method") == "tools/call":
            params = message.get("params")
            known = params if type(params) is dict else {}
            self._waiting[_hashable(key)] = len(self.calls)
            self.calls.append(Call(known.get("name"), known.get("arguments", {}), None, where, document, server))
        elif "method" not in message and _hashable(key) in self._waiting:
            index = self._waiting.pop(_hashable(key))
            asked = self.calls[index]
            self.calls[index] = Call(
                asked.tool, asked.arguments, _answer(message), asked.pointer, asked.document, asked.server
            )
        else:
            self.ignored += 1

    def _record(self, value: dict[str, Any], where: str, document: Document, server: str | None) -> bool:
        if type(value.get("function")) is dict and "arguments" in value["function"]:
            return self._record(value["function"], f"{where}/function", document, server)
        for record in RECORDS:
            if record.tool in value and (record.arguments in value or record.tool == "tool"):
                if any(name in value for name in _SCHEMAS):
                    return False
                arguments = value.get(record.arguments, {})
                self.calls.append(Call(value[record.tool], arguments, _recorded(value), where, document, server))
                return True
        return False


def _hashable(key: tuple[type, Any]) -> tuple[type, Any]:
    """A JSON-RPC id is a string, a number or null; any other counts as null."""
    return key if key[0] in (str, int, float) else (type(None), None)


def _recorded(value: dict[str, Any]) -> Result | None:
    """The result in a call's own record: a JSON-RPC reply, a CallToolResult, or the structured content itself."""
    for name in _REPLIES:
        if type(value.get(name)) is dict:
            return _answer(value[name])
    if "error" in value:
        return Result(failed=True)
    if "result" not in value:
        return None
    return _tool_result(value["result"]) if _is_tool_result(value["result"]) else Result(value["result"])


def _answer(reply: dict[str, Any]) -> Result:
    return _tool_result(reply["result"]) if "result" in reply else Result(failed=True)


def _is_tool_result(value: JSON) -> bool:
    if type(value) is not dict:
        return False
    content = value.get("content")
    blocks = type(content) is list and all(type(block) is dict and type(block.get("type")) is str for block in content)
    return "structuredContent" in value or type(value.get("isError")) is bool or blocks


def _tool_result(value: JSON) -> Result:
    """A CallToolResult; one that asks for more input is not final, so nothing of it is judged."""
    if type(value) is not dict:
        return Result()
    failed = value.get("isError") is True or value.get("resultType") == "input_required"
    return Result(value.get("structuredContent", ABSENT), failed)
