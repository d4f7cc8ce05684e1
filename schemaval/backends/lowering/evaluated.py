"""What a lowered schema has evaluated of a value for which it holds (JSON Schema Core 2020-12, section 11).

Only branches are judged again, since nobody kept whether they held. The engine's validators are handed in.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from schemaval.backends.lowering.links import REFERENCES
from schemaval.jsonvalue import JSON

EngineValidator: TypeAlias = Any  # the engine makes its classes at run time


def holds(validator: EngineValidator, schema: JSON, value: JSON) -> bool:
    """Whether a subschema holds for a value; the first fault decides."""
    for _ in validator.descend(value, schema):
        return False
    return True


def evaluated_names(validator: EngineValidator, schema: JSON, value: JSON, *, is_root: bool = False) -> set[str]:
    """The names of the members of `value` that `schema`, which holds for it, has evaluated."""
    if type(schema) is bool:
        return set()
    if "additionalProperties" in schema or (not is_root and "unevaluatedProperties" in schema):
        return set(value)
    names: set[str] = value.keys() & schema.get("properties", {}).keys()
    for search, _ in schema.get("patternProperties", ()):
        names.update(name for name in value if search(name) is not None)
    for judge, inner in _applied(validator, schema, value):
        names |= evaluated_names(judge, inner, value)
    return names


def evaluated_indices(validator: EngineValidator, schema: JSON, value: JSON, *, is_root: bool = False) -> set[int]:
    """The indices of the items of `value` that `schema`, which holds for it, has evaluated."""
    if type(schema) is bool:
        return set()
    prefix = schema.get("prefixItems")
    rest = schema.get("items")
    if type(rest) is list:
        prefix, rest = rest, schema.get("additionalItems")
    if rest is not None or (not is_root and "unevaluatedItems" in schema):
        return set(range(len(value)))
    indices = set(range(min(len(prefix or ()), len(value))))
    if "contains" in schema and validator.marks_contained:
        wanted = schema["contains"]
        indices.update(index for index, item in enumerate(value) if holds(validator, wanted, item))
    for judge, inner in _applied(validator, schema, value):
        indices |= evaluated_indices(judge, inner, value)
    return indices


def _applied(
    validator: EngineValidator, schema: Mapping[str, Any], value: JSON
) -> Iterator[tuple[EngineValidator, JSON]]:
    """The subschemas of `schema` that apply to `value` itself and hold, if `schema` does, each with its validator."""
    for keyword in REFERENCES:
        if keyword in schema:
            yield schema[keyword].validator, schema[keyword].schema
    for inner in _branches(validator, schema, value):
        yield validator, inner


def _branches(validator: EngineValidator, schema: Mapping[str, Any], value: JSON) -> Iterator[JSON]:
    yield from schema.get("allOf", ())
    for keyword in ("anyOf", "oneOf"):
        yield from (inner for inner in schema.get(keyword, ()) if holds(validator, inner, value))
    if "if" in schema:
        passes = holds(validator, schema["if"], value)
        if passes:
            yield schema["if"]
        yield schema.get("then" if passes else "else", True)
    if type(value) is dict:
        for keyword in ("dependentSchemas", "dependencies"):
            for name, inner in schema.get(keyword, {}).items():
                if name in value and type(inner) in (dict, bool):
                    yield inner
    extended = schema.get("extends", ())
    yield from extended if type(extended) is list else (extended,) if extended else ()
