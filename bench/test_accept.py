"""The cost of a verdict on a valid instance."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.payloads import PAYLOADS, Payload
from bench.subjects import BACKENDS, accept, raw_accept


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload.name)
@pytest.mark.parametrize("subject", ["raw jsonschema", *BACKENDS])
def test_accept(benchmark: BenchmarkFixture, payload: Payload, subject: str) -> None:
    """A valid instance is accepted."""
    judge = raw_accept(payload.schema) if subject.startswith("raw") else accept(payload.schema, subject)
    benchmark.group = f"accept {payload.name}"
    assert judge(payload.valid)
    assert not judge(payload.invalid)
    benchmark(judge, payload.valid)
