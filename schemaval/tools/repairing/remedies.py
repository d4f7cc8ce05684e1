"""What one value that the schema refuses may have been meant as: rows of remedies, each safe by itself.

A remedy is taken only where a violation says what is wanted, and what comes of it is judged again. None guesses: a text
becomes the number, the truth value or the container that it writes, or the one listed text that differs in case only;
a null where no null may be becomes no member at all.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from schemaval.equality import equal
from schemaval.errors import LimitExceeded, NotJSON
from schemaval.jsonvalue import JSON, MAX_DIGITS, type_name
from schemaval.normalise.change import ABSENT
from schemaval.reading import parse
from schemaval.violation import Violation

NOTHING = object()  # no remedy: None and ABSENT are remedies

_TRUTH = {"true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?").fullmatch
_OPENERS = ("{", "[")
_SIMPLE = frozenset({"object", "array", "string", "boolean", "null", "integer", "number"})
_LISTED = frozenset({"enum", "const"})
_WANTS_OTHER = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref"})  # may ask for another type than what came
_UNKNOWN = frozenset({"additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"})
_BY_NAME = frozenset({"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"})
_TO_MEMBERS = frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"})


def remedy(value: JSON, fault: Violation, members: Sequence[JSON] | None, *, is_decoded: bool) -> JSON:
    """What `value` may become where `fault` refuses it: another value, ABSENT, or NOTHING.

    `members` are all that an enumeration, or a choice among such, lists, None where that is not known. `is_decoded`
    says that the value was itself found in a text, so that texts in it stay texts; the empties in it have not been put
    right by anybody.
    """
    if isinstance(value, str):
        return _for_text(value, fault, members, is_decoded=is_decoded)
    if value is None:
        return ABSENT if _is_declared(fault) else NOTHING
    if is_decoded and fault.keyword == "type" and isinstance(value, (dict, list)) and not value:
        return _other_empty(value, fault)
    return NOTHING


def same_but_for_case(text: str, members: Iterable[JSON]) -> set[str]:
    """The listed texts that differ from `text` in case only."""
    folded = text.casefold()
    return {member for member in members if isinstance(member, str) and member.casefold() == folded}


def listed(fault: Violation) -> tuple[JSON, ...] | None:
    """All values that an `enum` or `const` allows; None where the violation does not tell, or not all."""
    params = fault.params
    if fault.keyword == "const":
        return (params["expected"],) if "expected" in params else None
    allowed = params.get("allowed")
    return tuple(allowed) if isinstance(allowed, (list, tuple)) and not params.get("more") else None


def _for_text(text: str, fault: Violation, members: Sequence[JSON] | None, *, is_decoded: bool) -> JSON:
    if fault.keyword in _LISTED or members is not None:
        member = _member(text, members, is_decoded=is_decoded)
        if fault.keyword in _LISTED or member is not NOTHING:
            return member
    if fault.keyword not in _WANTS_OTHER or "matched" in fault.params:
        return NOTHING
    wanted = _wanted(fault)
    value = _written(text, wanted, is_decoded=is_decoded)
    if value is NOTHING or wanted is None or _fits(value, wanted):
        return value
    return _other_empty(value, fault) if value in ([], {}) and type(value) in (dict, list) else NOTHING


def _member(text: str, members: Sequence[JSON] | None, *, is_decoded: bool) -> JSON:
    """The one member of an enumeration that a text means."""
    value = _written(text, None, is_decoded=is_decoded)
    if members is None:
        return value
    if value is not NOTHING and any(equal(value, member) for member in members):
        return value
    alike = same_but_for_case(text, members)
    return alike.pop() if len(alike) == 1 else NOTHING


def _written(text: str, wanted: frozenset[str] | None, *, is_decoded: bool) -> JSON:
    """The truth value, the number, or, outside of decoded text, the container that a text writes; or NOTHING."""
    if text in _TRUTH:
        return _TRUTH[text]
    if not text.lstrip(" \t\r\n").startswith(_OPENERS):
        return _number(text)
    if is_decoded or (wanted is not None and not wanted & {"object", "array"}):
        return NOTHING
    try:
        return parse(text)
    except (NotJSON, LimitExceeded):
        return NOTHING


def _number(text: str) -> JSON:
    """The number whose own text this is, to the letter; or NOTHING."""
    shape = _NUMBER(text) if len(text) <= MAX_DIGITS else None
    if shape is None:
        return NOTHING
    number = int(text) if shape[1] is None and shape[2] is None else float(text)
    if isinstance(number, float) and not math.isfinite(number):
        return NOTHING
    return number if repr(number) == text else NOTHING


def _wanted(fault: Violation) -> frozenset[str] | None:
    """The types that a `type` asks for; None where the violation does not say, or says more than names."""
    expected: Any = fault.params.get("expected") if fault.keyword == "type" else None
    names = [expected] if isinstance(expected, str) else expected
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) and name in _SIMPLE for name in names):
        return None
    return frozenset(names)


def _fits(value: JSON, wanted: frozenset[str]) -> bool:
    kind = type_name(value)
    return kind in wanted or (kind == "integer" and "number" in wanted)


def _other_empty(value: JSON, fault: Violation) -> JSON:
    """`{}` for `[]` and the reverse, where the type asked for says that it must be that one."""
    wanted = _wanted(fault) or frozenset()
    own, other = ("object", "array") if isinstance(value, dict) else ("array", "object")
    became: JSON = [] if isinstance(value, dict) else {}
    return became if other in wanted and own not in wanted else NOTHING


def _is_declared(fault: Violation) -> bool:
    """Whether the member at fault is one that the schema names, as far as the violation tells.

    The last step into a member on the evaluation path decides; the names of an open map are data and stay.
    """
    if fault.keyword in _UNKNOWN:
        return False
    last, is_name = "properties", False
    for token in fault.evaluation_path.split("/")[1:]:
        if is_name:
            is_name = False
            continue
        is_name = token in _BY_NAME
        if token in _TO_MEMBERS:
            last = token
    return last == "properties"
