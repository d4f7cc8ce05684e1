"""Random schemas: sound, of every dialect, with every keyword, the same for a seed, and shrunk by hypothesis."""

import pickle
import sys
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

import schemaval
from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft, table
from schemaval.testing import Case, PackageNotInstalled, cases, strategy
from schemaval.testing.schemas import case

# Positions and notes that a random schema has no use for.
UNUSED = {"$vocabulary", "writeOnly"}


def keywords(value: Any, found: set[str]) -> set[str]:
    """The names of all members in a value."""
    if type(value) is dict:
        found.update(value)
    if type(value) in (dict, list):
        for member in value.values() if type(value) is dict else value:
            keywords(member, found)
    return found


@pytest.mark.parametrize("draft", Draft)
def test_every_keyword_occurs(draft: Draft) -> None:
    """Among some hundred schemas each keyword of the draft's own table stands somewhere."""
    found: set[str] = set()
    for number in range(800):
        keywords(case(Random(number), draft).schema, found)  # noqa: S311 - test data are no secrets
    known = {name for name, row in table(draft).items() if row.vocabulary and not row.tolerated}
    assert known - UNUSED - found == set()


def test_hardly_one_is_unusable() -> None:
    """Of 400 schemas at most one in fifty is invalid, and the reference evaluator takes the others."""
    unusable = 0
    for made in islice(cases("usable"), 400):
        try:
            made.compile("reference")
        except schemaval.SchemavalError:
            unusable += 1
    assert unusable <= 8


def test_a_seed_makes_the_same() -> None:
    """The cases of a seed are always the same ones, and those of another seed are others."""
    assert list(islice(cases(5), 20)) == list(islice(cases(5), 20))
    assert list(islice(cases(5), 20)) != list(islice(cases(6), 20))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(made=strategy(Draft.D2019))
def test_hypothesis_draws_cases(made: Case) -> None:
    """The strategy gives cases of the draft asked for, which compile."""
    assert made.dialect == BY_DRAFT[Draft.D2019].name
    assert made.compile("reference").dialect.draft is Draft.D2019


def test_hypothesis_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without hypothesis the error is one of schemaval's, tells how to install it, and pickles."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(PackageNotInstalled, match="run: pip install hypothesis") as found:
        strategy()
    assert isinstance(found.value, schemaval.SchemavalError)
    assert vars(pickle.loads(pickle.dumps(found.value))) == vars(found.value)  # noqa: S301 - of our own making


@pytest.mark.long
def test_hypothesis_shrinks_cases() -> None:
    """A case found by hypothesis is a small one."""
    small = find(
        strategy(Draft.D2020),
        lambda made: "unevaluatedProperties" in keywords(made.schema, set()),
        settings=settings(max_examples=300, database=None),
    )
    assert len(repr(small.schema)) < 600
