"""The short way of arguments gives what the long way gives, or leaves them to it."""

import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.backends.protocol import SchemaValidator
from schemaval.compiling import compile_schema
from schemaval.tools.arguments import read_arguments
from schemaval.tools.running.quickly import read_object

JUDGE: SchemaValidator = compile_schema({"type": "object"})
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(), JSON_VALUES, max_size=4), st.booleans())
def test_an_object_is_read_as_the_long_way_reads_it(value: dict[str, Any], is_ascii: bool) -> None:
    """The same value in the same types, of text and of bytes."""
    text = json.dumps(value, ensure_ascii=is_ascii)
    for data in (text, text.encode()):
        found = read_object(data)
        assert found is None or repr(found) == repr(read_arguments(data, JUDGE))


@pytest.mark.parametrize("digits", ["18446744073709551615", "18446744073709551616", "-9223372036854775809", "1" * 400])
@pytest.mark.parametrize("form", ['{"a":%s}', '{"a":[1,{"b":%s}]}', '{"a":%s.5}'])
def test_no_digit_of_a_long_integer_is_lost(digits: str, form: str) -> None:
    """An integer that does not fit 64 bits is left to the long way."""
    text = form % digits
    found = read_object(text)
    assert found is None or repr(found) == repr(json.loads(text))
    assert form.endswith(".5}") or repr(read_object(text) or read_arguments(text, JUDGE)) == repr(json.loads(text))


LEFT: list[Any] = [
    "",
    " ",
    b"",
    "[]",
    "null",
    '"{}"',
    "{",
    '{"a":NaN}',
    '{"a":1e400}',
    '{"a":"\\ud800"}',
    '{"a":"\ud800"}',
    b'{"a":"\xff"}',
    "\ufeff{}",
    None,
    {},
    [],
    bytearray(b"{}"),
    memoryview(b"{}"),
    '{"a":' + "[" * 60 + "]" * 60 + "}",
    '{"a":' + "[" * 100_000 + "]" * 100_000 + "}",
]


@pytest.mark.parametrize("data", LEFT, ids=[str(number) for number in range(len(LEFT))])
def test_all_else_is_left_to_the_long_way(data: Any) -> None:
    """Text that is no object or no JSON, what is no text, and what is nested deep."""
    assert read_object(data) is None


def test_a_short_text_may_be_nested_on_the_smallest_stack() -> None:
    """As many levels as there is room for in 100 characters do not overflow a thread's stack."""
    texts = ['{"a":' + "[" * 47 + "]" * 47 + "}", '{"a":' + "[" * 95]
    found: list[Any] = []
    before = threading.stack_size(32_768)
    try:
        thread = threading.Thread(target=lambda: found.extend(map(read_object, texts)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found == [json.loads(texts[0]), None]
