"""Tool: made, changed and read."""
# ruff: noqa: D102 - the methods of the tools here are what their classes' docstrings say

import asyncio
import copy
import functools
import pickle
from typing import Any

import pytest

from schemaval.errors import SchemavalError
from schemaval.jsonvalue import JSON
from schemaval.tools import InvalidDefinition, Schema, Tool, ToolExecutionError, ToolSet
from schemaval.validator import Validator

CITY = Schema.string("city").required()
DAYS = Schema.integer("days").min(1)
PLACE = Schema.object("place", properties=[Schema.string("city").required()])


class Weather(Tool):
    """A tool that is a class."""

    def __init__(self, unit: str = "c") -> None:
        super().__init__("weather", "Says the weather.", inputs=[CITY, DAYS])
        self.unit = unit

    def __call__(self, city: str, days: int = 1) -> str:
        return f"{city} {days} {self.unit}"


class Slotted(Tool):
    """A tool with slots of its own."""

    __slots__ = ("unit",)

    def __init__(self) -> None:
        super().__init__("slotted", input=PLACE)
        self.unit = "k"

    def __call__(self, place: JSON) -> Any:
        return place, self.unit


class Silent(Tool):
    """A tool class without a handler."""


# Making


def test_a_tool_has_its_parts() -> None:
    """Everything that is given can be read."""

    def handler(city: str) -> str:
        return city

    tool = Tool("weather", "Says it.", inputs=[CITY], output={"type": "string"}, handler=handler, validator="reference")
    assert (tool.name, tool.description, tool.handler, tool.validator) == ("weather", "Says it.", handler, "reference")
    assert (tool.repair, tool.on_change) == ("off", None)
    assert (tool.title, tool.annotations, tool.icons, tool.meta, tool.hydrate) == (None, None, None, None, None)
    assert tool.output_schema == {"type": "string"}
    assert "weather" in repr(tool)


def test_a_tool_may_have_nothing() -> None:
    """No name, no description, no inputs, no handler are legal."""
    tool = Tool()
    assert (tool.name, tool.description, tool.handler, tool.output_schema) == ("", "", None, None)
    assert tool.input_schema_for_provider() == {"type": "object", "properties": {}}
    assert tool.output_judge() is None


def test_a_subclass_is_its_own_handler() -> None:
    """The handler of a callable class is the instance itself."""
    tool = Weather("f")
    assert (tool.handler is tool) is True
    assert tool.call({"city": "Oslo"}) == "Oslo 1 f"
    assert Silent().handler is None


def test_a_handler_goes_before_the_class() -> None:
    """What `.run` gives is run in place of `__call__`."""
    assert Weather().run(lambda city: city.upper()).call({"city": "Oslo"}) == "OSLO"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"inputs": []}, "empty"),
    ({"inputs": [Schema.string()]}, "name"),
    ({"inputs": [Schema.object(properties=[CITY])]}, "name"),
    ({"inputs": [{"type": "string"}]}, "Schema"),
    ({"inputs": [CITY, CITY]}, "city"),
    ({"inputs": CITY}, "list"),
    ({"inputs": {"city": CITY}}, "list"),
    ({"inputs": 5}, "list"),
    ({"input": Schema.string()}, "object"),
    ({"input": {"type": "string"}}, "object"),
    ({"input": {"type": ["string", "null"]}}, "object"),
    ({"input": True}, "object"),
    ({"input": Schema.any_of(schemas=[Schema.string(), Schema.integer()])}, "object"),
    ({"input": {"oneOf": [{"type": "string"}, {"allOf": [{"type": "integer"}, {}]}]}}, "object"),
    ({"input": {"enum": ["a", 1]}}, "object"),
    ({"input": {"const": []}}, "object"),
    ({"input": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "array"}}}}, "object"),
    ({"input": "object"}, "object"),
    ({"input": {"a": {1}}}, "JSON"),
    ({"input": PLACE, "inputs": [CITY]}, "both"),
    ({"output": "string"}, "object"),
    ({"handler": 5}, "callable"),
    ({"validator": 5}, "validator="),
    ({"repair": "on"}, "repair"),
    ({"repair": True}, "repair"),
    ({"name": None}, "name"),
    ({"description": 1}, "description"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG)
def test_a_wrong_definition_says_what_is_wrong(wrong: dict[str, Any], says: str) -> None:
    """Each wrong part is an InvalidDefinition, which is a ValueError and one of ours."""
    with pytest.raises(InvalidDefinition, match=says) as caught:
        Tool(**wrong)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SchemavalError)


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "objct"}, '/type: .*"objct", which is no type; use "object"'),
        ({"type": ["objct", "null"]}, '/type: .*with "objct", which is no type'),
        ({"type": "string", "minLength": "1"}, "/minLength: expected an integer"),
        ({"type": "string"}, "an input is an object schema"),
        ({"type": "string", "$ref": "urn:elsewhere"}, "an input is an object schema"),
    ],
)
def test_the_schemas_own_fault_comes_first(schema: JSON, says: str) -> None:
    """An input that is no object because its schema is invalid is refused for that, with the pointer."""
    with pytest.raises(InvalidDefinition, match=says):
        Tool("x", input=schema)


@pytest.mark.parametrize(
    ("method", "wrong"),
    [("input", Schema.string()), ("inputs", []), ("output", 1), ("run", None), ("named", 1), ("described", None)],
)
def test_a_builder_refuses_what_the_constructor_refuses(method: str, wrong: object) -> None:
    """Wrong parts are refused by the builders too."""
    with pytest.raises(InvalidDefinition):
        getattr(Tool(), method)(wrong)


# make


def test_make_gives_a_tool_as_it_is() -> None:
    """A Tool comes back, whatever else is said."""
    tool = Weather()
    assert Tool.make(tool, "other", validator="reference", repair="safe") is tool


def test_make_takes_a_plain_name() -> None:
    """A name makes a tool without parameters; an empty one is legal."""
    tool = Tool.make("ping", "Answers.", validator="reference", repair="safe", on_change=print)
    assert (tool.name, tool.description, tool.validator, tool.repair) == ("ping", "Answers.", "reference", "safe")
    assert tool.on_change is print
    assert Tool.make("").name == ""


def test_make_builds_a_class() -> None:
    """A subclass is built; a description counts for plain names only."""
    tool = Tool.make(Weather, "other")
    assert isinstance(tool, Weather)
    assert tool.description == "Says the weather."


def test_make_builds_a_class_by_the_resolver() -> None:
    """A resolver builds it in place of the constructor."""
    tool = Tool.make(Weather, resolver=lambda of: of("f"))
    assert isinstance(tool, Weather)
    assert tool.unit == "f"


def test_makes_options_stand_in_for_what_a_class_leaves_open() -> None:
    """A class that chose no validator gets the one given; one that did keeps its own."""

    class Strict(Tool):
        def __init__(self) -> None:
            super().__init__("strict", validator="reference")

    made = Tool.make(Weather, validator="fastjsonschema", repair="safe")
    assert isinstance(made, Weather)
    assert (made.validator, made.repair) == ("fastjsonschema", "safe")
    assert made.call({"city": "Oslo", "days": "3"}) == "Oslo 3 c"
    assert Tool.make(Strict, validator="fastjsonschema").validator == "reference"


def test_a_plain_name_makes_a_plain_tool_whichever_class_is_asked() -> None:
    """A subclass has a constructor of its own, which is not asked."""
    assert type(Weather.make("ping")) is Tool


@pytest.mark.parametrize("wrong", [1, None, int, object(), len])
def test_make_refuses_what_is_no_tool(wrong: object) -> None:
    """Anything else is an InvalidDefinition."""
    with pytest.raises(InvalidDefinition, match="made of"):
        Tool.make(wrong)


def test_a_resolver_must_give_a_tool() -> None:
    """What the resolver gives is looked at."""
    with pytest.raises(InvalidDefinition, match="resolver"):
        Tool.make(Weather, resolver=lambda _of: "weather")  # type: ignore[arg-type,return-value]  # the point of the test


# Builders


def test_builders_return_new_values() -> None:
    """No builder changes the tool that it is called on."""
    tool = Tool("a", "b", inputs=[CITY], handler=str)
    changed = tool.named("c").described("d").inputs([DAYS]).output({"type": "integer"}).run(int)
    assert (changed.name, changed.description, changed.handler) == ("c", "d", int)
    assert changed.output_schema == {"type": "integer"}
    assert list(changed.input_schema_for_provider()["properties"]) == ["days"]
    assert (tool.name, tool.description, tool.handler, tool.output_schema) == ("a", "b", str, None)
    assert list(tool.input_schema_for_provider()["properties"]) == ["city"]


def test_builders_have_short_names() -> None:
    """`.as_` names, `.for_` describes."""
    tool = Tool.make("a").as_("b").for_("Does b.")
    assert (tool.name, tool.description) == ("b", "Does b.")


def test_builders_keep_the_class_and_its_state() -> None:
    """A changed instance of a subclass is one, with its own attributes, and its own handler."""
    tool = Weather("f").named("other")
    assert isinstance(tool, Weather)
    assert (tool.handler is tool) is True
    assert tool.call({"city": "Oslo"}) == "Oslo 1 f"
    slotted = Slotted().named("other")
    assert (type(slotted), slotted.unit) == (Slotted, "k")
    assert slotted.call({"city": "Oslo"}) == ({"city": "Oslo"}, "k")


def test_builders_replace_all_earlier_inputs() -> None:
    """`.input` and `.inputs` start anew, after a call too."""
    tool = Tool("a", inputs=[CITY], handler=lambda **given: given)
    assert tool.call({"city": "Oslo"}) == {"city": "Oslo"}
    changed = tool.input({"type": "object", "properties": {"n": {"type": "integer"}}}).inputs([DAYS])
    assert changed.call({"days": 2}) == {"days": 2}
    assert list(changed.input_schema_for_provider()["properties"]) == ["days"]
    assert tool.call({"city": "Oslo"}) == {"city": "Oslo"}


def test_a_copy_runs_on_its_own() -> None:
    """A deep copy of a tool that was called shares nothing with it; one with handlers of a module pickles."""
    tool = Weather("f")
    assert tool.call({"city": "Oslo"}) == "Oslo 1 f"
    for made in (copy.deepcopy(tool), copy.copy(tool)):
        made.unit = "k"
        assert made.call({"city": "Oslo"}) == "Oslo 1 k"
        assert made.call({"city": "Oslo"}, repair="safe") == "Oslo 1 k"
    assert tool.call({"city": "Oslo"}) == "Oslo 1 f"
    plain = Tool("max", inputs=[CITY], output={"type": "string"}, handler=str.upper, validator="reference")
    plain.call({"city": "Oslo"})
    assert pickle.loads(pickle.dumps(plain)).call({"city": "Oslo"}) == "OSLO"  # noqa: S301 - our own bytes


def test_the_parts_of_a_tool_cannot_be_set() -> None:
    """A tool is changed by its builders only."""
    tool = Tool("a")
    for part in ("name", "description", "handler", "validator", "repair", "annotations"):
        with pytest.raises(AttributeError):
            setattr(tool, part, "b")


# Schemas


def test_named_inputs_become_one_closed_object() -> None:
    """Several named schemas are the properties of a closed object, the marked ones required."""
    assert Tool("a", inputs=[CITY, DAYS]).input_schema_for_provider() == {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
        "required": ["city"],
        "additionalProperties": False,
    }


def test_a_named_schema_that_is_no_object_is_the_one_parameter() -> None:
    """`input=` takes a single named schema."""
    assert Tool("a", input=CITY).input_schema_for_provider() == Tool("a", inputs=[CITY]).input_schema_for_provider()


@pytest.mark.parametrize("parts", [{"input": PLACE}, {"inputs": [PLACE]}])
def test_a_single_object_schema_stands_for_itself(parts: dict[str, Any]) -> None:
    """One object schema is the whole, its properties the parameters."""
    tool = Tool("a", handler=lambda city: city, **parts)
    assert tool.input_schema_for_provider() == PLACE.json_schema()
    assert tool.call({"city": "Oslo"}) == "Oslo"


@pytest.mark.parametrize(
    "schema",
    [
        Schema.any_of("value", schemas=[{"type": "string"}, {"type": "integer"}]),
        Schema.raw("value", schema={}),
        Schema.raw("value", schema=True),
        Schema.object("value").nullable(),
        Schema.enum("value", values=["a", "b"]),
    ],
)
def test_a_named_schema_of_an_open_type_is_a_parameter(schema: Schema) -> None:
    """Only what says that it is an object stands for itself."""
    for tool in (Tool("a", input=schema), Tool("a", inputs=[schema])):
        assert list(tool.input_schema_for_provider()["properties"]) == ["value"]


def test_two_objects_are_two_parameters() -> None:
    """An object beside another input is a property like any."""
    tool = Tool("a", inputs=[PLACE, DAYS], handler=lambda place, days=1: (place["city"], days))
    assert tool.input_schema_for_provider()["properties"]["place"] == PLACE.json_schema()
    assert tool.call({"place": {"city": "Oslo"}}) == ("Oslo", 1)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"properties": {"city": {}}},
        {"type": ["object", "null"], "properties": {"city": {}}},
        {"$ref": "#/$defs/place", "$defs": {"place": {"properties": {"city": {}}}}},
        {"allOf": [{"properties": {"city": {}}}, {"$ref": "#/definitions/a~1b%20c"}], "definitions": {"a/b c": True}},
        {"$ref": "#", "properties": {"city": {}}},
        {"anyOf": [{"type": "null"}, {"properties": {"city": {}}}, True]},
        {"enum": [1, {"city": "Oslo"}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "object"}}},
    ],
)
def test_an_open_type_is_an_object(schema: dict[str, Any]) -> None:
    """A schema that does not speak of another type stands for itself."""
    assert Tool("a", input=schema).input_schema_for_provider() == schema


def test_properties_are_found_behind_references_and_all_of() -> None:
    """What the root draws in counts as declared, in order."""
    schema = {
        "$ref": "#/$defs/b",
        "allOf": [{"properties": {"c": {}}}, {"properties": {"d": {}}}],
        "properties": {"a": {}},
        "$defs": {"b": {"properties": {"b": {}, "a": {}}}},
    }
    tool = Tool("t", input=schema, handler=lambda w, x, y, z: (w, x, y, z))
    assert tool.binding.rule == "position"
    assert tool.call({"a": 1, "b": 2, "c": 3, "d": 4}) == (1, 2, 3, 4)


def test_schemas_are_shown_with_their_empties_mended() -> None:
    """A client gets `{}` where another language wrote `[]`; data stay as they are."""
    schema: dict[str, Any] = {"type": "object", "properties": [], "default": []}
    tool = Tool("a", input=schema, output={"type": "array", "items": []}, handler=lambda: [1])
    assert tool.input_schema_for_provider() == {"type": "object", "properties": {}, "default": []}
    assert tool.output_schema == {"type": "array", "items": {}}
    assert schema["properties"] == []
    assert tool.call({}) == [1]


def test_a_schema_of_an_unknown_dialect_is_shown_as_it_is() -> None:
    """What only the tool's own validator understands is not touched."""
    schema = {"$schema": "https://example.com/own", "type": "object", "properties": []}
    assert Tool("a", input=schema).input_schema_for_provider() == schema


def test_nobody_changes_a_tool_from_outside() -> None:
    """What was given, and what is given back, may be changed without harm."""
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
    entry: dict[str, Any] = {
        "name": "t",
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True},
        "icons": [{"src": "x"}],
    }
    tool = Tool.from_definition(entry, lambda a: a)
    before = copy.deepcopy((tool.input_schema_for_provider(), tool.annotations, tool.icons))
    schema["properties"]["a"]["type"] = "string"
    tool.input_schema_for_provider()["properties"].clear()
    assert tool.annotations is not None
    assert tool.icons is not None
    tool.annotations.clear()
    tool.icons.clear()
    entry["annotations"].clear()
    assert (tool.input_schema_for_provider(), tool.annotations, tool.icons) == before
    assert tool.call({"a": 1}) == 1


def test_a_schema_is_compiled_once_and_late() -> None:
    """The validator is asked for with the first call, and never again."""
    made: list[JSON] = []

    def factory(schema: JSON) -> Validator:
        from schemaval.compiling import compile_schema

        made.append(schema)
        return compile_schema(schema)

    tool = Tool("a", inputs=[CITY], output={"type": "string"}, handler=lambda city: city, validator=factory)
    tool.input_schema_for_provider()
    assert made == []
    for _ in range(3):
        tool.call({"city": "Oslo"})
    assert len(made) == 2


# from_definition


ENTRY: dict[str, Any] = {
    "name": "weather",
    "title": "Weather",
    "description": "Says it.",
    "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "outputSchema": {"type": "object", "properties": {"degrees": {"type": "number"}}},
    "annotations": {"readOnlyHint": True},
    "icons": [{"src": "https://example.com/icon.png"}],
    "_meta": {"example.com/a": 1},
}


def test_a_definition_gives_a_tool_with_all_of_it() -> None:
    """Every member of an entry of tools/list is kept."""
    tool = Tool.from_definition(ENTRY, lambda city: {"degrees": len(city)})
    assert (tool.name, tool.title, tool.description) == ("weather", "Weather", "Says it.")
    assert tool.input_schema_for_provider() == ENTRY["inputSchema"]
    assert tool.output_schema == ENTRY["outputSchema"]
    assert (tool.annotations, tool.icons, tool.meta) == (ENTRY["annotations"], ENTRY["icons"], ENTRY["_meta"])
    assert tool.call({"city": "Oslo"}) == {"degrees": 4}


def test_a_definition_needs_name_and_input_schema_only() -> None:
    """The other members may be left out, or null; unknown ones are passed over."""
    tool = Tool.from_definition({"name": "a", "inputSchema": {"type": "object"}, "title": None, "execution": {}})
    assert (tool.title, tool.description, tool.handler, tool.annotations) == (None, "", None, None)


def test_builders_keep_what_a_definition_said() -> None:
    """A renamed tool has its title, annotations, icons and `_meta` still."""
    tool = Tool.from_definition(ENTRY).named("other")
    assert (tool.name, tool.title, tool.meta) == ("other", "Weather", {"example.com/a": 1})


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": None},
        {"name": 1},
        {"title": 1},
        {"description": []},
        {"inputSchema": None},
        {"inputSchema": True},
        {"inputSchema": [1]},
        {"inputSchema": {"type": "string"}},
        {"outputSchema": "x"},
        {"annotations": []},
        {"icons": {}},
        {"_meta": 1},
    ],
)
def test_a_definition_of_the_wrong_shape_is_refused(wrong: dict[str, Any]) -> None:
    """A wrong member is an InvalidDefinition."""
    with pytest.raises(InvalidDefinition):
        Tool.from_definition(ENTRY | wrong)


def test_a_definition_is_an_object() -> None:
    """Anything else is an InvalidDefinition."""
    with pytest.raises(InvalidDefinition, match="object"):
        Tool.from_definition([ENTRY])  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("empty", [[], {}])
def test_an_empty_input_schema_takes_any_object(empty: JSON) -> None:
    """`[]` is `{}`; arguments are an object all the same."""
    tool = Tool.from_definition({"name": "a", "inputSchema": empty}, lambda given: given)
    assert tool.call({"z": 1}) == {"z": 1}
    assert tool.call([]) == {}


# Hydration


def test_hydrated_arguments_reach_the_handler() -> None:
    """What `hydrate` makes of judged arguments is what the handler gets; the context keeps what was sent."""
    tool = Tool("a", inputs=[DAYS], handler=lambda days, context: (days, context.arguments))
    hydrated = tool.furnished("Title", hydrate=lambda arguments: {"days": complex(arguments["days"])})
    assert (hydrated.title, tool.title) == ("Title", None)
    assert hydrated.call({"days": 2}) == asyncio.run(hydrated.acall({"days": 2})) == (2 + 0j, {"days": 2})


def test_what_hydrates_is_kept_as_it_is() -> None:
    """A bound method of the caller's is not copied."""
    seen: list[Any] = []

    def hydrate(arguments: dict[str, Any]) -> dict[str, Any]:
        seen.append(arguments)
        return arguments

    tool = Tool("a", handler=lambda: 1).furnished(hydrate=functools.partial(hydrate))
    tool.named("b").call({})
    assert seen == [{}]


def test_a_tool_without_a_handler_cannot_be_called() -> None:
    """Calling it is an InvalidDefinition, not a failure of the handler."""
    with pytest.raises(InvalidDefinition, match="no handler"):
        Silent("quiet").call({})
    with pytest.raises(ToolExecutionError):
        Tool("a", handler=lambda: 1 / 0).call({})


def test_a_subclass_that_skips_the_constructor_is_told() -> None:
    """Where a tool is made of it, or a set: nothing of it would work."""

    class Skipping(Tool):
        def __init__(self) -> None:
            """Forget the rest."""

        def __call__(self) -> int:
            return 1

    for use in (Tool.make, lambda of: ToolSet([of]), lambda of: ToolSet().add(of)):
        for of in (Skipping, Skipping()):
            with pytest.raises(InvalidDefinition, match=r"Skipping.__init__ must call super\(\).__init__\(...\)"):
                use(of)


def test_a_schema_nested_beyond_its_limit_is_a_wrong_definition() -> None:
    """However deep, it is refused when it is given, by a SchemavalError."""
    deep: JSON = {"type": "object"}
    for _ in range(3000):
        deep = {"type": "object", "properties": {"a": deep}}
    makers = (
        lambda: Tool(input=deep),
        lambda: Tool(output=deep),
        lambda: Tool.from_definition({"name": "t", "inputSchema": deep}),
        lambda: Schema.raw("a", schema=deep),
        lambda: Schema.array("a", items=deep),
    )
    for make in makers:
        with pytest.raises(InvalidDefinition, match="max_schema_depth is exceeded"):
            make()
