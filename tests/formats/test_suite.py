"""The official suite's verdicts on formats, every string of every dialect."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemaval.formats import check_for

DIALECT_OF = {
    "draft3": "draft-03",
    "draft4": "draft-04",
    "draft6": "draft-06",
    "draft7": "draft-07",
    "draft2019-09": "2019-09",
    "draft2020-12": "2020-12",
    "v1": "2020-12",  # its formats are those of 2020-12
}
# Up to May 2025 the suite took look-behind, of ECMAScript since 2018, for an error in this one dialect.
OUTDATED = {("draft3", "(?<=foo)bar", False)}


def string_tests(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the format and the test for every string under a schema that is only a format."""
    for path in sorted([*folder.glob("optional/format/*.json"), *folder.glob("format/*.json")]):
        for group in json.loads(path.read_text(encoding="utf-8")):
            schema = group["schema"]
            if isinstance(schema, dict) and "format" in schema and schema.keys() <= {"$schema", "format"}:
                yield from ((schema["format"], test) for test in group["tests"] if isinstance(test["data"], str))


@pytest.mark.parametrize("name", DIALECT_OF)
def test_the_suite_agrees(suite: Path, name: str) -> None:
    """Every string gets the suite's verdict; a format that the dialect does not know accepts."""
    folder = suite / "tests" / name
    if not folder.is_dir():
        pytest.skip(f"this suite has no {name}")
    tests = [*string_tests(folder)]
    assert len(tests) > 50
    wrong = []
    for format_name, test in tests:
        check = check_for(format_name, DIALECT_OF[name])
        valid = check is None or check(test["data"])
        if valid != test["valid"] and (name, test["data"], test["valid"]) not in OUTDATED:
            wrong.append((format_name, test["data"], test["description"]))
    assert wrong == []
