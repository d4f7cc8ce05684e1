"""Names of hosts: RFC 1123, section 2.1, and their internationalized forms, RFC 5890 to 5893.

The tables of internationalized labels come from `idna`, imported when the first such label is seen. Names are held to
253 characters before it is asked, so what it does with a label costs a bounded time.
"""

from __future__ import annotations

import re
import unicodedata

_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
MAX_NAME_CHARS = 253
_MAX_LABEL_CHARS = 63


def is_plain_hostname(text: str) -> bool:
    """Say whether the text is a host name of RFC 1123, whatever its labels may encode."""
    return len(text) <= MAX_NAME_CHARS and all(_LABEL.fullmatch(label) is not None for label in text.split("."))


def is_hostname(text: str) -> bool:
    """Say whether the text is a host name of RFC 1123 whose reserved labels (`xn--`) are valid A-labels of RFC 5890."""
    return is_plain_hostname(text) and all(_decode(label) is not None for label in text.split("."))


def is_idn_hostname(text: str) -> bool:
    """Say whether the text is a host name whose labels may be U-labels; any of the four IDNA dots separates them."""
    return len(text) <= MAX_NAME_CHARS and are_idn_labels(_DOTS.split(text))


def are_idn_labels(labels: list[str]) -> bool:
    """Say whether the labels make a host name that may be internationalized (RFC 5891; Bidi rule of RFC 5893)."""
    decoded = [_decode(label) for label in labels]
    if None in decoded or sum(_encoded_length(label) + 1 for label in labels) - 1 > MAX_NAME_CHARS:
        return False
    written = [label for label in decoded if label is not None]
    return not any(map(_is_right_to_left, written)) or all(map(_follows_bidi_rule, written))


def _decode(label: str) -> str | None:
    """Return the label as it reads (an A-label as its U-label), or None if it is not valid."""
    if not label.isascii():
        return label if _is_u_label(label) else None
    if _LABEL.fullmatch(label) is None:
        return None
    if label[2:4] != "--":
        return label
    return _decode_a_label(label) if label[:2].lower() == "xn" else None


def _decode_a_label(label: str) -> str | None:
    """Return the U-label of an A-label; None unless it is valid and encodes to that very A-label."""
    import idna

    try:
        decoded = idna.ulabel(label)
        encoded = idna.alabel(decoded).decode("ascii")
    except UnicodeError:  # idna's own errors are kinds of it
        return None
    return decoded if not decoded.isascii() and encoded == label.lower() else None


def _is_u_label(label: str) -> bool:
    import idna

    try:
        return len(idna.alabel(label)) <= _MAX_LABEL_CHARS
    except UnicodeError:  # idna's own errors are kinds of it
        return False


def _encoded_length(label: str) -> int:
    """Return the length of a valid label as it goes over the wire."""
    return len(label) if label.isascii() else len("xn--") + len(label.encode("punycode"))


def _is_right_to_left(label: str) -> bool:
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in label)


def _follows_bidi_rule(label: str) -> bool:
    import idna

    try:
        return idna.check_bidi(label, check_ltr=True)
    except idna.IDNABidiError:
        return False
