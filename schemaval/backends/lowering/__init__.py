"""Lowering: a schema rewritten into one of equal meaning that an engine gets right; one file an engine."""
