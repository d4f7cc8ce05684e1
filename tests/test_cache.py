"""The cache by itself, and the text that is its key."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.cache import Cache, text_of
from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded
from schemaval.limits import Limits

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_the_text_is_compact_json(value: Any) -> None:
    """The text reads back as the value, has its key order, and no white space."""
    text = text_of(value)
    assert json.loads(text) == value
    assert len(text) <= len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


@given(JSON, JSON)
def test_different_values_have_different_texts(left: Any, right: Any) -> None:
    """Two values share a text only if the standard library writes them alike."""
    assert (text_of(left) == text_of(right)) is (json.dumps(left) == json.dumps(right))


def test_what_orjson_cannot_write_is_written_all_the_same() -> None:
    """Integers beyond 64 bits and Decimal have a text, and Decimals that differ in spelling differ in it."""
    assert text_of([10**30]) == b"[1000000000000000000000000000000]"
    texts = {text_of([value]) for value in (Decimal("1.5"), Decimal("1.50"), 1.5, "1.5", {"Decimal": "1.5"})}
    assert len(texts) == 5


def test_depth_beyond_the_stack_is_a_limit() -> None:
    """What no encoder can enter is LimitExceeded."""
    value: Any = 1
    for _ in range(50_000):
        value = [value]
    with pytest.raises(LimitExceeded):
        text_of(value)


def test_the_least_recently_used_goes_first() -> None:
    """A full cache lets go of what was asked for longest ago."""
    cache: Cache[str] = Cache(2)
    cache.put("a", "1")
    cache.put("b", "2")
    assert cache.get("a") == "1"
    cache.put("c", "3")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == ("1", None, "3")
    assert len(cache) == 2
    cache.clear()
    assert len(cache) == 0


def test_the_first_to_put_wins() -> None:
    """Where two put under one key, both get what the first one put."""
    cache: Cache[str] = Cache(2)
    assert cache.put("a", "first") == "first"
    assert cache.put("a", "second") == "first"
    assert cache.get("a") == "first"


def test_a_subclass_is_written_by_what_it_holds() -> None:
    """Whatever methods a subclass of dict or list has, its text is that of its content, on both encoders."""

    class Sly(dict[str, Any]):
        def items(self) -> Any:
            return []

    class SlyList(list[Any]):
        def __iter__(self) -> Any:
            return iter([])

    for number in (1, 10**30):
        assert text_of(Sly(a=SlyList([number]))) == text_of({"a": [number]})


def test_what_is_held_is_bounded_in_bytes() -> None:
    """Weights add up to so much at most, the oldest go first, and what weighs more than all may is not held."""
    cache: Cache[str] = Cache(100, max_bytes=10)
    for name in "abc":
        cache.put(name, name, 4)
    assert [cache.get(name) for name in "abc"] == [None, "b", "c"]
    assert cache.put("d", "large", 11) == "large"
    assert cache.get("d") is None
    assert cache.put("b", "again", 9) == "b"
    cache.put("e", "e", 10)
    assert len(cache) == 1
    cache.clear()
    cache.put("f", "f", 10)
    assert cache.get("f") == "f"


def test_a_thousand_large_schemas_are_not_kept() -> None:
    """What compile keeps is bounded by the text of the schemas, not by their number only."""
    from schemaval import compiling

    compiling._cache.clear()
    for number in range(40):
        compiling.compile_schema({"enum": [str(number) + "x" * 100_000]})
    assert len(compiling._cache) == 20
    compiling._cache.clear()


class Terse(Limits):
    """Limits that do not say what they are."""

    def __repr__(self) -> str:
        return "Limits()"


DIFFERENT: list[dict[str, Any]] = [
    {},
    {"backend": "reference"},
    {"backend": ("reference", "jsonschema")},
    {"dialect": "draft-07"},
    {"assert_formats": True},
    {"normalise": False},
    {"resources": {"http://h.test/a": {}}},
    {"resources": {"http://h.test/a": True}},
    {"resources": {"http://h.test/b": {}}},
    {"limits": Limits(max_steps=7)},
    {"limits": Limits(deadline_s=7)},
    {"limits": Limits(patterns="any")},
    {"limits": Terse(max_steps=8)},
    {"limits": Terse(max_steps=9)},
]


def test_a_validator_is_shared_by_equal_arguments_only() -> None:
    """Schema, resources and every option tell validators apart."""
    made = [compile_schema({"type": "string"}, **options) for options in DIFFERENT]
    assert len(set(map(id, made))) == len(made)
    again = [compile_schema({"type": "string"}, **options) for options in DIFFERENT]
    assert list(map(id, again)) == list(map(id, made))
    assert compile_schema({"type": "integer"}) not in made
