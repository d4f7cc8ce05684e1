"""The engine jsonschema: its validator object, `jsonschema.validate` as people write it, and schemaval on it."""

from typing import Any

import jsonschema as engine
import orjson

from bench.peers import ours
from bench.subject import Ask, Offer, accept, compiling, explain, read, reject

RAW = "jsonschema"
WRITTEN = "jsonschema.validate"


def _validator(schema: Any) -> Any:
    kind = engine.validators.validator_for(schema, default=engine.Draft202012Validator)
    return kind(schema)


def _checked(schema: Any) -> Any:
    kind = engine.validators.validator_for(schema, default=engine.Draft202012Validator)
    kind.check_schema(schema)
    return kind(schema)


def _is_valid(schema: Any) -> Ask:
    is_valid: Ask = _validator(schema).is_valid
    return is_valid


def _reading(schema: Any) -> Ask:
    validate, loads = _validator(schema).validate, orjson.loads

    def read_text(text: bytes) -> Any:
        value = loads(text)
        validate(value)
        return value

    return read_text


def _listing(schema: Any) -> Ask:
    iter_errors = _validator(schema).iter_errors
    return lambda instance: list(iter_errors(instance))


def _telling(schema: Any) -> Ask:
    iter_errors = _validator(schema).iter_errors
    return lambda instance: [error.message for error in iter_errors(instance)]


def _written(schema: Any) -> Ask:
    return lambda instance: engine.validate(instance, schema)


def _written_first(schema: Any) -> Ask:
    def first(instance: Any) -> list[str]:
        try:
            engine.validate(instance, schema)
        except engine.ValidationError as error:
            return [error.message]
        return []

    return first


OFFERS = (
    Offer(RAW, "accept", accept(_is_valid)),
    Offer(RAW, "read", read(_reading)),
    Offer(RAW, "reject", reject(_is_valid)),
    Offer(RAW, "explain", explain(_listing)),
    Offer(RAW, "tell", explain(_telling)),
    Offer(RAW, "compile", compiling(_checked)),
    Offer(WRITTEN, "accept", accept(_written)),
    Offer(f"{WRITTEN}, best fault", "explain", explain(_written_first, first_only=True)),
    *ours.offers("schemaval jsonschema", RAW),
)
