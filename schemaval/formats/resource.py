"""Identifiers of resources: RFC 3986, appendix A, and RFC 3987, section 2.2; templates: RFC 6570, section 2.

The expressions are compiled when they are first needed: together they cost more than the rest of the package's import.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from schemaval.formats.address import is_ipv6

_UNRESERVED = r"A-Za-z0-9._~\-"
_SUB_DELIMITERS = "!$&'()*+,;="
_PERCENT = "%[0-9A-Fa-f]{2}"
_UCS = (
    "\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef"
    + "".join(f"\\U000{plane:x}0000-\\U000{plane:x}fffd" for plane in range(1, 14))
    + "\\U000e1000-\\U000efffd"
)
_PRIVATE = "\\ue000-\\uf8ff\\U000f0000-\\U000ffffd\\U00100000-\\U0010fffd"

_SCHEME = re.compile("([A-Za-z][A-Za-z0-9+.-]*+):")
_PORT = re.compile("(?::[0-9]*+)?")
_FUTURE_ADDRESS = re.compile(f"[vV][0-9A-Fa-f]++\\.[{_UNRESERVED}{_SUB_DELIMITERS}:]++")


def _run(characters: str) -> re.Pattern[str]:
    """Return an expression for any number of the characters and of percent-encoded octets."""
    return re.compile(f"(?:[{characters}]++|{_PERCENT})*+")


@dataclass(frozen=True, slots=True)
class _Grammar:
    """What each component may hold between its delimiters."""

    user: re.Pattern[str]
    name: re.Pattern[str]
    path: re.Pattern[str]
    query: re.Pattern[str]
    fragment: re.Pattern[str]


@functools.cache
def _grammar(*, international: bool) -> _Grammar:
    unreserved = _UNRESERVED + (_UCS if international else "")
    private = _PRIVATE if international else ""
    plain = unreserved + _SUB_DELIMITERS
    return _Grammar(
        user=_run(plain + ":"),
        name=_run(plain),
        path=_run(plain + ":@/"),
        query=_run(plain + ":@/?" + private),
        fragment=_run(plain + ":@/?"),
    )


def is_uri(text: str) -> bool:
    """Say whether the text is a URI of RFC 3986, with a scheme."""
    return _matches(text, _grammar(international=False), absolute=True)


def is_uri_reference(text: str) -> bool:
    """Say whether the text is a URI or a relative reference of RFC 3986."""
    return _matches(text, _grammar(international=False), absolute=False)


def is_iri(text: str) -> bool:
    """Say whether the text is an IRI of RFC 3987, with a scheme."""
    return _matches(text, _grammar(international=True), absolute=True)


def is_iri_reference(text: str) -> bool:
    """Say whether the text is an IRI or a relative reference of RFC 3987."""
    return _matches(text, _grammar(international=True), absolute=False)


def _matches(text: str, grammar: _Grammar, *, absolute: bool) -> bool:
    rest, _, fragment = text.partition("#")
    rest, _, query = rest.partition("?")
    scheme = _SCHEME.match(rest)
    if scheme is None and absolute:
        return False
    hierarchy = rest if scheme is None else rest[scheme.end() :]
    return (
        grammar.fragment.fullmatch(fragment) is not None
        and grammar.query.fullmatch(query) is not None
        and _is_hierarchy(hierarchy, grammar, relative=scheme is None)
    )


def _is_hierarchy(text: str, grammar: _Grammar, *, relative: bool) -> bool:
    """Say whether the text is an authority and a path, or a path alone."""
    path = text
    if text.startswith("//"):
        authority, slash, segments = text[2:].partition("/")
        if not _is_authority(authority, grammar):
            return False
        path = slash + segments
    elif relative and ":" in text.partition("/")[0]:
        return False  # what stands before the colon would be a scheme, and is none
    return grammar.path.fullmatch(path) is not None


def _is_authority(text: str, grammar: _Grammar) -> bool:
    user, at, host = text.partition("@")
    if not at:
        user, host = "", text
    return grammar.user.fullmatch(user) is not None and _is_host(host, grammar)


def _is_host(text: str, grammar: _Grammar) -> bool:
    """Say whether the text is a host, or a host and a port."""
    if text.startswith("["):
        literal, bracket, port = text[1:].partition("]")
        known = is_ipv6(literal) or _FUTURE_ADDRESS.fullmatch(literal) is not None
        return bool(bracket) and known and _PORT.fullmatch(port) is not None
    name, colon, port = text.partition(":")
    return grammar.name.fullmatch(name) is not None and _PORT.fullmatch(colon + port) is not None


_VARIABLE_CHARACTER = f"(?:[A-Za-z0-9_]|{_PERCENT})"
_VARIABLE = rf"{_VARIABLE_CHARACTER}++(?:\.{_VARIABLE_CHARACTER}++)*+(?::[1-9][0-9]{{0,3}}|\*)?+"
# Controls, space and the marks " < > \ ^ ` { | } are no literals; an apostrophe is one by the RFC's erratum 6937.
_LITERAL = rf"[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~{_UCS}{_PRIVATE}]"
_EXPRESSION = rf"\{{[+#./;?&=,!@|]?+{_VARIABLE}(?:,{_VARIABLE})*+\}}"


@functools.cache
def _template() -> re.Pattern[str]:
    return re.compile(f"(?:{_LITERAL}++|{_PERCENT}|{_EXPRESSION})*+")


def is_uri_template(text: str) -> bool:
    """Say whether the text is a URI template of RFC 6570, of any level."""
    return _template().fullmatch(text) is not None
