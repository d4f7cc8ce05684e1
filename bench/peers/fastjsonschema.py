"""The engine fastjsonschema, which raises, and schemaval on it."""

from typing import Any

import fastjsonschema as engine
import orjson

from bench.peers import ours
from bench.subject import Ask, Offer, accept, compiling, explain, read, reject

RAW = "fastjsonschema"


def _compiled(schema: Any) -> Ask:
    compiled: Ask = engine.compile(schema, use_default=False)
    return compiled


def _reading(schema: Any) -> Ask:
    validate, loads = _compiled(schema), orjson.loads
    return lambda text: validate(loads(text))


def _judging(schema: Any) -> Ask:
    validate = _compiled(schema)

    def is_valid(instance: Any) -> bool:
        try:
            validate(instance)
        except engine.JsonSchemaValueException:
            return False
        return True

    return is_valid


def _first(schema: Any) -> Ask:
    validate = _compiled(schema)

    def first(instance: Any) -> list[str]:
        try:
            validate(instance)
        except engine.JsonSchemaValueException as error:
            return [error.message]
        return []

    return first


OFFERS = (
    Offer(RAW, "accept", accept(_compiled)),
    Offer(RAW, "read", read(_reading)),
    Offer(RAW, "reject", reject(_judging)),
    Offer(f"{RAW}, first fault", "explain", explain(_first, first_only=True)),
    Offer(RAW, "compile", compiling(_compiled)),
    *ours.offers("schemaval fastjsonschema", RAW),
)
