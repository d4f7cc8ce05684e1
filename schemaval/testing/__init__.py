"""Tests for those who write backends: one contract, looked at with the facts and at random.

`check_backend(backend)` gives what is broken; `BackendContract` is the same as a class of pytest. `cases` makes random
schemas, `strategy` makes them for hypothesis (`pip install hypothesis`), `compare` asks a backend and the reference
evaluator side by side.
"""

from schemaval.testing.case import Case
from schemaval.testing.contract import BackendContract, check_backend
from schemaval.testing.differential import Disagreement, Tally, cases, compare
from schemaval.testing.errors import PackageNotInstalled
from schemaval.testing.schemas import strategy

__all__ = [
    "BackendContract",
    "Case",
    "Disagreement",
    "PackageNotInstalled",
    "Tally",
    "cases",
    "check_backend",
    "compare",
    "strategy",
]
