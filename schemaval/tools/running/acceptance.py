"""What becomes of arguments before the handler has them: mended, repaired if asked, judged."""

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, plain
from schemaval.normalise.change import Change
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput
from schemaval.tools.repair import repair_arguments
from schemaval.tools.running.callee import Arguments, Callee, OnChange, checked_on_change
from schemaval.tools.running.judging import Judge, ValidatorChoice

Accept: TypeAlias = Callable[[JSON], Arguments]

log = logging.getLogger("schemaval")

_REPAIRS = ("off", "safe")


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
) -> Accept:
    """`prepared` for one tool and one choice of options, as a function of the arguments."""
    judge = tool.input_judge(validator)
    is_valid = judge.is_valid
    is_repairing = checked_repair(tool.repair if repair is None else repair) == "safe"
    tell = (tool.on_change or checked_on_change(on_change)) if is_repairing else None

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
