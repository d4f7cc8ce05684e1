"""One call of a tool: arguments mended, repaired if asked, judged; the handler run; the result judged."""

import logging
from collections.abc import Awaitable, Callable
from inspect import iscoroutine
from typing import Any, Protocol, TypeAlias

from schemaval.compiling import compile_schema
from schemaval.converting import to_json
from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, plain
from schemaval.normalise.change import Change
from schemaval.tools.binding import Binding
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput, InvalidToolOutput, ToolExecutionError
from schemaval.tools.judging import Judge, ValidatorChoice
from schemaval.tools.repair import repair_arguments

log = logging.getLogger("schemaval")

Arguments: TypeAlias = dict[str, JSON]
OnChange: TypeAlias = Callable[[Change], None]
Call: TypeAlias = Callable[[JSON, ToolExecutionContext | None], Any]
CallOptions: TypeAlias = tuple[ValidatorChoice | None, str | None, OnChange | None]
AsyncCall: TypeAlias = Callable[[JSON, ToolExecutionContext | None], Awaitable[Any]]

_REPAIRS = ("off", "safe")
_NEVER_AWAITABLE = frozenset({str, dict, list, int, float, bool, tuple, type(None)})


class Callee(Protocol):
    """What a call needs to know of a tool."""

    @property
    def name(self) -> str:
        """The tool's name, for errors."""

    @property
    def repair(self) -> str:
        """`"off"` or `"safe"`."""

    @property
    def on_change(self) -> OnChange | None:
        """Who is told of each repair."""

    @property
    def hydrate(self) -> Callable[[Arguments], Arguments] | None:
        """What turns judged arguments into the handler's own values."""

    @property
    def binding(self) -> Binding:
        """How arguments reach the handler; InvalidDefinition where there is none."""

    def input_judge(self, validator: ValidatorChoice | None = None) -> Judge:
        """Who judges arguments."""

    def output_judge(self, validator: ValidatorChoice | None = None) -> Judge | None:
        """Who judges results."""


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


# Arguments


def prepared(
    tool: Callee,
    arguments: JSON,
    *,
    validator: ValidatorChoice | None = None,
    repair: str | None = None,
    on_change: OnChange | None = None,
) -> Arguments:
    """The arguments as the handler may have them: empties mended, repaired if `repair` says so, judged.

    `repair` None means the tool's own setting. Raises InvalidToolInput.
    """
    return accepting(tool, validator, repair, on_change)(arguments)


def accepting(
    tool: Callee, validator: ValidatorChoice | None, repair: str | None, on_change: OnChange | None
) -> Callable[[JSON], Arguments]:
    """`prepared` for one tool and one choice of options, as a function of the arguments."""
    judge = tool.input_judge(validator)
    is_valid = judge.is_valid
    is_repairing = checked_repair(tool.repair if repair is None else repair) == "safe"
    tell = (tool.on_change or on_change) if is_repairing else None

    def accept(arguments: JSON) -> Arguments:
        try:
            if type(arguments) is dict and is_valid(arguments):
                return arguments
            return _put_right(tool, judge, arguments, _Repairs(tool.name, tell) if is_repairing else None)
        except (NotJSON, LimitExceeded) as error:
            raise InvalidToolInput(tool.name, (), str(error)) from error

    return accept


def checked_repair(repair: object) -> str:
    """`repair`, if it is `"off"` or `"safe"`; else InvalidDefinition."""
    if repair not in _REPAIRS:
        raise InvalidDefinition('repair is "off" or "safe"')
    return str(repair)


class _Repairs:
    """Who is told of the repairs of one tool's arguments."""

    __slots__ = ("_tell", "_tool_name")

    def __init__(self, tool_name: str, tell: OnChange | None) -> None:
        self._tool_name = tool_name
        self._tell = tell

    def report(self, changes: tuple[Change, ...]) -> None:
        """Tell of each change: the log hears where it was, never what."""
        for change in changes:
            log.info("the arguments of the tool %r were repaired at %r", shorten(self._tool_name), change.pointer)
            if self._tell is not None:
                self._tell(change)


def _put_right(tool: Callee, judge: Judge, arguments: JSON, repairs: _Repairs | None) -> Arguments:
    """Arguments that are not valid as they are: mended, then repaired."""
    mended = _as_object(judge.mended(arguments))
    if _fits(judge, mended):
        return _plain(mended)
    if repairs is not None:
        repaired, changes = repair_arguments(judge, mended)
        if _fits(judge, repaired):
            repairs.report(changes)
            return _plain(repaired)
    raise InvalidToolInput(tool.name, judge.violations(mended) or _no_object(mended))


def _fits(judge: Judge, arguments: JSON) -> bool:
    return isinstance(arguments, dict) and judge.is_valid(arguments)


def _as_object(arguments: JSON) -> JSON:
    """`{}` for `[]`, which a schema that leaves the type open has nothing against: arguments are an object."""
    return {} if isinstance(arguments, list) and not arguments else arguments


def _plain(arguments: JSON) -> Arguments:
    found: Arguments = plain(arguments)
    return found


def _no_object(arguments: JSON) -> list[Any]:
    """Why arguments that the schema takes are none: they are no object."""
    return compile_schema({"type": "object"}, backend="reference").violations(arguments)


# The handler


def in_context(tool: Callee, arguments: JSON, context: ToolExecutionContext | None) -> ToolExecutionContext | None:
    """The context of a call: the one given, or one made of the arguments as they came, if the handler takes one."""
    if context is None and tool.binding.takes_context:
        return ToolExecutionContext("", tool.name, arguments)
    return context


def invoked(tool: Callee, arguments: Arguments, context: ToolExecutionContext | None) -> Any:
    """What the handler gives for judged arguments; what it raises comes out as it is.

    InvalidDefinition where the handler is async: the coroutine is closed.
    """
    binding = tool.binding
    if binding.is_async:
        raise _asynchronous(tool)
    hydrated = arguments if tool.hydrate is None else tool.hydrate(arguments)
    value = binding.invoke(hydrated, in_context(tool, arguments, context))
    _refuse_awaitable(tool, value)
    return value


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


def delivered(tool: Callee, value: Any, judge: Judge) -> Any:
    """The handler's value if its JSON is valid; where empties had to be mended for that, the mended JSON.

    Raises InvalidToolOutput.
    """
    try:
        sent = to_json(value)
        if judge.is_valid(sent):
            return value
        mended = judge.mended(sent)
        if judge.is_valid(mended):
            return mended
    except (NotJSON, LimitExceeded) as error:
        raise InvalidToolOutput(tool.name, (), str(error)) from error
    raise InvalidToolOutput(tool.name, judge.violations(mended))
