"""Faults of engines that an attack found: the verdict is the evaluator's, or the schema is refused."""

import contextlib
from decimal import Decimal
from time import process_time
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


INTEGER = {"type": "integer"}
BACKENDS = ("reference", "jsonschema", "fastjsonschema", "jsonschema-rs")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("schema", "around"),
    [
        (INTEGER, lambda number: number),
        ({"not": {"not": INTEGER}}, lambda number: number),
        ({"items": INTEGER}, lambda number: [number]),
        ({"properties": {"c": {"$ref": "#"}, "a": INTEGER}}, lambda number: {"c": {"a": number}}),
    ],
    ids=["alone", "negated twice", "items", "recursive"],
)
def test_a_decimal_is_an_integer_of_draft_04_if_its_text_is(backend: str, schema: Any, around: Any) -> None:
    """A number without a fraction or exponent part (JSON Schema Core draft-04, section 3.5)."""
    validator = schemaval.compile(schema, backend=backend, dialect="draft-04")
    found = {text: validator.is_valid(around(Decimal(text))) for text in ("3", "-0", "3.0", "3E+1", "3.5")}
    assert found == {"3": True, "-0": True, "3.0": False, "3E+1": False, "3.5": False}
    assert all((validator.violations(around(Decimal(text))) == []) is valid for text, valid in found.items())


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("most", [0, 1, 2, 199, 200])
@pytest.mark.parametrize("inner", [[], {}, 1, [1]], ids=repr)
def test_as_many_containers_as_the_limit_allows_and_no_more(backend: str, most: int, inner: Any) -> None:
    """An empty one counts as any other, whatever the backend."""
    schema = {"properties": {"c": {"$ref": "#"}}, "items": {"$ref": "#"}}
    validator = schemaval.compile(schema, backend=backend, limits=schemaval.Limits(max_instance_depth=most))
    value, depth = inner, (0 if inner == 1 else 1)
    while depth < most:
        value, depth = [value], depth + 1
    for given, fits in ((value, depth <= most), ([value], False)):
        for ask in (validator.is_valid, validator.validate):
            if fits:
                ask(given)
            else:
                with pytest.raises(schemaval.LimitExceeded):
                    ask(given)


def _shared(kind: str) -> Any:
    """A thousand pointers in each of three containers, or a large array in a thousand places."""
    if kind == "leaves":
        return [[0] * 100_000] * 1_000
    value: Any = [1] * 1_000 if kind == "arrays" else dict.fromkeys(map(str, range(1_000)), 1)
    for _ in range(2):
        value = [value] * 1_000 if kind == "arrays" else dict.fromkeys(map(str, range(1_000)), value)
    return value


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", ["arrays", "objects", "leaves"])
def test_what_stands_in_many_places_is_not_looked_at_in_all_of_them(backend: str, kind: str) -> None:
    """Members count against the quick look, not containers: it took 14 seconds."""
    validator = schemaval.compile({"type": "string"}, backend=backend)
    value = _shared(kind)
    start = process_time()
    assert not validator.is_valid(value)
    with contextlib.suppress(schemaval.LimitExceeded):
        assert len(validator.violations(value)) == 1
    assert process_time() - start < 1.0


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema"])
@pytest.mark.parametrize("names", ["integer", ["integer", "string"], ["integer", {"type": "string"}]], ids=repr)
def test_a_decimal_is_disallowed_where_an_integer_is(backend: str, names: Any) -> None:
    """In draft-03, whose `disallow` turns the verdict on its own names round."""
    validator = schemaval.compile({"disallow": names}, backend=backend, dialect="draft-03")
    assert [validator.is_valid(Decimal(text)) for text in ("1", "1.0")] == [False, True]
