"""Depth: instances and schemas nested without end, on stacks of every size."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

from tests.hostile.case import LIMIT, NOT_JSON, Case, always, nested

_STACKS: tuple[Literal[128, 512, 8192], ...] = (128, 512, 8192)


def _cyclic_array() -> Any:
    array: list[Any] = []
    array.append(array)
    return array


def _cyclic_object() -> Any:
    value: dict[str, Any] = {}
    value["a"] = value
    return value


def _cycle_of_many() -> Any:
    last: dict[str, Any] = {}
    value: Any = last
    for _ in range(5_000):
        value = {"a": [value]}
    last["a"] = [value]
    return value


_DEEP = 5_000  # deeper than any engine goes on 128 kilobytes of stack
# name, schema, instance, verdict
_INSTANCES: tuple[tuple[str, Any, Callable[[], Any], bool], ...] = (
    ("arrays-100000", {"type": "array", "items": {"$ref": "#"}}, lambda: nested(100_000, None, []), True),
    ("arrays-1300", {"type": "array", "items": {"$ref": "#"}}, lambda: nested(1_300, None, []), True),
    ("arrays-failing", {"type": "array", "items": {"$ref": "#"}}, lambda: nested(1_000, None, 1), False),
    ("objects-100000", {"properties": {"a": {"$ref": "#"}}}, lambda: nested(100_000, "a"), True),
    ("objects-1000", {"additionalProperties": {"$ref": "#"}}, lambda: nested(1_000, "a"), True),
    ("objects-100", {"additionalProperties": {"$ref": "#"}}, lambda: nested(100, "a"), True),
    ("two-ways", {"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}, lambda: nested(_DEEP), True),
    ("anything", True, lambda: nested(_DEEP), True),
    ("flat", {"type": "array", "minItems": 1}, lambda: nested(_DEEP), True),
    ("flat-failing", {"type": "object"}, lambda: nested(_DEEP), False),
    ("enum", {"enum": [nested(100), 1]}, lambda: nested(_DEEP), False),
    ("const", {"const": nested(100, "a")}, lambda: nested(_DEEP, "a"), False),
    ("const-as-deep", {"const": nested(100, "a")}, lambda: nested(100, "a"), True),
    ("unique", {"uniqueItems": True}, lambda: [nested(_DEEP // 2, "a"), nested(_DEEP // 2, "a")], False),
    ("unique-as-deep", {"uniqueItems": True}, lambda: [nested(190, "a"), nested(190, "a")], False),
    ("contains", {"contains": {"const": 3}}, lambda: [nested(_DEEP)], False),
    ("unevaluated", {"allOf": [{}], "unevaluatedItems": {"$ref": "#"}}, lambda: nested(_DEEP), True),
    ("cyclic-array", {"items": {"$ref": "#"}}, _cyclic_array, True),
    ("cyclic-object", {"additionalProperties": {"$ref": "#"}}, _cyclic_object, True),
    ("cycle-of-many", {"additionalProperties": {"items": {"$ref": "#"}}}, _cycle_of_many, True),
    ("cyclic-flat", {"type": "object"}, _cyclic_object, True),
    ("cyclic-const", {"const": {"a": 1}}, _cyclic_object, False),
    ("cyclic-unique", {"uniqueItems": True}, lambda: [_cyclic_array(), _cyclic_array()], True),
    ("cyclic-enum", {"enum": [[[[1]]], 2]}, _cyclic_array, False),
)


_QUICK = {"arrays-1300", "flat-failing", "objects-1000", "cyclic-array", "cyclic-object", "cyclic-const"}
_ON_EVERY_STACK = ("arrays", "objects", "cycl", "const-as-deep", "unique-as-deep")


def _of_instances() -> Iterator[Case]:
    for stack in _STACKS:
        for name, schema, instance, valid in _INSTANCES:
            if stack != 128 and not name.startswith(_ON_EVERY_STACK):
                continue
            yield Case(
                f"{name}-{stack}k",
                always(schema),
                instance,
                valid,
                LIMIT,
                stack=stack,
                quick=stack == 128 and name in _QUICK,
            )


def _applied(levels: int, keyword: str) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {keyword: [schema]} if keyword.endswith("Of") else {keyword: schema}
    return schema


# name, schema, instance, verdict
_SCHEMAS: tuple[tuple[str, Callable[[], Any], Any, bool], ...] = (
    ("not", lambda: _applied(100_000, "not"), 1, False),
    ("not-odd", lambda: _applied(100_001, "not"), 1, True),
    ("all-of", lambda: _applied(50_000, "allOf"), 1, False),
    ("all-of-50", lambda: _applied(50, "allOf"), 1, False),
    ("any-of-25", lambda: _applied(25, "anyOf"), 1, False),
    ("one-of-60", lambda: _applied(60, "oneOf"), 1, False),
    ("items", lambda: _applied(100_000, "items"), [], True),
    ("items-500", lambda: _applied(500, "items"), [[1]], True),
    ("items-126", lambda: _applied(126, "items"), [[1]], True),
    ("not-126", lambda: _applied(126, "not"), 1, False),
    ("properties", lambda: {"properties": nested(100_000, "properties", {})}, {}, True),
    ("properties-60", lambda: nested(60, "properties", {"type": "string"}), {}, True),
    ("const", lambda: {"const": nested(100_000)}, 1, False),
    ("enum", lambda: {"enum": nested(100_000, None, 1)}, 1, False),
    ("default", lambda: {"default": nested(100_000, "a")}, 1, True),
    ("unknown-keyword", lambda: {"x-more": nested(100_000, "a")}, 1, True),
    ("unknown-keyword-100", lambda: {"x-more": nested(100, "a")}, 1, True),
    ("unevaluated-60", lambda: _applied(60, "unevaluatedProperties"), {"a": {"a": 1}}, True),
    ("contains-60", lambda: _applied(60, "contains"), [], False),
    ("definitions", lambda: nested(100_000, "$defs", {}), 1, True),
)


def _of_schemas() -> Iterator[Case]:
    for stack in _STACKS:
        for name, schema, instance, valid in _SCHEMAS:
            case = f"schema-{name}-{stack}k"
            yield Case(case, schema, always(instance), valid, LIMIT, stack=stack, quick=stack == 128)
        yield Case(f"schema-cyclic-{stack}k", _cyclic_schema, always(1), None, LIMIT | NOT_JSON, stack=stack)
        yield Case(f"schema-cyclic-data-{stack}k", _cyclic_data, always(1), None, LIMIT | NOT_JSON, stack=stack)


def _cyclic_schema() -> Any:
    schema: dict[str, Any] = {"type": "array"}
    schema["items"] = schema
    return schema


def _cyclic_data() -> Any:
    return {"const": _cyclic_object()}


def _of_texts() -> Iterator[Case]:
    texts: dict[str, Callable[[], bytes]] = {
        "arrays": lambda: b"[" * 100_000 + b"]" * 100_000,
        "open-arrays": lambda: b"[" * 1_000_000,
        "objects": lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "open-objects": lambda: b'{"a":' * 100_000,
        "arrays-1000": lambda: b"[" * 1_000 + b"]" * 1_000,
        "arrays-1000-big-integer": lambda: b"[" * 1_000 + b"1" * 30 + b"]" * 1_000,
    }
    for stack in _STACKS:
        for name, text in texts.items():
            yield Case(
                f"text-{name}-{stack}k",
                always({"items": {"$ref": "#"}}),
                text,
                None if name.startswith("open") else True,
                LIMIT | NOT_JSON,
                as_text=True,
                stack=stack,
            )


CASES = (*_of_instances(), *_of_schemas(), *_of_texts())
