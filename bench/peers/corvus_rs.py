"""The engine corvus-json-schema-rs, which can judge JSON text without making a value of it."""

from importlib import import_module
from typing import Any

from bench.peers.alike import offers
from bench.subject import Offer, read

RAW = "corvus-json-schema-rs"
engine: Any = import_module("corvus_json_schema_rs")  # by name: type checkers need not have it

OFFERS = (
    *offers(RAW, engine),
    Offer(f"{RAW}, verdict only", "read", read(lambda schema: engine.compile(schema).is_valid_json)),
)
