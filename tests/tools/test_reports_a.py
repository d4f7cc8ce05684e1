"""Reports of kind a: `[]` where `{}` is meant, and the reverse, in schemas, arguments and results of tools."""

import json
from pathlib import Path
from typing import Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import InvalidSchema
from schemaval.tools import InvalidToolInput, InvalidToolOutput, Tool
from tests.tools.reported import called, reports

BAD = "schema-invalid"


def verdict(schema: Any, instance: Any, *, mends: bool) -> Any:
    """Valid, invalid, or a bad schema; `mends` puts the empties of both right first."""
    try:
        validator = compile_schema(schema, normalise=mends)
    except InvalidSchema:
        return BAD
    return validator.is_valid(validator.normalise(instance))


def test_every_report_has_its_verdict(shared: Path) -> None:
    """With empties put right and without, each report is judged as it should be."""
    wrong = [
        (report["id"], mends)
        for report in reports(shared, "a")
        for mends, expected in ((True, "expect_valid"), (False, "expect_strict"))
        if verdict(report["schema"], report["instance"], mends=mends) != report[expected]
    ]
    assert not wrong


def test_every_report_becomes_what_was_meant(shared: Path) -> None:
    """The schema and the instance become what their writers meant, or stay."""
    wrong = []
    for report in reports(shared, "a"):
        if report["expect_valid"] == BAD:
            continue
        validator = compile_schema(report["schema"])
        mended = validator.schema, validator.normalise(report["instance"])
        meant = report.get("expect_schema", report["schema"]), report.get("expect_instance", report["instance"])
        if json.dumps(mended) != json.dumps(meant):
            wrong.append(report["id"])
    assert not wrong


def test_every_report_reaches_the_handler_as_meant(shared: Path, validator: Any) -> None:
    """As arguments of a tool: the handler sees what was meant, or the call is refused."""
    seen = 0
    for report in reports(shared, "a"):
        meant = report.get("expect_instance", report["instance"])
        if report["expect_valid"] is not True or not isinstance(meant, dict):
            continue
        if not isinstance(validator, str) and _goes_beyond(report["schema"]):
            continue
        assert json.dumps(called(report["schema"], report["instance"], validator)) == json.dumps(meant), report["id"]
        seen += 1
    assert seen


def _goes_beyond(schema: Any) -> bool:
    """Whether a schema uses what the hand-written validator of these tests has never heard of."""
    return any(word in json.dumps(schema) for word in ("$ref", "anyOf", "const", "additionalProperties", "[]"))


SENT_AND_MEANT = [
    ({"type": "object", "properties": {"labels": {"type": "object"}}}, {"labels": []}, {"labels": {}}),
    ({"type": "object", "properties": {"hosts": {"type": "array"}}}, {"hosts": {}}, {"hosts": []}),
    ({"type": "object", "properties": {}}, [], {}),
    ({"type": "object", "properties": {"env": {"type": ["object", "null"]}}}, {"env": []}, {"env": {}}),
    ({"type": "object", "properties": {"env": {"type": ["object", "null"]}}}, {"env": None}, {"env": None}),
    (
        {"type": "object", "properties": {"steps": {"type": "array", "items": {"type": "object"}}}},
        {"steps": [[], {"run": 1}]},
        {"steps": [{}, {"run": 1}]},
    ),
]


@pytest.mark.parametrize(("schema", "sent", "meant"), SENT_AND_MEANT)
def test_arguments_arrive_as_meant(validator: Any, schema: Any, sent: Any, meant: Any) -> None:
    """With every validator the handler sees the empties that its schema asks for."""
    before = json.dumps(sent)
    assert called(schema, sent, validator) == meant
    assert json.dumps(sent) == before


@pytest.mark.parametrize(
    ("schema", "sent", "pointer"),
    [
        ({"type": "object", "properties": {"labels": {"type": "object"}}}, {"labels": ["a"]}, "/labels"),
        ({"type": "object", "properties": {"hosts": {"type": "array"}}}, {"hosts": {"0": "a"}}, "/hosts"),
        ({"type": "object", "properties": {}}, ["a"], ""),
        ({"type": "object", "properties": {"u": {"type": "object", "required": ["id"]}}}, {"u": []}, "/u"),
    ],
)
def test_what_is_not_empty_is_refused_where_it_stands(validator: Any, schema: Any, sent: Any, pointer: str) -> None:
    """A filled list is no map; where the mended map lacks a member, that is what is told."""
    with pytest.raises(InvalidToolInput) as caught:
        called(schema, sent, validator)
    assert [violation.pointer for violation in caught.value.violations] == [pointer]
    assert caught.value.violations[0].keyword == ("required" if pointer == "/u" else "type")


def test_results_leave_as_meant(validator: Any) -> None:
    """A handler that cannot tell its empties apart is put right by the output schema, or refused."""
    output = {"type": "object", "properties": {"by_id": {"type": "object"}, "ids": {"type": "array"}}}
    tool = Tool("t", output=output, handler=lambda: {"by_id": [], "ids": {}}, validator=validator)
    assert tool.call({}) == {"by_id": {}, "ids": []}
    with pytest.raises(InvalidToolOutput):
        tool.run(lambda: {"by_id": [1]}).call({})


def test_a_schema_of_empty_lists_is_a_tool_without_parameters() -> None:
    """What languages with one empty container write for an empty map is read as one."""
    definition = {"name": "t", "inputSchema": {"type": "object", "properties": [], "required": {}}}
    tool = Tool.from_definition(definition, lambda **given: given)
    assert tool.input_schema_for_provider() == {"type": "object", "properties": {}, "required": []}
    assert tool.call({}) == {}
