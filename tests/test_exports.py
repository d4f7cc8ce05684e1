"""The door of the package: every public name is there, works twice, and costs little to import."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import schemaval
from schemaval.backends import select
from schemaval.backends.reference import ReferenceBackend

PACKAGE = Path(schemaval.__file__).parent
FUNCTIONS = ["compile", "parse", "to_json", "render", "backends", "register_backend"]
TYPES = [
    "Annotation",
    "Backend",
    "BackendInfo",
    "Change",
    "CompileJob",
    "Dialect",
    "Disagreement",
    "Evaluation",
    "Limits",
    "Reason",
    "SchemaValidator",
    "Validator",
    "Violation",
]
ERRORS = [
    "SchemavalError",
    "InvalidSchema",
    "UnknownDialect",
    "UnresolvableReference",
    "LimitExceeded",
    "UnsupportedSchema",
    "NoSuchBackend",
    "BackendNotInstalled",
    "NotJSON",
    "EngineDisagreement",
    "InvalidInstance",
]
MODULES = sorted(
    ".".join(("schemaval", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "__main__.py"
)


def registered(name: str, factory: Callable[[], Any]) -> bool:
    """Register a backend; it says nothing."""
    answer: object = schemaval.register_backend(name, factory, replace=True)  # type: ignore[func-returns-value]  # that is the question
    return answer is not None


@pytest.fixture(autouse=True)
def _own_backends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is registered here is forgotten afterwards."""
    monkeypatch.setattr(select, "_registered", dict(select._registered))
    monkeypatch.setattr(select, "_made", dict(select._made))


CALLS: dict[str, Callable[[], Any]] = {
    "compile": lambda: schemaval.compile({"type": "string"}).is_valid("a"),
    "parse": lambda: schemaval.parse("[1]") == [1],
    "to_json": lambda: schemaval.to_json((1,)) == [1],
    "render": lambda: schemaval.render(schemaval.compile(False).violations(1)),
    "backends": lambda: schemaval.backends()["reference"].installed,
    "register_backend": lambda: not registered("exports", ReferenceBackend),
}


@pytest.mark.parametrize("name", [*FUNCTIONS, *TYPES, *ERRORS])
def test_a_public_name_is_there(name: str) -> None:
    """Each name is an attribute of the package, and in `__all__` and `dir`."""
    assert getattr(schemaval, name) is not None
    assert name in schemaval.__all__
    assert name in dir(schemaval)


def test_there_is_no_other_name() -> None:
    """What `__all__` holds is there, in order and once, and what it does not hold is no attribute."""
    assert sorted(set(schemaval.__all__)) == sorted(schemaval.__all__)
    assert all(hasattr(schemaval, name) for name in schemaval.__all__)
    assert schemaval.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="nonsense"):
        getattr(schemaval, "nonsense")  # noqa: B009 - the type checker knows that it is not there


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_works_twice(name: str) -> None:
    """The first call may import submodules; none of them takes the function's place."""
    before = getattr(schemaval, name)
    assert CALLS[name]()
    assert CALLS[name]()
    assert getattr(schemaval, name) is before


def test_no_module_takes_a_functions_name() -> None:
    """After every module of the package has been imported, each public name is what it was."""
    before = {name: getattr(schemaval, name) for name in schemaval.__all__}
    for module in MODULES:
        import_module(module)
    assert {name: getattr(schemaval, name) for name in schemaval.__all__} == before
    assert callable(schemaval.backends)


ORDERS = [
    "import schemaval.backends.select, schemaval; schemaval.backends(); schemaval.backends()",
    "import schemaval, schemaval.backends.select; schemaval.backends(); schemaval.backends()",
    "import schemaval.backends; import schemaval as s; s.backends(); import schemaval.backends.select; s.backends()",
    "from schemaval import backends, compile; backends(); import schemaval.compiling; compile({}); backends()",
    "from schemaval.backends.select import select; from schemaval import backends; backends(); backends()",
    "import schemaval; schemaval.compile({}); import schemaval.backends; schemaval.backends(); schemaval.compile({})",
    "from schemaval import *; backends(); compile({}); parse('1'); to_json(1); backends()",
]


@pytest.mark.parametrize("code", ORDERS)
def test_the_order_of_imports_does_not_matter(code: str) -> None:
    """In a fresh interpreter the functions are functions, whatever was imported before them, and after."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        (
            "import schemaval",
            "jsonschema fastjsonschema jsonschema_rs referencing idna orjson jsonschema_specifications",
        ),
        ("import schemaval; schemaval.parse('1')", "jsonschema fastjsonschema jsonschema_rs referencing idna"),
        (
            "import schemaval; schemaval.compile({'type': 'string'}, backend='reference').is_valid(1)",
            "jsonschema fastjsonschema jsonschema_rs referencing idna jsonschema_specifications urllib.request",
        ),
        (
            "import schemaval; schemaval.compile({'$ref': '#/$defs/a', '$defs': {'a': []}}, backend='reference')",
            "jsonschema fastjsonschema jsonschema_rs referencing idna jsonschema_specifications",
        ),
    ],
    ids=range(4),
)
def test_what_is_not_needed_is_not_imported(code: str, unwanted: str) -> None:
    """Importing the package, parsing, and compiling for the reference evaluator bring in no engine."""
    code += f"; import sys; print([name for name in {unwanted.split()!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
