"""Verdicts that differ: on recorded calls, judged as `check` judges them, and on instances made for each schema."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemaval.cli.calls import ABSENT, Call
from schemaval.cli.comparison import Engines, SchemaTrial, Trial
from schemaval.cli.judgement import CallReport, Judge
from schemaval.cli.tool_lists import Side, Tool
from schemaval.errors import SchemavalError
from schemaval.jsonvalue import JSON

if TYPE_CHECKING:
    from schemaval.validator import Validator


@dataclass(frozen=True, slots=True)
class Question:
    """An instance that all takers of a schema can be asked of."""

    trial: SchemaTrial
    instance: JSON


@dataclass(frozen=True, slots=True)
class Difference:
    """One instance on which backends differ; `verdicts` are `valid`, `invalid` or the name of an error.

    `call` is where the instance was recorded, None for one that was made, which `instance` then holds.
    """

    tool: Tool
    side: Side
    index: int
    verdicts: Mapping[str, str]
    call: Call | None = None
    instance: JSON = ABSENT

    def to_dict(self) -> dict[str, Any]:
        """This difference's entry in the JSON report."""
        document = self.tool.document if self.call is None else self.call.document
        wire: dict[str, Any] = {
            "tool": self.tool.name,
            "side": self.side.value,
            "source": "made" if self.call is None else "recorded",
            "index": self.index,
            "file": document.file,
            "line": document.line,
            "pointer": self.tool.pointer if self.call is None else self.call.pointer,
            "verdicts": dict(self.verdicts),
        }
        return wire if self.call is not None else {**wire, "instance": self.instance}


def recorded_differences(
    trials: Sequence[Trial], engines: Engines, calls: Sequence[Call]
) -> tuple[list[Difference], list[Question]]:
    """Where backends differ on recorded calls, and the questions that the calls ask."""
    judges = {name: Judge(trial.report(name) for trial in trials) for name in engines.names}
    reports = {name: list(judge.judge(calls)) for name, judge in judges.items()}
    known = {id(trial.tool): trial for trial in trials}
    differences: list[Difference] = []
    questions: list[Question] = []
    for sides in zip(*reports.values(), strict=True):
        first: CallReport = sides[0]
        named = judges[engines.names[0]].tool_of(first.call) if type(first.call.tool) is str else None
        schema = _schema(known[id(named.tool)], first.side) if named is not None else None
        if named is None or schema is None or not schema.takers:
            continue
        asked = {name: side for name, side in zip(engines.names, sides, strict=True) if name in schema.takers}
        questions.append(Question(schema, _instance(first)))
        verdicts = {name: _of_report(side) for name, side in asked.items()}
        if len(set(verdicts.values())) > 1:
            differences.append(Difference(named.tool, first.side, first.index, verdicts, first.call))
    return differences, questions


def made_differences(trials: Sequence[Trial], count: int, seed: str) -> tuple[list[Difference], list[Question]]:
    """Where backends differ on `count` instances made for each schema, and the questions."""
    from schemaval.generating import instances

    differences: list[Difference] = []
    questions: list[Question] = []
    for tool, schema in ((trial.tool, schema) for trial in trials for schema in trial.schemas):
        takers = schema.takers
        made = instances(next(iter(takers.values())), count, seed) if takers else iter(())
        for index, instance in enumerate(made):
            questions.append(Question(schema, instance))
            verdicts = {name: _verdict(validator, instance) for name, validator in takers.items()}
            if len(set(verdicts.values())) > 1:
                differences.append(Difference(tool, schema.schema.side, index, verdicts, None, instance))
    return differences, questions


def _schema(trial: Trial, side: Side) -> SchemaTrial | None:
    return next((schema for schema in trial.schemas if schema.schema.side is side), None)


def _instance(report: CallReport) -> JSON:
    if report.side is Side.INPUT:
        return report.call.arguments
    return report.call.result.structured if report.call.result is not None else ABSENT


def _of_report(report: CallReport) -> str:
    """The verdict on one side of a call; what else is said of it where it could not be judged."""
    if report.findings:
        return "; ".join(finding.message for finding in report.findings)
    return "invalid" if report.violations else "valid"


def _verdict(validator: "Validator", instance: JSON) -> str:
    """The verdict, checked against its reasons; the name of the error where one is raised."""
    ask: Callable[[JSON], Any] = validator.is_valid
    try:
        is_valid = ask(instance)
        return "valid" if is_valid else "invalid" if validator.violations(instance) else "invalid without a reason"
    except SchemavalError as error:
        return type(error).__name__
