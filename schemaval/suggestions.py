"""Near names: which of the known names a wrong one was probably meant to be."""

from collections.abc import Iterable
from itertools import islice

MAX_LENGTH = 64  # a longer name was not mistyped
MAX_CANDIDATES = 200


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` was probably meant to be, or None where none is near.

    One that differs in case only comes first, then the one with the fewest edits (insertion, deletion, replacement, or
    two neighbours swapped), at most a third of the name's length; the earlier wins a draw. Names of more than 64
    characters are neither searched nor found, candidates after the 200th are not looked at.
    """
    if len(name) > MAX_LENGTH:
        return None
    near = [candidate for candidate in islice(candidates, MAX_CANDIDATES) if len(candidate) <= MAX_LENGTH]
    folded = name.casefold()
    for candidate in near:
        if candidate.casefold() == folded:
            return candidate
    return _fewest_edits(folded, near)


def same_but_for_style(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that differs from `name` only in case, hyphens and underscores, under the bounds of `nearest`."""
    if len(name) > MAX_LENGTH:
        return None
    plain = _unstyled(name)
    for candidate in islice(candidates, MAX_CANDIDATES):
        if len(candidate) <= MAX_LENGTH and _unstyled(candidate) == plain:
            return candidate
    return None


def _unstyled(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _fewest_edits(name: str, candidates: list[str]) -> str | None:
    """The first of the candidates with the fewest edits, if these are at most a third of the length."""
    bound = len(name) // 3
    letters = set(name)
    places = _places(name)
    best = None
    for candidate in candidates:
        if bound == 0:
            break
        folded = candidate.casefold()
        # An edit changes the length by one, and what letters occur by two.
        if abs(len(folded) - len(name)) > bound or len(letters.symmetric_difference(folded)) > 2 * bound:
            continue
        edits = _edits(places, len(name), folded)
        if edits <= bound:
            best, bound = candidate, edits - 1
    return best


def _places(name: str) -> dict[str, int]:
    """For each letter of `name` the places where it stands, as bits."""
    places: dict[str, int] = {}
    for place, letter in enumerate(name):
        places[letter] = places.get(letter, 0) | 1 << place
    return places


def _edits(places: dict[str, int], length: int, other: str) -> int:
    """The edits between the name of `places` (of `length` letters) and `other`, a swap of neighbours being one.

    The bit-parallel form of the optimal string alignment distance (Hyyrö, 2003): a column of the matrix is kept as the
    bits where it steps up and where it steps down, so that a letter costs a handful of integer operations.
    """
    if length == 0:
        return len(other)
    full = (1 << length) - 1
    last = 1 << (length - 1)
    up, down, diagonal, before = full, 0, 0, 0
    edits = length
    for letter in other:
        here = places.get(letter, 0)
        swapped = ((~diagonal & here) << 1) & before
        diagonal = ((((here & up) + up) ^ up) | here | down | swapped) & full
        rises = down | (~(diagonal | up) & full)
        falls = diagonal & up
        edits += ((rises & last) != 0) - ((falls & last) != 0)
        rises = (rises << 1 | 1) & full
        falls = (falls << 1) & full
        up = falls | (~(diagonal | rises) & full)
        down = rises & diagonal
        before = here
    return edits
