"""Who judges: the tool's own validator, the caller's, or one of ours."""
# ruff: noqa: D102 - the methods of a validator are known

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any

import pytest

from schemaval.backends.protocol import SchemaValidator
from schemaval.compiling import compile_schema
from schemaval.errors import NoSuchBackend, UnsupportedSchema
from schemaval.jsonvalue import JSON
from schemaval.tools import InvalidDefinition
from schemaval.tools.running.judging import Judges, ValidatorChoice, checked_choice, judge
from schemaval.validator import Validator
from schemaval.violation import Violation

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array"}, "limit": {"type": "integer"}},
    "required": ["tags"],
}


class Lenient:
    """Accepts everything, and can mend nothing."""

    def __init__(self, schema: JSON) -> None:
        self.schema = schema

    def is_valid(self, _instance: JSON, /) -> bool:
        return True

    def violations(self, _instance: JSON, /) -> list[Violation]:
        return []


class Refusing(Lenient):
    """Accepts nothing but what its own `normalise` gives."""

    def is_valid(self, instance: JSON, /) -> bool:
        return bool(instance == "mended")

    def normalise(self, _instance: JSON) -> JSON:
        return "mended"


def test_a_judge_gives_the_verdict(validator: ValidatorChoice) -> None:
    """Whichever validator is chosen, a judge says valid or not, and why not."""
    made = judge(SCHEMA, validator)
    assert made.is_valid({"tags": ["a"], "limit": 1})
    assert not made.is_valid({"tags": ["a"], "limit": "1"})
    assert [(each.pointer, each.keyword) for each in made.violations({"limit": 1})] == [("", "required")]
    assert made.violations({"tags": []}) == []
    assert made.schema == SCHEMA


def test_a_judge_mends_empties(validator: ValidatorChoice) -> None:
    """Whichever validator is chosen, `{}` where an array is wanted becomes `[]`."""
    given: JSON = {"tags": {}}
    assert judge(SCHEMA, validator).mended(given) == {"tags": []}
    assert given == {"tags": {}}


def test_a_valid_value_is_not_mended(validator: ValidatorChoice) -> None:
    """What is valid comes back as the very same object."""
    given: JSON = {"tags": []}
    assert judge(SCHEMA, validator).mended(given) is given


def test_what_cannot_be_mended_comes_back(validator: ValidatorChoice) -> None:
    """What stays invalid and holds no empties comes back as the very same object."""
    given: JSON = {"limit": "x"}
    assert judge(SCHEMA, validator).mended(given) is given


def test_none_chooses_the_fastest() -> None:
    """Without a choice the judge is ours, on the backend that "auto" takes."""
    made = judge(SCHEMA, None)
    assert isinstance(made.validator, Validator)
    assert made.validator == compile_schema(SCHEMA, assert_formats=True)
    assert made.is_valid == made.validator.is_valid


@pytest.mark.parametrize("name", ["jsonschema", "fastjsonschema", "jsonschema-rs", "reference"])
def test_formats_are_asserted(name: str) -> None:
    """Every backend refuses a text that is not in the format."""
    made = judge({"type": "string", "format": "date"}, name)
    assert made.is_valid("2024-02-29")
    assert not made.is_valid("2023-02-29")
    assert [each.keyword for each in made.violations("no date")] == ["format"]


def test_a_tuple_falls_through() -> None:
    """The first backend of a tuple that takes the schema is used; a single name is strict."""
    draft3 = {"$schema": "http://json-schema.org/draft-03/schema#", "type": "string"}
    made = judge(draft3, ("jsonschema-rs", "reference"))
    assert isinstance(made.validator, Validator)
    assert made.validator.backend == "reference"
    with pytest.raises(UnsupportedSchema):
        judge(draft3, "jsonschema-rs")


def test_an_unknown_backend_is_named() -> None:
    """A name that no backend bears is an error that says so."""
    with pytest.raises(NoSuchBackend, match="quick"):
        judge(SCHEMA, "quick")


def test_a_callable_gets_a_copy_of_the_schema() -> None:
    """What a callable does to the schema it got reaches nobody else."""

    def spoil(schema: JSON) -> SchemaValidator:
        schema.clear()
        return Lenient(schema)

    schema = {"type": "object"}
    made = judge(schema, spoil)
    assert schema == made.schema == {"type": "object"}


def test_their_verdict_counts() -> None:
    """A validator of the caller's decides alone: what it accepts is neither refused nor mended."""
    given: JSON = {"tags": {}}
    made = judge(SCHEMA, Lenient)
    assert made.is_valid(given)
    assert made.mended(given) is given


def test_their_own_mending_is_used() -> None:
    """A validator with a `normalise` of its own mends by that."""
    assert judge(SCHEMA, Refusing).mended({"tags": {}}) == "mended"


def test_a_schema_that_only_they_know_is_not_mended() -> None:
    """Where our compiler does not know the dialect, an invalid value comes back as it is."""

    class Picky(Lenient):
        def is_valid(self, _instance: JSON, /) -> bool:
            return False

    given: JSON = {"tags": {}}
    assert judge(SCHEMA | {"$schema": "https://example.com/own"}, Picky).mended(given) is given


def test_a_callable_must_give_a_validator() -> None:
    """Something without `is_valid` and `violations` is refused when it is made."""
    with pytest.raises(InvalidDefinition, match="is_valid"):
        judge(SCHEMA, lambda _schema: object())  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("choice", [None, "auto", "no such", ("a", "b"), Lenient, compile_schema])
def test_choices_are_names_tuples_and_callables(choice: object) -> None:
    """A choice is a name, a tuple of names or a callable; whether the name exists is seen when it is used."""
    assert checked_choice(choice) is choice


@pytest.mark.parametrize("choice", [1, b"auto", ["auto"], ("auto", 1), {"auto"}, object()])
def test_other_choices_are_wrong_definitions(choice: object) -> None:
    """Anything else is an InvalidDefinition."""
    with pytest.raises(InvalidDefinition, match="validator="):
        checked_choice(choice)


# Judges


@dataclass
class Counting:
    """A factory that counts, and is not hashable."""

    made: list[JSON] = field(default_factory=list)

    def __call__(self, schema: JSON) -> SchemaValidator:
        self.made.append(schema)
        return Lenient(schema)


def test_nothing_is_compiled_before_it_is_needed() -> None:
    """A schema that no dialect takes does no harm before somebody asks."""
    judges = Judges({"type": 1}, None)
    counting = Counting()
    Judges(SCHEMA, counting)
    assert judges.schema == {"type": 1}
    assert counting.made == []


def test_the_tools_own_choice_wins() -> None:
    """A caller's choice counts only where the tool has none."""
    own = Judges(SCHEMA, "reference").get("fastjsonschema").validator
    asked = Judges(SCHEMA, None).get("fastjsonschema").validator
    assert isinstance(own, Validator)
    assert isinstance(asked, Validator)
    assert (own.backend, asked.backend) == ("reference", "fastjsonschema")


def test_a_judge_is_made_once_whichever_thread_asks() -> None:
    """Sixteen threads at once make one judge of each choice."""
    own, asked = Counting(), Counting()
    judges, free = Judges(SCHEMA, own), Judges(SCHEMA, None)
    factory = asked.__call__  # a method has a hash
    barrier = Barrier(16)

    def ask(_: int) -> tuple[object, object]:
        barrier.wait()
        return judges.get(), free.get(factory)

    with ThreadPoolExecutor(16) as pool:
        answers = set(pool.map(ask, range(16)))
    assert len(answers) == 1
    assert len(own.made) == len(asked.made) == 1


def test_a_choice_that_cannot_be_a_key_is_used_all_the_same() -> None:
    """A factory without a hash is asked each time."""
    counting = Counting()
    judges = Judges(SCHEMA, None)
    assert judges.get(counting).is_valid(1)
    assert judges.get(counting).is_valid(1)
    assert len(counting.made) == 2


def test_judges_for_single_calls_are_bounded() -> None:
    """A fresh factory with every call does not make the tool grow."""
    judges = Judges(SCHEMA, None)
    for _ in range(100):
        judges.get(lambda schema: Lenient(schema))  # noqa: PLW0108 - a new object each time
    assert len(judges._asked_for) <= 16
