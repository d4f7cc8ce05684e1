"""Faults of engines that an attack found: the verdict is the evaluator's, or the schema is refused."""

from decimal import Decimal
from typing import Any
from unittest.mock import MagicMock

import pytest

import schemaval

D2019 = "https://json-schema.org/draft/2019-09/schema"
RECURSION: dict[str, Any] = {
    "$schema": D2019,
    "$id": "http://h.test/o",
    "$recursiveAnchor": True,
    "type": ["integer", "object"],
    "properties": {"z": {"$ref": "m"}},
    "$defs": {
        "m": {"$id": "m", "items": {"$ref": "i"}},
        "i": {"$id": "i", "$recursiveAnchor": True, "type": ["string", "array"], "items": {"$recursiveRef": "#"}},
    },
}
DEPENDENCIES: dict[str, Any] = {"dependencies": {"a": {"properties": {"a": True}}}, "unevaluatedProperties": False}
# Counts that a few characters write, and no memory would hold as an int.
LONGEST: dict[str, Any] = {"minLength": "a", "minItems": [1], "minProperties": {"a": 1}}

ROWS: list[tuple[Any, Any, bool]] = [
    (RECURSION, {"z": [["a"]]}, False),
    (RECURSION, {"z": [[1]]}, True),
    (DEPENDENCIES, {"a": 1}, True),
    ({**DEPENDENCIES, "$schema": D2019}, {"a": 1}, True),
    (DEPENDENCIES, {"b": 1}, False),
    ({"multipleOf": 9007199254740993}, 9007199254740992.0, False),
    ({"multipleOf": 9007199254740993}, 9007199254740993, True),
    ({"multipleOf": 9007199254740993}, Decimal(9007199254740993), True),
    *(({keyword: Decimal("1E+999999999")}, value, False) for keyword, value in LONGEST.items()),
    *(({keyword.replace("min", "max"): Decimal("1E+999999999")}, value, True) for keyword, value in LONGEST.items()),
    ({"contains": True, "minContains": Decimal("1E+999999999")}, [1], False),
    ({"contains": True, "maxContains": Decimal("1E+999999999")}, [1], True),
]


@pytest.mark.parametrize(("schema", "instance", "valid"), ROWS, ids=range(len(ROWS)))
@pytest.mark.parametrize("backend", [name for name, info in schemaval.backends().items() if info.installed])
def test_every_backend_is_right_or_refuses(backend: str, schema: Any, instance: Any, valid: bool) -> None:
    """What an engine gets wrong never comes out."""
    try:
        validator = schemaval.compile(schema, backend=backend)
    except schemaval.UnsupportedSchema:
        assert backend != "reference"
        return
    assert validator.is_valid(instance) is valid
    assert (validator.violations(instance) == []) is valid


@pytest.mark.parametrize("question", ["is_valid", "violations", "normalise", "evaluate"])
def test_an_object_that_poses_as_a_dict_is_not_json(question: str) -> None:
    """Its type counts, not what its `__class__` says."""
    validator = schemaval.compile({"type": "object", "required": ["a"]}, backend="reference")
    with pytest.raises(schemaval.NotJSON):
        getattr(validator, question)(MagicMock(spec=dict))
