"""The contract of a backend: every promise looked at, as a list of what is broken or as a class of tests."""

from typing import Any, ClassVar

from schemaval.backends.protocol import Backend
from schemaval.testing.promises import PROMISES, Promise
from schemaval.testing.registering import registered
from schemaval.testing.subject import Subject


def check_backend(
    backend: Backend | str, *, pairs: int = 2_000, seed: int = 0, takes_nonfinite: bool = False
) -> list[str]:
    """What a backend breaks of its contract, in words; empty where nothing was found.

    `backend` is an object, which need not be registered, or the name of one that is. It may refuse any schema, with
    reasons; what it takes it must judge as the reference evaluator does. `pairs` of random schemas and instances are
    asked, the same for a `seed`. `takes_nonfinite` says that its `is_valid` may take NaN and infinity for numbers.
    """
    with registered(backend) as name:
        subject = Subject(name, takes_nonfinite, pairs, seed)
        return [f"{promise.name}: {problem}" for promise in PROMISES for problem in broken(promise, subject)]


def broken(promise: Promise, subject: Subject) -> list[str]:
    """How a promise is broken; an error that escapes breaks it too."""
    try:
        return list(promise.broken(subject))
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and all of it is told
        return [f"{type(error).__name__} escaped: {error}"]


class BackendContract:
    """The contract as tests of pytest: a subclass sets `backend`, and each promise is a test of its own.

    The other attributes are the parameters of `check_backend`.
    """

    backend: ClassVar[Backend | str]
    pairs: ClassVar[int] = 2_000
    seed: ClassVar[int] = 0
    takes_nonfinite: ClassVar[bool] = False

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """One test a promise."""
        if "promise" in metafunc.fixturenames:
            metafunc.parametrize("promise", PROMISES, ids=[promise.name for promise in PROMISES])

    def test_promise(self, promise: Promise) -> None:
        """The backend keeps the promise."""
        with registered(self.backend) as name:
            problems = broken(promise, Subject(name, self.takes_nonfinite, self.pairs, self.seed))
        if problems:
            raise AssertionError("\n".join(problems))
