"""A shadow is asked every question; its differences are told and change nothing."""

import logging
import pickle
from collections.abc import Callable, Iterator

import pytest

import schemaval
from schemaval.backends import select
from schemaval.backends.protocol import BackendInfo, CompileJob
from schemaval.jsonvalue import JSON


class Scripted:
    """A backend that answers as it is told."""

    def __init__(self, answer: Callable[[JSON], bool]) -> None:
        """`answer` stands for the engine."""
        self.answer = answer
        self.info = BackendInfo("scripted", installed=True, version="0", dialects=("2020-12",), install="")

    def compile(self, job: CompileJob, /) -> Callable[[JSON], bool]:
        """The answer, whatever the schema."""
        del job
        return self.answer


def _raise(_instance: JSON) -> bool:
    message = "out of order"
    raise ValueError(message)


@pytest.fixture
def scripted() -> Iterator[Callable[[Callable[[JSON], bool]], None]]:
    """Register an answer under the name `scripted`; it is forgotten afterwards."""

    def register(answer: Callable[[JSON], bool]) -> None:
        select.register_backend("scripted", lambda: Scripted(answer), replace=True)

    yield register
    select._registered.pop("scripted", None)
    select._made.pop("scripted", None)


def test_a_shadow_that_agrees_is_not_told_of() -> None:
    """Two right engines have nothing to say."""
    told: list[schemaval.Disagreement] = []
    validator = schemaval.compile(
        {"type": "integer"}, backend="reference", shadow="jsonschema", on_disagreement=told.append
    )
    assert validator.is_valid(1)
    assert not validator.is_valid("x")
    assert [violation.keyword for violation in validator.violations("x")] == ["type"]
    assert told == []


@pytest.mark.parametrize("backend", ["reference", "jsonschema"])
def test_a_difference_goes_to_the_callable_and_the_first_answers(
    backend: str, scripted: Callable[[Callable[[JSON], bool]], None]
) -> None:
    """The verdict is the first one's, by whichever question it was asked."""
    scripted(lambda _instance: True)
    told: list[schemaval.Disagreement] = []
    validator = schemaval.compile({"type": "integer"}, backend=backend, shadow="scripted", on_disagreement=told.append)
    assert not validator.is_valid("x")
    assert validator.violations("y") != []
    with pytest.raises(schemaval.InvalidInstance):
        validator.validate("z")
    assert [(found.backend, found.shadow, found.verdict, found.shadow_verdict) for found in told] == [
        (backend, "scripted", False, True)
    ] * 3
    assert [found.instance for found in told] == ["x", "y", "z"]
    assert validator.is_valid(1)
    assert len(told) == 3


def test_a_shadow_that_raises_is_a_difference(scripted: Callable[[Callable[[JSON], bool]], None]) -> None:
    """What an engine on trial raises is told by its type, and does not reach the caller."""
    scripted(_raise)
    told: list[schemaval.Disagreement] = []
    validator = schemaval.compile(True, backend="reference", shadow="scripted", on_disagreement=told.append)
    assert validator.is_valid(1)
    assert [(found.shadow_verdict, found.error) for found in told] == [(None, "ValueError")]


def test_without_a_callable_the_logger_is_told_without_the_instance(
    scripted: Callable[[Callable[[JSON], bool]], None], caplog: pytest.LogCaptureFixture
) -> None:
    """The line names both engines and verdicts, and never what was judged."""
    scripted(lambda _instance: True)
    validator = schemaval.compile({"type": "integer"}, backend="reference", shadow="scripted")
    with caplog.at_level(logging.WARNING, logger="schemaval"):
        assert not validator.is_valid("canary")
    assert [record.getMessage() for record in caplog.records] == [
        "reference says invalid, its shadow scripted says valid"
    ]


def test_the_engines_own_function_is_not_shadowed(scripted: Callable[[Callable[[JSON], bool]], None]) -> None:
    """`engine_is_valid` stays the engine's."""
    scripted(_raise)
    validator = schemaval.compile({"type": "integer"}, backend="reference", shadow="scripted")
    assert validator.engine_is_valid(1)


def test_a_shadow_that_refuses_the_schema_is_said_at_compile() -> None:
    """A shadow is strict, as a single backend is."""
    with pytest.raises(schemaval.NoSuchBackend):
        schemaval.compile(True, shadow="nobody")
    with pytest.raises(TypeError):
        schemaval.compile(True, shadow="auto")


def test_a_shadowed_validator_pickles_and_is_not_cached() -> None:
    """Two compilations may have two callables; a pickle keeps its own."""
    told = schemaval.compile({"type": "integer"}, backend="reference", shadow="jsonschema")
    assert told is not schemaval.compile({"type": "integer"}, backend="reference", shadow="jsonschema")
    again = pickle.loads(pickle.dumps(told))  # noqa: S301 - our own pickle
    assert again.is_valid(1)
    assert again == told


def test_what_the_callable_raises_reaches_the_caller(scripted: Callable[[Callable[[JSON], bool]], None]) -> None:
    """An error of the caller's own is not taken for an engine's."""

    def refuse(disagreement: schemaval.Disagreement) -> None:
        raise RuntimeError(str(disagreement))

    scripted(lambda _instance: True)
    for backend in ("reference", "jsonschema"):
        validator = schemaval.compile({"type": "integer"}, backend=backend, shadow="scripted", on_disagreement=refuse)
        with pytest.raises(RuntimeError, match="its shadow scripted says valid"):
            validator.is_valid("x")
