"""Thousands of malformed schemas: an error of ours each, and nothing passes that the official metaschema refuses."""

from typing import Any

import pytest
from jsonschema import validators
from jsonschema.exceptions import SchemaError

import schemaval
from schemaval import SchemavalError
from schemaval.dialects import Dialect
from tests.hostile.mutations import exhaustive, many, valid_schema

BACKENDS = ("reference", "jsonschema", "fastjsonschema", "jsonschema-rs", "auto")
_INSTANCES: tuple[Any, ...] = (None, 1, "a", [1], {"a": 1})


def official(dialect: Dialect, schema: Any) -> str | None:
    """What the official metaschema has against a schema, formats not asserted; None for nothing."""
    kind = validators.validator_for({"$schema": dialect.uri}, default=None)
    assert kind is not None
    try:
        kind.check_schema(schema, format_checker=None)
    except SchemaError as error:
        return f"{error.json_path}: {error.validator}"
    return None


def judged(schema: Any, backend: str) -> schemaval.Validator | SchemavalError:
    """The validator, once it has judged some instances, or the error."""
    try:
        validator = schemaval.compile(schema, backend=backend)
        for instance in _INSTANCES:
            validator.is_valid(instance)
            validator.violations(instance)
    except SchemavalError as error:
        str(error)
        return error
    return validator


def wrongly_taken(cases: Any, backend: str) -> list[str]:
    """The schemas that are taken, as mended, against their metaschema's word."""
    wrong = []
    for dialect, schema in cases:
        answer = judged(schema, backend)
        if isinstance(answer, schemaval.Validator) and answer.dialect == dialect:
            why = official(dialect, answer.schema)
            if why is not None:
                wrong.append(f"{schema!r}: {why}")
    return wrong


def test_valid_schemas_are_taken() -> None:
    """What is mutated is valid before: the fuzz does not refuse for an older fault."""
    import random

    choose = random.Random(1)  # noqa: S311 - the choice has no secrets
    from schemaval.dialects import DIALECTS

    for number in range(300):
        dialect = DIALECTS[number % len(DIALECTS)]
        schema = {**valid_schema(dialect, choose), "$schema": dialect.uri}
        assert official(dialect, schema) is None, schema


def test_some_mutants_are_refused_and_some_are_not() -> None:
    """The fuzz finds both sides of the line, so that it can tell which side is which."""
    refused = sum(isinstance(judged(schema, "reference"), SchemavalError) for _, schema in many(300, seed=2))
    assert 60 < refused < 290


def test_mutants_pass_only_if_their_metaschema_lets_them() -> None:
    """Six hundred in every run."""
    assert wrongly_taken(many(600, seed=3), "auto") == []


@pytest.mark.long
@pytest.mark.parametrize("backend", BACKENDS)
def test_thousands_of_mutants_pass_only_if_their_metaschema_lets_them(backend: str) -> None:
    """Each backend has mutants of its own."""
    seed = 100 + BACKENDS.index(backend)
    assert wrongly_taken(many(3_600, seed=seed), backend) == []


@pytest.mark.long
@pytest.mark.parametrize("backend", ["reference", "auto"])
def test_every_keyword_with_every_stranger(backend: str) -> None:
    """No keyword of any dialect takes a value against its metaschema's word."""
    assert wrongly_taken(exhaustive(), backend) == []
