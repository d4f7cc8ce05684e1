"""The cost of saying why an instance is invalid."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.payloads import PAYLOADS, Payload
from bench.subjects import BACKENDS, explain, raw_explain


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload.name)
@pytest.mark.parametrize("subject", ["raw jsonschema", *BACKENDS])
def test_explain(benchmark: BenchmarkFixture, payload: Payload, subject: str) -> None:
    """An invalid instance is explained by one fault."""
    reasons = raw_explain(payload.schema) if subject.startswith("raw") else explain(payload.schema, subject)
    benchmark.group = f"explain {payload.name}"
    assert len(reasons(payload.invalid)) == 1
    assert reasons(payload.valid) == []
    benchmark(reasons, payload.invalid)
