"""What a docstring says of a tool and of its parameters."""

import sys

import pytest

from schemaval.tools import ExtraNotInstalled
from schemaval.tools.inferring.docstrings import Docstring, read

GOOGLE = """Search the catalogue
of books.

It is large.

Args:
    query: What to look for,
        in any language.
    limit (int, optional): How many at most.
    *tags: Any of these.
    **extra: Whatever else.

Returns:
    The books.
"""
NUMPY = """Search the catalogue
of books.

It is large.

Parameters
----------
query : str
    What to look for,
    in any language.
limit : int, optional
    How many at most.
*tags : str
    Any of these.
**extra
    Whatever else.

Returns
-------
list
    The books.
"""
SPHINX = """Search the catalogue
of books.

It is large.

:param query: What to look for,
    in any language.
:type query: str
:param int limit: How many at most.
:param tags: Any of these.
:param extra: Whatever else.
:returns: The books.
"""
SAID = {
    "query": "What to look for, in any language.",
    "limit": "How many at most.",
    "tags": "Any of these.",
    "extra": "Whatever else.",
}


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_every_style_says_the_same(text: str) -> None:
    """The first paragraph is the summary, each parameter has its description, and line breaks are no part of either."""
    assert read(text) == Docstring("Search the catalogue of books.", SAID)


def test_numpy_describes_several_parameters_at_once() -> None:
    """`x, y : int` describes both."""
    assert read("Add.\n\nParameters\n----------\nx, y : int\n    A number.\n").parameters == {
        "x": "A number.",
        "y": "A number.",
    }


@pytest.mark.parametrize("text", [None, "", " \n "])
def test_nothing_says_nothing(text: str | None) -> None:
    """Without a docstring there is neither summary nor description."""
    assert read(text) == Docstring()


def test_prose_is_all_summary() -> None:
    """A text of no style has its first paragraph for a summary, colons and all."""
    assert read("Note: this is prose.\n\nParameters are fun: really.") == Docstring("Note: this is prose.", {})


def test_a_section_without_a_summary() -> None:
    """Sections alone describe the parameters."""
    assert read("\nArgs:\n    query: What to look for.\n") == Docstring("", {"query": "What to look for."})


def test_a_parameter_without_words_has_no_description() -> None:
    """An empty description is none."""
    assert read("Search.\n\n:param query:\n:param limit: How many.\n").parameters == {"limit": "How many."}


def test_without_the_parser_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named with its pip line, and only where there is something to read."""
    monkeypatch.setitem(sys.modules, "docstring_parser", None)
    assert read(None) == Docstring()
    with pytest.raises(ExtraNotInstalled, match=r'docstring_parser.*pip install "schemaval\[tools\]"'):
        read("Search.")
