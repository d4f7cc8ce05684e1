"""Content blocks of the Model Context Protocol: which members each type has, since which revision, and of what kind.

Source: `ContentBlock`, `Annotations` and `Icon` in the protocol's schema of each revision.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.converting import said, to_json
from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.wire.revisions import FIRST, Revision

_META_SINCE = "2025-06-18"


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object: `is_legal` judges its value, `expected` says in words what would be right.

    `inner` are the members of a value that is itself such an object, or an array of them.
    """

    name: str
    is_legal: Callable[[JSON], bool]
    expected: str
    is_required: bool = False
    since: str = FIRST
    inner: tuple["Member", ...] = ()


@dataclass(frozen=True, slots=True)
class BlockType:
    """One type of block: its members besides `type`, and the revision that brought it."""

    name: str
    members: tuple[Member, ...]
    since: str = FIRST


def _is_text(value: JSON) -> bool:
    return isinstance(value, str)


def _is_name(value: JSON) -> bool:
    return isinstance(value, str) and value != ""


def _is_object(value: JSON) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _is_size(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_priority(value: JSON) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _is_audience(value: JSON) -> bool:
    return isinstance(value, (list, tuple)) and all(role in ("user", "assistant") for role in value)


def _are_texts(value: JSON) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)


def _are_objects(value: JSON) -> bool:
    return isinstance(value, (list, tuple)) and all(_is_object(item) for item in value)


def _is_resource(value: JSON) -> bool:
    return _is_object(value) and _is_text(value.get("uri")) and _is_text(value.get("text", value.get("blob")))


def _is_theme(value: JSON) -> bool:
    return value in ("dark", "light")


_META = Member("_meta", _is_object, "an object", since=_META_SINCE)
_ANNOTATIONS = Member(
    "annotations",
    _is_object,
    "an object",
    inner=(
        Member("audience", _is_audience, 'an array of "user" and "assistant"'),
        Member("priority", _is_priority, "a number from 0 to 1"),
        Member("lastModified", _is_text, "an ISO 8601 time as a string", since="2025-06-18"),
    ),
)
_ICON = (
    Member("src", _is_name, "a URI", is_required=True),
    Member("mimeType", _is_name, "a media type"),
    Member("sizes", _are_texts, "an array of strings"),
    Member("theme", _is_theme, '"dark" or "light"'),
)
_MEDIA = (
    Member("data", _is_text, "base64 text", is_required=True),
    Member("mimeType", _is_name, "a media type", is_required=True),
    _ANNOTATIONS,
    _META,
)
_CONTENTS = (
    Member("uri", _is_name, "a URI", is_required=True),
    Member("mimeType", _is_name, "a media type"),
    Member("text", _is_text, "a string"),
    Member("blob", _is_text, "base64 text"),
    _META,
)

BLOCK_TYPES = {
    row.name: row
    for row in (
        BlockType("text", (Member("text", _is_text, "a string", is_required=True), _ANNOTATIONS, _META)),
        BlockType("image", _MEDIA),
        BlockType("audio", _MEDIA, since="2025-03-26"),
        BlockType(
            "resource",
            (
                Member("resource", _is_resource, "a uri with a text or a blob", is_required=True, inner=_CONTENTS),
                _ANNOTATIONS,
                _META,
            ),
        ),
        BlockType(
            "resource_link",
            (
                Member("uri", _is_name, "a URI", is_required=True),
                Member("name", _is_text, "a string", is_required=True),
                Member("title", _is_text, "a string"),
                Member("description", _is_text, "a string"),
                Member("mimeType", _is_name, "a media type"),
                Member("size", _is_size, "a number of bytes"),
                Member("icons", _are_objects, "an array of icons", since="2025-11-25", inner=_ICON),
                _ANNOTATIONS,
                _META,
            ),
            since="2025-06-18",
        ),
    )
}


def as_block(value: object) -> dict[str, Any] | None:
    """`value` as a content block in plain JSON, or None where it is none.

    A block is a mapping, or an object of the official types, with the `type` of one of the five, its required members,
    and no member that such a block has in no revision. Whether a revision knows it is not asked here. NotJSON where a
    member holds what is no JSON.
    """
    if type(value) in _NEVER_BLOCKS:
        return None
    if not isinstance(value, Mapping):
        if not hasattr(type(value), "model_dump") or not _is_type(getattr(value, "type", None)):
            return None
        value = dumped(value)
    if not isinstance(value, Mapping) or not _is_type(value.get("type")):
        return None
    members = BLOCK_TYPES[value["type"]].members
    known = {member.name for member in members} | {"type"}
    needed = [member.name for member in members if member.is_required]
    if not known.issuperset(value) or not all(
        name in value and _LEAST.get(name, _is_text)(value[name]) for name in needed
    ):
        return None
    block: dict[str, Any] = to_json(value)
    return block


_NEVER_BLOCKS = frozenset({str, list, int, float, bool, tuple, type(None)})

# What makes a required member the one that is meant; any other than these is a string.
_LEAST: Mapping[str, Callable[[JSON], bool]] = {"resource": _is_resource}


def is_block(value: object) -> bool:
    """Whether `value` is a content block, as a mapping or as an object of the official types."""
    return as_block(value) is not None


def may_be_block(value: JSON) -> bool:
    """Whether plain JSON is an object of the `type` of a block; any other is none."""
    return type(value) is dict and _is_type(value.get("type"))


def holds_block(value: object) -> bool:
    """Whether `value` is an array or a mapping with a content block among its items or members."""
    if isinstance(value, Mapping):
        return any(is_block(member) for member in value.values())
    return isinstance(value, (list, tuple)) and any(is_block(item) for item in value)


def dumped(model: Any) -> JSON:
    """What an object of the official types says of itself, members that are not set left out."""
    return said(model, (), "model_dump", lambda: model.model_dump(mode="json", by_alias=True, exclude_none=True))


def checked(block: Mapping[str, Any], row: Revision) -> None:
    """Raise InvalidDefinition unless the revision knows the block, each of its members, and their values."""
    kind = _known(block, row)
    _check_members(block, kind.members, row, f"a block of type {kind.name!r}")


def fitted(block: Mapping[str, Any], row: Revision) -> dict[str, Any]:
    """The block without the members that later revisions brought; InvalidDefinition where the rest is not legal."""
    kind = _known(block, row)
    without = _without_later(block, kind.members, row)
    _check_members(without, kind.members, row, f"a block of type {kind.name!r}", is_open=True)
    return without


def _is_type(value: object) -> bool:
    return isinstance(value, str) and value in BLOCK_TYPES


def _known(block: Mapping[str, Any], row: Revision) -> BlockType:
    name = block.get("type")
    kind = BLOCK_TYPES.get(name) if isinstance(name, str) else None
    if kind is None or not row.knows(kind.since):
        known = ", ".join(kind.name for kind in BLOCK_TYPES.values() if row.knows(kind.since))
        raise InvalidDefinition(
            f"the revision {row.name} knows no content block of type {shorten(str(name))!r}; its types are {known}"
        )
    return kind


def _check_members(
    value: Mapping[str, Any], members: tuple[Member, ...], row: Revision, what: str, *, is_open: bool = False
) -> None:
    names = {member.name for member in members if row.knows(member.since)} | {"type"}
    for name in value:
        if name not in names and not is_open:
            raise InvalidDefinition(f"{what} has no member {shorten(str(name))!r} in the revision {row.name}")
    for member in members:
        if member.name not in value:
            if member.is_required:
                raise InvalidDefinition(f"{what} needs a member {member.name!r}, {member.expected}")
            continue
        if not member.is_legal(value[member.name]):
            raise InvalidDefinition(f"the member {member.name!r} of {what} must be {member.expected}")
        if member.inner:
            for inner in _each(value[member.name]):
                _check_members(inner, member.inner, row, f"the member {member.name!r} of {what}", is_open=is_open)


def _each(value: Any) -> list[Mapping[str, Any]]:
    return [value] if isinstance(value, Mapping) else list(value)


def _without_later(value: Mapping[str, Any], members: tuple[Member, ...], row: Revision) -> dict[str, Any]:
    later = {member.name for member in members if not row.knows(member.since)}
    kept = {name: member for name, member in value.items() if name not in later}
    for member in members:
        if member.inner and _is_object(kept.get(member.name)):
            kept[member.name] = _without_later(kept[member.name], member.inner, row)
    return kept
