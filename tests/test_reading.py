"""The reader of JSON text: the values that the standard library reads, and one refusal for all that is not JSON."""

import json
import math
import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.errors import LimitExceeded, NotJSON
from schemaval.reading import copied, is_json_text, parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def same(left: Any, right: Any) -> bool:
    """Equal, with equal types all the way down, and with the sign of zero."""
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return list(left) == list(right) and all(same(left[name], right[name]) for name in left)
    if type(left) is list:
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right and (type(left) is not float or math.copysign(1, left) == math.copysign(1, right)))


@given(JSON, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_it_reads_what_the_standard_library_reads(value: Any, ascii_only: bool, indent: Any) -> None:
    """Text that json writes is read as json reads it, from str and from each kind of bytes."""
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    expected = json.loads(text)
    for data in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert same(parse(data), expected)


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \n\\u', max_size=40))
def test_it_refuses_what_the_standard_library_refuses(text: str) -> None:
    """On any text both readers agree: the same value, or NotJSON with line and column."""
    try:
        expected = json.loads(text, parse_constant=_refused)
    except ValueError:
        with pytest.raises(NotJSON) as caught:
            parse(text)
        assert caught.value.line is not None
        assert caught.value.column is not None
    else:
        if "inf" not in repr(expected) and "\\ud" not in ascii(expected):
            assert same(parse(text), expected)


def _refused(name: str) -> float:
    raise ValueError(name)


@pytest.mark.parametrize("digits", [18, 19, 20, 40, 4_299, 4_300])
@pytest.mark.parametrize("sign", ["", "-"])
def test_integers_are_exact(digits: int, sign: str) -> None:
    """Integers of up to 4,300 digits are read exactly, alone and inside."""
    text = sign + "9" * digits
    number = (10**digits - 1) * (-1 if sign else 1)
    assert parse(text) == number
    assert parse(f'{{"a": [{text}]}}') == {"a": [number]}
    assert type(parse(text)) is int


REFUSED: list[tuple[bytes | str, int, int]] = [
    (b"", 1, 1),
    (b" \n ", 2, 2),
    (b"{", 1, 2),
    (b'{"a":1,}', 1, 8),
    (b"[1,", 1, 4),
    (b"[1] x", 1, 5),
    (b'{"a":1}\n\n{"b":1}', 3, 1),
    (b"tru", 1, 1),
    (b"01", 1, 2),
    (b"+1", 1, 1),
    (b"1.", 1, 2),
    (b"'a'", 1, 1),
    (b'"\t"', 1, 2),
    (b"NaN", 1, 1),
    (b'{"NaN": 1, "a": [1,\n  NaN]}', 2, 3),
    (b"[Infinity]", 1, 2),
    (b"[-Infinity]", 1, 2),
    (b"1e400", 1, 1),
    (b'["1e400", 1,\n -1e400]', 2, 2),
    (b"9" * 4_301, 1, 1),
    (b'{"a":\n-' + b"9" * 4_301 + b"}", 2, 1),
    (b'"\\ud800"', 1, 1),
    (b'["\\\\ud800", "\\ud800x"]', 1, 13),
    (b'{"\\udc00": 12345678901234567890}', 1, 2),
    ('["\ud800"]', 1, 2),
    ('["é",\n"a\udfff"]', 2, 1),
    (b"\xef\xbb\xbf{}", 1, 1),
    ("\ufeff{}", 1, 1),
    (b'["\xff"]', 1, 3),
    ('["é",\n "é'.encode() + b'\xff"]', 2, 4),
    ("{}".encode("utf-16"), 1, 1),
    (b"\xc2\xa01", 1, 1),
]


@pytest.mark.parametrize(("data", "line", "column"), REFUSED)
def test_what_is_not_json_is_refused_where_it_stands(data: bytes | str, line: int, column: int) -> None:
    """NotJSON says line and column, counted in characters from 1, of what is wrong."""
    with pytest.raises(NotJSON) as caught:
        parse(data)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_whole_pair_of_surrogates_is_a_character() -> None:
    """Escaped pairs are read as the character they write, and an escaped backslash before `ud800` is text."""
    assert parse(b'"\\ud83d\\ude00"') == "\U0001f600"
    assert parse(b'["\\\\ud800", 12345678901234567890]') == ["\\ud800", 12345678901234567890]


def test_the_last_of_equal_names_counts() -> None:
    """A repeated name takes its last value, on the fast and on the slow path."""
    assert parse(b'{"a": 1, "a": 2}') == {"a": 2}
    assert parse(b'{"a": 1, "a": 12345678901234567890}') == {"a": 12345678901234567890}


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [2_000, 100_000])
@pytest.mark.parametrize("whole", [True, False])
def test_deep_text_is_a_limit_and_no_recursion_error(opening: str, depth: int, whole: bool) -> None:
    """Nesting beyond the stack is LimitExceeded, whether the text is whole or broken off."""
    text = opening * depth + ("1" + ("]" if opening == "[" else "}") * depth) * whole
    for data in (text, text.encode()):
        with pytest.raises(LimitExceeded):
            parse(data)


@pytest.mark.parametrize("value", [None, 1, [], {}, object()])
def test_other_types_are_a_type_error(value: Any) -> None:
    """Only bytes and str are text."""
    with pytest.raises(TypeError):
        parse(value)


def test_refusing_takes_linear_time() -> None:
    """A megabyte with its fault at the end, of each kind, is refused in less than a second."""
    filler = b'["' + b"a" * 1_000_000 + b'", ' + b"1, " * 100_000
    for fault in (b"NaN]", b"1e400]", b'"\\ud800"]', b"\xff]", b"1", b"9" * 5_000 + b"]", b'"' + b"\\" * 99_999):
        start = time.process_time()
        with pytest.raises(NotJSON):
            parse(filler + fault)
        assert time.process_time() - start < 1


def test_a_copy_is_private_and_plain() -> None:
    """Containers are copied all the way down, subclasses and tuples become dicts and lists."""

    class Named(dict[str, Any]):
        def items(self) -> Any:
            return []

    value = Named(a=(1, [Decimal("1.5")]))
    copy = copied(value)
    assert copy == {"a": [1, [Decimal("1.5")]]}
    assert type(copy) is dict
    assert type(copy["a"]) is list
    assert copy["a"][1] is not value["a"][1]


def test_an_error_holds_nothing_of_the_text() -> None:
    """Not even in its context, where error reporters look."""
    with pytest.raises(NotJSON) as caught:
        parse('{"a":"S3CR3T"')
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1" * 100_000, True),
        ('{"a": [1e999999, -0.0]}', True),
        (b'"\xc3\xa9"', True),
        ('"\\ud800"', True),
        ("NaN", False),
        ("[1,]", False),
        ("", False),
        (b"\xff", False),
        ("01", False),
    ],
)
def test_the_grammar_alone(text: str | bytes, *, expected: bool) -> None:
    """Numbers of any length are JSON text, though not all are values here (RFC 8259, section 6)."""
    assert is_json_text(text) is expected
