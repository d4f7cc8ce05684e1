"""`fastjsonschema` against the reference evaluator, on schemas and instances made at random in every dialect."""

import copy
from typing import Any

import pytest

import schemaval
from tests.backends.schemas import Maker

INSTANCES = 8


def verdict(validator: schemaval.Validator, instance: Any) -> bool | str:
    """The verdict, or the name of the error instead of one."""
    try:
        return validator.is_valid(instance)
    except schemaval.SchemavalError as error:
        return type(error).__name__


def compare(seed: int) -> str:
    """What became of a seed; an AssertionError where the two differ."""
    maker = Maker(seed)
    asserts = maker.chance(0.5)
    try:
        reference = schemaval.compile(maker.root, backend="reference", assert_formats=asserts)
    except schemaval.SchemavalError as error:
        return type(error).__name__
    try:
        engine = schemaval.compile(maker.root, backend="fastjsonschema", assert_formats=asserts)
    except schemaval.UnsupportedSchema as error:
        return f"refused: {error.reasons[0].why}"
    for _ in range(INSTANCES):
        instance = maker.instance()
        before = copy.deepcopy(instance)
        found = verdict(engine, instance), verdict(reference, instance)
        assert found[0] == found[1], f"seed {seed}: {found} on {instance!r} under {maker.root!r}"
        assert repr(instance) == repr(before), f"seed {seed}: the instance was changed"
        if found[0] is False:
            assert engine.violations(instance) == reference.violations(instance)
    return "compared"


def compare_all(seeds: range) -> None:
    """Compare, and see to it that most schemas are taken."""
    outcomes = [compare(seed) for seed in seeds]
    taken = outcomes.count("compared")
    refused = [outcome for outcome in outcomes if outcome.startswith("refused")]
    assert taken > len(outcomes) / 2, "the generator makes too few schemas that mean something"
    assert len(refused) < taken / 20, "the backend refuses too much"
    assert not any("does not compile" in outcome for outcome in refused), "the engine was given what it does not take"


@pytest.mark.parametrize("part", range(4))
def test_the_verdicts_are_the_evaluators(part: int) -> None:
    """In every dialect the verdicts and violations are those of the reference evaluator."""
    compare_all(range(part * 250, part * 250 + 250))


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_the_verdicts_are_the_evaluators_on_many_more(part: int) -> None:
    """So they are on some fifty thousand pairs."""
    compare_all(range(10_000 + part * 1_000, 11_000 + part * 1_000))
