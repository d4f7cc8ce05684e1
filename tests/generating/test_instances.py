"""Instances made for a schema: half of them fit, half of them miss by a little, the same for the same seed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import schemaval
from schemaval.formats import DIALECTS, check_for, known_formats
from schemaval.generating import instances
from schemaval.generating.samples import SAMPLES
from schemaval.jsonvalue import check

ROOT = Path(__file__).resolve().parents[2]

TREE = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/tree",
    "$dynamicAnchor": "node",
    "type": "object",
    "properties": {"data": {"type": "integer"}, "children": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    "required": ["data"],
    "unevaluatedProperties": False,
}

# (dialect, schema): each can be fulfilled and missed.
SCHEMAS: tuple[tuple[str, Any], ...] = (
    ("draft-03", {"type": "object", "properties": {"a": {"required": True, "type": "integer"}}}),
    ("draft-03", {"type": [{"type": "object", "properties": {"a": {"enum": [1]}}}, "string"]}),
    ("draft-03", {"extends": {"type": "number"}, "divisibleBy": 0.5, "disallow": "string"}),
    ("draft-03", {"type": "object", "dependencies": {"a": "b", "c": {"properties": {"d": {"required": True}}}}}),
    ("draft-04", {"type": "number", "minimum": 3, "exclusiveMinimum": True, "maximum": 4}),
    ("draft-04", {"type": "array", "items": [{"type": "string"}, {"type": "null"}], "additionalItems": False}),
    ("draft-06", {"type": "object", "propertyNames": {"maxLength": 3}, "minProperties": 2}),
    ("draft-06", {"type": "array", "contains": {"const": 7}, "uniqueItems": True}),
    ("draft-07", {"if": {"type": "string"}, "then": {"minLength": 3}, "else": {"type": "integer"}}),
    ("draft-07", {"type": "string", "contentEncoding": "base64", "contentMediaType": "application/json"}),
    ("2019-09", {"type": "array", "contains": {"type": "string"}, "minContains": 2, "maxContains": 3}),
    ("2019-09", {"type": "object", "dependentRequired": {"a": ["b"]}, "required": ["a"], "maxProperties": 2}),
    ("2019-09", {"$recursiveAnchor": True, "type": "object", "additionalProperties": {"$recursiveRef": "#"}}),
    ("2020-12", {"type": "array", "prefixItems": [{"type": "string"}, {"multipleOf": 3}], "items": False}),
    ("2020-12", {"type": "object", "patternProperties": {"^x-[a-z]+$": {"type": "string"}}, "minProperties": 1}),
    ("2020-12", {"allOf": [{"required": ["a"]}, {"properties": {"a": {"exclusiveMaximum": 0, "type": "integer"}}}]}),
    ("2020-12", {"anyOf": [{"type": "string", "pattern": r"^(a|b)\d{2,3}\1?$"}, {"enum": [[], {}]}]}),
    ("2020-12", {"oneOf": [{"$ref": "#/$defs/a"}, {"type": "null"}], "$defs": {"a": {"type": "string"}}}),
    ("2020-12", {"type": "object", "anyOf": [{"properties": {"a": True}}], "unevaluatedProperties": False}),
    ("2020-12", {"type": "string", "format": "date"}),
    ("2020-12", TREE),
)


def verdicts(schema: Any, dialect: str, count: int) -> list[bool]:
    """The verdicts on so many instances made for a schema."""
    validator = schemaval.compile(schema, backend="reference", dialect=dialect, assert_formats=True)
    return [validator.is_valid(instance) for instance in instances(validator, count)]


@pytest.mark.parametrize(("dialect", "schema"), SCHEMAS, ids=range(len(SCHEMAS)))
def test_half_aim_at_being_valid_and_half_miss(dialect: str, schema: Any) -> None:
    """Of those that aim nine in ten are valid, of the near misses most are not."""
    found = verdicts(schema, dialect, 200)
    assert sum(found[::2]) >= 90
    assert found[1::2].count(False) >= 60


def test_real_schemas_are_fulfilled(shared: Path) -> None:
    """For every schema of real tool lists there is a valid instance among the first five that aim."""
    hard = [
        (path.name, tool["name"], side)
        for path in sorted((shared / "corpus" / "mcp").glob("*.json"))
        for tool in json.loads(path.read_text(encoding="utf-8")).get("tools", ())
        for side in ("inputSchema", "outputSchema")
        if side in tool and not any(verdicts(tool[side], "2020-12", 10)[::2])
    ]
    assert not hard


@pytest.mark.parametrize(("dialect", "schema"), SCHEMAS, ids=range(len(SCHEMAS)))
def test_a_seed_makes_the_same_and_more_make_no_difference(dialect: str, schema: Any) -> None:
    """The first instances of many are those of few; another seed makes others."""
    validator = schemaval.compile(schema, dialect=dialect)
    few, many = list(instances(validator, 6, seed=3)), list(instances(validator, 12, seed=3))
    assert json.dumps(few) == json.dumps(many[:6])
    assert json.dumps(many) != json.dumps(list(instances(validator, 12, seed=4)))


def test_a_seed_makes_the_same_in_every_process() -> None:
    """Nothing depends on the interpreter's own secret of hashing."""
    code = (
        "import json; from schemaval.generating import instances; print(json.dumps([*instances(json.loads(%r), 30)]))"
    )
    program = code % json.dumps(TREE)
    outs = set()
    for secret in ("0", "1", "2"):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": secret}
        command = [sys.executable, "-c", program]
        outs.add(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(outs) == 1


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"not": {}},
        {"enum": []},
        {"minimum": 3, "maximum": 2},
        {"minLength": 10**6, "type": "string"},
        {"minItems": 10**6, "type": "array"},
        {"required": ["a"], "properties": {"a": {"$ref": "#"}}},
        {"type": "number", "minimum": 10**400, "multipleOf": 0.1},
        {"type": "string", "pattern": "^(?!a)a$"},
        {"type": "string", "pattern": "a{10000}"},
        {"$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "minItems": 3, "type": "array"}}, "$ref": "#/$defs/a"},
    ],
)
def test_what_cannot_be_fulfilled_still_ends_in_json(schema: Any) -> None:
    """An impossible or endless schema gives instances all the same, which are JSON and not huge."""
    made = list(instances(schema, 6))
    assert len(made) == 6
    for instance in made:
        check(instance, max_depth=200)
        assert len(json.dumps(instance)) < 200_000


def test_near_misses_know_the_bounds_of_the_schema() -> None:
    """Among a few hundred near misses are the neighbours of a bound, a length, a name and a member of an enum."""
    schema = {
        "type": "object",
        "properties": {"size": {"type": "integer", "maximum": 17}, "name": {"type": "string", "maxLength": 5}},
        "required": ["size", "name"],
    }
    made = [instance for instance in instances(schema, 600) if type(instance) is dict]
    assert any(instance.get("size") == 18 for instance in made)
    assert any(type(instance.get("name")) is str and len(instance["name"]) == 6 for instance in made)
    assert any("size" not in instance for instance in made)
    assert any("SIZE" in instance or "size_" in instance for instance in made)
    assert any(type(instance.get("size")) is str for instance in made)


def test_instances_share_nothing() -> None:
    """To change one instance, or the schema's own constants in it, changes neither the next one nor the schema."""
    schema: Any = {"const": {"a": [1]}}
    first, *_ = made = list(instances(schema, 5))
    first["a"].append(2)
    assert made[2] == {"a": [1]}
    assert schema == {"const": {"a": [1]}}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_has_its_format(name: str) -> None:
    """Every dialect that knows the format takes a sample, and every sample is taken by a dialect."""
    knowing = [check for dialect in DIALECTS if (check := check_for(name, dialect))]
    assert knowing
    assert all(any(check(sample) for sample in SAMPLES[name]) for check in knowing)
    assert all(any(check(sample) for check in knowing) for sample in SAMPLES[name])


def test_every_format_has_a_sample() -> None:
    """The table of samples names what the table of formats names."""
    assert {name for dialect in DIALECTS for name in known_formats(dialect)} == SAMPLES.keys()
