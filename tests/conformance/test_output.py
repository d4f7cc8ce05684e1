"""How output tests are judged."""

from pathlib import Path
from typing import Any

import pytest

from conformance.run import jobs, judge
from tests.conformance.fakes import DRAFT_2020, Fake, write_suite

OUTPUT_SCHEMA = {"$id": "http://x/output", "type": "object"}
FILE = [
    {
        "description": "readOnly",
        "schema": {"readOnly": True},
        "tests": [{"description": "is said", "data": 1, "output": {"basic": {"fits": "basic"}}}],
    }
]


class Fitting(Fake):
    """A validator of output: what has the form that the schema wants fits."""

    def is_valid(self, instance: Any, /) -> bool:
        """Whether the form is the schema's."""
        return bool(instance["form"] == self.schema["fits"])


@pytest.mark.parametrize(("form", "expected"), [("basic", "passed"), ("list", "failed")])
def test_output_must_fit_the_schema_of_its_form(tmp_path: Path, form: str, expected: str) -> None:
    """The evaluation in the form that the test names is held against the test's schema, with the dialect's in reach."""
    suite = write_suite(
        tmp_path,
        {
            "output-tests/draft2020-12/content/readOnly.json": FILE,
            "output-tests/draft2020-12/output-schema.json": OUTPUT_SCHEMA,
        },
    )
    (job,) = jobs(suite, [DRAFT_2020], ("reference",))
    seen: list[Any] = []

    def compile_fitting(schema: Any, **options: Any) -> Fake:
        if "fits" in schema:
            seen.append(options["resources"])
            return Fitting({"fits": form})
        return Fake(schema)

    assert [outcome.verdict for outcome in judge(job, compile_fitting)] == [expected]
    assert seen == [{"http://x/output": OUTPUT_SCHEMA}]
