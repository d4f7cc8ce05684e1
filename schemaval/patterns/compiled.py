"""Patterns ready for use."""

from __future__ import annotations

import functools
import re

from schemaval.patterns.errors import PatternSyntaxError, UnsupportedPattern
from schemaval.patterns.parse import parse
from schemaval.patterns.translate import translate

MAX_CACHED = 256


@functools.lru_cache(maxsize=MAX_CACHED)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Return an expression whose `search` answers as ECMA-262's `test` does in Unicode mode, Annex B escapes taken.

    Only whether something is found has a meaning: which groups capture, and what, is not the pattern's. The last
    MAX_CACHED results are kept. Raises PatternSyntaxError for what is no pattern and UnsupportedPattern for one that
    cannot be honoured exactly.
    """
    try:
        return re.compile(translate(parse(pattern)))
    except RecursionError:
        # Not chained: the traceback of an exhausted stack helps nobody.
        raise UnsupportedPattern("it is nested too deep for the stack that is left") from None
    except (re.error, OverflowError) as error:
        raise UnsupportedPattern("Python's own compiler of expressions does not take its translation") from error


def is_ecma(pattern: str) -> bool:
    """Say whether the text is a pattern of ECMA-262 in Unicode mode, without the leniency of Annex B."""
    try:
        parse(pattern, annex_b=False)
    except PatternSyntaxError:
        return False
    except UnsupportedPattern:
        return True  # legal, though nothing here could run it
    return True
