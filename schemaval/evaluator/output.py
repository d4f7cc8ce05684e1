"""An evaluation as a value, and in the output formats of the specification."""

from dataclasses import dataclass
from typing import Any, Literal

from schemaval.violation import Annotation, Violation

Form = Literal["flag", "basic", "list"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The whole answer for one instance: verdict, violations (`truncated` if there may be more) and annotations."""

    valid: bool
    violations: tuple[Violation, ...] = ()
    truncated: bool = False
    annotations: tuple[Annotation, ...] = ()

    def to_output(self, form: Form = "flag") -> dict[str, Any]:
        """This evaluation in an output format: `flag` or `basic` (JSON Schema Core 2020-12, section 12.4), or `list`.

        ValueError for any other name.
        """
        if form == "flag":
            return {"valid": self.valid}
        if form == "basic":
            return self._basic()
        if form == "list":
            return self._list()
        message = f"there is no output format {form!r}; known are flag, basic, list"
        raise ValueError(message)

    def _basic(self) -> dict[str, Any]:
        if self.valid:
            return {"valid": True, "annotations": [_annotation_unit(annotation) for annotation in self.annotations]}
        return {"valid": False, "errors": [_error_unit(violation) for violation in _flat(self.violations)]}

    def _list(self) -> dict[str, Any]:
        """One unit for each subschema that had something to say, by evaluation path and instance location."""
        units: dict[tuple[str, str, str], dict[str, Any]] = {}
        everything: list[Violation | Annotation] = [*_flat(self.violations), *self.annotations]
        for said in everything:
            path, location = _parent(said.evaluation_path), _parent(said.schema_location)
            unit = units.setdefault(
                (path, location, said.pointer),
                {
                    "valid": self.valid,
                    "evaluationPath": path,
                    "schemaLocation": location,
                    "instanceLocation": said.pointer,
                },
            )
            if isinstance(said, Violation):
                unit["valid"] = False
                unit.setdefault("errors", {})[said.keyword] = said.message
            else:
                unit.setdefault("annotations", {})[said.keyword] = said.value
        return {"valid": self.valid, "details": list(units.values())}


def _flat(violations: tuple[Violation, ...]) -> list[Violation]:
    """The violations with their causes, each after the one it belongs to."""
    found: list[Violation] = []
    for violation in violations:
        found.append(violation)
        found += _flat(violation.causes)
    return found


def _parent(path: str) -> str:
    """A location without its last token: the subschema that holds the keyword."""
    return path.rpartition("/")[0] if "/" in path.rpartition("#")[2] else path


def _locations(said: Violation | Annotation) -> dict[str, Any]:
    unit = {"keywordLocation": said.evaluation_path, "instanceLocation": said.pointer}
    if not said.schema_location.startswith("#"):
        unit["absoluteKeywordLocation"] = said.schema_location
    return unit


def _error_unit(violation: Violation) -> dict[str, Any]:
    return {**_locations(violation), "error": violation.message}


def _annotation_unit(annotation: Annotation) -> dict[str, Any]:
    return {**_locations(annotation), "annotation": annotation.value}
