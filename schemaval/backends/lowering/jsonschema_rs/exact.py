"""Keywords that the evaluator's own tests take over from the engine, where the engine would not be exact."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.evaluator import assertions
from schemaval.evaluator.assertions import Tests
from schemaval.evaluator.content import content_test
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.limits import Limits
from schemaval.patterns import compile_pattern


@dataclass(frozen=True, slots=True)
class Place:
    """A keyword where it stands: its name and value, the schema that holds it, and how that is read."""

    keyword: str
    value: JSON
    holder: Mapping[str, Any]
    draft: Draft
    limits: Limits


def tests_of(place: Place) -> Tests:
    """The keyword as tests by kind of value; kinds without one are not looked at."""
    return MAKERS[place.keyword](place)


def _bound(place: Place) -> Tests:
    return assertions.make_bound(place.keyword, place.value, place.holder, place.draft)[0]


def _exclusive(place: Place) -> Tests:
    return {} if place.draft <= Draft.D4 else assertions.make_exclusive_bound(place.keyword, place.value)[0]


def _unique(place: Place) -> Tests:
    return assertions.make_unique(place.limits)[0] if place.value is True else {}


def _content(place: Place) -> Tests:
    encoding = place.holder.get("contentEncoding")
    media_type = place.value if place.keyword == "contentMediaType" else None
    return content_test(encoding if type(encoding) is str else None, media_type, place.limits.max_instance_bytes)


MAKERS: Mapping[str, Callable[[Place], Tests]] = {
    **dict.fromkeys(("minimum", "maximum"), _bound),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _exclusive),
    "multipleOf": lambda place: assertions.make_multiple(place.value)[0],
    "enum": lambda place: assertions.make_enum(place.value, place.limits)[0],
    "const": lambda place: assertions.make_const(place.value, place.limits)[0],
    "uniqueItems": _unique,
    "pattern": lambda place: assertions.pattern_test(compile_pattern(place.value, place.limits.patterns).search),
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
}
