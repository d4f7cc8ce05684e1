"""The README's code blocks do what they say."""

import re
from pathlib import Path
from types import ModuleType

import pytest

import schemaval.tools
from schemaval.tools import content, results

README = Path(__file__).resolve().parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_code_block_runs_and_prints_what_it_says(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each block runs by itself; comment lines right below a print are what it prints."""
    said = re.findall(r"^# (.*)$", block, re.MULTILINE)
    exec(compile(block, str(README), "exec"), {})  # noqa: S102 - our own README
    assert capsys.readouterr().out.splitlines() == said


def test_there_are_blocks_to_run() -> None:
    """The pattern that finds them has not gone stale."""
    assert len(BLOCKS) >= 5


@pytest.mark.parametrize("module", [schemaval.tools, content, results], ids=lambda module: module.__name__)
def test_every_name_of_the_tool_layer_is_told(module: ModuleType) -> None:
    """What a module of the tool layer offers stands in the README, as code."""
    code = " ".join(re.findall(r"`([^`\n]+)`", TEXT) + BLOCKS)
    told = set(re.findall(r"\w+", code))
    assert sorted(set(module.__all__) - told) == []
