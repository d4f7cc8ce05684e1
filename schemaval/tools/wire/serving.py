"""`tools/call` served: arguments judged, the handler run, its answer told in the words of one protocol revision.

Source: "Error Handling" in `server/tools` of each revision, and SEP-1303.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, check
from schemaval.normalise.change import ABSENT
from schemaval.rendering import render
from schemaval.tools.arguments import read_arguments
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.definition import Tool
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput, InvalidToolOutput, ProtocolError, ToolError
from schemaval.tools.running.acceptance import Accept, accepting
from schemaval.tools.running.binding import Invoke
from schemaval.tools.running.calling import OnChange, ainvoked, invoking
from schemaval.tools.running.judging import Judge, ValidatorChoice
from schemaval.tools.running.quickly import read_object
from schemaval.tools.wire.answering import BROKEN, FAILED, UNNAMED, Answers, OutputMode, failure, log, said
from schemaval.tools.wire.quick import QuickAnswer, quick_answer
from schemaval.tools.wire.revisions import DEFAULT_REVISION, Revision
from schemaval.tools.wire.revisions import revision as revision_of

InvalidInput: TypeAlias = Literal["auto", "protocol", "result"]

INVALID_PARAMS = -32602  # JSON-RPC 2.0, section 5.1


def call_tool(
    tool: Tool,
    arguments: object = ABSENT,
    *,
    revision: str = DEFAULT_REVISION,
    context: ToolExecutionContext | None = None,
    validator: ValidatorChoice | None = None,
    invalid_input: InvalidInput = "auto",
    output: OutputMode = "enforce",
    repair: str | None = None,
    on_change: OnChange | None = None,
) -> dict[str, Any]:
    """The CallToolResult of one call, as plain JSON legal in `revision`.

    `arguments` are a JSON value or its text; left out, they are `{}`. `invalid_input` says how invalid ones are told:
    `"protocol"` raises ProtocolError(-32602) with the violations in its data, `"result"` makes a result with `isError`
    and the violations as `render` words them, `"auto"` does what the revision asks. `output` says what becomes of a
    result that breaks the output schema: `"enforce"` logs why and sends the error result, `"warn"` only logs, `"off"`
    does not judge. `repair` goes before the tool's own; the tool's own `validator` and `on_change` go before these.

    What the handler returns is a whole result where it is a mapping with no members but a result's, among them
    `content` or `structuredContent`, or an object of the official type. A mapping with nothing but `content` (and
    `_meta`) is one where that is an array of blocks only. Where the tool has an output schema, such a mapping has none
    of the structured value that a result must then have; so it is a value there if `content` is empty, or if the
    schema declares a property `content` and accepts the mapping. Anything else is a value.

    Of the handler's exceptions a ProtocolError comes out as it is, the text of a ToolError is sent with `isError`, and
    any other is logged and told to nobody. So is what a validator or an `on_change` of the caller's raises during the
    call, be it over the arguments or over the result (`Tool.call` lets that out as it is).

    Raises ProtocolError; ValueError for an unknown revision or mode; InvalidDefinition for a tool without a handler or
    with one that must be awaited; what compiling the tool's schemas raises.
    """
    call = _started(tool, revision, validator, invalid_input, output, repair, on_change)
    if call.is_async:
        raise InvalidDefinition(f"the handler of the tool {shorten(tool.name)!r} is async: await acall_tool() instead")
    try:
        sent = read_object(arguments)
        if sent is None:
            sent = call.read(arguments)
        judged = call.accept(sent)
    except Exception as error:  # noqa: BLE001 - a validator of the caller's may raise anything
        return call.refused(error)
    try:
        value = call.invoke(judged, call.context(context, sent) if call.takes_context else None)
    except Exception as error:  # noqa: BLE001 - a handler may raise anything; none of it is for the model
        return call.failed(error)
    return call.answered(value)


async def acall_tool(
    tool: Tool,
    arguments: object = ABSENT,
    *,
    revision: str = DEFAULT_REVISION,
    context: ToolExecutionContext | None = None,
    validator: ValidatorChoice | None = None,
    invalid_input: InvalidInput = "auto",
    output: OutputMode = "enforce",
    repair: str | None = None,
    on_change: OnChange | None = None,
) -> dict[str, Any]:
    """`call_tool` for a handler that may have to be awaited; a plain one is run inline."""
    call = _started(tool, revision, validator, invalid_input, output, repair, on_change)
    try:
        sent = read_object(arguments)
        if sent is None:
            sent = call.read(arguments)
        judged = call.accept(sent)
    except Exception as error:  # noqa: BLE001 - a validator of the caller's may raise anything
        return call.refused(error)
    try:
        value = await ainvoked(tool, judged, call.context(context, sent) if call.takes_context else None)
    except Exception as error:  # noqa: BLE001 - a handler may raise anything; none of it is for the model
        return call.failed(error)
    return call.answered(value)


@dataclass(frozen=True, slots=True)
class _Call:
    """One call on its way: who is called, in which revision, and how what goes wrong is told."""

    tool: Tool
    row: Revision
    quickly: QuickAnswer
    answers: Answers
    judge: Judge
    accept: Accept
    invoke: Invoke
    reports_invalid_input: bool
    is_async: bool
    takes_context: bool
    on_change: OnChange | None

    def read(self, arguments: object) -> JSON:
        """The arguments as the model sent them; InvalidToolInput where they are text that is no JSON."""
        try:
            return read_arguments(arguments, self.judge)
        except (NotJSON, LimitExceeded) as error:
            raise InvalidToolInput(self.tool.name, (), str(error)) from error

    def context(self, given: ToolExecutionContext | None, sent: JSON) -> ToolExecutionContext:
        """The caller's own context, or one made of the arguments as the model sent them."""
        return ToolExecutionContext("", self.tool.name, sent) if given is None else given

    def refused(self, error: Exception) -> dict[str, Any]:
        """Invalid arguments, told to the model or on the protocol's channel; what could not be judged, to the log."""
        if not isinstance(error, InvalidToolInput):
            log.error("the arguments of the tool %r cannot be judged", shorten(self.tool.name), exc_info=error)
            return failure(FAILED, self.row)
        text = error.why or render(error.violations) or UNNAMED
        if self.reports_invalid_input:
            return failure(text, self.row)
        violations = [violation.to_dict() for violation in error.violations]
        message = f"Invalid arguments for the tool {shorten(self.tool.name)}: {text}"
        raise ProtocolError(INVALID_PARAMS, message, {"violations": violations}) from error

    def failed(self, error: Exception) -> dict[str, Any]:
        """What the handler raised, as a result; a ProtocolError goes on."""
        if isinstance(error, ProtocolError):
            raise error
        text = _told(error)
        if text is not None:
            return failure(text, self.row)
        log.error("the handler of the tool %r failed", shorten(self.tool.name), exc_info=error)
        return failure(FAILED, self.row)

    def answered(self, value: object) -> dict[str, Any]:
        """What the handler returned, as a result; what cannot be told is logged."""
        try:
            return self.quickly(value) or self.answers.answer(value)
        except InvalidToolOutput as error:
            log.error(BROKEN, shorten(self.tool.name), said(error))
        except Exception as error:  # noqa: BLE001 - objects of the handler's tell of themselves by code of their own
            log.error("the result of the tool %r cannot be sent", shorten(self.tool.name), exc_info=error)
        return failure(FAILED, self.row)


def _started(
    tool: Tool,
    revision: str,
    validator: ValidatorChoice | None,
    invalid_input: InvalidInput,
    output: OutputMode,
    repair: str | None,
    on_change: OnChange | None,
) -> _Call:
    """The call, made once for each choice of options."""
    if not isinstance(tool, Tool):
        raise TypeError(f"a Tool is called, not {type(tool).__name__}; a ToolSet has a call_tool of its own, by name")
    key = revision, validator, invalid_input, output, repair
    try:
        served = tool.binding.served
        call: _Call | None = served.get(key)
    except (InvalidDefinition, TypeError):  # no handler, or an option that is not hashable: they are told in their turn
        return _made(tool, revision, validator, invalid_input, output, repair, on_change)
    if call is None or call.on_change is not on_change:
        call = _made(tool, revision, validator, invalid_input, output, repair, on_change)
        if len(served) >= _HELD:
            served.clear()
        served[key] = call
    return call


_HELD = 16  # choices of options; a caller who makes a validator for each call shall not fill the memory


def _made(
    tool: Tool,
    revision: str,
    validator: ValidatorChoice | None,
    invalid_input: InvalidInput,
    output: OutputMode,
    repair: str | None,
    on_change: OnChange | None,
) -> _Call:
    """The call, with everything that can be wrong about the tool and the options looked at."""
    row = revision_of(revision)
    if invalid_input not in ("auto", "protocol", "result"):
        raise ValueError(f"invalid_input is 'auto', 'protocol' or 'result', not {shorten(str(invalid_input))!r}")
    if output not in ("enforce", "warn", "off"):
        raise ValueError(f"output is 'enforce', 'warn' or 'off', not {shorten(str(output))!r}")
    reports = row.reports_invalid_input if invalid_input == "auto" else invalid_input == "result"
    answers = Answers(tool.name, row, tool.output_judge(validator), output)
    accept = accepting(tool, validator, repair, on_change)
    quickly = quick_answer(answers.held, row)
    judge, binding = tool.input_judge(validator), tool.binding
    invoke = invoking(tool)
    return _Call(
        tool, row, quickly, answers, judge, accept, invoke, reports, binding.is_async, binding.takes_context, on_change
    )


def _told(error: Exception) -> str | None:
    """What a ToolError says to the model; None where it says nothing that JSON can carry."""
    if not isinstance(error, ToolError):
        return None
    try:
        text = str(error)
        check(text)
    except Exception:  # noqa: BLE001 - a ToolError of the handler's own may tell of itself by code that fails
        return None
    return text or None
