"""Schema: a JSON Schema built by chained calls; every call gives a new value."""

import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from schemaval import equality
from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, check
from schemaval.tools.bounds import (
    APPLICATORS,
    BOUNDS,
    check_argument,
    check_fits,
    check_pairs,
    check_value,
    json_value,
    types_of,
)
from schemaval.tools.embedding import Definitions, merged, rooted, uprooted
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.nullability import with_null

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
    _body: JSON = field(default_factory=dict)
    _definitions: Definitions = field(default_factory=dict)
    _is_nullable: bool = False
    _is_raw: bool = False

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
        parts, definitions = _parts(named)
        wanted = [schema.name for schema in named if schema.is_required]
        wanted += [each for each in _names("required", required) if each not in wanted]
        if unknown := [each for each in wanted if each not in parts]:
            raise InvalidDefinition(f"required names {shorten(str(unknown[0]))!r}, which is no property")
        body = {"type": "object", "properties": parts} | ({"required": wanted} if wanted else {})
        made = replace(cls._of(body, name, description), _definitions=definitions)
        return made.additional(additional)

    @classmethod
    def enum(
        cls, name: str | None = None, description: str | None = None, values: Iterable[Any] | type[Enum] = ()
    ) -> "Schema":
        """One of `values`: JSON values, members of an Enum (their values count), or an Enum class."""
        members = _members("enum", values)
        kinds = list(dict.fromkeys(map(_kind, members)))
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
        made = replace(cls._of(_document(schema), name, None), _is_raw=True)
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
        found = self._body.get("description") if isinstance(self._body, dict) else None
        return found if isinstance(found, str) else None

    @property
    def is_nullable(self) -> bool:
        """Whether `.nullable()` was asked for."""
        return self._is_nullable

    def json_schema(self) -> Any:
        """The JSON Schema, a fresh dict, or a boolean where a raw schema is one."""
        return _copied(rooted(self._with_null(), self._definitions))

    # What any schema may have

    def named(self, name: str | None) -> "Schema":
        """The schema under another name; None takes the name away."""
        return replace(self, name=_name(name))

    def described(self, text: str) -> "Schema":
        """The schema with a description; an empty one takes it away."""
        return self._bounded("description", text) if text != "" else self._without("description")

    def required(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark: .required(), .required(False)
        """The schema marked as required by the object that takes it as a property."""
        return replace(self, is_required=_switch("required", wanted))

    def optional(self) -> "Schema":
        """The schema without the mark."""
        return self.required(False)

    def nullable(self, wanted: bool = True) -> "Schema":  # noqa: FBT002 - reads as a mark: .nullable(), .nullable(False)
        """The schema taking null too, whatever it is made of, before and after this call."""
        return replace(self, _is_nullable=_switch("nullable", wanted))

    def title(self, text: str) -> "Schema":
        """With a title for people."""
        return self._bounded("title", text)

    def comment(self, text: str) -> "Schema":
        """With a `$comment` for who maintains the schema."""
        return self._bounded("$comment", text)

    def default(self, value: Any) -> "Schema":
        """With the value that is meant when there is none; an annotation that is never filled in."""
        return self._constant("default", "default", value, judged=value is not None)

    def const(self, value: Any) -> "Schema":
        """Only `value`."""
        return self._constant("const", "const", value)

    def members(self, values: Iterable[Any] | type[Enum]) -> "Schema":
        """Only one of `values`, as `Schema.enum` takes them."""
        found = _members("members", values)
        for value in found:
            check_value("members", value, self._object("members"))
        return self._set("enum", found)

    def examples(self, *values: Any) -> "Schema":
        """With examples of valid values."""
        return self._set("examples", [json_value("examples", value) for value in values])

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
        bodies, inner = _parts(_named(definitions))
        own = {("$defs", name): body for name, body in bodies.items()}
        return replace(self, _definitions=merged(self._definitions, inner, own))

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
        return self._holding("prefixItems", schemas, list)

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
        made = self._applied("contains", schema)
        made = made if min_count is None else made._bounded("minContains", min_count)
        return made if max_count is None else made._bounded("maxContains", max_count)

    # Objects

    def additional(self, allowed: SchemaLike) -> "Schema":
        """Properties that are not named: refused (False), welcome (True), or held to a schema."""
        if allowed is True:
            check_fits("additional", APPLICATORS["additionalProperties"][1], self._object("additional"))
            return self._without("additionalProperties")
        return self._applied("additionalProperties", allowed)

    def pattern_properties(self, schemas: Mapping[str, SchemaLike]) -> "Schema":
        """Properties whose names match an expression meet its schema."""
        _mapping("pattern_properties", schemas)
        for expression in schemas:
            check_argument(BOUNDS["pattern"], expression)
        names = list(schemas)
        return self._holding("patternProperties", schemas.values(), lambda parts: dict(zip(names, parts, strict=True)))

    def property_names(self, schema: SchemaLike) -> "Schema":
        """Every property's name meets `schema`."""
        return self._applied("propertyNames", schema)

    def dependent_required(self, names: Mapping[str, Iterable[str]]) -> "Schema":
        """Where a property is present, the properties listed under its name are required."""
        _mapping("dependent_required", names)
        found = {each: _names("dependent_required", wanted) for each, wanted in names.items()}
        return self._fitting("dependentRequired")._set("dependentRequired", json_value("dependent_required", found))

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
        types = types_of(self._body) if isinstance(self._body, dict) else None
        what = "|".join(sorted(types)) if types else "raw" if self._is_raw else "schema"
        mark = ", required" if self.is_required else ""
        return f"<Schema {what} {shorten(self.name)!r}{mark}>" if self.name is not None else f"<Schema {what}{mark}>"

    def _key(self) -> Any:
        return self.name, self.is_required, equality.key(rooted(self._with_null(), self._definitions))

    # How it is made

    @classmethod
    def _of(cls, body: JSON, name: str | None, description: str | None) -> "Schema":
        made = cls(name=_name(name), _body=body)
        return made if description is None else made.described(description)

    @classmethod
    def _combined(
        cls, keyword: str, name: str | None, description: str | None, schemas: Iterable[SchemaLike]
    ) -> "Schema":
        branches = list(schemas) if not isinstance(schemas, (str, Mapping, Schema)) else []
        if not branches:
            raise InvalidDefinition(f"{keyword} takes a list of at least one schema")
        return cls._of({}, name, description)._holding(keyword, branches, list)

    def _object(self, method: str) -> dict[str, Any]:
        if not isinstance(self._body, dict):
            raise InvalidDefinition(f"{method}() cannot change a schema that is just {str(self._body).lower()}")
        return self._body

    def _set(self, keyword: str, value: JSON) -> "Schema":
        body = self._object(keyword) | {keyword: value}
        check_pairs(body)
        return replace(self, _body=body)

    def _without(self, keyword: str) -> "Schema":
        return replace(self, _body={name: value for name, value in self._object(keyword).items() if name != keyword})

    def _bounded(self, keyword: str, value: Any) -> "Schema":
        bound = BOUNDS[keyword]
        check_argument(bound, value)
        check_fits(bound.method, bound.types, self._object(bound.method))
        return self._set(keyword, value)

    def _constant(self, keyword: str, method: str, value: Any, *, judged: bool = True) -> "Schema":
        plain = json_value(method, value)
        if judged:
            check_value(method, plain, self._object(method))
        return self._set(keyword, plain)

    def _fitting(self, keyword: str) -> "Schema":
        method, types = APPLICATORS.get(keyword, (keyword, frozenset()))
        check_fits(method, types, self._object(method))
        return self

    def _applied(self, keyword: str, schema: SchemaLike) -> "Schema":
        return self._holding(keyword, [schema], lambda parts: parts[0])

    def _holding(self, keyword: str, schemas: Iterable[SchemaLike], shape: Callable[[list[JSON]], JSON]) -> "Schema":
        """With a keyword that holds schemas, in the shape that it wants; their definitions join this schema's."""
        parts = [_part(schema) for schema in schemas]
        made = self._fitting(keyword)._set(keyword, shape([body for body, _ in parts]))
        return replace(made, _definitions=merged(self._definitions, *[found for _, found in parts]))

    def _with_null(self) -> JSON:
        if not self._is_nullable:
            return self._body
        return with_null(self._body) if isinstance(self._body, dict) else self._body or {"type": "null"}

    def _embedded(self) -> tuple[JSON, Definitions]:
        if not self._is_raw:
            return self._with_null(), self._definitions
        body, found = uprooted(self._body)
        made = replace(self, _body=body, _is_raw=False)
        return made._with_null(), merged(self._definitions, found)


def _part(schema: SchemaLike) -> tuple[JSON, Definitions]:
    return Schema.from_json(schema)._embedded()  # noqa: SLF001 - a function of this class's own module


def _parts(named: Iterable[Schema]) -> tuple[dict[str, JSON], Definitions]:
    """The bodies of named schemas by name, and all their definitions."""
    pairs = {str(schema.name): _part(schema) for schema in named}
    return {name: body for name, (body, _) in pairs.items()}, merged(*[found for _, found in pairs.values()])


def _named(properties: Properties) -> list[Schema]:
    """Properties as named schemas in order; one without a name and two of one name are InvalidDefinition."""
    if isinstance(properties, Mapping):
        return [Schema.from_json(schema, _property_name(name)) for name, schema in properties.items()]
    if isinstance(properties, (Schema, str)):
        raise InvalidDefinition("properties are a list of named schemas, or a mapping of names to schemas")
    found = list(properties)
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


def _document(schema: SchemaLike) -> JSON:
    if schema is None:
        return {}
    if not isinstance(schema, (dict, bool)) and schema != []:
        raise InvalidDefinition(f"a JSON Schema is an object or a boolean, not {type(schema).__name__}")
    try:
        check(schema)
    except (NotJSON, LimitExceeded) as error:
        raise InvalidDefinition(f"the schema is no JSON value: {error}") from error
    return {} if schema == [] else _copied(schema)


def _copied(value: JSON) -> JSON:
    """A copy down to the leaves, which nobody can change."""
    if isinstance(value, dict):
        return {name: _copied(member) for name, member in value.items()}
    return [_copied(item) for item in value] if isinstance(value, (list, tuple)) else value


def _name(name: object) -> str | None:
    if name is not None and (type(name) is not str or not name):
        raise InvalidDefinition(f"a schema's name is a text that is not empty, or None; not {type(name).__name__} ")
    return name


def _property_name(name: object) -> str:
    if type(name) is not str:
        raise InvalidDefinition(f"a property's name is a text, not {type(name).__name__}")
    return name


def _names(method: str, names: Iterable[str]) -> list[str]:
    found = [] if isinstance(names, str) else list(names)
    if isinstance(names, str) or any(type(name) is not str for name in found):
        raise InvalidDefinition(f"{method} takes a list of names")
    return list(dict.fromkeys(found))


def _mapping(method: str, value: Any) -> None:
    if not isinstance(value, Mapping):
        raise InvalidDefinition(f"{method}() takes a mapping, not {type(value).__name__}")


def _switch(method: str, value: Any) -> bool:
    if type(value) is not bool:
        raise InvalidDefinition(f"{method}() takes True or False")
    return value


def _members(method: str, values: Iterable[Any] | type[Enum]) -> list[JSON]:
    found = [json_value(method, value) for value in values] if not isinstance(values, (str, bytes, Mapping)) else []
    if not found:
        raise InvalidDefinition(f"{method}() takes a list of at least one value")
    if len({equality.key(value) for value in found}) < len(found):
        raise InvalidDefinition(f"{method}() got a value twice")
    return found


def _kind(value: JSON) -> str:
    """The type to declare for a constant; a float stays a number even where it is whole."""
    from schemaval.jsonvalue import type_name

    return "number" if type(value) is float else type_name(value)
