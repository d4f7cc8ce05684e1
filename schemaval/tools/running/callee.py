"""What a call needs to know of a tool, and what may be said besides its arguments."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from schemaval.jsonvalue import JSON
from schemaval.normalise.change import Change
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.running.binding import Binding
from schemaval.tools.running.judging import Judge, ValidatorChoice

Arguments: TypeAlias = dict[str, JSON]
OnChange: TypeAlias = Callable[[Change], None]
CallOptions: TypeAlias = tuple[ValidatorChoice | None, str | None, OnChange | None]


def checked_on_change(on_change: object) -> OnChange | None:
    """`on_change`, if it can be told of changes; else InvalidDefinition."""
    if on_change is None or callable(on_change):
        return on_change
    raise InvalidDefinition("on_change= is called with each Change")


class Callee(Protocol):
    """What a call needs to know of a tool."""

    @property
    def name(self) -> str:
        """The tool's name, for errors."""

    @property
    def repair(self) -> str:
        """`"off"` or `"safe"`."""

    @property
    def on_change(self) -> OnChange | None:
        """Who is told of each repair."""

    @property
    def hydrate(self) -> Callable[[Arguments], Arguments] | None:
        """What turns judged arguments into the handler's own values."""

    @property
    def binding(self) -> Binding:
        """How arguments reach the handler; InvalidDefinition where there is none."""

    def input_judge(self, validator: ValidatorChoice | None = None) -> Judge:
        """Who judges arguments."""

    def output_judge(self, validator: ValidatorChoice | None = None) -> Judge | None:
        """Who judges results."""
