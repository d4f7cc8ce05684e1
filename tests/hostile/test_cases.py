"""Every hostile case ends in time and within memory, with the right verdict or an error of ours, on every backend."""

import pytest

from tests.hostile.known import KNOWN
from tests.hostile.rows import CASES, KINDS
from tests.hostile.running import faults, outcomes
from tests.hostile.subjects import BACKENDS


def borne(subject: str, names: list[str]) -> None:
    """Try the cases under a backend; fail with all that is wrong, and with what is known to fail and does not."""
    wrong = []
    for outcome in outcomes(subject, names):
        found = faults(outcome, subject)
        reason = KNOWN.get(outcome.case, {}).get(subject)
        if found and reason is None:
            wrong.append(f"{outcome.case}: {'; '.join(found)[:400]}")
        if reason is not None and not found:
            wrong.append(f"{outcome.case}: it does not fail any more, take it out of tests/hostile/known.py")
    assert not wrong, "\n".join([f"{len(wrong)} cases under {subject}:", *wrong])


@pytest.mark.parametrize("subject", BACKENDS)
def test_the_quick_cases_are_borne(subject: str) -> None:
    """Some of each kind, each alone over in an instant; slow failures wait for the long run."""
    every = 1 if subject == "auto" else 3
    quick = [name for name, case in CASES.items() if case.quick and name not in KNOWN]
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
    assert KNOWN.keys() <= CASES.keys()
    assert {subject for row in KNOWN.values() for subject in row} <= set(BACKENDS)


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
            outcome.case: " ".join(faults(outcome, subject)) for outcome in outcomes(subject, names.values(), 1.5)
        }
        for subject in ("raw fastjsonschema", "raw jsonschema-rs", "raw jsonschema")
    }
    assert "hang" in found["raw jsonschema"][names["hang"]]
    assert "crash" in found["raw jsonschema-rs"][names["crash"]]
    assert "RecursionError" in found["raw jsonschema"][names["foreign"]]
    assert "open" in found["raw fastjsonschema"][names["opened"]]
    assert "says" in found["raw jsonschema-rs"][names["opened"]]
