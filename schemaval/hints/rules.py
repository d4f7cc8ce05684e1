"""The rules behind the hints: for a keyword first its own rows, then those that read what the value may be."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from schemaval.dialects import Dialect
from schemaval.equality import unique
from schemaval.hints import patterns, typenames
from schemaval.jsonvalue import JSON, is_integral
from schemaval.keywords import ARRAY, BOOLEAN, COUNT, NUMBER, POSITIVE, STRING, WHOLE, Draft, Shape
from schemaval.quoting import constant, figure, name

Rule = Callable[[JSON, Shape, Dialect], str | None]

_NUMERIC = (NUMBER, POSITIVE, WHOLE, COUNT)
_NUMBER_TYPES = frozenset({int, float, Decimal})


def first(keyword: str, value: JSON, shape: Shape, dialect: Dialect) -> str | None:
    """What the first rule with something to say says; `keyword` is `""` for a member or an item of its value."""
    for rule in (*_BY_KEYWORD.get(keyword, ()), *_BY_SHAPE):
        clause = rule(value, shape, dialect)
        if clause is not None:
            return clause
    return None


# Rules of single keywords


def _tuple_items(value: JSON, _shape: Shape, dialect: Dialect) -> str | None:
    if type(value) is list and value and dialect.draft >= Draft.D2020:
        return "use prefixItems, or declare draft-07 in $schema"
    return None


def _required(value: JSON, _shape: Shape, dialect: Dialect) -> str | None:
    if type(value) is bool:
        return "name the property in the parent's required array" if value else "leave it out; that makes it optional"
    if type(value) is not list:
        return None
    if dialect.draft <= Draft.D3:
        return "draft-03 wants true inside each property, or declare a later dialect in $schema"
    if not value:
        return "leave required out where nothing is required"
    if any(type(item) is not str for item in value):
        return "list the names of the properties, as strings"
    return _distinct_names(value)


def _distinct_names(value: list[str]) -> str | None:
    seen: set[str] = set()
    for text in value:
        if text in seen:
            return f"list {name(text)} once"
        seen.add(text)
    return None


def _type(value: JSON, _shape: Shape, _dialect: Dialect) -> str | None:
    if value is None:
        return 'write "null" in quotes for null, or leave type out'
    if type(value) is dict and value:
        return "use a type name, and anyOf for several schemas"
    if type(value) is list:
        return _type_list(value)
    return typenames.hint(value) if type(value) is str else None


def _type_list(value: list[JSON]) -> str | None:
    if not value:
        return "leave type out where any type may stand"
    for item in value:
        if item is None:
            return 'write "null" in quotes'
        if type(item) is dict:
            return "use type names only, and anyOf for several schemas"
        if type(item) is str and item not in typenames.NAMES:
            clause = typenames.hint(item)
            return None if clause is None else f"{clause} for {name(item)}"
    return "list each type once" if not unique(value) else None


def _enum(value: JSON, _shape: Shape, dialect: Dialect) -> str | None:
    if value == [] and type(value) is list:
        return "list at least one value, or leave enum out"
    if type(value) is list:
        return "list each value once" if dialect.draft <= Draft.D4 else None
    if type(value) is dict and value and not _has_lost_list_form(value):
        return "list the allowed values in an array; labels have no place here"
    return None


def _exclusive(bound: str, keyword: str) -> Rule:
    def rule(value: JSON, _shape: Shape, dialect: Dialect) -> str | None:
        if dialect.draft <= Draft.D4:
            if type(value) in _NUMBER_TYPES:
                return f"write {bound} with the number and true here, or declare draft-06 or later in $schema"
        elif value is True:
            return f"put the number of {bound} here: {keyword} takes its place"
        elif value is False:
            return f"leave {keyword} out; {bound} alone says the same"
        return None

    return rule


def _pattern(value: JSON, _shape: Shape, _dialect: Dialect) -> str | None:
    return patterns.hint(value) if type(value) is str else None


def _id(value: JSON, _shape: Shape, dialect: Dialect) -> str | None:
    if type(value) is str and "#" in value and dialect.draft >= Draft.D2019:
        return "leave out the fragment; $anchor names a place inside a schema"
    return None


def _anchor(value: JSON, _shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is str and value.startswith("#"):
        return "leave out the #; it is written in the reference only"
    if type(value) is str:
        return "start with a letter; go on with letters, digits, - _ and ."
    return None


# Rules of shapes: what the position may hold


def _null(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if value is not None:
        return None
    return "leave the keyword out, or use {}" if shape.takes_object else "leave the keyword out"


def _lost_list_form(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is dict and not shape.takes_object and _has_lost_list_form(value):
        return "write an array; this looks like a PHP array that lost its list form, so re-index it before encoding"
    return None


def _has_lost_list_form(value: dict[str, JSON]) -> bool:
    return bool(value) and all(text.isdecimal() for text in value)


def _property_out_of_place(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is dict and value and not shape.takes_object and shape is not ARRAY and shape.item is None:
        return "if this describes a property of that name, put it inside properties"
    return None


def _empty(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) not in (dict, list) or value:
        return None
    if shape.item is not None and not shape.takes_object:
        return "list at least one schema, or leave the keyword out"
    if type(value) is list:
        return "use {}, or leave the keyword out" if shape.takes_object else "leave the keyword out"
    if shape.takes_object:
        return None  # legal here, so the fault is another
    return "use [], or leave the keyword out" if shape.takes_array else "leave the keyword out"


def _array_for_object(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is not list or shape.takes_array or shape.item is not None:
        return None
    if shape.member is not None:
        return "use an object, with the names as its keys"
    return "use one schema; anyOf or allOf hold several" if shape.is_schema else None


def _text_for_schema(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is not str or not shape.is_schema:
        return None
    if "array of strings" in shape.name:
        return f"use an array, [{constant(value)}]"
    kind = typenames.meant(value)
    return None if kind is None else f'use {{"type": "{kind}"}}'


def _boolean_schema(value: JSON, shape: Shape, dialect: Dialect) -> str | None:
    if type(value) is bool and shape.is_schema and dialect.draft <= Draft.D4:
        schema = "{}" if value else '{"not": {}}'
        return f"use {schema}, or declare draft-06 or later in $schema"
    return None


def _single_for_array(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if shape.takes_object or shape.name[:8] != "an array":
        return None
    if type(value) is str or (type(value) is dict and shape.item is not None):
        return "put it in an array, even if it is the only one"
    return None


def _number_as_text(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) is str and shape in _NUMERIC:
        try:
            number = float(value)
        except ValueError:
            return None
        if number == number and abs(number) != float("inf"):  # noqa: PLR0124 - NaN is the one value that differs from itself
            return f"write {name(value)[1:-1]} without quotes"
    return None


def _number_out_of_range(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    if type(value) not in _NUMBER_TYPES:
        return None
    if shape is COUNT and value < 0:
        return "use 0 or more, or leave the keyword out"
    if shape in (COUNT, WHOLE):
        whole = type(value) is not int and is_integral(value)
        return f"write {figure(value)} without a decimal point" if whole else "use a whole number"
    return "use a number above 0" if shape is POSITIVE else None


def _boolean_as_other(value: JSON, shape: Shape, dialect: Dialect) -> str | None:
    takes_boolean = "boolean" in shape.name or (shape.is_schema and dialect.draft >= Draft.D6)
    if takes_boolean and type(value) is str and value.strip().lower() in ("true", "false"):
        return f"write {value.strip().lower()} without quotes"
    return "use true or false" if shape is BOOLEAN and type(value) in (int, str) else None


def _other_for_text(value: JSON, shape: Shape, _dialect: Dialect) -> str | None:
    return "put it in quotes" if shape is STRING and (type(value) in _NUMBER_TYPES or type(value) is bool) else None


_BY_KEYWORD: Mapping[str, tuple[Rule, ...]] = {
    "items": (_tuple_items,),
    "required": (_required,),
    "type": (_type,),
    "enum": (_enum,),
    "exclusiveMinimum": (_exclusive("minimum", "exclusiveMinimum"),),
    "exclusiveMaximum": (_exclusive("maximum", "exclusiveMaximum"),),
    "pattern": (_pattern,),
    "$id": (_id,),
    "$anchor": (_anchor,),
    "$dynamicAnchor": (_anchor,),
}

_BY_SHAPE: tuple[Rule, ...] = (
    _null,
    _lost_list_form,
    _empty,
    _single_for_array,
    _property_out_of_place,
    _array_for_object,
    _boolean_schema,
    _boolean_as_other,
    _text_for_schema,
    _number_as_text,
    _number_out_of_range,
    _other_for_text,
)
