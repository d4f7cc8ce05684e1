"""Dialects: which keywords a schema is read with, and how `$schema` names them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from schemaval.errors import UnknownDialect
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft, Keyword, table


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a schema resource is read: the draft's rules, and the keywords of the vocabularies in force.

    `uri` is the metaschema's, `name` the short name (`"2020-12"`), or the URI again for a custom metaschema.
    `vocabularies` is None where all of the draft's are in force; `asserts_formats` says whether `format` asserts by
    itself. Two dialects are equal when their URIs and rules are.
    """

    uri: str
    name: str
    draft: Draft
    vocabularies: frozenset[str] | None = None
    asserts_formats: bool = False
    keywords: Mapping[str, Keyword] = field(repr=False, compare=False, default_factory=dict)

    @property
    def id_keyword(self) -> str:
        """The keyword that names a resource: `id` up to draft-04, then `$id`."""
        return "id" if self.draft <= Draft.D4 else "$id"

    @property
    def ref_hides_siblings(self) -> bool:
        """Whether a `$ref` makes its siblings void, as up to draft-07 (JSON Schema Core draft-07, section 8.3)."""
        return self.draft <= Draft.D7

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.uri, self.name, self.draft, self.vocabularies, self.asserts_formats)

    @property
    def is_custom(self) -> bool:
        """Whether a metaschema of the caller's own defines it."""
        return self.uri == self.name


def _standard(name: str, uri: str, draft: Draft) -> Dialect:
    return Dialect(uri, name, draft, keywords=table(draft))


def _restored(uri: str, name: str, draft: Draft, vocabularies: frozenset[str] | None, asserts_formats: bool) -> Dialect:
    return Dialect(uri, name, draft, vocabularies, asserts_formats, table(draft, vocabularies))


DIALECTS: tuple[Dialect, ...] = (
    _standard("draft-03", "http://json-schema.org/draft-03/schema", Draft.D3),
    _standard("draft-04", "http://json-schema.org/draft-04/schema", Draft.D4),
    _standard("draft-06", "http://json-schema.org/draft-06/schema", Draft.D6),
    _standard("draft-07", "http://json-schema.org/draft-07/schema", Draft.D7),
    _standard("2019-09", "https://json-schema.org/draft/2019-09/schema", Draft.D2019),
    _standard("2020-12", "https://json-schema.org/draft/2020-12/schema", Draft.D2020),
)
DEFAULT = DIALECTS[-1]
BY_DRAFT: Mapping[Draft, Dialect] = {dialect.draft: dialect for dialect in DIALECTS}
_BY_NAME: Mapping[str, Dialect] = {dialect.name: dialect for dialect in DIALECTS}
_BY_TAIL: Mapping[str, Dialect] = {dialect.uri.partition("://")[2]: dialect for dialect in DIALECTS}


def by_uri(uri: str) -> Dialect | None:
    """The standard dialect that `uri` names, by http or https, with or without an empty fragment; nothing looser."""
    scheme, _, tail = uri.partition("://")
    return _BY_TAIL.get(tail.removesuffix("#")) if scheme in ("http", "https") else None


def by_name(name: str) -> Dialect:
    """The standard dialect of a short name or a URI; UnknownDialect for any other."""
    dialect = _BY_NAME.get(name) or by_uri(name)
    if dialect is None:
        raise UnknownDialect(name, tuple(_BY_NAME))
    return dialect


def known_uris() -> tuple[str, ...]:
    """The URIs of the standard dialects."""
    return tuple(dialect.uri for dialect in DIALECTS)


def detect(schema: JSON, default: Dialect, resources: Mapping[str, Any], pointer: str = "") -> Dialect:
    """The dialect that `schema` declares by `$schema`, else `default`.

    Custom metaschemas are looked for in `resources` by their URI. An unknown one raises UnknownDialect with `pointer`.
    """
    declared = schema.get("$schema") if type(schema) is dict else None
    if type(declared) is not str:
        return default
    return by_uri(declared) or _custom(declared, resources, pointer, ())


_MAX_CHAIN = 8  # metaschemas of metaschemas


def _custom(uri: str, resources: Mapping[str, Any], pointer: str, seen: tuple[str, ...]) -> Dialect:
    """The dialect that the metaschema at `uri` among `resources` defines (JSON Schema Core 2020-12, section 8.1)."""
    plain = uri.removesuffix("#")
    metaschema = resources.get(plain, resources.get(plain + "#"))
    if type(metaschema) is not dict or plain in seen or len(seen) > _MAX_CHAIN:
        raise UnknownDialect(uri, known_uris(), pointer)
    declared = metaschema.get("$schema")
    base = (
        DEFAULT
        if type(declared) is not str
        else by_uri(declared) or _custom(declared, resources, pointer, (*seen, plain))
    )
    vocabularies = metaschema.get("$vocabulary")
    if base.draft < Draft.D2019 or type(vocabularies) is not dict:
        return Dialect(plain, plain, base.draft, base.vocabularies, base.asserts_formats, base.keywords)
    return _with_vocabularies(plain, base.draft, vocabularies, pointer)


def _with_vocabularies(uri: str, draft: Draft, vocabularies: Mapping[str, Any], pointer: str) -> Dialect:
    prefix = f"https://json-schema.org/draft/{BY_DRAFT[draft].name}/vocab/"
    names = set()
    asserts_formats = False
    for vocabulary, required in vocabularies.items():
        name = vocabulary.removeprefix(prefix)
        if name in _VOCABULARIES:
            names.add("format" if name.startswith("format") else name)
            asserts_formats |= name == "format-assertion" or (name == "format" and required is True)
        elif required is True:
            raise UnknownDialect(vocabulary, known_uris(), pointer)
    frozen = frozenset(names)
    return Dialect(uri, uri, draft, frozen, asserts_formats, table(draft, frozen))


_VOCABULARIES = frozenset(
    {
        "core",
        "applicator",
        "unevaluated",
        "validation",
        "meta-data",
        "format",
        "format-annotation",
        "format-assertion",
        "content",
    }
)
