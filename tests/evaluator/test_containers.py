"""Objects and arrays are judged in one look at each: it says what a look at every member and item by itself would."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

import schemaval
from schemaval import LimitExceeded, Limits, NotJSON


class Name(str):
    """A string's subclass, which is no JSON type."""

    __slots__ = ()


class Object(dict[str, Any]):
    """A dict's subclass, which is an object."""

    __slots__ = ()


class Array(list[Any]):
    """A list's subclass, which is an array."""

    __slots__ = ()


def outcome(schema: Any, instance: Any) -> bool | type[Exception]:
    """The verdict, or what was raised in its place."""
    try:
        return schemaval.compile(schema, backend="reference").is_valid(instance)
    except NotJSON:
        return NotJSON


PLACES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "member": (lambda schema: {"properties": {"a": schema}}, lambda value: {"a": value}),
    "required member": (lambda schema: {"properties": {"a": schema}, "required": ["a"]}, lambda value: {"a": value}),
    "only member": (
        lambda schema: {"properties": {"b": True, "a": schema}, "additionalProperties": False},
        lambda value: {"a": value},
    ),
    "one of many members": (
        lambda schema: {"type": "object", "properties": {f"b{n}": {} for n in range(40)} | {"a": schema}},
        lambda value: {"a": value},
    ),
    "a subclass's member": (lambda schema: {"properties": {"a": schema}}, lambda value: Object(a=value)),
    "item": (lambda schema: {"items": schema}, lambda value: [value]),
    "item of a tuple": (lambda schema: {"type": "array", "items": schema}, lambda value: (value,)),
    "item of a subclass": (lambda schema: {"items": schema, "maxItems": 3}, lambda value: Array([value])),
    "branch": (lambda schema: {"anyOf": [{"type": "null", "minLength": 1, "not": {}}, schema]}, lambda value: value),
    "single branch": (lambda schema: {"oneOf": [schema]}, lambda value: value),
    "reference": (lambda schema: {"$ref": "#/$defs/a", "title": "t", "$defs": {"a": schema}}, lambda value: value),
}
SCHEMAS = (
    {"type": "string"},
    {"type": "integer"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"type": "array"},
    {"type": "object"},
    {"type": "string", "minLength": 2},
    {"type": "integer", "minimum": 1},
    {"enum": ["a", 1, None]},
    {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    {"oneOf": [{"type": "integer"}, {"type": "number"}]},
    {"anyOf": [{"type": "number"}, {"minLength": 1}]},
)
VALUES: tuple[Any, ...] = (
    *("a", "text", Name("text"), 0, 1, True, None, 1.0, 1.5, Decimal(1), Decimal("1.5")),
    *(float("nan"), float("inf"), Decimal("NaN"), [], (), {}, Object(), Array(), b"", 1j),
)


@pytest.mark.parametrize("is_counted", [False, True], ids=["fast", "checked"])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_a_value_is_judged_alike_wherever_it_stands(schema: Any, place: str, *, is_counted: bool) -> None:
    """As a member, an item or a branch a value is as valid as alone, or no JSON value at all."""
    wrap, put = PLACES[place]
    whole, alone = wrap(schema), schema
    if is_counted:
        whole, alone = counted(whole), counted(alone)
        assert schemaval.compile(whole, backend="reference").safety == "checked"
    for value in VALUES:
        assert outcome(whole, put(value)) == outcome(alone, value), value


def counted(schema: Any) -> Any:
    """The same schema with a loop in it, for a member that nobody has."""
    definitions = {"whole": schema, **schema.get("$defs", {})}
    return {"$ref": "#/$defs/whole", "properties": {"\0": {"$ref": "#"}}, "$defs": definitions}


TREE = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "size": {"type": "number"},
        "note": {"type": ["string", "null"]},
        "children": {"type": "array", "items": {"$ref": "#"}},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["name", "size"],
}
COSTS: dict[str, tuple[Any, Any, int]] = {
    "scalars that must be there": (TREE, {"name": "a", "size": 1.5}, 3 + 2),
    "a scalar that may be there": (TREE, {"name": "a", "size": 1, "note": None}, 4 + 3),
    "a member without a schema": (TREE, {"name": "a", "size": 1, "x": 1}, 4 + 2),
    "no children": (TREE, {"name": "a", "size": 1, "children": []}, 4 + 2 + 1),
    "a child": (TREE, {"name": "a", "size": 1, "children": [{"name": "b", "size": 2}]}, 4 + 2 + 2 + 5),
    "a child in a tuple": (TREE, {"name": "a", "size": 1, "children": ({"name": "b", "size": 2},)}, 4 + 2 + 2 + 5),
    "an array of scalars": (TREE, {"name": "a", "size": 1, "tags": ["x", "y"]}, 4 + 2 + 3 + 2),
    "a subclass": (TREE, Object(name="a", size=1, children=Array([])), 4 + 2 + 1),
}


@pytest.mark.parametrize(("schema", "instance", "steps"), COSTS.values(), ids=COSTS)
def test_every_value_costs_its_steps(schema: Any, instance: Any, steps: int) -> None:
    """A step a value, one more a member or an item, however many are judged in one look."""
    enough = schemaval.compile(schema, backend="reference", limits=Limits(max_steps=steps))
    assert enough.is_valid(instance)
    short = schemaval.compile(schema, backend="reference", limits=Limits(max_steps=steps - 1))
    with pytest.raises(LimitExceeded, match="max_steps"):
        short.is_valid(instance)


@pytest.mark.parametrize("children", [[], [{"name": "b", "size": 1, "children": []}]])
def test_empty_arrays_are_levels_too(children: list[Any]) -> None:
    """An array without items counts as a container that is entered."""
    levels = 2 + 2 * len(children)
    instance = {"name": "a", "size": 1, "children": children}
    assert schemaval.compile(TREE, backend="reference", limits=Limits(max_instance_depth=levels)).is_valid(instance)
    with pytest.raises(LimitExceeded, match="max_instance_depth"):
        schemaval.compile(TREE, backend="reference", limits=Limits(max_instance_depth=levels - 1)).is_valid(instance)


@pytest.mark.parametrize("recursive", [{}, {"more": {"$ref": "#"}}], ids=["fast", "checked"])
@pytest.mark.parametrize("count", [1, 40])
def test_few_members_of_many(count: int, recursive: dict[str, Any]) -> None:
    """Whether a schema names one property or forty: what must be there must, and what is unknown is unwelcome."""
    properties = {f"p{n}": {"type": "integer"} for n in range(count)} | recursive
    schema = {"properties": properties, "required": ["p0"], "additionalProperties": False, "not": {"required": ["q"]}}
    is_valid = schemaval.compile(schema, backend="reference").is_valid
    assert is_valid({"p0": 1})
    assert not is_valid({"p0": "1"})
    assert not is_valid({})
    assert not is_valid({"p0": 1, "x": 1})
    assert not is_valid({"p0": 1, "q": 1})


def test_rules_after_members_come_after_them() -> None:
    """A member that is refused spares what stands behind `properties`, as a discriminator in a branch does."""
    behind = {"allOf": [{"properties": {"text": {"type": "number"}}}]}
    schema = {"properties": {"kind": {"const": "number"}}, **behind}
    instance = {"kind": "text", "text": float("nan")}
    assert schemaval.compile(schema, backend="reference").is_valid(instance) is False
    with pytest.raises(NotJSON):
        schemaval.compile({**behind, **schema}, backend="reference").is_valid(instance)
