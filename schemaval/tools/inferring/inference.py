"""A function's annotations and docstring as the schemas of a tool, and what reads arguments back into its types.

Annotations become JSON Schema 2020-12 by pydantic; the function's parameters are the properties of one closed object.
"""

from collections.abc import Awaitable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from inspect import Parameter as Written
from typing import Annotated, Any, Never, NoReturn, get_args, get_origin

from schemaval import pointer
from schemaval.converting import to_json
from schemaval.errors import SchemavalError, shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.building.embedding import Definitions, lost, merged, rooted, uprooted
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.inferring.docstrings import Docstring
from schemaval.tools.inferring.hydration import Hydrator, Reader
from schemaval.tools.inferring.parameters import EMPTY, Parameter, UnresolvedAnnotation, is_field, place
from schemaval.tools.inferring.typed import Adapter, Namespace, Typed, adapter_of, schemas
from schemaval.tools.schema import Schema

_VARIADIC = frozenset({Written.VAR_POSITIONAL, Written.VAR_KEYWORD})
_UNTOLD = (EMPTY, Any, object, NoReturn, Never)  # return annotations that promise nothing
_CONTENT = frozenset({"mcp", "mcp_types"})  # packages whose models are content, or whole results, and no values
_SHOWN = (str, int, float, bool, list, tuple, dict, Enum)  # defaults that a model can make sense of


@dataclass(frozen=True, slots=True)
class Taken:
    """What a function takes: the `schema` of its arguments, None for none, and their `hydrator`, None for no need."""

    schema: dict[str, JSON] | None
    hydrator: Hydrator | None


def taken(parameters: Iterable[Parameter], docstring: Docstring, namespace: Namespace) -> Taken:
    """What the parameters ask for. InvalidDefinition, which names the parameter, for a type that has no JSON Schema."""
    inputs = [_input(parameter, namespace) for parameter in parameters]
    if not inputs:
        return Taken(None, None)
    inferred, definitions = schemas(
        [
            Typed(each.name, each.parameter.annotation, each.adapter)
            for each in inputs
            if each.adapter is not None and each.override is None
        ],
        "validation",
    )
    parts = {each.name: _part(each, inferred, docstring) for each in inputs}
    schema = _object([each.parameter for each in inputs], {name: part for name, (part, _) in parts.items()})
    for name, (_, moved) in parts.items():
        definitions = _merged(name, definitions, moved)
    hydrator = _hydrator(inputs)
    return Taken(rooted(schema, definitions), hydrator if hydrator.is_needed else None)


def promised(returned: Any, namespace: Namespace) -> JSON:
    """The schema of what `to_json` makes of a returned value; None where the annotation promises nothing.

    An awaitable promises what it gives. Content blocks and whole results of the official packages are no values.
    InvalidDefinition for a type that has no JSON Schema.
    """
    if get_origin(returned) in (Awaitable, Coroutine):
        returned = get_args(returned)[-1]
    if returned in _UNTOLD or _is_content(returned):
        return None
    override = _override(returned)
    if override is not None:
        return override
    typed = Typed("return", returned, adapter_of("return", returned, namespace))
    inferred, definitions = schemas([typed], "serialization")
    return rooted(*_unfolded(inferred["return"], definitions)) or None  # `{}` promises nothing either


def _unfolded(body: JSON, definitions: Definitions) -> tuple[JSON, Definitions]:
    """A schema that only refers to a definition as that itself: whoever reads the root sees what type it asks for."""
    name = body["$ref"].removeprefix("#/$defs/") if body.keys() == {"$ref"} else ""
    if ("$defs", name) not in definitions:
        return body, definitions
    whole = definitions["$defs", name]
    others = {place: schema for place, schema in definitions.items() if place != ("$defs", name)}
    is_recursive = any(_refers(schema, body["$ref"]) for schema in (whole, *others.values()))
    return whole, definitions if is_recursive else others


def _refers(schema: JSON, reference: str) -> bool:
    """Whether `reference` stands anywhere in the schema."""
    if isinstance(schema, list):
        return any(_refers(item, reference) for item in schema)
    if not isinstance(schema, dict):
        return False
    return schema.get("$ref") == reference or any(_refers(member, reference) for member in schema.values())


# One parameter


@dataclass(frozen=True, slots=True)
class _Input:
    """A parameter, what pydantic makes of its type (None where only `override` knows it), and the author's schema."""

    parameter: Parameter
    adapter: Adapter | None
    override: JSON = None

    @property
    def name(self) -> str:
        """The parameter's name."""
        return self.parameter.name


def _input(parameter: Parameter, namespace: Namespace) -> _Input:
    _check_no_alias(parameter)
    override, annotation = _override(parameter.annotation), parameter.annotation
    if parameter.kind is Written.VAR_POSITIONAL:
        annotation = list[annotation]  # type: ignore[valid-type]  # a type all the same, though known at run time only
    try:
        return _Input(parameter, adapter_of(parameter.name, annotation, namespace), override)
    except UnresolvedAnnotation:
        raise
    except InvalidDefinition:
        if override is None:
            raise
        return _Input(parameter, None, override)  # the value arrives as the JSON that it is


def _check_no_alias(parameter: Parameter) -> None:
    for each in getattr(parameter.annotation, "__metadata__", ()):
        if is_field(each) and (each.alias or each.validation_alias):
            raise InvalidDefinition(f"{place(parameter.name)} has an alias: a parameter's name is its property's")


def _override(annotation: Any) -> JSON:
    """The schema that Annotated gives in place of the type's own; None where it gives none."""
    for each in getattr(annotation, "__metadata__", ()) if get_origin(annotation) is Annotated else ():
        if isinstance(each, (Schema, dict)):
            return Schema.from_json(each).json_schema()
    return None


def _part(each: _Input, inferred: Mapping[str, JSON], docstring: Docstring) -> tuple[JSON, Definitions]:
    """The schema of one parameter as a part of the whole, and the definitions that it brings."""
    definitions: Definitions = {}
    if each.override is None:
        body: JSON = inferred[each.name]
    else:
        body, definitions = _uprooted(each)
        body = {"type": "array", "items": body} if each.parameter.kind is Written.VAR_POSITIONAL else body
    if not isinstance(body, dict):
        return body, definitions
    description = _description(each.parameter, docstring)
    if description and "description" not in body:
        body = {**body, "description": description}
    return {**body, **_default(each.parameter, body)}, definitions


def _uprooted(each: _Input) -> tuple[JSON, Definitions]:
    missing = lost(each.override)
    if missing is not None:  # inside the whole it might find a definition of that name which another parameter brings
        raise InvalidDefinition(
            f"the schema of {place(each.name)}: the reference {shorten(missing)!r} leads to no definition in it"
        )
    try:
        return uprooted(each.override)
    except InvalidDefinition as error:
        raise InvalidDefinition(f"the schema of {place(each.name)}: {error}") from error


def _description(parameter: Parameter, docstring: Docstring) -> str:
    """A text in Annotated, else what the docstring says."""
    texts = [text for text in getattr(parameter.annotation, "__metadata__", ()) if isinstance(text, str)]
    return texts[0] if texts else docstring.parameters.get(parameter.name, "")


def _default(parameter: Parameter, body: dict[str, JSON]) -> dict[str, JSON]:
    """The parameter's default for the model to read, where it is plain; nobody fills it in."""
    default = parameter.default
    if "default" in body or not isinstance(default, _SHOWN):
        return {}
    try:
        return {"default": to_json(default)}
    except SchemavalError:  # something in it is no JSON
        return {}


# The whole


def _object(parameters: list[Parameter], parts: Mapping[str, JSON]) -> dict[str, JSON]:
    """One object of all parameters, closed unless `**kwargs` takes what is left."""
    rest = next((each.name for each in parameters if each.kind is Written.VAR_KEYWORD), None)
    names = [each.name for each in parameters if each.is_required]
    return {
        "type": "object",
        "properties": {name: part for name, part in parts.items() if name != rest},
        **({"required": names} if names else {}),
        "additionalProperties": False if rest is None else parts[rest] or True,
    }


def _merged(name: str, definitions: Definitions, moved: Definitions) -> Definitions:
    try:
        return merged(definitions, moved)
    except InvalidDefinition as error:
        raise InvalidDefinition(f"the schema of {place(name)}: {error}") from error


def _hydrator(inputs: list[_Input]) -> Hydrator:
    readers = {
        each.name: Reader(each.adapter, "#" + pointer.fragment(pointer.join(_way(each.parameter))))
        for each in inputs
        if each.adapter is not None
    }
    rest = next((readers.pop(each.name, None) for each in inputs if each.parameter.kind is Written.VAR_KEYWORD), None)
    declared = frozenset(each.name for each in inputs if each.parameter.kind is not Written.VAR_KEYWORD)
    defaults = {each.name: each.parameter.default for each in inputs if is_field(each.parameter.default)}
    return Hydrator(readers, rest, declared, {name: _maker(field) for name, field in defaults.items()})


def _way(parameter: Parameter) -> tuple[str, ...]:
    """The way to a parameter's schema."""
    return ("additionalProperties",) if parameter.kind is Written.VAR_KEYWORD else ("properties", parameter.name)


def _maker(field: Any) -> Any:
    return lambda: field.get_default(call_default_factory=True)


def _is_content(annotation: Any) -> bool:
    """Whether a class of an official package stands anywhere in the annotation."""
    root = str(getattr(annotation, "__module__", "")).partition(".")[0]
    return root in _CONTENT or any(_is_content(argument) for argument in get_args(annotation))
