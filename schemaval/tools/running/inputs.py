"""What a tool takes: one object schema, whose properties are the parameters."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from schemaval import pointer
from schemaval.compiling import compile_schema
from schemaval.dialects import DEFAULT, detect
from schemaval.errors import InvalidSchema, SchemavalError, shorten
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.reading import copied
from schemaval.references.document import Document
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.schema import Schema


@dataclass(frozen=True, slots=True)
class Inputs:
    """The input side of a tool: its `schema`, and the declared parameter `names` in their order.

    `is_whole` says that it is one object schema of the caller's, not one that was made around named schemas.
    """

    schema: dict[str, JSON]
    names: tuple[str, ...] = ()
    is_whole: bool = False


NO_INPUTS = Inputs({"type": "object", "properties": {}})


def one(given: object) -> Inputs:
    """The inputs of one schema: an object's properties; any other bears a name and is the one parameter."""
    schema = Schema.from_json(given)
    if schema.name is not None:
        return several([schema])
    whole = schema.json_schema()
    if not _may_be_object(whole, whole, set()):
        _refuse_invalid(whole)
        raise InvalidDefinition('an input is an object schema ("type": "object"), or bears a name')
    return _whole(whole)


def _refuse_invalid(schema: JSON) -> None:
    """A schema's own fault comes first: a type that does not exist is no object's either."""
    try:
        compile_schema(schema, backend="reference")
    except InvalidSchema as error:
        raise InvalidDefinition(str(error)) from error
    except SchemavalError:  # it may be fine for the tool's own validator and resources
        return


def several(given: object) -> Inputs:
    """The inputs of named schemas, in their order; a single object schema stands for itself."""
    if not isinstance(given, Iterable) or isinstance(given, (str, Mapping)):
        raise InvalidDefinition("inputs is a list of named schemas; input takes a single one")
    named = [_named(schema) for schema in given]
    if not named:
        raise InvalidDefinition("inputs is empty; leave it out for a tool without parameters")
    if len(named) == 1 and _is_object(whole := named[0].json_schema()):
        return _whole(whole)
    return Inputs(Schema.object(properties=named).json_schema(), tuple(str(schema.name) for schema in named))


def output(given: object) -> JSON:
    """A private copy of an output schema, given as a Schema, a dict, a boolean, or `[]` for `{}`."""
    return Schema.from_json(given).json_schema()


def presentable(schema: JSON) -> Any:
    """A fresh copy of a schema with its empty containers mended: no client shall stumble over `"properties": []`."""
    copy = copied(schema)
    try:
        return Document(copy, "", detect(copy, DEFAULT, {}, "/$schema"), {}, Limits()).root
    except SchemavalError:  # of a dialect that only the tool's own validator knows: it is shown as it is
        return copied(schema)


def _named(schema: object) -> Schema:
    if not isinstance(schema, Schema):
        raise InvalidDefinition(f"inputs holds Schema values, not {shorten(type(schema).__name__)}")
    if schema.name is None:
        raise InvalidDefinition("each of the inputs bears a name: Schema.string('city'), or .named('city')")
    return schema


def _whole(schema: dict[str, JSON]) -> Inputs:
    return Inputs(schema, tuple(dict.fromkeys(property_names(schema))), is_whole=True)


def _is_object(schema: JSON) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "object"


def _may_be_object(schema: JSON, root: JSON, seen: set[int]) -> bool:
    """Whether nothing that stands in the open (types, constants, what branches and references lead to) forbids it."""
    if not isinstance(schema, dict) or id(schema) in seen:
        return schema is not False and not (schema is True and schema is root)
    seen.add(id(schema))
    kinds = schema.get("type", "object")
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if "object" not in (kinds if isinstance(kinds, list) else [kinds]):
        return False
    if isinstance(listed, list) and not any(isinstance(member, dict) for member in listed):
        return False
    drawn_in = [*_branches(schema, "allOf"), _referred(root, schema.get("$ref"))]
    if not all(_may_be_object(each, root, seen) for each in drawn_in if each is not None):
        return False
    choices = [_branches(schema, keyword) for keyword in ("anyOf", "oneOf")]
    return all(any(_may_be_object(each, root, seen) for each in choice) for choice in choices if choice)


def _branches(schema: dict[str, JSON], keyword: str) -> list[JSON]:
    found = schema.get(keyword)
    return found if isinstance(found, list) else []


def property_names(root: JSON) -> Iterator[str]:
    """The names in `properties`, of the root and of what it draws in by `allOf` and by references into itself."""
    pending: list[JSON] = [root]
    seen: set[int] = set()
    while pending:
        schema = pending.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        pending += reversed(_branches(schema, "allOf"))
        pending.append(_referred(root, schema.get("$ref")))


def _referred(root: JSON, reference: JSON) -> JSON:
    """What a reference of the form `#/...` leads to; None where that is nothing."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    found = root
    for token in pointer.split(unquote(reference[1:])):
        found = found.get(token) if isinstance(found, dict) else None
    return found
