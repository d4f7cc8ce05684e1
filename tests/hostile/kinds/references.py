"""References: doubling, loops, dynamic scopes, long chains, many resources."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.hostile.case import INVALID, LIMIT, UNRESOLVABLE, Case, always, nested

Level = Callable[[dict[str, Any]], dict[str, Any]]


def doubled(levels: int, level: Level, leaf: dict[str, Any]) -> dict[str, Any]:
    """Each of so many definitions is what `level` makes of a reference to the one below."""
    definitions: dict[str, Any] = {"n0": leaf}
    for number in range(1, levels + 1):
        definitions[f"n{number}"] = level({"$ref": f"#/$defs/n{number - 1}"})
    return {"$ref": f"#/$defs/n{levels}", "$defs": definitions}


def inside(levels: int, level: Level, leaf: dict[str, Any]) -> dict[str, Any]:
    """As `doubled`, without references: each schema stands in the next one."""
    for _ in range(levels):
        leaf = level(leaf)
    return leaf


_FAILS = {"type": "string"}
_PASSES = {"type": "integer"}
# name, what a level makes of the one below, the leaf, the verdict of the number 1
_LEVELS: tuple[tuple[str, Level, dict[str, Any], Callable[[int], bool]], ...] = (
    ("all-of", lambda below: {"allOf": [below, below]}, _PASSES, lambda _: True),
    ("all-of-failing", lambda below: {"allOf": [below, below]}, _FAILS, lambda _: False),
    ("any-of-failing", lambda below: {"anyOf": [below, below]}, _FAILS, lambda _: False),
    ("one-of", lambda below: {"oneOf": [below, {"not": below}]}, _PASSES, lambda _: True),
    ("one-of-failing", lambda below: {"oneOf": [below, below]}, _FAILS, lambda _: False),
    ("if", lambda below: {"if": below, "then": below, "else": below}, _PASSES, lambda _: True),
    ("if-failing", lambda below: {"if": below, "then": below, "else": below}, _FAILS, lambda _: False),
    ("not", lambda below: {"not": {"anyOf": [below, below]}}, _FAILS, lambda levels: levels % 2 == 1),
    ("unevaluated", lambda below: {"allOf": [below, below], "unevaluatedProperties": False}, _PASSES, lambda _: True),
    ("titled", lambda below: {"allOf": [below, {**below, "title": "x"}]}, _PASSES, lambda _: True),
)


def _unevaluated(below: dict[str, Any]) -> dict[str, Any]:
    return {"allOf": [below], "unevaluatedProperties": False}


def _fibonacci(levels: int) -> dict[str, Any]:
    steps = {
        f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i - 1}"}, {"$ref": f"#/$defs/n{i - 2}"}]} for i in range(2, levels + 1)
    }
    return {"$ref": f"#/$defs/n{levels}", "$defs": {"n0": _PASSES, "n1": _PASSES, **steps}}


def _doubling() -> Iterator[Case]:
    for name, level, leaf, verdict in _LEVELS:
        for levels in range(10, 61, 10) if name in ("all-of", "any-of-failing", "unevaluated") else (10, 60):
            yield Case(
                f"doubling-{name}-{levels}",
                partial(doubled, levels, level, leaf),
                always(1),
                verdict(levels),
                quick=levels == 20 or (levels == 60 and name in ("all-of", "unevaluated")),
            )
    for levels in range(10, 61, 10):
        yield Case(
            f"unevaluated-in-each-other-{levels}",
            partial(inside, levels, _unevaluated, {"properties": {"a": {}}}),
            always({"a": 1}),
            True,
            quick=levels == 60,
        )
        yield Case(
            f"fibonacci-{levels}",
            partial(_fibonacci, levels),
            always(1),
            True,
        )


# name, a schema that applies itself more than once to a child, instance, verdict
_TWICE: tuple[tuple[str, dict[str, Any], Callable[[], Any], bool], ...] = (
    (
        "items-two-branches",
        {
            "$ref": "#/$defs/n",
            "$defs": {
                "n": {
                    "anyOf": [
                        {"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 0},
                        {"type": "array", "items": {"$ref": "#/$defs/n"}, "maxItems": 99},
                    ]
                }
            },
        },
        lambda: nested(60, None, "x"),
        False,
    ),
    (
        "properties-twice",
        {"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"additionalProperties": {"$ref": "#"}}]},
        lambda: nested(60, "a", 1),
        True,
    ),
    (
        "patterns-twice",
        {"patternProperties": {"a": {"$ref": "#"}, "a.*": {"$ref": "#"}}, "type": ["object", "null"]},
        lambda: nested(60, "a", "x"),
        False,
    ),
    (
        "unevaluated-twice",
        {
            "anyOf": [{"properties": {"b": {}}}, {"properties": {"a": {"$ref": "#"}}}],
            "unevaluatedProperties": {"$ref": "#"},
        },
        lambda: nested(60, "a", 1),
        True,
    ),
    (
        "contains-twice",
        {"if": {"contains": {"$ref": "#"}}, "then": {"contains": {"$ref": "#"}}},
        lambda: nested(60),
        True,
    ),
    (
        "if-then-else",
        {"if": {"items": {"$ref": "#"}}, "then": {"items": {"$ref": "#"}}, "else": {"items": {"$ref": "#"}}},
        lambda: nested(60, None, 1),
        True,
    ),
    (
        "not-twice",
        {"not": {"anyOf": [{"items": {"$ref": "#"}, "type": "array"}, {"items": {"$ref": "#"}, "type": "array"}]}},
        lambda: nested(60, None, 1),
        True,
    ),
    (
        "dependent-twice",
        {
            "dependentSchemas": {"a": {"properties": {"a": {"$ref": "#"}}}, "b": {"properties": {"a": {"$ref": "#"}}}},
            "type": ["object", "null"],
        },
        lambda: _both(60, "x"),
        False,
    ),
    (
        "one-of-twice",
        {
            "oneOf": [
                {"properties": {"a": {"$ref": "#"}}, "required": ["a"]},
                {"properties": {"a": {"$ref": "#"}}, "required": ["b"]},
            ]
        },
        lambda: nested(60, "a", {"b": 1}),
        True,
    ),
)


def _both(levels: int, leaf: Any) -> Any:
    for _ in range(levels):
        leaf = {"a": leaf, "b": 1}
    return leaf


def _applying_twice() -> Iterator[Case]:
    for name, schema, instance, valid in _TWICE:
        yield Case(f"twice-{name}", always(schema), instance, valid, quick=True)


_2019 = "https://json-schema.org/draft/2019-09/schema"
_LOOPS: dict[str, dict[str, Any]] = {
    "itself": {"$ref": "#"},
    "under-not": {"not": {"$ref": "#"}},
    "all-of": {"allOf": [{"$ref": "#"}]},
    "any-of": {"anyOf": [{"type": "string"}, {"$ref": "#"}]},
    "one-of": {"oneOf": [{"$ref": "#"}, {"$ref": "#"}]},
    "if": {"if": {"$ref": "#"}, "then": True},
    "then": {"then": {"$ref": "#"}, "if": True},
    "dependent": {"dependentSchemas": {"a": {"$ref": "#"}}},
    "two": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    "unused": {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"not": {"$ref": "#/$defs/a"}}}},
    "behind-items": {"items": {"$ref": "#/items"}},
    "by-id": {"$id": "https://example.invalid/a", "allOf": [{"$ref": "https://example.invalid/a"}]},
    "by-anchor": {"$anchor": "x", "not": {"$ref": "#x"}},
    "dynamic": {"$dynamicAnchor": "x", "not": {"$dynamicRef": "#x"}},
    "dynamic-two": {
        "$id": "https://example.invalid/a",
        "$dynamicAnchor": "x",
        "$ref": "b",
        "$defs": {"b": {"$id": "b", "$dynamicAnchor": "x", "$ref": "#/$defs/c", "$defs": {"c": {"$dynamicRef": "#x"}}}},
    },
    "recursive": {"$schema": _2019, "$recursiveAnchor": True, "anyOf": [{"$recursiveRef": "#"}]},
    "draft-03": {"$schema": "http://json-schema.org/draft-03/schema#", "extends": {"$ref": "#"}},
    "draft-04": {"$schema": "http://json-schema.org/draft-04/schema#", "not": {"$ref": "#"}},
    "draft-07": {"$schema": "http://json-schema.org/draft-07/schema#", "else": {"$ref": "#"}, "if": False},
    "dependencies": {"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": {"$ref": "#"}}},
}


def _loops() -> Iterator[Case]:
    for name, schema in _LOOPS.items():
        yield Case(f"loop-{name}", always(schema), always({"a": [1]}), None, UNRESOLVABLE | LIMIT, quick=True)
    yield Case(
        "loop-of-thousands", lambda: _chain(3_000, {"$ref": "#/$defs/n0"}), always(1), None, UNRESOLVABLE | LIMIT
    )


def _chain(links: int, leaf: Any, around: Level = lambda below: below) -> dict[str, Any]:
    definitions = {f"n{i}": around({"$ref": f"#/$defs/n{i + 1}"}) for i in range(links)}
    return {"$ref": "#/$defs/n0", "$defs": {**definitions, f"n{links}": leaf}}


def _resources(count: int) -> dict[str, Any]:
    resources = {f"r{i}": {"$id": f"https://example.invalid/r{i}", "$ref": f"r{i + 1}"} for i in range(count)}
    last = {"$id": f"https://example.invalid/r{count}", "type": "integer"}
    return {"$ref": "https://example.invalid/r0", "$defs": {**resources, "last": last}}


def _scopes(count: int) -> dict[str, Any]:
    """Every resource has the dynamic anchor and goes on to the next one by two ways."""
    resources = {
        f"r{i}": {
            "$id": f"https://example.invalid/r{i}",
            "allOf": [{"$ref": f"r{i + 1}"}, {"$ref": f"r{i + 1}"}],
            "$defs": {"x": {"$dynamicAnchor": "x"}},
        }
        for i in range(count)
    }
    last = {
        "$id": f"https://example.invalid/r{count}",
        "$dynamicRef": "#x",
        "$defs": {"x": {"$dynamicAnchor": "x", "type": "string"}},
    }
    return {"$ref": "https://example.invalid/r0", "$defs": {**resources, "last": last}}


def _either(count: int) -> dict[str, Any]:
    """Each resource goes on by one of two others with anchors of their own, so that there are 2**n dynamic scopes."""
    resources: dict[str, Any] = {}
    for i in range(count):
        for side in "ab":
            resources[f"{side}{i}"] = {
                "$id": f"https://example.invalid/{side}{i}",
                "anyOf": [{"$ref": f"a{i + 1}"}, {"$ref": f"b{i + 1}"}],
                "$defs": {"x": {"$dynamicAnchor": f"x{i}{side}", "type": "string"}},
            }
    for side in "ab":
        resources[f"{side}{count}"] = {
            "$id": f"https://example.invalid/{side}{count}",
            "allOf": [{"$dynamicRef": f"#x{i}{s}"} for i in range(count) for s in "ab"],
            "$defs": {f"x{i}{s}": {"$dynamicAnchor": f"x{i}{s}", "type": "null"} for i in range(count) for s in "ab"},
        }
    return {"$ref": "https://example.invalid/a0", "$defs": resources}


def _chains() -> Iterator[Case]:
    yield Case("chain-of-2000", lambda: _chain(2_000, _PASSES), always(1), True, LIMIT, quick=True)
    yield Case("chain-of-4500-failing", lambda: _chain(4_500, _FAILS), always(1), False, LIMIT)
    yield Case(
        "chain-of-all-of", lambda: _chain(1_500, _FAILS, lambda below: {"allOf": [below]}), always(1), False, LIMIT
    )
    yield Case("chain-of-not", lambda: _chain(1_500, _FAILS, lambda below: {"not": below}), always(1), False, LIMIT)
    yield Case(
        "chain-of-items", lambda: _chain(1_500, _PASSES, lambda below: {"items": below}), always([[[]]]), True, LIMIT
    )
    yield Case(
        "chain-of-unevaluated",
        lambda: _chain(1_000, {"properties": {"a": {}}}, lambda below: {**below, "unevaluatedProperties": False}),
        always({"a": 1}),
        True,
        LIMIT,
    )
    yield Case("resources-2000", lambda: _resources(2_000), always(1), True, LIMIT, quick=True)
    yield Case(
        "resources-unused",
        lambda: {"$defs": {f"r{i}": {"$id": f"https://example.invalid/{i}"} for i in range(5_000)}},
        always(1),
        True,
        LIMIT,
    )
    yield Case("scopes-30", lambda: _scopes(30), always(1), True, LIMIT, quick=True)
    yield Case("scopes-400", lambda: _scopes(400), always(1), True, LIMIT)
    yield Case("scopes-either-12", lambda: _either(12), always(1), False, LIMIT, quick=True)
    yield Case("scopes-either-40", lambda: _either(40), always(1), False, LIMIT)
    yield Case(
        "anchors-4000",
        lambda: {"$defs": {f"a{i}": {"$anchor": f"a{i}"} for i in range(4_000)}, "$ref": "#a0"},
        always(1),
        True,
        LIMIT,
    )


def _texts() -> Iterator[Case]:
    """What a reference may be written as."""
    for number, text in enumerate(
        (
            "#/" + "a/" * 50_000, "#" + "a" * 100_000, "#/%", "#/%zz", "#/%ff", "#/$defs/%00", "#//", "# ", "#/~2",
            "#/-1",
            "#/allOf/01", "#/allOf/-0", "#/allOf/99999999999999999999999", "#/\ud800", "\ud800", "?", "//[", "http://[::1",
            "urn:", "#/required/0", "a b", "\\\\host\\share", "#/allOf/\u0660",
        )
    ):  # fmt: skip
        schema = {"allOf": [True], "required": ["a"], "properties": {"a": {"$ref": text}}}
        errors = UNRESOLVABLE | INVALID | LIMIT | {"NotJSON"}
        yield Case(f"text-{number}", always(schema), always({"a": 1}), None, errors, quick=True)
    data = {"const": {"$ref": "#/nope"}, "default": {"$ref": "http://127.0.0.1:9/"}, "examples": [{"$ref": 3}]}
    yield Case("in-data", always(data), always({"$ref": "#/nope"}), True, quick=True)
    yield Case("into-data", always({"$ref": "#/const", "const": 5}), always(5), None, UNRESOLVABLE | INVALID)
    yield Case("dangling", always({"properties": {"a": {"$ref": "#/$defs/Nope"}}}), always({}), None, UNRESOLVABLE)
    yield Case(
        "into-unknown-keywords",
        lambda: {"x": inside(100, lambda below: {"x": below}, {"type": "string"}), "$ref": "#" + "/x" * 101},
        always(1),
        False,
        LIMIT,
        quick=True,
    )
    yield Case(
        "every-level-of-unknown-keywords",
        lambda: {
            "x": inside(100, lambda below: {"x": below}, {"type": "string"}),
            "anyOf": [{"$ref": "#" + "/x" * i} for i in range(1, 102)],
        },
        always(1),
        True,
        LIMIT,
    )


CASES = (*_doubling(), *_applying_twice(), *_loops(), *_chains(), *_texts())
