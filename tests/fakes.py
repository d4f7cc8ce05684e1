"""Backends that do not keep their word, registered for the time of a test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import schemaval
from schemaval.backends import select
from schemaval.backends.protocol import BackendInfo, CompileJob
from schemaval.dialects import DIALECTS

Verdict = Callable[[Any], Any]


class Fake:
    """A backend that takes every schema and answers as `verdict` does."""

    def __init__(self, verdict: Verdict) -> None:
        """`verdict` gets the instance."""
        self.verdict = verdict
        self.info = BackendInfo("fake", True, "0", tuple(dialect.name for dialect in DIALECTS), "")

    def compile(self, _job: CompileJob, /) -> Verdict:
        """The verdict, whatever the schema."""
        return self.verdict


@contextmanager
def fake(verdict: Verdict) -> Iterator[str]:
    """The name of a backend that answers so; it is forgotten afterwards, with all that was compiled meanwhile."""
    schemaval.register_backend("fake", lambda: Fake(verdict), replace=True)
    try:
        yield "fake"
    finally:
        select._registered.pop("fake", None)
        select._made.pop("fake", None)


def lying(error: BaseException) -> Verdict:
    """A verdict that raises."""

    def verdict(_instance: Any) -> bool:
        raise error

    return verdict


PanicException = type("PanicException", (BaseException,), {"__module__": "pyo3_runtime"})
