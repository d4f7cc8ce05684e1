"""Limits are checked when they are made, and an exceeded one names the cure where there is one."""

from typing import Any

import pytest

import schemaval


@pytest.mark.parametrize(
    "bounds", [{"max_violations": "3"}, {"max_steps": 1.5}, {"max_message_chars": True}, {"deadline_s": "1"}]
)
def test_a_bound_is_a_number_or_none(bounds: dict[str, Any]) -> None:
    """Anything else is a TypeError at once, not when an instance is judged."""
    with pytest.raises(TypeError):
        schemaval.Limits(**bounds)


@pytest.mark.parametrize("bounds", [{"max_violations": -1}, {"deadline_s": -0.5}, {"patterns": "fast"}])
def test_a_bound_that_means_nothing_is_refused(bounds: dict[str, Any]) -> None:
    """A negative bound and an unknown policy are a ValueError."""
    with pytest.raises(ValueError, match=r"at least 0|linear"):
        schemaval.Limits(**bounds)


def test_no_violations_at_all_still_tell_valid_from_invalid() -> None:
    """`max_violations=0` gives one, since an empty list means valid."""
    validator = schemaval.compile({"required": ["a", "b"]}, limits=schemaval.Limits(max_violations=0))
    assert len(validator.violations({})) == 1


def test_a_cycle_is_not_said_to_be_cured_by_a_limit() -> None:
    """Only what a limit lifts is advised."""
    ring: list[Any] = []
    ring.append(ring)
    with pytest.raises(schemaval.LimitExceeded) as caught:
        schemaval.compile(True).violations(ring)
    assert "sets it" not in str(caught.value)
    with pytest.raises(schemaval.LimitExceeded, match=r"Limits\(max_schema_bytes=\.\.\.\) sets it"):
        schemaval.compile({"title": "x" * 300_000})
