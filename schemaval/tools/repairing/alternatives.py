"""The branches of choices: which causes belong to which, which was mended, and which led nowhere."""

from collections.abc import Iterable, Iterator, Sequence

from schemaval.violation import Violation

_NO_CHOICES = frozenset({"contains", "minContains", "maxContains", "propertyNames"})  # have causes, but no branches

_Choice = tuple[str, str]  # the pointer into the instance, and the evaluation path


class Alternatives:
    """What was chosen in this attempt, and what is excluded since it led nowhere in an earlier one."""

    def __init__(self) -> None:
        self._excluded: set[tuple[_Choice, str]] = set()
        self._chosen: dict[str, dict[str, str]] = {}

    def start(self) -> None:
        """Begin an attempt: nothing is chosen yet."""
        self._chosen = {}

    def choose(self, fault: Violation, branch: str) -> None:
        """Note that a branch is being mended."""
        self._chosen.setdefault(fault.pointer, {})[fault.evaluation_path] = branch

    def chosen(self, fault: Violation) -> str | None:
        """The branch of this choice that is being mended."""
        return self._chosen.get(fault.pointer, {}).get(fault.evaluation_path)

    def allows(self, fault: Violation, branch: str) -> bool:
        """Whether the branch has not led nowhere yet."""
        return ((fault.pointer, fault.evaluation_path), branch) not in self._excluded

    def exclude(self, stuck: Iterable[Violation]) -> bool:
        """Exclude the innermost choice around each fault that could not be mended; False where there is none."""
        is_any = False
        for fault in stuck:
            where = fault.pointer
            while where and where not in self._chosen:
                where = where.rpartition("/")[0]
            for path in sorted(self._chosen.get(where, ()), key=len)[-1:]:
                self._excluded.add(((where, path), self._chosen[where][path]))
                is_any = True
        return is_any


def branches(fault: Violation, alternatives: Alternatives) -> Iterator[tuple[str, Sequence[Violation]]]:
    """The branches of a choice that may be mended, with their causes, the closest first; or only the one in hand.

    What a branch had changed must not stay when another one is tried: that is for the next attempt. Causes are told
    apart by their evaluation path; where a validator gives none, each stands for a branch.
    """
    if not fault.causes or fault.keyword in _NO_CHOICES:
        return
    found: dict[str, list[Violation]] = {}
    for number, cause in enumerate(fault.causes):
        found.setdefault(branch_of(fault, cause) or f"#{number}", []).append(cause)
    in_hand = alternatives.chosen(fault)
    for branch, causes in found.items():
        if alternatives.allows(fault, branch) and in_hand in (None, branch):
            yield branch, causes


def branch_of(fault: Violation, cause: Violation) -> str:
    """The token after the choice's own path on the cause's; `""` where there is none."""
    prefix = fault.evaluation_path + "/"
    path = cause.evaluation_path
    return path[len(prefix) :].partition("/")[0] if len(prefix) > 1 and path.startswith(prefix) else ""
