"""The words of violations: one table from a keyword to its sentence.

A sentence says what is expected and what came, in terms that a language model can act on. What it quotes comes from the
schema or is a property's name; of the instance's values it tells the type and the size only.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from schemaval.descriptions import TYPE_WORDS, came, describe, equal_items, size
from schemaval.jsonvalue import JSON, type_name
from schemaval.quoting import constant, cut, figure, listing, name, names
from schemaval.suggestions import nearest, same_but_for_style

Words = Callable[[Mapping[str, Any], JSON], str]

NOTHING_ALLOWED = "no value is allowed here"  # a `false` schema
_MEMBERS = 32  # of an enumeration, or names that a schema knows
_NAMES = 200  # of an object's properties

_FORMATS: Mapping[str, str] = {
    "date-time": "a date and time with its offset, such as 2024-05-01T12:30:00Z",
    "date": "a date, such as 2024-05-01",
    "time": "a time with its offset, such as 12:30:00Z",
    "duration": "a duration, such as P1DT2H",
    "email": "an e-mail address",
    "idn-email": "an e-mail address",
    "hostname": "a host name, such as example.com",
    "idn-hostname": "a host name, such as example.com",
    "ipv4": "an IPv4 address, such as 192.0.2.1",
    "ipv6": "an IPv6 address, such as 2001:db8::1",
    "uri": "a URI with its scheme, such as https://example.com/a",
    "uri-reference": "a URI or a relative reference, such as /a?b=c",
    "iri": "an IRI with its scheme, such as https://example.com/a",
    "uri-template": "a URI template, such as https://example.com/{id}",
    "uuid": "a UUID, such as 123e4567-e89b-12d3-a456-426614174000",
    "json-pointer": "a JSON Pointer, such as /a/0",
    "relative-json-pointer": "a relative JSON Pointer, such as 1/a",
    "regex": "a regular expression (ECMA-262, Unicode mode)",
}


def sentence(keyword: str, params: Mapping[str, Any], value: JSON, limit: int | None = 256) -> str:
    """One sentence on `value` breaking `keyword`, at most `limit` characters long (None: as long as it gets).

    `params` is what the violation holds (see Violation); an unknown keyword, or one without its parameters, is told as
    the `false` schema that it holds. The value is described, never repeated.
    """
    row = _TABLE.get(keyword)
    if row is None or (row[0] and row[0] not in params):
        return cut(NOTHING_ALLOWED, limit)
    return cut(row[1](params, value), limit)


def _type(params: Mapping[str, Any], value: JSON) -> str:
    expected = params["expected"]
    if len(expected) == 1:
        wanted = _type_words(expected[0])
    else:
        wanted = " or ".join([_type_words(kind) for kind in expected[:8]]) or "no type"
    return f"expected {wanted}, got {came(value, expected)}"


def _type_words(kind: str) -> str:
    return TYPE_WORDS.get(kind) or name(kind)


def _enum(params: Mapping[str, Any], value: JSON) -> str:
    allowed = params["allowed"]
    if not allowed:
        return NOTHING_ALLOWED
    more = params.get("more", 0) + max(len(allowed) - _MEMBERS, 0)
    members = allowed[:_MEMBERS]
    one_of = "one of " if more or len(members) > 1 else ""
    expected = f"expected {one_of}{listing([constant(member) for member in members], more)}"
    texts = [member for member in members if type(member) is str]
    if type(value) is str and texts:
        near = nearest(value, texts)
        return expected if near is None else f"{expected}; did you mean {constant(near)}?"
    kinds = [type_name(member) for member in members]
    return expected if type_name(value) in kinds else f"{expected}, got {came(value, kinds)}"


def _const(params: Mapping[str, Any], value: JSON) -> str:
    expected = params["expected"]
    kind = type_name(expected)
    if kind != type_name(value):
        got = came(value, (kind,))
    elif kind == "string":
        got = _other_text(value, expected)
    else:
        got = f"another {kind}"
    return f"expected {constant(expected)}, got {got}"


def _other_text(text: str, expected: str) -> str:
    if nearest(text, (expected,)) is None:
        return "another string"
    return "a string that differs in case only" if text.casefold() == expected.casefold() else "a string close to it"


def _bound(wanted: str, got: str) -> Words:
    def words(params: Mapping[str, Any], _value: JSON) -> str:
        return f"expected a number {wanted} {figure(params['limit'])}, got {got}"

    return words


def _multiple(param: str) -> Words:
    def words(params: Mapping[str, Any], value: JSON) -> str:
        return f"expected a multiple of {figure(params[param])}, got {describe(value)} that is none"

    return words


def _count(wanted: str, one: str, many: str) -> Words:
    def words(params: Mapping[str, Any], value: JSON) -> str:
        limit = params["limit"]
        return f"expected {wanted} {figure(limit)} {one if limit == 1 else many}, got {size(value) or 'none'}"

    return words


def _matching_items(wanted: str) -> Words:
    def words(params: Mapping[str, Any], _value: JSON) -> str:
        limit = params["limit"]
        items = "item that fits" if limit == 1 else "items that fit"
        return f"expected {wanted} {figure(limit)} {items} the schema in contains"

    return words


def _pattern(params: Mapping[str, Any], value: JSON) -> str:
    return f"expected text that matches the pattern {name(params['pattern'])}, got {describe(value)}"


def _format(params: Mapping[str, Any], value: JSON) -> str:
    wanted = _FORMATS.get(params["format"]) or f"text in the format {name(params['format'])}"
    return f"expected {wanted}; got {describe(value)} that is none"


def _unique(_params: Mapping[str, Any], value: JSON) -> str:
    pair = equal_items(value)
    which = "two of them are" if pair is None else f"items {pair[0]} and {pair[1]} are"
    return f"expected items that all differ; {which} equal"


def _required(params: Mapping[str, Any], value: JSON) -> str:
    missing = params["missing"]
    text = f"the required property {name(missing)} is missing"
    if not isinstance(value, dict):
        return text
    known = params.get("known")
    if known is not None and len(known) < _MEMBERS:
        near = nearest(missing, [other for other in islice(dict.keys(value), _NAMES) if other not in known])
    else:  # what the schema knows is not wholly told: only another spelling of the same name is surely meant
        near = same_but_for_style(missing, dict.keys(value))
    return text if near is None else f"{text}; was {name(near)} meant to be it?"


def _because(params: Mapping[str, Any], _value: JSON) -> str:
    return f"the property {name(params['missing'])} is missing, required because {name(params['because'])} is present"


def _unwelcome_property(first_words: str, last_words: str = "") -> Words:
    def words(params: Mapping[str, Any], _value: JSON) -> str:
        unexpected = params["unexpected"]
        text = f"{first_words} {name(unexpected)}{last_words}"
        known = [other for other in params.get("known", ()) if other != unexpected]
        if not known:
            return f"{text}; no property is known here"
        near = nearest(unexpected, known)
        return f"{text}; known are {names(known)}" if near is None else f"{text}; did you mean {name(near)}?"

    return words


def _unwelcome_item(params: Mapping[str, Any], _value: JSON) -> str:
    limit = params.get("limit")
    if limit is None:
        return "this item is not allowed; leave it out"
    if limit == 0:
        return "no item is allowed here; the array must be empty"
    return f"expected at most {figure(limit)} {'item' if limit == 1 else 'items'}; this one is not allowed"


def _property_name(params: Mapping[str, Any], _value: JSON) -> str:
    return f"the property name {name(params['property'])} is not allowed"


def _any_of(params: Mapping[str, Any], value: JSON) -> str:
    return f"got {describe(value)}, which fits none of the {params['branches']} alternatives"


def _one_of(params: Mapping[str, Any], value: JSON) -> str:
    matched = params.get("matched")
    if not matched:
        return _any_of(params, value)
    which = listing([str(index) for index in matched[:32]], max(len(matched) - 32, 0))
    return (
        f"got {describe(value)}, which fits {len(matched)} of the {params['branches']} alternatives ({which});"
        " only one may fit"
    )


def _not(_params: Mapping[str, Any], value: JSON) -> str:
    return f"got {describe(value)}, which fits what the schema in not forbids"


def _disallow(_params: Mapping[str, Any], value: JSON) -> str:
    return f"got {describe(value)}, a type that is not allowed here"


def _encoding(params: Mapping[str, Any], value: JSON) -> str:
    return f"expected text encoded as {name(params['encoding'])}, got {describe(value)} that is not"


def _media_type(params: Mapping[str, Any], value: JSON) -> str:
    return f"expected content of the media type {name(params['media_type'])}, got {describe(value)} that is not"


# keyword -> the parameter without which the keyword holds a `false` schema (or "" where it needs none), and its words
_TABLE: Mapping[str, tuple[str, Words]] = {
    "type": ("expected", _type),
    "enum": ("allowed", _enum),
    "const": ("expected", _const),
    "minimum": ("limit", _bound("of at least", "a smaller one")),
    "maximum": ("limit", _bound("of at most", "a greater one")),
    "exclusiveMinimum": ("limit", _bound("greater than", "one that is not")),
    "exclusiveMaximum": ("limit", _bound("smaller than", "one that is not")),
    "multipleOf": ("divisor", _multiple("divisor")),
    "divisibleBy": ("divisor", _multiple("divisor")),
    "minLength": ("limit", _count("at least", "character", "characters")),
    "maxLength": ("limit", _count("at most", "character", "characters")),
    "minItems": ("limit", _count("at least", "item", "items")),
    "maxItems": ("limit", _count("at most", "item", "items")),
    "minProperties": ("limit", _count("at least", "property", "properties")),
    "maxProperties": ("limit", _count("at most", "property", "properties")),
    "contains": ("limit", _matching_items("at least")),
    "minContains": ("limit", _matching_items("at least")),
    "maxContains": ("limit", _matching_items("at most")),
    "pattern": ("pattern", _pattern),
    "format": ("format", _format),
    "uniqueItems": ("", _unique),
    "required": ("missing", _required),
    "dependentRequired": ("missing", _because),
    "dependencies": ("missing", _because),
    "additionalProperties": ("unexpected", _unwelcome_property("unknown property")),
    "unevaluatedProperties": ("unexpected", _unwelcome_property("unknown property")),
    "properties": ("unexpected", _unwelcome_property("the property", " is not allowed")),
    "patternProperties": ("unexpected", _unwelcome_property("the property", " is not allowed")),
    "items": ("", _unwelcome_item),
    "additionalItems": ("", _unwelcome_item),
    "unevaluatedItems": ("", _unwelcome_item),
    "prefixItems": ("", _unwelcome_item),
    "propertyNames": ("property", _property_name),
    "anyOf": ("branches", _any_of),
    "oneOf": ("branches", _one_of),
    "not": ("", _not),
    "disallow": ("", _disallow),
    "contentEncoding": ("encoding", _encoding),
    "contentMediaType": ("media_type", _media_type),
}
