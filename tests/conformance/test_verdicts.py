"""How validation tests are judged."""

from pathlib import Path
from typing import Any

import pytest

import schemaval
from conformance.outcome import Outcome
from conformance.run import jobs, judge
from conformance.subject import Compile
from conformance.verdicts import resolves
from tests.conformance.fakes import DRAFT_07, MINIMUM, Fake, FakeFault, compiling, sleeping, write_suite

BACKENDS = ("fake",)


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A suite of one group and two tests."""
    return write_suite(tmp_path, {"tests/draft7/minimum.json": [MINIMUM]})


def judged(suite: Path, compile_schema: Compile, backends: tuple[str, ...] = BACKENDS, **more: Any) -> list[Outcome]:
    """The outcomes of the one file of a suite."""
    (job,) = jobs(suite, [DRAFT_07], backends)
    return judge(job, compile_schema, **more)


def verdicts(outcomes: list[Outcome]) -> list[str]:
    """The bare verdicts."""
    return [outcome.verdict for outcome in outcomes]


def test_right_answers_pass(tiny: Path) -> None:
    """A validator that answers as the suite says has passed, and is named as the one that answered."""
    outcomes = judged(tiny, compiling())
    assert verdicts(outcomes) == ["passed", "passed"]
    assert {outcome.backend for outcome in outcomes} == {"fake"}
    assert (outcomes[1].file, outcomes[1].group, outcomes[1].test) == ("minimum.json", "minimum", "below")


def test_a_liar_fails(tiny: Path) -> None:
    """A wrong verdict is a failure that says both answers."""
    outcomes = judged(tiny, compiling(verdict=lambda _fake, _instance: True))
    assert verdicts(outcomes) == ["passed", "failed"]
    assert outcomes[1].reason == "is_valid answered True, the suite says False"


def test_an_answer_that_is_no_bool_fails(tiny: Path) -> None:
    """A verdict is True or False, not something as good as."""
    outcomes = judged(tiny, compiling(verdict=lambda _fake, instance: int(instance == 4)))
    assert verdicts(outcomes) == ["failed", "failed"]


def test_an_answer_that_depends_on_the_ones_before_fails(tiny: Path) -> None:
    """The tests run forwards and backwards on one validator, and a verdict that differs is a failure."""
    outcomes = judged(tiny, compiling(verdict=lambda fake, instance: instance == 4 and fake.asked < 3))
    assert verdicts(outcomes) == ["failed", "passed"]
    assert outcomes[0].reason == "is_valid answered True forwards and False backwards"


def test_violations_that_contradict_the_verdict_fail(tiny: Path) -> None:
    """There are violations exactly where the verdict is no."""
    outcomes = judged(tiny, compiling(faults=lambda _instance, _valid: []))
    assert verdicts(outcomes) == ["passed", "failed"]
    outcomes = judged(tiny, compiling(faults=lambda _instance, _valid: [FakeFault()]))
    assert verdicts(outcomes) == ["failed", "passed"]


@pytest.mark.parametrize("fault", [FakeFault("/a"), FakeFault("", (FakeFault("/0"),))])
def test_a_violation_that_points_nowhere_fails(tiny: Path, fault: FakeFault) -> None:
    """A violation and its causes point into the instance."""
    outcomes = judged(tiny, compiling(faults=lambda _instance, valid: [] if valid else [fault]))
    assert verdicts(outcomes) == ["passed", "failed"]
    assert "which is not there" in outcomes[1].reason


class Panic(BaseException):
    """As an engine's panic: no Exception."""


@pytest.mark.parametrize("fault", [ValueError("no"), RecursionError(), Panic("unwound"), schemaval.NotJSON("no")])
def test_an_exception_fails(tiny: Path, fault: BaseException) -> None:
    """Whatever a validator raises is a failure, and the run goes on."""

    def raising(_fake: Fake, instance: Any) -> bool:
        if instance == 2:
            raise fault
        return True

    outcomes = judged(tiny, compiling(verdict=raising))
    assert verdicts(outcomes) == ["passed", "failed"]
    assert type(fault).__name__ in outcomes[1].reason


def refusing(_schema: Any, **_options: Any) -> Fake:
    """A stand-in for ``schemaval.compile`` that refuses every schema."""
    raise schemaval.UnsupportedSchema("fake", ())


def test_a_refusal_is_no_pass(tiny: Path) -> None:
    """A single backend may refuse; that is counted apart from passes and failures."""
    outcomes = judged(tiny, refusing)
    assert verdicts(outcomes) == ["refused", "refused"]


def test_a_choice_of_backends_may_not_refuse(tiny: Path) -> None:
    """Where another backend stands behind the first, a refusal is a failure."""
    assert verdicts(judged(tiny, refusing, ("fake", "reference"))) == ["failed", "failed"]


def test_a_schema_that_does_not_compile_fails(tiny: Path) -> None:
    """Any other error at compile fails every test of its group."""

    def breaking(_schema: Any, **_options: Any) -> Fake:
        raise schemaval.LimitExceeded("max_subschemas")

    outcomes = judged(tiny, breaking)
    assert verdicts(outcomes) == ["failed", "failed"]
    assert "LimitExceeded" in outcomes[0].reason


def test_an_answer_that_never_comes_fails(tiny: Path) -> None:
    """A group that takes too long has failed."""
    outcomes = judged(tiny, compiling(verdict=sleeping), seconds=0.05)
    assert verdicts(outcomes) == ["failed", "failed"]
    assert outcomes[0].reason == "took more than 0.05 s"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("minimum.json", False), ("optional/bignum.json", False), ("optional/format/date.json", True)],
)
def test_formats_are_asserted_in_the_tests_of_formats(tmp_path: Path, name: str, *, expected: bool) -> None:
    """What is compiled: formats on in optional/format/ alone, the draft as dialect, the remotes as resources."""
    suite = write_suite(tmp_path, {f"tests/draft7/{name}": [MINIMUM], "remotes/a.json": {"type": "integer"}})
    seen: dict[str, Any] = {}

    def watching(schema: Any, **options: Any) -> Fake:
        seen.update(options)
        return Fake(schema)

    judged(suite, watching)
    assert seen == {
        "backend": "fake",
        "dialect": "draft-07",
        "assert_formats": expected,
        "resources": {"http://localhost:1234/a.json": {"$schema": DRAFT_07.uri, "type": "integer"}},
    }


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("", True),
        ("/a/1", True),
        ("/x~1y~0", True),
        ("/", True),
        ("/a/2", False),
        ("/a/01", False),
        ("/a/-", False),
        ("a", False),
        ("/b", False),
        ("/a/0/c", False),
    ],
)
def test_pointers_resolve_as_rfc_6901_says(pointer: str, *, expected: bool) -> None:
    """A pointer leads to a member, an item or the root, or nowhere."""
    assert resolves({"a": [1, 2], "x/y~": 0, "": 0}, pointer) is expected
