"""The command line: `main` finds the command, runs it, and turns what went wrong into one line and an exit code.

Exit codes: 0 fine, 1 findings, 2 usage, 3 unreadable input, 4 the one schema given is bad, 5 backend missing.
"""

import argparse
import os
import sys
from importlib import import_module
from typing import Any

COMMANDS = ("check", "validate", "repair", "compare", "backends")

_DESCRIPTION = "JSON Schema for the tools of language models: one meaning, any engine."
_EPILOG = """\
example:
  schemaval check tools.json calls.jsonl

`schemaval COMMAND --help` tells of a command."""


def main(argv: list[str] | None = None) -> int:
    """Run the command that `argv` (default: the process's own arguments) asks for; the exit code."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return 141
    except KeyboardInterrupt:
        return 130
    return code


def _run(argv: list[str]) -> int:
    from schemaval.cli.inputs import Unreadable
    from schemaval.cli.options import Usage
    from schemaval.errors import BackendNotInstalled, NoSuchBackend, UnknownDialect

    _soften_streams()
    args = _parser(argv).parse_args(argv)
    try:
        return int(args.run(args))
    except Unreadable as error:
        return _fail(error, 3)
    except (Usage, NoSuchBackend, UnknownDialect) as error:
        return _fail(error, 2)
    except BackendNotInstalled as error:
        return _fail(error, 5)


def _fail(error: Exception, code: int) -> int:
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
    for name in argv[:1] if argv[:1] and argv[0] in COMMANDS else COMMANDS:
        module = import_module(f"schemaval.cli.{name}")
        command = _new(
            commands.add_parser, name, help=module.SUMMARY, description=module.DESCRIPTION, epilog=module.EPILOG
        )
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
