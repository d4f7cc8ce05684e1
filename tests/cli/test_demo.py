"""The examples give the findings that they promise."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_demo_finds_what_is_expected() -> None:
    """`examples/demo.py` exits 0 and says so."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "examples/demo.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "demo: the findings are the ones expected" in done.stdout
