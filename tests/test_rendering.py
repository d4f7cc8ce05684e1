"""Violations become a few lines that a model can act on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.rendering import render
from schemaval.violation import Violation


def violation(
    pointer: str, message: str = "wrong", keyword: str = "type", causes: tuple[Violation, ...] = ()
) -> Violation:
    """A violation as a caller would hold it."""
    return Violation(pointer, keyword, message, "#", "", {}, causes)


def test_a_line_a_violation() -> None:
    """Each violation is `pointer: message`, and the root has a name."""
    text = render([violation("/limit", "expected an integer"), violation("", "wrong")])
    assert text == "/limit: expected an integer\n(root): wrong"


def test_nothing_wrong_is_no_text() -> None:
    """No violations give the empty text."""
    assert render(()) == ""


def test_any_iterable_will_do() -> None:
    """A generator is read once."""
    assert render(violation(f"/{number}") for number in range(2)) == "/0: wrong\n/1: wrong"


def test_the_closest_causes_stand_below_their_union() -> None:
    """Under anyOf and oneOf the first three causes follow, indented; under any other keyword none do."""
    causes = tuple(violation(f"/a/{number}") for number in range(4))
    below = "\n  /a/0: wrong\n  /a/1: wrong\n  /a/2: wrong"
    assert render([violation("/a", keyword="anyOf", causes=causes)]) == "/a: wrong" + below
    assert render([violation("/a", keyword="oneOf", causes=causes)]) == "/a: wrong" + below
    assert render([violation("/a", keyword="contains", causes=causes)]) == "/a: wrong"


def test_what_has_no_room_is_counted() -> None:
    """The last line says how many violations were left out."""
    found = [violation(f"/{number}") for number in range(10)]
    assert render(found, max_lines=3) == "/0: wrong\n/1: wrong\nand 8 more"
    assert render(found, max_lines=1) == "/0: wrong (and 9 more)"
    assert render(found, max_chars=25) == "/0: wrong\nand 9 more"
    assert render(found[:3], max_lines=3) == "/0: wrong\n/1: wrong\n/2: wrong"


def test_causes_give_way_to_the_count() -> None:
    """Causes fill what lines there are, and leave one for the count."""
    union = violation("/a", keyword="anyOf", causes=(violation("/a/b"), violation("/a/c")))
    others = [violation("/d"), violation("/e")]
    assert render([union, *others], max_lines=3) == "/a: wrong\n  /a/b: wrong\nand 2 more"
    assert render([union, *others[:1]], max_lines=3) == "/a: wrong\n  /a/b: wrong\n/d: wrong"


def test_a_single_long_violation_is_cut() -> None:
    """Where not even the first line fits it is cut, and the count kept."""
    found = [violation("/a", "m" * 100), violation("/b")]
    assert render(found[:1], max_chars=10) == "/a: mmmmm…"
    assert render(found, max_chars=24) == "/a: mmmmmm… (and 1 more)"


def test_a_violation_stays_on_its_line() -> None:
    """Line breaks in names and messages are escaped, long pointers cut."""
    assert render([violation("/a\nb", "c\r\nd")]) == "/a\\nb: c\\r\\nd"
    assert render([violation("/" + "a" * 500)]) == "/" + "a" * 126 + "…: wrong"


@pytest.mark.parametrize("bounds", [{"max_lines": 0}, {"max_chars": 0}, {"max_lines": -1}])
def test_a_bound_below_one_is_refused(bounds: dict[str, Any]) -> None:
    """A bound that leaves no room for a line is a mistake of the caller."""
    with pytest.raises(ValueError, match="at least 1"):
        render([], **bounds)


FOUND = st.recursive(
    st.builds(violation, st.text(), st.text()),
    lambda inner: st.builds(
        violation,
        st.text(),
        st.text(),
        st.sampled_from(["anyOf", "oneOf", "not"]),
        st.lists(inner, max_size=5).map(tuple),
    ),
    max_leaves=6,
)


@given(st.lists(FOUND, max_size=12), st.integers(1, 12), st.integers(1, 400))
def test_the_bounds_hold(found: list[Violation], max_lines: int, max_chars: int) -> None:
    """No violations, whatever they hold, make the text longer than asked, and something is always said."""
    text = render(found, max_lines=max_lines, max_chars=max_chars)
    assert len(text) <= max_chars
    assert len(text.splitlines()) <= max_lines
    assert bool(text) == bool(found)
