"""How deep and how large values are, and which are too large to ask an engine of."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from unittest.mock import MagicMock

import pytest

import schemaval
from schemaval.backends import jsonschema as backend
from schemaval.backends.lowering.shallow import is_shallow, is_small


class Empty(dict[str, Any]):
    """Holds what it holds, and says it is empty."""

    __len__ = lambda _: 0  # noqa: E731 - a lie of one line

    def values(self) -> Any:
        """None."""
        return {}.values()


class Endless(list[Any]):
    """Ends nowhere."""

    def __iter__(self) -> Any:
        """Without end."""
        while True:
            yield []


@pytest.mark.parametrize("value", [Empty(a=1), Endless(), {"a": [Empty()]}, [Endless()]])
def test_what_is_of_another_class_is_not_measured(value: Any) -> None:
    """No method of it is called: it is the evaluator's."""
    assert not is_shallow(value, 10)
    assert not is_small(value, 10)


def test_values_are_counted_wherever_they_stand() -> None:
    """Members of all containers, those in many places as often as they stand there."""
    assert is_small({"a": [1, (Decimal(2), None)], "b": {}}, 6)
    assert not is_small({"a": [1, (Decimal(2), None)], "b": {}}, 5)
    assert is_small("x", 0)
    assert is_small([object(), {"a": MagicMock(spec=dict)}], 3)
    assert is_shallow([object(), {"a": MagicMock(spec=dict)}], 3)
    assert is_small([], 0)
    shared: Any = []
    for _ in range(60):
        shared = [shared, shared]
    assert not is_small(shared, 100_000)
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    assert not is_small(cyclic, 1_000)


def _asked(schema: Any, instance: Any, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the engine is asked of a value."""
    asked: list[Any] = []
    made = backend._verdict

    def spied(*args: Any) -> Any:
        verdict = made(*args)

        def is_valid(value: Any) -> bool:
            asked.append(value)
            return verdict(value)

        return is_valid

    monkeypatch.setattr(backend, "_verdict", spied)
    validator = schemaval.compile(schema, backend="jsonschema")
    monkeypatch.undo()
    assert validator.is_valid(instance) is schemaval.compile(schema, backend="reference").is_valid(instance)
    return bool(asked)


@pytest.mark.parametrize("count", [backend.VALUES, backend.VALUES + 1])
@pytest.mark.parametrize("instance", [lambda count: [1] * count, lambda count: {f"k{n}": 1 for n in range(count)}])
def test_of_a_large_value_the_evaluator_is_asked(
    instance: Callable[[int], Any], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine `jsonschema` would take seconds for it, and nothing counts what it does."""
    whole = {"type": "integer"}
    schema = {"title": f"{count} {type(instance(1)).__name__}", "items": whole, "additionalProperties": whole}
    assert _asked(schema, instance(count), monkeypatch) is (count == backend.VALUES)


def test_where_much_is_applied_to_each_few_values_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flat object of some members may be as much as an engine can do."""
    branches = [{"minimum": number} for number in range(4_000)]
    schema = {"title": "many branches", "additionalProperties": {"allOf": branches}}
    assert _asked(schema, {"a": 5_000}, monkeypatch)
    assert not _asked(schema, {f"k{number}": 5_000 for number in range(60)}, monkeypatch)
