"""What hostile schemas and instances cost: bounded time, bounded memory, and never a crash or a foreign error."""

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import schemaval
from schemaval import LimitExceeded, Limits

QUESTIONS: dict[str, Callable[[schemaval.Validator, Any], Any]] = {
    "is_valid": schemaval.Validator.is_valid,
    "violations": schemaval.Validator.violations,
    "validate": schemaval.Validator.validate,
    "evaluate": schemaval.Validator.evaluate,
    "normalise": schemaval.Validator.normalise,
    "mends": schemaval.Validator.mends,
}
every_question = pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)


def compiled(schema: Any, **limits: Any) -> schemaval.Validator:
    """The reference evaluator's validator."""
    return schemaval.compile(schema, backend="reference", limits=Limits(**limits))


def nested(levels: int, name: str | None = None, leaf: Any = None) -> Any:
    """So many containers in one another: arrays, or objects with one member."""
    value: Any = leaf
    for _ in range(levels):
        value = [value] if name is None else {name: value}
    return value


TREE = {"anyOf": [{"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}, {"type": "null"}]}
RECURSIVE: dict[str, tuple[Any, str | None]] = {
    "items": ({"type": ["array", "null"], "items": {"$ref": "#"}}, None),
    "properties": ({"properties": {"a": {"$ref": "#"}}, "type": ["object", "null"]}, "a"),
    "additionalProperties": ({"additionalProperties": {"$ref": "#"}}, "a"),
    "patternProperties": ({"patternProperties": {"a": {"$ref": "#"}}}, "a"),
    "anyOf": (TREE, "a"),
    "allOf": ({"allOf": [{"type": ["object", "null"]}, {"properties": {"a": {"$ref": "#"}}}]}, "a"),
    "contains": ({"type": ["array", "null"], "if": {"type": "array"}, "then": {"contains": {"$ref": "#"}}}, None),
    "not": ({"not": {"not": {"items": {"$ref": "#"}}}}, None),
    "if": ({"if": {"items": {"$ref": "#"}}, "then": True, "else": False}, None),
    "dependentSchemas": ({"dependentSchemas": {"a": {"properties": {"a": {"$ref": "#"}}}}}, "a"),
    "unevaluatedProperties": ({"allOf": [{}], "unevaluatedProperties": {"$ref": "#"}}, "a"),
    "unevaluatedItems": ({"allOf": [{}], "unevaluatedItems": {"$ref": "#"}}, None),
    "dynamic": (
        {
            "$dynamicAnchor": "n",
            "allOf": [{"$ref": "#/$defs/x"}, {"anyOf": [{"type": "object"}, {"type": "null"}]}],
            "$defs": {"x": {"properties": {"a": {"$dynamicRef": "#n"}}}},
        },
        "a",
    ),
    "draft-03": (
        {
            "$schema": "http://json-schema.org/draft-03/schema#",
            "disallow": ["string", {"disallow": ["string", {"items": {"$ref": "#"}}]}],
        },
        None,
    ),
}
every_recursion = pytest.mark.parametrize(("schema", "name"), RECURSIVE.values(), ids=RECURSIVE)


@every_question
@every_recursion
def test_exactly_the_levels_of_the_limit_pass(schema: Any, name: str | None, ask: Callable[..., Any]) -> None:
    """Two hundred containers in one another are judged, valid ones as valid, and one more is over the limit."""
    validator = compiled(schema)
    assert validator.safety == "checked"
    ask(validator, nested(200, name))
    with pytest.raises(LimitExceeded) as caught:
        ask(validator, nested(201, name))
    assert caught.value.limit == "max_instance_depth"
    assert validator.is_valid(nested(200, name))


@pytest.mark.parametrize("kind", [kind for kind in RECURSIVE if kind != "draft-03"])
def test_the_reasons_reach_as_deep_as_the_verdict(kind: str) -> None:
    """What is wrong at the deepest level that is judged is told, with its place."""
    schema, name = RECURSIVE[kind]
    validator = compiled({**schema, "allOf": [*schema.get("allOf", []), {"not": {"const": "x"}}]})
    deep = nested(200, name, "x")
    assert not validator.is_valid(deep)
    assert validator.violations(deep)
    assert not validator.evaluate(deep).valid


@every_question
@every_recursion
def test_endless_instances_are_over_the_limit(schema: Any, name: str | None, ask: Callable[..., Any]) -> None:
    """Thousands of levels, and a container that contains itself, raise LimitExceeded."""
    validator = compiled(schema)
    with pytest.raises(LimitExceeded):
        ask(validator, nested(3_000, name))
    array: list[Any] = []
    array.append(array)
    value: dict[str, Any] = {}
    value["a"] = value
    with pytest.raises(LimitExceeded):
        ask(validator, array if name is None else value)


@every_question
def test_a_hundred_thousand_levels_are_over_the_limit(ask: Callable[..., Any]) -> None:
    """Nothing on the way to the verdict recurses with the instance, its check and its destruction included."""
    for schema, name in (RECURSIVE["items"], RECURSIVE["properties"]):
        with pytest.raises(LimitExceeded):
            ask(compiled(schema), nested(100_000, name))


@pytest.mark.parametrize("ask", [schemaval.Validator.normalise, schemaval.Validator.mends])
def test_mending_looks_no_deeper_than_the_limit(ask: Callable[..., Any]) -> None:
    """Where the verdict comes early, mending still stops at the limit."""
    validator = compiled({"required": ["x"], "properties": {"a": {"$ref": "#"}}})
    assert not validator.is_valid(nested(100_000, "a", []))
    with pytest.raises(LimitExceeded):
        ask(validator, nested(100_000, "a", []))


STACKS = """
import sys, threading
import schemaval
from tests.evaluator.test_limits import QUESTIONS, RECURSIVE, compiled, nested

wrong = []

def work():
    for schema, name in RECURSIVE.values():
        validator = compiled(schema)
        for levels in (200, 100_000 if schema is RECURSIVE["items"][0] else 201):
            for question, ask in QUESTIONS.items():
                try:
                    ask(validator, nested(levels, name))
                except schemaval.LimitExceeded:
                    if levels == 200:
                        wrong.append((schema, question, levels, "refused"))
                except BaseException as error:
                    wrong.append((schema, question, levels, repr(error)[:80]))
    for schema in ({"enum": [nested(100)]}, {"const": nested(100, "a")}, {"uniqueItems": True}):
        validator = compiled(schema)
        for value in (nested(199), nested(100_000), [nested(150, "a"), nested(150, "a")]):
            try:
                validator.is_valid(value)
                validator.violations(value)
            except schemaval.LimitExceeded:
                pass

threading.stack_size(int(sys.argv[1]))
thread = threading.Thread(target=work)
thread.start()
thread.join()
sys.exit(repr(wrong) if wrong else 0)
"""


@pytest.mark.parametrize("kilobytes", [128, 512, 8192])
def test_small_stacks_do_not_crash(kilobytes: int) -> None:
    """On threads with little stack of their own all is judged as on the main thread: nothing recurses in C."""
    ran = subprocess.run(
        [sys.executable, "-c", STACKS, str(kilobytes * 1024)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def from_depth(frames: int, task: Callable[[], Any]) -> Any:
    """What `task` answers with so many frames on the stack."""
    return task() if frames <= 0 else from_depth(frames - 1, task)


def depth() -> int:
    """How many frames are on the stack."""
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


@every_question
@pytest.mark.parametrize("left", [100, 40, 25, 16])
def test_no_recursion_error_escapes_however_deep_the_caller(left: int, ask: Callable[..., Any]) -> None:
    """With few frames left to the caller the answers are the same, for shallow values and for deep ones."""
    frames = sys.getrecursionlimit() - depth() - left
    for schema, name in (RECURSIVE["anyOf"], RECURSIVE["unevaluatedItems"], RECURSIVE["dynamic"]):
        validator = compiled(schema)
        for levels in (1, 100):
            from_depth(frames, lambda: ask(validator, nested(levels, name)))  # noqa: B023 - called at once
        with pytest.raises(LimitExceeded):
            from_depth(frames, lambda: ask(validator, nested(201, name)))  # noqa: B023 - called at once


@every_question
def test_with_no_frame_to_spare_the_error_is_ours_or_the_callers(ask: Callable[..., Any]) -> None:
    """Down to the last frames an answer or a LimitExceeded comes; then not even a call of a few frames would."""
    validator = compiled(TREE)
    for left in range(24, 0, -1):
        frames = sys.getrecursionlimit() - depth() - left
        try:
            from_depth(frames, lambda: ask(validator, nested(50, "a")))
        except LimitExceeded:
            continue
        except RecursionError:
            with pytest.raises(RecursionError):
                from_depth(frames, lambda: from_depth(6, int))


def test_comparisons_count_levels_too() -> None:
    """`enum`, `const` and `uniqueItems` compare values of at most so many levels, recursive schema or not."""
    for schema, wrap in (
        ({"enum": [{"a": 1}, [1]]}, nested),
        ({"const": [1]}, nested),
        ({"uniqueItems": True}, lambda levels: [nested(levels - 1), 1]),
    ):
        validator = compiled(schema, max_instance_depth=50)
        validator.is_valid(wrap(50))
        for ask in (validator.is_valid, validator.violations):
            with pytest.raises(LimitExceeded) as caught:
                ask(wrap(51))
            assert caught.value.limit == "max_instance_depth"


def test_a_deep_instance_is_fine_where_no_schema_follows_it() -> None:
    """Below the schema's own depth nothing is looked at: a hundred thousand levels are valid or not like any value."""
    validator = compiled({"properties": {"a": {"type": "object"}}})
    assert validator.safety == "fast"
    deep = nested(100_000, "a", 1)
    assert validator.is_valid(deep)
    assert validator.violations(deep) == []
    assert validator.normalise(deep) is deep
    assert [each.pointer for each in validator.violations({"a": nested(100_000)})] == ["/a"]


# work


def doubling(levels: int, leaf: Any) -> dict[str, Any]:
    """Definitions of which each applies the next one twice."""
    steps = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$defs": {**steps, f"d{levels}": leaf}}


FIRST = {"$ref": "#/$defs/d0"}
INTEGERS = doubling(60, {"type": "integer", "title": "t"})
DOUBLING: dict[str, tuple[Any, Any, bool]] = {
    "alone": ({**INTEGERS, **FIRST}, 1, True),
    "not": ({**INTEGERS, "not": FIRST}, 1, False),
    "if": ({**INTEGERS, "if": FIRST, "then": True, "else": False}, 1, True),
    "then": ({**INTEGERS, "if": True, "then": FIRST}, 1, True),
    "anyOf": ({**INTEGERS, "anyOf": [{"type": "null"}, FIRST]}, 1, True),
    "oneOf": ({**INTEGERS, "oneOf": [{"type": "null"}, FIRST]}, 1, True),
    "contains": ({**INTEGERS, "contains": FIRST}, [1], True),
    "items": ({**INTEGERS, "items": FIRST}, [1], True),
    "patternProperties": ({**INTEGERS, "patternProperties": {"a": FIRST}}, {"a": 1}, True),
    "propertyNames": ({**doubling(60, {"type": "string"}), "propertyNames": FIRST}, {"a": 1}, True),
    "dependentSchemas": ({**doubling(60, {"type": "object"}), "dependentSchemas": {"a": FIRST}}, {"a": 1}, True),
    "unevaluated": (
        {**doubling(60, {"properties": {"a": True}}), **FIRST, "unevaluatedProperties": False},
        {"a": 1},
        True,
    ),
    "a child twice": ({"allOf": [{"properties": {"a": {"$ref": "#"}}}] * 2}, nested(60, "a"), True),
    "a failing child twice": (
        {
            "anyOf": [
                {"properties": {"a": {"$ref": "#"}}, "required": ["y"]},
                {"properties": {"a": {"$ref": "#"}}, "required": ["z"]},
            ],
        },
        nested(60, "a", {}),
        False,
    ),
}


@pytest.mark.parametrize(("schema", "instance", "valid"), DOUBLING.values(), ids=DOUBLING)
def test_doubling_is_linear_work(schema: Any, instance: Any, *, valid: bool) -> None:
    """Sixty levels that each apply the next one twice are judged, explained and annotated, wherever they stand."""
    validator = compiled(schema)
    start = time.process_time()
    assert validator.is_valid(instance) is valid
    assert bool(validator.violations(instance)) is not valid
    assert (validator.normalise(instance) is instance) == (validator.mends(instance) == ())
    assert validator.evaluate(instance).valid is valid
    assert time.process_time() - start < 4


@every_question
@pytest.mark.parametrize(("schema", "instance", "valid"), DOUBLING.values(), ids=DOUBLING)
def test_steps_are_a_limit_for_the_second_try_too(
    schema: Any, instance: Any, ask: Callable[..., Any], *, valid: bool
) -> None:
    """Remembered verdicts are few; with steps for not even those there is no verdict, whatever it would be."""
    del valid
    with pytest.raises(LimitExceeded) as caught:
        ask(compiled(schema, max_steps=20), instance)
    assert caught.value.limit == "max_steps"


@pytest.mark.parametrize("levels", [2, 5])
def test_both_tries_say_the_same(levels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told does not depend on how many steps the first try may take; ways that lead to one fault are one."""
    schemas = [
        {**doubling(levels, {"type": "integer", "title": "t"}), **FIRST},
        {**doubling(levels, {"properties": {"a": {"type": "integer"}}}), **FIRST, "unevaluatedProperties": False},
        {"allOf": [{"properties": {"a": {"$ref": "#"}}, "required": ["b"]}] * 2},
    ]
    values = [1, "x", {"a": 1}, {"a": "x", "b": 1}, nested(3, "a", {"b": "x"}), [1], {"a": {"a": {}}, "b": 1}]

    def told() -> list[Any]:
        found = []
        for schema in schemas:
            for value in values:
                evaluation = compiled(schema).evaluate(value)
                places = {(note.pointer, note.keyword, note.schema_location) for note in evaluation.annotations}
                faults = [(fault.pointer, fault.schema_location, fault.message) for fault in evaluation.violations]
                found.append((evaluation.valid, faults, places))
        return found

    first = told()
    monkeypatch.setattr("schemaval.evaluator.spending.FIRST_TRY", 0)
    assert told() == first


def test_an_annotation_is_kept_once_however_many_ways_lead_to_it() -> None:
    """Of sixty doublings each keeps its own notes once."""
    validator = compiled({**INTEGERS, **FIRST})
    notes = validator.evaluate(1).annotations
    assert [(note.keyword, note.value) for note in notes] == [("title", "t")]


def test_a_value_that_stands_at_two_places_is_told_of_at_both() -> None:
    """What is remembered of a place is not told of another, though the value is one object."""
    validator = compiled({"allOf": [{"items": {"$ref": "#/$defs/d0"}}, True], **doubling(60, {"maxLength": 1})})
    word = "long"
    assert [each.pointer for each in validator.violations([word, "a", word])] == ["/0", "/2"]


def test_containers_shared_many_times_over_are_judged_once() -> None:
    """A list that holds one list twice, thirty levels deep, is a thousand million items to walk and thirty to judge."""
    validator = compiled({"type": ["array", "integer"], "items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"$ref": "#"}}})
    value: Any = 1
    for _ in range(30):
        value = [value, value]
    start = time.process_time()
    assert validator.is_valid(value)
    assert time.process_time() - start < 2


def test_a_deadline_ends_a_run() -> None:
    """A clock is looked at every few thousand steps where work is counted; what is over time is no verdict."""
    validator = compiled({"items": {"$ref": "#"}}, deadline_s=0)
    with pytest.raises(LimitExceeded) as caught:
        validator.is_valid([[1] * 100_000] * 20)
    assert caught.value.limit == "deadline_s"
    assert compiled({"items": {"$ref": "#"}}, deadline_s=60).is_valid([[1] * 100_000] * 20)


def test_what_is_valid_within_the_steps_has_no_violations_over_them() -> None:
    """A verdict that needs few steps is not lost by looking for reasons: one branch holds, the other is endless."""
    endless = {**doubling(60, {"type": "integer"}), "anyOf": [{"type": "integer"}, FIRST]}
    validator = compiled(endless)
    assert validator.is_valid(1)
    assert validator.violations(1) == []
    validator.validate(1)


def test_steps_are_charged_on_scalars() -> None:
    """Ten scalars under a counted schema cost steps of their own; an object costs one more for each member."""
    schema = {"items": {"$ref": "#"}}
    assert compiled(schema, max_steps=21).is_valid([1] * 10)
    for ask in (schemaval.Validator.is_valid, schemaval.Validator.violations):
        with pytest.raises(LimitExceeded):
            ask(compiled(schema, max_steps=20), [1] * 10)


# size


def mutual(count: int) -> dict[str, Any]:
    """Resources that each lead to all others by a dynamic anchor of their own."""
    resources = {
        f"r{n}": {
            "$id": f"http://example.com/r{n}",
            "$dynamicAnchor": f"a{n}",
            "properties": {f"p{m}": {"$dynamicRef": f"http://example.com/r{m}#a{m}"} for m in range(count)},
        }
        for n in range(count)
    }
    return {"$id": "http://example.com/root", "$ref": "r0", "$defs": resources}


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema", "jsonschema-rs", "auto"])
def test_dynamic_scopes_do_not_multiply_subschemas(backend: str) -> None:
    """Where a few resources make thousands of scopes, the schema is over the limit on subschemas, soon."""
    start = time.process_time()
    assert schemaval.compile(mutual(3), backend=(backend, "reference")).is_valid({"p0": {"p1": 1}})
    for count in (10, 20, 40):
        with pytest.raises(LimitExceeded) as caught:
            schemaval.compile(mutual(count), backend=backend)
        assert caught.value.limit == "max_subschemas"
    assert time.process_time() - start < 4


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema", "jsonschema-rs", "auto"])
def test_a_long_chain_of_references_compiles_soon(backend: str) -> None:
    """Four thousand references in a row cost no more than in proportion."""
    steps = {f"c{n}": {"$ref": f"#/$defs/c{n + 1}"} for n in range(4_000)}
    schema = {"$ref": "#/$defs/c0", "$defs": {**steps, "c4000": {"type": "integer"}}}
    start = time.process_time()
    validator = schemaval.compile(schema, backend=(backend, "reference"))
    assert [validator.is_valid(1), validator.is_valid("x")] == [True, False]
    assert time.process_time() - start < 2


def seconds(task: Callable[[], Any]) -> float:
    """The processor time of a task, the better of two."""

    def once() -> float:
        start = time.process_time()
        task()
        return time.process_time() - start

    return min(once(), once())


COLLIDING: dict[str, Callable[[int], list[Any]]] = {
    "objects": lambda count: [{"a": n, "b": [n]} for n in range(count)],
    "multiples of the hash's modulus": lambda count: [n * (2**61 - 1) for n in range(count)],
    "floats of the same": lambda count: [float(n * 2**61) for n in range(count)],
    "arrays of the same": lambda count: [[n * (2**61 - 1)] for n in range(count)],
    "texts": lambda count: [str(n) for n in range(count)],
    "of every kind": lambda count: [(n, n + 0.5, str(n), [n], {"a": n}, n % 2 == 0)[n % 5] for n in range(count)],
}


@pytest.mark.parametrize("make", COLLIDING.values(), ids=COLLIDING)
def test_comparing_is_linear(make: Callable[[int], list[Any]]) -> None:
    """`uniqueItems`, `enum` and `const` cost eight times as much for eight times as much, collisions or not."""
    unique = compiled({"uniqueItems": True})
    few, many = make(2_500), make(20_000)
    assert unique.is_valid(many)
    assert not unique.is_valid([*many, many[7]])
    assert seconds(lambda: unique.is_valid(many)) < 30 * seconds(lambda: unique.is_valid(few)) + 0.05
    among = compiled({"items": {"enum": few}})
    assert among.is_valid(few)
    assert not among.is_valid(many)
    assert seconds(lambda: among.is_valid(few)) < 1


@pytest.mark.parametrize(
    "items",
    [
        {"type": "integer"},
        {"anyOf": [{"type": "integer"}, {"required": ["a"]}, {"type": "null"}], "type": "integer"},
        {"enum": [1, 2, 3]},
        {"not": {}},
        {"allOf": [{"minLength": 2}, {"type": "array"}]},
    ],
)
def test_a_million_wrong_items_cost_no_more_than_the_first(items: Any) -> None:
    """Evaluation stops at the limit on violations, in time and memory."""
    validator = compiled({"items": items})
    wrong = ["x"] * 1_000_000
    tracemalloc.start()
    start = time.process_time()
    found = validator.violations(wrong)
    spent, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < len(found) <= 64
    assert validator.evaluate(wrong).truncated
    assert spent < 2
    assert peak < 1_000_000


def test_large_values_make_no_large_messages() -> None:
    """A text of ten megabytes, and an array of a million items, are told by their sizes."""
    for schema, value in (({"type": "integer"}, "x" * 10_000_000), ({"type": "integer"}, [1] * 1_000_000)):
        (found,) = compiled(schema).violations(value)
        assert len(repr(found)) < 500


def within_bounds(validator: schemaval.Validator, instance: Any) -> None:
    """Every question is answered, or is LimitExceeded, within a second."""
    for name, ask in QUESTIONS.items():
        start = time.process_time()
        with suppress(LimitExceeded, schemaval.InvalidInstance):
            ask(validator, instance)
        assert time.process_time() - start < 4, name  # below a second on a machine that has nothing else to do


def _unique_at_each_level(levels: int) -> Any:
    schema: Any = {"uniqueItems": True}
    for _ in range(levels):
        schema = {"uniqueItems": True, "items": schema}
    return schema


def _in_pairs(levels: int, leaf: Any) -> Any:
    value = leaf
    for level in range(levels):
        value = [value, level]
    return value


_ROWS = [{"i": i, "tags": ["a", i]} for i in range(20_000)]
COMPARED: dict[str, tuple[Any, Any]] = {
    "one array many times": ({"allOf": [{"uniqueItems": True}] * 100}, _ROWS),
    "one array some times": ({"allOf": [{"uniqueItems": True}] * 40}, _ROWS),
    "at each of many levels": (_unique_at_each_level(40), _in_pairs(40, _ROWS)),
    "one value with many": ({"anyOf": [{"const": [*_ROWS[:20], n]} for n in range(60)]}, [*_ROWS[:20], *_ROWS]),
    "many values with one": ({"items": {"const": list(range(1_000))}}, [list(range(1_000)) for _ in range(1_000)]),
}


@pytest.mark.parametrize(("schema", "instance"), COMPARED.values(), ids=COMPARED)
def test_comparisons_are_counted(schema: Any, instance: Any) -> None:
    """What compares whole values over and over takes steps like everything else."""
    within_bounds(compiled(schema), instance)


def test_choices_in_choices_are_explained_in_bounded_work() -> None:
    """The branches asked for their reasons multiply with every choice inside another; a run asks so many only."""
    schema: Any = {"const": 1}
    for _ in range(4):
        schema = {"items": {"anyOf": [{**schema, "title": str(n)} for n in range(8)]}}
    instance: Any = 0
    for _ in range(4):
        instance = [instance] * 20
    within_bounds(compiled(schema), instance)
    assert compiled(schema).violations(instance)[0].causes
