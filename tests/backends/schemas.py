"""Schemas and instances made at random: every keyword of every dialect, references, and values that engines mistake.

`Maker(seed)` makes the same schema and the same instances every time. The words are few, so that keywords meet.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from schemaval.dialects import BY_DRAFT
from schemaval.keywords import Draft

Schema = Any
Instance = Any

COMMON = ("a", "b", "c", "a-b", "a_b", "A")
NAMES = (*COMMON, "$ref", "é", "", "missing", "x{y}", "q\"'", "1", "len", "key", "$id", "default")
TEXTS = (
    "",
    "a",
    "aa",
    "ab",
    "b",
    "0",
    "\u0663",
    "a\n",
    "2020-01-01",
    "\U0001f600",
    "abc",
    "A-b",
    "1.2.3.4",
    "{}",
    "e30=",
)
SMALL = (0, 1, 2, 3, 1.0, 1.5, -1, 0.1, 0.3, 4)
LARGE = (5, 2.0, 0.01, 2**53, 2**53 + 1, 1e23, 10**23, 1e308, -0.0, -(2**63), float(2**63), 2**63 - 1, 10**400, 5e-324)
DECIMALS = tuple(map(Decimal, ("1", "1.0", "0.3", "0.1", "1E+2", "1.5", "9007199254740993", "0.10000000000000000001")))
PATTERNS = ("^a", "a$", r"\d", "^[a-b]*$", "[$]", r"\p{L}", "^.$", "", r"b|\n", "^(?!a)", r"\w-", "$", r"^(a|b)\1")
FORMATS = ("date", "ipv4", "regex", "uri", "email", "unknown", "uuid", "json-pointer", "time", "color")
TYPES = ("null", "boolean", "number", "integer", "string", "array", "object")
DIVISORS = (1, 2, 3, 0.1, 0.01, 1.5, 2.0, 0.5, 10, 1e-8, 0.3, 7, 10**30)


class Row(NamedTuple):
    """A keyword: the method that makes its value, its first and last draft, and whether it holds subschemas."""

    make: str
    since: Draft = Draft.D3
    until: Draft = Draft.D2020
    holds: bool = False


_D3, _D4, _D6, _D7, _D2019, _D2020 = Draft
ROWS: Mapping[str, Row] = {
    "$ref": Row("reference"),
    "$dynamicRef": Row("dynamic_reference", _D2020),
    "$recursiveRef": Row("recursive_reference", _D2019, _D2019),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), Row("schemas", _D4, holds=True)),
    "extends": Row("schemas", _D3, _D3, holds=True),
    "not": Row("schema", _D4, holds=True),
    **dict.fromkeys(("if", "then", "else"), Row("schema", _D7, holds=True)),
    "dependentSchemas": Row("members", _D2019, holds=True),
    "dependencies": Row("dependencies", holds=True),
    "dependentRequired": Row("names_by_name", _D2019),
    "properties": Row("properties", holds=True),
    "patternProperties": Row("pattern_properties", holds=True),
    "additionalProperties": Row("rest", holds=True),
    "propertyNames": Row("schema", _D6, holds=True),
    "prefixItems": Row("schemas", _D2020, holds=True),
    "items": Row("items", holds=True),
    "additionalItems": Row("rest", _D3, _D2019, holds=True),
    "contains": Row("schema", _D6, holds=True),
    "contentSchema": Row("schema", _D2019, holds=True),
    "type": Row("types"),
    "disallow": Row("types", _D3, _D3),
    "enum": Row("values"),
    "const": Row("value", _D6),
    "divisibleBy": Row("divisor", _D3, _D3),
    "multipleOf": Row("divisor", _D4),
    **dict.fromkeys(("minimum", "maximum"), Row("number")),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), Row("number", _D6)),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), Row("count")),
    **dict.fromkeys(("minProperties", "maxProperties"), Row("count", _D4)),
    "uniqueItems": Row("boolean"),
    "required": Row("names", _D4),
    "pattern": Row("pattern"),
    "format": Row("format"),
    "contentEncoding": Row("encoding", _D7),
    "contentMediaType": Row("media_type", _D7),
    "default": Row("value"),
}


class Maker:
    """Makes one schema, and any number of instances for it."""

    def __init__(self, seed: int) -> None:
        """The seed decides everything, the draft included."""
        self.random = Random(seed)  # noqa: S311 - chance, no secret
        self.draft = self.pick(tuple(Draft))
        self.strange = self.random.random() < 0.2  # tuples and Decimals among the instances
        self._rows = [(name, row) for name, row in ROWS.items() if row.since <= self.draft <= row.until]
        self._anchors: list[str] = []
        self._definitions: list[str] = []
        self.root: Schema = self._root()

    def pick(self, choices: Any) -> Any:
        """One of the choices."""
        return self.random.choice(choices)

    def chance(self, share: float) -> bool:
        """True in that share of cases."""
        return self.random.random() < share

    # the whole

    def _root(self) -> Schema:
        self._definitions = [f"d{number}" for number in range(self.random.randrange(4))]
        if self.draft >= Draft.D2019:
            self._anchors = [f"n{number}" for number in range(self.random.randrange(3))]
        root = self._object(3)
        if self.draft < Draft.D6 and self.chance(0.3):
            root |= {"minimum": 1, "exclusiveMinimum": True}
        keyword = "$defs" if self.draft >= Draft.D2019 else "definitions"
        held = {name: self.schema(2) for name in self._definitions}
        for anchor in self._anchors:
            held |= self._anchored(anchor)
        if self.draft is Draft.D2019 and self.chance(0.5):
            root["$recursiveAnchor"] = True
        return {"$schema": BY_DRAFT[self.draft].uri, **root, **({keyword: held} if held else {})}

    def _anchored(self, anchor: str) -> dict[str, Schema]:
        """A subschema of that name, and maybe another resource with the same dynamic anchor."""
        is_dynamic = self.draft is Draft.D2020 and self.chance(0.5)
        made = {anchor: {"$dynamicAnchor" if is_dynamic else "$anchor": anchor, **self._object(2)}}
        if is_dynamic:
            inner = {"q": {"$dynamicAnchor": anchor, **self._object(1)}}
            made[f"other {anchor}"] = {"$id": f"http://example.com/{anchor}", **self._object(2), "$defs": inner}
        return made

    def _object(self, depth: int) -> dict[str, Schema]:
        made: Schema = True
        while type(made) is not dict:
            made = self.schema(depth)
        return made

    def schema(self, depth: int) -> Schema:
        """A subschema that holds others down to a depth."""
        if self.draft >= Draft.D6 and self.chance(0.1):
            return self.chance(0.7)
        made: dict[str, Schema] = {}
        weights = [0 if row.holds and not depth else 2 + row.holds for _, row in self._rows]
        for name, row in self.random.choices(self._rows, weights, k=self.pick((0, 1, 1, 2, 2, 3, 4))):
            value = getattr(self, row.make)(depth - 1)
            if value is not None:
                made[name] = value
        if self.draft >= Draft.D2019:
            self._late(made, depth)
        return made

    def _late(self, made: dict[str, Schema], depth: int) -> None:
        """Keywords that look at others: the bounds of `contains`, and `unevaluated*`."""
        if "contains" in made and self.chance(0.2):
            made["minContains"] = self.pick((0, 0, 1, 2))
        if "contains" in made and self.chance(0.1):
            made["maxContains"] = self.pick((0, 1, 3))
        if depth and self.chance(0.25):
            keyword = self.pick(("unevaluatedProperties", "unevaluatedItems"))
            made[keyword] = self.schema(0) if self.chance(0.3) else False

    # values of keywords

    def reference(self, _depth: int) -> str:
        """A reference to the root, a definition or an anchor."""
        keyword = "$defs" if self.draft >= Draft.D2019 else "definitions"
        known = [f"#/{keyword}/{name}" for name in self._definitions]
        return str(self.pick(["#", *known, *known, *(f"#{anchor}" for anchor in self._anchors)]))

    def dynamic_reference(self, _depth: int) -> str | None:
        """A dynamic reference to an anchor, where there is one."""
        return f"#{self.pick(self._anchors)}" if self._anchors else None

    def recursive_reference(self, _depth: int) -> str:
        """The only one there is."""
        return "#"

    def schemas(self, depth: int) -> Schema:
        """One to three subschemas."""
        return [self.schema(depth) for _ in range(self.random.randrange(1, 4))]

    def members(self, depth: int) -> Schema:
        """Subschemas by name."""
        names = NAMES if self.chance(0.2) else COMMON
        return {self.pick(names): self.schema(depth) for _ in range(self.random.randrange(1, 4))}

    def properties(self, depth: int) -> Schema:
        """Subschemas by name; in draft-03 some ask to be there."""
        made = self.members(depth)
        if self.draft is Draft.D3:
            for held in made.values():
                if self.chance(0.3):
                    held["required"] = True
        return made

    def pattern_properties(self, depth: int) -> Schema:
        """Subschemas by pattern."""
        return {self.pick(PATTERNS): self.schema(depth) for _ in range(self.random.randrange(1, 3))}

    def dependencies(self, depth: int) -> Schema:
        """Subschemas and names by name."""
        return self.members(depth) if self.chance(0.5) else self.names_by_name(depth)

    def names_by_name(self, depth: int) -> Schema:
        """Names by name."""
        return {self.pick(COMMON): self.names(depth)}

    def rest(self, depth: int) -> Schema:
        """A subschema, or nothing more."""
        return False if self.chance(0.5) else self.schema(depth)

    def items(self, depth: int) -> Schema:
        """A subschema, or some where the draft has them."""
        return self.schemas(depth) if self.draft <= Draft.D2019 and self.chance(0.5) else self.schema(depth)

    def types(self, depth: int) -> Schema:
        """A name, or some, with schemas among them in draft-03."""
        names = (*TYPES, "any") if self.draft is Draft.D3 else TYPES
        if self.chance(0.6):
            return self.pick(names)
        made: list[Schema] = self.random.sample(names, self.random.randrange(1, 4))
        if self.draft is Draft.D3 and depth > 0 and self.chance(0.5):
            made.append(self.schema(depth - 1))
        return made

    def values(self, _depth: int) -> Schema:
        """One to six values that differ."""
        made = [self.value(1) for _ in range(self.random.randrange(1, 7))]
        return list({repr(value): value for value in made}.values())

    def number(self, _depth: int = 0) -> Any:
        """A number."""
        return self.pick(LARGE if self.chance(0.3) else SMALL)

    def divisor(self, _depth: int) -> Any:
        """A number above 0."""
        return self.pick(DIVISORS)

    def count(self, _depth: int) -> Any:
        """A small integer, written with a fraction where the draft takes that."""
        return self.pick((0, 1, 2, 3, 2.0)[: 5 if self.draft >= Draft.D6 else 4])

    def boolean(self, _depth: int) -> bool:
        """Mostly true."""
        return self.chance(0.7)

    def names(self, _depth: int) -> Schema:
        """One or two names that differ."""
        return self.random.sample(COMMON, self.random.randrange(1, 3))

    def pattern(self, _depth: int) -> str:
        """A pattern."""
        return str(self.pick(PATTERNS))

    def format(self, _depth: int) -> str:
        """A format, known or not."""
        return str(self.pick(FORMATS))

    def encoding(self, _depth: int) -> str:
        """An encoding, known or not."""
        return str(self.pick(("base64", "quoted-printable")))

    def media_type(self, _depth: int) -> str:
        """The media type that draft-07 asserts."""
        return "application/json"

    # instances

    def value(self, depth: int = 3) -> Instance:
        """A JSON value; strange ones hold tuples and Decimals, if this maker makes such instances."""
        share = self.random.random()
        if depth > 0 and share < 0.25:
            return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        if depth > 0 and share < 0.5:
            names = NAMES if self.chance(0.2) else COMMON
            return {self.pick(names): self.value(depth - 1) for _ in range(self.random.randrange(4))}
        if share < 0.65:
            return self.pick(TEXTS)
        return self.number() if share < 0.88 else self.pick((True, False, None))

    def instance(self) -> Instance:
        """A value that aims at the schema, or one that does not."""
        made = self._aimed(self.root, 5) if self.chance(0.7) else self.value()
        return self._estranged(made) if self.strange else made

    def _estranged(self, value: Instance) -> Instance:
        """The value with some arrays as tuples and some numbers as Decimals."""
        kind = type(value)
        if kind is dict:
            return {name: self._estranged(member) for name, member in value.items()}
        if kind is list:
            items = [self._estranged(item) for item in value]
            items += items[:1] if self.chance(0.2) else []
            return tuple(items) if self.chance(0.3) else items
        return self.pick(DECIMALS) if kind in (int, float) and self.chance(0.3) else value

    def _aimed(self, schema: Schema, depth: int) -> Instance:
        if type(schema) is not dict or depth <= 0 or self.chance(0.15):
            return self.value(2)
        for keyword, aim in _AIMS.items():
            if keyword in schema and self.chance(0.6):
                return aim(self, schema, depth - 1)
        return self.value(2)

    def follow(self, schema: Schema, depth: int) -> Instance:
        """Aim at what a reference leads to."""
        target = self.root
        for token in schema["$ref"].split("/")[1:]:
            target = target.get(token, {})
        return self._aimed(target, depth)

    def aim_at_object(self, schema: Schema, depth: int) -> Instance:
        """Aim at what is said of members."""
        rest = schema.get("additionalProperties", schema.get("unevaluatedProperties", True))
        held = schema.get("properties", {})
        made = {name: self._aimed(inner, depth) for name, inner in held.items() if self.chance(0.7)}
        asked = schema.get("required", ())
        for name in [*(asked if type(asked) is list else ()), *self.random.sample(COMMON, self.random.randrange(3))]:
            if name not in made and self.chance(0.8):
                made[name] = self._aimed(rest, depth - 1)
        return made

    def aim_at_array(self, schema: Schema, depth: int) -> Instance:
        """Aim at what is said of items."""
        rest = schema.get("items", schema.get("unevaluatedItems", True))
        prefix = schema.get("prefixItems", rest if type(rest) is list else [])
        made = [self._aimed(inner, depth) for inner in prefix[: self.random.randrange(4)]]
        rest = schema.get("additionalItems", True) if type(rest) is list else rest
        for _ in range(self.random.randrange(4)):
            aim = schema["contains"] if "contains" in schema and self.chance(0.5) else rest
            made.append(self._aimed(aim, depth - 1))
        return made

    def aim_at_type(self, schema: Schema, _depth: int) -> Instance:
        """Aim at one of the types."""
        names = schema["type"]
        value = self.pick(names) if type(names) is list and names else names
        made = {"null": None, "boolean": True, "string": self.pick(TEXTS), "object": {}, "array": []}
        return made.get(value, self.number()) if type(value) is str else self._aimed(value, 1)


def _one_of(keyword: str) -> Callable[[Maker, Schema, int], Instance]:
    """Aim at the keyword's value, or at one of them."""

    def aim(maker: Maker, schema: Schema, depth: int) -> Instance:
        held = schema[keyword]
        return maker._aimed(maker.pick(held) if type(held) is list and held else held, depth)

    return aim


_AIMS: Mapping[str, Callable[[Maker, Schema, int], Instance]] = {
    "$ref": Maker.follow,
    "const": lambda _maker, schema, _depth: schema["const"],
    "enum": lambda maker, schema, _depth: maker.pick(schema["enum"]),
    **{keyword: _one_of(keyword) for keyword in ("allOf", "anyOf", "oneOf", "extends", "if", "then", "else")},
    **dict.fromkeys(("properties", "required", "additionalProperties", "dependentSchemas"), Maker.aim_at_object),
    **dict.fromkeys(("patternProperties", "unevaluatedProperties", "propertyNames"), Maker.aim_at_object),
    **dict.fromkeys(("items", "prefixItems", "contains", "unevaluatedItems", "uniqueItems"), Maker.aim_at_array),
    "type": Maker.aim_at_type,
}
