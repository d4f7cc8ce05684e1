"""The schema builder: what it writes, what it refuses, and that no value ever changes."""

import pickle
import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.tools.building.bounds import BOUNDS
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.schema import Schema


class Colour(Enum):
    """An Enum whose values are what a model sees."""

    RED = "red"
    GREEN = "green"


# A schema by the builder, and the JSON that it writes.
WRITTEN: list[tuple[Schema, Any]] = [
    (Schema.string(), {"type": "string"}),
    (Schema.string("city", "Where"), {"type": "string", "description": "Where"}),
    (Schema.integer("n"), {"type": "integer"}),
    (Schema.number(description="How much"), {"type": "number", "description": "How much"}),
    (Schema.boolean(), {"type": "boolean"}),
    (Schema.null(), {"type": "null"}),
    (Schema.array(), {"type": "array"}),
    (
        Schema.array("tags", "Words", Schema.string()),
        {"type": "array", "description": "Words", "items": {"type": "string"}},
    ),
    (Schema.array().items(False), {"type": "array", "items": False}),
    (Schema.array().items([]), {"type": "array", "items": {}}),
    (Schema.enum("c", None, ["red", "green"]), {"type": "string", "enum": ["red", "green"]}),
    (Schema.enum(values=Colour), {"type": "string", "enum": ["red", "green"]}),
    (Schema.enum(values=[Colour.RED]), {"type": "string", "enum": ["red"]}),
    (Schema.enum(values=[1, "a", None]), {"type": ["integer", "string", "null"], "enum": [1, "a", None]}),
    (Schema.enum(values=[1, 2.5]), {"type": "number", "enum": [1, 2.5]}),
    (Schema.enum(values=[True, 1]), {"type": ["boolean", "integer"], "enum": [True, 1]}),
    (Schema.any_of(schemas=[Schema.string(), {"type": "null"}]), {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    (Schema.one_of("x", "One", [Schema.null(), True]), {"description": "One", "oneOf": [{"type": "null"}, True]}),
    (Schema.all_of(schemas=(Schema.integer(), False)), {"allOf": [{"type": "integer"}, False]}),
    (Schema.ref("node", "A node", "#/$defs/N"), {"$ref": "#/$defs/N", "description": "A node"}),
    (Schema.raw(), {}),
    (Schema.raw(schema=True), True),
    (Schema.raw(schema=[]), {}),
    (Schema.raw(schema=True).defs({"A": {}}), {"allOf": [True], "$defs": {"A": {}}}),
    (Schema.raw("x", schema={"type": "string", "x-own": 1}), {"type": "string", "x-own": 1}),
    (Schema.raw("x", "New", {"description": "Old"}), {"description": "New"}),
    (
        Schema.from_json({"$schema": "http://json-schema.org/draft-07/schema#"}),
        {"$schema": "http://json-schema.org/draft-07/schema#"},
    ),
    (Schema.number().min(1).max(2.5), {"type": "number", "minimum": 1, "maximum": 2.5}),
    (
        Schema.integer().exclusive_min(0).exclusive_max(9),
        {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9},
    ),
    (Schema.number().multiple_of(0.5), {"type": "number", "multipleOf": 0.5}),
    (Schema.string().min_length(1).max_length(1), {"type": "string", "minLength": 1, "maxLength": 1}),
    (Schema.string().pattern("^[a-z]+$").format("email"), {"type": "string", "pattern": "^[a-z]+$", "format": "email"}),
    (
        Schema.string().content_encoding("base64").content_media_type("image/png"),
        {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
    ),
    (
        Schema.array().prefix_items(Schema.string(), True).items(False).min_items(1).max_items(2).unique_items(),
        {
            "type": "array",
            "prefixItems": [{"type": "string"}, True],
            "items": False,
            "minItems": 1,
            "maxItems": 2,
            "uniqueItems": True,
        },
    ),
    (
        Schema.array().contains(Schema.null(), min_count=0, max_count=3),
        {"type": "array", "contains": {"type": "null"}, "minContains": 0, "maxContains": 3},
    ),
    (Schema.string().const("a"), {"type": "string", "const": "a"}),
    (Schema.number().const(1), {"type": "number", "const": 1}),
    (Schema.string().members(["a", "b"]), {"type": "string", "enum": ["a", "b"]}),
    (
        Schema.string().title("T").comment("C").default("d").examples("e", "f"),
        {"type": "string", "title": "T", "$comment": "C", "default": "d", "examples": ["e", "f"]},
    ),
    (
        Schema.string().deprecated().read_only().write_only(False),
        {"type": "string", "deprecated": True, "readOnly": True, "writeOnly": False},
    ),
    (Schema.string(description="x").described(""), {"type": "string"}),
    (Schema.object(), {"type": "object", "properties": {}, "additionalProperties": False}),
    (Schema.object(additional=True), {"type": "object", "properties": {}}),
    (Schema.object().additional(True), {"type": "object", "properties": {}}),
    (
        Schema.object("o", "O", properties=[Schema.string("a").required(), Schema.integer("b")]),
        {
            "type": "object",
            "description": "O",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": False,
        },
    ),
    (
        Schema.object(
            properties={"a": Schema.string("other").required(), "b": {"type": "null"}, "c": True}, required=["b", "a"]
        ),
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "null"}, "c": True},
            "required": ["a", "b"],
            "additionalProperties": False,
        },
    ),
    (
        Schema.object(additional=Schema.integer()).min_properties(1).max_properties(2).property_names({"maxLength": 3}),
        {
            "type": "object",
            "properties": {},
            "additionalProperties": {"type": "integer"},
            "minProperties": 1,
            "maxProperties": 2,
            "propertyNames": {"maxLength": 3},
        },
    ),
    (
        Schema.object().pattern_properties({"^x-": True}).dependent_required({"a": ["b", "c"]}),
        {
            "type": "object",
            "properties": {},
            "additionalProperties": False,
            "patternProperties": {"^x-": True},
            "dependentRequired": {"a": ["b", "c"]},
        },
    ),
]


@pytest.mark.parametrize(("schema", "written"), WRITTEN, ids=[str(written) for _, written in WRITTEN])
def test_what_is_built_is_written(schema: Schema, written: Any) -> None:
    """Each call of the builder writes its keyword and nothing else."""
    assert schema.json_schema() == written


@pytest.mark.parametrize("schema", [schema for schema, written in WRITTEN if "$ref" not in str(written)], ids=repr)
def test_what_is_written_compiles(schema: Schema) -> None:
    """What the builder writes is a valid schema of its dialect."""
    compile_schema(schema.json_schema())


def test_every_bound_has_its_method() -> None:
    """The table of bounds names methods that exist, but for the two that `contains` sets."""
    methods = {bound.method for bound in BOUNDS.values()} - {"min_contains", "max_contains"}
    assert not {method for method in methods if not callable(getattr(Schema, method, None))}


CHANGES: dict[str, Callable[[Schema], Schema]] = {
    "named": lambda schema: schema.named("other"),
    "described": lambda schema: schema.described("other"),
    "required": lambda schema: schema.required(),
    "nullable": lambda schema: schema.nullable(),
    "default": lambda schema: schema.default([]),
    "const": lambda schema: schema.const([1]),
    "members": lambda schema: schema.members([[1]]),
    "examples": lambda schema: schema.examples([1]),
    "items": lambda schema: schema.items(Schema.string()),
    "prefix_items": lambda schema: schema.prefix_items(Schema.string()),
    "contains": lambda schema: schema.contains(Schema.string(), min_count=2),
    "unique_items": lambda schema: schema.unique_items(),
    "defs": lambda schema: schema.defs({"A": Schema.string()}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_method_gives_another_schema(change: str) -> None:
    """A builder's method leaves its own schema as it was, and what it gives is not equal to it."""
    before = Schema.array("a", "A")
    after = CHANGES[change](before)
    assert before.json_schema() == {"type": "array", "description": "A"}
    assert (before.name, before.is_required) == ("a", False)
    assert after != before


def test_a_schema_is_a_value() -> None:
    """Equal schemas hash alike whatever way they were built, pickle, and cannot be assigned to."""
    one = Schema.string("a").min_length(1).required()
    other = Schema.string("b").required().min_length(1).named("a")
    assert one == other
    assert hash(one) == hash(other)
    assert one != one.optional()
    assert one != "a"
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - what this very test wrote
    with pytest.raises(AttributeError):
        one.name = "c"  # type: ignore[misc]  # frozen is what is tested


def test_a_repr_tells_the_kind_and_the_name() -> None:
    """A schema is shown by its types, its name and its mark."""
    assert repr(Schema.string("a").required()) == "<Schema string 'a', required>"
    assert repr(Schema.raw()) == "<Schema of any type>"


def test_what_comes_out_is_a_copy() -> None:
    """Neither the caller's dict nor the written one is shared with the schema."""
    given = {"properties": {"a": {"type": "string"}}}
    schema = Schema.raw(schema=given)
    given["properties"]["a"]["type"] = "null"
    written = schema.json_schema()
    written["properties"]["a"]["type"] = "integer"
    assert schema.json_schema() == {"properties": {"a": {"type": "string"}}}


def test_names_and_descriptions_can_be_read() -> None:
    """A schema tells its name, its description, and its two marks."""
    schema = Schema.raw("a", schema={"description": "A"}).required().nullable()
    assert (schema.name, schema.description, schema.is_required, schema.is_nullable) == ("a", "A", True, True)
    assert Schema.raw(schema=False).description is None
    assert Schema.from_json(schema) is schema
    assert Schema.from_json(schema, "b").name == "b"


# Null joins a schema of each kind: (schema, what nullable writes).
NULLABLE: list[tuple[Schema, Any]] = [
    (Schema.string().min_length(2), {"type": ["string", "null"], "minLength": 2}),
    (Schema.null(), {"type": "null"}),
    (Schema.object(), {"type": ["object", "null"], "properties": {}, "additionalProperties": False}),
    (Schema.enum(values=["a"]), {"type": ["string", "null"], "enum": ["a", None]}),
    (Schema.enum(values=["a", None]), {"type": ["string", "null"], "enum": ["a", None]}),
    (Schema.string().const("a"), {"type": ["string", "null"], "enum": ["a", None]}),
    (Schema.raw(schema={"const": None}), {"const": None}),
    (Schema.raw(schema={"const": 1, "title": "T"}), {"title": "T", "enum": [1, None]}),
    (
        Schema.ref(description="D", reference="#/$defs/N"),
        {"description": "D", "anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]},
    ),
    (Schema.any_of(schemas=[Schema.string()]), {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    (Schema.any_of(schemas=[Schema.null(), Schema.string()]), {"anyOf": [{"type": "null"}, {"type": "string"}]}),
    (Schema.any_of(schemas=[Schema.string().nullable()]), {"anyOf": [{"type": ["string", "null"]}]}),
    (Schema.one_of(schemas=[Schema.string()]), {"anyOf": [{"oneOf": [{"type": "string"}]}, {"type": "null"}]}),
    (Schema.all_of(schemas=[Schema.string()]), {"anyOf": [{"allOf": [{"type": "string"}]}, {"type": "null"}]}),
    (Schema.raw(schema={"not": {}}), {"anyOf": [{"not": {}}, {"type": "null"}]}),
    (
        Schema.string().const("a").members(["a", "b"]),
        {"anyOf": [{"type": "string", "const": "a", "enum": ["a", "b"]}, {"type": "null"}]},
    ),
    (
        Schema.raw(schema={"type": "string", "anyOf": [{"type": "string"}], "$defs": {"a": True}}),
        {"$defs": {"a": True}, "anyOf": [{"type": "string", "anyOf": [{"type": "string"}]}, {"type": "null"}]},
    ),
    (Schema.raw(schema={"enum": [1]}), {"enum": [1, None]}),
    (Schema.raw(schema={"type": "string", "const": None}), {"type": ["string", "null"], "const": None}),
    (Schema.any_of(schemas=[False, True]), {"anyOf": [False, True]}),
    (Schema.any_of(schemas=[{"enum": [1]}, {"not": {}}]), {"anyOf": [{"enum": [1]}, {"not": {}}, {"type": "null"}]}),
    (Schema.raw(), {}),
    (Schema.raw(schema=True), True),
    (Schema.raw(schema=False), {"type": "null"}),
]


@pytest.mark.parametrize(("schema", "written"), NULLABLE, ids=[str(written) for _, written in NULLABLE])
def test_null_joins_any_schema(schema: Schema, written: Any) -> None:
    """A nullable schema takes null, whatever it is made of, and is written as plainly as can be."""
    assert schema.nullable().json_schema() == written


@pytest.mark.parametrize("schema", [schema for schema, written in NULLABLE if "$ref" not in str(written)], ids=repr)
@pytest.mark.parametrize("instance", [None, "a", "b", "", 1, {}, [], True])
def test_null_joins_and_nothing_else(schema: Schema, instance: Any) -> None:
    """A nullable schema takes what the schema takes, and null."""
    before = compile_schema(schema.json_schema())
    after = compile_schema(schema.nullable().json_schema())
    assert after.is_valid(instance) is (instance is None or before.is_valid(instance))


def test_nullable_minds_what_comes_after() -> None:
    """The order of calls does not count, and the mark can be taken back."""
    assert Schema.string().nullable().members(["a"]).json_schema() == {"type": ["string", "null"], "enum": ["a", None]}
    assert Schema.string().nullable().const("a") == Schema.string().const("a").nullable()
    assert Schema.string().nullable().nullable(False) == Schema.string()
    assert Schema.string().nullable().default(None).json_schema() == {"type": ["string", "null"], "default": None}


def test_definitions_move_to_the_root() -> None:
    """A reference holds wherever its schema comes to stand: definitions end at the root of the whole."""
    node = Schema.object(properties=[Schema.ref("next", reference="#/$defs/Node").nullable()])
    chain = Schema.ref("chain", reference="#/$defs/Node").defs({"Node": node}).required()
    whole = Schema.object(properties=[Schema.array("chains").items(chain), chain])
    written = whole.json_schema()
    assert list(written["$defs"]) == ["Node"]
    assert "$defs" not in str(written["properties"]).replace("#/$defs/Node", "")
    validator = compile_schema(written)
    assert validator.is_valid({"chain": {"next": {"next": None}}, "chains": [{}]})
    assert not validator.is_valid({"chain": {"next": {"other": None}}})


def test_a_raw_schemas_definitions_move_too() -> None:
    """A raw schema with $defs or definitions keeps its meaning inside another."""
    model = {"type": "array", "items": {"$ref": "#/$defs/M"}, "$defs": {"M": {"type": "string"}}}
    older = {"$ref": "#/definitions/O", "definitions": {"O": {"type": "null"}}}
    written = Schema.object(properties={"a": model, "b": older}).json_schema()
    assert written["$defs"] == {"M": {"type": "string"}}
    assert written["definitions"] == {"O": {"type": "null"}}
    validator = compile_schema(written)
    assert validator.is_valid({"a": ["x"], "b": None})
    assert not validator.is_valid({"a": [1]})
    assert not validator.is_valid({"b": 1})


def test_a_raw_schema_with_an_id_stays_whole() -> None:
    """A resource of its own keeps its definitions and its references to itself."""
    tree = {"$id": "urn:tree", "type": "object", "additionalProperties": {"$ref": "#"}}
    validator = compile_schema(Schema.object(properties={"tree": tree}).json_schema())
    assert validator.is_valid({"tree": {"a": {"b": {}}}})
    assert not validator.is_valid({"tree": {"a": 1}})


def test_equal_definitions_are_one() -> None:
    """Two parts may bring the same definition under the same name."""
    first = {"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}
    written = Schema.object(properties={"a": first, "b": first}).json_schema()
    assert written["$defs"] == {"A": {"type": "string"}}


def test_a_reference_to_the_whole_is_the_whole() -> None:
    """`Schema.ref("#")` means the schema that is written in the end."""
    tree = Schema.object(properties=[Schema.array("children").items(Schema.ref(reference="#"))])
    validator = compile_schema(tree.json_schema())
    assert validator.is_valid({"children": [{"children": []}]})
    assert not validator.is_valid({"children": [{"kids": []}]})


def _endless() -> Any:
    found: list[Any] = []
    found.append(found)
    return found


# What no schema could mean, and a word of the error.
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "an empty name": (lambda: Schema.string(""), "name"),
    "a name that is no text": (lambda: Schema.string(1), "name"),  # type: ignore[arg-type]  # what is refused
    "a description that is no text": (lambda: Schema.string("a", 1), "text"),  # type: ignore[arg-type]  # what is refused
    "a length of a number": (lambda: Schema.integer().min_length(1), "min_length"),
    "a minimum of a text": (lambda: Schema.string().min(1), "use min_length"),
    "a maximum of an array": (lambda: Schema.array().max(1), "use max_items"),
    "items of an object": (lambda: Schema.object().items(True), "items"),
    "properties of a text": (lambda: Schema.string().additional(True), "additional"),
    "dependencies of a text": (lambda: Schema.string().dependent_required({}), "dependent_required"),
    "a bound that is a text": (lambda: Schema.number().min("1"), "number"),  # type: ignore[arg-type]  # what is refused
    "a bound that is a boolean": (lambda: Schema.number().min(True), "number"),
    "a bound that is NaN": (lambda: Schema.number().max(float("nan")), "finite"),
    "bounds the wrong way round": (lambda: Schema.number().min(2).max(1), "lower bound"),
    "exclusive bounds that meet": (lambda: Schema.number().exclusive_max(1).min(1), "lower bound"),
    "lengths the wrong way round": (lambda: Schema.string().max_length(1).min_length(2), "lower bound"),
    "counts the wrong way round": (lambda: Schema.array().contains(True, min_count=2, max_count=1), "lower bound"),
    "a step of nothing": (lambda: Schema.number().multiple_of(0), "above 0"),
    "a length below nothing": (lambda: Schema.string().min_length(-1), "0 or more"),
    "a length that is no integer": (lambda: Schema.string().max_length(1.0), "integer"),  # type: ignore[arg-type]  # what is refused
    "a broken pattern": (lambda: Schema.string().pattern("("), "ECMA"),
    "a broken pattern of names": (lambda: Schema.object().pattern_properties({"(": True}), "ECMA"),
    "an empty format": (lambda: Schema.string().format(""), "format"),
    "a switch that is a text": (lambda: Schema.array().unique_items("yes"), "True or False"),  # type: ignore[arg-type]  # what is refused
    "a mark that is a text": (lambda: Schema.string().required("yes"), "True or False"),  # type: ignore[arg-type]  # what is refused
    "no values": (lambda: Schema.enum("a"), "at least one"),
    "values that are a text": (lambda: Schema.enum(values="abc"), "list"),
    "values that are none": (lambda: Schema.enum(values=None), "list"),  # type: ignore[arg-type]  # what is refused
    "a value twice": (lambda: Schema.enum(values=[1, 1.0]), "twice"),
    "a value that is no JSON": (lambda: Schema.enum(values=[object()]), "JSON"),
    "a default that is no JSON": (lambda: Schema.string().default(float("inf")), "JSON"),
    "a default of another type": (lambda: Schema.string().default(1), "integer"),
    "a constant of another type": (lambda: Schema.integer().const(1.5), "number"),
    "members of another type": (lambda: Schema.string().members([1]), "integer"),
    "no branches": (lambda: Schema.any_of("a"), "at least one"),
    "branches that are one schema": (lambda: Schema.any_of(schemas=Schema.string()), "list"),  # type: ignore[arg-type]  # what is refused
    "no first items": (lambda: Schema.array().prefix_items(), "at least one"),
    "no reference": (lambda: Schema.ref("a"), "reference"),
    "a raw schema that is a text": (lambda: Schema.raw(schema="string"), "object or a boolean"),
    "a raw schema that is a Schema": (lambda: Schema.raw(schema=Schema.string()), "no wrapping"),
    "a raw schema that is no JSON": (lambda: Schema.raw(schema={"const": object()}), "JSON"),
    "a raw schema in itself": (lambda: Schema.raw(schema={"enum": _endless()}), "JSON"),
    "a bound of a boolean schema": (lambda: Schema.raw(schema=True).min(1), "just true"),
    "a property without a name": (lambda: Schema.object(properties=[Schema.string()]), "name"),
    "two properties of one name": (lambda: Schema.object(properties=[Schema.string("a"), Schema.null("a")]), "'a'"),
    "a property that is a dict in a list": (lambda: Schema.object(properties=[{}]), "Schema"),  # type: ignore[list-item]  # what is refused
    "properties that are one schema": (lambda: Schema.object(properties=Schema.string("a")), "list"),  # type: ignore[arg-type]  # what is refused
    "a property's name that is no text": (lambda: Schema.object(properties={1: True}), "names"),  # type: ignore[arg-type]  # what is refused
    "a required name that is no property": (lambda: Schema.object(required=["a"]), "no property"),
    "required that holds a number": (lambda: Schema.object(properties={"a": True}, required=[1]), "names"),  # type: ignore[list-item]  # what is refused
    "required that is a text": (lambda: Schema.object(properties={"a": True}, required="a"), "list"),
    "definitions that differ": (lambda: Schema.raw().defs({"A": True}).defs({"A": False}), "'A'"),
    "definitions that differ from a raw schema's": (
        lambda: Schema.raw(schema={"$defs": {"A": True}}).defs({"A": {}}),
        "'A'",
    ),
    "a reference to a raw schema's own root": (lambda: Schema.array().items({"items": {"$ref": "#"}}), "#"),
    "a nullable reference into itself": (
        lambda: (
            Schema.raw(schema={"allOf": [{"$ref": "#/properties/a"}], "properties": {"a": {}}}).nullable().json_schema()
        ),
        "#/properties/a",
    ),
    "another dialect inside": (
        lambda: Schema.array().items({"$schema": "http://json-schema.org/draft-07/schema#"}),
        "draft-07",
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_what_no_schema_could_mean_is_refused(fault: str) -> None:
    """A wrong definition is refused where it is written, in words that name it."""
    build, word = REFUSED[fault]
    with pytest.raises(InvalidDefinition, match=re.escape(word)):
        build()


def test_generators_are_lists() -> None:
    """Properties, values and branches may come from a generator."""

    def letters() -> Iterator[Schema]:
        yield Schema.string("a")
        yield Schema.string("b")

    assert list(Schema.object(properties=letters()).json_schema()["properties"]) == ["a", "b"]
    assert Schema.any_of(schemas=letters()).json_schema() == {"anyOf": [{"type": "string"}] * 2}
    assert Schema.enum(values=(letter for letter in "ab")).json_schema()["enum"] == ["a", "b"]
