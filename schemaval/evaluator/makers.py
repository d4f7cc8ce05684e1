"""What each keyword makes of its subschema's node: a row of the makers' table, keyword by keyword."""

from collections.abc import Callable, Iterable, Mapping

from schemaval.dialects import BY_DRAFT, Dialect
from schemaval.errors import LimitExceeded
from schemaval.evaluator import assertions as tests
from schemaval.evaluator.applicators import All, Choice, Condition, Dependent, Not, TypeUnion
from schemaval.evaluator.assertions import Assertion
from schemaval.evaluator.build import Builder
from schemaval.evaluator.closures import KINDS
from schemaval.evaluator.content import content_test
from schemaval.evaluator.items import Contains, Items, UnevaluatedItems
from schemaval.evaluator.members import Members, PropertyNames, UnevaluatedProperties
from schemaval.evaluator.node import Edge, Node
from schemaval.evaluator.required import DependentRequired, Required, RequiredMember
from schemaval.formats import check_for
from schemaval.jsonvalue import JSON, as_count
from schemaval.keywords import Draft, Shape
from schemaval.pointer import escape


def fill(builder: Builder, node: Node) -> None:
    """Add the rules and annotations of a subschema's keywords to its node, in schema order, `unevaluated*` last."""
    schema = node.position.schema
    dialect = node.position.resource.dialect
    if dialect.ref_hides_siblings and type(schema.get("$ref")) is str:
        _reference(builder, node, "$ref", schema["$ref"])
        return
    keywords = dialect.keywords
    doubtful = bool(node.position.resource.document.problems)
    late: list[tuple[str, JSON]] = []
    for name, value in schema.items():
        row = keywords.get(name)
        if row is None or (doubtful and not _well_formed(row.shape, value, dialect.draft)):
            if row is None:
                node.annotations.append((name, value, KINDS))
            continue
        if row.vocabulary in _ANNOTATING and (name != "contentSchema" or "contentMediaType" in schema):
            node.annotations.append((name, value, _ANNOTATING[row.vocabulary]))
        if name in ("unevaluatedItems", "unevaluatedProperties"):
            late.append((name, value))
            continue
        maker = MAKERS.get(name)
        if maker is not None:
            maker(builder, node, name, value)
    for name, value in late:
        MAKERS[name](builder, node, name, value)


_ANNOTATING: Mapping[str, tuple[type, ...]] = {"meta-data": KINDS, "format": KINDS, "content": (str,)}


def _well_formed(shape: Shape, value: JSON, draft: Draft) -> bool:
    """Whether a value is what its shape says, members and items included (subschemas aside)."""
    if not shape.legal(value, draft):
        return False
    if shape.member is not None and type(value) is dict and not shape.is_schema:
        return all(_well_formed(shape.member, member, draft) for member in value.values())
    if shape.item is not None and type(value) is list:
        return all(_well_formed(shape.item, item, draft) for item in value)
    return True


def _dialect(node: Node) -> Dialect:
    return node.position.resource.dialect


def _assertion(node: Node, keyword: str, made: tests.Made) -> None:
    if made[0]:
        node.rules.append(Assertion(node, keyword, *made))


# in-place applicators


def _reference(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if keyword == "$recursiveRef" and _dialect(node).draft is not Draft.D2019:
        return
    node.rules.append(All(node, keyword, [builder.reference(node, keyword, value)]))


def _all(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(All(node, keyword, _listed(builder, node, keyword, value)))


def _choice(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(Choice(node, keyword, _listed(builder, node, keyword, value), only_one=keyword == "oneOf"))


def _listed(builder: Builder, node: Node, keyword: str, value: JSON) -> list[Edge]:
    if type(value) is not list:
        return [builder.child(node, (keyword,), value)]
    return [builder.child(node, (keyword, index), schema) for index, schema in enumerate(value)]


def _not(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(Not(node, keyword, [builder.child(node, (keyword,), value)]))


def _condition(builder: Builder, node: Node, _keyword: str, value: JSON) -> None:
    schema, keywords = node.position.schema, _dialect(node).keywords
    then, otherwise = (
        builder.child(node, (name,), schema[name]) if name in schema and name in keywords else None
        for name in ("then", "else")
    )
    node.rules.append(Condition(node, builder.child(node, ("if",), value), then, otherwise))


def _dependent_schemas(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    edges = {name: builder.child(node, (keyword, name), schema) for name, schema in value.items()}
    node.rules.append(Dependent(node, keyword, edges))


def _dependencies(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    needs = {
        name: (held,) if type(held) is str else tuple(held) for name, held in value.items() if type(held) in (str, list)
    }
    schemas = {name: held for name, held in value.items() if type(held) in (dict, bool)}
    if needs:
        node.rules.append(DependentRequired(node, keyword, needs))
    if schemas:
        _dependent_schemas(builder, node, keyword, schemas)


# members and items


def _members(builder: Builder, node: Node, keyword: str, _value: JSON) -> None:
    """One rule for the three keywords, made at the first of them."""
    if any(isinstance(rule, Members) for rule in node.rules):
        return
    schema, keywords = node.position.schema, _dialect(node).keywords
    properties = {
        name: builder.child(node, ("properties", name), held, inward=True)
        for name, held in schema.get("properties", {}).items()
    }
    patterns = [
        (
            builder.search(node, pattern, f"patternProperties/{escape(pattern)}"),
            builder.child(node, ("patternProperties", pattern), held, inward=True),
        )
        for pattern, held in schema.get("patternProperties", {}).items()
    ]
    additional = (
        builder.child(node, ("additionalProperties",), schema["additionalProperties"], inward=True)
        if "additionalProperties" in schema and "additionalProperties" in keywords
        else None
    )
    node.rules.append(Members(node, keyword, properties, patterns, additional))
    if _dialect(node).draft is Draft.D3:
        asked = [
            name
            for name, held in schema.get("properties", {}).items()
            if type(held) is dict and held.get("required") is True
        ]
        if asked:
            node.rules.append(RequiredMember(node, asked))


def _property_names(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    node.rules.append(PropertyNames(node, builder.child(node, (keyword,), value)))


def _prefix_items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """`prefixItems` with the `items` beside it, from 2020-12 on."""
    rest = node.position.schema.get("items")
    edge = (
        builder.child(node, ("items",), rest, inward=True)
        if rest is not None and "items" in _dialect(node).keywords
        else None
    )
    _add_items(builder, node, keyword, value, edge)


def _items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """`items` as a schema, or as an array with the `additionalItems` beside it."""
    schema = node.position.schema
    if type(value) is list:
        rest = schema.get("additionalItems")
        edge = builder.child(node, ("additionalItems",), rest, inward=True) if rest is not None else None
        _add_items(builder, node, keyword, value, edge)
    elif not ("prefixItems" in schema and "prefixItems" in _dialect(node).keywords):
        node.rules.append(Items(node, keyword, (), builder.child(node, (keyword,), value, inward=True)))


def _add_items(builder: Builder, node: Node, keyword: str, prefix: list[JSON], rest: Edge | None) -> None:
    edges = [builder.child(node, (keyword, index), held, inward=True) for index, held in enumerate(prefix)]
    node.rules.append(Items(node, keyword, edges, rest))


def _contains(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    schema, keywords = node.position.schema, _dialect(node).keywords
    least = as_count(schema.get("minContains", 1)) if "minContains" in keywords else 1
    most = as_count(schema["maxContains"]) if "maxContains" in keywords and "maxContains" in schema else None
    marks = _dialect(node).draft >= Draft.D2020
    node.rules.append(Contains(node, builder.child(node, (keyword,), value, inward=True), least, most, marks=marks))


def _unevaluated_properties(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    rest = builder.child(node, (keyword,), value, inward=True)
    members = next((rule for rule in node.rules if isinstance(rule, Members)), None)
    if not _applies_in_place(node):
        if members is None:
            node.rules.append(Members(node, keyword, {}, (), rest))
        elif members.additional is None:
            members.additional = rest
        return
    node.tracks = True
    node.rules.append(UnevaluatedProperties(node, rest, lambda: members.known() if members is not None else []))


def _unevaluated_items(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    rest = builder.child(node, (keyword,), value, inward=True)
    if not _applies_in_place(node) and not any(isinstance(rule, Contains) and rule.marks for rule in node.rules):
        items = next((rule for rule in node.rules if isinstance(rule, Items)), None)
        if items is None:
            node.rules.append(Items(node, keyword, (), rest))
        elif items.rest is None:
            items.rest = rest
        return
    node.tracks = True
    node.rules.append(UnevaluatedItems(node, rest))


def _applies_in_place(node: Node) -> bool:
    return any(isinstance(rule, (All, Choice, Condition, Dependent)) for rule in node.rules)


# assertions


def _type(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    names = [value] if type(value) is str else value
    schemas = [(index, held) for index, held in enumerate(names) if type(held) is not str]
    if not schemas and keyword == "type":
        _assertion(node, keyword, tests.make_type(value, _dialect(node).draft))
        return
    texts = [name for name in names if type(name) is str]
    edges = [builder.child(node, (keyword, index), held) for index, held in schemas]
    kinds = tests.type_tests(texts, _dialect(node).draft)
    expected = texts + ["schema"] * bool(schemas)
    node.rules.append(TypeUnion(node, keyword, kinds, edges, expected, negated=keyword == "disallow"))


def _bound(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_bound(keyword, value, node.position.schema, _dialect(node).draft))


def _exclusive_bound(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if _dialect(node).draft >= Draft.D6:
        _assertion(node, keyword, tests.make_exclusive_bound(keyword, value))


def _multiple(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_multiple(value))


def _length(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_length(keyword, value))


def _enum(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    limit = builder.limits.max_enum_values
    if limit is not None and len(value) > limit:
        raise LimitExceeded("max_enum_values", len(value), f"{node.position.document_pointer}/{keyword}")
    _assertion(node, keyword, tests.make_enum(value, builder.limits))


def _const(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, tests.make_const(value, builder.limits))


def _unique(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    if value is True:
        _assertion(node, keyword, tests.make_unique(builder.limits))


def _required(_builder: Builder, node: Node, _keyword: str, value: JSON) -> None:
    if type(value) is list and value:
        properties = node.position.schema.get("properties")
        node.rules.append(Required(node, value, properties if type(properties) is dict else ()))


def _dependent_required(_builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    needs = {name: tuple(wanted) for name, wanted in value.items() if wanted}
    if needs:
        node.rules.append(DependentRequired(node, keyword, needs))


def _pattern(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    _assertion(node, keyword, (tests.pattern_test(builder.search(node, value, keyword)), {"pattern": value}))


def _format(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    dialect = _dialect(node)
    if builder.assert_formats or dialect.asserts_formats:
        check = check_for(value, BY_DRAFT[dialect.draft].name)
        if check is not None:
            _assertion(node, keyword, (tests.text_test(check), {"format": value}))


def _content(builder: Builder, node: Node, keyword: str, value: JSON) -> None:
    """Draft-07 asserts content; later dialects annotate. The media type is judged after decoding."""
    if _dialect(node).draft is not Draft.D7:
        return
    encoding = node.position.schema.get("contentEncoding")
    encoding = encoding if type(encoding) is str else None
    if keyword == "contentEncoding":
        made = content_test(encoding, None, builder.limits.max_instance_bytes)
        _assertion(node, keyword, (made, {"encoding": value}))
    else:
        made = content_test(encoding, value, builder.limits.max_instance_bytes)
        _assertion(node, keyword, (made, {"media_type": value}))


Maker = Callable[[Builder, Node, str, JSON], None]


def _rows(maker: Maker, names: Iterable[str]) -> dict[str, Maker]:
    return dict.fromkeys(names, maker)


MAKERS: Mapping[str, Maker] = {
    **_rows(_reference, ("$ref", "$dynamicRef", "$recursiveRef")),
    **_rows(_all, ("allOf", "extends")),
    **_rows(_choice, ("anyOf", "oneOf")),
    **_rows(_not, ("not",)),
    **_rows(_condition, ("if",)),
    **_rows(_dependent_schemas, ("dependentSchemas",)),
    **_rows(_dependencies, ("dependencies",)),
    **_rows(_members, ("properties", "patternProperties", "additionalProperties")),
    **_rows(_property_names, ("propertyNames",)),
    **_rows(_prefix_items, ("prefixItems",)),
    **_rows(_items, ("items",)),
    **_rows(_contains, ("contains",)),
    **_rows(_unevaluated_properties, ("unevaluatedProperties",)),
    **_rows(_unevaluated_items, ("unevaluatedItems",)),
    **_rows(_type, ("type", "disallow")),
    **_rows(_bound, ("minimum", "maximum")),
    **_rows(_exclusive_bound, ("exclusiveMinimum", "exclusiveMaximum")),
    **_rows(_multiple, ("multipleOf", "divisibleBy")),
    **_rows(_length, tests.LENGTHS),
    **_rows(_enum, ("enum",)),
    **_rows(_const, ("const",)),
    **_rows(_unique, ("uniqueItems",)),
    **_rows(_required, ("required",)),
    **_rows(_dependent_required, ("dependentRequired",)),
    **_rows(_pattern, ("pattern",)),
    **_rows(_format, ("format",)),
    **_rows(_content, ("contentEncoding", "contentMediaType")),
}
