"""RFC 6901 JSON Pointers: tokens to text, text to tokens, and following one into a value."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote


def escape(token: str | int) -> str:
    """One reference token as it is written in a pointer (RFC 6901, section 3)."""
    text = token if type(token) is str else str(token)
    if "~" in text or "/" in text:
        text = text.replace("~", "~0").replace("/", "~1")
    return text


def unescape(token: str) -> str:
    """The reference token that `token` writes: `~1` is `/`, then `~0` is `~` (RFC 6901, section 4)."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def join(tokens: Iterable[str | int]) -> str:
    """The pointer with these reference tokens; no tokens give `""`, the root."""
    return "".join(["/" + escape(token) for token in tokens])


_IN_FRAGMENT = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]").search


def fragment(pointer: str) -> str:
    """`pointer` as a URI fragment (RFC 6901, section 6), percent-encoded where a URI wants it, without the `#`."""
    return pointer if _IN_FRAGMENT(pointer) is None else quote(pointer, safe="-._~!$&'()*+,;=:@/?")


def split(pointer: str) -> tuple[str, ...]:
    """The reference tokens of `pointer`; ValueError where it is neither empty nor starts with `/`."""
    if not pointer:
        return ()
    if pointer[0] != "/":
        message = "a JSON Pointer is empty or starts with '/'"
        raise ValueError(message)
    return tuple(unescape(token) for token in pointer[1:].split("/"))


def index(token: str) -> int | None:
    """`token` as an array index (RFC 6901, section 4: ASCII digits, no leading zero), or None where it is none."""
    if token.isascii() and token.isdigit() and (token == "0" or token[0] != "0") and len(token) < 20:
        return int(token)
    return None


def step(value: Any, token: str) -> Any:
    """The member of an object or array that `token` names; LookupError where there is none."""
    if isinstance(value, dict):
        return dict.__getitem__(value, token)
    if isinstance(value, (list, tuple)):
        number = index(token)
        if number is not None and number < len(value):
            return value[number]
    raise LookupError(token)


def follow(value: Any, pointer: str) -> Any:
    """The value at `pointer` inside `value`; LookupError where nothing is there, ValueError for no pointer."""
    for token in split(pointer):
        value = step(value, token)
    return value
