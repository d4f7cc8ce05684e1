"""Imports point down, an engine is imported in one file, and importing schemaval costs little."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "schemaval"

# The house from the ground up. A name stands for a module or for a whole sub-package.
FLOORS = (
    ("pointer", "violation", "limits", "version", "graph", "levels"),
    ("errors",),
    ("stacks",),
    ("jsonvalue", "reading", "converting"),
    ("equality",),
    ("keywords", "descriptions", "quoting", "suggestions"),
    ("dialects", "messages"),
    ("walk", "patterns", "hints", "rendering"),
    ("formats", "normalise", "analysis"),
    ("references",),
    ("evaluator",),
    ("metaschema", "mending", "backends"),
    ("shadowing",),
    ("cache", "validator"),
    ("compiling",),
    ("generating",),
    ("testing",),
    ("tools",),
    ("mcp", "cli"),
    ("__init__", "__main__"),
)
FLOOR_OF = {name: number for number, floor in enumerate(FLOORS) for name in floor}

ENGINES = {
    "jsonschema": "backends/jsonschema.py",
    "fastjsonschema": "backends/fastjsonschema.py",
    "jsonschema_rs": "backends/jsonschema_rs.py",
}
LATE = {*ENGINES, "referencing", "jsonschema_specifications", "idna"}


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module below a package by its dotted name; a sub-package goes by its own name."""
    return {
        ".".join(path.relative_to(package).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(package.rglob("*.py"))
    }


MODULES = modules()


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """What a file imports, at its top, inside functions or for types only, as (dotted name, line)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import; write the whole name"
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno


def targets(path: Path) -> Iterator[tuple[str, int]]:
    """The modules of schemaval that a file imports, as (dotted name below schemaval, line); the root is ""."""
    for name, line in imports(path):
        head, *rest = name.split(".")
        if head == "schemaval":
            while len(rest) > 1 and ".".join(rest) not in MODULES:
                rest.pop()  # a name inside a module
            target = ".".join(rest)
            yield (target if target in MODULES or target in FLOOR_OF else ""), line


def top(module: str) -> str:
    """The file or sub-package a module belongs to."""
    return module.partition(".")[0]


def test_the_package_has_modules() -> None:
    """The tests below look at something."""
    assert {"__init__", "errors"} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_lives_on_a_floor(module: str) -> None:
    """A module has its place in FLOORS."""
    assert top(module) in FLOOR_OF, (
        f"schemaval/{top(module)} has no floor: add it to FLOORS, as low as its imports let it"
    )


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    """A module imports from lower floors, its own sub-package or its own floor, never from above."""
    above = [
        f"{MODULES[module]}:{line} imports schemaval.{target}"
        for target, line in targets(MODULES[module])
        if target and FLOOR_OF[top(target)] > FLOOR_OF[top(module)]
    ]
    assert not above, "move what is shared down, or the module up: " + "; ".join(above)


@pytest.mark.parametrize("module", [name for name in MODULES if name not in ("__init__", "__main__")])
def test_nobody_inside_imports_the_root(module: str) -> None:
    """The package root is for users: inside, a submodule is imported by its name."""
    roots = [line for target, line in targets(MODULES[module]) if not target]
    assert not roots, f"{MODULES[module]} imports schemaval itself at lines {roots}: import the submodule"


def test_no_two_modules_import_each_other() -> None:
    """There is no cycle of imports, lazy ones counted."""
    graph = {
        module: {target for target, _ in targets(path) if target not in ("", module)}
        for module, path in MODULES.items()
    }
    while leaves := [module for module, needs in graph.items() if not needs & graph.keys()]:
        for leaf in leaves:
            del graph[leaf]
    assert not graph, "these modules import each other: " + ", ".join(
        f"{module} -> {', '.join(sorted(needs & graph.keys()))}" for module, needs in graph.items()
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_is_imported_in_its_one_file(engine: str) -> None:
    """Only the backend of an engine knows it."""
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES.values()
        for name, _ in imports(path)
        if name.partition(".")[0] == engine
    }
    assert users <= {ENGINES[engine]}, f"{engine} belongs in {ENGINES[engine]} alone"


def test_importing_schemaval_imports_no_engine() -> None:
    """`import schemaval` in a fresh interpreter brings in no engine, no resolver and no table of hosts."""
    code = "import json, sys, schemaval; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(run.stdout)}
    assert "schemaval" in loaded
    assert not LATE & loaded, f"import these when they are needed: {sorted(LATE & loaded)}"
