"""The README's own backend, tried as a stranger would: registered by a call, by entry point, and under contract."""

import os
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest

import schemaval
from schemaval.testing import BackendContract, check_backend

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "own_backend.py"


def example() -> Any:
    """The example as a module."""
    spec = util.spec_from_file_location("own_backend", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ToyBackend: Any = example().ToyBackend


@pytest.fixture(autouse=True)
def registered() -> None:
    """The backend under its name."""
    schemaval.register_backend("toy", ToyBackend, replace=True)


class TestToy(BackendContract):
    """The toy keeps the contract, for all that it refuses."""

    backend = ToyBackend()
    pairs = 500


def test_it_answers_and_the_evaluator_explains() -> None:
    """Its verdicts come with the same violations as anybody's."""
    validator = schemaval.compile({"type": "string"}, backend="toy")
    assert validator.backend == "toy"
    assert validator.is_valid("x")
    assert validator.violations(3) == schemaval.compile({"type": "string"}, backend="reference").violations(3) != []


def test_it_refuses_every_place_by_name() -> None:
    """Alone it is strict, before others it gives way."""
    schema = {"type": "string", "minLength": 3, "pattern": "a"}
    with pytest.raises(schemaval.UnsupportedSchema) as refused:
        schemaval.compile(schema, backend="toy")
    assert [reason.pointer for reason in refused.value.reasons] == ["/minLength", "/pattern"]
    validator = schemaval.compile(schema, backend=("toy", "reference"))
    assert validator.backend == "reference"
    assert validator.refused == {"toy": "/minLength: it knows type only; /pattern: it knows type only"}


def test_what_it_forgets_to_refuse_the_contract_finds() -> None:
    """The same backend without its last line is caught, and told by which schema."""

    class Careless(ToyBackend):  # type: ignore[misc]  # the example is loaded by its path
        def why_not(self, job: Any) -> Any:
            return [] if type(job.schema) is dict and job.schema.get("type") == "string" else super().why_not(job)

    problems = check_backend(Careless(), pairs=300)
    assert problems
    assert all("'type': 'string'" in problem for problem in problems if "agrees" in problem)


def test_an_entry_point_makes_it_known(tmp_path: Path) -> None:
    """Installed beside schemaval it is there by name, for programs and for the command line."""
    (tmp_path / "toy_backend.py").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    folder = tmp_path / "toy_backend-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-backend\nVersion: 1.0\n", encoding="utf-8")
    points = "[schemaval.backends]\ntoy = toy_backend:ToyBackend\n"
    (folder / "entry_points.txt").write_text(points, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    code = "import schemaval; print(schemaval.compile({'type': 'null'}, backend='toy').is_valid(None))"
    assert run("-c", code) == "True\n"
    assert "toy" in run("-m", "schemaval", "backends")
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name": "a", "inputSchema": {"type": "object"}}]', encoding="utf-8")
    out = run("-m", "schemaval", "compare", "tools.json", "--backend", "reference", "--backend", "toy")
    assert "toy refuses input" in out
    assert "it knows schemas with a type among" in out


def test_the_example_runs() -> None:
    """As a script it shows a violation and a refusal."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, str(EXAMPLE)], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        "expected a string, got an integer; put it in quotes",
        "the root: it knows schemas with a type among string, boolean, null only",
    ]
