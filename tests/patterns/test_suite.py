"""The official suite's patterns, and those of real schemas where the folder beside the project holds some."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemaval.patterns import compile_pattern

FOLDERS = ("draft3", "draft4", "draft6", "draft7", "draft2019-09", "draft2020-12", "v1")
FILES = (
    "pattern.json",
    "patternProperties.json",
    "ecmascript-regex.json",
    "optional/ecmascript-regex.json",
    "optional/non-bmp-regex.json",
)
PLAIN = {"$schema", "type", "pattern"}


def plain_tests(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the pattern and the test for every string under a schema that is only a pattern."""
    for path in filter(Path.is_file, (folder / name for name in FILES)):
        for group in json.loads(path.read_text(encoding="utf-8")):
            schema = group["schema"]
            if isinstance(schema, dict) and "pattern" in schema and schema.keys() <= PLAIN:
                yield from ((schema["pattern"], test) for test in group["tests"] if isinstance(test["data"], str))


@pytest.mark.parametrize("name", FOLDERS)
def test_the_suite_agrees(suite: Path, name: str) -> None:
    """Every string under a plain pattern gets the suite's verdict."""
    folder = suite / "tests" / name
    if not folder.is_dir():
        pytest.skip(f"this suite has no {name}")
    tests = [*plain_tests(folder)]
    assert tests
    wrong = [
        (pattern, test["description"])
        for pattern, test in tests
        if (compile_pattern(pattern).search(test["data"]) is not None) != test["valid"]
    ]
    assert wrong == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_pattern_of_the_suite_compiles(suite: Path, name: str) -> None:
    """No pattern of the suite's schemas is refused."""
    for path in sorted((suite / "tests" / name).glob("**/*.json")):
        for group in json.loads(path.read_text(encoding="utf-8")):
            for pattern in patterns_in(group["schema"]):
                compile_pattern(pattern)


def patterns_in(schema: object) -> Iterator[str]:
    """Yield what stands under `pattern` and `patternProperties`, anywhere."""
    pending = [schema]
    while pending:
        match pending.pop():
            case dict() as found:
                if isinstance(found.get("pattern"), str):
                    yield found["pattern"]
                if isinstance(found.get("patternProperties"), dict):
                    yield from found["patternProperties"]
                pending.extend(found.values())
            case list() as found:
                pending.extend(found)


def test_every_pattern_of_real_schemas_compiles(shared: Path) -> None:
    """Patterns that people have published are honoured, not one refused."""
    patterns: set[str] = set()
    with gzip.open(shared / "corpus" / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            patterns.update(patterns_in(json.loads(line)["schema"]))
    for path in (shared / "corpus" / "mcp").glob("*.json"):
        patterns.update(patterns_in(json.loads(path.read_text(encoding="utf-8"))))
    assert len(patterns) > 200
    for pattern in patterns:
        compile_pattern(pattern)
