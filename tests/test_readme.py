"""The README's code blocks do what they say."""

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_code_block_runs_and_prints_what_it_says(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each block runs by itself; comment lines right below a print are what it prints."""
    said = re.findall(r"^# (.*)$", block, re.MULTILINE)
    exec(compile(block, str(README), "exec"), {})  # noqa: S102 - our own README
    assert capsys.readouterr().out.splitlines() == said


def test_there_are_blocks_to_run() -> None:
    """The pattern that finds them has not gone stale."""
    assert len(BLOCKS) >= 5
