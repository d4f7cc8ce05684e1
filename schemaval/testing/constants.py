"""The constants of random schemas: names, numbers, patterns and values that engines are known to trip over."""

from random import Random

from schemaval.equality import unique
from schemaval.jsonvalue import JSON

NAMES = ("a", "b", "A", "a.b", "a-b", "a_b", "é", "", "$ref", "default", "__proto__", "x y", 'q"')
PATTERNS = ("", "^a", "b$", r"\d", r"^\w+$", r"\p{L}", "^(a|b)\\1", "^[^.]*$", r"[$]", r"\s", "^x-", "a{2,3}", "(?!a)b")
NAME_PATTERNS = ("^a", "b$", "^[a-z]$", "^.$", "^x-", "[A-Z]", r"\.", r"^\w+$", "a|b", "^[^.]*$")
FORMATS = ("date", "date-time", "time", "email", "ipv4", "ipv6", "uri", "uuid", "regex", "hostname", "no-such-format")
STEPS = (1, 1, 2, 2, 3, 7, 10, 0.5, 0.25, 0.1, 0.01, 1.5)
_BOUNDS = (0, 1, 2, 3, 5, -1, 10, 2.5, 0.1, -0.5, 1.0, 10**20, 2**53 + 1)
_LEAVES: tuple[JSON, ...] = (
    None,
    True,
    False,
    0,
    1,
    1.0,
    -1,
    2.5,
    0.1,
    10**20,
    "",
    "a",
    "A",
    "ab",
    "a\n",
    "é",
    "\u0663",
    "1",
    "2024-02-29",
)


def bound(random: Random) -> int | float:
    """A number to compare with."""
    return random.choice(_BOUNDS)


def value(random: Random) -> JSON:
    """A JSON value, mostly a scalar; `$ref` in it is data."""
    dice = random.random()
    if dice < 0.7:
        return random.choice(_LEAVES)
    if dice < 0.85:
        return [random.choice(_LEAVES) for _ in range(random.randint(0, 3))]
    names = random.sample(NAMES, random.randint(0, 2))
    return {name: "#/nowhere" if name == "$ref" else random.choice(_LEAVES) for name in names}


def distinct(random: Random, count: int) -> list[JSON]:
    """So many values at most, no two of which are equal."""
    found: list[JSON] = []
    for _ in range(count):
        candidate = value(random)
        if unique([*found, candidate]):
            found.append(candidate)
    return found
