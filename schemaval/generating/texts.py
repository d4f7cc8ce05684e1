"""Texts: by format, by pattern, of a length."""

from random import Random

from schemaval.formats import check_for
from schemaval.generating.gathering import Gathered
from schemaval.generating.samples import SAMPLES
from schemaval.keywords import Draft
from schemaval.patterns import UnsupportedPattern, compile_pattern, parse
from schemaval.patterns.charset import ranges_of
from schemaval.patterns.tree import (
    Alternation,
    Any,
    Backreference,
    Char,
    Class,
    Group,
    Node,
    Repeat,
    Sequence,
)

_LETTERS = "abcdeAB 1-é\U0001f600"
_MORE = 2  # how often a repetition goes beyond its least
_TRIES = 6
_MOST_CHARS = 2_000  # longer texts are not made


def text(asked: Gathered, random: Random, *, assert_formats: bool) -> str:
    """A text that patterns, formats and lengths of `asked` allow, where one is found."""
    least = max((int(count) for count in asked.of("minLength")), default=0)
    most = min((int(count) for count in asked.of("maxLength")), default=None)
    made = _content(asked) or _formatted(asked, random, assert_formats=assert_formats)
    if made is None:
        patterns = asked.of("pattern")
        made = _matching(patterns, random) if patterns else letters(random, _length(least, most, random))
    return _of_length(made, least, most, random)


def letters(random: Random, count: int) -> str:
    """So many letters, signs and other characters; at most a few thousand."""
    return "".join(random.choice(_LETTERS) for _ in range(min(count, _MOST_CHARS)))


def matching(pattern: str, random: Random) -> str:
    """A text in which `pattern` is found, if its grammar is simple enough to tell."""
    try:
        return _written(parse(pattern), random, {})[:_MOST_CHARS]
    except UnsupportedPattern:
        return letters(random, 3)


def found(pattern: str, name: str) -> bool:
    """Whether `pattern` is found in `name`."""
    try:
        return compile_pattern(pattern).search(name) is not None
    except UnsupportedPattern:
        return False


def _matching(patterns: list[str], random: Random) -> str:
    made = ""
    for _ in range(_TRIES):
        made = matching(random.choice(patterns), random)
        if all(found(pattern, made) for pattern in patterns):
            break
    return made


def _formatted(asked: Gathered, random: Random, *, assert_formats: bool) -> str | None:
    for part in asked.parts:
        name = part.keywords.get("format")
        dialect = part.node.position.resource.dialect
        known = [sample for sample in SAMPLES.get(str(name), ()) if _is_right(str(name), sample, dialect.draft)]
        if known and (assert_formats or dialect.asserts_formats or random.random() < 0.5):
            return random.choice(known)
    return None


def _is_right(name: str, sample: str, draft: Draft) -> bool:
    from schemaval.dialects import BY_DRAFT

    check = check_for(name, BY_DRAFT[draft].name)
    return check is not None and check(sample)


def _content(asked: Gathered) -> str | None:
    """What draft-07 asserts of encoded content: JSON, in base64 where that is named."""
    encodings, media = asked.of("contentEncoding"), asked.of("contentMediaType")
    if "base64" in encodings:
        return "e30="
    return "{}" if "application/json" in media else None


def _length(least: int, most: int | None, random: Random) -> int:
    return random.randint(least, least + 6 if most is None else max(least, most))


def _of_length(made: str, least: int, most: int | None, random: Random) -> str:
    if len(made) < least:
        made += letters(random, least - len(made))
    return made[:most] if most is not None and most >= least else made


def _written(node: Node, random: Random, groups: dict[int, str]) -> str:
    """One way to write what a node of a pattern takes; what asks only for a place writes nothing."""
    match node:
        case Char() | Any() | Class():
            return _character(node, random)
        case Sequence(items):
            return "".join(_written(item, random, groups) for item in items)
        case Alternation(branches):
            return _written(random.choice(branches), random, groups)
        case Repeat(body, least, most):
            times = least + random.randint(0, _MORE if most is None else min(_MORE, most - least))
            return "".join(_written(body, random, groups) for _ in range(min(times, _MOST_CHARS)))
        case Group(body, index):
            inside = _written(body, random, groups)
            groups |= {index: inside} if index is not None else {}
            return inside
        case Backreference(group):
            return groups.get(group, "")
        case _:
            return ""


def _character(node: Char | Any | Class, random: Random) -> str:
    """A code point that the node takes: a printable one of ASCII where there is one, never a surrogate."""
    ranges = [(first, last) for first, last in ranges_of(node) if not 0xD800 <= first <= 0xDFFF]
    near = [(max(first, 0x20), min(last, 0x7E)) for first, last in ranges if first <= 0x7E and last >= 0x20]
    if not near and not ranges:
        return ""
    first, last = random.choice(near or ranges)
    return chr(random.randint(first, min(last, first + 94)))
