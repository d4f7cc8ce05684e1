"""A judge of arguments that must be valid, and such that the handler's types can hold them."""

import logging

from schemaval.jsonvalue import JSON
from schemaval.tools.inferring.hydration import Hydrator, Unreadable
from schemaval.tools.running.judging import Judge
from schemaval.violation import Violation

log = logging.getLogger("schemaval")


class ReadableJudge(Judge):
    """Judges as another does; a valid value that its type cannot hold, as the second 60, is invalid all the same."""

    __slots__ = ("_hydrator", "_judge")

    def __init__(self, judge: Judge, hydrator: Hydrator) -> None:
        """`judge` has the first word."""
        super().__init__(judge.schema, judge.validator, judge.mended)
        self._judge = judge
        self._hydrator = hydrator
        self.is_valid = self._is_readable

    def violations(self, instance: JSON) -> list[Violation]:
        """Why the schema refuses `instance`, else why its types do."""
        found = self._judge.violations(instance)
        unreadable = None if found else self._unreadable(instance)
        if unreadable is None:
            return found
        for error in unreadable.raised:  # its author's fault, of which the model is told no more than where
            log.warning("the type of an argument raised %s", type(error).__name__, exc_info=error)
        return unreadable.violations

    def _is_readable(self, instance: JSON, /) -> bool:
        return self._judge.is_valid(instance) and self._unreadable(instance) is None

    def _unreadable(self, instance: JSON) -> Unreadable | None:
        if type(instance) is dict:
            try:
                self._hydrator(instance)
            except Unreadable as error:
                return error
        return None
