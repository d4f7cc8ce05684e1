"""`schemaval check`: a tool list, and calls against it."""

import argparse
import json
import sys

from schemaval.cli import contents, inputs, options, progress
from schemaval.cli.examination import Examiner
from schemaval.cli.judgement import Judge
from schemaval.cli.palette import Palette
from schemaval.cli.report import Report
from schemaval.tools.wire.revisions import DEFAULT_REVISION, REVISIONS

DESCRIPTION = """\
Examine every tool of a list on its own: is its schema valid, which empty [] and {} have to be
repaired, can the backend honour it, what does MCP ask of it besides? Then judge recorded calls:
arguments by the input schema, structured content by the output schema.

A tool list is an array of tools, an object with "tools", or a JSON-RPC reply; in the shape of
MCP, OpenAI, Anthropic or Gemini. Several files or lines are pages of one list, unless a page
says "server". A call is {"tool", "arguments", "result"?} or a JSON-RPC request with its reply;
a result is a CallToolResult or the structured content itself. Each file is told by its content:
JSON, JSON Lines, or either in .gz; - is stdin."""
EPILOG = """\
exit codes: 0 fine (repairs too, but for --strict), 1 findings, 2 usage, 3 unreadable input,
5 backend missing

example:
  schemaval check tools.json calls.jsonl --revision 2025-11-25"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="tool lists, and recorded calls")
    parser.add_argument("--calls", action="append", default=[], metavar="FILE", help="recorded calls and nothing else")
    parser.add_argument(
        "--revision",
        choices=REVISIONS,
        default=DEFAULT_REVISION,
        help=f"the revision of MCP whose demands are looked at (default: {DEFAULT_REVISION})",
    )
    parser.add_argument("--strict", action="store_true", help="repairs are findings too")
    options.add_report(parser)
    options.add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Examine, judge, report; 1 where anything was found."""
    chosen = options.from_args(args)
    found = contents.sort([inputs.read(name) for name in args.files], [inputs.read(name) for name in args.calls])
    examined = Examiner(chosen, args.revision).examine(found.tools)
    tools = tuple(progress.over(examined, len(found.tools), "tools", quiet=args.quiet))
    judged = Judge(tools).judge(found.calls)
    calls = tuple(progress.over(judged, len(found.calls), "calls", quiet=args.quiet))
    report = Report(tools, calls, tuple(found.doubled), len(found.calls), found.ignored)
    _print(report, args)
    summary = report.summary()
    return 1 if summary.findings or (args.strict and summary.repairs) else 0


def _print(report: Report, args: argparse.Namespace) -> None:
    if args.format == "json":
        print(json.dumps(report.to_dict(), indent=1))
        return
    for line in report.lines(Palette.of(sys.stdout), quiet=args.quiet):
        print(line)
