"""What fastjsonschema gets wrong, as rows: where it shows, what happens, and what is done about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Cure = Literal["lowered", "guarded", "refused"]


@dataclass(frozen=True, slots=True)
class EngineFault:
    """One fault: at `keyword`, the engine does what `wrong` says; `how` it is lowered, guarded against or refused.

    A guarded schema is the engine's to judge for all values but those that `values.is_plain` tells apart.
    """

    keyword: str
    wrong: str
    cure: Cure
    how: str


FAULTS: Mapping[str, EngineFault] = {
    "names": EngineFault(
        "definitions",
        "definitions whose names differ in case or punctuation share one function",
        "lowered",
        "definitions are numbered d0, d1, ...",
    ),
    "siblings": EngineFault("$ref", "its siblings are ignored", "lowered", "an allOf holds both"),
    "identifiers": EngineFault("$id", "embedded identifiers fail to compile", "lowered", "references are followed"),
    "anchors": EngineFault("$anchor", "it is not known", "lowered", "references are followed"),
    "data": EngineFault("const", "a $ref in data is taken for a reference", "lowered", "data stands in an enum"),
    "fetching": EngineFault("$ref", "it fetches http and file", "lowered", "no reference leaves the document"),
    "dynamic": EngineFault("$dynamicRef", "it is ignored", "lowered", "a schema is written for each dynamic scope"),
    "recursive": EngineFault("$recursiveRef", "it is ignored", "lowered", "a schema is written for each dynamic scope"),
    "prefixItems": EngineFault("prefixItems", "it is ignored", "lowered", "items and additionalItems"),
    "dependentRequired": EngineFault("dependentRequired", "it is ignored", "lowered", "dependencies"),
    "dependentSchemas": EngineFault("dependentSchemas", "it is ignored", "lowered", "dependencies"),
    "minContains": EngineFault("minContains", "it is ignored", "lowered", "0 asks for nothing"),
    "unevaluatedProperties": EngineFault(
        "unevaluatedProperties", "it is ignored", "lowered", "if, then and else over what the branches evaluate"
    ),
    "unevaluatedItems": EngineFault(
        "unevaluatedItems", "it is ignored", "lowered", "if, then and else over what the branches evaluate"
    ),
    "defaults": EngineFault("default", "it is written into the instance", "lowered", "annotations are left out"),
    "digits": EngineFault("pattern", "Python's own syntax and classes hold", "lowered", "a search of our translation"),
    "dollar": EngineFault("pattern", "a $ in brackets fails to compile", "lowered", "a search of our translation"),
    "names of properties": EngineFault(
        "patternProperties", "Python's own syntax and classes hold", "lowered", "a search of our translation"
    ),
    "formats": EngineFault("format", "it always asserts, by checks of its own", "lowered", "checks of our table"),
    "content": EngineFault("contentMediaType", "it asserts in every draft", "lowered", "checks of our own"),
    "encoding": EngineFault("contentEncoding", "it is lax", "lowered", "checks of our own"),
    "exclusive": EngineFault("exclusiveMinimum", "draft-07 reads no boolean", "lowered", "the form of the draft"),
    "forbidden names": EngineFault(
        "required", "a name that the properties forbid fails to compile", "lowered", "an allOf holds both"
    ),
    "draft-03": EngineFault("extends", "draft-03 is not known", "lowered", "allOf, not, required and multipleOf"),
    "nesting": EngineFault("anyOf", "nested deep, the code is no Python", "lowered", "functions of their own"),
    "multiples": EngineFault("multipleOf", "floats are divided inexactly", "guarded", "numbers above 2**53"),
    "fine multiples": EngineFault("multipleOf", "quotients are rounded", "refused", "more digits than it divides by"),
    "large bounds": EngineFault("maximum", "large floats by their binary value", "guarded", "numbers above 2**53"),
    "large constants": EngineFault("enum", "large floats by their binary value", "guarded", "numbers above 2**53"),
    "unique": EngineFault("uniqueItems", "tuples inside are not compared", "guarded", "tuples, numbers above 2**53"),
    "decimals": EngineFault("type", "a Decimal is no integer", "guarded", "a Decimal under not, oneOf or if"),
    "classes": EngineFault(
        "maxProperties", "a subclass is believed what it says of itself", "lowered", "tests of the exact type"
    ),
    "infinity": EngineFault("minimum", "infinity and NaN are numbers", "lowered", "tests of the exact type"),
    "contains": EngineFault("contains", "it cannot count", "refused", "the engine cannot count items"),
    "branches": EngineFault(
        "unevaluatedProperties", "it keeps no account", "refused", "too many branches decide what is evaluated"
    ),
    "work": EngineFault(
        "$ref", "it keeps no count", "refused", "subschemas may be applied to one value many times over"
    ),
    "size": EngineFault("properties", "the code grows too large", "refused", "the engine's code would be too large"),
    "mixed drafts": EngineFault(
        "type", "an integer is one thing", "refused", "drafts before and after 06 differ on what an integer is"
    ),
}
