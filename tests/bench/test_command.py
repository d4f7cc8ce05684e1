"""The command lines of the benchmarks: what they refuse, and what their exit codes mean."""

import json
import tracemalloc
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import memory, scale
from bench.picture import draw
from bench.scale import Growth

KEPT = Growth("rows", "auto", (1, 10, 100, 1_000), (1.0, 10.0, 100.0, 1_000.0), 1.0, 1.0)
ABOVE = Growth("tools", "auto", (1, 10, 100, 1_000), (1.0, 20.0, 400.0, 8_000.0), 1.3, 1.3)
RAW = Growth("tools", scale.RAW, (1, 10, 100, 1_000), (1.0, 20.0, 400.0, 8_000.0), 1.3, 1.3)


def test_unknown_case(capsys: pytest.CaptureFixture[str]) -> None:
    """A case that nobody knows is wrong usage, even beside one that is known: else a guard would guard nothing."""
    with pytest.raises(SystemExit) as left:
        bench.main(["--case", "one string", "--case", "one strng", "--quick"])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert "no case 'one strng'; known are 'one string', 'ten fields'" in said


def test_exit_codes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The help says what each exit code means, and that a missed bound changes none."""
    with pytest.raises(SystemExit):
        bench.main(["--help"])
    assert "MISSED changes no exit code" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        bench.main(["scale", "--help"])
    assert "1 one is above it" in capsys.readouterr().out


def test_growth_above_the_bound() -> None:
    """A power above the bound is marked, in our own growths only, and the bound itself is told."""
    lines = scale.as_text([KEPT, ABOVE, RAW]).splitlines()
    assert [line.endswith("  ABOVE") for line in lines[-5:-2]] == [False, True, False]
    assert lines[-1] == "bound: a power of at most 1.1 for schemaval's own; 1 above it"
    assert [each["kept"] for each in json.loads(scale.as_json([KEPT, ABOVE, RAW]))] == [True, False, True]


@pytest.mark.parametrize(("growth", "code"), [(KEPT, 0), (ABOVE, 1), (RAW, 0)], ids=["kept", "above", "raw"])
def test_exit_code_of_scale(monkeypatch: pytest.MonkeyPatch, growth: Growth, code: int) -> None:
    """`scale` fails where a line is marked."""
    monkeypatch.setattr(scale, "grown", lambda *_: growth)
    assert scale.main(["--quick"]) == code


def test_place_of_the_picture(tmp_path: Path) -> None:
    """The picture's place is told as it was given."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "elsewhere" / "growth.png"
    path.parent.mkdir()
    assert draw([KEPT, ABOVE], path) == f"drawn: {path}"


@pytest.mark.parametrize(
    "arguments",
    [
        ["reference", "schemaval reference", memory.TASKS[2]],
        ["nobody", "schemaval reference", memory.TASKS[2], "resident"],
        ["reference", "nobody", memory.TASKS[2], "resident"],
        ["reference", "schemaval reference", memory.TASKS[2], "all"],
    ],
    ids=["gauge left out", "module", "subject", "gauge"],
)
def test_usage_of_memory(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """A task's memory is asked for with a module, subject, task and gauge that exist; else a usage line says so."""
    with pytest.raises(SystemExit) as left:
        memory.main(arguments)
    assert left.value.code == 2
    assert "usage: python -m bench.memory [-h] MODULE SUBJECT TASK GAUGE" in capsys.readouterr().err


def test_figure_of_memory(capsys: pytest.CaptureFixture[str]) -> None:
    """With all four the bytes are printed, and nothing goes on being traced."""
    memory.main(["reference", "schemaval reference", memory.TASKS[1], "allocated"])
    assert int(capsys.readouterr().out) > 0
    assert not tracemalloc.is_tracing()


def test_a_report_that_shares_no_ratio(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing was compared, which is no success."""
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"version": 1, "ratios": [{"name": "other", "ratio": 1.0, "noise": 0.1}]}))
    narrow = ["--quick", "--question", "accept", "--case", "one string", "--peer", "fastjsonschema"]
    with pytest.raises(SystemExit) as caught:
        bench.main([*narrow, "--compare", str(report)])
    assert caught.value.code == 2
    assert "shares no ratio" in capsys.readouterr().err
