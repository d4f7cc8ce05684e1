"""The engine corvus-json-schema, which generates Python."""

from importlib import import_module

from bench.peers.alike import offers

OFFERS = offers("corvus-json-schema", import_module("corvus_json_schema"))  # by name: type checkers need not have it
