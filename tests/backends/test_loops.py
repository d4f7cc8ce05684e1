"""Where references lead is found out from a first look as it is with care, and recursion errs on the careful side."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemaval.backends.lowering.jsonschema_rs.loops import recursion
from schemaval.backends.protocol import CompileJob
from schemaval.dialects import DEFAULT
from schemaval.evaluator.program import Program
from schemaval.limits import Limits
from schemaval.reading import copied
from schemaval.references.document import Document
from schemaval.references.skim import Skim, skim
from schemaval.references.world import World

LAW = Limits()
TARGETS = st.sampled_from(["#", "#/$defs/a", "#/$defs/b", "#/$defs/a/properties/x"])
LEAVES = st.builds(lambda text: {"$ref": text}, TARGETS) | st.just({"type": "string"})


def _object(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    members = st.dictionaries(st.sampled_from(["x", "y"]), inner, max_size=2)
    return st.builds(lambda held: {"type": "object", "properties": held}, members)


DEFINITIONS = _object(st.recursive(LEAVES, lambda inner: _object(inner) | st.builds(lambda s: {"items": s}, inner)))
SCHEMAS = st.builds(
    lambda root, a, b: {**root, "$defs": {"a": a, "b": b}},
    *[_object(LEAVES | _object(LEAVES)), DEFINITIONS, DEFINITIONS],
)


def _job(schema: dict[str, Any], skimmed: Skim | None) -> CompileJob:
    document = Document(schema, "", DEFAULT, {}, LAW)
    world = World(document, {}, DEFAULT, LAW, copied, skimmed=skimmed)

    def program() -> Program:
        return Program(world, document.positions[id(schema)], LAW, assert_formats=False)

    return CompileJob(schema, DEFAULT, {}, False, LAW, world, program)


@given(SCHEMAS)
def test_a_first_look_finds_the_loops_that_care_finds(schema: dict[str, Any]) -> None:
    """The evaluator's own graph of subschemas is the judge."""
    own = copied(schema)
    skimmed = skim(own, DEFAULT, None)
    if skimmed is None:
        return
    quick, careful = _job(own, skimmed), _job(own, None)
    program = careful.program()
    found = recursion(quick)
    assert found == recursion(careful)
    assert found.recurs or not program.is_checked
    assert found.doubles == program.doubles


@pytest.mark.parametrize(
    ("children", "doubles"),
    [
        ({"properties": {"a": {"$ref": "#"}}}, False),
        ({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}, False),
        ({"properties": {"a": {"$ref": "#"}}, "patternProperties": {"^a": {"$ref": "#"}}}, True),
        ({"additionalProperties": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}, True),
    ],
)
def test_a_schema_that_applies_itself_twice_to_a_child_is_told_from_one_that_does_not(
    children: dict[str, Any], *, doubles: bool
) -> None:
    """By one reference there is one way; by several the automaton decides."""
    assert recursion(_job(children, skim(children, DEFAULT, None))).doubles is doubles
    assert recursion(_job(children, None)).doubles is doubles
