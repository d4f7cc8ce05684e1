"""The command line itself: its help, its exit codes, and how it behaves in a shell."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.backends.select import register_backend
from schemaval.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"type": "int"}}}}


def test_help_names_every_command_and_gives_an_example(run: Any) -> None:
    """The first screen leads on."""
    ran = run("--help")
    assert ran.code == 0
    assert all(f"    {command} " in ran.out for command in COMMANDS)
    assert "example:\n  schemaval check" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_gives_an_example(command: str, run: Any) -> None:
    """One line to copy."""
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"example:\n  schemaval {command}" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_groups_of_options(command: str, run: Any) -> None:
    """The commands that compile schemas share a group named for that; no group claims to be every command's."""
    out = run(command, "--help").out
    assert ("\nhow schemas are compiled:\n" in out) is (command != "backends")
    assert "every command" not in out


HELP = """
import sys
from schemaval.cli import main
try:
    main(["--help"])
finally:
    print(sorted(sys.modules), file=sys.stderr)
"""


def test_help_loads_no_engine() -> None:
    """Asking for help costs no engine and no registry."""
    done = subprocess.run([sys.executable, "-c", HELP], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.strip("[]\n").replace("'", "").split(", "))
    assert "schemaval.cli" in loaded
    assert not loaded & {"jsonschema", "fastjsonschema", "jsonschema_rs", "referencing"}


def test_help_costs_little() -> None:
    """No module of a command is loaded for the list of them; the bench holds the time."""
    done = subprocess.run([sys.executable, "-c", HELP], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    ours = {name for name in done.stderr.strip("[]\n").replace("'", "").split(", ") if name.startswith("schemaval")}
    assert ours == {"schemaval", "schemaval.backends", "schemaval.cli"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [["backends"], ["backends", "--format", "json"]])
def test_output_that_cannot_be_written_is_said_so(arguments: list[str]) -> None:
    """A full disk is one line and an exit code, no traceback."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "schemaval", *arguments],
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (3, "schemaval: cannot write the output: No space left on device\n")


USAGE: dict[str, tuple[list[str], str]] = {
    "no command": ([], "COMMAND"),
    "another command": (["chek"], "chek"),
    "another option": (["check", "t.json", "--frobnicate"], "--frobnicate"),
    "a shortened option": (["check", "t.json", "--form", "json"], "--form"),
    "no such backend": (["check", "t.json", "--backend", "ajv"], "there is no backend 'ajv'; known are "),
    "no such second backend": (["check", "t.json", "--backend", "reference,ajv"], "there is no backend 'ajv'"),
    "no backend at all": (["check", "t.json", "--backend", ","], "--backend needs a name"),
    "no such dialect": (["check", "t.json", "--dialect", "draft-05"], "unknown dialect 'draft-05'; known are "),
    "a resource without a file": (["check", "t.json", "--resource", "x"], "--resource is written URI=FILE"),
}


@pytest.mark.parametrize("case", USAGE)
def test_usage_is_code_2(case: str, run: Any, put: Any) -> None:
    """What the command line cannot mean is said on stderr."""
    put("t.json", [])
    arguments, words = USAGE[case]
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_backend_that_is_not_installed_is_code_5(
    capsys: pytest.CaptureFixture[str], put: Any, tmp_path: Path
) -> None:
    """The line that installs it is told, whatever the schemas are."""

    class Absent:
        info = BackendInfo("absent", installed=False, version="", dialects=(), install="pip install absent")

        def compile(self, job: CompileJob, /) -> IsValid:
            raise AssertionError(job)

    register_backend("absent", Absent, replace=True)
    put("t.json", [{"name": "a", "inputSchema": None}])
    assert main(["check", str(tmp_path / "t.json"), "--backend", "absent"]) == 5
    assert "the backend 'absent' is not installed; run: pip install absent" in capsys.readouterr().err


def test_backends_are_listed(run: Any) -> None:
    """The reference is always there; the JSON form says the same."""
    ran = run("backends")
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == ["backend", "installed", "version", "dialects", "install"]
    assert [line for line in ran.out.splitlines() if line.startswith("reference") and " yes " in line]
    listed = run("backends", "--format", "json").report["backends"]
    assert {"reference", "jsonschema", "fastjsonschema"} <= {backend["name"] for backend in listed}
    assert all(set(backend) == {"name", "installed", "version", "dialects", "install"} for backend in listed)


@pytest.mark.parametrize("backend", ["reference", "jsonschema", "fastjsonschema,reference", "auto"])
def test_every_backend_gives_the_same_report(backend: str, run: Any, put: Any) -> None:
    """Violations do not depend on the engine; which one judged is told."""
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}}
    names = (
        put("t.json", [{"name": "a", "inputSchema": schema}]),
        put("c.json", [{"tool": "a", "arguments": {"x": "1"}}]),
    )
    report = run("check", *names, "--backend", backend, "--format", "json").report
    (violation,) = report["calls"][0]["violations"]
    assert (violation["pointer"], violation["schema_location"]) == ("/x", "#/properties/x/type")
    assert report["tools"][0]["backend"] in (
        backend.split(",") if backend != "auto" else ("jsonschema-rs", "fastjsonschema", "reference")
    )


def test_the_version_is_told(run: Any) -> None:
    """--version answers and ends."""
    ran = run("--version")
    assert (ran.code, ran.out.split()[0]) == (0, "schemaval")


def test_a_reader_that_leaves_is_no_error(put: Any, tmp_path: Path) -> None:
    """A broken pipe ends the process quietly."""
    put("t.json", [TOOL] * 3000)
    command = [sys.executable, "-m", "schemaval", "check", "t.json"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    """Ctrl-C while stdin is read ends with 130 and no traceback."""
    command = [sys.executable, "-m", "schemaval", "check", "-"]
    pipe = subprocess.PIPE
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a run in the background ignores it, and so would a child
    try:
        process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=pipe)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")


def _on_a_terminal(command: list[str], folder: Path, **more: str) -> tuple[int, str]:
    """Run a command with a terminal for its output; the exit code and all that was written."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=folder, env={**ENVIRONMENT, **more}, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        while True:
            select.select([ours], [], [], 30)
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
    os.close(ours)
    return process.returncode, seen.decode()


def test_colours_are_for_terminals_that_want_them(run: Any, put: Any, tmp_path: Path) -> None:
    """A terminal gets colours, NO_COLOR and a dumb terminal and a pipe get none."""
    put("t.json", [TOOL])
    command = [sys.executable, "-m", "schemaval", "check", "t.json"]
    environment = {"NO_COLOR": ""}
    assert "\x1b[31m" in _on_a_terminal(command, tmp_path, **environment)[1]
    assert "\x1b[" not in _on_a_terminal(command, tmp_path, NO_COLOR="1")[1]
    assert "\x1b[" not in _on_a_terminal(command, tmp_path, TERM="dumb", **environment)[1]
    assert "\x1b[" not in run("check", "t.json").out


SLOW = """
import time
from schemaval.cli import progress
for _ in progress.over((time.sleep(0.05) for _ in range(16)), 16, "calls", quiet=QUIET):
    pass
"""


def test_long_inputs_show_their_progress_on_a_terminal(tmp_path: Path) -> None:
    """One line that comes and goes; none of it in a pipe or with -q, or before it would be missed."""
    slow, quiet, short = (
        [sys.executable, "-c", code]
        for code in (
            SLOW.replace("QUIET", "False"),
            SLOW.replace("QUIET", "True"),
            SLOW.replace("QUIET", "False").replace("16", "4"),
        )
    )
    shown = _on_a_terminal(slow, tmp_path)[1]
    assert "\r\x1b[K12 of 16 calls" in shown
    assert shown.endswith("\r\x1b[K")
    assert _on_a_terminal(quiet, tmp_path)[1] == ""
    assert _on_a_terminal(short, tmp_path)[1] == ""
    piped = subprocess.run(slow, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=True)
    assert (piped.stdout, piped.stderr) == (b"", b"")


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_have_the_same_names_in_each_file(name: str) -> None:
    """One file a command: what it is for, its arguments, what it does."""
    module = import_module(f"schemaval.cli.{name}")
    assert {"DESCRIPTION", "EPILOG", "add_arguments", "run"} <= set(vars(module))
