"""Backends: engines behind one question, whether an instance is valid."""
