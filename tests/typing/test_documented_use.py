"""The documented use types as documented, and does what it says."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from schemaval.backends import select

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WRONG = """
import schemaval

schemaval.compile({}).is_valid(1) + "a"
schemaval.compile({}, backend=5)
schemaval.compile({}, limits={})
schemaval.nonsense
schemaval.compile({}).backend.nonsense
schemaval.backends().nonsense
schemaval.compile({}).violations(1)[0].pointer.nonsense
"""


def mypy(*files: str) -> subprocess.CompletedProcess[str]:
    """What mypy says of some files, under the settings of the project."""
    pytest.importorskip("mypy", reason="the group lint is not installed")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *files]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"}
    )


def test_it_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as it stands, nothing is raised."""
    monkeypatch.setattr(select, "_registered", dict(select._registered))
    monkeypatch.setattr(select, "_made", dict(select._made))
    runpy.run_path(str(HERE / "documented_use.py"))["run"]()


@pytest.mark.long
def test_it_types_as_documented() -> None:
    """The type checker agrees with every `assert_type`."""
    run = mypy(str(HERE / "documented_use.py"))
    assert run.returncode == 0, run.stdout


@pytest.mark.long
def test_wrong_use_is_told(tmp_path: Path) -> None:
    """Nothing public is Any: each of these lines is an error to the type checker."""
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, encoding="utf-8")
    lines = {int(line.split(":")[1]) for line in mypy(str(file)).stdout.splitlines() if ": error:" in line}
    assert lines == set(range(4, 11))
