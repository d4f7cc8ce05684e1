"""Network and files: every way by which a schema may ask for something from outside."""

from collections.abc import Iterator
from typing import Any

from tests.hostile.case import INVALID, LIMIT, UNKNOWN, UNRESOLVABLE, Case, always
from tests.hostile.site import host, place

_2020 = "https://json-schema.org/draft/2020-12/schema"
_DRAFTS = {
    "draft-03": "http://json-schema.org/draft-03/schema#",
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema#",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
}


def uris() -> dict[str, str]:
    """Where a reference may lead."""
    return {
        "http": f"http://{host()}/a.json",
        "https": f"https://{host()}/a.json",
        "upper": f"HTTP://{host()}/a.json",
        "ftp": f"ftp://{host()}/a.json",
        "data": "data:application/json,false",
        "data-base64": "data:application/json;base64,ZmFsc2U=",
        "file": f"file://{place('schema.json')}",
        "file-localhost": f"file://localhost{place('schema.json')}",
        "file-one-slash": f"file:{place('schema.json')}",
        "fifo": f"file://{place('fifo')}",
        "zero": "file:///dev/zero",
        "path": place("schema.json"),
        "no-scheme": f"//{host()}/a.json",
        "relative": "a.json",
        "up": "../../../../etc/hostname",
        "urn": "urn:example:a",
        "jar": f"jar:http://{host()}/a.jar!/a.json",
        "share": f"\\\\{host()}\\share",
        "metadata": f"http://user:word@{host()}/latest/meta-data/#/a",
        "unknown-part": f"{_2020}#/$defs/nope",
        "near-standard": f"{_2020}/more",
    }


def places(reference: dict[str, Any]) -> dict[str, Any]:
    """Schemas that hold a reference somewhere, most where no instance meets it."""
    return {
        "root": reference,
        "property": {"properties": {"a": reference}},
        "dead-property": {"properties": {"never": reference}},
        "definition": {"$defs": {"unused": reference}},
        "old-definition": {"definitions": {"unused": reference}},
        "then": {"then": reference},
        "dead-then": {"if": False, "then": reference},
        "any-of": {"anyOf": [True, reference]},
        "not": {"not": {"not": reference}},
        "items": {"prefixItems": [reference]},
        "additional": {"additionalProperties": reference},
        "unevaluated": {"unevaluatedProperties": reference},
        "dependent": {"dependentSchemas": {"never": reference}},
        "dependencies": {"dependencies": {"never": reference}},
        "names": {"propertyNames": reference},
        "content": {"contentMediaType": "application/json", "contentSchema": reference},
        "behind-a-reference": {"$ref": "#/x", "x": {"properties": {"never": reference}}},
    }


def _references() -> Iterator[Case]:
    for name, uri in uris().items():
        for where, schema in places({"$ref": uri}).items():
            if where in ("root", "dead-property") or name in ("http", "file"):
                yield _refused(f"{name}-{where}", schema, quick=name in ("http", "file", "fifo", "data"))
    for keyword in ("$dynamicRef", "$recursiveRef"):
        dialect = _DRAFTS["2019-09"] if keyword == "$recursiveRef" else _2020
        yield _refused(
            f"by-{keyword[1:]}", {"$schema": dialect, "properties": {"a": {keyword: uris()["http"]}}}, INVALID
        )
    for name, dialect in _DRAFTS.items():
        key = "id" if name in ("draft-03", "draft-04") else "$id"
        yield _refused(f"ref-in-{name}", {"$schema": dialect, "properties": {"never": {"$ref": uris()["http"]}}})
        schema = {"$schema": dialect, key: f"http://{host()}/base/", "properties": {"never": {"$ref": "b.json"}}}
        yield _refused(f"relative-in-{name}", schema)


def _bases() -> Iterator[Case]:
    for name, base in uris().items():
        schema = {"$id": base, "properties": {"never": {"$ref": "other.json"}}}
        yield _refused(f"base-{name}", schema, INVALID, quick=name in ("http", "file"))
        inner = {"$defs": {"x": {"$id": base, "properties": {"never": {"$ref": "other.json#/a"}}}}}
        yield _refused(f"inner-base-{name}", inner, INVALID)


def _dialects() -> Iterator[Case]:
    for name, uri in uris().items():
        if name != "unknown-part":
            errors = UNKNOWN | INVALID | UNRESOLVABLE
            yield _refused(
                f"dialect-{name}", {"$schema": uri, "type": "string"}, errors, quick=name in ("http", "file")
            )
            inner = {"$defs": {"x": {"$id": "https://example.invalid/x", "$schema": uri}}}
            yield _refused(f"inner-dialect-{name}", inner, errors)


def _by_resources() -> Iterator[Case]:
    far = uris()["http"]
    rows: tuple[tuple[str, Any, dict[str, Any]], ...] = (
        ("reference-in-a-resource", {"$ref": "urn:r"}, {"urn:r": {"properties": {"never": {"$ref": far}}}}),
        ("base-in-a-resource", {"$ref": f"http://{host()}/r"}, {f"http://{host()}/r": {"items": {"$ref": "s"}}}),
        ("dialect-in-a-resource", {"$ref": "urn:r"}, {"urn:r": {"$schema": far}}),
        ("dialect-of-a-metaschema", {"$schema": "urn:m"}, {"urn:m": {"$schema": far}}),
        ("reference-in-a-metaschema", {"$schema": "urn:m"}, {"urn:m": {"$schema": _2020, "allOf": [{"$ref": far}]}}),
    )
    for name, schema, resources in rows:
        errors = UNRESOLVABLE | UNKNOWN
        yield Case(name, always(schema), always({"a": 1}), None, errors, {"resources": resources}, quick=True)


def _harmless() -> Iterator[Case]:
    far = uris()["http"]
    data = {"const": {"$ref": far}, "enum": [{"$ref": far}], "default": {"$ref": far}, "examples": [{"$schema": far}]}
    yield Case("in-data", always(data), always({"$ref": far}), True, quick=True)
    yield Case("in-unknown-keywords", always({"x": {"$ref": far}, "y": [{"$id": far}]}), always(1), True, quick=True)
    yield Case("as-a-property", always({"properties": {"$ref": {"type": "string"}}}), always({"$ref": 1}), False)
    yield Case("in-an-instance", always({"type": "object"}), always({"$schema": far, "$ref": far}), True)
    yield Case("id-only", always({"$id": far, "type": "string"}), always(1), False, quick=True)
    yield Case("standard", always({"$ref": "http://json-schema.org/draft-07/schema#"}), always({"type": 12}), False)
    yield Case("unread-resource", always({}), always(1), True, LIMIT, {"resources": {"urn:r": {"$ref": far}}})


def _refused(name: str, schema: Any, errors: frozenset[str] = frozenset(), *, quick: bool = False) -> Case:
    return Case(name, always(schema), always({"a": 1}), None, UNRESOLVABLE | errors, quick=quick)


CASES = (*_references(), *_bases(), *_dialects(), *_by_resources(), *_harmless())
