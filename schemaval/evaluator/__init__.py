"""The reference evaluator: what a schema means, compiled once into closures."""
