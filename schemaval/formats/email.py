"""Addresses of e-mail: Mailbox of RFC 5321, section 4.1.2, and its internationalized form, RFC 6531, section 3.3."""

from __future__ import annotations

import functools
import re
import unicodedata

from schemaval.formats.address import is_ipv4, is_ipv6
from schemaval.formats.hostname import MAX_NAME_CHARS, are_idn_labels, is_plain_hostname

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
_QUOTED = r"[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e]"
_BEYOND_ASCII = r"[\x80-\ud7ff\ue000-\U0010ffff]"

_MAX_LOCAL_OCTETS = 64  # RFC 5321, section 4.5.3.1.1
_MAX_COMPOSED = 4  # so many characters may become one when a text is composed


@functools.cache
def _local_part(*, international: bool) -> re.Pattern[str]:
    """Return the expression for what stands before the at-sign; compiled when first needed, as it is not cheap."""
    beyond = f"|{_BEYOND_ASCII}" if international else ""
    atom = f"(?:{_ATOM}{beyond})"
    return re.compile(rf'{atom}++(?:\.{atom}++)*+|"(?:{_QUOTED}{beyond})*+"')


def is_email(text: str) -> bool:
    """Say whether the text is one mailbox of RFC 5321: no display name, no comment."""
    local, at, domain = text.rpartition("@")
    if not at or len(local) > _MAX_LOCAL_OCTETS or _local_part(international=False).fullmatch(local) is None:
        return False
    return is_plain_hostname(domain) or _is_address_literal(domain)


def is_idn_email(text: str) -> bool:
    """Say whether the text is one mailbox of RFC 6531; its domain is judged in composed form (NFC), as it is sent."""
    local, at, domain = text.rpartition("@")
    if not at or len(local) > _MAX_LOCAL_OCTETS or _local_part(international=True).fullmatch(local) is None:
        return False
    # After the match, for only now is the text known to have no lone surrogate.
    if len(local.encode()) > _MAX_LOCAL_OCTETS:
        return False
    return _is_idn_domain(domain) or _is_address_literal(domain)


def _is_idn_domain(domain: str) -> bool:
    # Composing is not linear in a long run of combining marks, so a hopeless length is refused before.
    if len(domain) > MAX_NAME_CHARS * _MAX_COMPOSED:
        return False
    return are_idn_labels(unicodedata.normalize("NFC", domain).split("."))


def _is_address_literal(domain: str) -> bool:
    if not (domain.startswith("[") and domain.endswith("]")):
        return False
    inner = domain[1:-1]
    return is_ipv6(inner[5:]) if inner[:5].lower() == "ipv6:" else is_ipv4(inner)
