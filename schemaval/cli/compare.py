"""`schemaval compare`: what several engines make of the same tools and calls."""

import argparse
import json
import sys

from schemaval.cli import contents, inputs, options, progress
from schemaval.cli.options import Options, Usage
from schemaval.cli.palette import Palette

DESCRIPTION = """\
Compile every schema of a tool list with each backend and say which takes it, which refuses it and
why. Then ask all that take it of the recorded calls, and of instances made for the schema: half of
them aim at being valid, half miss by one change. Verdicts that differ are findings. Last, what a
compilation and a verdict cost, side by side: medians, and how many times those of the first backend.

Files are read as by `schemaval check`."""
EPILOG = """\
exit codes: 0 fine (refusals too), 1 verdicts differ or a schema is bad for all, 2 usage,
3 unreadable input, 5 backend missing

example:
  schemaval compare tools.json calls.jsonl --backend jsonschema --backend fastjsonschema"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="tool lists, and recorded calls")
    parser.add_argument("--calls", action="append", default=[], metavar="FILE", help="recorded calls and nothing else")
    parser.add_argument(
        "--generate", type=_count, default=10, metavar="N", help="instances to make a schema (default: 10; 0 for none)"
    )
    parser.add_argument("--seed", default="0", help="another seed makes other instances (default: 0)")
    options.add_report(parser)
    options.add_common(parser, side_by_side=True)


def run(args: argparse.Namespace) -> int:
    """Compile, ask, time, report; 1 where verdicts differ or a schema is bad."""
    # Imported here, since they bring the engines, which `schemaval --help` does not need.
    from schemaval.cli.comparison import Engines, Trial
    from schemaval.cli.differences import made_differences, recorded_differences
    from schemaval.cli.side_by_side import SideBySide
    from schemaval.cli.stopwatch import timings

    engines = Engines(_chosen(args))
    found = contents.sort([inputs.read(name) for name in args.files], [inputs.read(name) for name in args.calls])
    tried = (Trial(tool, engines) for tool in found.tools)
    trials = tuple(progress.over(tried, len(found.tools), "tools", quiet=args.quiet))
    recorded, calls = recorded_differences(trials, engines, found.calls)
    made, instances = made_differences(trials, args.generate, args.seed)
    report = SideBySide(
        engines.names,
        trials,
        (*recorded, *made),
        timings(engines.names, trials, calls + instances),
        len(calls),
        len(instances),
    )
    if args.format == "json":
        print(json.dumps(report.to_dict(), indent=1))
    else:
        for line in report.lines(Palette.of(sys.stdout), quiet=args.quiet):
            print(line)
    return 1 if report.differences or report.bad else 0


def _chosen(args: argparse.Namespace) -> dict[str, Options]:
    """The options of each backend, in the order in which they were named; without names all that are installed."""
    names = [name for text in args.backend for name in text.split(",") if name]
    if args.backend and not names:
        raise Usage("--backend needs a name; `schemaval backends` lists them")
    if not names:
        from schemaval.backends.select import backend_infos

        names = [name for name, info in backend_infos().items() if info.installed]
    return {name: options.from_args(argparse.Namespace(**{**vars(args), "backend": name})) for name in names}


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("a number of at least 0 is expected")
    return int(text)
