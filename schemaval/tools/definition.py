"""Tool: a name, a description, inputs, an output and a handler, as one value."""

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeAlias, cast

from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.arguments import ABSENT, read_arguments
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.errors import InvalidDefinition, InvalidToolInput
from schemaval.tools.running import inputs as taken
from schemaval.tools.running.binding import Binding, Handler, bind
from schemaval.tools.running.callee import checked_on_change
from schemaval.tools.running.calling import AsyncCall, Call, Calls, OnChange, async_calling, calling, checked_repair
from schemaval.tools.running.entry import read_entry
from schemaval.tools.running.inputs import NO_INPUTS, presentable
from schemaval.tools.running.judging import Judge, Judges, ValidatorChoice, checked_choice
from schemaval.tools.schema import Schema

Hydrate: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
Resolver: TypeAlias = Callable[[type["Tool"]], "Tool"]


class Tool:
    """A tool that a language model may call; builders give new values, schemas are compiled once, when first needed.

    Made by the constructor, by `Tool.make`, by `Tool.from_definition`, or as a subclass that calls
    `super().__init__(...)` and defines `__call__`, which is then the handler.
    """

    __slots__ = (
        "_acall",
        "_annotations",
        "_binding",
        "_call",
        "_calls",
        "_description",
        "_handler",
        "_hydrate",
        "_icons",
        "_input_judges",
        "_inputs",
        "_meta",
        "_name",
        "_on_change",
        "_output",
        "_output_judges",
        "_repair",
        "_title",
        "_validator",
    )

    def __init__(
        self,
        name: str = "",
        description: str = "",
        *,
        input: Schema | dict[str, JSON] | None = None,  # noqa: A002 - the name that tools give it
        inputs: Iterable[Schema] | None = None,
        output: Schema | dict[str, JSON] | None = None,
        handler: Handler | None = None,
        validator: ValidatorChoice | None = None,
        repair: str = "off",
        on_change: OnChange | None = None,
    ) -> None:
        """`input` is one object schema, `inputs` are named ones; both at once, or a wrong one, is InvalidDefinition.

        `validator` is a backend's name, a tuple of names, or a callable from schema to validator. `repair` is `"off"`
        or `"safe"`; `on_change` is then called with each Change.
        """
        if input is not None and inputs is not None:
            raise InvalidDefinition("a tool has input= or inputs=, not both")
        self._name = _text("name", name)
        self._description = _text("description", description)
        self._inputs = NO_INPUTS
        if input is not None:
            self._inputs = taken.one(input)
        elif inputs is not None:
            self._inputs = taken.several(inputs)
        self._output: JSON = None if output is None else taken.output(output)
        self._handler = None if handler is None else _checked_handler(handler)
        self._validator = checked_choice(validator)
        self._repair = checked_repair(repair)
        self._on_change = checked_on_change(on_change)
        self._hydrate: Hydrate | None = None
        self._title: str | None = None
        self._annotations: dict[str, JSON] | None = None
        self._icons: list[JSON] | None = None
        self._meta: dict[str, JSON] | None = None
        self._forget()

    def _forget(self) -> None:
        """Drop what is made when first needed."""
        self._input_judges = Judges(self._inputs.schema, self._validator)
        self._output_judges = None if self._output is None else Judges(self._output, self._validator)
        self._binding: Binding | None = None
        self._call: Call | None = None
        self._acall: AsyncCall | None = None
        self._calls: Calls | None = None

    def __getstate__(self) -> Any:
        """What a copy or a pickle takes along: nothing that is made when first needed, it holds the tool itself."""
        own, slots = cast("tuple[Any, dict[str, Any]]", object.__getstate__(self))
        return own, slots | {"_binding": None, "_call": None, "_acall": None, "_calls": None}

    def _with(self, **changes: Any) -> Self:
        """A copy with some of its parts exchanged."""
        made = copy.copy(self)
        for part, value in changes.items():
            setattr(made, f"_{part}", value)
        made._forget()  # noqa: SLF001 - a copy of our own
        return made

    # Makers

    @staticmethod
    def make(
        of: object,
        description: str = "",
        *,
        resolver: Resolver | None = None,
        validator: ValidatorChoice | None = None,
        repair: str = "off",
        on_change: OnChange | None = None,
    ) -> "Tool":
        """The tool that `of` stands for: a Tool as it is, a subclass built, a plain name as a tool without parameters.

        `resolver` builds subclasses in place of their constructor. `description` counts for a plain name only; the
        other options do for a class that chose none of its own, too. Anything else is an InvalidDefinition.
        """
        if isinstance(of, Tool):
            return _initialised(of)
        if isinstance(of, str):
            return Tool(of, description, validator=validator, repair=repair, on_change=on_change)
        if not isinstance(of, type) or not issubclass(of, Tool):
            raise InvalidDefinition(f"a tool is made of a name, a Tool or a subclass of Tool, not {_kind(of)}")
        made = _built(of, resolver)
        chosen = {
            "validator": checked_choice(validator) if made.validator is None else made.validator,
            "repair": checked_repair(repair) if made.repair == "off" else made.repair,
            "on_change": checked_on_change(on_change) if made.on_change is None else made.on_change,
        }
        is_settled = all(getattr(made, part) == value for part, value in chosen.items())
        return made if is_settled else made._with(**chosen)  # noqa: SLF001 - a tool of our own

    @classmethod
    def from_definition(
        cls,
        definition: Mapping[str, JSON],
        handler: Handler | None = None,
        *,
        validator: ValidatorChoice | None = None,
        repair: str = "off",
        on_change: OnChange | None = None,
    ) -> Self:
        """A tool of an entry of the Model Context Protocol's `tools/list`.

        That is `name` and `inputSchema`, and where given `title`, `description`, `outputSchema`, `annotations`,
        `icons` and `_meta`. Other members are passed over. InvalidDefinition where one of these has the wrong shape.
        """
        entry = read_entry(definition)
        made = cls.__new__(cls)
        Tool.__init__(
            made,
            entry.name,
            entry.description,
            input=entry.input,
            output=entry.output,
            handler=handler,
            validator=validator,
            repair=repair,
            on_change=on_change,
        )
        return made.furnished(entry.title, entry.annotations, entry.icons, entry.meta)

    def furnished(
        self,
        title: str | None = None,
        annotations: dict[str, JSON] | None = None,
        icons: list[JSON] | None = None,
        meta: dict[str, JSON] | None = None,
        *,
        hydrate: Hydrate | None = None,
    ) -> Self:
        """The tool with what a listing may say besides; what is None stays as it was.

        `hydrate` turns judged arguments into the handler's own values, just before it is called.
        """
        given = {"title": title, "annotations": annotations, "icons": icons, "meta": meta}
        changes = {part: copy.deepcopy(value) for part, value in given.items() if value is not None}
        return self._with(**changes) if hydrate is None else self._with(**changes, hydrate=hydrate)

    # Builders

    def named(self, name: str) -> Self:
        """The tool under another name."""
        return self._with(name=_text("name", name))

    def described(self, description: str) -> Self:
        """The tool with another description."""
        return self._with(description=_text("description", description))

    as_ = named
    for_ = described

    def input(self, schema: Schema | dict[str, JSON]) -> Self:
        """The tool with one schema in place of all earlier inputs: an object's properties become the parameters."""
        return self._with(inputs=taken.one(schema))

    def inputs(self, schemas: Iterable[Schema]) -> Self:
        """The tool with named schemas, in this order, in place of all earlier inputs."""
        return self._with(inputs=taken.several(schemas))

    def output(self, schema: Schema | dict[str, JSON]) -> Self:
        """The tool with an output schema."""
        return self._with(output=taken.output(schema))

    def run(self, handler: Handler) -> Self:
        """The tool with another handler."""
        return self._with(handler=_checked_handler(handler))

    # What is read

    @property
    def name(self) -> str:
        """The tool's name, `""` where it has none yet."""
        return self._name

    @property
    def description(self) -> str:
        """What the tool does, in words for the model."""
        return self._description

    @property
    def handler(self) -> Handler | None:
        """What runs; the tool itself where its class defines `__call__`; None where there is nothing."""
        if self._handler is not None:
            return self._handler
        return self if callable(self) else None

    @property
    def title(self) -> str | None:
        """A name for people."""
        return self._title

    @property
    def annotations(self) -> dict[str, JSON] | None:
        """What the definition's `annotations` say, a copy."""
        return copy.deepcopy(self._annotations)

    @property
    def icons(self) -> list[JSON] | None:
        """The definition's `icons`, a copy."""
        return copy.deepcopy(self._icons)

    @property
    def meta(self) -> dict[str, JSON] | None:
        """The definition's `_meta`, a copy."""
        return copy.deepcopy(self._meta)

    @property
    def validator(self) -> ValidatorChoice | None:
        """The tool's own choice of a validator, None where it leaves that to others."""
        return self._validator

    @property
    def repair(self) -> str:
        """`"off"` or `"safe"`."""
        return self._repair

    @property
    def on_change(self) -> OnChange | None:
        """What is called with each repair."""
        return self._on_change

    @property
    def hydrate(self) -> Hydrate | None:
        """What turns judged arguments into the handler's own values."""
        return self._hydrate

    @property
    def output_schema(self) -> JSON:
        """The output schema, a fresh copy with its empties mended; None where there is none."""
        return None if self._output is None else presentable(self._output)

    def input_schema_for_provider(self) -> dict[str, JSON]:
        """The input schema as an object schema, a fresh copy with its empties mended.

        `{"type": "object", "properties": {}}` without inputs; a single object schema as it is; else the named schemas
        as properties of one closed object.
        """
        found: dict[str, JSON] = presentable(self._inputs.schema)
        return found

    def definition(self, revision: str = "2025-11-25") -> dict[str, JSON]:
        """The tool's entry in `tools/list`, legal in a revision of the Model Context Protocol; ValueError else."""
        from schemaval.tools.wire.projection import definition

        return definition(self, revision)

    # What calls need

    def input_judge(self, validator: ValidatorChoice | None = None) -> Judge:
        """Who judges arguments: by the tool's own validator, else by `validator`, else by `"auto"`."""
        return self._input_judges.get(validator)

    def output_judge(self, validator: ValidatorChoice | None = None) -> Judge | None:
        """Who judges results, chosen as for arguments; None without an output schema."""
        return None if self._output_judges is None else self._output_judges.get(validator)

    @property
    def binding(self) -> Binding:
        """How arguments reach the handler; InvalidDefinition where there is no handler."""
        bound = self._binding
        if bound is None:
            handler = self.handler
            if handler is None:
                raise InvalidDefinition(f"the tool {shorten(self._name)!r} has no handler: give it one with .run()")
            bound = self._binding = bind(handler, self._inputs)
        return bound

    # Calls

    def call(
        self,
        arguments: JSON,
        context: ToolExecutionContext | None = None,
        *,
        validator: ValidatorChoice | None = None,
        repair: str | None = None,
        on_change: OnChange | None = None,
    ) -> Any:
        """What the handler gives for `arguments`, a dict as the model sent it.

        Empties are mended, arguments judged (formats asserted), the handler run, its result judged against the output
        schema; where empties had to be mended in that, the mended JSON is returned. `repair="safe"` repairs arguments
        which the schema does not accept; None is the tool's own setting. `validator` and `on_change` count only where
        the tool has none of its own. Raises InvalidToolInput, InvalidToolOutput, ToolExecutionError with what the
        handler raised as `__cause__`, and InvalidDefinition for an async handler; what a validator of the caller's or
        `on_change` raises comes out as it is.
        """
        if validator is None and repair is None and on_change is None:
            call = self._call
            if call is None:
                call = self._call = calling(self, None, None, None)
            return call(arguments, context)
        return self._optioned(validator, repair, on_change).call(arguments, context)

    async def acall(
        self,
        arguments: JSON,
        context: ToolExecutionContext | None = None,
        *,
        validator: ValidatorChoice | None = None,
        repair: str | None = None,
        on_change: OnChange | None = None,
    ) -> Any:
        """As `call`, for async handlers; a sync one runs inline."""
        if validator is None and repair is None and on_change is None:
            call = self._acall
            if call is None:
                call = self._acall = async_calling(self, None, None, None)
            return await call(arguments, context)
        return await self._optioned(validator, repair, on_change).acall(arguments, context)

    def call_json(
        self,
        text: object = ABSENT,
        context: ToolExecutionContext | None = None,
        *,
        validator: ValidatorChoice | None = None,
        repair: str | None = None,
        on_change: OnChange | None = None,
    ) -> Any:
        """As `call`, with the arguments as JSON text (str or UTF-8 bytes); left out, or empty, it means `{}`.

        None is a null, as any other value that is no text stands for itself. Text that is no JSON is an
        InvalidToolInput with line and column.
        """
        arguments = self._read(text, validator)
        return self.call(arguments, context, validator=validator, repair=repair, on_change=on_change)

    async def acall_json(
        self,
        text: object = ABSENT,
        context: ToolExecutionContext | None = None,
        *,
        validator: ValidatorChoice | None = None,
        repair: str | None = None,
        on_change: OnChange | None = None,
    ) -> Any:
        """As `call_json`, for async handlers."""
        arguments = self._read(text, validator)
        return await self.acall(arguments, context, validator=validator, repair=repair, on_change=on_change)

    def _optioned(self, validator: ValidatorChoice | None, repair: str | None, on_change: OnChange | None) -> Calls:
        """The calls with these options: a set makes all its calls with the same."""
        options = validator, repair, on_change
        calls = self._calls
        if calls is None or not calls.are_of(options):
            calls = self._calls = Calls(self, (checked_choice(validator), repair, on_change))
        return calls

    def _read(self, text: object, validator: ValidatorChoice | None) -> JSON:
        judge = self.input_judge(validator)
        try:
            return read_arguments(text, judge)
        except (NotJSON, LimitExceeded) as error:
            raise InvalidToolInput(self._name, (), str(error)) from error

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {shorten(self._name)!r}>"


def _built(of: type[Tool], resolver: Resolver | None) -> Tool:
    made = of() if resolver is None else resolver(of)
    if not isinstance(made, Tool):
        raise InvalidDefinition(f"the resolver gave no Tool for {shorten(of.__name__)!r}, but {_kind(made)}")
    return _initialised(made)


def _initialised(tool: Tool) -> Tool:
    """The tool, if its class did not forget the constructor of this one."""
    if not hasattr(tool, "_calls"):
        raise InvalidDefinition(f"{_kind(tool)}.__init__ must call super().__init__(...)")
    return tool


def _text(part: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidDefinition(f"a tool's {part} is a text, not {_kind(value)}")
    return value


def _checked_handler(handler: object) -> Handler:
    if not callable(handler):
        raise InvalidDefinition(f"a handler is callable; {_kind(handler)} is not")
    return handler


def _kind(value: object) -> str:
    return shorten(type(value).__name__)
