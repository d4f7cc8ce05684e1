"""The cost of a verdict on valid instances, for pytest-benchmark: `pytest bench`."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import schemaval
from bench.cases import Case, cases

BACKENDS = [name for name, info in schemaval.backends().items() if info.installed]


@pytest.mark.parametrize(
    "case", [case for case in cases().values() if "accept" in case.questions], ids=lambda it: it.name
)
@pytest.mark.parametrize("backend", BACKENDS)
def test_accept(benchmark: BenchmarkFixture, case: Case, backend: str) -> None:
    """Valid instances are accepted."""
    pairs = [(schemaval.compile(item.schema, backend=backend).is_valid, item.instance) for item in case.items]
    benchmark.group = f"accept {case.name}"
    assert all(benchmark(lambda: [is_valid(instance) for is_valid, instance in pairs]))
