"""A second engine that is asked every question too, so that one can be tried before it is trusted."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from schemaval.backends.protocol import IsValid
from schemaval.backends.select import Selection
from schemaval.jsonvalue import JSON

_logger = logging.getLogger("schemaval")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two verdicts that differ: `verdict` of `backend`, which was answered, and `shadow_verdict` of `shadow`.

    `shadow_verdict` is None where the shadow raised an error, whose type `error` names. `instance` is the value judged;
    it stands in no text.
    """

    backend: str
    shadow: str
    verdict: bool
    shadow_verdict: bool | None
    error: str
    instance: JSON = field(repr=False)

    def __str__(self) -> str:
        other = f"raised {self.error}" if self.shadow_verdict is None else f"says {_word(self.shadow_verdict)}"
        return f"{self.backend} says {_word(self.verdict)}, its shadow {self.shadow} {other}"


OnDisagreement: TypeAlias = Callable[[Disagreement], object]


class Untellable(Exception):  # noqa: N818 - carries the caller's own error past the translation of engines' errors
    """What `on_disagreement` raised is its cause."""


def log(disagreement: Disagreement) -> None:
    """Tell the logger `schemaval` of a disagreement, without the instance."""
    _logger.warning("%s", disagreement)


@dataclass(frozen=True, slots=True)
class Shadow:
    """The engine that answers, and the one that is asked besides; what differs goes to `tell`."""

    name: str
    second: Selection
    tell: OnDisagreement

    def over(self, first: Selection) -> IsValid:
        """The verdict of `first`, with each one compared."""

        def judged(instance: JSON) -> bool:
            verdict = first.is_valid(instance)
            other, error = self._asked(instance)
            if other is not verdict:
                try:
                    self.tell(Disagreement(first.name, self.name, verdict, other, error, instance))
                except Exception as raised:
                    raise Untellable from raised
            return verdict

        return judged

    def _asked(self, instance: JSON) -> tuple[bool | None, str]:
        """The shadow's verdict; None, and the type of the error, where an engine on trial raises whatever it may."""
        try:
            return self.second.is_valid(instance), ""
        except Exception as error:  # noqa: BLE001 - it must not change what the first one answers
            return None, type(error).__name__


def _word(verdict: bool) -> str:
    return "valid" if verdict else "invalid"
