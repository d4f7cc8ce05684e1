"""The engine corvus-json-schema-rs, which can judge JSON text without making a value of it."""

from importlib import import_module
from typing import Any

import orjson

from bench.subject import Ask, Offer, accept, compiling, explain, read, reject

RAW = "corvus-json-schema-rs"
engine: Any = import_module("corvus_json_schema_rs")  # by name: type checkers need not have it


def _reading(schema: Any) -> Ask:
    is_valid, loads = engine.compile(schema), orjson.loads

    def read_text(text: bytes) -> Any:
        value = loads(text)
        if not is_valid(value):
            raise ValueError
        return value

    return read_text


def _collecting(schema: Any) -> Ask:
    """Its rows at the least detailed level, which repeat a fault for each schema around it."""
    evaluate, level = engine.compile(schema).evaluate, engine.ResultsLevel.BASIC
    collector = engine.JsonSchemaResultsCollector.create

    def collected(instance: Any) -> list[Any]:
        found = collector(level)
        evaluate(instance, found)
        return list(found.results)

    return collected


OFFERS = (
    Offer(RAW, "accept", accept(engine.compile)),
    Offer(RAW, "read", read(_reading)),
    Offer(f"{RAW}, verdict only", "read", read(lambda schema: engine.compile(schema).is_valid_json)),
    Offer(RAW, "reject", reject(engine.compile)),
    Offer(RAW, "explain", explain(_collecting)),
    Offer(RAW, "compile", compiling(engine.compile)),
)
