"""`python -m bench`: what a verdict and an explanation cost beside jsonschema's own, in one run."""

import platform
from functools import partial

import schemaval
from bench.payloads import PAYLOADS, rows
from bench.ratios import exponent, medians
from bench.subjects import BACKENDS, accept, explain, raw_accept, raw_explain

SIZES = (100, 1_000, 10_000, 100_000)


def main() -> None:
    """Print a table of medians in microseconds, with the ratio of jsonschema's own to each, and how cost grows."""
    print(f"Python {platform.python_version()}, {platform.machine()}, schemaval {schemaval.__version__}\n")
    print("| payload | question | raw jsonschema | " + " | ".join(BACKENDS) + " |")
    print("|---|---|---|" + "---|" * len(BACKENDS))
    for payload in PAYLOADS:
        judges = {"raw": raw_accept(payload.schema)} | {name: accept(payload.schema, name) for name in BACKENDS}
        assert all(judge(payload.valid) and not judge(payload.invalid) for judge in judges.values())
        _row(payload.name, "accept", medians({name: partial(judge, payload.valid) for name, judge in judges.items()}))
        reasons = {"raw": raw_explain(payload.schema)} | {name: explain(payload.schema, name) for name in BACKENDS}
        assert all(len(why(payload.invalid)) == 1 for why in reasons.values())
        _row(payload.name, "explain", medians({name: partial(why, payload.invalid) for name, why in reasons.items()}))
    _growth()


def _row(payload: str, question: str, seconds: dict[str, float]) -> None:
    cells = [f"{seconds['raw'] * 1e6:,.2f}"]
    cells += [f"{seconds[name] * 1e6:,.2f} ({seconds['raw'] / seconds[name]:.1f}x)" for name in BACKENDS]
    print(f"| {payload} | {question} | " + " | ".join(cells) + " |")


def _growth() -> None:
    """How the cost of the reference evaluator grows with the number of rows."""
    payloads = [rows(size) for size in SIZES]
    judge = accept(payloads[0].schema, "reference")
    why = explain(payloads[0].schema, "reference")
    for question, calls in (
        ("accept", [partial(judge, payload.valid) for payload in payloads]),
        ("explain", [partial(why, payload.invalid) for payload in payloads]),
    ):
        seconds = [medians({"it": call}, rounds=5)["it"] for call in calls]
        power = exponent(SIZES, seconds)
        print(f"\nreference, {question}, {SIZES[0]:,} to {SIZES[-1]:,} rows: cost grows with the power {power:.2f}")


if __name__ == "__main__":
    main()
