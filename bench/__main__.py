"""`python -m bench`: every stage beside every peer, in one run; `python -m bench scale`: how costs grow."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import recorded, scale
from bench.bounds import findings
from bench.cases import QUESTIONS, cases
from bench.comparison import read, regressions
from bench.measuring import FULL, QUICK, measure
from bench.memory import footprints
from bench.peers import PEERS, Peer
from bench.ratios import Ratio
from bench.report import FORMATS, Report
from bench.startup import startup
from bench.surroundings import machine, versions

_EPILOG = """\
exit codes: 0 measured, 1 a ratio rose beyond its noise since the report of --compare, 2 wrong usage.
A bound that is told as MISSED changes no exit code; only --compare does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 fine, 1 a ratio rose beyond its noise, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["scale"]:
        return scale.main(arguments[1:])
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        before = {} if options.compare is None else read(options.compare)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    report = _report(options, before)
    print(FORMATS[options.format](report))
    if options.compare is not None and not any(finding.name in before for finding in report.findings):
        parser.error(f"{options.compare} shares no ratio with this run: nothing was compared")
    return 1 if report.regressions else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__, epilog=_EPILOG)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="fewer and shorter rounds; without memory, starting, and the cases whose names begin with '1 MB' (a --case"
        " named is measured all the same)",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="the form of the report")
    parser.add_argument(
        "--compare", type=Path, metavar="FILE", help="an earlier report in JSON: fail where a ratio rose"
    )
    parser.add_argument("--question", action="append", choices=QUESTIONS, help="only this one; repeat for more")
    parser.add_argument("--case", action="append", type=_case, metavar="NAME", help="only this one; repeat for more")
    parser.add_argument(
        "--peer", action="append", choices=[peer.module for peer in PEERS], help="only this one; repeat"
    )
    return parser


def _case(name: str) -> str:
    """A name that a case bears; found here, not by `choices`, since making the cases takes longer than all the help."""
    if name not in cases():
        raise argparse.ArgumentTypeError(f"no case {name!r}; known are {', '.join(map(repr, cases()))}")
    return name


def _report(options: argparse.Namespace, before: dict[str, Ratio]) -> Report:
    chosen = [peer for peer in PEERS if options.peer is None or peer.module in options.peer]
    peers = [peer for peer in chosen if peer.version is not None]
    small = [name for name in cases() if not (options.quick and name.startswith("1 MB"))]
    asked = [case for name, case in cases().items() if name in (options.case or small)]
    timings = measure(peers, asked, QUICK if options.quick else FULL, options.question or tuple(QUESTIONS))
    found = tuple(findings(timings))
    is_whole = not (options.quick or options.question or options.case or options.peer)
    return Report(
        machine(),
        versions(),
        timings,
        found,
        tuple(footprints()) if is_whole else (),
        startup(15) if is_whole else {},
        tuple(_missing(chosen)),
        regressions(found, before),
    )


def _missing(chosen: Sequence[Peer]) -> list[str]:
    absent = [peer.distribution for peer in chosen if peer.version is None]
    said = [f"not installed, left out: {', '.join(absent)} (pip install --group peers)"] if absent else []
    return said if recorded.is_at_hand() else [*said, "recorded calls are not at hand, left out"]


if __name__ == "__main__":
    sys.exit(main())
