"""Every hostile case ends in time and within memory, with the right verdict or an error of ours, on every backend."""

import pytest

from tests.hostile.known import FAILING, SLOW
from tests.hostile.rows import CASES, KINDS
from tests.hostile.running import MAX_SECONDS, Outcome, are_of_time, faults, outcomes
from tests.hostile.subjects import BACKENDS

_BUSY = 2  # times as long on a machine that does other work too


def wrong_with(outcome: Outcome, subject: str) -> str:
    """What is wrong with an outcome, beyond what is known; and that something known is no more."""
    found = faults(outcome, subject, _BUSY * MAX_SECONDS)
    pair = outcome.case, subject
    if pair in FAILING:
        return "" if found else "it does not fail any more: take it out of tests/hostile/known.py"
    if pair in SLOW and are_of_time(outcome, found):
        return ""
    return "; ".join(found)


def borne(subject: str, names: list[str]) -> None:
    """Try the cases under a backend and fail with all that is wrong."""
    wrong = [
        f"{outcome.case}: {why[:400]}" for outcome in outcomes(subject, names) if (why := wrong_with(outcome, subject))
    ]
    assert not wrong, "\n".join([f"{len(wrong)} cases under {subject}:", *wrong])


@pytest.mark.parametrize("subject", BACKENDS)
def test_the_quick_cases_are_borne(subject: str) -> None:
    """Some of each kind, over in an instant; those that are known to fail, often slowly, wait for the long run."""
    every = 2 if subject == "auto" else 7
    known = FAILING.keys() | SLOW.keys()
    quick = [name for name, case in CASES.items() if case.quick and (name, subject) not in known]
    borne(subject, quick[::every])


@pytest.mark.long
@pytest.mark.parametrize("subject", BACKENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_all_cases_are_borne(kind: str, subject: str) -> None:
    """All of a kind."""
    borne(subject, [f"{kind}/{case.name}" for case in KINDS[kind]])


def test_names_are_unique() -> None:
    """No case hides another."""
    assert len(CASES) == sum(len(cases) for cases in KINDS.values())


def test_what_is_known_exists() -> None:
    """A known failure is of a case and a backend."""
    for name, subject in (*FAILING, *SLOW):
        assert name in CASES
        assert subject in BACKENDS


def test_a_bad_subject_is_found_out() -> None:
    """The harness itself finds a hang, a crash, a foreign error, a wrong verdict and a file that is opened."""
    names = {
        "hang": "regular expressions/nested-plus",
        "crash": "depth/arrays-100000-512k",
        "foreign": "references/loop-itself",
        "opened": "network and files/file-dead-property",
        "wrong": "identity/vocabulary-inside",
    }
    found = {
        subject: {
            outcome.case: " ".join(faults(outcome, subject)) for outcome in outcomes(subject, names.values(), 0.6)
        }
        for subject in ("raw fastjsonschema", "raw jsonschema-rs", "raw jsonschema")
    }
    assert "hang" in found["raw jsonschema"][names["hang"]]
    assert "crash" in found["raw jsonschema-rs"][names["crash"]]
    assert "RecursionError" in found["raw jsonschema"][names["foreign"]]
    assert "open" in found["raw fastjsonschema"][names["opened"]]
    assert "says" in found["raw jsonschema-rs"][names["opened"]]
