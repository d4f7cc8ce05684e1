"""Threads with small stacks parse and compile as others do, and the size that threads are given stays as it was."""

import subprocess
import sys

import pytest

PROGRAM = """
import threading
import schemaval

LIMIT = "LimitExceeded"
found = []


def told(task):
    try:
        return task()
    except schemaval.LimitExceeded:
        return LIMIT


def work():
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        deep = opening * 100_000 + "1" + closing * 100_000
        found.append(told(lambda: schemaval.parse(deep)))
        found.append(told(lambda: schemaval.parse(deep.encode())))
        found.append(told(lambda: schemaval.parse(opening * 1_000_000)))
    found.append(len(schemaval.parse("[[1]" + ",[1]" * 999 + "]")))
    schema = {"type": "integer"}
    for _ in range(60):
        schema = {"items": schema}
    for backend in ("jsonschema-rs", "jsonschema", "fastjsonschema", "reference"):
        found.append(schemaval.compile(schema, backend=(backend, "reference")).is_valid([[[1]]]))


threading.stack_size(128 * 1024)
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert threading.stack_size() == 128 * 1024
expected = [LIMIT] * 6 + [1000] + [True] * 4
assert sorted(map(str, found)) == sorted(map(str, expected * 4)), found
"""


@pytest.mark.parametrize("turn", range(2))
def test_a_small_stack_is_no_matter(turn: int) -> None:
    """Text of any depth is a limit or a value, and deep schemas compile, on stacks of 128 kB."""
    del turn
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
