"""A call's arguments are read from text, from text of text, and from nothing."""

import json
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded, NotJSON
from schemaval.tools.arguments import ABSENT, read_arguments
from schemaval.violation import Violation

JUDGE = compile_schema({"type": "object", "properties": {"city": {"type": "string"}}})


class Terse:
    """A hand-written validator that wants an object and says little."""

    def is_valid(self, instance: Any, /) -> bool:
        """Whether it is an object."""
        return isinstance(instance, dict)

    def violations(self, instance: Any, /) -> list[Violation]:
        """That it is none."""
        return [] if self.is_valid(instance) else [Violation("", "type", "no object", "", "")]


def wrapped(value: Any, times: int) -> str:
    """The JSON text of a value, of that text, and so on."""
    for _ in range(times):
        value = json.dumps(value)
    assert isinstance(value, str)
    return value


@pytest.mark.parametrize("judge", [JUDGE, Terse()], ids=["compiled", "hand-written"])
@pytest.mark.parametrize(
    ("data", "read"),
    [
        ("", {}),
        (" \r\n\t", {}),
        (b"", {}),
        (b" \n", {}),
        (ABSENT, {}),
        ("{}", {}),
        ('{"city": "Oslo"}', {"city": "Oslo"}),
        (b'{"city": "Troms\xc3\xb8"}', {"city": "Troms\u00f8"}),
        (memoryview(b'{"city": "Bod"}'), {"city": "Bod"}),
        ("null", None),
        ("[]", []),
        ("[1]", [1]),
        ("7", 7),
        (None, None),
        ([], []),
        (5, 5),
    ],
)
def test_what_is_read(judge: Any, data: Any, read: Any) -> None:
    """Nothing written and nothing given are no arguments; null, lists and numbers stay for the schema to refuse."""
    assert read_arguments(data, judge) == read
    assert type(read_arguments(data, judge)) is type(read)


def test_a_value_comes_back_as_it_is() -> None:
    """Only text is read: an object is handed on untouched, the very same."""
    arguments = {"city": '{"a": 1}'}
    assert read_arguments(arguments, JUDGE) is arguments


@pytest.mark.parametrize("judge", [JUDGE, Terse()], ids=["compiled", "hand-written"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_text_of_text_is_read_where_an_object_is_wanted(judge: Any, times: int) -> None:
    """Arguments encoded up to three times over give the object, and so does the empty array."""
    assert read_arguments(wrapped({"city": "Oslo"}, times), judge) == {"city": "Oslo"}
    assert read_arguments(wrapped([], times), judge) == []


def test_decoding_is_bounded() -> None:
    """A fourth encoding is not undone: the string stays, to be refused as one."""
    assert read_arguments(wrapped({"city": "Oslo"}, 4), JUDGE) == wrapped({"city": "Oslo"}, 3)


def test_a_string_that_the_schema_takes_is_not_decoded() -> None:
    """Where strings are legal, text of text is a string."""
    judge = compile_schema({"type": ["object", "string"]})
    assert read_arguments(wrapped({"a": 1}, 2), judge) == '{"a": 1}'


@pytest.mark.parametrize("inner", ["hello", "{oops}", "5", "null", "[1, 2]"])
def test_a_string_without_an_object_inside_stays(inner: str) -> None:
    """What holds no object is left as the string that came, for the schema to refuse."""
    assert read_arguments(json.dumps(inner), JUDGE) == inner


def test_text_of_empty_text_is_no_arguments() -> None:
    """Each level is read alike: the text of an empty text is no arguments."""
    assert read_arguments('""', JUDGE) == {}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"city": oops}', 1, 10),
        ("{'city': 'Oslo'}", 1, 2),
        ('{"city":\n  "Oslo"', 2, 9),
        (b'{"city": NaN}', 1, 10),
        ('{"city": "Oslo"} trailing', 1, 18),
    ],
)
def test_broken_text_is_an_error_with_its_place(text: str | bytes, line: int, column: int) -> None:
    """Text that is no JSON is never taken for anything else, least of all for no arguments."""
    with pytest.raises(NotJSON) as caught:
        read_arguments(text, JUDGE)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_text_nested_too_deeply_is_refused() -> None:
    """A text of a hundred thousand brackets is a limit, not a crash."""
    with pytest.raises(LimitExceeded):
        read_arguments("[" * 100_000, JUDGE)
