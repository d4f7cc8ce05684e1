"""JSON Pointers: written, read and followed as RFC 6901 says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval import pointer

# The table of RFC 6901, section 5.
DOCUMENT = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8}
RFC = {
    "": DOCUMENT,
    "/foo": ["bar", "baz"],
    "/foo/0": "bar",
    "/": 0,
    "/a~1b": 1,
    "/c%d": 2,
    "/e^f": 3,
    "/g|h": 4,
    "/i\\j": 5,
    '/k"l': 6,
    "/ ": 7,
    "/m~0n": 8,
}


@pytest.mark.parametrize(("text", "value"), RFC.items())
def test_the_examples_of_the_rfc(text: str, value: Any) -> None:
    """Each pointer of the RFC's table leads to its value."""
    assert pointer.follow(DOCUMENT, text) == value


@given(st.lists(st.text()))
def test_split_undoes_join(tokens: list[str]) -> None:
    """Any tokens come back out of the pointer they make."""
    assert pointer.split(pointer.join(tokens)) == tuple(tokens)


@pytest.mark.parametrize("token", ["-", "-1", "+1", "01", "1.0", "", " 1", "٣", "²", "2", "99999999999999999999999999"])
def test_what_is_no_index_leads_nowhere(token: str) -> None:
    """An array is entered by digits without a leading zero, within its length, and by nothing else."""
    with pytest.raises(LookupError):
        pointer.follow([1, 2], f"/{token}")


def test_scalars_hold_nothing() -> None:
    """A pointer does not enter texts or numbers."""
    for value in ("abc", 1, None, True, b"abc", {1, 2}):
        with pytest.raises(LookupError):
            pointer.follow(value, "/0")


def test_a_pointer_starts_with_a_slash() -> None:
    """Text that is neither empty nor starts with a slash is no pointer."""
    with pytest.raises(ValueError, match="starts with"):
        pointer.split("a")


def test_a_fragment_is_encoded_where_a_uri_wants_it() -> None:
    """Characters that a URI fragment may hold stand as they are, others are percent-encoded as UTF-8."""
    assert pointer.fragment("/a~1b/$defs") == "/a~1b/$defs"
    assert pointer.fragment('/c%d/é/ "') == "/c%25d/%C3%A9/%20%22"
