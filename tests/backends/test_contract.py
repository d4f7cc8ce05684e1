"""The contract of backends: every installed one keeps it, and every liar is caught."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

import schemaval
from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft
from schemaval.testing import BackendContract, Case, check_backend, compare
from schemaval.testing.differential import disagreement
from schemaval.testing.facts import FACTS
from schemaval.testing.promises import PROMISES


def _beside(name: str) -> Any:
    """A module of this folder, which is no package."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


liars = _beside("liars")
INSTALLED = [name for name, info in schemaval.backends().items() if info.installed]


class TestReference(BackendContract):
    """The reference evaluator keeps the contract."""

    backend = "reference"
    pairs = 500


class TestJsonschema(BackendContract):
    """So does jsonschema."""

    backend = "jsonschema"


class TestFastjsonschema(BackendContract):
    """So does fastjsonschema."""

    backend = "fastjsonschema"


@pytest.mark.skipif("jsonschema-rs" not in INSTALLED, reason="jsonschema-rs is an extra")
class TestJsonschemaRs(BackendContract):
    """So does jsonschema-rs."""

    backend = "jsonschema-rs"


def test_every_installed_backend_is_under_contract() -> None:
    """The classes above name them all."""
    classes = (TestReference, TestJsonschema, TestFastjsonschema, TestJsonschemaRs)
    assert set(INSTALLED) <= {one.backend for one in classes}


# The other liars are for the long run.
SOON = ("ignores maxLength above 3", "takes true for 1", "writes defaults", "fetches")


@pytest.mark.parametrize(
    "lie", [lie if lie in SOON else pytest.param(lie, marks=pytest.mark.long) for lie in liars.LIES]
)
def test_a_liar_is_caught(lie: str) -> None:
    """A backend with one fault breaks a promise in a normal run."""
    assert check_backend(liars.Liar(lie, liars.LIES[lie]), pairs=1_000)


def test_an_honest_backend_is_not_blamed() -> None:
    """The same backend without a lie keeps the contract, and is gone from the names afterwards."""
    before = set(schemaval.backends())
    assert check_backend(liars.Liar("honest", liars.honest), pairs=200) == []
    assert set(schemaval.backends()) == before


# Liars that pairs at random find by themselves, without the table of facts.
AT_RANDOM = (
    "ignores maxLength above 3",
    "takes true for 1",
    "sorts arrays",
    "is wrong only where unevaluatedProperties and anyOf meet",
    "lets $ref hide its siblings in every draft",
    "takes $ for the place before a line break",
    "takes an empty array for an object",
    "raises on text beyond ASCII",
    "refuses by another error",
    "is wrong now and then",
)


@pytest.mark.parametrize("lie", [AT_RANDOM[0], *(pytest.param(lie, marks=pytest.mark.long) for lie in AT_RANDOM[1:])])
def test_a_liar_is_caught_at_random(lie: str) -> None:
    """The differential part alone finds it within 10,000 pairs, and shows it on an example that is small."""
    name = f"liar: {lie}"
    schemaval.register_backend(name, lambda: liars.Liar(lie, liars.LIES[lie]), replace=True)
    found = compare(name, 10_000, most=1).disagreements
    assert found
    if lie != "is wrong now and then":
        smallest = min(found, key=lambda one: len(repr(one.case.schema)))
        assert len(repr(smallest.case.schema)) < 250, smallest
        assert disagreement(smallest.case, name, smallest.instance) is not None


def test_backends_take_what_they_should() -> None:
    """To refuse is allowed, but the built-in backends take nine facts in ten in the drafts they know."""
    for name in INSTALLED:
        taken = refused = 0
        for fact in FACTS:
            draft = max(fact.since, Draft.D4)
            if draft > fact.until:
                continue
            try:
                Case(fact.schema, BY_DRAFT[draft].name, fact.resources, fact.assert_formats).compile(name)
                taken += 1
            except schemaval.UnsupportedSchema:
                refused += 1
        assert taken >= 9 * refused, (name, taken, refused)


def test_promises_have_names_of_their_own() -> None:
    """No two promises go by the same name, so that a failing test says which."""
    assert len({promise.name for promise in PROMISES}) == len(PROMISES)


@pytest.mark.long
@pytest.mark.parametrize("backend", [name for name in INSTALLED if name != "reference"])
def test_twenty_thousand_pairs_agree(backend: str) -> None:
    """On 20,000 random pairs of a schema and an instance no verdict and no violation differs."""
    tally = compare(backend, 20_000, seed="long")
    assert not tally.disagreements, "\n".join(map(str, tally.disagreements))
    assert tally.pairs >= 20_000
    assert tally.unusable <= 0.03 * tally.schemas, tally
