"""A judge of arguments that must be valid, and such that the handler's types can hold them."""

from schemaval.jsonvalue import JSON
from schemaval.tools.hydration import Hydrator, Unreadable
from schemaval.tools.judging import Judge
from schemaval.violation import Violation


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
        return self._judge.violations(instance) or self._unreadable(instance)

    def _is_readable(self, instance: JSON, /) -> bool:
        return self._judge.is_valid(instance) and not self._unreadable(instance)

    def _unreadable(self, instance: JSON) -> list[Violation]:
        if type(instance) is dict:
            try:
                self._hydrator(instance)
            except Unreadable as error:
                return error.violations
        return []
