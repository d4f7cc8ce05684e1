"""How annotation tests are judged."""

from pathlib import Path

import pytest

from conformance.annotations import canonical, speaks
from conformance.run import jobs, judge
from tests.conformance.fakes import DRAFT_2020, FakeNote, compiling, write_suite

SUITE = {
    "suite": [
        {
            "description": "title",
            "compatibility": "3",
            "schema": {"patternProperties": {"^a": {"title": "A"}}},
            "tests": [
                {
                    "instance": {"a": 1},
                    "assertions": [
                        {"location": "/a", "keyword": "title", "expected": {"#/patternProperties/%5Ea": "A"}},
                        {"location": "", "keyword": "title", "expected": {}},
                    ],
                }
            ],
        },
        {"description": "of another dialect", "compatibility": "<=7", "schema": {}, "tests": []},
    ]
}
NOTE = FakeNote("/a", "title", "#/patternProperties/%5Ea/title", "A")


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        ((NOTE,), ["passed", "passed"]),
        ((), ["failed", "passed"]),
        ((NOTE, FakeNote("", "title", "#/title", "A")), ["passed", "failed"]),
        ((FakeNote("/a", "title", "#/patternProperties/%5Ea/title", "B"),), ["failed", "passed"]),
        ((FakeNote("/a", "title", "#/properties/a/title", "A"),), ["failed", "passed"]),
    ],
)
def test_annotations_are_told_by_place_keyword_location_and_value(
    tmp_path: Path, notes: tuple[FakeNote, ...], expected: list[str]
) -> None:
    """Each assertion is a test: neither a missing nor a further annotation passes it."""
    suite = write_suite(tmp_path, {"annotations/tests/core.json": SUITE})
    (job,) = jobs(suite, [DRAFT_2020], ("reference",))
    assert [outcome.verdict for outcome in judge(job, compiling(notes=notes))] == expected


@pytest.mark.parametrize(
    ("compatibility", "release", "expected"),
    [
        ("", 3, True),
        ("2020", 2020, True),
        ("2020", 2019, False),
        ("6,<=2019", 7, True),
        ("6,<=2019", 2020, False),
        ("6,<=2019", 4, False),
        ("=2020", 2020, True),
        ("=2019", 2020, False),
    ],
)
def test_compatibility_is_read_as_the_suite_means_it(compatibility: str, release: int, *, expected: bool) -> None:
    """A number is the first release, <= the last, = the only one; all must hold."""
    assert speaks(compatibility, release) is expected


def test_a_location_is_spelled_from_its_nearest_id() -> None:
    """A pointer from the root and one from an embedded resource name the same subschema."""
    schema = {"$id": "http://x/main", "$defs": {"a": {"$id": "part", "items": [{"title": "A"}]}}}
    assert canonical(schema, "#/$defs/a/items/0") == "http://x/part#/items/0"
    assert canonical({"properties": {"a/b": {}}}, "#/properties/a~1b") == "#/properties/a~1b"
