"""What turns a pattern of another language into ECMA-262: rows of what gives it away, and the cure."""

import re

# (what gives the pattern away, the cure); looked for once pairs of backslashes are gone
_ROWS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(found), cure)
    for found, cure in (
        (r"(?<!\\)\(\?P<", "write a named group as (?<name>...)"),
        (r"(?<!\\)\(\?P=", r"write a reference to a named group as \k<name>"),
        (r"(?<!\\)\(\?(?:P>|R\)|&|[0-9])", "ECMA-262 has no recursive groups; spell the group out"),
        (r"(?<!\\)\(\?#", "ECMA-262 has no comments in patterns; leave it out"),
        (
            r"(?<!\\)\(\?[aLmsux]{0,6}i[a-zL-]{0,9}[):]",
            "spell out both cases, as in [Aa]; inline flags are not allowed",
        ),
        (r"(?<!\\)\(\?[aLmsux-]{1,9}[):]", "leave the inline flags out; they are not allowed"),
        (r"(?<!\\)\(\?>", "use (?:...) for the atomic group, which ECMA-262 does not have"),
        (r"\\[AZz]", r"write ^ for \A, and $ for \Z and \z"),
        (r"(?<!\\)\[\[:\^?[a-z]{1,9}:\]", r"use \p{L}, \p{N} or a range such as [a-z] for the POSIX class"),
        (r"\\[hHRXGQEKae]", r"leave out escapes that ECMA-262 does not have; use \s, \p{...} or the character itself"),
        (r"\\x\{", r"write a character by its number as \u{...}"),
        (r"(?<!\\)[*+?}]\+", "leave out the second +; ECMA-262 has no possessive quantifiers"),
        (r"(?<!\\)[*+?]\*", "leave out the second quantifier"),
        (r"\\[pP][A-Z](?![a-z])", r"write a property with braces, as in \p{L}"),
        (r"(?<!\\)(?<!\\[pPu])\{(?![0-9]+(?:,[0-9]*)?\})", r"write a literal { or } as \{ or \}"),
        (r"^[^{\\]*\}", r"write a literal { or } as \{ or \}"),
        (r"^[^\[\\]*\]", r"write a literal ] as \]"),
        (r"^[*+?]", "put before the quantifier what repeats, or a backslash for the character itself"),
        (r"(?<!\\)\([^()\[\\]*$", r"close the group with ), or write a literal ( as \("),
    )
)
_LOOKED_AT = 4_096


def hint(pattern: str) -> str | None:
    """What makes `pattern`, which is not ECMA-262 in Unicode mode, such a pattern; None where nothing can be said."""
    text = pattern[:_LOOKED_AT].replace("\\\\", "")
    for found, cure in _ROWS:
        if found.search(text):
            return cure
    return None
