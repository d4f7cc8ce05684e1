"""An entry of the Model Context Protocol's `tools/list`, read: its members known, each of the right shape."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.errors import InvalidDefinition


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry says; None where it says nothing. The schemas are the entry's own objects."""

    name: str
    description: str
    input: Any
    output: Any
    title: str | None
    annotations: dict[str, JSON] | None
    icons: list[JSON] | None
    meta: dict[str, JSON] | None


_SHAPES: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "title": (str,),
    "description": (str,),
    "inputSchema": (dict, list),  # an empty map may have been written as an empty list
    "outputSchema": (dict, list),
    "annotations": (dict,),
    "icons": (list,),
    "_meta": (dict,),
}
_WORDS: dict[type, str] = {str: "a text", dict: "an object", list: "an array"}


def read_entry(definition: object) -> Entry:
    """The members of a definition, null as if left out; InvalidDefinition where one is missing or has a wrong shape."""
    if not isinstance(definition, Mapping):
        raise InvalidDefinition(f"a definition is an object, not {_kind(definition)}")
    found = {member: _member(definition, member, shapes) for member, shapes in _SHAPES.items()}
    if not found["name"]:
        raise InvalidDefinition("a definition has a name")
    if found["inputSchema"] is None:
        raise InvalidDefinition(f"the definition of the tool {shorten(found['name'])!r} has no inputSchema")
    return Entry(
        name=found["name"],
        description=found["description"] or "",
        input=found["inputSchema"],
        output=found["outputSchema"],
        title=found["title"],
        annotations=found["annotations"],
        icons=found["icons"],
        meta=found["_meta"],
    )


def _member(definition: Mapping[str, JSON], member: str, shapes: tuple[type, ...]) -> Any:
    value = definition.get(member)
    if value is not None and not isinstance(value, shapes):
        raise InvalidDefinition(f"{member} in a definition is {_WORDS[shapes[0]]}, not {_kind(value)}")
    return value


def _kind(value: object) -> str:
    return shorten(type(value).__name__)
