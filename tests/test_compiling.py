"""From a schema to a validator: what is checked first, what is cached, what is bounded, and what it may cost."""

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest

from schemaval import compiling
from schemaval.compiling import compile_schema
from schemaval.errors import InvalidSchema, LimitExceeded, NoSuchBackend, NotJSON, UnresolvableReference
from schemaval.limits import Limits

D7 = "http://json-schema.org/draft-07/schema#"


def reference(schema: Any, **options: Any) -> Any:
    """A schema, compiled for the reference evaluator."""
    return compile_schema(schema, backend="reference", **options)


def nots(depth: int, innermost: Any = True) -> Any:  # noqa: FBT002 - true is a schema here
    """`depth` objects, one in another, and the innermost schema."""
    schema = innermost
    for _ in range(depth):
        schema = {"not": schema}
    return schema


# the cache


def test_the_same_text_is_the_same_validator() -> None:
    """Two schemas with one JSON text share a validator, whatever objects they are made of."""
    first = compile_schema({"type": "object", "required": ["a"]})
    assert compile_schema({"type": "object", "required": ["a"]}) is first
    assert compile_schema(OrderedDict(type="object", required=("a",))) is first
    resources = {"urn:r": {"type": "string"}}
    assert compile_schema({"$ref": "urn:r"}, resources=resources) is compile_schema(
        {"$ref": "urn:r"}, resources={"urn:r#": {"type": "string"}}
    )


DIFFERENT: list[tuple[Any, dict[str, Any]]] = [
    ({"minimum": 1, "maximum": 2}, {}),
    ({"maximum": 2, "minimum": 1}, {}),
    ({"minimum": 1.0, "maximum": 2}, {}),
    ({"minimum": Decimal("1.0"), "maximum": 2}, {}),
    ({"minimum": Decimal(1), "maximum": 2}, {}),
    ({"minimum": 10**30, "maximum": 2}, {}),
    ({"minimum": 1e30, "maximum": 2}, {}),
    ({"minimum": 0.0, "maximum": 2}, {}),
    ({"minimum": -0.0, "maximum": 2}, {}),
    ({"minimum": 1, "maximum": 2}, {"dialect": "draft-07"}),
    ({"minimum": 1, "maximum": 2}, {"assert_formats": True}),
    ({"minimum": 1, "maximum": 2}, {"normalise": False}),
    ({"minimum": 1, "maximum": 2}, {"limits": Limits(max_steps=9)}),
    ({"minimum": 1, "maximum": 2}, {"backend": "jsonschema"}),
    ({"minimum": 1, "maximum": 2}, {"resources": {"urn:r": True}}),
    ({"minimum": 1, "maximum": 2}, {"resources": {"urn:r": False}}),
    ({"minimum": 1, "maximum": 2}, {"resources": {"urn:r": 1}}),
    ({"minimum": 1, "maximum": 2}, {"resources": {"urn:r": 1.0}}),
    ({"minimum": 1, "maximum": 2}, {"resources": {"urn:s": True}}),
    ({"const": True}, {}),
    ({"const": 1}, {}),
    ({"const": "1"}, {}),
    ({"const": None}, {}),
    (True, {}),
    (False, {}),
    ({}, {}),
    ([], {}),
]


def test_whatever_differs_is_told_apart() -> None:
    """Key order, the spelling of numbers, options, resources and limits make different validators."""
    made = [compile_schema(schema, **{"backend": "reference", **options}) for schema, options in DIFFERENT]
    assert len({id(validator) for validator in made}) == len(DIFFERENT)


def test_no_schema_can_pass_for_one_with_a_decimal_in_it() -> None:
    """However a Decimal is written into the key, no schema of plain JSON has the same."""
    first = reference({"const": Decimal("1.5")})
    second = reference({"const": {"Decimal": "1.5"}})
    assert first is not second
    assert first.is_valid(1.5)
    assert not second.is_valid(1.5)


def test_a_later_change_of_the_callers_data_changes_nothing() -> None:
    """The validator holds copies: of the schema, and of the resources, which its pickle carries."""
    schema: dict[str, Any] = {"properties": {"a": {"$ref": "urn:r"}}}
    resource: dict[str, Any] = {"type": "string"}
    validator = reference(schema, resources={"urn:r": resource})
    schema["properties"]["a"] = True
    resource["type"] = "integer"
    for one in (validator, pickle.loads(pickle.dumps(validator))):  # noqa: S301 - of our own making
        assert not one.is_valid({"a": 1})
        assert one.schema == {"properties": {"a": {"$ref": "urn:r"}}}
        one.schema["properties"].clear()
        assert not one.is_valid({"a": 1})


def test_the_callers_schema_is_never_changed() -> None:
    """Mending and compiling leave the schema and the resources as they were, on every backend."""
    schema: dict[str, Any] = {"properties": [], "items": {"required": {}}, "$ref": "urn:r", "default": []}
    resources: dict[str, Any] = {"urn:r": {"properties": {"a": []}}}
    before = deepcopy((schema, resources))
    for backend in ("reference", "jsonschema", "auto"):
        assert len(compile_schema(schema, resources=resources, backend=backend).changes) == 2
        assert (schema, resources) == before


def test_the_cache_is_bounded() -> None:
    """Thousands of schemas leave at most the cache's size behind, and the oldest are made anew."""
    first = reference({"const": "first"})
    for number in range(compiling._CACHE_SIZE):
        reference({"const": f"filling {number}"})
    assert len(compiling._cache) == compiling._CACHE_SIZE
    assert reference({"const": "first"}) is not first
    assert reference({"const": "first"}) == first


def test_sixteen_threads_share_one_validator() -> None:
    """Whoever compiles a schema first, all threads get the same validator, and the right verdicts."""

    def work(number: int) -> list[Any]:
        found = []
        for turn in range(60):
            schema = {"type": "object", "properties": {f"p{turn % 20}": {"minimum": turn % 20}}, "$comment": "threads"}
            validator = reference(schema)
            assert validator.is_valid({f"p{turn % 20}": 30})
            assert not validator.is_valid({f"p{turn % 20}": -1}), number
            found.append(validator)
        return found

    with ThreadPoolExecutor(16) as pool:
        results = list(pool.map(work, range(16)))
    assert len({id(validator) for found in results for validator in found}) == 20


def test_resources_that_are_no_json_are_no_hindrance() -> None:
    """Where a resource that nobody reaches is no JSON, the validator is made each time, and right."""
    resources = {"urn:odd": object()}
    first, second = (reference({"type": "string"}, resources=resources) for _ in range(2))
    assert first is not second
    assert first.is_valid("a")
    assert not first.is_valid(1)


# what is no JSON, or too much


def cycle() -> Any:
    """A schema that contains itself."""
    schema: dict[str, Any] = {"type": 12}
    schema["not"] = schema
    return schema


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        Decimal("NaN"),
        b"a",
        {1},
        object(),
        "\ud800",
        10**4_300,
        {1: 2},
        {None: 1},
        {"\ud800": 1},
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_json_is_said_before_anything_else(value: Any) -> None:
    """NotJSON comes before any other fault of the schema, and leaves nothing in the cache."""
    for schema in ({"type": 12, "$schema": "urn:unknown", "const": value}, {"type": 12, "default": [{"a": value}]}):
        with pytest.raises(NotJSON):
            compile_schema(schema)


@pytest.mark.parametrize(
    "schema", [cycle(), nots(200, {"type": 12}), nots(100_000), {"default": nots(5_000)}], ids=range(4)
)
def test_depth_and_cycles_are_limits_before_anything_else(schema: Any) -> None:
    """A cycle or too deep a schema is LimitExceeded(max_schema_depth), never a RecursionError."""
    with pytest.raises(LimitExceeded) as caught:
        compile_schema(schema)
    assert caught.value.limit == "max_schema_depth"
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("kind", "came"),
    [
        ("nope", 'got "nope", which is no type'),
        ("objct", 'got "objct", which is no type; use "object"'),
        (["string", "nope", "never"], 'got an array of 3 items with "nope", which is no type'),
        (["string", "string"], "got an array of 2 items; list each type once"),
        (5, "got an integer"),
    ],
)
def test_an_unknown_type_is_named(kind: Any, came: str) -> None:
    """The name of a type is the schema's own word, so the message shows the one that is none."""
    with pytest.raises(InvalidSchema) as caught:
        compile_schema({"properties": {"a": {"type": kind}}})
    (violation,) = caught.value.violations
    assert violation.pointer == "/properties/a/type"
    assert violation.message == f"expected a type name, or an array of distinct ones, {came}"


def test_an_unknown_type_is_shortened() -> None:
    """However long and odd it is, what is shown of it is short and on one line."""
    with pytest.raises(InvalidSchema) as caught:
        compile_schema({"type": "x\n\u202e" * 10_000})
    (violation,) = caught.value.violations
    assert violation.message.isprintable()
    assert len(violation.message) < 256


@pytest.mark.parametrize("value", [None, 1, 1.5, "a", "{}", [1], [{}], (1,)])
def test_a_schema_is_an_object_or_a_boolean(value: Any) -> None:
    """Any other JSON value is InvalidSchema at the root."""
    with pytest.raises(InvalidSchema) as caught:
        compile_schema(value)
    assert [violation.pointer for violation in caught.value.violations] == [""]


def test_subclasses_and_tuples_are_read_by_the_built_in_methods() -> None:
    """A schema of dict and list subclasses and tuples is what it holds, whatever its methods say."""

    class Sly(dict[str, Any]):
        def items(self) -> Any:
            return []

        def get(self, *_: Any) -> Any:
            return None

    class SlyList(list[Any]):
        def __iter__(self) -> Any:
            return iter([])

    validator = reference(Sly(required=SlyList(["a"]), allOf=({"type": "object"},)))
    assert [validator.is_valid(value) for value in ({"a": 1}, {}, 1)] == [True, False, False]
    assert type(validator.schema) is dict


def test_numbers_are_exact() -> None:
    """Bounds of 4,300 digits and Decimal bounds are compared exactly."""
    big = 10**4_299
    assert [reference({"minimum": big}).is_valid(value) for value in (big, big - 1)] == [True, False]
    tenth = reference({"minimum": Decimal("0.1"), "multipleOf": Decimal("0.05")})
    assert [tenth.is_valid(value) for value in (0.1, 0.15, 0.09, 0.12)] == [True, True, False, False]


@pytest.mark.parametrize("keyword", ["minItems", "maxLength", "minProperties", "maxContains"])
def test_a_count_may_be_a_whole_decimal(keyword: str) -> None:
    """From draft-06 on a whole Decimal is a count like a whole float, and no keyword is passed over."""
    assert not reference({"minItems": Decimal("1.0")}).is_valid([])
    with pytest.raises(InvalidSchema):
        reference({keyword: Decimal("1.5")})


# limits, on both sides of their edge


def sized(size: int) -> Any:
    """A schema of that many bytes of JSON."""
    return {"title": "x" * (size - len('{"title":""}'))}


EDGES: list[tuple[str, int, Callable[[int], Any]]] = [
    ("max_schema_bytes", 500, sized),
    ("max_schema_depth", 10, nots),
    ("max_schema_depth", 10, lambda depth: nots(depth - 2, {"enum": [1]})),
    ("max_subschemas", 10, lambda count: {"properties": {str(number): {} for number in range(count - 1)}}),
    ("max_subschemas", 10, lambda count: {"allOf": [{} for _ in range(count - 1)]}),
    ("max_pattern_chars", 10, lambda length: {"pattern": "x" * length}),
    ("max_pattern_chars", 10, lambda length: {"patternProperties": {"é" * length: True}}),
    ("max_enum_values", 10, lambda count: {"enum": list(range(count))}),
]


@pytest.mark.parametrize(("limit", "bound", "make"), EDGES)
def test_a_limit_holds_on_both_sides_of_its_edge(limit: str, bound: int, make: Callable[[int], Any]) -> None:
    """What meets a limit exactly compiles, one more is LimitExceeded, and without the limit all is well."""
    limits = Limits(**{limit: bound})  # type: ignore[arg-type]  # each of these is an integer
    reference(make(bound), limits=limits).is_valid(1)
    with pytest.raises(LimitExceeded) as caught:
        reference(make(bound + 1), limits=limits).is_valid(1)
    assert caught.value.limit == limit
    reference(make(bound + 1), limits=Limits(**{limit: None})).is_valid(1)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize(
    ("limit", "make"),
    [
        ("max_schema_bytes", sized),
        ("max_schema_depth", nots),
        ("max_subschemas", lambda bound: {"allOf": [True] * (bound - 1)}),
        ("max_pattern_chars", lambda bound: {"pattern": "x" * bound}),
    ],
)
def test_the_defaults_are_these(limit: str, make: Callable[[int], Any]) -> None:
    """The default of each limit compiles, one more does not."""
    bound = getattr(Limits(), limit)
    reference(make(bound))
    with pytest.raises(LimitExceeded) as caught:
        reference(make(bound + 1))
    assert caught.value.limit == limit


def test_limits_hold_for_resources_too() -> None:
    """A resource that is reached is measured like the schema."""
    resources = {"urn:r": sized(600)}
    reference({"$ref": "urn:r"}, resources=resources)
    with pytest.raises(LimitExceeded):
        reference({"$ref": "urn:r"}, resources=resources, limits=Limits(max_schema_bytes=500))
    reference({}, resources=resources, limits=Limits(max_schema_bytes=500))


@pytest.mark.parametrize("depth", [300, 500, 900, 3_000, 50_000])
@pytest.mark.parametrize("innermost", [True, {"type": 12}, {"default": []}])
def test_without_limits_the_stack_is_a_limit(depth: int, innermost: Any) -> None:
    """Lifted limits never let a RecursionError out: a verdict, InvalidSchema or LimitExceeded."""
    try:
        reference(nots(depth, innermost), limits=Limits.none()).is_valid(1)
    except (LimitExceeded, InvalidSchema):
        pass
    else:
        assert innermost != {"type": 12}


@pytest.mark.parametrize("depth", [1, 60, 126])
@pytest.mark.parametrize("dialect", ["draft-03", "draft-04", "draft-07", "2019-09", "2020-12"])
def test_a_fault_in_the_deep_is_found_like_any_other(depth: int, dialect: str) -> None:
    """A malformed keyword at any depth that the limits allow is InvalidSchema with its pointer."""
    keyword = "extends" if dialect == "draft-03" else "not"
    schema: Any = {"minimum": "1"}
    for _ in range(depth):
        schema = {keyword: schema}
    with pytest.raises(InvalidSchema) as caught:
        compile_schema(schema, dialect=dialect)
    assert [violation.pointer for violation in caught.value.violations] == [f"/{keyword}" * depth + "/minimum"]


# arguments


@pytest.mark.parametrize(
    "options",
    [
        {"backend": 5},
        {"backend": None},
        {"backend": ()},
        {"backend": (1,)},
        {"dialect": 5},
        {"dialect": b"2020-12"},
        {"resources": 5},
        {"resources": []},
        {"resources": [("urn:r", {})]},
        {"resources": {1: {}}},
        {"limits": None},
        {"limits": {}},
        {"assert_formats": "no"},
        {"assert_formats": None},
        {"assert_formats": 1},
        {"normalise": "no"},
        {"normalise": None},
    ],
    ids=str,
)
def test_arguments_of_the_wrong_type_are_type_errors(options: dict[str, Any]) -> None:
    """A wrong argument is TypeError, whatever the schema is."""
    for schema in ({}, {"type": 12}):
        with pytest.raises(TypeError):
            compile_schema(schema, **options)


def test_two_resources_of_one_uri_are_a_value_error() -> None:
    """A URI with and without an empty fragment is one URI, and cannot name two resources."""
    with pytest.raises(ValueError, match="one URI"):
        compile_schema({}, resources={"urn:r": True, "urn:r#": False})


@pytest.mark.parametrize("name", ["", "nope", "Reference", "auto "])
def test_a_backend_nobody_bears_is_refused(name: str) -> None:
    """NoSuchBackend says which there are."""
    with pytest.raises(NoSuchBackend) as caught:
        compile_schema({}, backend=name)
    assert "reference" in caught.value.known


# hostile sizes


def many(count: int, make: Callable[[int], Any]) -> dict[str, Any]:
    """That many subschemas by name."""
    return {str(number): make(number) for number in range(count)}


HOSTILE: dict[str, Any] = {
    "250 kB of properties": {"properties": many(6_000, lambda _n: {"type": "string", "title": "x" * 8})},
    "250 kB of text": sized(250_000),
    "references to one": {"$defs": {"a": {}}, "allOf": [{"$ref": "#/$defs/a"}] * 9_000},
    "a chain of references": {"$defs": many(8_000, lambda n: {"$ref": f"#/$defs/{n + 1}"}) | {"8000": {}}},
    "5,000 identifiers": {"$defs": many(5_000, lambda n: {"$id": f"urn:{n}"})},
    "one identifier for all": {"$defs": many(5_000, lambda _n: {"$id": "urn:x"})},
    "other dialects": {"$defs": many(3_000, lambda n: {"$id": f"u:{n}", "$schema": D7}), "type": 12},
    "anchors": {
        "$defs": many(4_000, lambda n: {"$anchor": f"a{n}"}),
        "allOf": [{"$ref": f"#a{n}"} for n in range(4_000)],
    },
    "long pointers": {"$defs": {"a": nots(110)}, "allOf": [{"$ref": "#/$defs/a" + "/not" * 100}] * 550},
    "bad properties": {"properties": many(9_000, lambda _n: {"type": 12})},
    "bad patterns": {"patternProperties": many(9_000, lambda _n: True) | {f"({n}": {} for n in range(900)}},
    "empties to mend": {"properties": many(9_000, lambda _n: [])},
    "values to compare": {"$schema": "http://json-schema.org/draft-04/schema#", "enum": [*range(40_000), 1]},
    "integers to compare": {"enum": [n * (2**61 - 1) for n in range(9_000)]},
    "names to compare": {"required": [str(n) for n in range(25_000)]},
    "long names": {"properties": {"x" * 100_000: {"properties": {"y" * 100_000: {"type": 12}}}}},
    "a long pattern": {"pattern": "(" * 4_096},
    "unknown keywords": {f"x{n}": n for n in range(15_000)},
    "loops": {
        "$defs": many(2_000, lambda n: {"allOf": [{"$ref": f"#/$defs/{(n + 1) % 2_000}"}, {"$ref": "#/$defs/0"}]})
    },
}


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
def test_hostile_sizes_end_quickly(schema: Any) -> None:
    """A schema within the limits compiles, or is refused by an error of ours, in a second of a machine of today.

    Twice that is allowed for, so that only what does not grow with the size of the schema fails.
    """
    start = time.process_time()
    text = refusal(schema)
    assert time.process_time() - start < 2
    assert len(text) < 1_000


def refusal(schema: Any) -> str:
    """What is said against a schema, if anything is."""
    try:
        reference(schema)
    except (InvalidSchema, LimitExceeded, UnresolvableReference) as error:
        return str(error)
    return ""
