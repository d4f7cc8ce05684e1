"""The writer of random subschemas: which keywords go together, and what each of them holds."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft, table
from schemaval.testing import constants
from schemaval.testing.targets import Place

LEVELS = 3
_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")

# Keywords that have something to say to one another, by the type they speak of.
_OBJECT = (
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
)
_ARRAY = ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains")
_CHOICES = ("allOf", "anyOf", "oneOf", "not", "if", "extends", "disallow")
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("object", _OBJECT),
    ("object", ("properties", "patternProperties", "additionalProperties")),
    (
        "object",
        ("unevaluatedProperties", "properties", "patternProperties", "anyOf", "allOf", "if", "dependentSchemas"),
    ),
    ("array", _ARRAY),
    ("array", ("unevaluatedItems", "prefixItems", "items", "contains", "anyOf", "if", "not")),
    ("string", ("minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy")),
    ("", ("const", "enum")),
    ("", _CHOICES),
    ("", _CHOICES),
)
_NOTES = ("title", "description", "default", "examples", "$comment", "deprecated", "readOnly")


class Writer:
    """Writes subschemas of a draft at a place; `random` decides all."""

    def __init__(self, random: Random, draft: Draft, place: Place) -> None:
        """`place` says what references may name."""
        self.random = random
        self.draft = draft
        self.keywords = table(draft)
        self._place = place

    def schema(self, level: int = 0, *, inward: bool) -> JSON:
        """A subschema; `inward` says that it is applied to a member or an item of its parent's value."""
        dice = self.random.random()
        targets = self._place.further if inward else self._place.targets
        if level >= LEVELS or (level and dice < 0.15):
            return self._leaf()
        if inward and self._place.dynamic and dice < 0.3:
            return dict(self._place.dynamic)
        if targets and dice < 0.4:
            reference = {"$ref": self._place.text(self.random.choice(targets))}
            is_alone = self.draft <= Draft.D7 or self.random.random() < 0.5
            return reference if is_alone else {**self._written(level, inward=inward), **reference}
        return self._written(level, inward=inward)

    def below(self, level: int) -> JSON:
        """A subschema of a member or an item."""
        return self.schema(level + 1, inward=True)

    def beside(self, level: int) -> JSON:
        """A subschema of the same value. References in it are those of its parent."""
        return self.schema(level + 1, inward=False)

    def _leaf(self) -> JSON:
        """A small subschema: a boolean where the draft has them, or one about the type."""
        dice = self.random.random()
        if self.draft >= Draft.D6 and dice < 0.4:
            return dice < 0.25
        return {} if dice < 0.5 else {"type": self.random.choice(_TYPES)}

    def _written(self, level: int, *, inward: bool) -> dict[str, Any]:
        kind, group = self.random.choice([pair for pair in GROUPS if self.keywords.keys() & pair[1]])
        names = [name for name in group if name in self.keywords]
        chosen = self.random.sample(names, min(len(names), self.random.randint(1, 3)))
        if self.random.random() < 0.2:
            chosen.append(self.random.choice([name for name in MAKERS if name in self.keywords]))
        if self.random.random() < 0.15:
            chosen.append(self.random.choice([name for name in _NOTES if name in self.keywords]))
        schema: dict[str, Any] = {}
        if kind and self.random.random() < 0.5:
            schema["type"] = kind if kind != "number" or self.random.random() < 0.5 else "integer"
        elif not kind and self.random.random() < 0.2:
            schema["type"] = _type(self, level)
        for name in dict.fromkeys(chosen):
            schema[name] = MAKERS[name](self, level)
        return self._completed(schema, level, inward=inward)

    def _completed(self, schema: dict[str, Any], level: int, *, inward: bool) -> dict[str, Any]:
        """The schema with what its keywords need beside them, or mostly have."""
        for exclusive, inclusive in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if self.draft <= Draft.D4 and exclusive in schema and inclusive not in schema:
                schema[inclusive] = constants.bound(self.random)
        if "if" in schema:
            for name in self.random.choice([("then",), ("else",), ("then", "else")]):
                schema[name] = self.beside(level)
        if "contains" in schema and self.draft >= Draft.D2019 and self.random.random() < 0.3:
            name = self.random.choice(("minContains", "maxContains"))
            schema[name] = _count(self, level)
        for keyword in ("unevaluatedProperties", "unevaluatedItems"):
            if keyword in schema and self.random.random() < 0.7:
                schema |= self._evaluating(keyword, level)
        if self.draft is Draft.D3 and inward and self.random.random() < 0.3:
            schema["required"] = True
        return schema

    def _evaluating(self, keyword: str, level: int) -> dict[str, Any]:
        """A keyword beside `unevaluated*` whose branches evaluate some members or items, each another."""
        branches = [self._branch(keyword, level) for _ in range(2)]
        name = self.random.choice(("anyOf", "anyOf", "allOf", "oneOf", "if", "dependentSchemas"))
        if name == "if":
            return {"if": branches[0], self.random.choice(("then", "else")): branches[1]}
        return {name: dict(zip(constants.NAMES, branches, strict=False)) if name == "dependentSchemas" else branches}

    def _branch(self, keyword: str, level: int) -> dict[str, Any]:
        if keyword == "unevaluatedProperties":
            name = self.random.choice(constants.NAMES[:4])
            asked = {"required": [name]} if self.random.random() < 0.5 else {}
            return {"properties": {name: self.schema(max(level, LEVELS - 1), inward=True)}, **asked}
        first = [self.schema(max(level, LEVELS - 1), inward=True) for _ in range(self.random.randint(1, 2))]
        return {"prefixItems" if self.draft is Draft.D2020 else "items": first}


def _type(writer: Writer, level: int) -> JSON:
    random = writer.random
    if writer.draft is Draft.D3 and random.random() < 0.4:
        return [random.choice((*_TYPES, "any")), writer.schema(level + 1, inward=False)]
    return random.choice(_TYPES) if random.random() < 0.6 else random.sample(_TYPES, random.randint(1, 3))


def _by_name(level_of: Callable[[Writer, int], JSON], names: tuple[str, ...]) -> "Maker":
    def made(writer: Writer, level: int) -> JSON:
        chosen = writer.random.sample(names, writer.random.randint(1, 3))
        return {name: level_of(writer, level) for name in chosen}

    return made


def _several(writer: Writer, level: int) -> JSON:
    return [writer.beside(level) for _ in range(writer.random.choice([1, 2, 2, 3]))]


def _first_items(writer: Writer, level: int) -> JSON:
    return [writer.below(level) for _ in range(writer.random.randint(1, 3))]


def _items(writer: Writer, level: int) -> JSON:
    is_tuple = writer.draft < Draft.D2020 and writer.random.random() < 0.5
    return _first_items(writer, level) if is_tuple else writer.below(level)


def _rest(writer: Writer, level: int) -> JSON:
    """A schema, or a boolean, which every draft knows here."""
    return writer.random.random() < 0.3 if writer.random.random() < 0.5 else writer.below(level)


def _names(writer: Writer, least: int = 1) -> list[str]:
    return writer.random.sample(constants.NAMES, writer.random.randint(least, 2))


def _required(writer: Writer, _level: int) -> JSON:
    return writer.random.random() < 0.5 if writer.draft is Draft.D3 else _names(writer)


def _dependency(writer: Writer, level: int) -> JSON:
    if writer.random.random() < 0.5:
        return writer.beside(level)
    return writer.random.choice(constants.NAMES) if writer.draft is Draft.D3 else _names(writer)


def _exclusive(writer: Writer, _level: int) -> JSON:
    return writer.random.random() < 0.7 if writer.draft <= Draft.D4 else constants.bound(writer.random)


def _one_or_several(writer: Writer, level: int) -> JSON:
    return writer.beside(level) if writer.random.random() < 0.5 else _several(writer, level)


def _count(writer: Writer, _level: int) -> JSON:
    count = writer.random.choice([0, 1, 1, 2, 2, 3, 4])
    return float(count) if writer.draft >= Draft.D6 and writer.random.random() < 0.05 else count


def _enum(writer: Writer, _level: int) -> JSON:
    return constants.distinct(writer.random, writer.random.randint(1, 4))


def _from(values: tuple[JSON, ...]) -> "Maker":
    return lambda writer, _level: writer.random.choice(values)


Maker = Callable[[Writer, int], JSON]
MAKERS: Mapping[str, Maker] = {
    "type": _type,
    "disallow": _type,
    "const": lambda writer, _level: constants.value(writer.random),
    "enum": _enum,
    "properties": _by_name(Writer.below, constants.NAMES),
    "patternProperties": _by_name(Writer.below, constants.NAME_PATTERNS),
    "additionalProperties": _rest,
    "propertyNames": Writer.below,
    "required": _required,
    "dependencies": _by_name(_dependency, constants.NAMES),
    "dependentRequired": _by_name(lambda writer, _level: _names(writer, 0), constants.NAMES),
    "dependentSchemas": _by_name(Writer.beside, constants.NAMES),
    "unevaluatedProperties": lambda writer, level: False if writer.random.random() < 0.5 else writer.below(level),
    "unevaluatedItems": lambda writer, level: False if writer.random.random() < 0.5 else writer.below(level),
    "items": _items,
    "prefixItems": _first_items,
    "additionalItems": _rest,
    "contains": Writer.below,
    "allOf": _several,
    "anyOf": _several,
    "oneOf": _several,
    "extends": _one_or_several,
    "not": Writer.beside,
    "if": Writer.beside,
    "minimum": lambda writer, _level: constants.bound(writer.random),
    "maximum": lambda writer, _level: constants.bound(writer.random),
    "exclusiveMinimum": _exclusive,
    "exclusiveMaximum": _exclusive,
    "multipleOf": _from(constants.STEPS),
    "divisibleBy": _from(constants.STEPS),
    "uniqueItems": lambda writer, _level: writer.random.random() < 0.8,
    "pattern": _from(constants.PATTERNS),
    "format": _from(constants.FORMATS),
    "contentEncoding": _from(("base64", "quoted-printable")),
    "contentMediaType": _from(("application/json", "text/plain")),
    "contentSchema": Writer.below,
    "default": lambda writer, _level: constants.value(writer.random),
    "examples": lambda writer, _level: [constants.value(writer.random)],
    "title": _from(("", "$ref")),
    "description": _from(("Names a place.",)),
    "$comment": _from(("$ref",)),
    "deprecated": _from((True, False)),
    "readOnly": _from((True, False)),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ),
        _count,
    ),
}
