"""The parts of the lowering for `fastjsonschema`, each by itself."""

import sys
from decimal import Decimal
from typing import Any

import pytest

import schemaval
from schemaval.backends.fastjsonschema import _answering
from schemaval.backends.lowering.fastjsonschema.coverage import (
    NOTHING,
    Coverage,
    Evaluated,
    Split,
    TooManyBranches,
    coverage,
)
from schemaval.backends.lowering.fastjsonschema.graph import graph
from schemaval.backends.lowering.fastjsonschema.numbers import compares_exactly, divides_exactly, is_dyadic, literal
from schemaval.backends.lowering.fastjsonschema.piece import ALWAYS, NEVER, Piece, conjunction, holding
from schemaval.backends.lowering.fastjsonschema.unions import as_types
from schemaval.backends.lowering.fastjsonschema.values import EXACT, is_plain
from schemaval.backends.lowering.fastjsonschema.work import Unbounded, refuse_unbounded
from schemaval.backends.lowering.fastjsonschema.writing import lower
from schemaval.backends.lowering.shallow import is_shallow
from schemaval.evaluator.node import Node
from schemaval.evaluator.program import Program

DRAFT_04 = "http://json-schema.org/draft-04/schema#"


def program(schema: Any) -> Program:
    """The evaluator's program of a schema."""
    return schemaval.compile(schema, backend="reference")._program()


def written(schema: Any) -> Any:
    """The schema in the engine's form."""
    return lower(program(schema)).schema


# pieces


def test_a_conjunction_merges_what_does_not_meet() -> None:
    """Keywords that read each other, and those that stand in both, go apart into allOf."""
    assert conjunction([Piece({"minLength": 1}), Piece({"maxLength": 2})]).schema == {"minLength": 1, "maxLength": 2}
    assert conjunction([Piece({"minLength": 1}), Piece({"minLength": 2})]).schema == {
        "minLength": 1,
        "allOf": [{"minLength": 2}],
    }
    apart = conjunction([Piece({"properties": {"a": {}}}), Piece({"additionalProperties": False})])
    assert apart.schema == {"properties": {"a": {}}, "allOf": [{"additionalProperties": False}]}
    assert conjunction([Piece({"$ref": "#"}), Piece({"type": "null"})]).schema == {
        "type": "null",
        "allOf": [{"$ref": "#"}],
    }


def test_a_conjunction_with_what_never_holds_never_holds() -> None:
    """And one of nothing always does."""
    assert conjunction([Piece({"minLength": 1}), NEVER]) is NEVER
    assert conjunction([]).always
    assert conjunction([ALWAYS, ALWAYS]).always


def test_required_names_stand_apart_from_properties_that_forbid_them() -> None:
    """The engine refuses to compile a name that is required and not allowed."""
    closed = Piece({"properties": {"a": {}}, "additionalProperties": False})
    assert "allOf" in conjunction([Piece({"required": ["b"]}), closed]).schema
    both = Piece({"properties": {"a": {}, "b": {}}, "additionalProperties": False})
    assert "allOf" not in conjunction([Piece({"required": ["a"]}), both]).schema


def test_all_names_of_a_closed_object_are_a_number() -> None:
    """Where every name that is allowed is required, counting them is enough."""
    closed = {"properties": {"a": {}, "b": {}}, "additionalProperties": False}
    assert conjunction([Piece({"required": ["b", "a"]}), Piece(closed)]).schema == closed | {"minProperties": 2}
    found = conjunction([Piece({"minProperties": 5}), Piece({"required": ["b", "a"]}), Piece(closed)])
    assert found.schema == closed | {"minProperties": 5}
    open_ = {"properties": {"a": {}}, "patternProperties": {"p0": {}}, "additionalProperties": False}
    assert "required" in conjunction([Piece({"required": ["a"]}), Piece(open_)]).schema


def test_a_piece_knows_how_deep_its_code_nests() -> None:
    """Blocks and indents add up along the way, lines over all ways."""
    inner = Piece({"type": "string"}, 2)
    outer = holding({"items": inner.schema}, [("items", inner)], 4)
    assert (outer.lines, outer.blocks, outer.indents) == (7, 1, 2)
    assert not outer.is_deep
    for _ in range(20):
        outer = holding({"items": outer.schema}, [("items", outer)])
    assert outer.is_deep


# unions


def test_branches_of_different_types_are_one_schema() -> None:
    """Each keyword looks at values of one type only."""
    union = as_types([Piece({"type": "string", "maxLength": 3}), Piece({"type": ["array", "null"], "minItems": 1})])
    assert union is not None
    assert union.schema == {"type": ["string", "array", "null"], "maxLength": 3, "minItems": 1}


@pytest.mark.parametrize(
    "branches",
    [
        [{"type": "string"}, {"minLength": 1}],
        [{"type": "string"}, {"type": "string", "minLength": 1}],
        [{"type": "integer"}, {"type": "number", "minimum": 1}],
        [{"type": "string"}, {"type": "null", "enum": [None]}],
        [{"type": "string", "minimum": 1}, {"type": "number"}],
        [{"type": "string", "allOf": [{}]}, {"type": "null"}],
    ],
)
def test_branches_that_meet_are_tried(branches: list[dict[str, Any]]) -> None:
    """Where the type does not tell, or a keyword looks further, the branches stay apart."""
    assert as_types([Piece(branch) for branch in branches]) is None


# numbers


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, 1),
        (1.0, 1),
        (1.5, 1.5),
        (1e23, 10**23),
        (Decimal("0.1"), 0.1),
        (Decimal("2.0"), 2),
        (Decimal("0.1000000000000000000001"), None),
        (10**400, 10**400),
    ],
)
def test_a_literal_is_the_number_of_the_text(number: Any, expected: Any) -> None:
    """A float means its shortest text, as everywhere in schemaval."""
    found = literal(number)
    assert (type(found), found) == (type(expected), expected)


def test_most_bounds_compare_exactly() -> None:
    """Only a bound next to a float whose text is another number does not."""
    assert compares_exactly("maximum", 100)
    assert compares_exactly("maximum", 0.1)
    assert compares_exactly("maximum", 2**63 - 1)
    assert not compares_exactly("minimum", -(2**63))
    assert not compares_exactly("minimum", 10**23)
    assert compares_exactly("maximum", 10**400)
    assert is_dyadic(0.5)
    assert not is_dyadic(0.1)


def test_divisors_with_many_places_are_not_taken() -> None:
    """A quotient must fit into 28 digits."""
    assert all(map(divides_exactly, (1, 7, 0.01, 1e-8, 0.123456789)))
    assert not any(map(divides_exactly, (1e-12, 0.1234567890123, 10**101)))


# values


@pytest.mark.parametrize("value", [None, "x", 1, -EXACT, 0.1, 0.0, [1, {"a": [2.5]}], {}])
def test_plain_values(value: Any) -> None:
    """Most values are plain."""
    assert is_plain(value, 3)


@pytest.mark.parametrize(
    "value",
    [EXACT + 1, -1e300, float("nan"), float("inf"), 5e-324, Decimal(1), (), [()], {"a": [Decimal(1)]}, [[[[1]]]], b"x"],
)
def test_values_that_the_engine_may_mistake(value: Any) -> None:
    """Large and tiny numbers, Decimals, tuples and what lies deep are not plain."""
    assert not is_plain(value, 3)


def test_shallow_values() -> None:
    """Containers count, scalars do not, whatever their class."""
    assert is_shallow([[1]], 2)
    assert is_shallow(1, 0)
    assert not is_shallow([[1]], 1)
    assert not is_shallow({"a": ({},)}, 2)
    assert is_shallow({"a": ({},)}, 3)


# what is evaluated


def covered(schema: Any, kind: type = dict) -> Coverage:
    """What the root evaluates."""
    return coverage(program(schema).root, kind)


def names(*found: str) -> Evaluated:
    """Just those names."""
    return Evaluated(names=frozenset(found))


def test_what_stands_fast_needs_no_test() -> None:
    """Properties, allOf, references and a single branch evaluate whatever the value is."""
    schema = {
        "properties": {"a": {}},
        "patternProperties": {"^b": {}},
        "allOf": [{"properties": {"c": {}}}],
        "anyOf": [{"$ref": "#/$defs/d"}],
        "$defs": {"d": {"properties": {"d": {}}}},
        "unevaluatedProperties": False,
    }
    assert covered(schema) == Evaluated(names=frozenset("acd"), patterns=frozenset({"^b"}))


def test_branches_that_add_nothing_are_not_tested() -> None:
    """Only what a branch alone evaluates makes a difference."""
    schema = {
        "properties": {"a": {}},
        "anyOf": [{"properties": {"a": {"type": "null"}}}, {"required": ["a"]}],
        "unevaluatedProperties": False,
    }
    assert covered(schema) == names("a")
    assert covered(schema | {"allOf": [{"additionalProperties": True}]}) == Evaluated(every=True)


def test_conditions_split() -> None:
    """`if` evaluates with `then`; a dependent schema, where its name is there."""
    split = covered(
        {"if": {"properties": {"a": {}}}, "then": {"properties": {"b": {}}}, "unevaluatedProperties": False}
    )
    assert isinstance(split, Split)
    assert isinstance(split.test, Node)
    assert (split.yes, split.no) == (names("a", "b"), NOTHING)
    dependent = covered({"dependentSchemas": {"a": {"properties": {"a": {}}}}, "unevaluatedProperties": False})
    assert dependent == Split("a", names("a"), NOTHING)


def test_of_one_of_only_one_branch_evaluates() -> None:
    """So its cases are a chain, where those of anyOf multiply."""
    branches: list[Any] = [{"properties": {name: {}}} for name in "abcdef"]
    chain = covered({"oneOf": branches, "unevaluatedProperties": False})
    assert isinstance(chain, Split)
    assert (chain.yes, isinstance(chain.no, Split)) == (names("a"), True)
    with pytest.raises(TooManyBranches):
        covered({"anyOf": branches, "unevaluatedProperties": False})


def test_items_are_evaluated_from_the_first_on_and_where_contained() -> None:
    """From 2020-12 on, an item that `contains` finds is evaluated."""
    found = covered({"prefixItems": [{}, {}], "contains": {"type": "null"}, "unevaluatedItems": False}, list)
    assert isinstance(found, Evaluated)
    assert (found.first, len(found.contained)) == (2, 1)
    assert written({"contains": {"type": "null"}, "unevaluatedItems": {"type": "string"}})["items"] == {
        "type": ["null", "string"]
    }


# the graph and the work


def test_the_graph_names_what_is_led_back_to() -> None:
    """A node that leads back to itself is a function."""
    tree = graph(program({"properties": {"a": {"$ref": "#"}, "b": {"type": "null"}}}).root)
    assert tree.heads == {tree.root}
    assert tree.order[-1] is tree.root


def test_nodes_under_a_negation_are_known() -> None:
    """Below `not`, `oneOf` and `if` the engine's mistakes would turn round."""
    schema = {"not": {"properties": {"a": {"type": "integer"}}}, "properties": {"b": {"type": "null"}}}
    negated = {node.location for node in graph(program(schema).root).negated()}
    assert negated == {"#/not", "#/not/properties/a"}


def test_work_is_bounded_or_refused() -> None:
    """A tree is judged once a level; two ways to the same member double at each."""
    refuse_unbounded(graph(program({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}).root))
    with pytest.raises(Unbounded):
        refuse_unbounded(
            graph(program({"properties": {"a": {"$ref": "#"}}, "patternProperties": {"a": {"$ref": "#"}}}).root)
        )


# the document


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (True, {}),
        (False, {"not": {}}),
        ({"not": {}}, {"not": {}}),
        ({"not": False}, {}),
        ({"anyOf": [{}, {"type": "null"}]}, {}),
        ({"oneOf": [False, {"type": "null"}]}, {"type": "null"}),
        ({"contains": True}, {"minItems": 1}),
        ({"contains": True, "minContains": 2, "maxContains": 3}, {"minItems": 2, "maxItems": 3}),
        ({"contains": {"type": "null"}, "minContains": 0}, {}),
        ({"contains": False}, {"not": {"type": "array"}}),
        ({"propertyNames": False}, {"maxProperties": 0}),
        ({"minLength": 0, "required": [], "title": "x", "properties": {"a": {}}}, {}),
        ({"type": ["integer", "number"]}, {"type": "number"}),
        ({"const": 1.0}, {"enum": [1]}),
        ({"if": {}, "then": {"type": "null"}}, {"type": "null"}),
        ({"if": {"type": "null"}}, {}),
        ({"prefixItems": [{"type": "null"}], "items": False}, {"items": [{"type": "null"}], "additionalItems": False}),
        ({"dependentRequired": {"a": ["b"]}}, {"dependencies": {"a": ["b"]}}),
        (
            {"$schema": DRAFT_04, "type": "integer", "minimum": 1, "exclusiveMinimum": True},
            {"$schema": DRAFT_04, "type": "integer", "minimum": 1, "exclusiveMinimum": True},
        ),
        ({"$schema": DRAFT_04, "minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ],
)
def test_a_schema_in_the_engines_form(schema: Any, expected: Any) -> None:
    """What a keyword asks is written in the fewest words that the engine reads rightly."""
    assert written(schema) == expected


def test_what_is_used_often_is_written_once() -> None:
    """A large schema that several places use is a definition; a small one is written in each place."""
    large = {"properties": {name: {"type": "string"} for name in "abcdef"}}
    schema = {
        "$defs": {"large": large, "small": {"type": "null"}},
        "properties": {
            **{name: {"$ref": "#/$defs/large"} for name in "xy"},
            **{name: {"$ref": "#/$defs/small"} for name in "zw"},
        },
    }
    found = written(schema)
    assert found["properties"]["x"] == found["properties"]["y"] == {"$ref": "#/definitions/d0"}
    assert found["properties"]["z"] == {"type": "null"}
    assert found["definitions"] == {"d0": large}


def test_code_of_an_unknown_form_is_refused() -> None:
    """A release of the engine that writes other code is not guessed at."""
    with pytest.raises(SyntaxError, match="known form"):
        _answering("def check(data):\n    return data", keep=False)


def test_the_levels_are_unlimited_where_the_limits_are_lifted() -> None:
    """Without a limit on depth, a value as deep as the stack allows is judged."""
    validator = schemaval.compile(
        {"properties": {"a": {"$ref": "#"}, "b": {"multipleOf": 2}}},
        backend="fastjsonschema",
        limits=schemaval.Limits.none(),
    )
    value: Any = {"b": 3}
    for _ in range(sys.getrecursionlimit() // 4):
        value = {"a": value}
    assert not validator.is_valid(value)
