"""Against a judge: node's own `RegExp` with the flag u takes the same patterns and gives the same answers."""

import contextlib
import json
import random
import shutil
import subprocess

import pytest

from schemaval.errors import LimitExceeded
from schemaval.patterns import Pattern, UnsupportedPattern, compile_pattern, is_ecma, parse
from schemaval.patterns.automaton import Unbuildable
from schemaval.patterns.names import BINARY_PROPERTIES, CATEGORIES, SCRIPTS, VALUED_PROPERTIES
from schemaval.patterns.search import LinearPattern

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node, the judge of ECMA-262, is not installed")

JUDGE = """
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = rows.map(([pattern, subjects]) => {
    let expression;
    try { expression = new RegExp(pattern, "u"); } catch { return null; }
    return subjects.map((subject) => expression.test(subject));
});
console.log(JSON.stringify(answers));
"""

# Weighted by hand: plain pieces often, so that a good part of the patterns is legal and matches.
COMMON = ["a", "b", "c", "a", "b", ".", r"\d", r"\w", "[ab]", "[^a]", r"\b", "^", "$", r"\1", r"\2", "(?:)"]
RARE = [
    *["[]", "[^]", r"\B", r"\s", r"\S", r"\W", r"\D", r"\k<n>", r"\3", r"\n", r"\u0061", r"\u{62}", r"\x41", r"\cJ"],
    *[
        r"[\w-]",
        r"[^\s\d]",
        r"[a-c]",
        r"\p{L}",
        r"\P{Lu}",
        r"\p{Nd}",
        "é",
        "\u2028",
        "&&",
        "-",
        "[a[]",
        "[+--]",
        "[a&&b]",
    ],
    *[
        "[a||b~~]",
        "#",
        " ",
        r"\.",
        r"\0",
        "]",
        "}",
        "{",
        "a{,2}",
        r"\8",
        r"[\1]",
        r"\p{Foo}",
        "[b-a]",
        r"\a",
        r"\@",
        r"\-",
    ],
    *[r"[\w-a]", "(?i)", "(?P<n>a)", "(?>a)", "(?#a)", "a++", r"\z", "[[:alpha:]]", "^*", "(?=a)*", "()", r"\uD83D"],
]
OPENERS = ["(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"]
QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,2}?", "{1,}"]
LETTERS = "aaabbbcc1_ -A\n\u2028é\ufeff\x1cπ٣&~|#@["


def make_pattern(chance: random.Random, depth: int, oddity: float) -> str:
    """Return a disjunction; `oddity` is the share of rare pieces."""
    branches = chance.choice([1, 1, 1, 2, 3])
    return "|".join(
        "".join(make_term(chance, depth, oddity) for _ in range(chance.choice([0, 1, 1, 2, 2, 3])))
        for _ in range(branches)
    )


def make_term(chance: random.Random, depth: int, oddity: float) -> str:
    """Return an atom or a group, perhaps repeated."""
    if depth and chance.random() < 0.4:
        term = chance.choice(OPENERS) + make_pattern(chance, depth - 1, oddity) + ")"
    else:
        term = chance.choice(RARE if chance.random() < oddity else COMMON)
    return term + chance.choice(QUANTIFIERS) if chance.random() < 0.3 else term


def make_row(chance: random.Random) -> tuple[str, list[str]]:
    """Return a pattern and short texts to try it on."""
    pattern = make_pattern(chance, 3, chance.choice([0, 0.1, 0.3]))
    if chance.random() < 0.6:
        pattern = f"^(?:{pattern})$"
    texts = ["".join(chance.choices(LETTERS, k=chance.randrange(8))) for _ in range(10)]
    return pattern, ["", "a", "ab", "aab", *texts]


def judge(rows: list[tuple[str, list[str]]]) -> list[list[bool] | None]:
    """Return node's answers, None for a pattern that it refuses."""
    assert NODE is not None
    run = subprocess.run([NODE, "-e", JUDGE], input=json.dumps(rows), capture_output=True, text=True, check=True)
    answers: list[list[bool] | None] = json.loads(run.stdout)
    return answers


def ways_to_search(pattern: str) -> list[Pattern]:
    """The pattern as `re` has it, and as the engine of linear time and the default policy have it where they do."""
    ways = [compile_pattern(pattern, "any")]
    with contextlib.suppress(Unbuildable):
        ways.append(LinearPattern(parse(pattern)))
    with contextlib.suppress(LimitExceeded):
        ways.append(compile_pattern(pattern))
    return ways


def test_generated_patterns_are_judged_alike() -> None:
    """Of some thousand patterns the same are legal, and those that are honoured find the same texts."""
    chance = random.Random(262)  # noqa: S311 - examples, and the same ones every time
    rows = [make_row(chance) for _ in range(5_000)]
    differences: list[str] = []
    honoured = unsupported = 0
    for (pattern, texts), answers in zip(rows, judge(rows), strict=True):
        if is_ecma(pattern) != (answers is not None):
            differences.append(f"legal? {pattern!a}")
        if answers is None:
            continue
        try:
            searches = [way.search for way in ways_to_search(pattern)]
        except UnsupportedPattern:
            unsupported += 1
            continue
        honoured += 1
        differences += [
            f"{pattern!a} on {text!a}: node says {answer}"
            for text, answer in zip(texts, answers, strict=True)
            for search in searches
            if (search(text) is not None) != answer
        ]
    assert differences == []
    assert honoured > 1_500
    assert unsupported < honoured / 10


@pytest.mark.parametrize("annex_b", [r"\@", r"\-", r"\_", r"\ "])
def test_the_leniency_of_annex_b_finds_what_node_finds_without_the_flag(annex_b: str) -> None:
    """Where Annex B applies, node reads the pattern without the flag u, and finds the same."""
    assert NODE is not None
    texts = [*"@-_ ab1[\\", "\\@", ""]
    run = subprocess.run(
        [NODE, "-e", JUDGE.replace('"u")', '"")')],
        input=json.dumps([(annex_b, texts)]),
        capture_output=True,
        text=True,
        check=True,
    )
    search = compile_pattern(annex_b).search
    assert [[search(text) is not None for text in texts]] == json.loads(run.stdout)


def test_the_names_of_properties_are_those_that_node_knows() -> None:
    """Every name of the tables is legal, with every value of a later Unicode left out of account."""
    names = [*CATEGORIES, *BINARY_PROPERTIES]
    names += [f"{name}={value}" for name in VALUED_PROPERTIES for value in ("L", "Latin")]
    rows: list[tuple[str, list[str]]] = [(rf"\p{{{name}}}", []) for name in names]
    judged = {pattern: answers is not None for (pattern, _), answers in zip(rows, judge(rows), strict=True)}
    assert {pattern: is_ecma(pattern) for pattern, _ in rows} == judged


def test_scripts_are_those_that_node_knows() -> None:
    """At most the scripts of the newest Unicode versions may be missing from an older node."""
    rows: list[tuple[str, list[str]]] = [(rf"\p{{sc={script}}}", []) for script in sorted(SCRIPTS)]
    refused = [pattern for (pattern, _), answers in zip(rows, judge(rows), strict=True) if answers is None]
    assert len(refused) <= 30
