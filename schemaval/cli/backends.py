"""`schemaval backends`: what can judge, and how to get the rest."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemaval.backends.protocol import BackendInfo

DESCRIPTION = (
    "List the backends: which are installed, in which version, for which dialects, and how to install the others."
)
EPILOG = """\
example:
  schemaval backends"""

_HEAD = ("backend", "installed", "version", "dialects", "install")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how the list is written (default: text)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    from schemaval.backends.select import backend_infos

    infos = backend_infos()
    if args.format == "json":
        print(json.dumps({"version": 1, "backends": [_entry(info) for info in infos.values()]}, indent=1))
        return 0
    for line in _table(infos):
        print(line)
    return 0


def _entry(info: "BackendInfo") -> dict[str, object]:
    return {
        "name": info.name,
        "installed": info.installed,
        "version": info.version,
        "dialects": list(info.dialects),
        "install": info.install,
    }


def _table(infos: Mapping[str, "BackendInfo"]) -> Iterator[str]:
    rows = [_HEAD] + [
        (
            info.name,
            "yes" if info.installed else "no",
            info.version or "-",
            " ".join(info.dialects),
            info.install or "-",
        )
        for info in infos.values()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
