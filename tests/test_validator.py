"""What the user holds: a validator that nothing changes, that any thread may ask, and that no engine can fool."""

import copy
import json
import pickle
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from itertools import count
from typing import Any

import pytest

import schemaval
from schemaval import EngineDisagreement, InvalidInstance, LimitExceeded, Limits, NotJSON
from tests.fakes import PanicException, Verdict, fake, lying

SCHEMA = {
    "type": "object",
    "properties": {"q": {"type": "string"}, "n": {"enum": [1, {"a": []}]}, "o": []},
    "required": ["q"],
}
_fresh = count()


def compiled(schema: Any = SCHEMA, **options: Any) -> schemaval.Validator:
    """A validator on the reference backend."""
    return schemaval.compile(schema, **{"backend": "reference", **options})


# immutable


def test_a_validator_cannot_be_changed() -> None:
    """None of what it offers can be set, and what it gives is the caller's own."""
    validator = compiled()
    for name in ("schema", "dialect", "backend", "changes", "refused", "safety", "is_valid", "other"):
        with pytest.raises(AttributeError):
            setattr(validator, name, None)
    validator.schema["properties"]["q"]["type"] = "null"
    validator.schema["required"].append("z")
    validator.refused["x"] = "y"
    assert validator.schema["properties"]["q"] == {"type": "string"}
    assert validator.refused == {}
    assert validator.is_valid({"q": "x"})


def test_the_schema_given_may_be_changed_afterwards() -> None:
    """A validator keeps a copy, and leaves the caller's schema as it was."""
    schema = copy.deepcopy(SCHEMA)
    validator = compiled(schema)
    assert schema == SCHEMA
    schema["required"] = ["z"]
    schema["properties"]["q"]["type"] = "null"  # type: ignore[index]  # an object
    assert validator.is_valid({"q": "x"})
    assert validator.schema["required"] == ["q"]


def test_what_it_says_of_itself() -> None:
    """Schema normalised, changes, dialect, backend, what was refused, and why it is safe."""
    validator = compiled()
    assert validator.schema == {**SCHEMA, "properties": {**SCHEMA["properties"], "o": {}}}  # type: ignore[dict-item]  # an object
    assert [change.to_dict() for change in validator.changes] == [{"pointer": "/properties/o", "was": [], "became": {}}]
    assert (validator.dialect.name, validator.backend, validator.refused) == ("2020-12", "reference", {})
    assert repr(validator) == "<Validator 2020-12 on reference>"


@pytest.mark.parametrize(
    ("schema", "level", "reason"),
    [
        (SCHEMA, "fast", "not recursive"),
        ({"items": {"$ref": "#"}}, "checked", "recursive"),
        ({"not": {"items": {"$ref": "#"}}}, "checked", "recursive"),
    ],
)
def test_safety_says_why(schema: Any, level: str, reason: str) -> None:
    """`safety` is a plain text with a reason; it pickles."""
    safety = compiled(schema).safety
    assert safety == level
    assert reason in safety.reason
    again = pickle.loads(pickle.dumps(safety))  # noqa: S301 - our own pickle
    assert (again, again.reason) == (safety, safety.reason)


# equal by content


def test_equality_is_by_content() -> None:
    """The same schema, resources and options make equal validators with equal hashes; any other does not."""
    validator = compiled()
    same = schemaval.compiling.recompiled(SCHEMA, {}, validator._options)
    assert validator == same
    assert hash(validator) == hash(same)
    others = [
        compiled({**SCHEMA, "minProperties": 0}),
        compiled(dict(reversed(SCHEMA.items()))),
        compiled(limits=Limits(max_violations=1)),
        compiled(assert_formats=True),
        compiled(dialect="draft-07"),
        compiled(normalise=False, schema={**SCHEMA, "properties": {}}),
        compiled(resources={"https://example.com/a": {}}),
    ]
    assert len({validator, same, *others}) == 1 + len(others)
    assert validator != SCHEMA


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema", ("jsonschema", "reference")])
@pytest.mark.parametrize(
    "options",
    [{}, {"assert_formats": True}, {"limits": Limits(max_violations=2)}, {"dialect": "draft-07"}, {"normalise": False}],
)
def test_a_validator_travels(backend: Any, options: dict[str, Any]) -> None:
    """Pickle recompiles an equal one with the same answers; copies are the validator itself."""
    schema = {"type": "object", "properties": {"q": {"type": "string", "format": "date"}}, "required": ["q", "r"]}
    validator = compiled(schema, backend=backend, **options)
    again = pickle.loads(pickle.dumps(validator))  # noqa: S301 - our own pickle
    assert again == validator
    assert (again.schema, again.backend, again.dialect) == (validator.schema, validator.backend, validator.dialect)
    for instance in ({}, {"q": 1}, {"q": "x", "r": 1}, {"q": "2024-05-01", "r": 1}):
        assert again.violations(instance) == validator.violations(instance)
    assert copy.copy(validator) is validator
    assert copy.deepcopy([validator])[0] is validator


def test_a_pickle_holds_what_references_reach() -> None:
    """Resources travel with the validator, custom metaschemas among them."""
    resources = {
        "https://example.com/m": {
            "$id": "https://example.com/m",
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$vocabulary": {
                "https://json-schema.org/draft/2020-12/vocab/core": True,
                "https://json-schema.org/draft/2020-12/vocab/validation": True,
            },
        },
        "https://example.com/p": {"type": "integer"},
    }
    schema = {"$schema": "https://example.com/m", "$ref": "https://example.com/p", "minimum": 3}
    validator = compiled(schema, resources=resources)
    again = pickle.loads(pickle.dumps(validator))  # noqa: S301 - our own pickle
    assert again == validator
    assert [again.is_valid(value) for value in (4, 2, "x")] == [True, False, False]


# threads


def test_many_threads_may_ask_one_validator() -> None:
    """Sixteen threads with a thousand questions each, the first of which build what is built late, agree."""
    tree = {
        "$ref": "#/$defs/n",
        "$defs": {"n": {"properties": {"k": {"items": {"$ref": "#/$defs/n"}}}, "required": ["v"]}},
    }
    tagged = {
        "oneOf": [
            {"properties": {"t": {"const": name}, "v": {"type": kind}}, "required": ["t"]}
            for name, kind in (("a", "string"), ("b", "integer"))
        ],
        "unevaluatedProperties": False,
    }
    deep: dict[str, Any] = {"v": 1}
    for _ in range(20):
        deep = {"v": 1, "k": [deep]}
    questions: list[tuple[Any, Any, list[str]]] = [
        (tree, {"v": 1, "k": [{"v": 1}, {}]}, ["/k/1"]),
        (tree, deep, []),
        (tagged, {"t": "b", "v": "x"}, [""]),
        (tagged, {"t": "b", "v": 1, "w": 1}, ["/w"]),
    ]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for backend in ("reference", "jsonschema", "fastjsonschema"):
            limits = Limits(max_steps=4_000_000 + next(_fresh))  # so that no cache holds what is to be built
            for schema, instance, expected in questions:
                validator = schemaval.compile(schema, backend=(backend, "reference"), limits=limits)
                start = threading.Barrier(16)
                wrong: list[Any] = []

                def work(validator: schemaval.Validator, instance: Any, expected: list[str]) -> None:
                    start.wait()  # noqa: B023 - all are done before the next is made
                    for _ in range(100):
                        found = [each.pointer for each in validator.violations(instance)]
                        if found != expected or validator.is_valid(instance) is bool(expected):
                            wrong.append(found)  # noqa: B023 - all are done before the next is made

                with ThreadPoolExecutor(16) as pool:
                    for done in [pool.submit(work, validator, instance, expected) for _ in range(16)]:
                        done.result()
                assert wrong == []
    finally:
        sys.setswitchinterval(interval)


# text


@pytest.mark.parametrize("data", ['{"q": "x"}', b'{"q": "x"}', bytearray(b'{"q":"x"}'), memoryview(b'{"q":"x"}')])
def test_json_text_is_parsed_and_judged(data: Any) -> None:
    """The value is returned if it is valid."""
    assert compiled().validate_json(data) == {"q": "x"}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"q": }', 1, 7),
        ('{\n  "q": "x",\n}', 3, 1),
        ('{"q": "x"} x', 1, 12),
        ("", 1, 1),
        (b'{"q": "\xff"}', 1, 8),
    ],
)
def test_text_that_is_not_json_says_where(text: Any, line: int, column: int) -> None:
    """NotJSON holds the line and the column, counted from 1, and not the text."""
    with pytest.raises(NotJSON) as caught:
        compiled().validate_json(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ['{"q": NaN}', '{"q": Infinity}', '{"q": 1e400}', "[" * 100_000, "1" * 5_000])
def test_text_beyond_json_is_ours_to_refuse(text: str) -> None:
    """Constants, numbers and nesting that no JSON value has raise NotJSON or LimitExceeded."""
    with pytest.raises((NotJSON, LimitExceeded)):
        compiled().validate_json(text)


def test_invalid_text_is_an_invalid_instance() -> None:
    """InvalidInstance is a ValueError with the violations, and pickles."""
    with pytest.raises(ValueError, match=r"^the instance is invalid: /q: .*$") as caught:
        compiled().validate_json('{"q": 1}')
    error = caught.value
    assert isinstance(error, InvalidInstance)
    assert (error.violations, error.truncated) == (tuple(compiled().violations({"q": 1})), False)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own pickle
    assert (again.violations, again.truncated, str(again)) == (error.violations, error.truncated, str(error))


def test_the_error_says_whether_there_are_more() -> None:
    """`truncated` is True where the search stopped at the limit."""
    validator = compiled({"items": {"type": "null"}}, limits=Limits(max_violations=2))
    for items, truncated in (([1, 1], False), ([1, 1, 1], True)):
        with pytest.raises(InvalidInstance) as caught:
            validator.validate(items)
        assert (len(caught.value.violations), caught.value.truncated) == (2, truncated)


# liars

VALID, INVALID = {"q": "x"}, {"q": 1}


@pytest.fixture
def lie(request: pytest.FixtureRequest) -> Iterator[Callable[[Verdict], schemaval.Validator]]:
    """Compiles the schema on a backend that answers as is asked."""
    managers = []

    def make(verdict: Verdict) -> schemaval.Validator:
        manager = fake(verdict)
        managers.append(manager)
        limits = Limits(max_steps=3_000_000 + next(_fresh))  # a cached validator has another backend of that name
        return schemaval.compile(SCHEMA, backend=manager.__enter__(), limits=limits)

    yield make
    for manager in managers:
        manager.__exit__(None, None, None)
    assert request is not None


Lie = Callable[[Verdict], schemaval.Validator]


def test_an_engine_that_refuses_all_is_a_disagreement(lie: Lie) -> None:
    """Where it says invalid and no keyword is broken, all that ask why raise; `is_valid` is the engine's word."""
    validator = lie(lambda _instance: False)
    assert not validator.is_valid(VALID)
    for ask in (validator.violations, validator.validate, validator.evaluate):
        with pytest.raises(EngineDisagreement) as caught:
            ask(VALID)
        assert caught.value.backend == "fake"
    assert [each.pointer for each in validator.violations(INVALID)] == ["/q"]


def test_an_engine_that_accepts_all_is_found_out_where_both_are_asked(lie: Lie) -> None:
    """On the happy path only the engine is asked; `evaluate` needs the evaluator too, and then they disagree."""
    validator = lie(lambda _instance: True)
    assert validator.is_valid(INVALID)
    with pytest.raises(EngineDisagreement) as caught:
        validator.evaluate(INVALID)
    assert "valid where" in str(caught.value)
    assert validator.evaluate(VALID).valid


CANARY = "kanarienvogel-5c1d"


@pytest.mark.parametrize(
    "error",
    [
        ValueError(CANARY),
        TypeError(CANARY),
        AttributeError(CANARY),
        OverflowError(CANARY),
        AssertionError(CANARY),
        ZeroDivisionError(CANARY),
        UnicodeEncodeError("utf-8", CANARY, 0, 1, CANARY),
        PanicException(CANARY),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("instance", [VALID, INVALID])
def test_what_an_engine_raises_is_translated(lie: Lie, error: BaseException, instance: Any) -> None:
    """On a JSON value it is a disagreement, without the engine's own words; on another it is NotJSON."""
    validator = lie(lying(error))
    for ask in (validator.is_valid, validator.violations, validator.validate, validator.evaluate, validator.mends):
        with pytest.raises(EngineDisagreement) as caught:
            ask(instance)
        assert type(error).__name__ in str(caught.value)
        assert CANARY not in "".join(traceback.format_exception(caught.value))
        with pytest.raises(NotJSON):
            ask({"q": {1, 2}})


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), GeneratorExit()], ids=lambda e: type(e).__name__)
def test_what_ends_a_program_passes(lie: Lie, error: BaseException) -> None:
    """KeyboardInterrupt and its like are nobody's to translate."""
    validator = lie(lying(error))
    for ask in (validator.is_valid, validator.violations, validator.validate, validator.evaluate):
        with pytest.raises(type(error)):
            ask(VALID)


@pytest.mark.parametrize(
    "error", [LimitExceeded("max_steps"), NotJSON("no"), schemaval.UnsupportedSchema("fake", [])], ids=repr
)
def test_our_own_errors_pass(lie: Lie, error: schemaval.SchemavalError) -> None:
    """What a backend raises of our own tree is raised as it is."""
    validator = lie(lying(error))
    for ask in (validator.is_valid, validator.violations, validator.validate, validator.evaluate):
        with pytest.raises(type(error)):
            ask(VALID)


def test_an_engine_that_runs_out_of_stack_leaves_the_verdict_to_the_evaluator(lie: Lie) -> None:
    """A RecursionError is no verdict: what is valid stays valid, what is not is told."""
    validator = lie(lying(RecursionError(CANARY)))
    assert validator.is_valid(VALID)
    assert not validator.is_valid(INVALID)
    assert validator.violations(VALID) == []
    assert [each.pointer for each in validator.violations(INVALID)] == ["/q"]
    assert validator.evaluate(VALID).valid


@pytest.mark.parametrize(
    "verdict", [lambda _instance: False, lying(ValueError("what is a Decimal?"))], ids=["refuses", "raises"]
)
def test_a_decimal_is_the_evaluators_to_judge(lie: Lie, verdict: Verdict) -> None:
    """An engine that knows no Decimal neither refuses a valid value nor makes it NotJSON; a fault is told."""
    validator = lie(verdict)
    assert validator.is_valid({"q": "x", "m": [Decimal("1.5")]})
    assert validator.violations({"q": "x", "m": [Decimal("1.5")]}) == []
    assert not validator.is_valid({"q": Decimal("1.5")})
    assert [each.pointer for each in validator.violations({"q": Decimal("1.5")})] == ["/q"]


@pytest.mark.parametrize("is_explained", [False, True])
def test_a_large_value_is_refused_at_its_first_fault(lie: Lie, *, is_explained: bool) -> None:
    """The evaluator confirms an engine's no without a search of the whole value, and overrules it for Decimals only."""
    validator = lie(lambda _instance: False)
    if is_explained:
        validator.violations(INVALID)
    large = {"q": "x", "m": [0] * 2_000}
    assert not validator.is_valid(large)
    assert validator.is_valid({**large, "m": [*large["m"], Decimal("1.5")]})
    assert not validator.is_valid({**large, "q": Decimal("1.5")})
    assert not validator.is_valid({**large, "q": float("nan")})  # no JSON, which the engine did not mind
    assert not validator.is_valid({"q": float("nan")})
    assert not validator.is_valid({**large, b"q": 1})  # no JSON either


def test_the_engines_own_function_is_given_as_it_is(lie: Lie) -> None:
    """`engine_is_valid` is what the backend compiled, and raises what it raises."""
    verdict = lying(ValueError(CANARY))
    validator = lie(verdict)
    assert validator.engine_is_valid is verdict
    with pytest.raises(ValueError, match=CANARY):
        validator.engine_is_valid(VALID)


# evaluations


def test_an_evaluation_holds_the_whole_answer() -> None:
    """Annotations of a valid instance, violations of an invalid one, and the outputs of the specification."""
    validator = compiled({"title": "t", "properties": {"a": {"title": "u", "type": "integer"}}})
    good, bad = validator.evaluate({"a": 1}), validator.evaluate({"a": "x"})
    assert [(each.pointer, each.keyword, each.value) for each in good.annotations] == [
        ("", "title", "t"),
        ("/a", "title", "u"),
    ]
    assert (good.violations, bad.annotations) == ((), ())
    assert good.to_output("flag") == {"valid": True}
    for form in ("basic", "list"):
        for evaluation in (good, bad):
            output = evaluation.to_output(form)
            assert output["valid"] is evaluation.valid
            assert json.loads(json.dumps(output)) == output
    with pytest.raises(ValueError, match="basic"):
        good.to_output("verbose")  # type: ignore[arg-type]  # that is what is tried
