"""The text's own positions and the decoder without recursion agree with the standard library's decoder."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.cli import deeptext, jsontext
from schemaval.pointer import follow, join

HOOKS = deeptext.Hooks(dict, int, float)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_the_decoder_without_recursion_decodes_alike(value: Any, indent: int | None, ascii_: bool) -> None:
    """Whatever the standard library writes, it reads back, and stops where the value ends."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    assert deeptext.decode(text + " [1]", 0, HOOKS) == (value, len(text))


BROKEN = [
    "",
    "[",
    "{",
    "[1",
    "[1,]",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{1:2}",
    "[1 2]",
    "tru",
    "01",
    "1.",
    "-",
    '"a',
    '["\n"]',
    "]",
    "[}",
    '"\\x"',
    ",",
    '{"a":1 "b":2}',
]


@pytest.mark.parametrize("text", BROKEN)
def test_the_decoder_without_recursion_refuses_alike(text: str) -> None:
    """Text that is not JSON is refused by both decoders."""
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    with pytest.raises(json.JSONDecodeError):
        deeptext.decode(text, 0, HOOKS)


def test_depth_costs_no_stack() -> None:
    """200,000 nested arrays are decoded."""
    depth = 200_000
    value, end = deeptext.decode("[" * depth + "]" * depth, 0, HOOKS)
    assert end == 2 * depth
    found = 0
    while value:
        value, found = value[0], found + 1
    assert found == depth - 1


@given(VALUES, st.sampled_from([None, 1]))
def test_empty_containers_are_found_in_the_text(value: Any, indent: int | None) -> None:
    """Every empty container of a value, and nothing else, is found by its pointer, at the text that writes it."""
    text = json.dumps(value, indent=indent)
    found = jsontext.empties(text, 0, len(text))
    assert set(found) == {join(way) for way in _empties(value, ())}
    for pointer, (start, end) in found.items():
        assert json.loads(text[start:end]) == follow(value, pointer)


def _empties(value: Any, way: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    here = [way] if isinstance(value, (dict, list)) and not value else []
    return here + [found for token, member in members for found in _empties(member, (*way, token))]


def test_of_a_repeated_property_the_last_place_counts() -> None:
    """As in the decoded value."""
    assert jsontext.empties('{"a": [], "a": { }}', 0, 19) == {"/a": (15, 18)}
