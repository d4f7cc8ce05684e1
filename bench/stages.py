"""What compiling and a tool call consist of, each stage by itself on what the stages before it made."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat
from time import process_time
from typing import Any

import orjson

from bench.cases import Case
from bench.subject import Offer, Timed, clocked
from schemaval.backends.jsonschema_rs import JsonschemaRsBackend
from schemaval.backends.lowering.fastjsonschema.writing import lower
from schemaval.backends.lowering.jsonschema_rs.plan import plan
from schemaval.backends.protocol import CompileJob
from schemaval.cache import text_quickly
from schemaval.dialects import DEFAULT, Dialect, detect
from schemaval.evaluator.program import Program
from schemaval.limits import Limits
from schemaval.metaschema import check_world, resolve_all
from schemaval.reading import copied
from schemaval.references.document import Document, Position
from schemaval.references.skim import Skim, skim
from schemaval.references.world import World
from schemaval.tools import Tool
from schemaval.tools.arguments import read_arguments
from schemaval.tools.results import call_tool
from schemaval.tools.running.acceptance import prepared
from schemaval.tools.wire.formatting import json_text
from schemaval.validator import Lazy

_LIMITS = Limits()


@dataclass(slots=True)
class _Way:
    """A schema on its way to a validator."""

    given: Any
    own: Any
    dialect: Dialect
    skimmed: Skim | None = None
    world: World | None = None
    job: CompileJob | None = None

    def known_world(self) -> World:
        """The world, once it is made."""
        assert self.world is not None
        return self.world

    def known_job(self) -> CompileJob:
        """The job, once it is made."""
        assert self.job is not None
        return self.job


def _measured(schema: Any) -> Any:
    text = text_quickly(schema, _LIMITS.max_schema_depth)
    assert text is not None
    return orjson.loads(text)


def _read(schema: Any) -> _Way:
    own = copied(schema)
    return _Way(schema, own, detect(own, DEFAULT, {}, "/$schema"))


def _document(way: _Way) -> Document:
    return Document(way.own, "", way.dialect, {}, _LIMITS)


def _skim(way: _Way) -> Skim | None:
    return skim(way.own, way.dialect, _LIMITS.max_subschemas)


def _opened(schema: Any, *, with_care: bool = False) -> _Way:
    """With a world, whose references are not resolved yet; `with_care` reads the document where a look would do."""
    way = _read(schema)
    way.skimmed = None if with_care else _skim(way)
    root = _document(way) if way.skimmed is None else lambda: _document(way)
    way.world = World(root, {}, DEFAULT, _LIMITS, copied, skimmed=way.skimmed)
    return way


def _with_care(schema: Any) -> _Way:
    return _opened(schema, with_care=True)


def _checked(schema: Any) -> _Way:
    """With a world that was checked, and a job for backends."""
    way = _opened(schema)
    world = way.known_world()
    check_world(world, _LIMITS)
    own = way.own if way.skimmed is not None else world.root.root
    way.job = CompileJob(own, way.dialect, {}, False, _LIMITS, world, Lazy(lambda: _program(way)))
    return way


def _evaluable(schema: Any) -> _Way:
    """With a document, which an evaluator is built from."""
    way = _checked(schema)
    assert way.known_world().root.positions is not None
    return way


def _built(schema: Any) -> _Way:
    way = _evaluable(schema)
    way.known_job().program()
    return way


def _program(way: _Way) -> Program:
    world = way.known_world()
    document = world.root
    root = document.positions.get(id(document.root)) or Position(document.root, document.resource, "", "")
    return Program(world, root, _LIMITS, assert_formats=False)


@dataclass(frozen=True, slots=True)
class _Stage:
    """A stage by name: `before` brings a schema to where `do` is timed."""

    name: str
    before: Callable[[Any], Any]
    do: Callable[[Any], object]


_BACKEND = JsonschemaRsBackend()
_COMPILING = (
    _Stage("copied, measured", lambda schema: schema, _measured),
    _Stage("dialect detected", copied, lambda own: detect(own, DEFAULT, {}, "/$schema")),
    _Stage("first look", _read, _skim),
    _Stage("normalised, indexed (only where the first look asks)", _read, _document),
    _Stage("references resolved (likewise)", _with_care, lambda way: resolve_all(way.world)),
    _Stage("metaschema check", _opened, lambda way: check_world(way.world, _LIMITS)),
    _Stage("lowered for jsonschema-rs", _checked, lambda way: plan(way.job)),
    _Stage("lowered and compiled by jsonschema-rs", _checked, lambda way: _BACKEND.compile(way.job)),
    _Stage("evaluator built and analysed (at the first fault)", _evaluable, _program),
    _Stage("lowered for fastjsonschema", _built, lambda way: lower(way.job.program(), "linear")),
)


def _staged(stage: _Stage) -> Callable[[Case], Timed]:
    """Every schema is brought to the stage first, for each time anew."""

    def make(case: Case) -> Timed:
        schemas = [item.schema for item in case.items]
        return lambda count: _spent(stage.do, [stage.before(schema) for _ in repeat(None, count) for schema in schemas])

    return make


def _spent(do: Callable[[Any], object], inputs: list[Any]) -> float:
    start = process_time()
    for each in inputs:
        do(each)
    return (process_time() - start) / len(inputs)


# a tool call


def _call_stages(name: str, ask_of: Callable[[Tool, Case], tuple[Callable[[Any], Any], Any]]) -> Offer:
    def make(case: Case) -> Timed:
        call = case.call
        assert call is not None
        definition = {"name": "tool", "inputSchema": call.input, "outputSchema": call.output}
        return clocked([ask_of(Tool.from_definition(definition, call.handler), case)])

    return Offer(name, "stages of a call", make)


def _call_of(case: Case) -> Any:
    return case.call


def _output_verdict(tool: Tool) -> Callable[[Any], bool]:
    judge = tool.output_judge()
    assert judge is not None
    return judge.is_valid


_CALLING: Iterable[Offer] = (
    _call_stages("arguments read", lambda tool, case: (_reading(tool), _call_of(case).arguments)),
    _call_stages("arguments accepted", lambda tool, case: (_accepting(tool), orjson.loads(_call_of(case).arguments))),
    _call_stages(
        "handler run",
        lambda tool, case: (lambda arguments: tool.binding.invoke(arguments, None), case.items[0].instance),
    ),
    _call_stages("result judged", lambda tool, case: (_output_verdict(tool), _call_of(case).result)),
    _call_stages("mirror written", lambda _, case: (json_text, _call_of(case).result)),
    _call_stages("result's text written", lambda tool, case: (orjson.dumps, call_tool(tool, _call_of(case).arguments))),
    _call_stages(
        "call_tool, value to result", lambda tool, case: (lambda given: call_tool(tool, given), case.items[0].instance)
    ),
)


def _reading(tool: Tool) -> Callable[[Any], Any]:
    judge = tool.input_judge()
    return lambda text: read_arguments(text, judge)


def _accepting(tool: Tool) -> Callable[[Any], Any]:
    return lambda arguments: prepared(tool, arguments)


STAGES = (*(Offer(stage.name, "stages of compiling", _staged(stage)) for stage in _COMPILING), *_CALLING)
