"""``python -m conformance``: run the official suite; exit 0 only when nothing failed beyond the expected rows."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.expected import rows_for, sort_failures
from conformance.report import FORMATS, LEGEND, Report, Run
from conformance.run import Progress, jobs, run
from conformance.suite import DRAFT_OF_NAME, DRAFTS, Draft, SuiteNotFoundError, digest, find_suite


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for and print the report; 0 fine, 1 failures, 2 wrong usage."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        suite = find_suite(options.suite)
    except SuiteNotFoundError as missing:
        parser.error(str(missing))
    drafts = [DRAFT_OF_NAME[name] for names in options.draft for name in names] or list(DRAFTS)
    report = _report(suite, drafts, options.backend or [("reference",)], options.jobs)
    print(FORMATS[options.format](report))
    return 0 if report.ok else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m conformance",
        description="Run the official JSON Schema test suite.",
        epilog="\n".join(["the figures of a report:", *LEGEND]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--suite", type=Path, metavar="PATH", help="a checkout of the suite (or set SCHEMAVAL_SUITE)")
    parser.add_argument(
        "--backend",
        action="append",
        type=_names,
        metavar="NAME[,NAME]",
        help="a backend, or a preference of several; repeat for further runs (default: reference)",
    )
    parser.add_argument(
        "--draft", action="append", type=_drafts, default=[], metavar="NAME[,NAME]", help=", ".join(DRAFT_OF_NAME)
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="the form of the report")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many processes (default: one a processor)")
    return parser


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def _drafts(text: str) -> tuple[str, ...]:
    names = _names(text)
    unknown = [name for name in names if name not in DRAFT_OF_NAME]
    if unknown:
        raise argparse.ArgumentTypeError(f"no draft {unknown[0]!r}; known are {', '.join(DRAFT_OF_NAME)}")
    return names


def _report(suite: Path, drafts: Sequence[Draft], choices: Sequence[tuple[str, ...]], workers: int | None) -> Report:
    state = digest(suite)
    rows = rows_for(state)
    names = [draft.name for draft in drafts]
    runs = []
    for backends in choices:
        outcomes = run(jobs(suite, drafts, backends), workers, _progress(",".join(backends)))
        runs.append(Run(backends, tuple(outcomes), sort_failures(outcomes, rows, backends, names)))
    return Report(str(suite), state, tuple(runs))


def _progress(name: str) -> Progress | None:
    """A line that overwrites itself, on a terminal only."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        print(f"\r{name}: {done} of {total} files", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show


if __name__ == "__main__":
    sys.exit(main())
