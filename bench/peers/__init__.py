"""Who is compared, a row each: every one answers in a process of its own, and its module is imported there only."""

from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.subject import Offer


@dataclass(frozen=True, slots=True)
class Peer:
    """A module of this package with its OFFERS, and the distribution that it needs."""

    module: str
    distribution: str

    @property
    def version(self) -> str | None:
        """The version that is installed; None where there is none."""
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return None

    def offers(self) -> "Sequence[Offer]":
        """What it answers; imports the engine."""
        found: Sequence[Offer] = import_module(f"bench.peers.{self.module}").OFFERS
        return found


# Where schemaval runs on an engine, it is timed in that engine's process, so that the ratio is of one process.
PEERS = (
    Peer("floor", "orjson"),
    Peer("jsonschema_rs", "jsonschema-rs"),
    Peer("fastjsonschema", "fastjsonschema"),
    Peer("jsonschema", "jsonschema"),
    Peer("reference", "orjson"),
    Peer("corvus", "corvus-json-schema"),
    Peer("corvus_rs", "corvus-json-schema-rs"),
    Peer("pydantic", "pydantic"),
    Peer("msgspec", "msgspec"),
    Peer("mcp", "mcp"),
)
BY_MODULE = {peer.module: peer for peer in PEERS}
