"""The cost of saying why instances are invalid, for pytest-benchmark: `pytest bench`."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import schemaval
from bench.cases import Case, cases

BACKENDS = [name for name, info in schemaval.backends().items() if info.installed]
_UNLIMITED = schemaval.Limits.none()


@pytest.mark.parametrize(
    "case", [case for case in cases().values() if "explain" in case.questions], ids=lambda it: it.name
)
@pytest.mark.parametrize("backend", BACKENDS)
def test_explain(benchmark: BenchmarkFixture, case: Case, backend: str) -> None:
    """Every fault of invalid instances is found."""
    compiled = [schemaval.compile(item.schema, backend=backend, limits=_UNLIMITED) for item in case.items]
    pairs = [(validator.violations, item.instance) for validator, item in zip(compiled, case.items, strict=True)]
    benchmark.group = f"explain {case.name}"
    found = benchmark(lambda: [violations(instance) for violations, instance in pairs])
    assert [len(each) for each in found] == [item.faults for item in case.items]
