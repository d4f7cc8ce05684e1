"""Arguments that a model wrote almost right are mended where the schema refuses them, whole or not at all."""

import copy
import json
import re
import time
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.backends.protocol import SchemaValidator
from schemaval.compiling import compile_schema
from schemaval.errors import NotJSON
from schemaval.limits import Limits
from schemaval.normalise.change import ABSENT, Change
from schemaval.tools import repair_arguments
from schemaval.violation import Violation
from tests.tools.engines import BACKENDS, Handwritten


class Terse:
    """Anybody's validator: the verdicts of another, and violations of pointer, keyword and message only."""

    def __init__(self, schema: Any) -> None:
        self._inner = compile_schema(schema, assert_formats=True)

    def is_valid(self, instance: Any, /) -> bool:
        """The verdict."""
        return self._inner.is_valid(instance)

    def violations(self, instance: Any, /) -> list[Violation]:
        """What is wrong, with nothing to understand it by."""
        return [Violation(v.pointer, v.keyword, "no", "", "") for v in self._inner.violations(instance)]


class Judging:
    """A validator that counts how often it is asked."""

    def __init__(self, schema: Any) -> None:
        self._inner = compile_schema(schema)
        self.asked = 0

    def is_valid(self, instance: Any, /) -> bool:
        """The verdict."""
        self.asked += 1
        return self._inner.is_valid(instance)

    def violations(self, instance: Any, /) -> list[Violation]:
        """What is wrong."""
        self.asked += 1
        return self._inner.violations(instance)


class Engine:
    """Whose verdicts count: `each_backend` lets all of them judge in turn."""

    preference: ClassVar[Any] = "auto"


@pytest.fixture(params=BACKENDS)
def each_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend for `compiled`; what that cannot honour goes to the reference."""
    monkeypatch.setattr(Engine, "preference", (request.param, "reference"))


def compiled(schema: Any) -> SchemaValidator:
    """Our validator, with formats asserted as in tool calls."""
    return compile_schema(schema, backend=Engine.preference, assert_formats=True)


def repaired(schema: Any, value: Any, make: Any = compiled) -> Any:
    """What becomes of a value; the laws that hold for every repair are held here."""
    validator = make(schema)
    before = copy.deepcopy(value)
    result, changes = repair_arguments(validator, value)
    assert repr(value) == repr(before), "the arguments were changed in place"
    assert validator.is_valid(result) or (result is value and changes == ())
    assert bool(changes) == (result is not value)
    again, more = repair_arguments(validator, result)
    assert (again is result, more) == (True, ()), "repairing twice is repairing once"
    return result


def prop(schema: Any) -> Any:
    """The schema of an object with one optional member `x`."""
    return {"type": "object", "properties": {"x": schema}}


INTEGER, NUMBER, BOOLEAN = {"type": "integer"}, {"type": "number"}, {"type": "boolean"}

MENDED = [
    # JSON text where a container is wanted
    ({"type": "object"}, '{"when": "noon"}', {"when": "noon"}),
    ({"type": "array"}, "[1, null]", [1, None]),
    ({"type": ["array", "object"]}, " {} ", {}),
    ({"type": "object"}, "[]", {}),
    ({"type": "array"}, "{}", []),
    (
        {"type": "object", "properties": {"n": INTEGER, "opts": {"type": "object"}}},
        '{"n": "8", "opts": []}',
        {"n": 8, "opts": {}},
    ),
    # digits
    (INTEGER, "5", 5),
    (INTEGER, "-3", -3),
    (INTEGER, "0", 0),
    (INTEGER, "123456789012345678901234567890", 123456789012345678901234567890),
    (NUMBER, "7.5", 7.5),
    (NUMBER, "-0.25", -0.25),
    (NUMBER, "1e+22", 1e22),
    (NUMBER, "4", 4),
    ({"type": ["integer", "null"], "minimum": 3}, "3", 3),
    # truth values
    (BOOLEAN, "true", True),
    (BOOLEAN, "false", False),
    # case, and what is listed
    ({"enum": ["Low", "High"]}, "low", "Low"),
    ({"const": "GBP"}, "gbp", "GBP"),
    ({"type": "string", "enum": ["stra\u00dfe", "weg"]}, "STRASSE", "stra\u00dfe"),
    ({"enum": [1, 2.5, "auto"]}, "2.5", 2.5),
    ({"enum": [1, True, None]}, "true", True),
    ({"anyOf": [{"const": 1}, {"const": 2}, {"const": 3}]}, "3", 3),
    ({"oneOf": [{"const": "Metric"}, {"const": "Imperial"}]}, "metric", "Metric"),
    # through references and combinations
    ({"$ref": "#/$defs/count", "$defs": {"count": {"allOf": [INTEGER, {"maximum": 9}]}}}, "9", 9),
    ({"anyOf": [INTEGER, {"type": "null"}]}, "12", 12),
    ({"anyOf": [{"type": "array", "items": INTEGER}, {"type": "null"}]}, '["1", "2"]', [1, 2]),
    ({"oneOf": [{"anyOf": [BOOLEAN, {"type": "null"}]}, {"type": "array"}]}, "false", False),
]


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize(("schema", "was", "became"), MENDED)
def test_what_is_mended(schema: Any, was: Any, became: Any) -> None:
    """Texts become what they write where the schema refuses the text and takes what it writes."""
    assert repr(repaired(schema, was)) == repr(became)
    nested = {**prop(schema), "$defs": schema.get("$defs", {})}
    assert repr(repaired(nested, {"x": was})) == repr({"x": became})


LEFT = [
    # not the number's own text
    *[(NUMBER, text) for text in ("05", " 5", "5 ", "5.", ".5", "+5", "1e999", "1e5", "7.50", "-0", "0x1", "1_0", "")],
    *[(NUMBER, text) for text in ("NaN", "nan", "Infinity", "inf", "-inf", "\u0665", "1,5", "five", "9" * 5000)],
    (INTEGER, "7.5"),
    ({"type": "integer", "minimum": 6}, "5"),
    # not the truth value's own text
    *[(BOOLEAN, text) for text in ("True", "FALSE", "yes", "1", " true", "")],
    # no JSON text of what is wanted, or more than one level of it
    *[({"type": "object"}, text) for text in ("[1]", "{oops}", "{'a': 1}", "5", "null", "text", '{"a": 1} x')],
    ({"type": "array"}, '{"a": 1}'),
    ({"type": "object"}, json.dumps('{"a": 1}')),
    ({"type": "object", "properties": {"in": {"type": "object"}}}, '{"in": "{}"}'),
    ({"type": "object", "required": ["a"]}, "{}"),
    ({"type": "object"}, "[" * 100_000),
    ({"type": "null"}, "null"),
    # more than one member, or none
    ({"enum": ["go", "Go"]}, "GO"),
    ({"anyOf": [{"const": "go"}, {"const": "Go"}]}, "GO"),
    ({"enum": ["left", "right"]}, "lft"),
    ({"enum": ["5 "]}, "5"),
    # nothing that was asked for
    ({"type": "string"}, 5),
    ({"type": "string"}, True),
    ({"type": "integer"}, 2.5),
    ({"type": "boolean"}, 1),
    ({"type": "array", "items": {"type": "string"}}, "a,b"),
    ({"type": "string", "pattern": "^[a-z]+$"}, "5"),
    ({"type": "string", "minLength": 3}, "{}"),
    ({"oneOf": [{"type": "string"}, {"type": "string"}, INTEGER]}, "5"),
    ({"not": {"type": "string"}}, "5"),
    ({"type": "array", "items": INTEGER}, [None]),
    (False, "5"),
]


# That several branches of oneOf match is told by params only.
LEFT_BY = [(make, *row) for make in (compiled, Terse) for row in LEFT if make is compiled or "oneOf" not in str(row[0])]


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize(("make", "schema", "value"), LEFT_BY)
def test_what_is_left(make: Any, schema: Any, value: Any) -> None:
    """What does not write the wanted value to the letter stays, and so does what nobody can tell."""
    assert repaired(schema, value, make) is value
    arguments = {"x": value}
    assert repaired(prop(schema), arguments, make) is arguments


# Keywords that the handwritten validator does not know.
UNKNOWN = re.compile(r"const|oneOf|allOf|not|\\$ref|maximum|minimum|minLength|pattern")
BY_HAND = [(schema, was, became) for schema, was, became in MENDED if not UNKNOWN.search(json.dumps(schema))]
LEFT_BY_HAND = [(schema, value) for schema, value in LEFT if not UNKNOWN.search(json.dumps(schema))]


@pytest.mark.parametrize(("schema", "was", "became"), BY_HAND)
def test_what_is_mended_by_a_validator_of_ones_own(schema: Any, was: Any, became: Any) -> None:
    """An engine that is none of ours, and says of its violations what ours say, has the same arguments mended."""
    assert repr(repaired(schema, was, Handwritten)) == repr(became)
    assert repr(repaired(prop(schema), {"x": was}, Handwritten)) == repr({"x": became})


@pytest.mark.parametrize(("schema", "value"), LEFT_BY_HAND)
def test_what_is_left_by_a_validator_of_ones_own(schema: Any, value: Any) -> None:
    """Such an engine has no more mended than ours."""
    arguments = {"x": value}
    assert repaired(prop(schema), arguments, Handwritten) is arguments


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("value", ["5", "true", "{}", "[]", '{"a": 1}', "low", None], ids=str)
@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"type": ["string", "null"]},
        {"type": ["string", "integer", "object", "array", "boolean", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}, INTEGER]},
        {"if": {"type": "string"}, "else": {"type": "null"}},
    ],
)
def test_a_valid_value_is_never_touched(schema: Any, value: Any) -> None:
    """Where the schema takes the value, also beside others, the very same arguments come back."""
    arguments = {"x": value}
    result, changes = repair_arguments(compiled(prop(schema)), arguments)
    assert result is arguments
    assert changes == ()


@pytest.mark.usefixtures("each_backend")
def test_a_valid_value_beside_a_wrong_one_is_not_touched() -> None:
    """Only places that violations name are looked at."""
    schema = {"type": "object", "properties": {"code": {"type": "string"}, "n": INTEGER, "opts": {"type": "object"}}}
    opts = {"on": "true"}
    result = repaired(schema, {"code": "007", "n": "7", "opts": opts, "other": "8"})
    assert result == {"code": "007", "n": 7, "opts": {"on": "true"}, "other": "8"}
    assert result["opts"] is opts


@pytest.mark.usefixtures("each_backend")
def test_changes_say_what_was_done_in_order() -> None:
    """A change has the pointer, what was and what became; those inside of a text come after the text's own."""
    schema = {
        "type": "object",
        "properties": {
            "f": {"type": "object", "properties": {"n": INTEGER}},
            "a/b": BOOLEAN,
            "gone": {"type": "string"},
        },
    }
    arguments = {"f": '{"n": "1"}', "a/b": "true", "gone": None}
    result, changes = repair_arguments(compiled(schema), arguments)
    assert result == {"f": {"n": 1}, "a/b": True}
    assert [change.to_dict() for change in changes] == [
        {"pointer": "/f", "was": '{"n": "1"}', "became": {"n": "1"}},
        {"pointer": "/a~1b", "was": "true", "became": True},
        {"pointer": "/gone", "was": None},
        {"pointer": "/f/n", "was": "1", "became": 1},
    ]
    assert changes[2] == Change("/gone", None, ABSENT)


# null

NULL_DROPPED = [
    prop({"type": "string"}),
    prop({"enum": ["a"]}),
    prop({"const": 1}),
    prop({"not": {"type": "null"}}),
    prop(False),
    prop({"anyOf": [{"type": "string"}, INTEGER]}),
    prop({"$ref": "#/properties/y"}) | {"properties": {"x": {"$ref": "#/properties/y"}, "y": INTEGER}},
    {"anyOf": [{"properties": {"x": INTEGER}}, {"properties": {"x": {"type": "string"}}}]},
    {**prop(INTEGER), "dependentRequired": {"x": ["y"]}},
    {"properties": {"additionalProperties": INTEGER, "x": INTEGER}},
]


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("schema", NULL_DROPPED)
def test_null_is_dropped_where_the_member_is_optional(schema: Any) -> None:
    """A null that the schema refuses is no member at all."""
    assert repaired(schema, {"x": None}) == {}


NULL_STAYS = [
    {**prop({"type": "string"}), "required": ["x"]},
    {**prop(INTEGER), "minProperties": 1},
    {"properties": {}, "additionalProperties": False},
    {"properties": {}, "unevaluatedProperties": False},
    {"additionalProperties": {"type": "string"}},
    {"patternProperties": {"^x": {"type": "string"}}},
    {"patternProperties": {"^x": False}},
    {"propertyNames": {"maxLength": 0}},
]


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("schema", NULL_STAYS)
def test_null_stays_where_it_is_required_or_nobody_named_it(schema: Any) -> None:
    """A required member is not dropped, nor one that the schema does not name."""
    arguments = {"x": None}
    assert repaired(schema, arguments) is arguments


@pytest.mark.usefixtures("each_backend")
def test_unknown_members_stay() -> None:
    """What the schema does not know is never removed, so such a call stays as it came."""
    closed = {**prop(INTEGER), "additionalProperties": False}
    arguments = {"x": "1", "y": "2"}
    assert repaired(closed, arguments) is arguments
    assert repaired(prop(INTEGER), arguments) == {"x": 1, "y": "2"}


# whole or not at all


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("make", [compiled, Terse])
def test_all_or_nothing(make: Any) -> None:
    """Where one fault cannot be mended, nothing is, and the violations are those of the original."""
    schema = {"type": "object", "properties": {"n": INTEGER, "s": {"type": "string"}}, "required": ["s"]}
    arguments = {"n": "5"}
    validator = make(schema)
    before = validator.violations(arguments)
    result, changes = repair_arguments(validator, arguments)
    assert result is arguments
    assert changes == ()
    assert validator.violations(result) == before


# choices

SHAPES = {
    "anyOf": [
        {"type": "object", "properties": {"a": INTEGER, "b": {"type": "string"}}, "required": ["a", "b"]},
        {"type": "object", "properties": {"a": {"type": "string"}, "b": BOOLEAN}, "required": ["a", "b"]},
    ]
}


@pytest.mark.usefixtures("each_backend")
def test_one_branch_is_mended_not_all() -> None:
    """What another branch would want is not done as well."""
    assert repaired(SHAPES, {"a": "5", "b": "text"}) == {"a": 5, "b": "text"}
    assert repaired(SHAPES, {"a": "text", "b": "true"}) == {"a": "text", "b": True}
    assert repaired(SHAPES, {"a": "5", "b": "true"}) == {"a": 5, "b": "true"}


@pytest.mark.usefixtures("each_backend")
def test_a_branch_that_leads_nowhere_is_given_up() -> None:
    """A branch that turns out not to fit is undone before the next one is mended."""
    schema = {
        "anyOf": [
            {"properties": {"a": {"type": "integer", "maximum": 3}, "b": {"type": "string"}}},
            {"properties": {"a": {"type": "string"}, "b": BOOLEAN}},
        ]
    }
    result, changes = repair_arguments(compiled(schema), {"a": "5", "b": "true"})
    assert result == {"a": "5", "b": True}
    assert changes == (Change("/b", "true", True),)


@pytest.mark.usefixtures("each_backend")
def test_choices_are_given_up_one_by_one() -> None:
    """Each of several choices finds its own branch."""
    item = {
        "oneOf": [
            {"properties": {"a": {"type": "integer", "maximum": 3}, "b": {"type": "string"}}},
            {"properties": {"a": {"type": "string"}, "b": BOOLEAN}},
        ]
    }
    items = [{"a": "5", "b": "true"}, {"a": "2", "b": "false"}, {"a": "9", "b": "false"}]
    result = repaired({"type": "array", "items": item}, items)
    assert result == [{"a": "5", "b": True}, {"a": 2, "b": "false"}, {"a": "9", "b": False}]


@pytest.mark.usefixtures("each_backend")
def test_a_tag_in_another_case_leads_to_its_branch() -> None:
    """A tag is mended like any listed value, and what is wrong in its branch after it."""
    schema = {
        "oneOf": [
            {"properties": {"kind": {"const": "Circle"}, "r": NUMBER}, "required": ["kind", "r"]},
            {"properties": {"kind": {"const": "Square"}, "side": NUMBER}, "required": ["kind", "side"]},
        ]
    }
    assert repaired(schema, {"kind": "square", "side": "2.5"}) == {"kind": "Square", "side": 2.5}


# many

MANY = [f"Code{number}" for number in range(300)]


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": MANY},
        {"anyOf": [{"const": code} for code in MANY]},
        {"$id": "https://example.com/codes", "oneOf": [{"type": "null"}, *({"enum": [code]} for code in MANY)]},
    ],
)
def test_long_lists_are_read_from_the_schema(schema: Any) -> None:
    """A list too long for a violation still gives its one member, and refuses to choose between two."""
    assert repaired(schema, "CODE250") == "Code250"
    keyword = next(name for name in schema if name != "$id")
    more = {"enum": "codE250", "anyOf": {"const": "codE250"}, "oneOf": {"const": "codE250"}}[keyword]
    assert repaired({**schema, keyword: [*schema[keyword], more]}, "CODE250") == "CODE250"


def test_a_list_that_cannot_be_read_is_not_guessed() -> None:
    """Where the list is too long to be told, and the schema is of another resource, no member is chosen."""
    inner = {"$id": "https://example.com/inner", "enum": MANY}
    assert (
        repaired(
            {**prop({"$ref": "inner"}), "$id": "https://example.com/outer", "$defs": {"i": inner}},
            value := {"x": "CODE250"},
        )
        is value
    )


LONG = [
    ({"items": INTEGER}, "7", 7),
    ({"items": {"anyOf": [INTEGER, {"type": "null"}]}}, "7", 7),
    ({"anyOf": [{"type": "array", "items": INTEGER}, {"type": "null"}]}, "7", 7),
    ({"items": prop({"$ref": "#/$defs/n"}), "$defs": {"n": NUMBER}}, {"x": "7"}, {"x": 7}),
    ({"items": prop(INTEGER)}, {"x": None}, {}),
    ({"items": {"type": "array", "items": BOOLEAN}}, ["true", "false"], [True, False]),
]


@pytest.mark.parametrize(("schema", "was", "became"), LONG)
def test_thousands_of_faults_take_a_few_rounds(schema: Any, was: Any, became: Any) -> None:
    """A validator tells of so many faults at a time; all are mended, and it is not asked for every handful."""
    validator = Judging(schema)
    result, changes = repair_arguments(validator, [was] * 5000)
    assert result == [became] * 5000
    assert len(changes) >= 5000
    assert validator.asked < 20


def test_faults_of_a_map_take_rounds() -> None:
    """Where nothing is known of what was not told, the validator is asked again, so often and no more."""
    schema = {"additionalProperties": INTEGER}
    few = {f"k{number}": "1" for number in range(500)}
    assert repaired(schema, few) == dict.fromkeys(few, 1)
    validator = Judging(schema)
    many = {f"k{number}": "1" for number in range(6000)}
    assert repair_arguments(validator, many) == (many, ())
    assert validator.asked < 100


def test_small_limits_are_enough() -> None:
    """A validator that tells of one fault at a time is asked again after each."""
    schema = {"properties": dict.fromkeys("abcdef", INTEGER)}
    validator = compile_schema(schema, limits=Limits(max_violations=1))
    assert repair_arguments(validator, dict.fromkeys("abcdef", "3"))[0] == dict.fromkeys("abcdef", 3)


@pytest.mark.usefixtures("each_backend")
def test_items_of_other_rules_are_not_taken_along() -> None:
    """What stands before the first fault, or under a condition, is judged for itself."""
    schema = {
        "prefixItems": [{"type": "string"}] * 3,
        "items": {
            "type": ["integer", "object"],
            "properties": {"x": INTEGER},
            "if": {"required": ["s"]},
            "then": {"properties": {"s": INTEGER}},
        },
    }
    items = ["1", "2", "3", *["4"] * 100, *[{"x": "5", "y": "5"}] * 100, *[{"s": "6"}] * 100]
    assert repaired(schema, items) == ["1", "2", "3", *[4] * 100, *[{"x": 5, "y": "5"}] * 100, *[{"s": 6}] * 100]


@pytest.mark.long
def test_cost_grows_with_the_arguments_not_faster() -> None:
    """Ten times the arguments take about ten times as long."""

    def seconds(size: int) -> float:
        validator = compile_schema({"items": prop(INTEGER)})
        arguments = [{"x": str(number)} for number in range(size)]
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            repair_arguments(validator, arguments)
            best = min(best, time.perf_counter() - start)
        return best

    assert seconds(20_000) < 40 * seconds(2_000)


# any validator

UNTOLD = ("low", "gbp", "STRASSE", "metric", '["1", "2"]', "[]", "{}", '{"n": "8", "opts": []}')
TERSE = [row for row in MENDED if row[1] not in UNTOLD]


@pytest.mark.parametrize(("schema", "was", "became"), TERSE)
def test_a_validator_that_says_little_is_enough(schema: Any, was: Any, became: Any) -> None:
    """Pointers and keywords suffice where what is written is clear at the place that they name."""
    assert repr(repaired(schema, was, Terse)) == repr(became)


@pytest.mark.parametrize("was", UNTOLD)
def test_what_only_params_and_causes_tell_stays_without_them(was: str) -> None:
    """A list, the kind of an empty container, or what a branch says of an item, is not guessed."""
    schema = next(row[0] for row in MENDED if row[1] == was)
    assert repaired(schema, was, Terse) is was


def test_pointers_to_nowhere_are_passed_over() -> None:
    """A validator that points at nothing, or writes no pointers, breaks nothing."""

    class Lost(Terse):
        def violations(self, instance: Any, /) -> list[Violation]:
            found = super().violations(instance)
            return [*(v.replaced(pointer=p) for v in found for p in ("nowhere", "/q/1", "/x/0")), *found]

    assert repaired(prop(INTEGER), {"x": "1"}, Lost) == {"x": 1}

    class Strange(Terse):
        schema = {"type": "object"}  # noqa: RUF012 - what it shows is not what it judges by

        def violations(self, instance: Any, /) -> list[Violation]:
            told = {"allowed": ["Up", "Down"]}
            found = super().violations(instance)
            lost = [Violation("/q", "enum", "no", "#/enum", "/items/enum", told) for _ in found]
            long = [Violation("/x", "enum", "no", "#/not/there", "/x", {"allowed": [], "more": 3}) for _ in found]
            return [*lost, *long, *(v.replaced(keyword="enum", params=told) for v in found)]

    assert repaired(prop({"enum": ["Up", "Down"]}), {"x": "up"}, Strange) == {"x": "Up"}


def test_paths_that_do_not_fit_the_pointer_are_passed_over() -> None:
    """A validator whose evaluation paths mean something else is only taken at its pointers."""

    class Odd(Terse):
        def violations(self, instance: Any, /) -> list[Violation]:
            found = super().violations(instance)
            return [v.replaced(evaluation_path="/items/properties/y/type") for v in found]

    assert repaired({"items": prop(INTEGER)}, [{"x": "1", "y": "1"}] * 30, Odd) == [{"x": 1, "y": "1"}] * 30


def test_causes_without_paths_are_branches_of_their_own() -> None:
    """Causes that do not say where they come from are tried one by one."""

    class Pathless(Terse):
        def violations(self, instance: Any, /) -> list[Violation]:
            found = self._inner.violations(instance)
            return [
                v.replaced(evaluation_path="", causes=tuple(c.replaced(evaluation_path="") for c in v.causes))
                for v in found
            ]

    assert repaired({"anyOf": [INTEGER, {"type": "null"}]}, "4", Pathless) == 4
    assert repaired(SHAPES, {"a": "x", "b": "true"}, Pathless) == {"a": "x", "b": True}


def test_what_is_no_json_is_the_validators_to_refuse() -> None:
    """Arguments that are no JSON raise what the validator raises."""
    with pytest.raises(NotJSON):
        repair_arguments(compiled(prop(INTEGER)), {"x": "1", "y": {1, 2}} | {"x": object()})


def test_a_text_beyond_the_limits_stays() -> None:
    """A text whose value goes deeper than the validator looks leaves the arguments as they came."""
    schema = {"type": "object", "properties": {"x": {"$ref": "#"}}}
    text = '{"x":' * 300 + "{}" + "}" * 300
    arguments = {"x": text}
    validator = compiled(schema)
    assert repair_arguments(validator, arguments) == (arguments, ())


@pytest.mark.usefixtures("each_backend")
def test_tuples_and_subclasses_are_copied_as_json() -> None:
    """Arrays may be tuples and objects may be of a class of their own; neither is changed."""

    class Own(dict[str, Any]):
        pass

    schema = {"properties": {"x": {"items": INTEGER}}}
    arguments = Own(x=("1", 2))
    assert repaired(schema, arguments) == {"x": [1, 2]}
    assert arguments == {"x": ("1", 2)}


# laws

LEAVES = st.sampled_from(
    [
        INTEGER, NUMBER, BOOLEAN, {"type": "string"}, {"type": "object"}, {"type": "array"}, {"type": "null"},
        {"enum": ["Low", "High", 3, True]}, {"const": "On"}, {"const": 7.5}, {"type": ["integer", "null"]}, {},
        {"type": "string", "minLength": 2}, {"type": "array", "items": INTEGER}, False,
    ]
)  # fmt: skip
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda a, b, r: {"type": "object", "properties": {"a": a, "b": b}, "required": r},
                  inner, inner, st.sampled_from([[], ["a"]])),
        st.builds(lambda a, c: {"properties": {"a": a}, "additionalProperties": c}, inner, inner),
        st.builds(lambda i: {"type": "array", "items": i}, inner),
        st.builds(lambda k, many: {k: many}, st.sampled_from(["anyOf", "oneOf", "allOf"]),
                  st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)  # fmt: skip
SCALARS = st.sampled_from(
    ["5", "7.5", "05", "true", "low", "HIGH", "on", "text", "", "null", 3, 7.5, True, None, "{}", "[]",
     '{"a": "5", "b": null}', '["1", 2]', '{"a": "{}"}']
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(SCHEMAS, VALUES)
def test_a_repair_is_valid_or_nothing(schema: Any, value: Any) -> None:
    """What is valid is handed back as it is; what is mended is valid, and stays so; the rest is not changed."""
    validator = compiled(schema)
    result = repaired(schema, value)
    if validator.is_valid(value):
        assert result is value


@given(SCHEMAS, VALUES)
def test_replaying_the_changes_gives_the_result(schema: Any, value: Any) -> None:
    """The changes, one after the other, are all that was done."""
    result, changes = repair_arguments(compiled(schema), value)
    replayed = copy.deepcopy({"": value})
    for change in changes:
        *way, last = change.pointer.split("/") if change.pointer else [""]
        holder: Any = replayed
        for token in way:
            holder = holder[token if isinstance(holder, dict) else int(token)]
        key = last if isinstance(holder, dict) else int(last)
        assert repr(holder[key]) == repr(change.was)
        if change.became is ABSENT:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(change.became)
    assert repr(replayed[""]) == repr(result)


@given(SCHEMAS.filter(lambda schema: "Of" not in str(schema).replace("allOf", "")), VALUES)
def test_every_change_was_needed(schema: Any, value: Any) -> None:
    """Without choices there is one way to be valid: with any one change undone the result is refused."""
    validator = compiled(schema)
    result, changes = repair_arguments(validator, value)
    for change in changes:
        if not isinstance(change.became, (dict, list)):
            undone = _put(result, change.pointer, change.was)
            assert not validator.is_valid(undone)


def _put(value: Any, where: str, was: Any) -> Any:
    """A copy of a value with another one in its place."""
    root = {"": copy.deepcopy(value)}
    *way, last = ["", *where.split("/")[1:]]
    holder: Any = root
    for token in way:
        holder = holder[token if isinstance(holder, dict) else int(token)]
    holder[last if isinstance(holder, dict) else int(last)] = was
    return root[""]


@given(SCHEMAS, VALUES)
def test_terse_validators_obey_the_same_laws(schema: Any, value: Any) -> None:
    """Whatever a validator leaves unsaid, the result is valid or the original."""
    repaired(schema, value, Terse)


@pytest.mark.long
@given(SCHEMAS, st.lists(VALUES, min_size=40, max_size=60))
def test_a_long_array_is_mended_like_each_of_its_items(schema: Any, values: list[Any]) -> None:
    """What is known of items without asking is what would be found by asking."""
    one = compiled({"type": "array", "items": schema})
    alone = [repair_arguments(one, [value])[0] for value in values]
    together = repair_arguments(one, values)[0]
    if together is not values:
        assert repr(together) == repr([item for [item] in alone])
