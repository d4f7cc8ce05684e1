"""Numbers: without end, without size, without use, and with one hash."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from tests.hostile.case import INVALID, LIMIT, NOT_JSON, Case, always

PRIME = 2**61 - 1  # Python's hash of an integer is its remainder
BIG = 10**4299  # 4,300 digits: as many as Python reads
TOO_BIG = 10**4300

_INF = float("inf")
_NAN = float("nan")

# name, schema, instance, verdict (None: NotJSON)
_JUDGED: tuple[tuple[str, Any, Any, bool | None], ...] = (
    ("4300-digits", {"type": "integer", "maximum": 5}, BIG, False),
    ("4300-digits-in-the-schema", {"minimum": -BIG}, 5, True),
    ("4300-digits-multiple", {"multipleOf": 3}, BIG, False),
    ("4300-digits-of-a-fraction", {"multipleOf": 0.1}, BIG, True),
    ("4300-digits-equal", {"const": BIG}, BIG + 1, False),
    ("4300-digits-in-an-enum", {"enum": [BIG, BIG + 1]}, BIG + 1, True),
    ("4300-digits-unique", {"uniqueItems": True}, [BIG, BIG + 1, BIG], False),
    ("4301-digits", {"maximum": 5}, TOO_BIG, None),
    ("10**400", {"type": "number", "exclusiveMaximum": 1e308}, 10**400, False),
    ("10**400-multiple", {"multipleOf": 0.1}, 10**400, True),
    ("10**400-by-tiny", {"multipleOf": 1e-300}, 10**400, True),
    ("-10**400", {"exclusiveMinimum": -1e308}, -(10**400), False),
    ("2**70", {"const": 2**70 + 1}, 2**70, False),
    ("2**53", {"maximum": 2**53}, 2**53 + 1, False),
    ("2**53-float", {"const": 2**53 + 1}, 2.0**53, False),
    ("tiny-divisor", {"multipleOf": 1e-300}, 1e300, True),
    ("tiny-divisor-of-one", {"multipleOf": 1e-300}, 1.5, True),
    ("tiniest-divisor", {"multipleOf": 5e-324}, 1.7e308, True),
    ("huge-divisor", {"multipleOf": 1e308}, 5e-324, False),
    ("tenths", {"multipleOf": 0.01}, 0.07, True),
    ("tenths-not", {"multipleOf": 0.01}, 0.075, False),
    ("negative-zero", {"const": 0}, -0.0, True),
    ("true-is-not-one", {"enum": [1, 0]}, True, False),
    ("one-is-not-true", {"const": True}, 1, False),
    ("true-is-unique", {"uniqueItems": True}, [1, True, 0, False], True),
    ("whole-float", {"type": "integer"}, 1e300, True),
    ("length-of-1e308", {"minLength": 1e308}, "x", False),
    ("count-of-4300-digits", {"minItems": BIG, "maxItems": BIG + 1}, [], False),
    ("inf", {"maximum": 5}, _INF, None),
    ("nan", {"maximum": 5}, _NAN, None),
    ("nan-in-an-array", {"items": {"type": "number"}}, [_NAN], None),
    ("nan-in-an-enum", {"enum": [1, 2]}, _NAN, None),
    ("decimal-inf", {"maximum": 5}, Decimal("Infinity"), None),
    ("decimal-nan", {"maximum": 5}, Decimal("NaN"), None),
    ("decimal-snan", {"maximum": 5}, Decimal("sNaN"), None),
    ("decimal-snan-const", {"const": 5}, Decimal("sNaN"), None),
    ("decimal", {"multipleOf": 0.1}, Decimal("0.3"), True),
    ("decimal-huge", {"maximum": 5}, Decimal("1E+999999"), False),
    ("decimal-huge-integer", {"type": "integer"}, Decimal("1E+999999999"), True),
    ("decimal-huge-multiple", {"multipleOf": 3}, Decimal("1E+999999"), False),
    ("decimal-huge-multiple-of-a-fraction", {"multipleOf": 0.5}, Decimal("1E+999999999"), True),
    ("decimal-tiny", {"type": "integer"}, Decimal("1E-999999999"), False),
    ("decimal-tiny-multiple", {"multipleOf": 3}, Decimal("1E-999999"), False),
    ("decimal-huge-const", {"const": 1}, Decimal("1E+999999"), False),
    ("decimal-huge-enum", {"enum": [1, 2.5, "a"]}, Decimal("1E+999999999"), False),
    ("decimal-huge-unique", {"uniqueItems": True}, [Decimal("1E+999999"), 1, Decimal("1E-999999"), 10**4000], True),
    ("decimal-long", {"multipleOf": 7}, Decimal("9" * 100_000), False),
)
_REFUSALS = {None: NOT_JSON, True: frozenset[str](), False: frozenset[str]()}

# name, schema
_REFUSED: tuple[tuple[str, Any], ...] = (
    ("inf-maximum", {"maximum": _INF}),
    ("nan-minimum", {"minimum": _NAN}),
    ("inf-enum", {"enum": [_INF]}),
    ("inf-const", {"const": [_INF]}),
    ("inf-default", {"default": _INF}),
    ("4301-digits-schema", {"maximum": TOO_BIG}),
    ("zero-divisor", {"multipleOf": 0}),
    ("negative-divisor", {"multipleOf": -1}),
    ("zero-decimal-divisor", {"multipleOf": Decimal("0E+5")}),
    ("negative-length", {"minLength": -1}),
    ("half-length", {"minLength": 0.5}),
    ("decimal-nan-schema", {"minimum": Decimal("NaN")}),
    ("decimal-snan-enum", {"enum": [Decimal("sNaN"), 1]}),
    ("true-maximum", {"maximum": True}),
)

# name, the schema's number, instance, verdict; a Decimal may stand where JSON has a number
_BY_DECIMALS: tuple[tuple[str, Any, Any, bool], ...] = (
    ("huge-decimal-divisor", {"multipleOf": Decimal("1E+999999")}, 10, False),
    ("tiny-decimal-divisor", {"multipleOf": Decimal("1E-999999")}, 10, True),
    ("huge-decimal-maximum", {"maximum": Decimal("1E+999999999")}, 10**4000, True),
    ("huge-decimal-length", {"maxLength": Decimal("1E+999999999")}, "x", True),
    ("huge-decimal-count", {"minItems": Decimal("1E+999999999")}, [], False),
    ("huge-decimal-enum", {"enum": [Decimal("1E+999999999"), Decimal("1E-999999999"), 1]}, 1, True),
)

_COLLIDING: tuple[tuple[str, Callable[[], Any], Callable[[], Any], bool], ...] = (
    ("unique-20000", always({"uniqueItems": True}), lambda: [i * PRIME for i in range(20_000)], True),
    ("unique-100000", always({"uniqueItems": True}), lambda: [i * PRIME for i in range(100_000)], True),
    ("unique-in-arrays", always({"uniqueItems": True}), lambda: [[i * PRIME] for i in range(20_000)], True),
    ("unique-in-objects", always({"uniqueItems": True}), lambda: [{"a": i * PRIME} for i in range(20_000)], True),
    ("unique-floats", always({"uniqueItems": True}), lambda: [2.0 ** (61 * i) for i in range(17)] * 2, False),
    ("unique-decimals", always({"uniqueItems": True}), lambda: [Decimal(i * PRIME) for i in range(5_000)], True),
    (
        "unique-minus-one",
        always({"uniqueItems": True}),
        lambda: [[-1, -2] * 30 + [i * PRIME] for i in range(2_000)],
        True,
    ),
    ("enum-9999", lambda: {"enum": [i * PRIME for i in range(9_999)]}, always(-PRIME), False),
    (
        "enum-9999-items",
        lambda: {"items": {"enum": [i * PRIME for i in range(9_000)]}},
        lambda: [-PRIME] * 5_000,
        False,
    ),
    ("enum-of-arrays", lambda: {"enum": [[i * PRIME] for i in range(9_000)]}, always([-PRIME]), False),
    ("any-of-consts", lambda: {"anyOf": [{"const": i * PRIME} for i in range(4_000)]}, always(-PRIME), False),
    (
        "contains",
        lambda: {"contains": {"enum": [i * PRIME for i in range(5_000)]}},
        lambda: [-i * PRIME for i in range(1, 500)],
        False,
    ),
)


def _judged() -> Iterator[Case]:
    for name, schema, instance, valid in _JUDGED:
        errors = NOT_JSON | LIMIT if "decimal" in name else _REFUSALS[valid]
        glance = frozenset({False}) if valid is None else frozenset[bool]()
        yield Case(name, always(schema), always(instance), valid, errors, glance=glance, quick=name != "decimal-long")
    for name, schema, instance, valid in _BY_DECIMALS:
        errors = NOT_JSON | LIMIT | INVALID
        yield Case(name, always(schema), always(instance), valid, errors, quick=True)
    for name, schema in _REFUSED:
        yield Case(name, always(schema), always(1), None, INVALID | NOT_JSON, quick=True)


def _colliding() -> Iterator[Case]:
    for name, schema, instance, valid in _COLLIDING:
        yield Case(f"colliding-{name}", schema, instance, valid, LIMIT, quick=name in ("unique-20000", "enum-9999"))


def _texts() -> Iterator[Case]:
    texts: tuple[tuple[str, bytes, bool | None], ...] = (
        ("1e400", b"1e400", None),
        ("-1e400", b"[-1e400]", None),
        ("1e-400", b"1e-400", True),
        ("NaN", b"NaN", None),
        ("Infinity", b"[Infinity]", None),
        ("4301-digits", b"1" * 4_301, None),
        ("million-digits", b"1" * 1_000_000, None),
        ("million-digits-fraction", b"0." + b"1" * 1_000_000, True),
        ("million-digit-exponent", b"1e" + b"1" * 1_000_000, None),
        ("million-zeros", b"0" * 1_000_000, None),
        ("many-of-4000-digits", b"[" + b",".join([b"1" * 4_000] * 200) + b"]", True),
    )
    for name, text, valid in texts:
        yield Case(f"text-{name}", always({}), always(text), valid, NOT_JSON, as_text=True)


CASES = (*_judged(), *_colliding(), *_texts())
