"""The command line: `main` finds the command, runs it, and turns what went wrong into one line and an exit code.

Exit codes: 0 fine, 1 findings, 2 usage, 3 unreadable input or unwritable output, 4 the one schema given is bad,
5 backend missing.
"""

import argparse
import os
import sys
from importlib import import_module
from typing import Any

COMMANDS = {
    "check": "examine tool lists, and judge recorded calls by them",
    "validate": "judge instances by one schema",
    "repair": "write a tool list with its {} and [] restored",
    "compare": "compare engines on tool lists and calls",
    "backends": "list the backends",
}

_DESCRIPTION = "JSON Schema for the tools of language models: one meaning, any engine."
_EPILOG = """\
example:
  schemaval check tools.json calls.jsonl

`schemaval COMMAND --help` tells of a command."""


def main(argv: list[str] | None = None) -> int:
    """Run the command that `argv` (default: the process's own arguments) asks for; the exit code."""
    try:
        try:
            code = _run(sys.argv[1:] if argv is None else argv)
        finally:  # help and usage leave by SystemExit
            sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return 141
    except OSError as error:  # what the commands read has errors of its own
        _silence_stdout()
        return _fail(f"cannot write the output: {error.strerror}", 3)
    except KeyboardInterrupt:
        return 130
    return code


def _run(argv: list[str]) -> int:
    _soften_streams()
    args = _parser(argv).parse_args(argv)
    try:
        return int(args.run(args))
    except Exception as error:
        code = _code(error)
        if code is None:
            raise
        return _fail(error, code)


def _code(error: Exception) -> int | None:
    """The exit code for an error that is the caller's; its classes cost more to import than the help to print."""
    from schemaval.cli.inputs import Unreadable
    from schemaval.cli.options import Usage
    from schemaval.errors import BackendNotInstalled, NoSuchBackend, UnknownDialect

    codes = {Unreadable: 3, Usage: 2, NoSuchBackend: 2, UnknownDialect: 2, BackendNotInstalled: 5}
    return next((code for kind, code in codes.items() if isinstance(error, kind)), None)


def _fail(error: Exception | str, code: int) -> int:
    print(f"schemaval: {error}", file=sys.stderr)
    return code


def _soften_streams() -> None:
    """What a stream's encoding cannot write comes out escaped."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """Nobody reads any more; the interpreter's last flush must not complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _new(
        argparse.ArgumentParser, prog="schemaval", description=_DESCRIPTION, epilog=_EPILOG
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    chosen = argv[0] if argv else ""
    for name, summary in COMMANDS.items():
        if name != chosen:
            commands.add_parser(name, help=summary)
            continue
        module = import_module(f"schemaval.cli.{name}")
        command = _new(commands.add_parser, name, help=summary, description=module.DESCRIPTION, epilog=module.EPILOG)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _new(make: Any, *args: str, **words: str) -> Any:
    return make(*args, **words, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)


class _Version(argparse.Action):
    """Prints the version; a class of its own, since finding it costs more than all the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"schemaval {version('schemaval')}")
        except PackageNotFoundError:
            print("schemaval (run from a source tree)")
        parser.exit()
