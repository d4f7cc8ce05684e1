"""Calls: arguments mended, repaired if asked, judged; the handler run; the result judged."""
# ruff: noqa: D102, PLW0108 - the methods here are what their classes say; a lambda is a kind of handler too

import asyncio
import functools
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded, SchemavalError
from schemaval.jsonvalue import JSON
from schemaval.normalise.change import ABSENT, Change
from schemaval.tools import (
    InvalidDefinition,
    InvalidToolInput,
    InvalidToolOutput,
    ProtocolError,
    Schema,
    Tool,
    ToolError,
    ToolExecutionContext,
    ToolExecutionError,
)
from schemaval.tools.running.calling import ainvoked, invoking, prepared
from schemaval.tools.running.judging import ValidatorChoice
from schemaval.violation import Violation
from tests.tools.engines import backends_only

pytestmark = pytest.mark.usefixtures("everywhere")

CITY = Schema.string("city").required()
DAYS = Schema.integer("days")
TAGS = Schema.array("tags").items({"type": "string"})
WHERE = Schema.object("where", properties=[Schema.string("country")])

How = Callable[..., Any]


def _called(tool: Tool, *args: Any, **kwargs: Any) -> Any:
    return tool.call(*args, **kwargs)


def _awaited(tool: Tool, *args: Any, **kwargs: Any) -> Any:
    return asyncio.run(tool.acall(*args, **kwargs))


@pytest.fixture(params=[_called, _awaited], ids=["call", "acall"])
def call(request: pytest.FixtureRequest) -> How:
    """A call, sync or async, of the same tool."""
    how: How = request.param
    return how


def everything(city: str, days: int = 1, tags: Any = (), where: Any = None) -> Any:
    """All arguments as they come."""
    return city, days, tags, where


def weather(validator: ValidatorChoice | None = None, **parts: Any) -> Tool:
    """A tool of four inputs that gives its arguments back."""
    given: dict[str, Any] = {"inputs": [CITY, DAYS, TAGS, WHERE], "handler": everything} | parts
    return Tool("weather", validator=validator, **given)


# Arguments


def test_valid_arguments_reach_the_handler(call: How, validator: ValidatorChoice) -> None:
    """What the schema takes arrives as it is."""
    given = {"city": "Oslo", "tags": ["a"], "where": {"country": "no"}}
    assert call(weather(validator), given) == ("Oslo", 1, ["a"], {"country": "no"})


def test_invalid_arguments_are_told_by_violations(call: How, validator: ValidatorChoice) -> None:
    """What the schema does not take is an InvalidToolInput with every violation; the handler does not run."""
    ran: list[str] = []
    with pytest.raises(InvalidToolInput) as caught:
        call(weather(validator, handler=lambda city: ran.append(city)), {"city": 1, "days": "x"})
    assert [(each.pointer, each.keyword) for each in caught.value.violations] == [("/city", "type"), ("/days", "type")]
    assert (caught.value.tool_name, caught.value.why, ran) == ("weather", "", [])


def test_empties_are_mended_before_judging(call: How, validator: ValidatorChoice) -> None:
    """`{}` for an array and `[]` for an object are put right, at every depth; what was given stays as it was."""
    given: JSON = {"city": "Oslo", "tags": {}, "where": []}
    assert call(weather(validator), given) == ("Oslo", 1, [], {})
    assert given == {"city": "Oslo", "tags": {}, "where": []}


def test_an_empty_list_of_arguments_is_no_arguments(call: How, validator: ValidatorChoice) -> None:
    """`[]` means `{}`."""
    assert call(Tool("ping", handler=lambda: "pong", validator=validator), []) == "pong"


@pytest.mark.parametrize("wrong", [None, "", "{}", 1, True, [1], b"{}"])
def test_arguments_are_an_object(call: How, validator: ValidatorChoice, wrong: object) -> None:
    """Anything else is an InvalidToolInput; what is JSON breaks the schema's type."""
    with pytest.raises(InvalidToolInput) as caught:
        call(Tool("ping", handler=lambda: "pong", validator=validator), wrong)
    assert [each.keyword for each in caught.value.violations] == ["type"] or caught.value.why


@pytest.mark.parametrize("wrong", [None, "{}", 1, [1]])
def test_arguments_are_an_object_even_where_the_schema_takes_more(call: How, wrong: object) -> None:
    """A schema without a type takes anything, a call does not."""
    tool = Tool("any", input={}, handler=lambda given: given)
    with pytest.raises(InvalidToolInput, match="object") as caught:
        call(tool, wrong)
    assert [(each.pointer, each.keyword) for each in caught.value.violations] == [("", "type")]
    assert call(tool, []) == call(tool, {}) == {}


@pytest.mark.parametrize("wrong", [{"days": date(2024, 1, 1), "city": "x"}, {"city": {1, 2}}, {"city": float("nan")}])
def test_what_is_no_json_is_invalid(call: How, wrong: object) -> None:
    """A Python object among the arguments is an InvalidToolInput that says so, or names the violation."""
    with pytest.raises(InvalidToolInput) as caught:
        call(weather(), wrong)
    assert caught.value.violations or "not JSON" in caught.value.why


@backends_only
def test_arguments_beyond_a_limit_are_invalid(call: How) -> None:
    """A value nested too deeply is an InvalidToolInput, caused by the limit."""
    deep: JSON = "x"
    for _ in range(5000):
        deep = [deep]
    tool = Tool("deep", input={"$ref": "#/$defs/list", "$defs": {"list": {"items": {"$ref": "#/$defs/list"}}}})
    with pytest.raises(InvalidToolInput) as caught:
        call(tool.run(lambda given: given), [deep])
    assert isinstance(caught.value.__cause__, LimitExceeded)


def test_a_subclass_of_dict_is_an_object(call: How, validator: ValidatorChoice) -> None:
    """An OrderedDict will do; the handler of the whole gets a dict."""
    tool = Tool("any", input={"type": "object"}, handler=lambda given: type(given), validator=validator)
    assert call(tool, OrderedDict(a=1)) is dict


@backends_only
def test_formats_are_asserted() -> None:
    """A text that is not in the format is invalid."""
    tool = Tool("on", inputs=[Schema.string("day").format("date")], handler=lambda day: day)
    assert tool.call({"day": "2024-02-29"}) == "2024-02-29"
    with pytest.raises(InvalidToolInput) as caught:
        tool.call({"day": "tomorrow"})
    assert [each.keyword for each in caught.value.violations] == ["format"]


def test_valid_arguments_are_never_mended(call: How) -> None:
    """Whatever is valid is judged once and passed on as it is."""
    judged: list[JSON] = []

    class Once:
        """Counts, and has nothing to mend with."""

        def is_valid(self, instance: JSON, /) -> bool:
            judged.append(instance)
            return True

        def violations(self, _instance: JSON, /) -> list[Violation]:
            raise AssertionError

        def normalise(self, _instance: JSON) -> JSON:
            raise AssertionError

    given: JSON = {"a": []}
    tool = Tool("any", input={"type": "object"}, handler=lambda whole: whole["a"], validator=lambda _schema: Once())
    assert call(tool, given, repair="safe") is given["a"]
    assert judged == [given]


def test_schema_defaults_are_never_filled_in(call: How) -> None:
    """An omitted input leaves the handler's own default."""
    tool = Tool("a", inputs=[DAYS.default(7)], handler=lambda days=3: days)
    assert call(tool, {}) == 3


# Context


def test_a_context_that_is_given_is_passed_on(call: How) -> None:
    """The handler gets the caller's own context."""
    context = ToolExecutionContext("call_1", "weather", {"city": "Oslo"}, ("hi",))
    tool = weather(handler=lambda city, context: (city, context))
    assert call(tool, {"city": "Oslo"}, context) == ("Oslo", context)
    assert call(tool, {"city": "Oslo"}, context)[1] is context


def test_a_context_is_made_where_none_is_given(call: How) -> None:
    """It knows the tool, and the arguments as the model sent them: not mended, not repaired."""
    given: JSON = {"city": "Oslo", "days": "2", "tags": {}}
    tool = weather(handler=lambda city, days, tags, context: (city, days, tags, context), repair="safe")
    *judged, context = call(tool, given)
    assert judged == ["Oslo", 2, []]
    assert (context.tool_call_id, context.tool_name, context.messages) == ("", "weather", ())
    assert context.arguments is given


def test_an_optional_context_is_filled_too(call: How) -> None:
    """Its default is never used."""

    def handler(ctx: ToolExecutionContext | None = None) -> bool:
        return ctx is not None

    assert call(Tool("a", handler=handler), {}) is True


# Text


@pytest.mark.parametrize("text", ['{"city": "Oslo"}', b'{"city": "Oslo"}', '"{\\"city\\": \\"Oslo\\"}"'])
def test_arguments_may_come_as_text(text: str | bytes, validator: ValidatorChoice) -> None:
    """Text, bytes, and text of text are read."""
    assert weather(validator).call_json(text)[0] == "Oslo"
    assert asyncio.run(weather(validator).acall_json(text))[0] == "Oslo"


@pytest.mark.parametrize("nothing", ["", " \n", b"", ABSENT, "{}", "[]"])
def test_no_text_means_no_arguments(nothing: Any, validator: ValidatorChoice) -> None:
    """Nothing, absent and empties are `{}`."""
    tool = Tool("ping", handler=lambda **given: given, validator=validator)
    assert tool.call_json(nothing) == asyncio.run(tool.acall_json(nothing)) == {}
    assert tool.call_json() == asyncio.run(tool.acall_json()) == {}


@pytest.mark.parametrize("null", ["null", None])
def test_null_is_not_absent(null: Any, validator: ValidatorChoice) -> None:
    """An explicit null is invalid."""
    with pytest.raises(InvalidToolInput) as caught:
        Tool("ping", handler=lambda: "pong", validator=validator).call_json(null)
    assert [each.keyword for each in caught.value.violations] == ["type"]


def test_broken_text_is_told_with_its_place() -> None:
    """The error says where the text breaks, and holds no violations."""
    for broken in (weather().call_json, lambda text: asyncio.run(weather().acall_json(text))):
        with pytest.raises(InvalidToolInput, match="line 2, column 11") as caught:
            broken('{"city":\n "secret" "x"}')
        assert caught.value.violations == ()
        assert "secret" not in str(caught.value)


def test_a_context_made_for_text_holds_what_it_wrote() -> None:
    """The arguments of the context are the text's, before they are mended."""
    tool = weather(handler=lambda city, tags, context: (city, tags, context.arguments))
    given = '{"city": "Oslo", "tags": {}}'
    assert tool.call_json(given) == ("Oslo", [], {"city": "Oslo", "tags": {}})


# Repair


ALMOST: JSON = {"city": "Oslo", "days": "2", "tags": '["a"]'}


def test_nothing_is_repaired_unless_asked(call: How, validator: ValidatorChoice) -> None:
    """By default what a model wrote almost right is invalid."""
    with pytest.raises(InvalidToolInput):
        call(weather(validator), ALMOST)


def test_a_tool_may_repair(call: How, validator: ValidatorChoice, caplog: pytest.LogCaptureFixture) -> None:
    """`repair="safe"` on the tool repairs; each change is told, and logged without its values."""
    told: list[Change] = []
    with caplog.at_level(logging.INFO, "schemaval"):
        result = call(weather(validator, repair="safe", on_change=told.append), ALMOST)
    assert result == ("Oslo", 2, ["a"], None)
    assert {(each.pointer, each.was) for each in told} == {("/days", "2"), ("/tags", '["a"]')}
    assert len(caplog.records) == 2
    assert all(record.levelno == logging.INFO and record.name == "schemaval" for record in caplog.records)
    assert "/days" in caplog.text
    assert '"a"' not in caplog.text


def test_a_call_may_repair(call: How, validator: ValidatorChoice) -> None:
    """`repair=` of the call goes before the tool's, both ways; `on_change=` of the tool before the call's."""
    told: list[Change] = []
    own: list[Change] = []
    assert call(weather(validator), ALMOST, repair="safe", on_change=told.append)[1] == 2
    assert len(told) == 2
    call(weather(validator, on_change=own.append), ALMOST, repair="safe", on_change=told.append)
    assert (len(told), len(own)) == (2, 2)
    with pytest.raises(InvalidToolInput):
        call(weather(validator, repair="safe"), ALMOST, repair="off")


def test_text_may_be_repaired() -> None:
    """`call_json` and `acall_json` repair as `call` does."""
    text = '{"city": "Oslo", "days": "2"}'
    assert weather().call_json(text, repair="safe")[1] == 2
    assert asyncio.run(weather().acall_json(text, repair="safe"))[1] == 2


def test_what_cannot_be_repaired_reports_the_original(call: How, validator: ValidatorChoice) -> None:
    """The violations are those of what was sent, and nobody is told of changes that were not used."""
    told: list[Change] = []
    with pytest.raises(InvalidToolInput) as caught:
        call(weather(validator, repair="safe", on_change=told.append), {"city": None, "days": "2"})
    assert {each.pointer for each in caught.value.violations} == {"/city", "/days"}
    assert told == []


def test_a_repair_is_off_or_safe(call: How) -> None:
    """Any other word is refused, on a call too."""
    with pytest.raises(InvalidDefinition, match="repair"):
        call(weather(), {"city": "Oslo"}, repair="wild")


# Validators


def test_a_call_may_choose_a_validator_where_the_tool_has_none(call: How) -> None:
    """The tool's own validator wins."""

    class Nothing:
        """Accepts nothing."""

        def __init__(self, _schema: JSON) -> None:
            pass

        def is_valid(self, _instance: JSON, /) -> bool:
            return False

        def violations(self, _instance: JSON, /) -> list[Violation]:
            return [Violation("", "never", "nothing will do", "#", "")]

    given = {"city": "Oslo"}
    assert call(weather("reference"), given, validator=Nothing)[0] == "Oslo"
    with pytest.raises(InvalidToolInput, match="nothing will do"):
        call(weather(), given, validator=Nothing)
    assert call(weather(), given)[0] == "Oslo"


def test_a_calls_validator_is_a_choice(call: How) -> None:
    """What is no choice of a validator is an InvalidDefinition."""
    with pytest.raises(InvalidDefinition, match="validator="):
        call(weather(), {"city": "Oslo"}, validator=5)


def test_calls_with_the_same_options_are_made_once(call: How) -> None:
    """A set's validator is asked for one judge, however many calls there are; other options make other calls."""
    made: list[JSON] = []

    def factory(schema: JSON) -> Any:
        made.append(schema)
        return compile_schema(schema)

    tool, given = weather(), {"city": "Oslo"}
    for _ in range(3):
        assert call(tool, given, validator=factory)[0] == "Oslo"
    assert len(made) == 1
    told: list[Change] = []
    assert call(tool, ALMOST, validator=factory, repair="safe", on_change=told.append)[1] == 2
    with pytest.raises(InvalidToolInput):
        call(tool, ALMOST, validator=factory)
    assert len(told) == 2


# Handlers


class Greeting(Tool):
    """A callable class."""

    def __call__(self, city: str) -> str:
        return f"hello {city}"


class AsyncGreeting(Tool):
    """A callable class whose call is async."""

    async def __call__(self, city: str) -> str:
        return f"hello {city}"


def greet(city: str) -> str:
    """Plain."""
    return f"hello {city}"


async def agreet(city: str) -> str:
    """Async."""
    await asyncio.sleep(0)
    return f"hello {city}"


class Greeter:
    """Methods."""

    def method(self, city: str) -> str:
        return f"hello {city}"

    async def amethod(self, city: str) -> str:
        return f"hello {city}"


SYNC: list[Callable[..., Any]] = [greet, lambda city: f"hello {city}", Greeter().method, functools.partial(greet)]
ASYNC: list[Callable[..., Any]] = [
    agreet,
    Greeter().amethod,
    functools.partial(agreet),
    lambda city: agreet(city),  # a sync function that gives a coroutine
]


@pytest.mark.parametrize("handler", SYNC)
def test_sync_handlers_run_in_both(call: How, handler: Callable[..., Any]) -> None:
    """`.acall` runs a sync handler inline."""
    assert call(weather(handler=handler), {"city": "Oslo"}) == "hello Oslo"
    assert call(Greeting("a", inputs=[CITY]), {"city": "Oslo"}) == "hello Oslo"


@pytest.mark.parametrize("handler", ASYNC)
def test_async_handlers_are_awaited(handler: Callable[..., Any]) -> None:
    """`.acall` awaits what an async handler gives."""
    assert _awaited(weather(handler=handler), {"city": "Oslo"}) == "hello Oslo"
    assert _awaited(AsyncGreeting("a", inputs=[CITY]), {"city": "Oslo"}) == "hello Oslo"


@pytest.mark.parametrize("handler", ASYNC)
def test_a_sync_call_of_an_async_handler_is_a_wrong_definition(handler: Callable[..., Any]) -> None:
    """It says what to do instead; the coroutine is closed, so that no warning is left behind."""
    tool = weather(handler=handler)
    for _ in range(2):
        with pytest.raises(InvalidDefinition, match="acall"):
            tool.call({"city": "Oslo"})
    with pytest.raises(InvalidDefinition, match="acall"):
        AsyncGreeting("a", inputs=[CITY]).call({"city": "Oslo"})


def test_a_sync_call_with_a_future_is_a_wrong_definition() -> None:
    """Anything that must be awaited is refused."""

    async def main() -> None:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        with pytest.raises(InvalidDefinition, match="acall"):
            Tool("a", handler=lambda: future).call({})
        future.set_result(1)
        assert await Tool("a", handler=lambda: future).acall({}) == 1

    asyncio.run(main())


@pytest.mark.parametrize(
    "error", [ValueError("secret"), ToolError("told"), ProtocolError(-1, "x"), TypeError("secret")]
)
def test_what_a_handler_raises_is_the_cause(call: How, error: Exception) -> None:
    """Every exception of the handler's becomes a ToolExecutionError that does not repeat it."""

    def raising() -> None:
        raise error

    async def araising() -> None:
        await asyncio.sleep(0)
        raise error

    tools = [Tool("bad", handler=raising)] + ([Tool("bad", handler=araising)] if call is _awaited else [])
    for tool in tools:
        with pytest.raises(ToolExecutionError) as caught:
            call(tool, {})
        assert caught.value.__cause__ is error
        assert caught.value.tool_name == "bad"
        assert "secret" not in str(caught.value)


def test_a_handlers_own_tool_errors_are_its_failure(call: How) -> None:
    """A tool that calls another one fails as any handler does, whatever the other raised."""
    inner = weather()
    for wrong in (lambda: inner.call({}), lambda: Tool("none").call({})):
        with pytest.raises(ToolExecutionError) as caught:
            call(Tool("outer", handler=wrong), {})
        assert isinstance(caught.value.__cause__, (InvalidToolInput, InvalidDefinition))


def test_a_handler_that_was_sent_too_little_fails(call: How) -> None:
    """A required parameter that the schema leaves open is the handler's TypeError."""
    with pytest.raises(ToolExecutionError) as caught:
        call(Tool("a", inputs=[DAYS], handler=lambda days: days), {})
    assert isinstance(caught.value.__cause__, TypeError)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_what_ends_a_program_passes(error: type[BaseException]) -> None:
    """KeyboardInterrupt and its like are nobody's to wrap."""

    def raising() -> None:
        raise error

    with pytest.raises(error):
        Tool("a", handler=raising).call({})


def test_a_cancelled_call_is_cancelled() -> None:
    """Cancelling a task ends the handler."""

    async def main() -> None:
        task = asyncio.create_task(Tool("a", handler=functools.partial(asyncio.sleep, 60)).acall({}))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_an_async_generator_is_a_value() -> None:
    """Only what can be awaited is awaited."""

    async def numbers() -> AsyncIterator[int]:
        yield 1

    assert hasattr(Tool("a", handler=numbers).call({}), "__aiter__")


# Results


@dataclass
class Report:
    """A result as a program has it."""

    day: date
    tags: Any


REPORT = {
    "type": "object",
    "properties": {"day": {"type": "string"}, "tags": {"type": "array"}},
    "required": ["day", "tags"],
    "additionalProperties": False,
}


def reporting(value: Any, validator: ValidatorChoice | None = None, schema: JSON = REPORT) -> Tool:
    """A tool that gives a value and says what it gives."""
    return Tool("report", output=schema, handler=lambda: value, validator=validator)


def test_without_an_output_schema_anything_goes(call: How) -> None:
    """The handler's own value is the result."""
    value = object()
    assert call(Tool("a", handler=lambda: value), {}) is value


def test_a_result_is_judged_as_the_json_it_means(call: How, validator: ValidatorChoice) -> None:
    """A valid result comes back as the handler's own value."""
    value = Report(date(2024, 1, 1), ("a",))
    assert call(reporting(value, validator), {}) is value


def test_a_result_with_empties_is_mended(call: How, validator: ValidatorChoice) -> None:
    """Where empties had to be put right, the result is the mended JSON."""
    value = Report(date(2024, 1, 1), {})
    assert call(reporting(value, validator), {}) == {"day": "2024-01-01", "tags": []}
    assert value.tags == {}


def test_an_invalid_result_is_told_by_violations(call: How, validator: ValidatorChoice) -> None:
    """It is an InvalidToolOutput, not the handler's failure."""
    with pytest.raises(InvalidToolOutput) as caught:
        call(reporting({"day": 1}, validator), {})
    assert {(each.pointer, each.keyword) for each in caught.value.violations} == {("", "required"), ("/day", "type")}
    assert caught.value.tool_name == "report"


@pytest.mark.parametrize("value", [{"day": object()}, float("nan"), {"day": {1: {2, 3}}, 5: 1}])
def test_a_result_that_is_no_json_says_so(call: How, value: object) -> None:
    """It is an InvalidToolOutput with the reason in words, or with what it breaks."""
    with pytest.raises(InvalidToolOutput) as caught:
        call(reporting(value), {})
    assert caught.value.why or caught.value.violations


def test_a_missing_result_is_judged_as_null(call: How, validator: ValidatorChoice) -> None:
    """None breaks an object schema and keeps a null schema."""
    with pytest.raises(InvalidToolOutput):
        call(reporting(None, validator), {})
    assert call(reporting(None, validator, {"type": "null"}), {}) is None


@pytest.mark.parametrize("schema", [False, {"type": "integer"}, {"enum": [1]}])
def test_output_schemas_of_every_kind_are_kept(call: How, schema: JSON) -> None:
    """A boolean schema and scalars judge too."""
    with pytest.raises(InvalidToolOutput):
        call(reporting("x", schema=schema), {})


def test_an_async_result_is_judged(validator: ValidatorChoice) -> None:
    """What was awaited is judged."""

    async def handler() -> JSON:
        return {"day": "x", "tags": {}}

    tool = Tool("a", output=REPORT, handler=handler, validator=validator)
    assert _awaited(tool, {}) == {"day": "x", "tags": []}


# The parts that results and sets use


def test_prepared_gives_judged_arguments(validator: ValidatorChoice) -> None:
    """Mended, repaired if asked, judged; valid ones are the very same object."""
    valid = {"city": "Oslo"}
    assert prepared(weather(validator), valid) is valid
    assert prepared(weather(validator), {"city": "Oslo", "tags": {}}) == {"city": "Oslo", "tags": []}
    assert prepared(weather(validator), ALMOST, repair="safe")["days"] == 2
    assert prepared(weather(validator, repair="safe"), ALMOST)["days"] == 2
    with pytest.raises(InvalidToolInput):
        prepared(weather(), ALMOST, validator=validator)


def test_invoking_lets_the_handlers_exceptions_out() -> None:
    """Nothing is wrapped, sync or async; an async handler needs `ainvoked`."""

    def raising(city: str) -> None:
        raise ToolError(city)

    with pytest.raises(ToolError, match="Oslo"):
        invoking(weather(handler=raising))({"city": "Oslo"}, None)
    with pytest.raises(ToolError, match="Oslo"):
        asyncio.run(ainvoked(weather(handler=raising), {"city": "Oslo"}, None))
    for handler in ASYNC:
        with pytest.raises(InvalidDefinition):
            invoking(weather(handler=handler))({"city": "Oslo"}, None)
        assert asyncio.run(ainvoked(weather(handler=handler), {"city": "Oslo"}, None)) == "hello Oslo"


def test_invoking_fills_the_context_and_hydrates() -> None:
    """The handler gets its context and hydrated arguments; the context keeps the plain ones."""
    tool = weather(handler=lambda city, context: (city, context.arguments))
    hydrated = tool.furnished(hydrate=lambda arguments: {"city": arguments["city"].upper()})
    given = ToolExecutionContext("", "weather", {"city": "Oslo"})
    assert invoking(hydrated)({"city": "Oslo"}, given) == ("OSLO", {"city": "Oslo"})
    assert asyncio.run(ainvoked(hydrated, {"city": "Oslo"}, None)) == ("OSLO", {"city": "Oslo"})


def test_every_error_of_a_call_is_one_of_ours() -> None:
    """Whoever catches SchemavalError catches them all."""
    for kind in (InvalidToolInput, InvalidToolOutput, ToolExecutionError, InvalidDefinition):
        assert issubclass(kind, SchemavalError)
