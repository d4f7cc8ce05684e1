"""Empty `{}` and `[]` in instances: flipped where the schema leaves one answer, and nothing else is touched."""

import copy
import json
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import schemaval
from schemaval import pointer as pointers
from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft
from schemaval.mending import mends
from tests.evaluator.generated import DRAFTS, names
from tests.evaluator.test_laws import Case, drawn

OBJECT, ARRAY = {"type": "object"}, {"type": "array"}
A_IS_ARRAY = {"properties": {"a": ARRAY}}
ROW = {"type": "object", "properties": {"tags": ARRAY, "meta": OBJECT}}


def compiled(schema: Any, **options: Any) -> schemaval.Validator:
    """A validator on the reference backend."""
    return schemaval.compile(schema, backend="reference", **options)


FLIPPED: dict[str, tuple[Any, Any, Any]] = {
    "at the root": (OBJECT, [], {}),
    "at the root, the other way": (ARRAY, {}, []),
    "in a property": ({"properties": {"a": OBJECT, "b": ARRAY}}, {"a": [], "b": {}}, {"a": {}, "b": []}),
    "by pattern": ({"patternProperties": {"^a": OBJECT}}, {"ab": [], "b": []}, {"ab": {}, "b": []}),
    "in the rest": ({"properties": {"a": {}}, "additionalProperties": OBJECT}, {"a": [], "b": []}, {"a": [], "b": {}}),
    "in an item": ({"items": OBJECT}, [[], {}, []], [{}, {}, {}]),
    "in a prefix": ({"prefixItems": [OBJECT, ARRAY], "items": OBJECT}, [[], {}, []], [{}, [], {}]),
    "in a prefix of old": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [OBJECT], "additionalItems": ARRAY},
        [[], {}],
        [{}, []],
    ),
    "through a reference": ({"properties": {"a": {"$ref": "#/$defs/o"}}, "$defs": {"o": OBJECT}}, {"a": []}, {"a": {}}),
    "through allOf": ({"allOf": [{"properties": {"a": OBJECT}}, {}]}, {"a": []}, {"a": {}}),
    "through both of allOf": ({"properties": {"a": {"allOf": [{"minProperties": 0}, OBJECT]}}}, {"a": []}, {"a": {}}),
    "through recursion": (
        {"properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "o": OBJECT}},
        {"kids": [{"kids": {}, "o": []}], "o": []},
        {"kids": [{"kids": [], "o": {}}], "o": {}},
    ),
    "through a dependency": (
        {"dependentSchemas": {"k": {"properties": {"a": OBJECT}}}},
        {"k": 1, "a": []},
        {"k": 1, "a": {}},
    ),
    "of several types": ({"type": ["object", "null", "string"]}, [], {}),
    "beside rows that are right": (
        {"items": ROW},
        [{"tags": [], "meta": {}}, {"tags": {}, "meta": []}],
        [{"tags": [], "meta": {}}, {"tags": [], "meta": {}}],
    ),
    "every branch agrees": ({"anyOf": [{**OBJECT, "required": ["a"]}, OBJECT]}, [], {}),
    "one spelling is valid": ({"oneOf": [{**OBJECT, "required": ["a"]}, {"type": "string"}]}, [], {}),
    "one spelling is valid by its length": ({"anyOf": [OBJECT, {**ARRAY, "minItems": 1}]}, [], {}),
    "a tag leaves one branch": (
        {
            "oneOf": [
                {"properties": {"t": {"const": "a"}, "v": OBJECT}, "required": ["t"]},
                {"properties": {"t": {"const": "b"}, "v": ARRAY}, "required": ["t"]},
            ]
        },
        {"t": "b", "v": {}},
        {"t": "b", "v": []},
    ),
    "a nullable object": ({"properties": {"a": {"anyOf": [OBJECT, {"type": "null"}]}}}, {"a": []}, {"a": {}}),
    "the branch that if chose": (
        {"if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"a": OBJECT}}, "else": A_IS_ARRAY},
        {"k": 1, "a": []},
        {"k": 1, "a": {}},
    ),
    "the other branch of if": (
        {"if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"a": OBJECT}}, "else": A_IS_ARRAY},
        {"k": 2, "a": {}},
        {"k": 2, "a": []},
    ),
    "though the whole stays invalid": (
        {"properties": {"u": {**OBJECT, "required": ["id"]}}},
        {"u": [], "x": 1},
        {"u": {}, "x": 1},
    ),
    "a flip that decides a choice": (
        {
            "properties": {"a": ARRAY},
            "if": {"properties": {"a": ARRAY}},
            "then": {"properties": {"b": ARRAY}},
            "else": {"properties": {"b": OBJECT}},
        },
        {"a": {}, "b": {}},
        {"a": [], "b": []},
    ),
}  # fmt: skip

STANDING: dict[str, tuple[Any, Any]] = {
    "what is valid": (OBJECT, {}),
    "an array where an array is wanted": ({**ARRAY, "minItems": 1}, []),
    "where no type is asked": ({"required": ["a"], "properties": {"a": {}}}, {}),
    "where both types are allowed": ({"type": ["object", "array"], "minItems": 1}, []),
    "where neither type is allowed": ({"type": "string"}, []),
    "what is not empty": ({"properties": {"a": ARRAY}}, {"a": {"0": "x"}}),
    "null": ({"properties": {"a": OBJECT}}, {"a": None}),
    "an empty text": ({"properties": {"a": OBJECT}}, {"a": ""}),
    "zero and false": ({"items": OBJECT}, [0, False, 0.0]),
    "where two branches differ": ({"oneOf": [OBJECT, {**ARRAY, "maxItems": 0}], "not": {"maxItems": 0}}, []),
    "under a false schema": ({"properties": {"a": False}}, {"a": []}),
    "what is negated": ({"not": {"type": "array"}, "minItems": 0}, []),
    "what contains looks for": ({"contains": OBJECT}, [[]]),
    "what two parts want otherwise": ({"allOf": [OBJECT, ARRAY]}, []),
    "data in enum": ({"properties": {"a": {"enum": [{"b": {}}]}}}, {"a": {"b": []}}),
    "two flips that take each other back": (
        {
            "properties": {"a": {"anyOf": [OBJECT, ARRAY]}},
            "required": ["z"],
            "if": {"properties": {"a": ARRAY}},
            "then": {"properties": {"a": OBJECT}},
            "else": {"properties": {"a": ARRAY}},
        },
        {"a": []},
    ),
}


@pytest.mark.parametrize(("schema", "instance", "expected"), FLIPPED.values(), ids=FLIPPED)
def test_an_empty_container_is_flipped(schema: Any, instance: Any, expected: Any) -> None:
    """Where its own type is not allowed and the other is, or only the other is valid, it becomes the other."""
    validator = compiled(schema)
    before = copy.deepcopy(instance)
    became = validator.normalise(instance)
    assert repr(became) == repr(expected)
    assert instance == before
    assert validator.normalise(became) == became
    assert not compiled(schema).violations(became) or validator.violations(instance)
    without = compiled(schema, normalise=False)
    assert without.normalise(instance) is instance
    assert without.mends(instance) == ()


@pytest.mark.parametrize(("schema", "instance"), STANDING.values(), ids=STANDING)
def test_anything_else_stands(schema: Any, instance: Any) -> None:
    """Nothing is mended where more than one answer is left, or none: the very object comes back."""
    validator = compiled(schema)
    assert validator.mends(instance) == ()
    assert validator.normalise(instance) is instance


def test_no_other_question_mends() -> None:
    """`is_valid`, `violations`, `validate` and `evaluate` judge what they get."""
    validator = compiled(OBJECT)
    assert not validator.is_valid([])
    assert [each.keyword for each in validator.violations([])] == ["type"]
    assert not validator.evaluate([]).valid
    with pytest.raises(schemaval.InvalidInstance):
        validator.validate([])


def test_the_mends_are_told() -> None:
    """Each with its pointer, what it was and what it became, in the order of the instance."""
    validator = compiled({"properties": {"a/b": OBJECT, "rows": {"items": ROW}}})
    found = validator.mends({"rows": [{"meta": [], "tags": {}}], "a/b": []})
    assert [change.to_dict() for change in found] == [
        {"pointer": "/rows/0/meta", "was": [], "became": {}},
        {"pointer": "/rows/0/tags", "was": {}, "became": []},
        {"pointer": "/a~1b", "was": [], "became": {}},
    ]


def test_what_did_not_change_is_shared() -> None:
    """The copy goes along the changed ways only; order is kept, tuples on the way become lists."""
    kept = {"deep": [1, 2]}
    instance = {"z": kept, "rows": ({"meta": []}, {"meta": {}}), "a": 1}
    became = compiled({"properties": {"rows": {"items": ROW}}}).normalise(instance)
    assert became == {"z": kept, "rows": [{"meta": {}}, {"meta": {}}], "a": 1}
    assert list(became) == ["z", "rows", "a"]
    assert became["z"] is kept
    assert became["rows"][1] is instance["rows"][1]  # type: ignore[index]  # a tuple
    assert instance["rows"] == ({"meta": []}, {"meta": {}})


class LyingDict(dict[str, Any]):
    """An object that tells of itself what is not so."""

    def __iter__(self) -> Iterator[str]:
        return iter(("x",))

    def __len__(self) -> int:
        return 0

    def __getitem__(self, _name: str) -> Any:
        return []

    def keys(self) -> Any:
        """Another name."""
        return {"x": 1}.keys()

    def items(self) -> Any:
        """Another member."""
        return {"x": 1}.items()


class LyingList(list[Any]):
    """An array that tells of itself what is not so."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __getitem__(self, _index: Any) -> Any:
        return None


def test_subclasses_are_read_by_the_built_in_methods() -> None:
    """What a subclass of dict or list holds is mended and copied, not what it says."""
    validator = compiled({"properties": {"rows": {"items": ROW}, "o": OBJECT}})
    instance = LyingDict(rows=LyingList([LyingDict(meta=[], n=1), OrderedDict(tags={})]), o=LyingList())
    became = validator.normalise(instance)
    assert json.dumps(became) == '{"rows": [{"meta": {}, "n": 1}, {"tags": []}], "o": {}}'
    assert list.__len__(dict.__getitem__(instance, "rows")) == 2


# laws


def empties(value: Any, pointer: str = "") -> Iterator[str]:
    """The pointers of all empty containers."""
    if isinstance(value, (dict, list)):
        if not value:
            yield pointer
        for token, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from empties(member, f"{pointer}/{pointers.escape(token)}")


def blank(value: Any) -> Any:
    """A value with all empty containers alike."""
    if isinstance(value, dict):
        return {name: blank(member) for name, member in value.items()} or "empty"
    return ([blank(item) for item in value] or "empty") if isinstance(value, list) else value


def mending(case: Case) -> None:
    """One pass is enough, only empties change, the input never does, and what is valid comes back itself."""
    validator, instance = case.validator, case.instance
    before = json.dumps(instance)
    changes, became = validator.mends(instance), validator.normalise(instance)
    assert json.dumps(instance) == before
    assert json.dumps(validator.normalise(became)) == json.dumps(became)
    assert repr(blank(became)) == repr(blank(instance))
    assert {change.pointer for change in changes} <= set(empties(instance))
    assert len({change.pointer for change in changes}) == len(changes)
    for change in changes:
        assert {type(change.was), type(change.became)} == {dict, list}
        assert not change.was
        assert not change.became
    assert (became is instance) is (not changes)
    if validator.is_valid(instance):
        assert became is instance


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: BY_DRAFT[draft].name)
def test_laws_over_all_keywords(draft: Draft) -> None:
    """The laws hold for every case drawn for the evaluator."""
    for case in drawn(draft):
        mending(case)


def _grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas that apply others."""
    members = st.dictionaries(names, inner, min_size=1, max_size=3)
    branches = st.lists(inner, min_size=1, max_size=3)
    parts: dict[str, st.SearchStrategy[Any]] = {
        "properties": members,
        "items": inner,
        "additionalProperties": inner,
        "required": st.lists(names, min_size=1, max_size=2, unique=True),
        "type": st.sampled_from(["object", "array", ["array", "null"]]),
        **dict.fromkeys(("allOf", "anyOf", "oneOf"), branches),
        **dict.fromkeys(("if", "then", "else", "not"), inner),
        "dependentSchemas": members,
        "$ref": st.sampled_from(["#/$defs/one", "#/$defs/two"]),
    }
    chosen = st.lists(st.sampled_from(sorted(parts)), min_size=1, max_size=3, unique=True)
    return chosen.flatmap(lambda keywords: st.fixed_dictionaries({keyword: parts[keyword] for keyword in keywords}))


kinds = st.sampled_from([OBJECT, ARRAY, {"type": ["array", "null"]}, {}, {"minItems": 1}, {"required": ["a"]}])
schemas = st.recursive(kinds, _grown, max_leaves=6)
hollow: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([{}, [], 1, None]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)


def held_to_laws(examples: int) -> int:
    """Hold so many drawn schemas to the laws; how many instances were mended."""
    mended = 0

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), deadline=None)
    @given(schemas, schemas, schemas, st.lists(hollow, min_size=4, max_size=4))
    def search(root: Any, one: Any, two: Any, batch: list[Any]) -> None:
        nonlocal mended
        doc = {**root, "$defs": {"one": one, "two": two}}
        try:
            validator = compiled(doc)
        except schemaval.UnresolvableReference:
            return
        for instance in batch:
            case = Case(Draft.D2020, doc, validator, copy.deepcopy(instance))
            mending(case)
            mended += bool(validator.mends(case.instance))

    search()
    return mended


def test_laws_where_much_is_empty() -> None:
    """The laws hold for schemas that ask for objects and arrays, and many instances are mended."""
    assert held_to_laws(200) > 40


@pytest.mark.long
def test_laws_where_much_is_empty_on_many() -> None:
    """So they do for many more; a failure is shrunk to a small one."""
    assert held_to_laws(5_000) > 1_000


# limits


def test_large_instances_cost_linearly() -> None:
    """Ten times the rows cost about ten times as much, and a hundred thousand end in seconds."""
    validator = compiled({"items": ROW})

    def seconds(rows: int) -> float:
        instance = [{"tags": {}, "meta": [], "n": n} for n in range(rows)]
        start = time.process_time()
        assert len(validator.mends(instance)) == 2 * rows
        became = validator.normalise(instance)
        assert validator.is_valid(became)
        return time.process_time() - start

    few, many = min(seconds(1_000), seconds(1_000)), seconds(20_000)
    assert many < 60 * few + 0.2
    assert many < 10


MANY_BRANCHES = {"items": {"anyOf": [{**OBJECT, "required": [f"k{i}"]} for i in range(300)]}}
CHOSEN = {"items": {"oneOf": [{"properties": {"kind": {"const": i}, "o": OBJECT}} for i in range(500)]}}
LARGE: dict[str, tuple[Any, Any, int | None]] = {
    "nothing is empty": (MANY_BRANCHES, [{"a": 1} for _ in range(1_000)], 0),
    "much is chosen from, nothing is empty": (CHOSEN, [{"kind": 3, "o": "x"} for _ in range(1_000)], 0),
    "empties of many branches": (MANY_BRANCHES, [[] for _ in range(2_000)], 2_000),
    "an empty among many values": ({"items": OBJECT}, [*range(200_000), []], 1),
    "empties in one another's choices": (
        {"items": {"anyOf": [{"items": {"anyOf": [OBJECT] * 50}}] * 50}}, [[[]] * 200 for _ in range(200)], None,
    ),
    "more empties than may be mended": ({"additionalProperties": OBJECT}, {f"p{i}": [] for i in range(100_000)}, None),
    "rows that choose": (CHOSEN, [{"kind": n % 500, "o": []} for n in range(5_000)], None),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "instance", "count"), LARGE.values(), ids=LARGE)
def test_mending_is_bounded(schema: Any, instance: Any, count: int | None) -> None:
    """Large instances are mended, and those that need too much work are LimitExceeded, within a second."""
    validator = compiled(schema)
    start = time.process_time()
    if count is None:
        with pytest.raises(schemaval.LimitExceeded, match="max_steps"):
            validator.mends(instance)
    else:
        assert len(validator.mends(instance)) == count
    assert time.process_time() - start < 1


def test_an_empty_that_stands_in_many_places_is_bounded() -> None:
    """A thousand million places of one empty array, in thirty containers, are LimitExceeded soon."""
    value: Any = []
    for _ in range(30):
        value = [value, value]
    program = schemaval.compile({"items": {"$ref": "#"}, "minItems": 1}, backend="reference")._program()
    start = time.process_time()
    with pytest.raises(schemaval.LimitExceeded):
        mends(program, value)
    assert time.process_time() - start < 1


def test_branching_recursion_is_mended_at_any_depth() -> None:
    """Where choices multiply with every level, what was found out of a value is not found out again."""
    root, other = {"items": {"$ref": "#"}}, {"items": {"$ref": "#/$defs/b"}}
    schema = {
        **ARRAY,
        "maxItems": 5,
        "anyOf": [root, {**other, "minItems": 1}],
        "$defs": {"b": {**ARRAY, "anyOf": [{**root, "maxItems": 3}, {**other, "minItems": 2}]}},
    }
    instance: Any = {}
    for _ in range(150):
        instance = [instance]
    start = time.process_time()
    changes = compiled(schema).mends(instance)
    assert [(change.pointer, change.became) for change in changes] == [("/0" * 150, [])]
    assert time.process_time() - start < 5
