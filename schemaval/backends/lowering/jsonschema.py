"""A schema rewritten for `jsonschema`: its references followed, its assertions made tests, its annotations gone.

What comes out has the engine's own form, an object whose members are keywords, with values that the keyword functions
of `backends/jsonschema.py` read: a `Link` under the reference keywords, a test for each kind of value under the
assertions, pairs of search and subschema under `patternProperties`. No identifier, anchor or `$schema` is left, so
that the engine has nothing to resolve.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.backends.lowering.links import REFERENCES, Lowered, Node, Schema, Walk
from schemaval.backends.protocol import CompileJob
from schemaval.dialects import BY_DRAFT
from schemaval.errors import LimitExceeded, Reason, UnsupportedSchema
from schemaval.evaluator import assertions
from schemaval.evaluator.content import content_test
from schemaval.formats import check_for
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.patterns import UnsupportedPattern, compile_pattern
from schemaval.pointer import escape

ENGINE = "jsonschema"
UNION = "union"  # draft-03's `type` with schemas among the names


def lower(job: CompileJob) -> Lowered:
    """Rewrite the schema of `job`.

    Raises UnsupportedSchema where a pattern cannot be translated, LimitExceeded where the schema grows too large.
    """
    return Walk(job, _fill).lowered()


@dataclass(frozen=True, slots=True)
class At:
    """Where a keyword is lowered: the node to fill, and what the makers ask of its surroundings."""

    walk: Walk
    node: Node

    @property
    def source(self) -> Schema:
        """The subschema as it was."""
        source: Schema = self.node.position.schema
        return source

    @property
    def draft(self) -> Draft:
        """The draft that it is read in."""
        return self.node.position.resource.dialect.draft

    def inside(self, keyword: str, schema: JSON) -> Schema | bool:
        """A subschema below `keyword`, lowered; true where it asks nothing, if the draft has booleans."""
        if type(schema) is dict and self.draft >= Draft.D6 and not schema.keys() & MAKERS.keys():
            return True
        return self.walk.inside(self.node, keyword, schema)

    def search(self, pattern: str, *tokens: str) -> Callable[[str], Any]:
        """The search for a pattern that stands at `tokens`."""
        try:
            return compile_pattern(pattern, self.walk.job.limits.patterns).search
        except UnsupportedPattern as error:
            pointer = "".join("/" + escape(token) for token in tokens)
            reason = Reason(self.node.position.document_pointer + pointer, tokens[0], str(error))
            raise UnsupportedSchema(ENGINE, [reason]) from None


Maker = Callable[[At, str, JSON], Mapping[str, Any]]


def _fill(walk: Walk, node: Node) -> None:
    at = At(walk, node)
    dialect = at.node.position.resource.dialect
    if dialect.ref_hides_siblings and type(at.source.get("$ref")) is str:
        at.node.schema.update(_reference(at, "$ref", at.source["$ref"]))
        return
    for keyword, value in at.source.items():
        maker = MAKERS.get(keyword)
        if maker is not None and keyword in dialect.keywords:
            at.node.schema.update(maker(at, keyword, value))


# references and applicators


def _reference(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if keyword == "$recursiveRef" and at.draft is not Draft.D2019:
        return {}
    return {keyword: at.walk.reference(at.node, keyword, value)}


def _subschema(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: at.inside(keyword, value)}


def _subschemas(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if type(value) is not list:
        return _subschema(at, keyword, value)
    return {keyword: [at.inside(keyword, schema) for schema in value]}


def _by_name(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: {name: at.inside(keyword, schema) for name, schema in value.items()}}


def _properties(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """The members' schemas, with draft-03's `required` taken out of them to stand as later drafts have it."""
    lowered = dict(_by_name(at, keyword, value))
    if at.draft is Draft.D3:
        lowered["required"] = [
            name for name, held in value.items() if type(held) is dict and held.get("required") is True
        ]
    return lowered


def _patterns(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    pairs = [(at.search(pattern, keyword, pattern), at.inside(keyword, schema)) for pattern, schema in value.items()]
    return {keyword: pairs}


def _additional(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value if type(value) is bool else at.inside(keyword, value)}


def _additional_items(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """Only beside an array of `items` has the keyword a meaning; beside a boolean the engine fails."""
    return _subschema(at, keyword, value) if type(at.source.get("items")) is list else {}


def _dependencies(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {
        keyword: {
            name: at.inside(keyword, held) if type(held) in (dict, bool) else held for name, held in value.items()
        }
    }


# assertions


def _tested(keyword: str, made: assertions.Made) -> Mapping[str, Any]:
    return {keyword: made[0]} if made[0] else {}


def _as_is(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value}


def _required(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: value} if type(value) is list else {}


def _type(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """A test; where draft-03 lists schemas among the types, a union of them all."""
    names = value if type(value) is list else [value]
    texts = [name for name in names if type(name) is str]
    tests = {"type": assertions.type_tests(texts, at.draft)}
    if len(texts) == len(names):
        return tests
    return {UNION: [tests, *(at.inside(keyword, schema) for schema in names if type(schema) is dict)]}


def _disallow(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {"not": _type(at, keyword, value)}


def _bound(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_bound(keyword, value, at.source, at.draft))


def _exclusive_bound(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {} if at.draft <= Draft.D4 else _tested(keyword, assertions.make_exclusive_bound(keyword, value))


def _multiple(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_multiple(value))


def _length(_at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_length(keyword, value))


def _enum(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    limits = at.walk.job.limits
    if limits.max_enum_values is not None and len(value) > limits.max_enum_values:
        raise LimitExceeded("max_enum_values", len(value), f"{at.node.position.document_pointer}/{keyword}")
    return _tested(keyword, assertions.make_enum(value, limits))


def _const(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_const(value, at.walk.job.limits))


def _unique(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return _tested(keyword, assertions.make_unique(at.walk.job.limits)) if value is True else {}


def _pattern(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    return {keyword: assertions.pattern_test(at.search(value, keyword))}


def _format(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    if not (at.walk.job.assert_formats or at.node.position.resource.dialect.asserts_formats):
        return {}
    check = check_for(value, BY_DRAFT[at.draft].name)
    return {} if check is None else {keyword: assertions.text_test(check)}


def _content(at: At, keyword: str, value: JSON) -> Mapping[str, Any]:
    """Draft-07 asserts content; later dialects annotate. A media type is judged after decoding."""
    if at.draft is not Draft.D7:
        return {}
    encoding = at.source.get("contentEncoding")
    media_type = value if keyword == "contentMediaType" else None
    made = content_test(encoding if type(encoding) is str else None, media_type, at.walk.job.limits.max_instance_bytes)
    return {keyword: made} if made else {}


ASSERTIONS: Mapping[str, Maker] = {
    "type": _type,
    **dict.fromkeys(("minimum", "maximum"), _bound),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _exclusive_bound),
    **dict.fromkeys(("multipleOf", "divisibleBy"), _multiple),
    **dict.fromkeys(assertions.LENGTHS, _length),
    "enum": _enum,
    "const": _const,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "format": _format,
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _content),
}

_ONE = ("propertyNames", "not", "if", "then", "else", "contains", "unevaluatedItems", "unevaluatedProperties")

MAKERS: Mapping[str, Maker] = {
    **ASSERTIONS,
    **dict.fromkeys(REFERENCES, _reference),
    **dict.fromkeys(_ONE, _subschema),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems", "items", "extends"), _subschemas),
    "dependentSchemas": _by_name,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _additional,
    "additionalItems": _additional_items,
    "dependencies": _dependencies,
    **dict.fromkeys(("dependentRequired", "minContains", "maxContains"), _as_is),
    "required": _required,
    "disallow": _disallow,
}
