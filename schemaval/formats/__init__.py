"""Formats: what the string under `format` asks of an instance, by dialect.

A small file a kind of text (addresses, clocks, names of hosts, ...), and one table that says which dialect knows what.
"""

from __future__ import annotations

from schemaval.formats.table import DIALECTS, Check, check_for, known_formats

__all__ = ["DIALECTS", "Check", "check_for", "known_formats"]
