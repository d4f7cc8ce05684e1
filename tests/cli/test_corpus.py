"""Tool lists of real servers, and calls that were made to them."""

import os
from pathlib import Path
from typing import Any


def _spent_by_children() -> float:
    """Processor seconds: unlike the clock they do not depend on what else the machine does."""
    times = os.times()
    return times.children_user + times.children_system


def test_real_tool_lists_compile_and_real_calls_are_judged(shared: Path, run: Any) -> None:
    """219 tools with 328 schemas are sound, each bad call has a violation, and the lot takes under 2 seconds."""
    files = sorted(str(path) for path in (shared / "corpus" / "mcp").glob("*.json"))
    before = _spent_by_children()
    ran = run("check", *files, "--format", "json")
    took = _spent_by_children() - before
    summary = ran.report["summary"]
    assert (summary["tools"], summary["schemas"], summary["bad_tools"], summary["calls"]) == (219, 328, 0, 39)
    bad = {(call["file"], call["index"]) for call in ran.report["calls"] if call["violations"] or call["findings"]}
    assert len(bad) == summary["bad_calls"] == 20
    assert took < 2
