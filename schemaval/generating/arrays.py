"""Arrays: how many items, and the schemas that apply to each."""

from schemaval.equality import unique
from schemaval.evaluator.node import Node
from schemaval.generating.gathering import Gathered, Part
from schemaval.generating.objects import Making, held
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft

_MOST_ITEMS = 40  # more are not made, whatever minItems says
_TRIES = 6


def make(maker: Making, asked: Gathered, level: int) -> list[JSON]:
    """An array of an allowed length, whose items aim at their schemas and at what must be contained."""
    contained = _contained(maker, asked)
    length = _length(maker, asked, len(contained), level)
    places = maker.random.sample(range(length), min(len(contained), length))
    wanted = dict(zip(places, contained, strict=False))
    is_unique = any(value is True for value in asked.of("uniqueItems"))
    items: list[JSON] = []
    for index in range(length):
        schemas = schemas_at(maker, asked, index) + ([wanted[index]] if index in wanted else [])
        items.append(_item(maker, schemas, items if is_unique else [], level))
    return items


def schemas_at(maker: Making, asked: Gathered, index: int) -> list[Node]:
    """The schemas that apply to the item at `index`."""
    found = []
    evaluated = False
    for part in asked.parts:
        way = _own(part, index)
        if way is not None:
            evaluated = True
            target = maker.graph.child(part.node, *way)
            found += [] if target is None else [target]
    return found if evaluated else held(maker, asked, "unevaluatedItems")


def _own(part: Part, index: int) -> tuple[str | int, ...] | None:
    """The way to the schema that one part holds for an item; None where it says nothing of it."""
    keyword, count, rest = _prefix(part)
    if index < count:
        return keyword, index
    return (rest,) if rest in part.keywords else None


def _prefix(part: Part) -> tuple[str, int, str]:
    """The keyword of the first items, for how many it speaks, and the keyword of the rest."""
    if part.draft is Draft.D2020:
        return "prefixItems", len(part.keywords.get("prefixItems", ())), "items"
    items = part.keywords.get("items")
    return ("items", len(items), "additionalItems") if type(items) is list else ("items", 0, "items")


def _item(maker: Making, schemas: list[Node], others: list[JSON], level: int) -> JSON:
    """An item, unlike the others where it can be."""
    made = maker.make(schemas, level + 1)
    for _ in range(_TRIES if others else 0):
        if unique([*others, made]):
            break
        made = maker.make(schemas, level + 1)
    return made


def _contained(maker: Making, asked: Gathered) -> list[Node]:
    """The schemas of items that must be among the others, as often as they must."""
    found: list[Node] = []
    for part in asked.parts:
        target = maker.graph.child(part.node, "contains")
        if target is not None:
            least = part.keywords.get("minContains", 1) if part.draft >= Draft.D2019 else 1
            found += [target] * min(int(least), _MOST_ITEMS)
    return found


def _length(maker: Making, asked: Gathered, contained: int, level: int) -> int:
    least = max([contained, *(int(count) for count in asked.of("minItems"))])
    most = min((int(count) for count in asked.of("maxItems")), default=_MOST_ITEMS)
    most = min([most, *(_prefix(part)[1] for part in asked.parts if _is_closed(part))])
    if maker.is_spent(level):
        return min(least, _MOST_ITEMS)
    first = max([least, *(_prefix(part)[1] for part in asked.parts)])
    length = maker.random.choice([least, least + 1, least + 2, first, first + 1])
    return min(max(least, min(length, most)), _MOST_ITEMS)


def _is_closed(part: Part) -> bool:
    """Whether no items may follow the first ones; `unevaluatedItems` closes its own part only."""
    rest = _prefix(part)[2]
    return part.keywords.get(rest) is False or (
        rest not in part.keywords and part.keywords.get("unevaluatedItems") is False
    )
