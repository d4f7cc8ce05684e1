"""The recipe for a hard guarantee: a worker that hangs, dies or swells is killed, and the next call is answered."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "isolated.py"

STUCK = """
import sys, importlib.util
spec = importlib.util.spec_from_file_location("isolated", {path!r})
isolated = importlib.util.module_from_spec(spec)
spec.loader.exec_module(isolated)
sound = isolated.answered

def answered(backend, schema, instance):
    if instance == b'"loop"':
        import re
        re.match("^(a+)+$", "a" * 60 + "!")  # what an engine of its own would do; it looks at no other thread
    if instance == b'"swell"':
        return {{"length": len(b"x" * (8 << 30))}}
    if instance == b'"stop"':
        import os, signal
        os.kill(os.getpid(), signal.SIGSTOP)
    return sound(backend, schema, instance)

isolated.answered = answered
isolated.serve(int(sys.argv[1]))
"""


def example() -> Any:
    """The example as a module."""
    spec = util.spec_from_file_location("isolated", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODULE: Any = example()
Killed: Any = MODULE.Killed


@pytest.fixture
def isolated() -> Iterator[Any]:
    """A warm worker with time to spare."""
    with MODULE.Isolated(deadline_s=30.0) as worker:
        yield worker


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A worker with faults of its own: engines that loop, swell and stop, whatever schemaval bounds."""
    script = tmp_path / "stuck.py"
    script.write_text(STUCK.format(path=str(EXAMPLE)), encoding="utf-8")
    monkeypatch.setattr(MODULE, "__file__", str(script))
    with MODULE.Isolated(deadline_s=30.0) as worker:
        yield worker


def test_it_judges(isolated: Any) -> None:
    """Verdicts and violations are those of schemaval itself."""
    assert isolated.judge(b'{"type": "object"}', b"{}") == {"valid": True, "violations": []}
    answer = isolated.judge(b'{"required": ["a"]}', b"{}")
    assert not answer["valid"]
    assert answer["violations"][0]["keyword"] == "required"


def test_refusals_come_as_answers(isolated: Any) -> None:
    """A bad schema, a bad text and a limit are answers: the worker lives on."""
    before = isolated._worker.pid
    assert isolated.judge(b'{"type": 12}', b"1")["error"] == "InvalidSchema"
    assert isolated.judge(b"{}", b"{")["error"] == "NotJSON"
    assert isolated.judge(b"[" * 100_000, b"1")["error"] in ("NotJSON", "LimitExceeded")
    assert isolated.judge(b"{}", b"1", "nobody")["error"] == "NoSuchBackend"
    assert isolated._worker.pid == before


def test_long_texts_pass(isolated: Any) -> None:
    """More than a pipe holds goes through in both directions."""
    text = b"[" + b",".join([b'"x"'] * 200_000) + b"]"
    answer = isolated.judge(b'{"items": {"type": "integer"}}', text)
    assert not answer["valid"]
    assert len(answer["violations"]) == 64


def test_a_hanging_call_is_killed_and_the_next_is_answered(stuck: Any) -> None:
    """The deadline is kept by the clock, and the worker is replaced."""
    stuck._deadline_s = 0.3
    start = time.monotonic()
    with pytest.raises(Killed, match="deadline"):
        stuck.judge(b"true", b'"loop"')
    assert time.monotonic() - start < 5
    stuck._deadline_s = 30.0
    assert stuck.judge(b"true", b'"x"')["valid"]


def test_a_worker_that_reads_nothing_does_not_hold_the_writer(stuck: Any) -> None:
    """A stopped process leaves its pipe full: the deadline counts for writing too."""
    os.kill(stuck._worker.pid, signal.SIGSTOP)
    stuck._deadline_s = 0.3
    with pytest.raises(Killed, match="deadline"):
        stuck.judge(b"true", b'"' + b"x" * 1_000_000 + b'"')
    stuck._deadline_s = 30.0
    assert stuck.judge(b"true", b"1")["valid"]


def test_a_worker_that_swells_dies_alone(stuck: Any) -> None:
    """Eight gigabytes are not to be had; the next call has a new worker."""
    with pytest.raises(Killed):
        stuck.judge(b"true", b'"swell"')
    assert stuck.judge(b"true", b"1")["valid"]


def test_a_crash_is_told_and_survived(isolated: Any) -> None:
    """A worker that is gone is replaced, whoever killed it and whenever."""
    isolated._worker.kill()
    isolated._worker.wait()
    assert isolated.judge(b"true", b"1")["valid"]


def test_a_crash_inside_a_call_is_killed(isolated: Any) -> None:
    """One that dies while it is asked gives no answer."""
    os.kill(isolated._worker.pid, signal.SIGSTOP)
    killer = threading.Timer(0.2, isolated._worker.kill)
    killer.start()
    with pytest.raises(Killed):
        isolated.judge(b"true", b"1")
    killer.join()
    assert isolated.judge(b"true", b"1")["valid"]


def test_threads_wait_for_each_other(isolated: Any) -> None:
    """Calls from many threads are answered one after the other, each its own."""
    answers: dict[int, bool] = {}

    def ask(number: int) -> None:
        schema = b'{"const": %d}' % number
        answers[number] = isolated.judge(schema, str(number).encode())["valid"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(range(20), True)


def test_the_demo_runs(capfd: pytest.CaptureFixture[str]) -> None:
    """What the file prints by itself."""
    MODULE.demo()
    printed = capfd.readouterr().out
    assert "'city' is missing" in printed
    assert "us a call" in printed
