"""`schemaval repair`: the same text with its empty containers restored."""

import json
from pathlib import Path
from typing import Any

TEXT = """[
  {"name": "b",   "inputSchema": {"type":"object", "properties": [ ], "x": 1.00, "maximum": 1E2,
     "default": [], "é": "\\u00e9"}, "annotations": []},
  {"name": "a", "inputSchema": []}
]
"""
MENDED = TEXT.replace("[ ]", "{}").replace('"inputSchema": []', '"inputSchema": {}')


def test_nothing_but_the_empties_changes(run: Any, put: Any) -> None:
    """Order, spaces, numbers, escapes and data stay as they were; the changes are told on stderr."""
    ran = run("repair", put("t.json", TEXT))
    assert (ran.code, ran.out) == (0, MENDED)
    assert ran.err == (
        "t.json: repaired /0/inputSchema/properties: [] became {}\nt.json: repaired /1/inputSchema: [] became {}\n"
    )
    assert run("repair", "t.json", "-q").err == ""


def test_repair_is_done_once(run: Any, put: Any) -> None:
    """What is repaired has nothing to repair, and `check` agrees."""
    run("repair", put("t.json", TEXT), "-o", "out.json")
    again = run("repair", "out.json")
    assert (again.out, again.err) == (MENDED, "")
    assert "0 repaired" in run("check", "out.json").out


def test_the_output_may_be_a_file(run: Any, put: Any, tmp_path: Path) -> None:
    """-o writes there and nothing to stdout; a place that cannot be written is code 3."""
    ran = run("repair", put("t.json", TEXT), "-o", "out.json")
    assert (ran.code, ran.out) == (0, "")
    assert (tmp_path / "out.json").read_text(encoding="utf-8") == MENDED
    failed = run("repair", "t.json", "-o", "absent/out.json")
    assert failed.code == 3
    assert "absent/out.json: cannot be written: no such file" in failed.err


def test_a_tool_beyond_repair_keeps_no_other_from_it(run: Any, put: Any) -> None:
    """What can be mended in it is, what cannot is named; the code is 1."""
    bad = '{"name": "bad", "inputSchema": {"type": "objekt", "items": []}}'
    ran = run("repair", put("t.json", f"[{bad}, " + TEXT.lstrip("[ \n")))
    assert ran.code == 1
    assert json.loads(ran.out)[0]["inputSchema"] == {"type": "objekt", "items": {}}
    assert json.loads(ran.out)[1]["inputSchema"]["properties"] == {}
    assert "t.json: schema /0/inputSchema/type: " in ran.err


def test_one_schema_is_repaired_too(run: Any, put: Any) -> None:
    """A file that is no tool list is taken as one schema; one beyond repair is code 4 and nothing is written."""
    ran = run("repair", put("s.json", '{"properties": [], "required": []}'))
    assert (ran.code, ran.out) == (0, '{"properties": {}, "required": []}')
    bad = run("repair", put("bad.json", '{"properties": [], "type": "objekt"}'), "-o", "out.json")
    assert (bad.code, bad.out) == (4, "")
    assert run("validate", "out.json", "s.json").code == 3


def test_lines_stay_lines(run: Any, put: Any) -> None:
    """Each page of JSON Lines is repaired on its line."""
    lines = '{"tools": [{"name": "a", "inputSchema": {"type": "object", "properties": []}}]}\n' * 2
    ran = run("repair", put("t.jsonl", lines))
    assert ran.out == lines.replace('"properties": []', '"properties": {}')
    assert "t.jsonl:2: repaired /tools/0/inputSchema/properties" in ran.err


def test_what_is_neither_is_said(run: Any, put: Any) -> None:
    """Numbers are neither a tool list nor a schema."""
    ran = run("repair", put("n.json", "[1, 2]"))
    assert ran.code == 3
    assert "is JSON, but neither a tool list nor one schema" in ran.err
