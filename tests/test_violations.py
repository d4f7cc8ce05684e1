"""What a violation says: a table of every fault, in every dialect that knows the keyword, with literal answers."""

import copy
import json
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest

import schemaval
from schemaval.dialects import BY_DRAFT, DIALECTS, Dialect
from schemaval.keywords import Draft
from schemaval.violation import Violation

_D3, _D4, _D6, _D7, _D2019, _D2020 = Draft


@dataclass(frozen=True)
class Told:
    """What one violation must say; the evaluation path is that of the location where it is not told."""

    pointer: str
    keyword: str
    location: str
    params: dict[str, Any] = field(default_factory=dict)
    causes: tuple["Told", ...] = ()
    path: str | None = None

    @classmethod
    def of(cls, violation: Violation) -> "Told":
        """What a violation does say."""
        causes = tuple(cls.of(cause) for cause in violation.causes)
        plain = json.loads(json.dumps(violation.to_dict().get("params", {})))
        path = violation.evaluation_path
        told = cls(violation.pointer, violation.keyword, violation.schema_location, plain, causes)
        return told if path == violation.schema_location[1:] else cls(*told.parts, path)

    @property
    def parts(self) -> tuple[str, str, str, dict[str, Any], tuple["Told", ...]]:
        """All but the path."""
        return self.pointer, self.keyword, self.location, self.params, self.causes


@dataclass(frozen=True)
class Row:
    """A schema, an instance that breaks it, and what is told, in the drafts from `since` to `until`."""

    name: str
    schema: Any
    instance: Any
    told: tuple[Told, ...]
    since: Draft = _D3
    until: Draft = _D2020


def _flat(keyword: str, value: Any, instance: Any, params: dict[str, Any], *drafts: Draft) -> Row:
    """A keyword that looks at one value, inside a property and an item."""
    schema = {"properties": {"p": {"items": {keyword: value}}}}
    told = Told("/p/0", keyword, f"#/properties/p/items/{keyword}", params)
    return Row(keyword, schema, {"p": [instance]}, (told,), *drafts)


LONG = list(range(40))

ASSERTIONS = (
    _flat("type", "integer", "x", {"expected": ["integer"]}),
    _flat("type", ["integer", "null"], 1.5, {"expected": ["integer", "null"]}),
    _flat("enum", ["a", 1], "b", {"allowed": ["a", 1]}),
    _flat("enum", LONG, -1, {"allowed": LONG[:32], "more": 8}),
    _flat("const", {"a": [1]}, "b", {"expected": {"a": [1]}}, _D6),
    _flat("pattern", "^a+$", "b", {"pattern": "^a+$"}),
    _flat("minLength", 2, "b", {"limit": 2}),
    _flat("maxLength", 2, "bcd", {"limit": 2}),
    _flat("minItems", 2, [1], {"limit": 2}),
    _flat("maxItems", 2, [1, 2, 3], {"limit": 2}),
    _flat("minProperties", 2, {"a": 1}, {"limit": 2}, _D4),
    _flat("maxProperties", 0, {"a": 1}, {"limit": 0}, _D4),
    _flat("uniqueItems", True, [1, 1.0], {}),
    _flat("minimum", 2, 1, {"limit": 2}),
    _flat("maximum", 2.5, 3, {"limit": 2.5}),
    _flat("exclusiveMinimum", 2, 2, {"limit": 2}, _D6),
    _flat("exclusiveMaximum", 2, 2, {"limit": 2}, _D6),
    _flat("multipleOf", 0.1, 0.25, {"divisor": 0.1}, _D4),
    _flat("divisibleBy", 2, 3, {"divisor": 2}, _D3, _D3),
    _flat("disallow", "string", "x", {}, _D3, _D3),
    _flat("contentEncoding", "base64", "%", {"encoding": "base64"}, _D7, _D7),
    _flat("contentMediaType", "application/json", "{", {"media_type": "application/json"}, _D7, _D7),
    Row(
        "an exclusive bound of old",
        {"minimum": 2, "exclusiveMinimum": True},
        2,
        (Told("", "minimum", "#/minimum", {"limit": 2}),),
        _D3,
        _D4,
    ),
    Row(
        "a union with a schema",
        {"type": ["string", {"minimum": 3}]},
        1,
        (Told("", "type", "#/type", {"expected": ["string", "schema"]}),),
        _D3,
        _D3,
    ),
)

MEMBERS = (
    Row(
        "required",
        {"properties": {"a": {}, "bb": {}}, "required": ["a", "bb", "c"]},
        {"a": 1},
        (
            Told("", "required", "#/required", {"missing": "bb", "known": ["a", "bb"]}),
            Told("", "required", "#/required", {"missing": "c", "known": ["a", "bb"]}),
        ),
        _D4,
    ),
    Row(
        "required of old",
        {"properties": {"a b": {"required": True}}},
        {},
        (Told("", "required", "#/properties/a%20b/required", {"missing": "a b"}, path="/properties/a b/required"),),
        _D3,
        _D3,
    ),
    Row(
        "dependentRequired",
        {"dependentRequired": {"a": ["b", "c"]}},
        {"a": 1},
        (
            Told("", "dependentRequired", "#/dependentRequired", {"missing": "b", "because": "a"}),
            Told("", "dependentRequired", "#/dependentRequired", {"missing": "c", "because": "a"}),
        ),
        _D2019,
    ),
    Row(
        "dependencies by names",
        {"dependencies": {"a": ["b", "c"]}},
        {"a": 1},
        (
            Told("", "dependencies", "#/dependencies", {"missing": "b", "because": "a"}),
            Told("", "dependencies", "#/dependencies", {"missing": "c", "because": "a"}),
        ),
    ),
    Row(
        "additionalProperties",
        {"properties": {"a": {}}, "additionalProperties": False},
        {"x/y~": 1, "a": 1, "z": 1},
        (
            Told("/x~1y~0", "additionalProperties", "#/additionalProperties", {"unexpected": "x/y~", "known": ["a"]}),
            Told("/z", "additionalProperties", "#/additionalProperties", {"unexpected": "z", "known": ["a"]}),
        ),
    ),
    Row(
        "a false property",
        {"properties": {"a": False, "b": {}}},
        {"a": 1},
        (Told("/a", "properties", "#/properties/a", {"unexpected": "a", "known": ["b"]}),),
        _D6,
    ),
    Row(
        "a false pattern",
        {"patternProperties": {"^x y": False}},
        {"x y": 1},
        (
            Told(
                "/x y",
                "patternProperties",
                "#/patternProperties/%5Ex%20y",
                {"unexpected": "x y", "known": []},
                path="/patternProperties/^x y",
            ),
        ),
        _D6,
    ),
    Row(
        "a false property through a reference",
        {"properties": {"a": {"$ref": "#/definitions/never"}}, "definitions": {"never": False}},
        {"a": 1},
        (
            Told(
                "/a",
                "properties",
                "#/definitions/never",
                {"unexpected": "a", "known": []},
                path="/properties/a/$ref",
            ),
        ),
        _D6,
    ),
    Row(
        "unevaluatedProperties",
        {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
        {"a": 1, "b": 1, "c": 1},
        (
            Told("/b", "unevaluatedProperties", "#/unevaluatedProperties", {"unexpected": "b", "known": []}),
            Told("/c", "unevaluatedProperties", "#/unevaluatedProperties", {"unexpected": "c", "known": []}),
        ),
        _D2019,
    ),
    Row(
        "unevaluatedProperties with a schema",
        {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": {"type": "null"}},
        {"a": 1, "b": 1},
        (Told("/b", "type", "#/unevaluatedProperties/type", {"expected": ["null"]}),),
        _D2019,
    ),
    Row(
        "propertyNames",
        {"propertyNames": {"maxLength": 1}},
        {"a": 1, "bb": 1},
        (
            Told(
                "/bb",
                "propertyNames",
                "#/propertyNames",
                {"property": "bb"},
                (Told("/bb", "maxLength", "#/propertyNames/maxLength", {"limit": 1}),),
            ),
        ),
        _D6,
    ),
    Row(
        "propertyNames false",
        {"propertyNames": False},
        {"a": 1},
        (
            Told(
                "/a",
                "propertyNames",
                "#/propertyNames",
                {"property": "a"},
                (Told("/a", "propertyNames", "#/propertyNames"),),
            ),
        ),
        _D6,
    ),
)

ITEMS = (
    Row(
        "additionalItems",
        {"items": [{}], "additionalItems": False},
        [1, 2, 3],
        (
            Told("/1", "additionalItems", "#/additionalItems", {"limit": 1}),
            Told("/2", "additionalItems", "#/additionalItems", {"limit": 1}),
        ),
        _D3,
        _D2019,
    ),
    Row(
        "items false after a prefix",
        {"prefixItems": [{}], "items": False},
        [1, 2, 3],
        (Told("/1", "items", "#/items", {"limit": 1}), Told("/2", "items", "#/items", {"limit": 1})),
        _D2020,
    ),
    Row("items false", {"items": False}, [1], (Told("/0", "items", "#/items", {"limit": 0}),), _D6),
    Row(
        "a false place",
        {"prefixItems": [{}, False]},
        [1, 2],
        (Told("/1", "prefixItems", "#/prefixItems/1", {"limit": 1}),),
        _D2020,
    ),
    Row(
        "a false place of old",
        {"items": [{}, False]},
        [1, 2],
        (Told("/1", "items", "#/items/1", {"limit": 1}),),
        _D6,
        _D2019,
    ),
    Row(
        "unevaluatedItems",
        {"allOf": [{"contains": {"const": 1}}, {"minItems": 1}], "unevaluatedItems": False},
        [1, 2, 1, 3],
        (Told("/1", "unevaluatedItems", "#/unevaluatedItems"), Told("/3", "unevaluatedItems", "#/unevaluatedItems")),
        _D2020,
    ),
    Row(
        "unevaluatedItems through a reference",
        {
            "allOf": [{"minItems": 1}],
            "unevaluatedItems": {"$ref": "#/definitions/never"},
            "definitions": {"never": False},
        },
        [1],
        (Told("/0", "unevaluatedItems", "#/definitions/never", path="/unevaluatedItems/$ref"),),
        _D2019,
    ),
    Row(
        "contains",
        {"contains": {"type": "null"}},
        [1],
        (
            Told(
                "",
                "contains",
                "#/contains",
                {"limit": 1},
                (Told("/0", "type", "#/contains/type", {"expected": ["null"]}),),
            ),
        ),
        _D6,
    ),
    Row("contains in nothing", {"contains": {}}, [], (Told("", "contains", "#/contains", {"limit": 1}),), _D6),
    Row(
        "minContains",
        {"contains": {"const": 1}, "minContains": 2},
        [1],
        (Told("", "minContains", "#/minContains", {"limit": 2}),),
        _D2019,
    ),
    Row(
        "maxContains",
        {"contains": {"const": 1}, "maxContains": 1},
        [1, 1],
        (Told("", "maxContains", "#/maxContains", {"limit": 1}),),
        _D2019,
    ),
)

COMBINATIONS = (
    Row("false", False, 1, (Told("", "", "#"),), _D6),
    Row("false in allOf", {"allOf": [True, False]}, 1, (Told("", "allOf", "#/allOf/1"),), _D6),
    Row("false in then", {"if": True, "then": False}, 1, (Told("", "then", "#/then"),), _D7),
    Row("false in else", {"if": False, "else": False}, 1, (Told("", "else", "#/else"),), _D7),
    Row(
        "false by a dependency",
        {"dependencies": {"a": False}},
        {"a": 1},
        (Told("", "dependencies", "#/dependencies/a"),),
        _D6,
    ),
    Row(
        "false by reference",
        {"allOf": [{"$ref": "#/definitions/n"}], "definitions": {"n": False}},
        1,
        (Told("", "$ref", "#/definitions/n", path="/allOf/0/$ref"),),
        _D6,
    ),
    Row("not", {"not": {"type": "integer"}}, 1, (Told("", "not", "#/not"),), _D4),
    Row("not true", {"not": True}, 1, (Told("", "not", "#/not"),), _D6),
    Row(
        "allOf tells what is inside",
        {"allOf": [{"minimum": 2}, {"maximum": 0}]},
        1,
        (
            Told("", "minimum", "#/allOf/0/minimum", {"limit": 2}),
            Told("", "maximum", "#/allOf/1/maximum", {"limit": 0}),
        ),
        _D4,
    ),
    Row(
        "extends tells what is inside",
        {"extends": [{"minimum": 2}, {"maximum": 0}]},
        1,
        (
            Told("", "minimum", "#/extends/0/minimum", {"limit": 2}),
            Told("", "maximum", "#/extends/1/maximum", {"limit": 0}),
        ),
        _D3,
        _D3,
    ),
    Row(
        "then tells what is inside",
        {"if": {"type": "integer"}, "then": {"minimum": 2}},
        1,
        (Told("", "minimum", "#/then/minimum", {"limit": 2}),),
        _D7,
    ),
    Row(
        "dependentSchemas tell what is inside",
        {"dependentSchemas": {"a": {"required": ["b"]}}},
        {"a": 1},
        (Told("", "required", "#/dependentSchemas/a/required", {"missing": "b", "known": []}),),
        _D2019,
    ),
    Row(
        "a reference with an escaped name",
        {"properties": {"b": {"$ref": "#/definitions/p%25~1%C3%A9"}}, "definitions": {"p%/é": {"minimum": 2}}},
        {"b": 1},
        (
            Told(
                "/b",
                "minimum",
                "#/definitions/p%25~1%C3%A9/minimum",
                {"limit": 2},
                path="/properties/b/$ref/minimum",
            ),
        ),
    ),
    Row(
        "a choice without a match",
        {"anyOf": [{"type": "null"}, {"minimum": 2}]},
        1,
        (
            Told(
                "",
                "anyOf",
                "#/anyOf",
                {"branches": 2},
                (
                    Told("", "minimum", "#/anyOf/1/minimum", {"limit": 2}),
                    Told("", "type", "#/anyOf/0/type", {"expected": ["null"]}),
                ),
            ),
        ),
        _D4,
    ),
    Row(
        "a choice with several matches",
        {"oneOf": [{}, {"type": "null"}, {"minimum": 0}]},
        1,
        (Told("", "oneOf", "#/oneOf", {"branches": 3, "matched": [0, 2]}),),
        _D4,
    ),
    Row(
        "a choice of nothing",
        {"oneOf": [False, False]},
        1,
        (
            Told(
                "",
                "oneOf",
                "#/oneOf",
                {"branches": 2},
                (Told("", "oneOf", "#/oneOf/0"), Told("", "oneOf", "#/oneOf/1")),
            ),
        ),
        _D6,
    ),
    Row(
        "a single branch stands alone",
        {"oneOf": [{"properties": {"a": {"minimum": 2}}}]},
        {"a": 1},
        (Told("/a", "minimum", "#/oneOf/0/properties/a/minimum", {"limit": 2}),),
        _D4,
    ),
    Row(
        "two items at fault by their own",
        {"items": {"minimum": 2}},
        [1, 3, 0],
        (
            Told("/0", "minimum", "#/items/minimum", {"limit": 2}),
            Told("/2", "minimum", "#/items/minimum", {"limit": 2}),
        ),
    ),
    Row(
        "said once, though asked twice",
        {"allOf": [{"$ref": "#/definitions/p"}, {"$ref": "#/definitions/p"}], "definitions": {"p": {"minimum": 2}}},
        1,
        (Told("", "minimum", "#/definitions/p/minimum", {"limit": 2}, path="/allOf/0/$ref/minimum"),),
        _D4,
    ),
)

CASES = [
    pytest.param(row, dialect, id=f"{dialect.name}: {row.name}")
    for row in (*ASSERTIONS, *MEMBERS, *ITEMS, *COMBINATIONS)
    for dialect in DIALECTS
    if row.since <= dialect.draft <= row.until
]


def compiled(schema: Any, dialect: Dialect = BY_DRAFT[_D2020], **options: Any) -> schemaval.Validator:
    """The reference evaluator's validator."""
    return schemaval.compile(schema, backend="reference", dialect=dialect.name, **options)


@pytest.mark.parametrize(("row", "dialect"), CASES)
def test_a_fault_is_told_where_a_person_would_point(row: Row, dialect: Dialect) -> None:
    """Pointer, keyword, location, way, parameters, causes and number are those of the table."""
    found = compiled(row.schema, dialect).violations(row.instance)
    assert tuple(map(Told.of, found)) == row.told


def test_every_keyword_of_the_table_of_words_has_a_row() -> None:
    """The keywords that can be broken by themselves all stand in this file's table; format depends on an option."""
    from schemaval.messages import _TABLE

    def keywords(told: tuple[Told, ...]) -> set[str]:
        return {each.keyword for each in told}.union(*(keywords(each.causes) for each in told))

    told = set().union(*(keywords(row.told) for row in (*ASSERTIONS, *MEMBERS, *ITEMS, *COMBINATIONS)))
    assert _TABLE.keys() - told == {"format"}


def test_a_format_is_told_where_it_is_asserted() -> None:
    """With `assert_formats` a broken format is a fault with the format's name."""
    found = compiled({"format": "date"}, assert_formats=True).violations("x")
    assert [Told.of(each) for each in found] == [Told("", "format", "#/format", {"format": "date"})]


def test_a_base_uri_makes_locations_absolute() -> None:
    """Below an `$id` the location is an absolute URI, through references and in embedded resources."""
    schema = {
        "$id": "https://example.com/root",
        "properties": {"a": {"$ref": "other"}, "b": {"minimum": 2}},
        "$defs": {"o": {"$id": "other", "properties": {"x y": {"minimum": 2}}}},
    }
    found = compiled(schema).violations({"a": {"x y": 1}, "b": 1})
    assert [(each.schema_location, each.evaluation_path) for each in found] == [
        ("https://example.com/other#/properties/x%20y/minimum", "/properties/a/$ref/properties/x y/minimum"),
        ("https://example.com/root#/properties/b/minimum", "/properties/b/minimum"),
    ]


def test_a_dynamic_reference_is_a_step_of_the_way() -> None:
    """The evaluation path names `$dynamicRef`; the location is where it led."""
    schema = {
        "$dynamicAnchor": "n",
        "properties": {"a": {"$dynamicRef": "#n"}},
        "required": ["v"],
    }
    (found,) = compiled(schema).violations({"v": 1, "a": {}})
    assert (found.pointer, found.schema_location) == ("/a", "#/required")
    assert found.evaluation_path == "/properties/a/$dynamicRef/required"


# choices

TAGGED = {
    "cat": {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}, "required": ["kind", "lives"]},
    "dog": {"properties": {"kind": {"enum": ["dog", "hound"]}, "name": {"type": "string"}}, "required": ["kind"]},
}


@pytest.mark.parametrize(
    "branches",
    [
        [TAGGED["cat"], TAGGED["dog"]],
        [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}],
        [{"allOf": [{"$ref": "#/$defs/cat"}, {"minProperties": 1}]}, {"allOf": [TAGGED["dog"]]}],
        [{"type": "null"}, TAGGED["cat"], TAGGED["dog"]],
    ],
)
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_tag_leaves_only_its_branch(branches: list[Any], keyword: str) -> None:
    """Where a property's const or enum tells the branches apart, only that branch's faults are causes."""
    validator = compiled({keyword: branches, "$defs": TAGGED})
    (found,) = validator.violations({"kind": "cat", "name": 5})
    assert [(cause.pointer, cause.keyword, cause.params["missing"]) for cause in found.causes] == [
        ("", "required", "lives")
    ]
    (found,) = validator.violations({"kind": "hound", "name": 5})
    assert [(cause.pointer, cause.keyword) for cause in found.causes] == [("/name", "type")]


def test_a_tag_that_names_no_branch_tells_all_of_them() -> None:
    """An unknown tag is itself the fault, once a branch."""
    validator = compiled({"oneOf": [TAGGED["cat"], TAGGED["dog"]]})
    (found,) = validator.violations({"kind": "cow", "lives": 9})
    assert [(cause.pointer, cause.keyword) for cause in found.causes] == [("/kind", "const"), ("/kind", "enum")]


@pytest.mark.parametrize(
    ("branches", "instance", "order"),
    [
        ([{"type": "string"}, {"minimum": 5, "multipleOf": 2}], 1, [1, 1, 0]),
        ([{"minimum": 5, "multipleOf": 2}, {"minimum": 5}], 1, [1, 0, 0]),
        (
            [{"required": ["a"]}, {"properties": {"b": {"properties": {"c": {"type": "null"}}}}}],
            {"b": {"c": 1}},
            [1, 0],
        ),
        ([{"minimum": 5}, {"minimum": 6}], 1, [0, 1]),
        ([{"properties": {"b": {"type": "null"}}}, {"type": "null"}], {"b": 1}, [0, 1]),
    ],
)
def test_the_closest_branch_comes_first(branches: list[Any], instance: Any, order: list[int]) -> None:
    """Closest is: its type fits, then fewest faults, then the deepest, then the order of the schema."""
    (found,) = compiled({"anyOf": branches}).violations(instance)
    assert [int(cause.evaluation_path.split("/")[2]) for cause in found.causes] == order


@pytest.mark.parametrize("most", [1, 2, 16, 64, None])
def test_the_closest_of_many_branches_comes_first_whatever_may_be_found(most: int | None) -> None:
    """Branches with many faults do not use up what the closest, the last one, needs."""
    far = [{"required": [f"{branch}-{index}" for index in range(10)]} for branch in range(10)]
    validator = compiled({"oneOf": [*far, {"required": ["z"]}]}, limits=schemaval.Limits(max_violations=most))
    (found,) = validator.violations({})
    assert found.causes[0].params["missing"] == "z"
    assert len(found.causes) == 16


def test_nested_choices_are_bounded() -> None:
    """Choices in choices tell at most 16 causes each, and at most 64 in all, however often they branch."""

    def nested(depth: int) -> dict[str, Any]:
        if not depth:
            return {"required": [f"r{index}" for index in range(9)]}
        return {"anyOf": [{"minProperties": branch + 1, **nested(depth - 1)} for branch in range(3)]}

    def count(found: Violation) -> int:
        assert len(found.causes) <= 16
        return 1 + sum(map(count, found.causes))

    (found,) = compiled(nested(6)).violations({})
    assert 16 < count(found) <= 1 + 64


# how many, and in what order


@pytest.mark.parametrize("most", [1, 2, 3, 5, 63, 64, 65, None])
def test_no_more_than_the_limit_are_found_and_truncated_is_exact(most: int | None) -> None:
    """`truncated` is True exactly where one more stands behind the last that was found."""
    limits = schemaval.Limits(max_violations=most)
    validator = compiled({"items": {"type": "null"}}, limits=limits)
    for total in (1, 2, 3, 4, 5, 6, 63, 64, 65, 66):
        evaluation = validator.evaluate(list(range(total)))
        assert len(evaluation.violations) == (total if most is None else min(total, most))
        assert evaluation.truncated == (most is not None and total > most)


def test_what_is_said_twice_takes_no_room() -> None:
    """Seventy references to one broken schema leave room for what is broken beside them, and are no truncation."""
    twice = {"allOf": [{"$ref": "#/$defs/a"}] * 70, "$defs": {"a": {"type": "null"}}}
    validator = compiled({**twice, "minLength": 2}, limits=schemaval.Limits(max_violations=2))
    evaluation = validator.evaluate("x")
    assert {each.keyword for each in evaluation.violations} == {"type", "minLength"}
    assert not evaluation.truncated
    evaluation = compiled(twice, limits=schemaval.Limits(max_violations=1)).evaluate("x")
    assert [each.keyword for each in evaluation.violations] == ["type"]
    assert not evaluation.truncated


def test_causes_count_too() -> None:
    """Four violations of sixteen causes use up sixty-four."""
    choice = {"anyOf": [{"required": [f"{branch}{index}" for index in range(8)]} for branch in range(2)]}
    evaluation = compiled({"items": choice}).evaluate([{}] * 10)
    assert [len(each.causes) for each in evaluation.violations] == [16] * 4
    assert evaluation.truncated


def test_violations_stand_in_the_order_of_the_instance() -> None:
    """Whatever the order of the schema: as the instance's members stand, a value before its members."""
    schema = {
        "properties": {name: {"type": "null"} for name in "abc"},
        "required": ["z"],
        "additionalProperties": False,
    }
    found = compiled(schema).violations({"c": 1, "x": 1, "a": 1})
    assert [each.pointer for each in found] == ["", "/c", "/x", "/a"]


# as a value


def _violation() -> Violation:
    (found,) = compiled({"anyOf": [{"const": {"a": [1]}}, {"type": "string"}]}).violations(1)
    return found


def test_a_violation_is_frozen() -> None:
    """Nothing can be set or deleted, parameters included; `replaced` makes another one."""
    found = _violation()
    for name in ("pointer", "message", "other"):
        with pytest.raises(AttributeError):
            setattr(found, name, "x")
    with pytest.raises(AttributeError):
        del found.pointer
    other = found.replaced(pointer="/x")
    assert (other.pointer, other.keyword, found.pointer) == ("/x", "anyOf", "")
    assert other != found


def test_a_violation_travels() -> None:
    """Pickle, copy and deep copy give an equal one, with its words, its causes and its hash."""
    found = _violation()
    for other in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):  # noqa: S301 - our own
        assert other == found
        assert hash(other) == hash(found)
        assert other.message == found.message
        assert type(other) is Violation


def test_what_a_reader_does_to_a_violation_changes_no_verdict() -> None:
    """The parameters are the reader's: validator, schema and later words do not see what becomes of them."""
    schema = {"enum": [{"a": [1]}, "b"], "required": ["x"], "properties": {"p": {"const": [1]}}}
    validator = compiled(schema)
    before = [each.to_dict() for each in copy.deepcopy(validator.violations({"p": 1}))]
    for each in validator.violations({"p": 1}):
        for name, value in each.to_dict().get("params", {}).items():
            if isinstance(value, list):
                value.append("mischief")
            assert name
        for value in each.params.values():
            if isinstance(value, list):
                value.append({"p": 1})
    assert validator.schema == schema
    assert [each.to_dict() for each in validator.violations({"p": 1})] == before


def test_to_dict_is_json() -> None:
    """The wire form holds the six texts, parameters and causes where there are any, and is JSON."""
    wire = _violation().to_dict()
    assert json.loads(json.dumps(wire)) == wire
    assert list(wire) == [
        "pointer",
        "keyword",
        "message",
        "schema_location",
        "evaluation_path",
        "params",
        "causes",
    ]
    assert "params" not in compiled(False).violations(1)[0].to_dict()


CANARY = "kanarienvogel-7f3a"


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"type": "integer"}, CANARY),
        ({"enum": [CANARY[:-1], "b"]}, CANARY),
        ({"const": CANARY[:-1]}, CANARY),
        ({"pattern": "^x"}, CANARY),
        ({"format": "date"}, CANARY),
        ({"maxLength": 3}, CANARY),
        ({"required": ["a"]}, {"b": CANARY}),
        ({"additionalProperties": False}, {"b": CANARY}),
        ({"uniqueItems": True}, [CANARY, CANARY]),
        ({"contains": {"type": "null"}}, [CANARY]),
        ({"anyOf": [{"type": "null"}, {"const": 1}]}, CANARY),
        ({"oneOf": [True, True]}, CANARY),
        ({"not": True}, CANARY),
        ({"properties": {"a": {"minimum": 5}}}, {"a": 1, "b": CANARY}),
        ({"prefixItems": [False]}, [CANARY]),
    ],
)
def test_an_instances_value_is_never_repeated(schema: Any, instance: Any) -> None:
    """Neither in words, parameters, reprs, dictionaries or pickles, nor in the error's text and arguments."""
    validator = compiled(schema, assert_formats=True)
    found = validator.violations(instance)
    with pytest.raises(schemaval.InvalidInstance) as caught:
        validator.validate(instance)
    said = [repr(found), str(caught.value), repr(caught.value), repr(caught.value.args)]
    said += [json.dumps([each.to_dict() for each in found]), repr(validator.evaluate(instance))]
    said += [schemaval.render(found), pickle.dumps(found).decode("latin-1"), str(caught.value.__cause__)]
    assert found
    assert not [text for text in said if CANARY in text]


def test_params_are_cut_short() -> None:
    """However long a constant or a name is, what is said of it is bounded; the pointer leads to it in full."""
    validator = schemaval.compile({"const": {"a": "x" * 50_000, "b": list(range(20_000))}})
    params = validator.violations(1)[0].params
    assert len(repr(params)) < 10_000
    assert params
    closed = schemaval.compile({"properties": {"a": True}, "additionalProperties": False})
    found = closed.violations({"y" * 100_000: 1})[0]
    assert len(found.params["unexpected"]) == 1_000
    assert found.pointer == "/" + "y" * 100_000
