"""Validators made for the runner to judge, honest ones and liars, and tiny suites to judge them by."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.subject import Compile
from conformance.suite import DRAFTS

DRAFT_07, DRAFT_2020 = DRAFTS[3], DRAFTS[5]

MINIMUM = {
    "description": "minimum",
    "schema": {"minimum": 3},
    "tests": [
        {"description": "above", "data": 4, "valid": True},
        {"description": "below", "data": 2, "valid": False},
    ],
}


def write_suite(root: Path, files: Mapping[str, Any]) -> Path:
    """A suite made of JSON files by their paths, with the two folders that every suite has."""
    for folder in ("tests", "remotes"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    return root


@dataclass(frozen=True)
class FakeFault:
    """A violation at a place."""

    pointer: str = ""
    causes: tuple["FakeFault", ...] = ()


@dataclass(frozen=True)
class FakeNote:
    """An annotation."""

    pointer: str
    keyword: str
    schema_location: str
    value: Any


@dataclass(frozen=True)
class FakeEvaluation:
    """What a fake says of an instance besides its verdict."""

    annotations: tuple[FakeNote, ...]
    output: Any

    def to_output(self, form: str, /) -> Any:
        """The same in every form."""
        return {"form": form, **self.output}


@dataclass
class Fake:
    """A validator for ``minimum`` alone; the functions replace what it says, ``faults`` where it says so."""

    schema: Any
    verdict: Callable[["Fake", Any], Any] | None = None
    faults: Callable[[Any, bool], Sequence[FakeFault]] = lambda _instance, valid: [] if valid else [FakeFault()]
    notes: tuple[FakeNote, ...] = ()
    output: Any = None
    backend: str = "fake"
    asked: int = 0

    def is_valid(self, instance: Any, /) -> Any:
        """What ``verdict`` says, else the truth."""
        self.asked += 1
        return self.verdict(self, instance) if self.verdict else self._truth(instance)

    def violations(self, instance: Any, /) -> Sequence[FakeFault]:
        """What ``faults`` makes of the truth."""
        return self.faults(instance, self._truth(instance))

    def evaluate(self, _instance: Any, /) -> FakeEvaluation:
        """The notes and the output it was given."""
        return FakeEvaluation(self.notes, self.output or {})

    def _truth(self, instance: Any) -> bool:
        minimum = self.schema.get("minimum") if isinstance(self.schema, dict) else None
        return minimum is None or instance >= minimum


def compiling(**parts: Any) -> Compile:
    """A stand-in for ``schemaval.compile`` that makes such fakes."""

    def compile_fake(schema: Any, **_options: Any) -> Fake:
        return Fake(schema, **parts)

    return compile_fake


def honest(schema: Any, **_options: Any) -> Fake:
    """A stand-in for ``schemaval.compile`` that makes honest fakes, for processes of their own."""
    return Fake(schema)


def sleeping(_fake: Fake, _instance: Any) -> bool:
    """A verdict that never comes."""
    time.sleep(60)
    return True
