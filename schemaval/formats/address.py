"""Addresses of the Internet Protocol: RFC 2673, section 3.2, and RFC 4291, section 2.2."""

from __future__ import annotations

import re

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4 = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}")
_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}")
_LONGEST_IPV6 = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255")


def is_ipv4(text: str) -> bool:
    """Say whether the text is an address of four decimal numbers, none with a leading zero."""
    return _IPV4.fullmatch(text) is not None


def is_ipv6(text: str) -> bool:
    """Say whether the text is an IPv6 address, without a zone and without a prefix length."""
    if len(text) > _LONGEST_IPV6:
        return False
    head, gap, tail = text.partition("::")
    if not gap:
        return _count_groups(text, at_end=True) == 8
    before, after = _count_groups(head, at_end=False), _count_groups(tail, at_end=True)
    return before is not None and after is not None and before + after <= 7


def _count_groups(text: str, *, at_end: bool) -> int | None:
    """Return how many 16-bit groups the text holds (an IPv4 address at the end is two), or None if it holds others."""
    if not text:
        return 0
    groups = text.split(":")
    embedded = at_end and is_ipv4(groups[-1])
    if embedded:
        groups.pop()
    if any(_GROUP.fullmatch(group) is None for group in groups):
        return None
    return len(groups) + 2 * embedded
