"""URI references, divided and joined (RFC 3986, sections 4.1 and 5)."""

from urllib.parse import urljoin, urlsplit


def divided(reference: str) -> tuple[str, str]:
    """What stands before the `#` and what after it, both as written; no `#` gives an empty fragment."""
    uri, _, fragment = reference.partition("#")
    return uri, fragment


def joined(base: str, uri: str) -> str:
    """`uri`, which has no fragment, against `base`; ValueError where it is no URI reference, whatever the base."""
    urlsplit(uri)  # an empty base would let anything pass
    return urljoin(base, uri) if uri else base
