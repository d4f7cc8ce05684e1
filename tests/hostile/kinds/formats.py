"""Formats: sixty kilobytes of what each has to read to the end."""

import base64
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.hostile.case import LIMIT, NOT_JSON, Case, always

_N = 60_000
# format, texts none of which has it
_TEXTS: dict[str, tuple[Callable[[], str], ...]] = {
    "email": (
        lambda: "." * _N,
        lambda: "a" * _N,
        lambda: "a." * 30_000,
        lambda: "@" * _N,
        lambda: '"' + "\\" * _N,
        lambda: "a@" + "a." * 30_000,
        lambda: '"' * _N + "@a",
    ),
    "idn-email": (lambda: "." * _N, lambda: "ä" * _N, lambda: "ä@" + "ä." * 30_000, lambda: "a@xn--" + "a" * _N),
    "hostname": (lambda: "a" * _N, lambda: "a." * 30_000, lambda: "-" * _N, lambda: "xn--" * 15_000),
    "idn-hostname": (
        lambda: "ä" * _N,
        lambda: "ä." * 30_000,
        lambda: "xn--" + "a" * _N,
        lambda: "\u0301" * _N,
        lambda: "\u05d0" * _N,
    ),
    "ipv4": (lambda: "1" * _N, lambda: "1." * 30_000, lambda: "0" * _N + ".0.0.0"),
    "ipv6": (lambda: ":" * _N, lambda: "1:" * 30_000, lambda: "::" + "f" * _N, lambda: "::1%" + "a" * _N),
    "uri": (
        lambda: "a" * _N,
        lambda: "a:" + "%" * _N,
        lambda: "a://" + "[" * _N,
        lambda: "a:" + "/" * _N + " ",
        lambda: "a://" + "@" * _N,
    ),
    "uri-reference": (
        lambda: "a" * _N + " ",
        lambda: "%41" * 20_000 + "%",
        lambda: "\\" * _N,
        lambda: "//[" + ":" * _N,
    ),
    "iri": (lambda: "ä" * _N, lambda: "a:" + "ä" * _N + " ", lambda: "a://[" + "ä" * _N),
    "iri-reference": (lambda: "ä" * _N + " ", lambda: "\\" * _N),
    "uri-template": (
        lambda: "{" * _N,
        lambda: "{a," * 20_000,
        lambda: "{a}" * 20_000 + "}",
        lambda: "{" + "a." * 30_000,
        lambda: "{a:" + "9" * _N + "}",
    ),
    "json-pointer": (lambda: "/a" * 30_000 + "~", lambda: "~0" * 30_000, lambda: "a" * _N),
    "relative-json-pointer": (lambda: "1" * _N + "x", lambda: "0" * _N, lambda: "1" + "/~2" * 20_000),
    "date": (lambda: "1" * _N, lambda: "2020-01-01" * 6_000, lambda: "-" * _N),
    "time": (lambda: "1" * _N, lambda: "10:00:00." + "0" * _N, lambda: "10:00:00" + "Z" * _N),
    "date-time": (lambda: "1" * _N, lambda: "2020-01-01T10:00:00." + "0" * _N, lambda: "T" * _N),
    "duration": (lambda: "P" + "1" * _N, lambda: "P" * _N, lambda: "PT" + "1H" * 30_000, lambda: "P1Y" * 20_000),
    "uuid": (lambda: "a" * _N, lambda: "-" * _N),
    "regex": (
        lambda: "(" * _N,
        lambda: "[" * _N,
        lambda: "a{1,2" * 12_000 + ")",
        lambda: "(?=" * 20_000,
        lambda: "(?<a>x)" * 8_000,
        lambda: "a**" * 20_000,
    ),
}
_D7 = "http://json-schema.org/draft-07/schema#"


def _many(text: Callable[[], str]) -> list[str]:
    return [text()[:200] + " ~"] * 5_000


def _checked() -> Iterator[Case]:
    for name, texts in _TEXTS.items():
        for number, text in enumerate(texts):
            yield Case(
                f"{name}-{number}",
                always({"format": name}),
                text,
                False,
                LIMIT,
                {"assert_formats": True},
                quick=number == 0 and name != "regex",
            )
        yield Case(
            f"{name}-many",
            always({"items": {"format": name}}),
            partial(_many, texts[0]),
            False,
            LIMIT,
            {"assert_formats": True},
        )
    yield Case("unknown", always({"format": "x" * 100_000}), always("a"), True, LIMIT, {"assert_formats": True})


def _content() -> Iterator[Case]:
    json = {"$schema": _D7, "contentMediaType": "application/json"}
    both = {**json, "contentEncoding": "base64"}
    rows: tuple[tuple[str, Any, Callable[[], str], bool], ...] = (
        ("deep", json, lambda: "[" * 1_000_000, False),
        ("deep-and-closed", json, lambda: "[" * 100_000 + "]" * 100_000, True),
        ("deep-objects", json, lambda: '{"a":' * 100_000, False),
        ("digits", json, lambda: "1" * 100_000, True),
        ("wide", json, lambda: "[" + "1," * 1_000_000 + "1]", True),
        ("base64-deep", both, lambda: base64.b64encode(b"[" * 1_000_000).decode(), False),
        ("base64-bad", both, lambda: "=" * 1_000_000, False),
        ("base64-long", {"$schema": _D7, "contentEncoding": "base64"}, lambda: "A" * 20_000_000, True),
    )
    for name, schema, text, valid in rows:
        yield Case(f"content-{name}", always(schema), text, valid, LIMIT | NOT_JSON)


CASES = (*_checked(), *_content())
