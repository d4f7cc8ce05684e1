"""One change to a value, of the kind that crosses what a schema asks: a near miss."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from schemaval.jsonvalue import JSON

Way = tuple[str | int, ...]
_ODD: tuple[JSON, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    0.5,
    10**30,
    "",
    "1",
    "true",
    "null",
    [],
    {},
    [None],
    {"": 0},
)
_MOST_CHARS = 2_000
_NAMING = frozenset({"properties", "dependentRequired", "dependentSchemas", "dependencies"})


@dataclass(frozen=True, slots=True)
class Pool:
    """The constants of a schema: its numbers are bounds and counts to cross, its texts are names and values."""

    numbers: tuple[Any, ...]
    texts: tuple[str, ...]


def pool(schemas: Iterable[JSON]) -> Pool:
    """The constants in `schemas`, each once, in the order in which they stand."""
    numbers: dict[Any, None] = {}
    texts: dict[str, None] = {}
    for keyword, value in ((name, held) for schema in schemas if type(schema) is dict for name, held in schema.items()):
        if type(value) in (int, float, Decimal):
            numbers[float(value) if type(value) is Decimal else value] = None
        elif type(value) is dict and keyword in _NAMING:
            texts |= dict.fromkeys(value)
        elif keyword in ("required", "enum", "const"):
            texts |= dict.fromkeys(inner for _way, inner in _places(value) if type(inner) is str)
    return Pool(tuple(numbers), tuple(texts))


def missed(value: JSON, constants: Pool, random: Random) -> JSON:
    """A copy of `value` with one change: a type, a bound, a name, an item, a constant or an empty container."""
    places = list(_places(value))
    way, inner = random.choice(places[: 1 + len(places) // 2] if random.random() < 0.3 else places)
    changes = _CHANGES.get(type(inner), ())
    change = random.choice([*changes, _retyped]) if random.random() < 0.8 else _retyped
    return _put(value, way, change(inner, constants, random))


def _places(root: JSON) -> Iterator[tuple[Way, JSON]]:
    """Every value inside, the root first."""
    pending: list[tuple[Way, JSON]] = [((), root)]
    while pending:
        way, value = pending.pop()
        yield way, value
        if type(value) is dict:
            pending += [((*way, name), member) for name, member in value.items()]
        elif type(value) is list:
            pending += [((*way, index), item) for index, item in enumerate(value)]


def _put(root: JSON, way: Way, value: JSON) -> JSON:
    """`root` with `value` in one place; what does not change is shared."""
    if not way:
        return value
    copy = dict(root) if type(root) is dict else list(root)
    copy[way[0]] = _put(root[way[0]], way[1:], value)  # type: ignore[index]  # the way leads through its own container
    return copy


def _retyped(value: JSON, _constants: Pool, random: Random) -> JSON:
    """Another type: often the same content in other clothes."""
    kind = type(value)
    near: list[JSON] = [[value], None]
    if kind in (int, float) and not (kind is int and value.bit_length() > 64):
        near += [str(value), bool(value)]
    elif kind is bool:
        near += [int(value), str(value).lower()]
    elif kind in (list, dict):
        near += [{} if kind is list else []]
    return random.choice([*near, random.choice(_ODD)])


def _number(value: Any, constants: Pool, random: Random) -> JSON:
    """A number beside a bound, or beside itself."""
    base = random.choice(constants.numbers) if constants.numbers and random.random() < 0.6 else value
    step = random.choice([0, 1, -1, 0.5, -0.5])
    return base + step if abs(base) < 2**53 else base + int(step)


def _rewritten(value: Any, _constants: Pool, _random: Random) -> JSON:
    """The same number in its other spelling, or its negative."""
    if type(value) is int and abs(value) < 2**53:
        return float(value)
    return int(value) if type(value) is float and value.is_integer() else -value


def _sized(value: str, constants: Pool, random: Random) -> str:
    """A text whose length lies beside a count of the schema, or beside its own."""
    counts = [int(number) for number in constants.numbers if 0 <= number <= _MOST_CHARS]
    length = max(0, random.choice([*counts, len(value)]) + random.choice([-1, 0, 1]))
    return (value + random.choice(["a", "\U0001f600"]) * length)[:length]


def _respelled(value: str, constants: Pool, random: Random) -> str:
    """Nearly the same text, or one of the schema's."""
    near = [value + "\n", value + " ", value.swapcase(), value[:-1], "x" + value, value[::-1], value + "\u0663"]
    return random.choice([*near, random.choice(constants.texts) if constants.texts else value])


def _fewer(value: Any, _constants: Pool, random: Random) -> JSON:
    if not value:
        return {} if type(value) is list else []
    if type(value) is dict:
        gone = random.choice(list(value))
        return {name: member for name, member in value.items() if name != gone}
    gone_at = random.randrange(len(value))
    return value[:gone_at] + value[gone_at + 1 :]


def _more_items(value: list[JSON], _constants: Pool, random: Random) -> list[JSON]:
    """An item repeated, or an odd one more."""
    if value and random.random() < 0.6:
        return [*value, random.choice(value)]
    return [*value, random.choice(_ODD)]


def _more_names(value: dict[str, JSON], constants: Pool, random: Random) -> dict[str, JSON]:
    """A member more, under a name of the schema, of nearly such a name, or of none."""
    names = [*constants.texts, *value, "x"]
    name = random.choice(names)
    name = random.choice([name, name, name.swapcase(), name + "_"])
    return {**value, name: random.choice([*value.values(), *_ODD])}


def _renamed(value: dict[str, JSON], constants: Pool, random: Random) -> dict[str, JSON]:
    return _more_names(_fewer(value, constants, random) or {}, constants, random)


_Change = Callable[[Any, Pool, Random], JSON]
_CHANGES: dict[type, tuple[_Change, ...]] = {
    int: (_number, _number, _rewritten),
    float: (_number, _number, _rewritten),
    str: (_sized, _respelled),
    list: (_fewer, _more_items),
    dict: (_fewer, _more_names, _renamed),
}
