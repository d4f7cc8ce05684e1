"""What a run tells is said once, in the instance's order, and stays as it was when it was found."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import schemaval
from schemaval.violation import Violation


def told(schema: Any, instance: Any, **limits: Any) -> list[tuple[str, str]]:
    """Pointer and location of each violation."""
    validator = schemaval.compile(schema, backend="reference", limits=schemaval.Limits(**limits))
    return [(found.pointer, found.schema_location) for found in validator.violations(instance)]


@pytest.mark.parametrize(
    ("schema", "instance", "expected"),
    [
        (
            {"additionalProperties": False, "required": ["a"]},
            {"z": 1},
            [("", "#/required"), ("/z", "#/additionalProperties")],
        ),
        (
            {"allOf": [{"properties": {"b": False}}, {"properties": {"a": False}}]},
            {"a": 1, "b": 1},
            [("/a", "#/allOf/1/properties/a"), ("/b", "#/allOf/0/properties/b")],
        ),
        (
            {"dependentSchemas": {"a": {"properties": {"b": False}}, "b": {"properties": {"a": False}}}},
            {"a": 1, "b": 1},
            [("/a", "#/dependentSchemas/b/properties/a"), ("/b", "#/dependentSchemas/a/properties/b")],
        ),
        (
            {
                "patternProperties": {
                    "a": {"properties": {"y": {"type": "null"}}},
                    "b": {"properties": {"x": {"type": "null"}}},
                }
            },
            {"ab": {"x": 1, "y": 1}},
            [
                ("/ab/x", "#/patternProperties/b/properties/x/type"),
                ("/ab/y", "#/patternProperties/a/properties/y/type"),
            ],
        ),
        (
            {"items": {"items": False, "maxItems": 1}},
            [[1, 2]],
            [("/0", "#/items/maxItems"), ("/0/0", "#/items/items"), ("/0/1", "#/items/items")],
        ),
    ],
)
def test_what_several_keywords_say_of_a_value_is_put_in_order(
    schema: Any, instance: Any, expected: list[tuple[str, str]]
) -> None:
    """A value's own faults come before its members', those in the instance's order, whichever keyword came first."""
    assert told(schema, instance) == expected


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"dependentRequired": {"a": ["c"], "b": ["c"]}}, {"a": 1, "b": 1}),
        (
            {
                "patternProperties": {"a": {"$ref": "#/$defs/n"}, "b": {"$ref": "#/$defs/n"}},
                "$defs": {"n": {"type": "null"}},
            },
            {"ab": 1},
        ),
        (
            {
                "dependentSchemas": {"a": {"$ref": "#/$defs/n"}, "b": {"$ref": "#/$defs/n"}},
                "$defs": {"n": {"required": ["c"]}},
            },
            {"a": 1, "b": 1},
        ),
        ({"$ref": "#/$defs/n", "allOf": [{"$ref": "#/$defs/n"}], "$defs": {"n": {"type": "null"}}}, 1),
    ],
    ids=["names", "patterns", "dependencies", "references"],
)
def test_what_several_ways_lead_to_is_said_once(schema: Any, instance: Any) -> None:
    """A subschema that is applied twice to one value tells its fault once."""
    assert len(told(schema, instance)) == 1


@pytest.mark.parametrize("most", [2, 3])
def test_what_is_cut_short_is_in_order_too(most: int) -> None:
    """A search that ends at the limit, before the keyword that filled it was done, tells what it has in order."""
    schema = {"additionalProperties": False, "required": ["a", "b", "c"]}
    found = told(schema, {"z": 1}, max_violations=most)
    assert found == [*[("", "#/required")] * (most - 1), ("/z", "#/additionalProperties")]


FALSE = {"properties": {"p/q": {"items": {"type": "null"}}}}


def wrong() -> dict[str, Any]:
    """An instance with a fault two levels down."""
    return {"a": 1, "p/q": [None, 1]}


def test_a_violation_stays_what_it_was() -> None:
    """Changing the instance, or asking again, changes no pointer and no path that was not read yet."""
    validator = schemaval.compile(FALSE)
    instance = wrong()
    (found,) = validator.violations(instance)
    instance["p/q"].insert(0, 2)
    assert len(validator.violations(instance)) == 2
    assert found.pointer == "/p~1q/1"
    assert found.evaluation_path == "/properties/p~1q/items/type"


def pickled(found: Violation) -> Any:
    """What arrives of it elsewhere."""
    return pickle.loads(pickle.dumps(found))  # noqa: S301 - our own


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled, Violation.replaced])
def test_reading_a_violation_changes_nothing_of_it(copied: Any) -> None:
    """One that was read equals one that was not, with the same hash; so do its copies."""
    validator = schemaval.compile({"anyOf": [FALSE, {"required": ["b"]}]})
    unread, read = validator.violations(wrong())[0], validator.violations(wrong())[0]
    assert [cause.pointer for cause in read.causes] == ["/p~1q/1", ""]
    assert repr(read)
    again = copied(validator.violations(wrong())[0])
    assert hash(unread) == hash(read) == hash(again)
    assert unread == read == again
    assert unread.to_dict() == read.to_dict() == again.to_dict()


def test_threads_read_the_same_of_one_violation() -> None:
    """Whichever thread comes first."""
    validator = schemaval.compile(FALSE)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(200):
            (found,) = validator.violations(wrong())
            said = set(pool.map(lambda each: (each.pointer, each.evaluation_path, each.message), [found] * 4))
            assert said == {("/p~1q/1", "/properties/p~1q/items/type", "expected null, got an integer")}


def test_a_violation_made_by_hand_takes_texts() -> None:
    """Backends of others make violations of texts, in the order of the parts or by their names."""
    made = Violation("/a", "type", "wrong", "#/type", "/type")
    assert (made.pointer, made.evaluation_path, made.message, made.params, made.causes) == (
        "/a",
        "/type",
        "wrong",
        {},
        (),
    )
    assert made == Violation(
        pointer="/a", keyword="type", message="wrong", schema_location="#/type", evaluation_path="/type"
    )
