"""The options that commands share: how they are written, and how schemas are compiled under them."""

import argparse
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemaval.cli import inputs
from schemaval.errors import UnsupportedSchema
from schemaval.limits import Limits

if TYPE_CHECKING:
    from schemaval.jsonvalue import JSON
    from schemaval.validator import Validator


class Usage(Exception):  # noqa: N818 - named for what is wrong, as the library's own errors are
    """The command line asks for something that does not exist; the text says what would do."""


@dataclass(frozen=True, slots=True)
class Options:
    """How schemas are compiled: the parameters of `schemaval.compile` as the command line gives them."""

    backend: str | tuple[str, ...] = "auto"
    dialect: str | None = None
    resources: Mapping[str, Any] | None = None
    assert_formats: bool = False
    limits: Limits = Limits()  # noqa: RUF009 - a frozen value of constants

    def compile(self, schema: "JSON") -> "Validator":
        """The validator of `schema`; raises what `schemaval.compile` raises."""
        from schemaval.compiling import compile_schema

        return compile_schema(
            schema,
            backend=self.backend,
            dialect=self.dialect,
            resources=self.resources,
            assert_formats=self.assert_formats,
            limits=self.limits,
        )


def add_common(parser: argparse.ArgumentParser, *, side_by_side: bool = False) -> None:
    """The options of every command that compiles schemas; `side_by_side` lets several backends stand for themselves."""
    group = parser.add_argument_group("how schemas are compiled")
    if side_by_side:
        words = "an engine to compare; may be repeated (default: all that are installed)"
        group.add_argument("--backend", action="append", default=[], metavar="NAME", help=words)
    else:
        words = "the engine; of several the first that honours a schema is used (default: auto)"
        group.add_argument("--backend", default="auto", metavar="NAME[,NAME]", help=words)
    group.add_argument(
        "--dialect", metavar="NAME", help="for schemas without $schema: 2020-12 (default), draft-07, ..."
    )
    group.add_argument("--assert-formats", action="store_true", help="judge values by `format` too")
    group.add_argument(
        "--resource",
        action="append",
        default=[],
        metavar="URI=FILE",
        help="a document that a $ref or $schema may reach; may be repeated",
    )
    group.add_argument(
        "--limits",
        choices=("default", "none"),
        default="default",
        help="none lifts the limits on what a schema may cost",
    )


def add_report(parser: argparse.ArgumentParser) -> None:
    """The options of every command that reports."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how the report is written (default: text)"
    )
    add_quiet(parser, "findings only: no repairs, no summary, no progress")


def add_quiet(parser: argparse.ArgumentParser, words: str) -> None:
    """The option that leaves out what is not asked for."""
    parser.add_argument("-q", "--quiet", action="store_true", help=words)


def from_args(args: argparse.Namespace) -> Options:
    """The options as parsed.

    Usage, NoSuchBackend, BackendNotInstalled, UnknownDialect or Unreadable is raised for one that leads nowhere.
    """
    names = tuple(name for name in args.backend.split(",") if name)
    if not names:
        raise Usage("--backend needs a name; `schemaval backends` lists them")
    resources = dict(_resource(text) for text in args.resource)
    limits = Limits.none() if args.limits == "none" else Limits()
    backend = names[0] if len(names) == 1 else names
    chosen = Options(backend, args.dialect, resources or None, args.assert_formats, limits)
    with suppress(UnsupportedSchema):
        chosen.compile({})  # what names no backend or no dialect is said once, whatever the schemas are
    return chosen


def _resource(text: str) -> tuple[str, Any]:
    uri, equals, name = text.rpartition("=")
    if not (equals and uri and name):
        raise Usage("--resource is written URI=FILE, such as --resource https://example.com/point=point.json")
    return uri, inputs.read_one(name).value
