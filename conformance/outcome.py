"""What became of one test of the suite."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["passed", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One test's verdict: ``reason`` says why it was refused or failed, ``backend`` which one answered."""

    draft: str
    category: str
    file: str
    group: str
    test: str
    verdict: Verdict
    reason: str = ""
    backend: str = ""
