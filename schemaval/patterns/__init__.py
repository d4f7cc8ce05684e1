"""Patterns of ECMA-262 in Unicode mode: parsed by grammar, translated to `re` with the same meaning.

The text goes through `parse` to a tree (`tree`) and `trim` to what a search needs of it. `linear` proves, on the tree's
`automaton` and the `ways` through it, that `re` is fast; then `translate` writes the source for it. Otherwise `search`
runs the automaton itself, on a `machine`. `compiled` chooses, and says which patterns are refused. `charset`, `atoms`,
`widths` and `references` answer what these must know of the tree.
"""

from __future__ import annotations

from schemaval.patterns.compiled import Pattern, Policy, compile_pattern, first_refused, is_ecma
from schemaval.patterns.errors import PatternSyntaxError, UnsupportedPattern
from schemaval.patterns.parse import parse
from schemaval.patterns.translate import translate
from schemaval.patterns.tree import Node

__all__ = [
    "Node",
    "Pattern",
    "PatternSyntaxError",
    "Policy",
    "UnsupportedPattern",
    "compile_pattern",
    "first_refused",
    "is_ecma",
    "parse",
    "translate",
]
