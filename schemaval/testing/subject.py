"""What is held to a promise, and how it is asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from schemaval.errors import UnsupportedSchema
from schemaval.testing.case import Case
from schemaval.validator import Validator


@dataclass(frozen=True, slots=True)
class Subject:
    """What is held to the promises: a backend's name, and what it was said of it.

    `takes_nonfinite` allows it to take NaN and infinity for numbers in `is_valid`; `pairs` and `seed` are those of the
    differential part.
    """

    name: str
    takes_nonfinite: bool = False
    pairs: int = 2_000
    seed: int = 0


Problems = Iterator[str]


def compiled(case: Case, subject: Subject) -> Validator | None:
    """The validator of a case on the subject; None where it refuses the schema, as it may."""
    try:
        return case.compile(subject.name)
    except UnsupportedSchema:
        return None


def said(question: Callable[[Any], Any], value: Any) -> Any:
    """What is answered, or the error instead."""
    try:
        return question(value)
    except Exception as error:  # noqa: BLE001 - which error it is, is what is looked at
        return error
