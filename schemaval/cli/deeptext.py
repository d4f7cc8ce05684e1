"""A decoder without recursion, for texts nested deeper than the standard library's decoder goes."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import Any

from schemaval.cli.jsontext import Token, tokens, unquote

Pairs = list[tuple[str, Any]]
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Hooks:
    """What becomes of objects, integers and other numbers; each gets what the standard library's hook gets."""

    pairs: Callable[[Pairs], Any]
    integer: Callable[[str], Any]
    number: Callable[[str], Any]


@dataclass(slots=True)
class _Open:
    """A container that is not closed yet."""

    mark: str
    items: list[Any] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def close(self, hooks: Hooks) -> Any:
        return self.items if self.mark == "[" else hooks.pairs(list(zip(self.keys, self.items, strict=True)))


def decode(text: str, start: int, hooks: Hooks) -> tuple[Any, int]:
    """The one value that starts at or after `start`, and the offset behind it; JSONDecodeError where there is none."""
    stack: list[_Open] = []
    reader = tokens(text, start)

    def following() -> Token:
        token = next(reader, None)
        if token is None:
            raise JSONDecodeError("Expecting value", text, len(text))
        return token

    token = following()
    while True:
        closing = False
        if token.text in _CLOSES:
            stack.append(_Open(token.text))
            token = following()
            closing = token.text == _CLOSES[stack[-1].mark]
            if not closing:
                token = _key(text, stack[-1], token, following)
                continue
        value = stack.pop().close(hooks) if closing else _leaf(text, token, hooks)
        while stack:
            stack[-1].items.append(value)
            token_after = following()
            if token_after.text == ",":
                token = _key(text, stack[-1], following(), following)
                break
            if token_after.text != _CLOSES[stack[-1].mark]:
                raise JSONDecodeError("Expecting ',' delimiter", text, token_after.start)
            token = token_after
            value = stack.pop().close(hooks)
        else:
            return value, token.start + len(token.text)


def _key(text: str, container: _Open, token: Token, following: Callable[[], Token]) -> Token:
    """The token that starts the next value, after the property name and the colon where the container is an object."""
    if container.mark == "[":
        return token
    if token.text[0] != '"':
        raise JSONDecodeError("Expecting property name enclosed in double quotes", text, token.start)
    container.keys.append(_string(text, token))
    colon = following()
    if colon.text != ":":
        raise JSONDecodeError("Expecting ':' delimiter", text, colon.start)
    return following()


def _leaf(text: str, token: Token, hooks: Hooks) -> Any:
    """The string, number or word that `token` writes."""
    if token.text[0] == '"':
        return _string(text, token)
    if token.text in _WORDS:
        return _WORDS[token.text]
    number = _NUMBER.fullmatch(token.text)
    if number is None:
        raise JSONDecodeError("Expecting value", text, token.start)
    return hooks.number(token.text) if number[1] or number[2] else hooks.integer(token.text)


def _string(text: str, token: Token) -> str:
    try:
        return unquote(token.text)
    except JSONDecodeError as error:
        raise JSONDecodeError(error.msg, text, token.start + error.pos) from None
