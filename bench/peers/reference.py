"""schemaval's own evaluator."""

from bench.peers import ours

OFFERS = ours.offers("schemaval reference", "reference")
