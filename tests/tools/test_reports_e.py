"""Reports of kind e: what models and their clients make of arguments, and what repair may do about it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schemaval.compiling import compile_schema
from schemaval.errors import InvalidSchema
from schemaval.tools import InvalidToolInput, repair_arguments
from tests.tools.reported import called, echo, reports

if TYPE_CHECKING:
    from schemaval.normalise.change import Change

BAD = "schema-invalid"


def values(shared: Path) -> list[dict[str, Any]]:
    """The reports whose arguments are a value."""
    return [report for report in reports(shared, "e") if not _is_text(report)]


def _is_text(report: dict[str, Any]) -> bool:
    """Whether a report is of the reading of arguments, as text or as nothing."""
    return isinstance(report["instance"], str) or "expect" in report


def test_every_report_has_its_verdict(shared: Path) -> None:
    """Each value is judged as it should be, with nothing repaired."""
    wrong = []
    for report in values(shared):
        try:
            verdict: Any = compile_schema(report["schema"], assert_formats=True).is_valid(report["instance"])
        except InvalidSchema:
            verdict = BAD
        if verdict != report["expect_valid"]:
            wrong.append(report["id"])
    assert not wrong


def test_every_report_is_repaired_as_it_should_be(shared: Path) -> None:
    """What can be mended becomes what was meant; what is valid stays the very value; all else is valid or untouched."""
    wrong = []
    mended = 0
    for report in values(shared):
        if report["expect_valid"] == BAD:
            continue
        validator = compile_schema(report["schema"], assert_formats=True)
        result, changes = repair_arguments(validator, report["instance"])
        mended += bool(changes)
        is_right = (
            (bool(changes) and json.dumps(result) == json.dumps(report["repaired"]))
            if "repaired" in report
            else result is report["instance"]
            if report["expect_valid"]
            else result is report["instance"] or validator.is_valid(result)
        )
        if not is_right:
            wrong.append(report["id"])
    assert not wrong
    assert mended > 10


def test_every_report_is_repaired_only_when_asked(shared: Path) -> None:
    """A call of a tool refuses what is wrong, and with `repair="safe"` its handler sees what was meant."""
    for report in values(shared):
        if "repaired" not in report:
            continue
        changes: list[Change] = []
        with pytest.raises(InvalidToolInput):
            called(report["schema"], report["instance"])
        seen = called(report["schema"], report["instance"], repair="safe", on_change=changes.append)
        assert json.dumps(seen) == json.dumps(report["repaired"]), report["id"]
        assert changes, report["id"]


def test_every_text_is_read_as_it_should_be(shared: Path) -> None:
    """Arguments as text: read, decoded again where an object is wanted, or refused; never replaced by nothing."""
    seen = 0
    for report in reports(shared, "e"):
        if not _is_text(report):
            continue
        seen += 1
        tool = echo(report["schema"])
        if report["instance"] is None:
            assert tool.call_json() == {}
            with pytest.raises(InvalidToolInput):
                tool.call_json("null")
        elif "repaired" in report or "expect_instance" in report:
            assert tool.call_json(report["instance"]) == report.get("repaired", report.get("expect_instance"))
        else:
            with pytest.raises(InvalidToolInput, match="line 1, column") as caught:
                tool.call_json(report["instance"])
            assert caught.value.violations == ()
    assert seen > 5


# examples of our own

SEARCH = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "limit": {"type": "integer"},
        "ratio": {"type": "number"},
        "deep": {"type": "boolean"},
        "order": {"type": "string", "enum": ["Newest", "Oldest"]},
        "filter": {"type": "object", "properties": {"year": {"type": "integer"}}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "after": {"type": ["string", "null"]},
    },
    "required": ["query"],
    "additionalProperties": False,
}

REPAIRED = [
    ({"query": "5", "limit": "5"}, {"query": "5", "limit": 5}),
    ({"query": "q", "ratio": "0.75"}, {"query": "q", "ratio": 0.75}),
    ({"query": "true", "deep": "true"}, {"query": "true", "deep": True}),
    ({"query": "q", "order": "newest"}, {"query": "q", "order": "Newest"}),
    ({"query": "{}", "filter": '{"year": 1999}'}, {"query": "{}", "filter": {"year": 1999}}),
    ({"query": "q", "filter": '{"year": "1999"}'}, {"query": "q", "filter": {"year": 1999}}),
    ({"query": "q", "tags": '["a", "1"]'}, {"query": "q", "tags": ["a", "1"]}),
    ({"query": "q", "limit": None, "after": None}, {"query": "q", "after": None}),
    ({"query": "q", "limit": "2", "filter": []}, {"query": "q", "limit": 2, "filter": {}}),
]


@pytest.mark.parametrize(("sent", "meant"), REPAIRED)
def test_repair_reaches_the_handler(validator: Any, sent: Any, meant: Any) -> None:
    """With every validator: refused as it is, and as it was meant with `repair="safe"`; the caller's value stays."""
    before = json.dumps(sent)
    with pytest.raises(InvalidToolInput):
        called(SEARCH, sent, validator)
    seen = called(SEARCH, sent, validator, repair="safe")
    assert json.dumps(seen) == json.dumps(meant)
    assert json.dumps(sent) == before


REFUSED = [
    {"limit": "5"},
    {"query": None},
    {"query": 5},
    {"query": "q", "limit": "05"},
    {"query": "q", "limit": "5", "page": "2"},
    {"query": "q", "deep": "yes"},
    {"query": "q", "tags": "a,b"},
    {"query": "q", "filter": "{year: 1999}"},
    {"query": "q", "order": "new", "limit": "5"},
]


@pytest.mark.parametrize("sent", REFUSED)
def test_what_cannot_be_mended_is_told_as_it_came(validator: Any, sent: Any) -> None:
    """A call with a fault beyond repair is refused with the violations of what was sent, and nothing is reported."""
    changes: list[Change] = []
    with pytest.raises(InvalidToolInput) as plain:
        called(SEARCH, sent, validator)
    with pytest.raises(InvalidToolInput) as repairing:
        called(SEARCH, sent, validator, repair="safe", on_change=changes.append)
    assert repairing.value.violations == plain.value.violations
    assert changes == []


def test_valid_arguments_are_not_looked_at_twice(validator: Any) -> None:
    """Repair has nothing to say of what is valid, texts that write something else included."""
    changes: list[Change] = []
    sent = {"query": '{"a": 1}', "tags": ["1", "true"], "after": "null"}
    assert called(SEARCH, sent, validator, repair="safe", on_change=changes.append) == sent
    assert changes == []


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('{"query": "q"}', {"query": "q"}),
        (b'{"query": "q"}', {"query": "q"}),
        (json.dumps('{"query": "q"}'), {"query": "q"}),
        (json.dumps(json.dumps('{"query": "q"}')), {"query": "q"}),
        ({"query": "q"}, {"query": "q"}),
    ],
)
def test_text_and_value_are_the_same_call(validator: Any, text: Any, seen: Any) -> None:
    """A call as text, as text of text, or as a value reaches the handler alike."""
    assert echo(SEARCH, validator).call_json(text) == seen


@pytest.mark.parametrize("text", ["", "  \n", b"", "[]", '"[]"', "{}"])
def test_no_arguments_in_any_writing(validator: Any, text: Any) -> None:
    """A tool that needs nothing is called with whatever a client writes for nothing."""
    tool = echo({"type": "object", "properties": {"city": {"type": "string"}}}, validator)
    assert tool.call_json(text) == tool.call_json() == {}


@pytest.mark.parametrize("text", ["null", "5", "[1]", '"query"'])
def test_other_values_are_refused_as_arguments(validator: Any, text: str) -> None:
    """Null, a number, a list and a word are not taken for no arguments."""
    with pytest.raises(InvalidToolInput) as caught:
        echo({"type": "object", "properties": {}}, validator).call_json(text)
    assert [(violation.pointer, violation.keyword) for violation in caught.value.violations] == [("", "type")]


def test_broken_text_is_told_with_its_place() -> None:
    """What is no JSON is told with line and column, whatever repair is set to."""
    tool = echo(SEARCH, repair="safe")
    with pytest.raises(InvalidToolInput, match="line 2, column 12"):
        tool.call_json('{\n  "query": oops\n}')


def test_text_and_repair_go_together() -> None:
    """A call as text is read first and repaired then."""
    tool = echo(SEARCH, repair="safe")
    assert tool.call_json(json.dumps('{"query": "q", "limit": "3"}')) == {"query": "q", "limit": 3}
