"""Schema: a JSON Schema built by chained calls; every call gives a new value."""

import builtins
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from schemaval import equality
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON, type_name
from schemaval.reading import copied
from schemaval.tools.building import given
from schemaval.tools.building.blueprint import Blueprint
from schemaval.tools.building.bounds import BOUNDS, check_argument, check_value, types_of
from schemaval.tools.errors import InvalidDefinition

SchemaLike = Any  # Schema | dict | bool | [], the last for {}; Python cannot say "a JSON object" usefully
Properties = Iterable["Schema"] | Mapping[str, SchemaLike]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Schema:
    """A JSON Schema of the 2020-12 dialect, with a name where it is a parameter or a property.

    Made by `Schema.string()` and the other constructors, changed by methods that each return a new Schema.
    `name` is None for an unnamed one, `is_required` says whether an object that takes it as a property requires it.
    Whatever no schema could mean (a bound that is no number, a lower bound above the upper one, a length of a
    number, two properties of one name) raises InvalidDefinition at once. Two are equal when name, mark and JSON are.
    """

    name: str | None = None
    is_required: bool = False
    _plan: Blueprint = field(default_factory=Blueprint)

    # Constructors

    @classmethod
    def string(cls, name: str | None = None, description: str | None = None) -> "Schema":
        """A text."""
        return cls._of({"type": "string"}, name, description)

    @classmethod
    def integer(cls, name: str | None = None, description: str | None = None) -> "Schema":
        """A whole number; 1.0 is one."""
        return cls._of({"type": "integer"}, name, description)

    @classmethod
    def number(cls, name: str | None = None, description: str | None = None) -> "Schema":
        """A number, whole or not."""
        return cls._of({"type": "number"}, name, description)

    @classmethod
    def boolean(cls, name: str | None = None, description: str | None = None) -> "Schema":
        """True or false."""
        return cls._of({"type": "boolean"}, name, description)

    @classmethod
    def null(cls, name: str | None = None, description: str | None = None) -> "Schema":
        """Null alone."""
        return cls._of({"type": "null"}, name, description)

    @classmethod
    def array(
        cls, name: str | None = None, description: str | None = None, items: SchemaLike | None = None
    ) -> "Schema":
        """An array, of `items` where given."""
        made = cls._of({"type": "array"}, name, description)
        return made if items is None else made.items(items)

    @classmethod
    def object(
        cls,
        name: str | None = None,
        description: str | None = None,
        *,
        properties: Properties = (),
        additional: SchemaLike = False,
        required: Iterable[str] = (),
    ) -> "Schema":
        """An object of `properties`: named schemas in order, or a mapping of names to schemas (there the key counts).

        Required are those marked by `.required()` and those named in `required`. Other properties are refused unless
        `additional` is True, or a schema that they must meet.
        """
        named = _named(properties)
        present = [str(schema.name) for schema in named]
        wanted = [str(schema.name) for schema in named if schema.is_required]
        wanted += [each for each in given.names("required", required) if each not in wanted]
        if unknown := [each for each in wanted if each not in present]:
            raise InvalidDefinition(f"required names {shorten(unknown[0])!r}, which is no property")
        made = cls._of({"type": "object"}, name, description)._of_named("properties", named)  # noqa: SLF001 - its own
        return (made._set("required", wanted) if wanted else made).additional(additional)  # noqa: SLF001 - its own

    @classmethod
    def enum(
        cls, name: str | None = None, description: str | None = None, values: Iterable[Any] | type[Enum] = ()
    ) -> "Schema":
        """One of `values`: JSON values, members of an Enum (their values count), or an Enum class."""
        members = given.members("enum", values)
        kinds = _kinds(members)
        return cls._of({"type": kinds[0] if len(kinds) == 1 else kinds, "enum": members}, name, description)

    @classmethod
    def any_of(
        cls, name: str | None = None, description: str | None = None, schemas: Iterable[SchemaLike] = ()
    ) -> "Schema":
        """A value that meets at least one of `schemas`."""
        return cls._combined("anyOf", name, description, schemas)

    @classmethod
    def one_of(
        cls, name: str | None = None, description: str | None = None, schemas: Iterable[SchemaLike] = ()
    ) -> "Schema":
        """A value that meets exactly one of `schemas`."""
        return cls._combined("oneOf", name, description, schemas)

    @classmethod
    def all_of(
        cls, name: str | None = None, description: str | None = None, schemas: Iterable[SchemaLike] = ()
    ) -> "Schema":
        """A value that meets all of `schemas`."""
        return cls._combined("allOf", name, description, schemas)

    @classmethod
    def ref(cls, name: str | None = None, description: str | None = None, reference: str = "") -> "Schema":
        """What `reference` leads to: `"#/$defs/Node"` looks at the root of the whole schema, `"#"` is the whole.

        `.defs({"Node": ...})`, on this schema or any around it, puts definitions there.
        """
        if type(reference) is not str or not reference:
            raise InvalidDefinition("a reference is a text such as '#/$defs/Node'")
        return cls._of({"$ref": reference}, name, description)

    @classmethod
    def raw(cls, name: str | None = None, description: str | None = None, schema: SchemaLike | None = None) -> "Schema":
        """A JSON Schema as it is, an object, a boolean or `[]` (which means `{}`); without one, any value will do.

        Inside another schema its `$defs` move to the root of the whole. `description` replaces its own.
        """
        if isinstance(schema, Schema):
            raise InvalidDefinition("raw() takes a JSON Schema as a dict or a boolean; a Schema needs no wrapping")
        made = cls(
            name=given.schema_name(name), _plan=Blueprint({} if schema is None else given.document(schema), is_raw=True)
        )
        return made if description is None else made.described(description)

    @classmethod
    def from_json(cls, schema: SchemaLike, name: str | None = None) -> "Schema":
        """A JSON Schema as it is, as `raw` gives it; a Schema comes back, under `name` where one is given."""
        if isinstance(schema, Schema):
            return schema if name is None else schema.named(name)
        return cls.raw(name, schema=schema)

    # What is read

    @property
    def description(self) -> str | None:
        """The schema's description, None without one."""
        body = self._plan.body
        found = body.get("description") if isinstance(body, dict) else None
        return found if isinstance(found, str) else None

    @property
    def is_nullable(self) -> bool:
        """Whether `.nullable()` was asked for."""
        return self._plan.is_nullable

    def json_schema(self) -> Any:
        """The JSON Schema, a fresh dict, or a boolean where a raw schema is one."""
        return copied(self._plan.whole())

    # What any schema may have

    def named(self, name: str | None) -> "Schema":
        """The schema under another name; None takes the name away."""
        return replace(self, name=given.schema_name(name))

    def described(self, text: str) -> "Schema":
        """The schema with a description; an empty one takes it away."""
        return self._bounded("description", text) if text != "" else self._with(self._plan.without("description"))

    def required(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark: .required(), .required(False)
        """The schema marked as required by the object that takes it as a property."""
        return replace(self, is_required=given.switch("required", wanted))

    def optional(self) -> "Schema":
        """The schema without the mark."""
        return self.required(False)

    def nullable(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark: .nullable(), .nullable(False)
        """The schema taking null too, whatever it is made of, before and after this call."""
        return self._with(replace(self._plan, is_nullable=given.switch("nullable", wanted)))

    def title(self, text: str) -> "Schema":
        """With a title for people."""
        return self._bounded("title", text)

    def comment(self, text: str) -> "Schema":
        """With a `$comment` for who maintains the schema."""
        return self._bounded("$comment", text)

    def default(self, value: Any) -> "Schema":
        """With the value that is meant when there is none; an annotation that is never filled in."""
        return self._with(self._plan.constant("default", value))

    def const(self, value: Any) -> "Schema":
        """Only `value`."""
        return self._with(self._plan.constant("const", value))

    def members(self, values: Iterable[Any] | type[Enum]) -> "Schema":
        """Only one of `values`, as `Schema.enum` takes them."""
        found = given.members("members", values)
        for value in found:
            check_value("members", value, self._plan.object("members"))
        return self._set("enum", found)

    def examples(self, *values: Any) -> "Schema":
        """With examples of valid values."""
        return self._set("examples", [given.json_value("examples", value) for value in values])

    def format(self, name: str) -> "Schema":
        """In a format such as "date-time"; the tool layer asserts those that are known."""
        return self._bounded("format", name)

    def deprecated(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark
        """Marked as deprecated."""
        return self._bounded("deprecated", wanted)

    def read_only(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark
        """Marked as managed by the owner alone."""
        return self._bounded("readOnly", wanted)

    def write_only(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark
        """Marked as never given back."""
        return self._bounded("writeOnly", wanted)

    def defs(self, definitions: Mapping[str, SchemaLike]) -> "Schema":
        """With definitions that `Schema.ref("#/$defs/<name>")` finds, wherever this schema comes to stand."""
        made = self._plan
        for name, schema in given.mapping("defs", definitions).items():
            body, inner = _plan(schema).part()
            made = made.defining(inner, {("$defs", name): body})
        return self._with(made)

    # Numbers

    def min(self, value: float) -> "Schema":
        """At least `value`."""
        return self._bounded("minimum", value)

    def max(self, value: float) -> "Schema":
        """At most `value`."""
        return self._bounded("maximum", value)

    def exclusive_min(self, value: float) -> "Schema":
        """Above `value`."""
        return self._bounded("exclusiveMinimum", value)

    def exclusive_max(self, value: float) -> "Schema":
        """Below `value`."""
        return self._bounded("exclusiveMaximum", value)

    def multiple_of(self, value: float) -> "Schema":
        """A multiple of `value`, which is above 0; decimally exact."""
        return self._bounded("multipleOf", value)

    # Texts

    def min_length(self, count: int) -> "Schema":
        """At least `count` characters."""
        return self._bounded("minLength", count)

    def max_length(self, count: int) -> "Schema":
        """At most `count` characters."""
        return self._bounded("maxLength", count)

    def pattern(self, expression: str) -> "Schema":
        """With a match of an ECMA-262 expression in Unicode mode anywhere; anchor it with ^ and $."""
        return self._bounded("pattern", expression)

    def content_encoding(self, name: str) -> "Schema":
        """A text that encodes bytes, such as "base64"; an annotation."""
        return self._bounded("contentEncoding", name)

    def content_media_type(self, name: str) -> "Schema":
        """A text that holds a document of a media type; an annotation."""
        return self._bounded("contentMediaType", name)

    # Arrays

    def items(self, schema: SchemaLike) -> "Schema":
        """Each item meets `schema`; after `prefix_items` each further one."""
        return self._applied("items", schema)

    def prefix_items(self, *schemas: SchemaLike) -> "Schema":
        """The first items meet `schemas`, each its own; `.items(False)` refuses further ones."""
        if not schemas:
            raise InvalidDefinition("prefix_items() takes at least one schema")
        return self._with(self._plan.holding("prefixItems", map(_plan, schemas), list))

    def min_items(self, count: int) -> "Schema":
        """At least `count` items."""
        return self._bounded("minItems", count)

    def max_items(self, count: int) -> "Schema":
        """At most `count` items."""
        return self._bounded("maxItems", count)

    def unique_items(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark
        """No two items are equal."""
        return self._bounded("uniqueItems", wanted)

    def contains(self, schema: SchemaLike, *, min_count: int | None = None, max_count: int | None = None) -> "Schema":
        """At least one item meets `schema`, or between `min_count` and `max_count` of them."""
        plan = self._plan.holding("contains", [_plan(schema)], lambda parts: parts[0])
        plan = plan if min_count is None else plan.bounded("minContains", min_count)
        return self._with(plan if max_count is None else plan.bounded("maxContains", max_count))

    # Objects

    def additional(self, allowed: SchemaLike) -> "Schema":
        """Properties that are not named: refused (False), welcome (True), or held to a schema."""
        if allowed is True:
            return self._with(self._plan.fitting("additionalProperties").without("additionalProperties"))
        return self._applied("additionalProperties", allowed)

    def pattern_properties(self, schemas: Mapping[str, SchemaLike]) -> "Schema":
        """Properties whose names match an expression meet its schema."""
        for expression in given.mapping("pattern_properties", schemas):
            check_argument(BOUNDS["pattern"], expression)
        return self._of_named("patternProperties", [Schema.from_json(each).named(e) for e, each in schemas.items()])

    def property_names(self, schema: SchemaLike) -> "Schema":
        """Every property's name meets `schema`."""
        return self._applied("propertyNames", schema)

    def dependent_required(self, names: Mapping[str, Iterable[str]]) -> "Schema":
        """Where a property is present, the properties listed under its name are required."""
        found = {name: given.names(name, wanted) for name, wanted in given.mapping("dependent_required", names).items()}
        return self._with(self._plan.fitting("dependentRequired").having("dependentRequired", found))

    def min_properties(self, count: int) -> "Schema":
        """At least `count` properties."""
        return self._bounded("minProperties", count)

    def max_properties(self, count: int) -> "Schema":
        """At most `count` properties."""
        return self._bounded("maxProperties", count)

    # Values

    def __eq__(self, other: builtins.object) -> bool:
        return bool(self._key() == other._key()) if isinstance(other, Schema) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        body = self._plan.body
        types = types_of(body) if isinstance(body, dict) else None
        what = "|".join(sorted(types)) if types else "of any type"
        mark = ", required" if self.is_required else ""
        return f"<Schema {what} {shorten(self.name)!r}{mark}>" if self.name is not None else f"<Schema {what}{mark}>"

    def _key(self) -> Any:
        return self.name, self.is_required, equality.key(self._plan.whole())

    # How it is made

    @classmethod
    def _of(cls, body: JSON, name: str | None, description: str | None) -> "Schema":
        made = cls(name=given.schema_name(name), _plan=Blueprint(body))
        return made if description is None else made.described(description)

    @classmethod
    def _combined(
        cls, keyword: str, name: str | None, description: str | None, schemas: Iterable[SchemaLike]
    ) -> "Schema":
        branches = given.listed(keyword, schemas)
        if not branches:
            raise InvalidDefinition(f"{keyword} takes a list of at least one schema")
        made = cls._of({}, name, description)
        return replace(made, _plan=made._plan.holding(keyword, map(_plan, branches), list))  # noqa: SLF001 - its own

    def _with(self, plan: Blueprint) -> "Schema":
        return replace(self, _plan=plan)

    def _set(self, keyword: str, value: JSON) -> "Schema":
        return self._with(self._plan.having(keyword, value))

    def _of_named(self, keyword: str, named: list["Schema"]) -> "Schema":
        """With a keyword that holds schemas by name."""
        names = [each.name for each in named]
        plans = [each._plan for each in named]  # noqa: SLF001 - its own class
        return self._with(self._plan.holding(keyword, plans, lambda parts: dict(zip(names, parts, strict=True))))

    def _bounded(self, keyword: str, value: Any) -> "Schema":
        return self._with(self._plan.bounded(keyword, value))

    def _applied(self, keyword: str, schema: SchemaLike) -> "Schema":
        return self._with(self._plan.holding(keyword, [_plan(schema)], lambda parts: parts[0]))


def _plan(schema: SchemaLike) -> Blueprint:
    return Schema.from_json(schema)._plan  # noqa: SLF001 - a function of this class's own module


def _named(properties: Properties) -> list[Schema]:
    """Properties as named schemas in order; one without a name and two of one name are InvalidDefinition."""
    if isinstance(properties, Mapping):
        return [
            Schema.from_json(schema).named(name) for name, schema in given.mapping("properties", properties).items()
        ]
    found = given.listed("properties", properties)
    seen: set[str] = set()
    for schema in found:
        if not isinstance(schema, Schema):
            raise InvalidDefinition(f"a list of properties holds Schema values, not {type(schema).__name__}")
        if schema.name is None:
            raise InvalidDefinition("a property needs a name: Schema.string('city'), or .named('city')")
        if schema.name in seen:
            raise InvalidDefinition(f"two properties are named {shorten(schema.name)!r}")
        seen.add(schema.name)
    return found


def _kinds(members: list[JSON]) -> list[str]:
    """The types to declare for constants; a float stays a number even where it is whole, and numbers hold integers."""
    kinds = ["number" if type(value) is float else type_name(value) for value in members]
    return [kind for kind in dict.fromkeys(kinds) if kind != "integer" or "number" not in kinds]
