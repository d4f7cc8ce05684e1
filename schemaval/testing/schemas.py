"""Schemas made at random: every keyword of every dialect, references of every kind, and hardly one that is invalid."""

from random import Random
from typing import TYPE_CHECKING, Any

from schemaval.dialects import BY_DRAFT
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.testing.case import Case
from schemaval.testing.errors import PackageNotInstalled
from schemaval.testing.targets import BASE, ELSEWHERE, NODE, Place, Target, definitions
from schemaval.testing.writing import LEVELS, Writer

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_ROOT = Target("")


def case(random: Random, draft: Draft | None = None) -> Case:
    """A schema of a draft, or of any, with definitions and sometimes a second document; `random` decides all."""
    draft = random.choice(list(Draft)) if draft is None else draft
    dialect = BY_DRAFT[draft]
    if random.random() < 0.15:
        return Case(Writer(random, draft, Place("", "")).schema(LEVELS - 1, inward=False), dialect.name)
    has_base = random.random() < 0.5
    base = BASE if has_base else ""
    schema: dict[str, Any] = {"$schema": dialect.uri} if random.random() < 0.5 else {}
    schema |= {dialect.id_keyword: BASE} if has_base else {}
    schema |= _anchor(random, draft)
    known = definitions(random, draft, has_base=has_base)
    outside = _outside(draft) if has_base and random.random() < 0.2 else ()
    further = (_ROOT, *known, *outside)
    dynamic = _dynamic(draft, base, schema)
    schema |= _whole(Writer(random, draft, Place(base, base, (*known, *outside), further, dynamic)), draft)
    for number, target in enumerate(known):
        place = Place(target.uri or base, base, (*known[number + 1 :], *outside), further, dynamic)
        written = Writer(random, draft, place).schema(inward=False)
        naming = {**target.naming, **(_anchor(random, draft) if target.uri else {})}
        schema.setdefault(target.holder, {})[target.name] = _named(written, naming, draft)
    resources = {ELSEWHERE: _elsewhere(random, draft)} if outside else {}
    return Case(schema, dialect.name, resources, random.random() < 0.3)


def strategy(draft: Draft | None = None) -> "SearchStrategy[Case]":
    """The same cases as a strategy of hypothesis, which shrinks them.

    It needs the package hypothesis, which comes with no extra: PackageNotInstalled where it is missing.
    """
    try:
        from hypothesis import strategies
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":  # it is there, and something that it needs is not
            raise
        raise PackageNotInstalled("hypothesis", "pip install hypothesis") from error

    return strategies.randoms(use_true_random=False).map(lambda random: case(random, draft))


def _anchor(random: Random, draft: Draft) -> dict[str, JSON]:
    """What lets dynamic references of other resources come back to this one."""
    if draft is Draft.D2020 and random.random() < 0.5:
        return {"$dynamicAnchor": NODE}
    return {"$recursiveAnchor": random.random() < 0.7} if draft is Draft.D2019 else {}


def _dynamic(draft: Draft, base: str, root: dict[str, JSON]) -> dict[str, str]:
    """The dynamic reference that can be written everywhere in the document."""
    if draft is Draft.D2019:
        return {"$recursiveRef": "#"}
    return {"$dynamicRef": f"{base}#{NODE}"} if "$dynamicAnchor" in root else {}


def _whole(writer: Writer, draft: Draft) -> dict[str, JSON]:
    """The body of a root, in which no `$ref` hides the rest."""
    body = writer.schema(inward=False)
    whole: dict[str, JSON] = _named(body, {"$comment": "root"} if draft >= Draft.D7 else {"title": "root"}, draft)
    return whole


def _named(schema: JSON, naming: dict[str, JSON], draft: Draft) -> Any:
    """`schema` with the members that name it, none of them hidden by a `$ref`."""
    if not naming:
        return schema
    if type(schema) is dict and ("$ref" not in schema or draft >= Draft.D2019):
        return {**naming, **schema}
    return {**naming, ("extends" if draft is Draft.D3 else "allOf"): [schema]}


def _outside(draft: Draft) -> tuple[Target, Target]:
    """What can be named in another document: the whole, and a definition."""
    holder = "$defs" if draft >= Draft.D2019 else "definitions"
    return Target("", ELSEWHERE), Target(f"#/{holder}/in", ELSEWHERE, holder, "in")


def _elsewhere(random: Random, draft: Draft) -> JSON:
    """Another document, of the same dialect."""
    whole, inside = _outside(draft)
    root = Place(ELSEWHERE, ELSEWHERE, (inside,), (whole, inside))
    leaf = Place(ELSEWHERE, ELSEWHERE, (), root.further)
    schema = {"$schema": BY_DRAFT[draft].uri, **_anchor(random, draft), **_whole(Writer(random, draft, root), draft)}
    return {**schema, inside.holder: {"in": Writer(random, draft, leaf).schema(inward=False)}}
