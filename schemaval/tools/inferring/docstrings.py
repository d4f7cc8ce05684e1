"""What a docstring says of a function and its parameters, in the styles of Google, NumPy and Sphinx."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemaval.tools.inferring.extra import required

if TYPE_CHECKING:
    from docstring_parser import Docstring as Parsed

_STYLES = ("REST", "GOOGLE", "NUMPYDOC")  # the first wins where several find as much; REST is Sphinx's


@dataclass(frozen=True, slots=True)
class Docstring:
    """The `summary`, the first paragraph, and the descriptions of `parameters` by name; each on one line."""

    summary: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)


def read(text: str | None) -> Docstring:
    """What a docstring says; one of no known style is all summary and prose.

    ExtraNotInstalled where docstring_parser is missing and there is something to read.
    """
    if text is None or not text.strip():
        return Docstring()
    parsed = max(_readings(text), key=lambda reading: len(reading.params))
    return Docstring(_summary(parsed), _descriptions(parsed))


def _readings(text: str) -> list["Parsed"]:
    """The text in each style that can be made of it, the likeliest first where they are alike."""
    parser = required("docstring_parser")
    found = []
    for name in _STYLES:
        try:
            found.append(parser.parse(text, parser.DocstringStyle[name]))
        except parser.ParseError:  # it is not of this style
            continue
    return found or [parser.Docstring()]


def _summary(parsed: "Parsed") -> str:
    """The first paragraph; the parser takes its first line for all of it."""
    lines = [parsed.short_description or ""]
    if not parsed.blank_after_short_description and parsed.long_description:
        lines.append(parsed.long_description.split("\n\n", 1)[0])
    return _on_one_line(" ".join(lines))


def _descriptions(parsed: "Parsed") -> dict[str, str]:
    return {
        name.strip().lstrip("*").replace("\\*", ""): _on_one_line(param.description)
        for param in parsed.params
        if param.description
        for name in param.arg_name.split(",")
    }


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
