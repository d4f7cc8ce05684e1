"""`schemaval compare`: what each backend takes and why not, verdicts that differ, and the clock side by side."""

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

GOOD = {"type": "object", "properties": {"q": {"type": "string", "maxLength": 4}}, "required": ["q"]}
COUNTED = {"type": "object", "properties": {"a": {"contains": {"const": 1}, "maxContains": 2}}}

# A backend that takes no `pattern`, and takes every text for short enough.
LIAR = """
import json
import schemaval

class Liar:
    info = schemaval.BackendInfo("liar", True, "1.0", ("2020-12",), "pip install liar")

    def compile(self, job, /):
        if '"pattern"' in json.dumps(job.schema):
            reason = schemaval.Reason("/properties/q/pattern", "pattern", "no patterns here")
            raise schemaval.UnsupportedSchema("liar", [reason])
        verdict = job.program().is_valid

        def is_valid(value):
            if type(value) is dict and type(value.get("q")) is str:
                value = {**value, "q": value["q"][:4]}
            return verdict(value)

        return is_valid
"""


def tool(name: str, schema: Any = GOOD, **more: Any) -> dict[str, Any]:
    """A tool as MCP writes it."""
    return {"name": name, "inputSchema": schema, **more}


@pytest.fixture
def liar(tmp_path: Path) -> dict[str, str]:
    """An environment in which the liar is installed, by its entry point."""
    (tmp_path / "liar_backend.py").write_text(LIAR, encoding="utf-8")
    folder = tmp_path / "liar-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: liar\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text("[schemaval.backends]\nliar = liar_backend:Liar\n", encoding="utf-8")
    return {"PYTHONPATH": f"{ROOT}:{tmp_path}"}


def test_backends_that_agree_are_code_0(run: Any, put: Any) -> None:
    """The table shows every backend asked for in that order; nothing differs."""
    tools = put("t.json", {"tools": [tool("a"), tool("b", outputSchema=GOOD)]})
    calls = put("c.jsonl", '{"tool": "a", "arguments": {"q": "x"}}\n{"tool": "a", "arguments": {"q": 1}}\n')
    ran = run("compare", tools, calls, "--backend", "jsonschema", "--backend", "reference", "--generate", "4")
    assert (ran.code, ran.err) == (0, "")
    head, first, second, summary = ran.out.splitlines()
    assert head.split() == ["backend", "takes", "refuses", "compile", "verdict"]
    assert first.split()[:3] == ["jsonschema", "3", "0"]
    assert second.split()[:3] == ["reference", "3", "0"]
    assert "1.00x" in first
    assert summary == "2 tools, 3 schemas: 0 bad; 2 recorded and 12 made instances: 0 differences"


def test_without_names_all_installed_backends_are_compared(run: Any, put: Any) -> None:
    """And `--backend` may name several at once."""
    tools = put("t.json", [tool("a")])
    listed = run("backends", "--format", "json").report["backends"]
    installed = [info["name"] for info in listed if info["installed"]]
    report = run("compare", tools, "--format", "json").report
    assert list(report["backends"]) == installed
    report = run("compare", tools, "--format", "json", "--backend", "reference,jsonschema").report
    assert list(report["backends"]) == ["reference", "jsonschema"]


def test_a_refusal_says_where_and_why_and_is_no_finding(run: Any, put: Any) -> None:
    """Each place that a backend cannot honour is named with its reason; -q leaves that out."""
    tools = put("t.json", {"tools": [tool("a", COUNTED)]})
    arguments = ("compare", tools, "--backend", "fastjsonschema", "--backend", "reference")
    ran = run(*arguments)
    assert ran.code == 0
    assert (
        "t.json#/tools/0 a\n  fastjsonschema refuses input at /tools/0/inputSchema/properties/a/maxContains: "
        in ran.out
    )
    assert run(*arguments, "-q").out == ""
    held = run(*arguments, "--format", "json").report["tools"][0]["schemas"][0]["backends"]
    assert held["reference"]["taken"] is True
    assert held["fastjsonschema"]["taken"] is False
    assert held["fastjsonschema"]["reasons"][0]["keyword"] == "maxContains"


def test_verdicts_that_differ_are_code_1(run: Any, put: Any, liar: dict[str, str]) -> None:
    """A recorded call is named by its place, a made instance is shown; the value of a recorded one is not."""
    tools = put("t.json", [tool("a")])
    calls = put("c.jsonl", '{"tool": "a", "arguments": {"q": "secret"}}\n')
    arguments = ("compare", tools, calls, "--backend", "reference", "--backend", "liar")
    ran = run(*arguments, "--generate", "0", env=liar)
    assert ran.code == 1
    assert ran.out.startswith("c.jsonl#") or ran.out.startswith("c.jsonl ")
    assert "call 0, input: reference says invalid, liar says valid" in ran.out
    assert "secret" not in ran.out
    report = run(*arguments, "--generate", "200", "--format", "json", env=liar).report
    made = [difference for difference in report["differences"] if difference["source"] == "made"]
    assert made
    assert all(len(difference["instance"]["q"]) > 4 for difference in made)
    assert report["summary"]["differences"] == len(report["differences"])


def test_what_one_backend_refuses_the_others_are_asked_of(run: Any, put: Any, liar: dict[str, str]) -> None:
    """A refusal of one leaves the comparison of the rest, and times only what all take."""
    schema = {"type": "object", "properties": {"q": {"type": "string", "pattern": "^a"}}}
    tools = put("t.json", [tool("a", schema)])
    names = [part for name in ("reference", "liar", "jsonschema") for part in ("--backend", name)]
    ran = run("compare", tools, *names, "--format", "json", env=liar)
    assert ran.code == 0
    assert ran.report["backends"]["liar"]["refused"] == 1
    assert ran.report["backends"]["reference"]["verdict_us"] is None
    assert ran.report["summary"]["made"] == 10


def test_timing_is_side_by_side(run: Any, put: Any) -> None:
    """Medians in microseconds, and ratios to the first backend."""
    tools = put("t.json", [tool("a")])
    report = run("compare", tools, "--backend", "reference", "--backend", "jsonschema", "--format", "json").report
    first, second = report["backends"]["reference"], report["backends"]["jsonschema"]
    assert first["compile_ratio"] == first["verdict_ratio"] == 1
    assert second["verdict_ratio"] > 1
    assert 0 < first["verdict_us"] < second["verdict_us"]


def test_made_instances_are_those_of_the_seed(run: Any, put: Any, liar: dict[str, str]) -> None:
    """The same seed finds the same differences, another seed others."""
    tools = put("t.json", [tool("a")])
    arguments = (
        "compare",
        tools,
        "--backend",
        "reference",
        "--backend",
        "liar",
        "--generate",
        "60",
        "--format",
        "json",
    )
    found = [run(*arguments, "--seed", seed, env=liar).report["differences"] for seed in ("1", "1", "2")]
    assert found[0] == found[1] != found[2]


def test_a_bad_schema_is_code_1_and_hides_nothing(run: Any, put: Any) -> None:
    """What no backend can use is told once; the other tools are compared all the same."""
    tools = put("t.json", [tool("bad", {"type": "int"}), tool("a"), 7])
    ran = run("compare", tools, "--backend", "reference", "--backend", "jsonschema", "--format", "json")
    assert ran.code == 1
    assert (ran.report["summary"]["bad_tools"], ran.report["summary"]["made"]) == (2, 10)
    assert ran.report["tools"][0]["schemas"][0]["errors"][0]["pointer"] == "/0/inputSchema/type"
    text = run("compare", tools, "--backend", "reference", "--backend", "jsonschema").out
    assert text.count("t.json#/0 bad\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("t.json", "--backend", "no-such"), 2),
        (("t.json", "--backend", ","), 2),
        (("t.json", "--generate", "-1"), 2),
        (("t.json", "--dialect", "draft-99"), 2),
        (("missing.json",), 3),
        ((), 2),
    ],
)
def test_what_leads_nowhere_has_its_code(arguments: tuple[str, ...], code: int, call: Any, put: Any) -> None:
    """Usage is 2, what cannot be read 3, in one line on stderr."""
    put("t.json", [tool("a")])
    ran = call("compare", *arguments)
    assert ran.code == code
    assert ran.err


def test_help_has_an_example(call: Any) -> None:
    """The help shows a call that works."""
    assert "schemaval compare tools.json calls.jsonl --backend" in call("compare", "--help").out


def test_a_real_list(shared: Path, run: Any) -> None:
    """A real server's tools and recorded calls give the same verdicts on every installed backend."""
    folder = shared / "corpus" / "mcp"
    files = [str(folder / name) for name in ("server-filesystem.json", "calls-server-filesystem.json")]
    ran = run("compare", *files, "--format", "json", "--generate", "20")
    assert ran.code == 0, json.dumps(ran.report["differences"], indent=1)
    assert ran.report["summary"]["tools"] == 14
    assert ran.report["summary"]["recorded"] > 5
