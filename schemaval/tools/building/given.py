"""What a builder is given, made sure of: each function gives plain values back, or raises InvalidDefinition."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from schemaval import equality
from schemaval.converting import to_json
from schemaval.errors import LimitExceeded, NotJSON
from schemaval.jsonvalue import JSON, check
from schemaval.limits import Limits
from schemaval.reading import copied
from schemaval.tools.errors import InvalidDefinition

_LIMITS = Limits()


def json_value(method: str, value: object) -> JSON:
    """`value` as JSON, a copy."""
    try:
        return to_json(value)
    except (NotJSON, LimitExceeded) as error:
        raise InvalidDefinition(f"{method}() takes JSON values: {error}") from error


def listed(method: str, values: Iterable[Any]) -> list[Any]:
    """The items of a list, a tuple, a set, a generator; a text and a mapping are no lists."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise InvalidDefinition(f"{method} takes a list, not {type(values).__name__}")
    return list(values)


def members(method: str, values: Iterable[Any] | type[Enum]) -> list[JSON]:
    """At least one value, none of them twice; of an Enum class the values of all its members."""
    found = [json_value(method, value) for value in listed(method, values)]
    if not found:
        raise InvalidDefinition(f"{method}() takes a list of at least one value")
    if len({equality.key(value) for value in found}) < len(found):
        raise InvalidDefinition(f"{method}() got a value twice")
    return found


def document(schema: Any) -> JSON:
    """A JSON Schema, a copy: an object or a boolean; `[]` is `{}`."""
    if not isinstance(schema, (dict, bool)) and schema != []:
        raise InvalidDefinition(f"a JSON Schema is an object or a boolean, not {type(schema).__name__}")
    try:
        check(schema, max_depth=_LIMITS.max_schema_depth, depth_limit="max_schema_depth")
    except (NotJSON, LimitExceeded) as error:
        raise InvalidDefinition(f"the schema is no JSON value: {error}") from error
    return {} if schema == [] else copied(schema)


def schema_name(name: Any) -> str | None:
    """A schema's name, None for an unnamed one."""
    if name is not None and (type(name) is not str or not name):
        what = "an empty one" if name == "" else type(name).__name__
        raise InvalidDefinition(f"a schema's name is a text, or None; not {what}")
    return name


def names(method: str, given: Iterable[str]) -> list[str]:
    """A list of property names, each once."""
    found = listed(method, given)
    if any(type(name) is not str for name in found):
        raise InvalidDefinition(f"{method} takes a list of names")
    return list(dict.fromkeys(found))


def mapping(method: str, value: Any) -> Mapping[str, Any]:
    """A mapping with texts for keys."""
    if not isinstance(value, Mapping) or any(type(name) is not str for name in value):
        raise InvalidDefinition(f"{method}() takes a mapping of names, not {type(value).__name__}")
    return value


def switch(method: str, value: Any) -> bool:
    """True or False."""
    if type(value) is not bool:
        raise InvalidDefinition(f"{method}() takes True or False")
    return value
