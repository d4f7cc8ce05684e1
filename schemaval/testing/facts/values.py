"""Values: types, equality, numbers, lengths, and schemas of a constant verdict."""

from schemaval.keywords import Draft
from schemaval.testing.facts.fact import Fact

VALUES: tuple[Fact, ...] = (
    Fact("a number is not a boolean in enum", {"enum": [1, "x"]}, (1, 1.0, "x"), (True, False, "1", 0)),
    Fact("a boolean is not a number in enum", {"enum": [False, [True]]}, (False, [True]), (0, [1], 0.0, True)),
    Fact(
        "const compares by JSON equality",
        {"const": {"a": [1.0, None]}},
        ({"a": [1, None]},),
        ({"a": [True, None]},),
        Draft.D6,
    ),
    Fact("const null, false and empties are four values", {"const": []}, ([],), ({}, None, False, "", 0), Draft.D6),
    Fact("a boolean is no integer", {"type": "integer"}, (1, 0, -1), (True, False, "1", 1.5, None)),
    Fact("1.0 is an integer", {"type": "integer"}, (1.0, -0.0, 1e20), (1.5,), Draft.D6),
    Fact("1.0 is no integer in the first drafts", {"type": "integer"}, (1,), (1.0, 1.5), Draft.D3, Draft.D4),
    Fact("a boolean is no number for a bound", {"minimum": 2}, (True, False, 2, "1"), (1, 1.5, -3)),
    Fact("empty and full containers", {"type": "object"}, ({}, {"a": 1}), ([], None, "", False)),
    Fact("an empty array is no object", {"type": "array"}, ([], [1]), ({}, "", None)),
    Fact(
        "uniqueItems tells 1 from true and takes 1.0 for 1", {"uniqueItems": True}, ([1, True, 0, False],), ([1, 1.0],)
    ),
    Fact(
        "uniqueItems looks inside",
        {"uniqueItems": True},
        ([[1], [True]], [{"a": 1}]),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}],),
    ),
    Fact("big integers are exact", {"maximum": 2**53}, (2**53, -(10**30)), (2**53 + 1, 10**30)),
    Fact("an enum of big integers", {"enum": [2**53 + 1, 10**25]}, (2**53 + 1, 10**25), (2**53, 10**25 + 1, 1e20)),
    Fact("multipleOf is decimal", {"multipleOf": 0.01}, (0.07, 4.35, 1, 0, "x"), (0.075, 0.001), Draft.D4),
    Fact("multipleOf of large numbers", {"multipleOf": 3}, (10**30 + 2, 9e15), (10**30, 1.5), Draft.D4),
    Fact("divisibleBy", {"divisibleBy": 2}, (4, 4.0, "x"), (3, 0.5), Draft.D3, Draft.D3),
    Fact(
        "exclusive bounds as booleans",
        {"minimum": 1, "exclusiveMinimum": True},
        (2, 1.1),
        (1, 1.0, 0),
        Draft.D3,
        Draft.D4,
    ),
    Fact("exclusive bounds as numbers", {"exclusiveMaximum": 3, "minimum": 3}, ("x",), (3, 2, 4), Draft.D6),
    Fact(
        "lengths count code points",
        {"maxLength": 2, "minLength": 2},
        ("\U0001f600a", "éé"),
        ("a", "\U0001f600" * 3, ""),
    ),
    Fact("counts of zero", {"maxItems": 0, "maxLength": 0}, ([], "", {}), ([1], "a")),
    Fact("counts written with a fraction", {"maxItems": 1.0, "minLength": 2.0}, ([1], "ab"), ([1, 1], "a"), Draft.D6),
    Fact("an empty enum takes nothing", {"enum": []}, (), (1, None, [], {}), Draft.D6),
    Fact("a schema that is false", False, (), (1, None, {}), Draft.D6),
    Fact("a schema that is true", True, (1, None, {}), (), Draft.D6),
)
