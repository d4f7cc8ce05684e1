"""The differential part: a backend asked beside the reference evaluator, on random schemas and instances for them."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from schemaval.errors import InvalidSchema, LimitExceeded, SchemavalError, UnresolvableReference, UnsupportedSchema
from schemaval.generating import instances
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.testing.case import Case
from schemaval.testing.schemas import case as random_case
from schemaval.testing.shrinking import smallest
from schemaval.validator import Validator

REFERENCE = "reference"
PER_SCHEMA = 8
_BRIEF = Limits(max_steps=20_000)  # recursion at random can multiply work; such pairs tell nothing and take seconds
MOST = 3  # disagreements of one run; each is made small, which takes time


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A case and an instance on which a backend does not say what the reference evaluator says."""

    backend: str
    case: Case
    instance: JSON
    expected: str
    got: str

    def __str__(self) -> str:
        return (
            f"{self.backend} on {self.case}, instance {self.instance!r}: "
            f"expected {self.expected} as the reference evaluator says, got {self.got}"
        )


@dataclass(slots=True)
class Tally:
    """What a run looked at: `schemas` were made, of which `refused` by the backend and `unusable` by all."""

    schemas: int = 0
    refused: int = 0
    unusable: int = 0
    pairs: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.pairs:,} pairs of {self.schemas:,} schemas, {self.refused} refused, {self.unusable} unusable: "
            f"{len(self.disagreements)} disagreements"
        )


def cases(seed: int | str = 0) -> Iterator[Case]:
    """Random cases without end, of all dialects; each is the same for the same seed and place."""
    number = 0
    while True:
        yield random_case(Random(f"{seed}/{number}"))  # noqa: S311 - test data are no secrets
        number += 1


def compare(backend: str, pairs: int, seed: int | str = 0, *, most: int = MOST) -> Tally:
    """Ask a registered backend and the reference evaluator of so many pairs, up to `most` disagreements.

    Each disagreement is made as small as it can be. A backend that refuses nearly everything is asked of fewer.
    """
    tally = Tally()
    for number, case in enumerate(cases(seed)):
        if tally.pairs >= pairs or 2 * number >= pairs or len(tally.disagreements) >= most:
            break
        tally.schemas += 1
        _ask(case, backend, f"{seed}/{number}", tally)
    return tally


def disagreement(case: Case, backend: str, instance: JSON) -> Disagreement | None:
    """What a backend says differently of one instance; None where both agree, or the schema is refused."""
    try:
        reference = case.compile(REFERENCE, _BRIEF)
    except SchemavalError:
        return None
    judge = _judge(case, backend)
    if judge is None or isinstance(judge, Disagreement):
        return judge
    return _difference(judge, reference, case, instance)


def _judge(case: Case, backend: str) -> Validator | Disagreement | None:
    """The validator on the backend; None where the schema is refused, a disagreement where anything else is raised."""
    try:
        return case.compile(backend)
    except UnsupportedSchema:
        return None
    except Exception as error:  # noqa: BLE001 - whatever else it raises is a finding, which is kept
        got = f"{type(error).__name__} from compile: {error}"
        return Disagreement(backend, case, None, "a validator or UnsupportedSchema", got)


def _ask(case: Case, backend: str, seed: str, tally: Tally) -> None:
    """Ask of the instances made for one case, up to the first disagreement."""
    try:
        reference = case.compile(REFERENCE, _BRIEF)
    except (InvalidSchema, UnresolvableReference, LimitExceeded, UnsupportedSchema):
        tally.unusable += 1
        return
    judge = _judge(case, backend)
    if judge is None:
        tally.refused += 1
    elif isinstance(judge, Disagreement):
        tally.disagreements.append(_small(judge))
    else:
        for instance in instances(reference, PER_SCHEMA, seed):
            tally.pairs += 1
            found = _difference(judge, reference, case, instance)
            if found is not None:
                tally.disagreements.append(_small(found))
                return


def _small(found: Disagreement) -> Disagreement:
    """A disagreement of the same backend on less."""
    case, instance = smallest(
        found.case, found.instance, lambda case, instance: disagreement(case, found.backend, instance) is not None
    )
    return disagreement(case, found.backend, instance) or found


def _difference(judge: Validator, reference: Validator, case: Case, instance: JSON) -> Disagreement | None:
    """What differs, if anything; what is too much work for the evaluator is asked of nobody else."""
    given = copy.deepcopy(instance)
    expected = answer(reference, given)
    if LimitExceeded.__name__ in expected:
        return None
    got = answer(judge, given)
    if repr(given) != repr(instance):
        got = f"{got}, and the instance changed to {given!r}"
    return None if got == expected else Disagreement(judge.backend, case, instance, expected, got)


def answer(validator: Validator, instance: JSON) -> str:
    """Verdict and violations in words, equal exactly when both are; the name of the error where one is raised."""
    verdict = _asked(validator.is_valid, instance)
    if verdict == "True":
        return "valid"
    violations = _asked(validator.violations, instance)
    return violations if verdict != "False" and violations == verdict else f"{verdict}: {violations}"


def _asked(question: Any, instance: JSON) -> str:
    try:
        found = question(instance)
    except SchemavalError as error:
        return type(error).__name__
    except Exception as error:  # noqa: BLE001 - nothing else may escape, so it is told apart from every right answer
        return f"{type(error).__name__} (not an error of schemaval)"
    return repr([violation.to_dict() for violation in found]) if type(found) is list else repr(found)
