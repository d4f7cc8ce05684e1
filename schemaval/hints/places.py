"""Which keyword of a schema a pointer leads to, so that a property named as a keyword is not taken for one."""

from dataclasses import dataclass

from schemaval.dialects import Dialect
from schemaval.jsonvalue import JSON
from schemaval.keywords import SCHEMA, Shape
from schemaval.pointer import index, split


@dataclass(frozen=True, slots=True)
class Place:
    """A value in a schema: `keyword` is the one it belongs to, `whole` that keyword's value, `token` the last step.

    `shape` is what the value may be, None where only the keyword as a whole has a shape. `is_keyword` says whether the
    value is the keyword's own.
    """

    keyword: str
    whole: JSON
    token: str
    value: JSON
    shape: Shape | None
    is_keyword: bool


def find(pointer: str, schema: JSON, dialect: Dialect) -> Place | None:
    """The place in `schema` that `pointer` leads to, or the last one on the way where the pointer goes on.

    None for the root, below unknown keywords, and for what is no pointer.
    """
    if pointer[:1] != "/":
        return None
    place = Place("", schema, "", schema, SCHEMA, is_keyword=False)
    for token in split(pointer):
        below = _step(place, token, dialect)
        if below is None:
            break
        place = below
    return place if place.keyword else None


def _step(place: Place, token: str, dialect: Dialect) -> Place | None:
    """The place one token further, None where there is none."""
    value = place.value
    kind = type(value)
    if kind is dict and token in value:
        if place.shape is not None and place.shape.is_schema:
            row = dialect.keywords.get(token)
            return None if row is None else Place(token, value[token], token, value[token], row.shape, is_keyword=True)
        shape = None if place.shape is None else place.shape.member
        return Place(place.keyword, place.whole, token, value[token], shape, is_keyword=False)
    if kind is list:
        number = index(token)
        if number is not None and number < len(value):
            shape = None if place.shape is None else place.shape.item
            return Place(place.keyword, place.whole, token, value[number], shape, is_keyword=False)
    return None
