"""The backend `jsonschema-rs`: the engine's own method, and right where the engine by itself is wrong."""

import copy
import math
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import IntEnum, StrEnum
from threading import Thread, stack_size
from types import BuiltinMethodType
from typing import Any

import pytest

import schemaval
from schemaval.backends.jsonschema_rs import JsonschemaRsBackend
from schemaval.backends.lowering.jsonschema_rs.faults import FAULTS
from schemaval.backends.lowering.jsonschema_rs.patterns import is_alike
from schemaval.backends.lowering.jsonschema_rs.plan import plan
from schemaval.backends.lowering.jsonschema_rs.rows import Plan
from schemaval.backends.protocol import Backend, CompileJob, IsValid
from schemaval.errors import LimitExceeded, NotJSON, UnsupportedSchema
from schemaval.patterns import compile_pattern

engine = pytest.importorskip("jsonschema_rs", reason='needs the engine: pip install "schemaval[rs]"')

RAW = {
    "draft-04": engine.Draft4Validator,
    "draft-06": engine.Draft6Validator,
    "draft-07": engine.Draft7Validator,
    "2019-09": engine.Draft201909Validator,
    "2020-12": engine.Draft202012Validator,
}
NAN, INFINITY, HUGE = math.nan, math.inf, 10**4300


def ours(schema: Any, dialect: str = "2020-12", **options: Any) -> schemaval.Validator:
    """A validator on the backend alone."""
    return schemaval.compile(schema, backend="jsonschema-rs", dialect=dialect, **options)


def outcome(ask: IsValid, instance: Any) -> bool | str:
    """The verdict, or the name of the error instead of one."""
    try:
        return ask(instance)
    except schemaval.SchemavalError as error:
        return type(error).__name__


def nested(depth: int, wrap: Callable[[Any], Any], inner: Any) -> Any:
    """A value wrapped again and again."""
    for _ in range(depth):
        inner = wrap(inner)
    return inner


def planned(schema: Any, **options: Any) -> Plan:
    """What the backend makes of a schema before the engine is asked."""
    jobs: list[CompileJob] = []

    class Noting:
        info = JsonschemaRsBackend.info

        def compile(self, job: CompileJob, /) -> IsValid:
            jobs.append(job)
            return bool

    schemaval.register_backend("noting", Noting, replace=True)
    schemaval.compile(schema, backend="noting", limits=schemaval.Limits(max_violations=7), **options)
    return plan(jobs[0])


# the hot path


@pytest.mark.parametrize("dialect", RAW)
def test_a_plain_schema_gets_the_engines_own_method(dialect: str) -> None:
    """Nothing stands between the caller and the engine: a builtin method, bound to the engine's validator."""
    method = ours({"type": "object", "properties": {"a": {"type": "string"}}}, dialect).engine_is_valid
    assert isinstance(method, BuiltinMethodType)
    assert type(method.__self__) is RAW[dialect]


def test_a_plain_schema_is_given_as_it_stands() -> None:
    """Where nothing needs lowering the engine gets the very schema; the gate copies nothing."""
    made = planned({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1, "maximum": 9}}})
    assert made.schema is made.job.schema


def test_lowering_leaves_the_schema_alone() -> None:
    """What is changed is changed in a copy."""
    schema = {
        "properties": {"a": {"minimum": 5}, "b/~": {"allOf": [{"maximum": 0}]}, "c": {"$schema": RAW_DRAFT_7}},
        "not": {"type": "integer"},
    }
    made = planned(copy.deepcopy(schema))
    assert made.job.schema == schema
    assert made.schema != schema


RAW_DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def test_it_is_a_backend() -> None:
    """The class keeps to the protocol, statically and at run time."""
    backend: Backend = JsonschemaRsBackend()
    assert isinstance(backend, Backend)
    assert backend.info.installed
    assert "draft-03" not in backend.info.dialects


def test_without_its_package_it_says_so() -> None:
    """The module imports without the engine, `"auto"` passes over it, and its name alone raises with the pip line."""
    script = """
import sys
sys.modules["jsonschema_rs"] = None
import schemaval
assert not schemaval.backends()["jsonschema-rs"].installed
assert schemaval.compile({"type": "object"}).backend != "jsonschema-rs"
try:
    schemaval.compile({}, backend="jsonschema-rs")
except schemaval.BackendNotInstalled as error:
    assert "schemaval[rs]" in str(error)
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", script], check=True)


# what the engine by itself gets wrong, and the backend gets right

LARGE = 2**63
MENDED: list[tuple[str, Any, Any, bool]] = [
    # integers above 4,300 digits are 0 to it
    ("2020-12", {"type": "integer", "minimum": 0, "maximum": 5}, HUGE, False),
    ("2020-12", {"type": ["integer", "null"], "minimum": 0}, -HUGE, False),
    ("2020-12", {"maximum": 5}, HUGE, False),
    ("draft-04", {"type": "integer", "maximum": 5}, HUGE, False),
    ("2020-12", {"type": "integer", "multipleOf": 3}, HUGE, False),
    # floats are their binary values to it, and not their shortest texts
    ("2020-12", {"maximum": LARGE + 1}, float(LARGE), False),
    ("2020-12", {"minimum": float(LARGE)}, LARGE, False),
    ("2020-12", {"exclusiveMaximum": float(LARGE)}, LARGE, True),
    ("2020-12", {"exclusiveMinimum": LARGE}, float(LARGE), True),
    ("2020-12", {"const": LARGE}, float(LARGE), False),
    ("2020-12", {"enum": [10**23]}, 1e23, True),
    ("2020-12", {"const": [10**23]}, [1e23], True),
    ("2020-12", {"multipleOf": 5}, float(LARGE), True),
    ("2020-12", {"multipleOf": 2**53}, float(LARGE), False),
    ("2020-12", {"uniqueItems": True}, [LARGE, float(LARGE)], True),
    # patterns
    ("2020-12", {"pattern": r"\b"}, "é", False),
    ("2020-12", {"pattern": r"\B"}, "é", True),
    ("2020-12", {"pattern": "^(?!a).$"}, "\r", False),
    # draft-06 has no content; JSON is what the reader takes for it
    ("draft-06", {"contentMediaType": "application/json"}, "{", True),
    ("draft-06", {"contentEncoding": "base64"}, "*", True),
    # `$schema` without an identifier beside it
    (
        "2020-12",
        {"allOf": [{"$schema": RAW_DRAFT_7, "$ref": "#/$defs/s", "maxLength": 1}], "$defs": {"s": {}}},
        "ab",
        False,
    ),
]


@pytest.mark.parametrize(("dialect", "schema", "instance", "expected"), MENDED, ids=map(str, range(len(MENDED))))
def test_what_the_engine_gets_wrong_is_right(dialect: str, schema: Any, instance: Any, expected: bool) -> None:
    """The raw engine answers otherwise (else the row may go); the backend answers as the evaluator does."""
    assert RAW[dialect](schema, offline=True).is_valid(instance) is not expected
    reference = schemaval.compile(schema, backend="reference", dialect=dialect)
    assert reference.is_valid(instance) is ours(schema, dialect).is_valid(instance) is expected


REFUSED: dict[str, tuple[str, Any, Any, bool]] = {
    "patternProperties": ("2020-12", {"patternProperties": {r"\b": False}}, {"é": 1}, True),
    "$recursiveRef": (
        "2019-09",
        {"$recursiveRef": "#/$defs/s", "$defs": {"s": {"type": "string"}}},
        1,
        False,
    ),
    "dependencies": (
        "2020-12",
        {"dependencies": {"a": {"properties": {"a": True}}}, "unevaluatedProperties": False},
        {"a": 1},
        True,
    ),
    "unevaluatedItems": ("2019-09", {"contains": {"type": "integer"}, "unevaluatedItems": False}, [1], False),
}


@pytest.mark.parametrize("keyword", [fault.keyword for fault in FAULTS])
def test_what_cannot_be_mended_is_refused(keyword: str) -> None:
    """The raw engine is wrong where a row says so, and the backend names the place."""
    dialect, schema, instance, expected = REFUSED[keyword]
    assert RAW[dialect](schema, offline=True).is_valid(instance) is not expected
    with pytest.raises(UnsupportedSchema) as refusal:
        ours(schema, dialect)
    assert [reason.keyword for reason in refusal.value.reasons] == [keyword]
    fallen = schemaval.compile(schema, backend=("jsonschema-rs", "reference"), dialect=dialect)
    assert fallen.backend == "reference"
    assert fallen.is_valid(instance) is expected


def test_a_metaschema_of_the_documents_own_cannot_switch_type_off() -> None:
    """To the raw engine an embedded metaschema without the validation vocabulary makes `type` say nothing."""
    schema = {
        "$id": "http://example.com/x",
        "$schema": "http://example.com/m",
        "type": "integer",
        "$defs": {
            "m": {
                "$id": "http://example.com/m",
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": True},
            }
        },
    }
    assert RAW["2020-12"](schema, offline=True).is_valid("no integer")
    with pytest.raises(schemaval.UnknownDialect):
        ours(schema)


def test_a_custom_vocabulary_is_read_without_the_keywords_it_lacks() -> None:
    """A metaschema from `resources` decides which keywords count."""
    core = "https://json-schema.org/draft/2020-12/vocab/core"
    applicator = "https://json-schema.org/draft/2020-12/vocab/applicator"
    metaschema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "http://example.com/m",
        "$vocabulary": {core: True, applicator: True},
    }
    schema = {"$schema": "http://example.com/m", "properties": {"a": False, "b": {"minimum": 5}}}
    validator = ours(schema, resources={"http://example.com/m": metaschema})
    assert validator.is_valid({"b": 1})
    assert not validator.is_valid({"a": 1})


def test_a_resource_keeps_its_own_dialect() -> None:
    """What a reference reaches is read by its own `$schema`, or by the default that the caller named."""
    resources = {
        "http://example.com/7": {"$schema": RAW_DRAFT_7, "items": [{"type": "integer"}], "additionalItems": False},
        "http://example.com/d": {"$ref": "#/definitions/s", "maxLength": 1, "definitions": {"s": {"type": "string"}}},
    }
    assert not ours({"$ref": "http://example.com/7"}, resources=resources).is_valid([1, 2])
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "http://example.com/d"}
    assert ours(schema, "draft-07", resources=resources).is_valid("ab")
    assert not ours(schema, "2020-12", resources=resources).is_valid("ab")


def test_formats_are_ours() -> None:
    """Only where they are asserted, only those that are known, and each by the table's check."""
    schema = {"properties": {"a": {"format": "date"}, "b": {"format": "nonsense"}}}
    value = {"a": "2020-02-30", "b": "x"}
    assert ours(schema).is_valid(value)
    assert not ours(schema, assert_formats=True).is_valid(value)
    assert ours(schema, assert_formats=True).is_valid({**value, "a": "2020-02-29"})


# patterns

TRICKY = [
    *(f"^\\{mark}$" for mark in "^$\\.*+?()[]{}|/@\"'_-"),
    *(f"^[a{mark}]$" for mark in ".*+?(){}|/@\"'_$#&~ ,;:=!<>%"),
    *(f"^\\{letter}+$" for letter in "dDwWsSnrtfv"),
    *(f"^[\\{letter}]+$" for letter in "dDwWsSnrtfv"),
    ".", "^.$", "", "^$", "a|", "(?:)", "^[^a]$", "[^\\s]", "a{2}", "^a{2,}?$", "^(a|b)*?c", "^\\x41\\u00e9$",
    "[.-_]", "[a-zA-Z-_0-9]", "[-a]", "[a-]", "[\\w-]", "(^a)|(b$)", "$a", "a^", "^ # $", "^[\\u0400-\\u04ff]+$",
    "[\\x00-\\x1f]",
]  # fmt: skip
TEXTS = [
    "", "a", "b", "A", "aa", "ab", "abc", "0", "_", "-", "é", "Aé", "ß", "K", "\u0663", "я", "яя", "\n", "a\n", "\r",
    "\t", "\v", "\f", "\x00", "\x1c", "\x85", "\xa0", "\ufeff", "\u2028", "\u180e", "\u200b", "\u3000", "\U0001f600",
    " # ", *".*+?(){}|/@\"'$#&~ ,;:=!<>%[]^\\",
]  # fmt: skip
LEFT_OUT = [
    r"\b", r"\p{L}", "(?=a)", "(?<n>a)", r"(a)\1", r"\cJ", r"\0",
    "[&&a]", "[--a]", "[a~~]", r"[\w-.]", "[]", "[^]", "[[a]", r"\ud83d\ude00", r"\u{41}",
]  # fmt: skip


@pytest.mark.parametrize("pattern", TRICKY)
def test_patterns_that_are_alike_answer_alike(pattern: str) -> None:
    """What the token table lets through means to the engine's linear expressions what it means in ECMA-262."""
    assert is_alike(pattern)
    search, is_valid = compile_pattern(pattern).search, ours({"pattern": pattern}).engine_is_valid
    assert isinstance(is_valid, BuiltinMethodType)
    assert [is_valid(text) for text in TEXTS] == [search(text) is not None for text in TEXTS]


@pytest.mark.parametrize("pattern", LEFT_OUT)
def test_other_patterns_are_not_the_engines(pattern: str) -> None:
    """The table lets nothing through that the two grammars do not share."""
    assert not is_alike(pattern)


def test_no_pattern_of_the_engines_backtracks() -> None:
    """With the engine's default a match is given up after a million steps, and the value called invalid."""
    schema = {"pattern": "^(a+)+$|!$"}
    text = "a" * 40 + "!"
    assert ours(schema).is_valid(text)


# values that are no plain JSON


class Whole(IntEnum):
    """Integers by name."""

    ONE = 1


class Text(StrEnum):
    """Strings by name."""

    A = "a"


def subclass(base: type, value: Any) -> Any:
    """A value of a subclass of a built-in type."""
    return type(f"My{base.__name__}", (base,), {})(value)


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
VALUES: list[tuple[str, Any, Any, bool | str]] = [
    ("NaN", {"maximum": 5}, NAN, False),
    ("infinity", {"maximum": 5}, INFINITY, False),
    ("infinity under a draft with booleans", {"minimum": 5}, -INFINITY, False),
    ("NaN, typed", {"type": "number"}, NAN, False),
    ("NaN in doubt", {"not": {"type": "integer"}}, NAN, False),
    ("NaN in doubt below", {"not": {"properties": {"a": {"type": "integer"}}}}, {"a": NAN}, "NotJSON"),
    ("NaN in a condition", {"if": {"maximum": 5}, "then": False}, NAN, False),
    ("NaN in a choice", {"oneOf": [{"type": "number"}, {}]}, NAN, False),
    ("NaN among few", {"contains": {"type": "integer"}, "maxContains": 1}, [1, NAN], "NotJSON"),
    ("NaN among unique items", {"uniqueItems": True}, [1, NAN], "NotJSON"),
    ("NaN in a compared array", {"not": {"const": ["a"]}}, [NAN], "NotJSON"),
    ("NaN as a multiple", {"multipleOf": 2}, NAN, "NotJSON"),
    ("5,000 digits", {"enum": [0, 1]}, 10**5000, False),
    ("5,000 digits compared with 0", {"const": [0]}, [10**5000], "NotJSON"),
    ("NaN that nothing looks at", {"properties": {"a": {}}}, {"b": NAN}, True),
    ("a Decimal that is no number", {"type": "number"}, Decimal("Infinity"), "NotJSON"),
    ("a Decimal", {"type": "number", "maximum": 5}, Decimal("5.0"), True),
    ("a Decimal, exactly", {"multipleOf": Decimal("0.1")}, Decimal("0.3"), True),
    ("a tuple", {"type": "array", "items": {"type": "integer"}}, (1, 2), True),
    ("a subclass of list", {"type": "array", "minItems": 1}, subclass(list, [1]), True),
    ("a subclass of dict", {"type": "object", "required": ["a"]}, subclass(dict, {"a": 1}), True),
    ("unique subclasses", {"uniqueItems": True}, [subclass(list, [1]), [1.0]], False),
    ("an IntEnum", {"const": 1}, Whole.ONE, True),
    ("a StrEnum", {"const": "a"}, Text.A, True),
    ("a subclass of str", {}, subclass(str, "a"), "NotJSON"),
    ("a subclass of int", {}, subclass(int, 1), "NotJSON"),
    ("a subclass of float", {}, subclass(float, 1.0), "NotJSON"),
    ("bytes", {"type": "string"}, b"a", "NotJSON"),
    ("bytes inside", {"properties": {"a": {"type": "string"}}}, {"a": b"a"}, "NotJSON"),
    ("a date", {}, date(2020, 1, 1), "NotJSON"),
    ("a set", {"type": "array"}, {1}, "NotJSON"),
    ("an integer for a name", {"type": "object"}, {1: 1}, "NotJSON"),
    ("a lone surrogate", {"type": "string"}, "\ud800", "NotJSON"),
    ("a lone surrogate for a name", {"additionalProperties": False}, {"\ud800": 1}, "NotJSON"),
    ("an empty name", {"properties": {"": {"type": "integer"}}}, {"": "x"}, False),
    ("a cycle", {"items": {"$ref": "#"}}, CYCLE, "LimitExceeded"),
    ("a cycle compared", {"uniqueItems": True}, [CYCLE, CYCLE], "LimitExceeded"),
    ("a cycle that nothing follows", {"type": "array"}, CYCLE, True),
]


@pytest.mark.parametrize(("schema", "value", "expected"), [row[1:] for row in VALUES], ids=[row[0] for row in VALUES])
def test_values_that_are_no_plain_json(schema: Any, value: Any, expected: bool | str) -> None:
    """NaN and infinity never make anything hold, and no foreign exception comes out."""
    assert outcome(ours(schema).is_valid, value) == expected


@pytest.mark.parametrize(
    "schema", [{"multipleOf": 2}, {"anyOf": [{"multipleOf": 2}, True]}, {"not": {"items": {"multipleOf": 2}}}]
)
def test_what_a_keyword_taken_over_raises_is_not_kept(schema: Any) -> None:
    """The engine swallows an exception of a keyword's; it is raised after its answer, once."""
    validator = ours(schema)
    value = [NAN] if "not" in schema else NAN
    with pytest.raises(NotJSON):
        validator.is_valid(value)
    assert validator.is_valid("x") is ("not" not in schema)


# depth and work

RECURSIVE: Any = {"type": ["array", "object"], "items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "objects"])
@pytest.mark.parametrize("size", [256 * 1024, 8 * 1024 * 1024])
def test_deep_values_never_reach_the_engine(wrap: Callable[[Any], Any], size: int) -> None:
    """The raw engine has no depth guard and dies of it; the limit is met first, on every thread's stack."""
    validator = ours(RECURSIVE)
    deep, legal = nested(100_000, wrap, []), nested(190, wrap, [])
    found: list[bool | str] = []
    before = stack_size(size)
    try:
        thread = Thread(target=lambda: found.extend([outcome(validator.is_valid, deep), validator.is_valid(legal)]))
        thread.start()
        thread.join()
    finally:
        stack_size(before)
    assert found == ["LimitExceeded", True]
    flatten(deep)


def flatten(value: Any) -> None:
    """Take a deep value apart without recursion, as its own end would not."""
    while value:
        value = value.pop() if isinstance(value, list) else value.popitem()[1]


def doubled(levels: int, end: Any) -> Any:
    """A schema of so many levels, each of which applies the next one twice."""
    definitions = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$ref": "#/$defs/d0", "$defs": {**copy.deepcopy(definitions), f"d{levels}": end}}


@pytest.mark.parametrize(
    "schema",
    [
        doubled(30, {"type": "integer"}),
        doubled(14, {"items": {"$ref": "#/$defs/d0"}}),
        nested(25, lambda inner: {"allOf": [inner], "unevaluatedProperties": False}, {}),
    ],
    ids=["doubled", "doubled and recursive", "unevaluated within unevaluated"],
)
def test_work_out_of_proportion_is_refused(schema: Any) -> None:
    """The engine keeps no count and cannot be stopped: what would take seconds for one value is the evaluator's."""
    with pytest.raises(UnsupportedSchema, match=r"many times over|more than once"):
        ours(schema)
    assert schemaval.compile(schema, backend=("jsonschema-rs", "reference")).is_valid({}) in {True, False}


def test_modest_repetition_is_the_engines() -> None:
    """A definition that many properties share is no cause for suspicion."""
    shared = {
        "type": "object",
        "properties": {f"p{n}": {"$ref": "#/$defs/s"} for n in range(100)},
        "$defs": {"s": {"type": "string"}},
    }
    assert isinstance(ours(shared).engine_is_valid, BuiltinMethodType)


CHAIN = {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {}}
RING = {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"not": {"$ref": "#/$defs/a"}}}
RESOURCES = {"b": {"$id": "b", "items": {"$ref": "a"}}}
DYNAMIC = {"x": {"$dynamicAnchor": "x", "items": {"$dynamicRef": "#x"}}}


@pytest.mark.parametrize(
    ("schema", "recurs"),
    [
        ({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": CHAIN}, False),
        ({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": RING}, True),
        ({"properties": {"a": {"$ref": "#"}}}, True),
        ({"items": {"$ref": "#/properties/b"}, "properties": {"b": {"type": "string"}}}, False),
        ({"$id": "http://example.com/a", "items": {"$ref": "b"}, "$defs": RESOURCES}, True),
        ({"$ref": "#x", "$defs": {"x": {"$anchor": "x", "type": "string"}}}, False),
        ({"$dynamicRef": "#x", "$defs": DYNAMIC}, True),
    ],
)
def test_recursion_is_seen(schema: Any, recurs: bool) -> None:
    """Only a schema that leads back to itself has its values looked at first."""
    assert isinstance(ours(schema).engine_is_valid, BuiltinMethodType) is not recurs


def test_a_long_enum_is_a_limit_here_too() -> None:
    """The limits hold whichever backend is asked."""
    with pytest.raises(LimitExceeded):
        ours({"enum": list(range(11_000))})


@pytest.mark.parametrize(
    ("values", "other"),
    [
        ([n + 0.5 for n in range(9_000)], 0.25),
        ([[n] for n in range(9_000)], [-1]),
        ([f"value {n}" for n in range(9_000)], "value"),
    ],
    ids=["numbers", "arrays", "texts"],
)
def test_a_long_enum_is_looked_up(values: list[Any], other: Any) -> None:
    """The engine compares with one value after the other, so that many items are the evaluator's to look up."""
    validator = ours({"items": {"enum": values}})
    start = time.process_time()
    assert validator.is_valid([values[-1]] * 10_000)
    assert not validator.is_valid([values[-1]] * 10_000 + [other])
    assert time.process_time() - start < 1
