"""Random patterns of a small alphabet, in which loops meet loops."""

from random import Random

_ATOMS = ("a", "b", "c", "[ab]", "[bc]", "[^a]", ".", r"\w", r"\d", "1", "-", "(?:a|b)", "(?:ab|a)", "(?:a|ab)", "")
_COUNTS = ("*", "+", "?", "{2}", "{1,3}", "{0,4}", "{2,}", "*?", "+?", "{3,30}", "{1,64}")
_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
_TEXTS = "abc1-x"


def make_pattern(chance: Random) -> str:
    """A pattern of one to three parts, anchored or not."""
    parts = [_part(chance, 3) for _ in range(chance.randint(1, 3))]
    head = chance.choice(("^", "^", "", "", r"\b", f"^(?!.*{chance.choice('abc')})"))
    return head + "".join(parts) + chance.choice(("$", "$", "", "x$"))


def make_texts(chance: Random, length: int, count: int) -> list[str]:
    """Texts in which a few characters come over and over, with others before and after."""
    texts = []
    for _ in range(count):
        pumped = "".join(chance.choice(_TEXTS) for _ in range(chance.randint(1, 3)))
        before = "".join(chance.choice(_TEXTS) for _ in range(chance.randint(0, 3)))
        texts.append(before + pumped * (length // len(pumped)) + chance.choice(("!", "", "\n!", "x!")))
    return texts


def _part(chance: Random, depth: int) -> str:
    kind = chance.random()
    if depth == 0 or kind < 0.3:
        return chance.choice(_ATOMS)
    if kind < 0.55:
        return _part(chance, depth - 1) + _part(chance, depth - 1)
    if kind < 0.7:
        return f"(?:{_part(chance, depth - 1)}|{_part(chance, depth - 1)})"
    if kind < 0.93:
        return f"(?:{_part(chance, depth - 1)}){chance.choice(_COUNTS)}"
    if kind < 0.96:
        return f"(?:({_part(chance, depth - 1)})\\1)" if chance.random() < 0.5 else _part(chance, depth - 1)
    return f"{chance.choice(_LOOKS)}{_part(chance, depth - 1)})"
