"""Large schemas on large values: what would be the product of both is counted, whichever backend is asked."""

import time
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded, UnsupportedSchema
from schemaval.limits import Limits
from schemaval.validator import Validator

BACKENDS = ("reference", "jsonschema", "fastjsonschema", "jsonschema-rs", "auto")
ENDLESS: dict[str, tuple[Any, Any]] = {
    "many bounds on many items": ({"items": {"allOf": [{"minimum": -n} for n in range(300)]}}, list(range(100_000))),
    "a type said thousands of times": ({"items": {"allOf": [{"type": "integer"}] * 3_000}}, list(range(100_000))),
    "by reference": (
        {"items": {"allOf": [{"$ref": "#/$defs/a"}] * 500}, "$defs": {"a": {"minimum": 0, "maximum": 1e9}}},
        list(range(200_000)),
    ),
}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("schema", "instance"), ENDLESS.values(), ids=ENDLESS)
def test_the_product_of_both_is_bounded(schema: Any, instance: Any, backend: str) -> None:
    """Some ten million applications of subschemas raise LimitExceeded, and few are judged."""
    validator = compile_schema(schema, backend=(backend, "reference"), limits=Limits(max_steps=200_000))
    assert validator.is_valid(instance[:10])
    for ask in (Validator.is_valid, Validator.violations):
        start = time.process_time()
        with pytest.raises(LimitExceeded) as caught:
            ask(validator, instance)
        assert caught.value.limit == "max_steps"
        assert time.process_time() - start < 2


@pytest.mark.long
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("schema", "instance"), ENDLESS.values(), ids=ENDLESS)
def test_the_product_is_bounded_by_the_default_limits(schema: Any, instance: Any, backend: str) -> None:
    """Five million steps are about a second."""
    validator = compile_schema(schema, backend=(backend, "reference"))
    start = time.process_time()
    with pytest.raises(LimitExceeded):
        validator.is_valid(instance)
    assert time.process_time() - start < 4


@pytest.mark.parametrize("backend", BACKENDS)
def test_many_patterns_on_many_names_are_counted(backend: str) -> None:
    """Each name is held against each pattern."""
    schema = {"patternProperties": {f"^a{n}$": {"type": "integer"} for n in range(500)}}
    validator = compile_schema(schema, backend=(backend, "reference"), limits=Limits(max_steps=200_000))
    assert not validator.is_valid({"a1": "x"})
    start = time.process_time()
    with pytest.raises(LimitExceeded):
        validator.is_valid({f"b{n}": 1 for n in range(30_000)})
    assert time.process_time() - start < 2


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "schema",
    [
        {"oneOf": [{"const": n} for n in range(9_000)]},
        {"properties": {f"p{n}": {"type": "integer"} for n in range(9_000)}},
        {"allOf": [{"type": "integer"}] * 9_000},
    ],
    ids=["branches", "properties", "conditions"],
)
def test_a_schema_of_the_largest_size_compiles_soon(schema: Any, backend: str) -> None:
    """Within seconds, or it is refused."""
    start = time.process_time()
    try:
        compile_schema(schema, backend=backend)
    except (UnsupportedSchema, LimitExceeded):
        refused = backend
    else:
        refused = ""
    assert refused in ("", "fastjsonschema")
    assert time.process_time() - start < 6


def test_real_schemas_are_not_counted() -> None:
    """A union of sixty branches is judged as fast as ever."""
    schema = {"items": {"anyOf": [{"const": n} for n in range(60)]}}
    assert compile_schema(schema).safety == "fast"
    assert compile_schema(schema, backend="reference").safety == "fast"
