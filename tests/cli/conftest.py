"""The command line as a real process: what goes in, what comes out, and never a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from schemaval.cli import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    """A process that ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> Any:
        """What it wrote to stdout, as JSON."""
        return json.loads(self.out)


Run = Callable[..., Ran]


def environment(**more: str) -> dict[str, str]:
    """This process's environment without what would change colours, and with the package found from any folder."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "PYTHONUTF8")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `schemaval` with arguments in the test's own folder."""

    def run_(*args: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
        command = [sys.executable, "-m", "schemaval", *args]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            env=environment(**(env or {})),
            timeout=60,
            check=False,
        )
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ran.err, ran.err
        return ran

    return run_


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same without a process of its own, where many runs differ in their data only."""
    monkeypatch.chdir(tmp_path)

    def call_(*args: str) -> Ran:
        try:
            code = main(list(args))
        except SystemExit as usage:  # how argparse leaves
            code = int(str(usage.code))
        return Ran(code, *capsys.readouterr())

    return call_


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, Any], str]:
    """Write a file into the test's own folder: bytes and text as they are, any other value as JSON; gives its name."""

    def put_(name: str, content: Any) -> str:
        data = content if isinstance(content, (bytes, str)) else json.dumps(content)
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return name

    return put_
