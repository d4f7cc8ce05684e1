r"""Which patterns mean the same to the engine's linear regular expressions as they mean in ECMA-262.

Texts are compared token by token, without a tree: what is listed here is read alike in both grammars. Left out are
`\b` and `\B` (Unicode's words to the engine), `\p{...}` (another version of Unicode), look-around, back-references,
named groups, control escapes, surrogates, and brackets in which the engine has operators.
"""

import re
from functools import lru_cache

_ESCAPES = r"""\\[dDwWsSnrtfv^$\\.*+?()\[\]{}|/@"'_-] | \\x[0-9a-fA-F]{2} | \\u(?![dD][89a-fA-F])[0-9a-fA-F]{4}"""
_TOKENS = re.compile(
    rf"""(?:
          [^\\^$.*+?()\[\]{{}}|] | [.^$|)]
        | \((?:\?:|(?!\?))
        | [*+?]\?? | \{{\d{{1,4}}(?:,\d{{0,4}})?\}}\??
        | {_ESCAPES}
        | \[\^? (?!--)-? (?: (?!--|&&|~~)[^\\\[\]^] | (?!\\[dDwWsS]-[^\]])(?:{_ESCAPES}) )+ \]
    )*""",
    re.VERBOSE | re.ASCII,
)


@lru_cache(maxsize=1024)
def is_alike(pattern: str) -> bool:
    """Whether the engine reads a pattern of ECMA-262 as it is meant."""
    return _TOKENS.fullmatch(pattern) is not None
