"""Near names are found by case, style or few edits, and only within bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.suggestions import nearest, same_but_for_style

SHORT = st.text("abcd", max_size=9)


def distance(left: str, right: str) -> int:
    """The optimal string alignment distance by the whole matrix, the slow and plain way."""
    rows = [list(range(len(right) + 1))]
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, rows[i - 2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("limt", "limit"), ("LIMIT", "limit"), ("lmiit", "limit"), ("querry", "query"), ("max_results", "maxResults")],
)
def test_a_slip_is_found(wrong: str, right: str) -> None:
    """A lost, doubled or swapped letter, case, and an underscore lead to the name that was meant."""
    assert nearest(wrong, ["offset", right, "verbose"]) == right


@pytest.mark.parametrize("wrong", ["", "x", "zz", "banana", "limitations"])
def test_what_is_far_is_not_suggested(wrong: str) -> None:
    """More edits than a third of the length are no slip, and very short names have none."""
    assert nearest(wrong, ["limit", "ab", "q"]) is None


def test_a_difference_in_case_comes_before_an_edit() -> None:
    """The candidate that differs in case only wins over one that is an edit away and stands earlier."""
    assert nearest("Limit", ["limits", "LIMIT"]) == "LIMIT"


def test_the_earlier_candidate_wins_a_draw() -> None:
    """Of two candidates with as many edits the first is suggested."""
    assert nearest("colour", ["colours", "color"]) == "colours"


def test_the_search_is_bounded() -> None:
    """Names of more than 64 characters and candidates after the 200th are not looked at."""
    assert nearest("a" * 65, ["a" * 65]) is None
    assert nearest("a" * 64, ["a" * 65]) is None
    assert nearest("limt", [*map(str, range(200)), "limit"]) is None
    assert nearest("limt", [*map(str, range(199)), "limit"]) == "limit"


@given(SHORT, st.lists(SHORT, max_size=5))
def test_the_nearest_has_the_fewest_edits(name: str, candidates: list[str]) -> None:
    """What is found is the first candidate with the fewest edits, if they are at most a third of the length."""
    edits = [distance(name, candidate) for candidate in candidates]
    fewest = min(edits, default=len(name) + 1)
    expected = candidates[edits.index(fewest)] if fewest == 0 or fewest <= len(name) // 3 else None
    assert nearest(name, candidates) == expected


@given(st.text(), st.lists(st.text()))
def test_any_text_may_be_a_name(name: str, candidates: list[str]) -> None:
    """Whatever the names hold, the answer is one of the candidates or none."""
    assert nearest(name, candidates) in {None, *candidates}
    assert same_but_for_style(name, candidates) in {None, *candidates}


def test_style_is_case_hyphens_and_underscores() -> None:
    """Another style of the same name is found, an edit of it is not, and the bounds hold."""
    assert same_but_for_style("max_results", ["maxresult", "max-Results"]) == "max-Results"
    assert same_but_for_style("limit", ["limt"]) is None
    assert same_but_for_style("a" * 65, ["a" * 65]) is None
