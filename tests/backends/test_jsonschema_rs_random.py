"""`jsonschema-rs` against the reference evaluator: on schemas made at random, real tools, and reported cases."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinMethodType
from typing import Any

import pytest

import schemaval
from tests.backends.schemas import Maker

pytest.importorskip("jsonschema_rs", reason='needs the engine: pip install "schemaval[rs]"')

INSTANCES = 8
KINDS = frozenset("abcd")


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
        engine = schemaval.compile(maker.root, backend="jsonschema-rs", assert_formats=asserts)
    except schemaval.UnsupportedSchema as error:
        return f"refused: {error.reasons[0].why}"
    for _ in range(INSTANCES):
        instance = maker.instance()
        found = verdict(engine, instance), verdict(reference, instance)
        assert found[0] == found[1], f"seed {seed}: {found} on {instance!r} under {maker.root!r}"
        if found[0] is False:
            assert engine.violations(instance) == reference.violations(instance)
    return "compared"


def compare_all(seeds: range) -> None:
    """Compare, and see to it that most schemas are taken, and none that the engine itself refuses."""
    outcomes = [compare(seed) for seed in seeds]
    assert outcomes.count("compared") > len(outcomes) / 2
    assert not any("does not take" in outcome for outcome in outcomes)


@pytest.mark.parametrize("part", range(4))
def test_the_verdicts_are_the_evaluators(part: int) -> None:
    """From draft-04 on the verdicts and violations are those of the reference evaluator."""
    compare_all(range(part * 250, part * 250 + 250))


@pytest.mark.long
def test_the_verdicts_are_the_evaluators_in_a_long_run() -> None:
    """The same, twenty thousand pairs of schema and instance and more."""
    compare_all(range(1_000, 6_000))


def tool_schemas(shared: Path) -> Iterator[Any]:
    """The input and output schemas of recorded tool lists."""
    for path in sorted((shared / "corpus" / "mcp").glob("[!c]*.json")):
        listed = json.loads(path.read_text(encoding="utf-8"))
        for tool in listed["tools"] if isinstance(listed, dict) else listed:
            yield from (tool[side] for side in ("inputSchema", "outputSchema") if side in tool)


def test_every_real_tool_gets_the_engines_own_method(shared: Path) -> None:
    """Nothing is refused, and nothing stands between the caller and the engine."""
    methods = [schemaval.compile(schema, backend="jsonschema-rs").engine_is_valid for schema in tool_schemas(shared)]
    assert len(methods) > 300
    assert all(isinstance(method, BuiltinMethodType) for method in methods)


@pytest.mark.parametrize("asserts", [False, True])
def test_the_labelled_schemas_are_taken_and_judged_alike(shared: Path, *, asserts: bool) -> None:
    """At least 99 in 100 are taken, and every verdict is the evaluator's."""
    taken = refused = 0
    with gzip.open(shared / "corpus" / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            try:
                reference = schemaval.compile(row["schema"], backend="reference", assert_formats=asserts)
            except schemaval.SchemavalError:
                continue
            try:
                engine = schemaval.compile(row["schema"], backend="jsonschema-rs", assert_formats=asserts)
            except schemaval.UnsupportedSchema:
                refused += 1
                continue
            taken += 1
            for test in row["tests"]:
                assert engine.is_valid(test["data"]) is reference.is_valid(test["data"]), row["id"]
    assert taken > 800
    assert refused <= taken / 100


def reports(shared: Path) -> list[dict[str, Any]]:
    """The reported cases of the kinds that concern engines, those aside whose instance is no JSON."""
    lines = (shared / "cases" / "reports.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["kind"] in KINDS and "instance_py" not in case]


def test_reported_cases_are_judged_alike(shared: Path) -> None:
    """What was reported of engines holds here: the verdicts, or the errors, are those of the evaluator."""
    cases = reports(shared)
    assert len(cases) > 100
    for case in cases:
        found = []
        for backend in ("jsonschema-rs", "reference"):
            try:
                validator = schemaval.compile(case["schema"], backend=backend, assert_formats=bool(case.get("fmt")))
            except schemaval.SchemavalError as error:
                found.append(type(error).__name__)
            else:
                found.append(str(verdict(validator, case.get("instance"))))
        assert found[0] in (found[1], "UnsupportedSchema"), case["id"]
