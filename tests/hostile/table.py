"""The README's table: how many cases of each kind end well, under schemaval and under the engines alone.

python -m tests.hostile.table prints it as Markdown; with `--list` also every case that an engine does not bear.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.hostile.rows import KINDS
from tests.hostile.running import MAX_MEGABYTES, MAX_SECONDS, Outcome, faults, outcomes
from tests.hostile.subjects import RAW

COLUMNS = (*RAW, "auto")
_TITLES = {"auto": "schemaval, auto"}
ENDS = ("right", "hang", "crash", "foreign error", "opened", "wrong", "heavy")
"""How a case may end; the worst thing that happened counts, and `heavy` is over a second or 200 MB."""
_WORST = ("crash", "hang", "opened", "foreign error", "wrong", "heavy")
_PATIENCE_S = 1.5


def ends(outcome: Outcome, subject: str) -> str:
    """How a case ended, as one of ENDS."""
    return next((end for end in _WORST if end in _seen(outcome, subject)), "right")


def _seen(outcome: Outcome, subject: str) -> set[str]:
    seen = {outcome.ended.partition(" ")[0]} if outcome.ended else set()
    if outcome.calls or any(answer.get("events") for answer in outcome.answers):
        seen.add("opened")
    if any(answer.get("error") and not answer.get("is_own") for answer in outcome.answers):
        seen.add("foreign error")
    if any(_is_heavy(answer) for answer in outcome.answers):
        seen.add("heavy")
    if not seen and faults(outcome, subject):
        seen.add("wrong")
    return seen


def _is_heavy(answer: dict[str, float]) -> bool:
    return answer.get("seconds", 0) > MAX_SECONDS or answer.get("megabytes", 0) > MAX_MEGABYTES


def counted(subject: str, kind: str, *, is_listed: bool = False) -> Counter[str]:
    """How the cases of a kind end under a subject."""
    counts: Counter[str] = Counter()
    for outcome in outcomes(subject, [f"{kind}/{case.name}" for case in KINDS[kind]], _PATIENCE_S):
        if outcome.case.startswith(kind):
            end = ends(outcome, subject)
            counts[end] += 1
            if is_listed and end != "right":
                sys.stdout.write(f"{subject}: {outcome.case}: {end}\n")
    return counts


def cell(counts: Counter[str]) -> str:
    """Counts as a table shows them: `41 right, 2 hang, 1 crash`."""
    return ", ".join(f"{counts[end]} {end}" for end in ENDS if counts[end])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.table", description=__doc__)
    parser.add_argument("--list", action="store_true", help="name every case that is not borne")
    parser.add_argument("kinds", nargs="*", help="these kinds only")
    options = parser.parse_args(arguments)
    kinds = options.kinds or [*KINDS]
    pairs = [(column, kind) for kind in kinds for column in COLUMNS]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = threads.map(lambda pair: counted(*pair, is_listed=options.list), pairs)
        counts = dict(zip(pairs, found, strict=True))
    totals = {column: sum((counts[column, kind] for kind in kinds), Counter[str]()) for column in COLUMNS}
    rows = [
        ("kind", "cases", *(_TITLES.get(column, column) for column in COLUMNS)),
        ("---",) * (len(COLUMNS) + 2),
        *((kind, str(len(KINDS[kind])), *(cell(counts[column, kind]) for column in COLUMNS)) for kind in kinds),
        ("all", str(sum(len(KINDS[kind]) for kind in kinds)), *(cell(totals[column]) for column in COLUMNS)),
    ]
    sys.stdout.writelines(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
