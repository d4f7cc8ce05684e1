"""Where the official JSON-Schema-Test-Suite lies, and what it holds.

A suite is a folder with ``tests/`` and ``remotes/``, and in its newer states ``annotations/`` and ``output-tests/``.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"
FETCHED = PROJECT / ".cache" / "suite"
VARIABLE = "SCHEMAVAL_SUITE"

MANDATORY, OPTIONAL, FORMAT = "mandatory", "optional", "optional/format"
ANNOTATIONS, OUTPUT = "annotations", "output"
CATEGORIES = (MANDATORY, OPTIONAL, FORMAT, ANNOTATIONS, OUTPUT)


@dataclass(frozen=True, slots=True)
class Draft:
    """A dialect as the suite and as schemaval spell it; ``release`` is its number in annotation tests."""

    name: str
    folder: str
    uri: str
    release: int


DRAFTS = (
    Draft("draft-03", "draft3", "http://json-schema.org/draft-03/schema#", 3),
    Draft("draft-04", "draft4", "http://json-schema.org/draft-04/schema#", 4),
    Draft("draft-06", "draft6", "http://json-schema.org/draft-06/schema#", 6),
    Draft("draft-07", "draft7", "http://json-schema.org/draft-07/schema#", 7),
    Draft("2019-09", "draft2019-09", "https://json-schema.org/draft/2019-09/schema", 2019),
    Draft("2020-12", "draft2020-12", "https://json-schema.org/draft/2020-12/schema", 2020),
)
DRAFT_OF_NAME = {draft.name: draft for draft in DRAFTS}
DRAFT_OF_FOLDER = {draft.folder: draft for draft in DRAFTS}


@dataclass(frozen=True, slots=True)
class Test:
    """One instance of a group and what the suite expects: a verdict, an annotation assertion, or schemas of output."""

    description: str
    instance: Any
    expected: Any


@dataclass(frozen=True, slots=True)
class Group:
    """One schema of a suite's file and the tests under it, with documents that only they need."""

    description: str
    schema: Any
    tests: tuple[Test, ...]
    resources: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TestFile:
    """One file of the suite; ``name`` is its path below the folder of its draft (or of its kind of test)."""

    draft: Draft
    category: str
    name: str
    path: Path

    @property
    def assert_formats(self) -> bool:
        """Whether formats are asserted whatever the dialect's vocabularies say: only for the tests of formats."""
        return self.category == FORMAT


class SuiteNotFoundError(Exception):
    """No suite lies where one was named, or none lies anywhere."""


def find_suite(option: Path | None = None) -> Path:
    """The suite to run: the option, the environment variable, the shared folder beside the project, the fetched one.

    A place that was named and holds no suite is an error, never a reason to take the next.
    """
    named = option or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    places = (named,) if named else (SHARED / "suite", FETCHED)
    for place in places:
        if (place / "tests").is_dir() and (place / "remotes").is_dir():
            return place
    looked = " or ".join(str(place) for place in places)
    raise SuiteNotFoundError(f"no test suite in {looked}; `python -m conformance.fetch` brings the pinned one")


def digest(suite: Path) -> str:
    """The first 16 hex digits of a SHA-256 over the names and contents of a suite's tests: which state it is."""
    known = hashlib.sha256()
    for path in sorted((suite / "tests").rglob("*.json")):
        known.update(path.relative_to(suite).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return known.hexdigest()[:16]


def read(path: Path) -> Any:
    """The JSON value in a file of the suite."""
    return json.loads(path.read_text(encoding="utf-8"))


def verdict_files(suite: Path, draft: Draft) -> Iterator[TestFile]:
    """The files of validation tests of a draft, in order of their names."""
    folder = suite / "tests" / draft.folder
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        yield TestFile(draft, _category(name), name, path)


def annotation_files(suite: Path, draft: Draft) -> Iterator[TestFile]:
    """The files of annotation tests; they are kept for 2020-12, the dialect that all but a few of them speak."""
    if draft.name == "2020-12":
        for path in sorted((suite / "annotations" / "tests").glob("*.json")):
            yield TestFile(draft, ANNOTATIONS, f"annotations/{path.name}", path)


def output_files(suite: Path, draft: Draft) -> Iterator[TestFile]:
    """The files of output tests of a draft; only the dialects that define output have some."""
    for path in sorted((suite / "output-tests" / draft.folder / "content").glob("*.json")):
        yield TestFile(draft, OUTPUT, f"output-tests/{path.name}", path)


def _category(name: str) -> str:
    if name.startswith(FORMAT + "/"):
        return FORMAT
    return OPTIONAL if name.startswith(OPTIONAL + "/") else MANDATORY
