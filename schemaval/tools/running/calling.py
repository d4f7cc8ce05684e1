"""One call of a tool: its arguments accepted, the handler run, the result judged."""

from collections.abc import Awaitable, Callable
from inspect import iscoroutine
from typing import Any, TypeAlias

from schemaval.converting import to_json
from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.errors import InvalidDefinition, InvalidToolOutput, ToolExecutionError
from schemaval.tools.running.acceptance import accepting, checked_repair, prepared
from schemaval.tools.running.binding import Invoke
from schemaval.tools.running.callee import Arguments, Callee, CallOptions, OnChange
from schemaval.tools.running.judging import Judge, ValidatorChoice

__all__ = [
    "AsyncCall",
    "Call",
    "Calls",
    "OnChange",
    "ainvoked",
    "async_calling",
    "calling",
    "checked_repair",
    "delivered",
    "in_context",
    "invoking",
    "prepared",
]

Call: TypeAlias = Callable[[JSON, ToolExecutionContext | None], Any]
AsyncCall: TypeAlias = Callable[[JSON, ToolExecutionContext | None], Awaitable[Any]]

_EXACT = 2**53
_NEVER_AWAITABLE = frozenset({str, dict, list, int, float, bool, tuple, type(None)})


# The whole call


def calling(tool: Callee, validator: ValidatorChoice | None, repair: str | None, on_change: OnChange | None) -> Call:
    """A tool's call as one function of arguments and context; a handler known to be async is an InvalidDefinition."""
    binding = tool.binding
    if binding.is_async:
        raise _asynchronous(tool)
    accept = accepting(tool, validator, repair, on_change)
    output = tool.output_judge(validator)
    invoke, takes_context, hydrate, name = binding.invoke, binding.takes_context, tool.hydrate, tool.name

    def call(arguments: JSON, context: ToolExecutionContext | None) -> Any:
        accepted = accept(arguments)
        if takes_context and context is None:
            context = ToolExecutionContext("", name, arguments)
        if hydrate is not None:
            accepted = hydrate(accepted)
        try:
            value = invoke(accepted, context)
        except Exception as error:
            raise ToolExecutionError(name) from error
        if type(value) not in _NEVER_AWAITABLE:
            _refuse_awaitable(tool, value)
        return value if output is None else delivered(tool, value, output)

    return call


def async_calling(
    tool: Callee, validator: ValidatorChoice | None, repair: str | None, on_change: OnChange | None
) -> AsyncCall:
    """A tool's call as one coroutine function of arguments and context; a sync handler runs inline."""
    binding = tool.binding
    accept = accepting(tool, validator, repair, on_change)
    output = tool.output_judge(validator)
    invoke, takes_context, hydrate, name = binding.invoke, binding.takes_context, tool.hydrate, tool.name

    async def call(arguments: JSON, context: ToolExecutionContext | None) -> Any:
        accepted = accept(arguments)
        if takes_context and context is None:
            context = ToolExecutionContext("", name, arguments)
        if hydrate is not None:
            accepted = hydrate(accepted)
        try:
            value = invoke(accepted, context)
            if _is_awaitable(value):
                value = await value
        except Exception as error:
            raise ToolExecutionError(name) from error
        return value if output is None else delivered(tool, value, output)

    return call


class Calls:
    """A tool's calls, sync and async, with options of the caller's; each is made when first asked for."""

    __slots__ = ("_acall", "_call", "_options", "_tool")

    def __init__(self, tool: Callee, options: CallOptions) -> None:
        """`options` are what a call takes: validator, repair, on_change."""
        self._tool = tool
        self._options = options
        self._call: Call | None = None
        self._acall: AsyncCall | None = None

    def are_of(self, options: CallOptions) -> bool:
        """Whether these are the very same options."""
        validator, repair, on_change = self._options
        return options[0] is validator and options[1] is repair and options[2] is on_change

    def call(self, arguments: JSON, context: ToolExecutionContext | None) -> Any:
        """The sync call."""
        if self._call is None:
            self._call = calling(self._tool, *self._options)
        return self._call(arguments, context)

    async def acall(self, arguments: JSON, context: ToolExecutionContext | None) -> Any:
        """The async call."""
        if self._acall is None:
            self._acall = async_calling(self._tool, *self._options)
        return await self._acall(arguments, context)


# The handler


def in_context(tool: Callee, arguments: JSON, context: ToolExecutionContext | None) -> ToolExecutionContext | None:
    """The context of a call: the one given, or one made of the arguments as they came, if the handler takes one."""
    if context is None and tool.binding.takes_context:
        return ToolExecutionContext("", tool.name, arguments)
    return context


def invoking(tool: Callee) -> Invoke:
    """A function of judged arguments and a context that gives what the handler gives.

    What the handler raises comes out as it is. For a handler that is not known to be async; where it gives an awaitable
    nevertheless, that is InvalidDefinition, and a coroutine is closed.
    """
    hydrate, invoke = tool.hydrate, tool.binding.invoke

    def invoked(arguments: Arguments, context: ToolExecutionContext | None) -> Any:
        value = invoke(arguments if hydrate is None else hydrate(arguments), context)
        if type(value) not in _NEVER_AWAITABLE:
            _refuse_awaitable(tool, value)
        return value

    return invoked


async def ainvoked(tool: Callee, arguments: Arguments, context: ToolExecutionContext | None) -> Any:
    """What the handler, sync or async, gives for judged arguments; what it raises comes out as it is."""
    hydrated = arguments if tool.hydrate is None else tool.hydrate(arguments)
    value = tool.binding.invoke(hydrated, in_context(tool, arguments, context))
    return await value if _is_awaitable(value) else value


def _is_awaitable(value: object) -> bool:
    return type(value) not in _NEVER_AWAITABLE and hasattr(type(value), "__await__")


def _refuse_awaitable(tool: Callee, value: object) -> None:
    if _is_awaitable(value):
        if iscoroutine(value):
            value.close()
        raise _asynchronous(tool)


def _asynchronous(tool: Callee) -> InvalidDefinition:
    return InvalidDefinition(f"the handler of the tool {shorten(tool.name)!r} is async: await .acall() instead")


# The result


def _is_plain(value: Any) -> bool:
    """Whether a value is plainly the JSON that it stands for, as many results are; others are looked at with care."""
    kind = type(value)
    if kind is str:
        is_ascii: bool = value.isascii()
        return is_ascii
    return value is None or kind is bool or (kind is int and -_EXACT < value < _EXACT)


def delivered(tool: Callee, value: Any, judge: Judge) -> Any:
    """The handler's value if its JSON is valid; where empties had to be mended for that, the mended JSON.

    Raises InvalidToolOutput.
    """
    try:
        sent = value if _is_plain(value) else to_json(value)
        mended, is_valid = judge.settled(sent)
        if is_valid:
            return value if mended is sent else mended
    except (NotJSON, LimitExceeded) as error:
        raise InvalidToolOutput(tool.name, (), str(error)) from error
    raise InvalidToolOutput(tool.name, judge.violations(mended))
