"""What the runner needs of the validators it judges, so that its own tests can hand it liars."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Fault(Protocol):
    """A violation, as far as the runner looks at it."""

    @property
    def pointer(self) -> str:
        """A JSON Pointer into the instance."""

    @property
    def causes(self) -> Sequence["Fault"]:
        """The violations below this one."""


class Note(Protocol):
    """An annotation, as far as the runner looks at it."""

    @property
    def pointer(self) -> str:
        """A JSON Pointer into the instance."""

    @property
    def keyword(self) -> str:
        """The keyword that annotates."""

    @property
    def schema_location(self) -> str:
        """A URI reference to the keyword."""

    @property
    def value(self) -> Any:
        """The keyword's value."""


class Evaluated(Protocol):
    """An evaluation, as far as the runner looks at it."""

    @property
    def annotations(self) -> Sequence[Note]:
        """What the schema says of the instance."""

    def to_output(self, form: Any, /) -> Any:
        """The evaluation in one of the forms of the specification."""


class Subject(Protocol):
    """A compiled validator under judgement."""

    @property
    def backend(self) -> str:
        """The name of the backend that answers."""

    def is_valid(self, instance: Any, /) -> bool:
        """The verdict."""

    def violations(self, instance: Any, /) -> Sequence[Fault]:
        """The faults; none exactly when valid."""

    def evaluate(self, instance: Any, /) -> Evaluated:
        """The verdict with annotations."""


Compile = Callable[..., Subject]
"""``schemaval.compile``, or what stands in for it in a test."""
