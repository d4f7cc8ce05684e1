"""On a thread with a stack of 128 kB no backend crashes, however deep the schema or the value."""

import subprocess
import sys
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import LimitExceeded, UnsupportedSchema

BACKENDS = ("jsonschema", "fastjsonschema", "jsonschema-rs", "reference", "auto")
PROGRAM = """
import sys, threading
sys.path.insert(0, {tests!r})
from test_small_stacks import answers
threading.stack_size(128 * 1024)
thread = threading.Thread(target=lambda: print(*answers(sys.argv[1])))
thread.start()
thread.join()
"""
ME = {"$ref": "#"}


def chain(length: int) -> dict[str, Any]:
    """Definitions that each refer to the next one and add something."""
    steps = {f"d{n}": {"minLength": 0, "$ref": f"#/$defs/d{n + 1}"} for n in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**steps, f"d{length}": {"type": "string"}}}


def around(levels: int, name: str | None) -> Any:
    """So many containers in one another."""
    value: Any = 1
    for _ in range(levels):
        value = [value] if name is None else {name: value}
    return value


ROUNDABOUT = {
    "$ref": "#/$defs/d0",
    "$defs": {
        **{f"d{n}": {"title": "t", "$ref": f"#/$defs/d{n + 1}"} for n in range(12)},
        "d12": {"type": ["array", "integer"], "items": ME},
    },
}


def answers(backend: str) -> list[str]:
    """A word for each of the deep schemas and values."""
    cases: list[tuple[Any, list[Any]]] = [
        *((chain(length), ["x", 1]) for length in (60, 150, 300, 1_000, 4_000)),
        ({"type": "array", "items": ME}, [around(levels, None) for levels in (60, 150, 200, 201, 5_000)]),
        (
            {"anyOf": [{"type": "object", "properties": {"a": ME}, "additionalProperties": False}, {"type": "null"}]},
            [around(levels, "a") for levels in (60, 150, 200, 201, 5_000)],
        ),
        (ROUNDABOUT, [around(levels, None) for levels in (20, 60, 150, 200)]),
    ]
    return [word for schema, values in cases for word in _asked(schema, backend, values)]


def _asked(schema: Any, backend: str, values: list[Any]) -> list[str]:
    try:
        validator = compile_schema(schema, backend=backend)
    except (UnsupportedSchema, LimitExceeded) as error:
        return [type(error).__name__]
    found = []
    for value in values:
        try:
            found.append(str(validator.is_valid(value)))
        except LimitExceeded as error:
            found.append(error.limit)
    return found


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_crashes_on_a_small_stack(backend: str) -> None:
    """The answers are those of a thread with a large stack."""
    folder = __file__.rpartition("/")[0]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(tests=folder), backend], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == answers(backend)
    assert "True" in ran.stdout
