"""Whatever is put in, nothing but errors of ours comes out: compile, verdicts, mending, pointers, patterns."""

import random
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import schemaval
from schemaval import LimitExceeded, NotJSON, SchemavalError, patterns, pointer
from schemaval.dialects import DIALECTS
from schemaval.keywords import table
from schemaval.patterns import PatternSyntaxError, UnsupportedPattern
from tests.hostile.mutations import mutated

_BACKENDS = ("reference", "jsonschema", "fastjsonschema", "jsonschema-rs", "auto")
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 3)
    | st.floats()
    | st.text(max_size=5)
    | st.text(alphabet=st.characters(categories=("Cs", "Cc", "Cf")), max_size=2)
)
JSON_LIKE = st.recursive(
    _SCALARS | st.decimals() | st.binary(max_size=2),
    lambda below: (
        st.lists(below, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from("ab"), below, max_size=3)
        | st.tuples(below)
    ),
    max_leaves=8,
)
_KEYWORDS = sorted({name for dialect in DIALECTS for name in table(dialect.draft)})
SCHEMA_LIKE = st.recursive(
    JSON_LIKE | st.sampled_from(["#", "string", "integer", "^a", "#/$defs/a", "date"]),
    lambda below: (
        st.dictionaries(st.sampled_from([*_KEYWORDS, "a", "b"]), below, max_size=4) | st.lists(below, max_size=3)
    ),
    max_leaves=12,
)
MUTANTS = st.builds(
    lambda number, seed: mutated(DIALECTS[number], random.Random(seed)),  # noqa: S311 - no secrets
    st.integers(0, len(DIALECTS) - 1),
    st.integers(0, 10**9),
)
PATTERNS = st.text(alphabet=r"ab1()[]{}*+?|^$.\-,:=!<>dwsDWSbBpPLukxc0/", max_size=24)
_MORE = settings(max_examples=1_500)


def compiled(schema: Any, backend: str = "auto") -> schemaval.Validator | None:
    """A validator, or None where the schema is refused by an error of ours."""
    try:
        return schemaval.compile(schema, backend=backend)
    except SchemavalError as error:
        refusal = str(error)
    assert refusal.isprintable()
    return None


def asked(validator: schemaval.Validator, instance: Any) -> None:
    """All questions, none of which may raise anything foreign; those that look at the whole value agree."""
    answers: list[Any] = []
    for ask in (validator.violations, validator.evaluate, validator.normalise, validator.is_valid):
        try:
            answers.append(ask(instance))
        except (NotJSON, LimitExceeded) as error:
            answers.append(type(error))
    if type(answers[0]) is list:
        assert answers[1].valid == (answers[0] == [])
        assert answers[3] in (answers[0] == [], LimitExceeded)
        assert all(found.message.isprintable() and len(found.message) <= 256 for found in answers[0])


@given(SCHEMA_LIKE, JSON_LIKE)
def test_any_schema_with_any_value(schema: Any, instance: Any) -> None:
    """compile, then every question."""
    validator = compiled(schema)
    if validator is not None:
        asked(validator, instance)


@given(MUTANTS, JSON_LIKE, st.sampled_from(_BACKENDS))
def test_nearly_valid_schemas_with_any_value(schema: Any, instance: Any, backend: str) -> None:
    """What gets past the checks is answered, on every backend."""
    validator = compiled(schema, backend)
    if validator is not None:
        asked(validator, instance)


@pytest.mark.long
@_MORE
@given(MUTANTS, JSON_LIKE, st.sampled_from(_BACKENDS))
def test_more_nearly_valid_schemas(schema: Any, instance: Any, backend: str) -> None:
    """The same with many more."""
    validator = compiled(schema, backend)
    if validator is not None:
        asked(validator, instance)


@given(MUTANTS, JSON_LIKE)
def test_mended_values_need_no_more_mending(schema: Any, instance: Any) -> None:
    """Normalise is done after once, and does not touch what it was given."""
    validator = compiled(schema)
    if validator is None:
        return
    before = repr(instance)
    try:
        once = validator.normalise(instance)
        assert validator.mends(once) == ()
    except (NotJSON, LimitExceeded):
        return
    assert repr(instance) == before


@given(st.text(max_size=12) | st.text(alphabet="~/01a", max_size=12), JSON_LIKE)
def test_any_pointer(text: str, value: Any) -> None:
    """It leads somewhere, nowhere, or is none."""
    try:
        pointer.follow(value, text)
    except (LookupError, ValueError):
        pass
    else:
        assert pointer.join(pointer.split(text)) == text


@given(st.lists(st.text(max_size=5), max_size=4))
def test_pointers_come_back(tokens: list[str]) -> None:
    """What is joined splits again."""
    assert pointer.split(pointer.join(tokens)) == tuple(tokens)


def searched(pattern: str, text: str) -> None:
    """A pattern is searched for, or refused by an error of patterns or of limits."""
    for policy in ("linear", "any"):
        try:
            patterns.compile_pattern(pattern, policy).search(text)
        except (PatternSyntaxError, UnsupportedPattern, LimitExceeded):
            continue


@example(r"(?<=a)+", "a")
@example("(?:" * 500 + ")" * 500, "a")
@given(
    PATTERNS | st.from_regex(re.compile(r"(\(\?[:=!<][a-z)]*|[ab*+?|^$]|\{\d,\d?\}|\[[^\]]*\]){1,8}")),
    st.text("ab1- ", max_size=9),
)
def test_any_pattern(pattern: str, text: str) -> None:
    """No error of `re`, no RecursionError."""
    searched(pattern, text)


@pytest.mark.long
@settings(max_examples=5_000)
@given(PATTERNS, st.text("ab1- ", max_size=9))
def test_more_patterns(pattern: str, text: str) -> None:
    """The same with many more."""
    searched(pattern, text)


@given(st.binary(max_size=20) | st.text(max_size=20) | st.text('{}[]",:0123456789.eE+-tfn\\u', max_size=20))
def test_any_text(text: Any) -> None:
    """A text is JSON, or NotJSON says where it is not."""
    try:
        schemaval.parse(text)
    except (NotJSON, LimitExceeded) as error:
        refusal = str(error)
    else:
        return
    assert refusal.isprintable()


@given(st.lists(JSON_LIKE, max_size=3))
def test_any_resources(values: list[Any]) -> None:
    """Resources may be anything too."""
    resources = {f"urn:{number}": value for number, value in enumerate(values)}
    try:
        validator = schemaval.compile({"anyOf": [{"$ref": uri} for uri in resources] or [{}]}, resources=resources)
    except SchemavalError:
        return
    asked(validator, [1, {"a": 1}])
