"""Content blocks of the Model Context Protocol, made and recognised; each is a plain dict, ready for the wire."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from schemaval.converting import to_json
from schemaval.errors import SchemavalError, shorten
from schemaval.formats.resource import is_uri
from schemaval.jsonvalue import JSON
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.wire.blocks import as_block, checked, is_block
from schemaval.tools.wire.revisions import DEFAULT_REVISION
from schemaval.tools.wire.revisions import revision as revision_of

__all__ = ["as_block", "audio", "image", "is_block", "resource_blob", "resource_link", "resource_text", "text"]

Object = Mapping[str, Any]
Data = bytes | bytearray | memoryview


def text(
    text: str, *, annotations: Object | None = None, meta: Object | None = None, revision: str = DEFAULT_REVISION
) -> dict[str, Any]:
    """A block of text.

    Here and below: `annotations` may hold `audience` (an array of "user" and "assistant"), `priority` (0 to 1) and,
    from 2025-06-18, `lastModified`; `meta` is the block's `_meta`, from 2025-06-18. InvalidDefinition where `revision`
    does not know the block or a member of it, or an argument is wrong; ValueError for an unknown revision.
    """
    return _made("text", {"text": text}, annotations, meta, revision)


def image(
    data: Data,
    mime_type: str,
    *,
    annotations: Object | None = None,
    meta: Object | None = None,
    revision: str = DEFAULT_REVISION,
) -> dict[str, Any]:
    """An image from its bytes, which are written as base64; `mime_type` such as `image/png`."""
    return _made("image", {"data": _base64(data), "mimeType": mime_type}, annotations, meta, revision)


def audio(
    data: Data,
    mime_type: str,
    *,
    annotations: Object | None = None,
    meta: Object | None = None,
    revision: str = DEFAULT_REVISION,
) -> dict[str, Any]:
    """A sound from its bytes, which are written as base64; from 2025-03-26. `mime_type` such as `audio/wav`."""
    return _made("audio", {"data": _base64(data), "mimeType": mime_type}, annotations, meta, revision)


def resource_text(
    uri: str,
    text: str,
    *,
    mime_type: str | None = None,
    annotations: Object | None = None,
    meta: Object | None = None,
    revision: str = DEFAULT_REVISION,
) -> dict[str, Any]:
    """An embedded resource that is text; `uri` is its absolute URI."""
    contents = _given(uri=_uri(uri), mimeType=mime_type) | {"text": text}
    return _made("resource", {"resource": contents}, annotations, meta, revision)


def resource_blob(
    uri: str,
    data: Data,
    *,
    mime_type: str | None = None,
    annotations: Object | None = None,
    meta: Object | None = None,
    revision: str = DEFAULT_REVISION,
) -> dict[str, Any]:
    """An embedded resource from its bytes, which are written as base64; `uri` is its absolute URI."""
    contents = _given(uri=_uri(uri), mimeType=mime_type) | {"blob": _base64(data)}
    return _made("resource", {"resource": contents}, annotations, meta, revision)


def resource_link(
    uri: str,
    name: str,
    *,
    title: str | None = None,
    description: str | None = None,
    mime_type: str | None = None,
    size: int | None = None,
    icons: Iterable[Object] | None = None,
    annotations: Object | None = None,
    meta: Object | None = None,
    revision: str = DEFAULT_REVISION,
) -> dict[str, Any]:
    """A link to a resource; from 2025-06-18.

    `size` counts bytes. `icons`, from 2025-11-25, are objects with a `src` and perhaps `mimeType`, `sizes`, `theme`.
    """
    link = _given(
        uri=_uri(uri),
        name=name,
        title=title,
        description=description,
        mimeType=mime_type,
        size=size,
        icons=None if icons is None else list(icons),
    )
    return _made("resource_link", link, annotations, meta, revision)


def _given(**members: JSON) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _uri(uri: Any) -> str:
    if not isinstance(uri, str) or not is_uri(uri):
        raise InvalidDefinition(f"the uri of a resource must be a URI with a scheme, not {shorten(str(uri))!r}")
    return uri


def _base64(data: Any) -> str:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise InvalidDefinition(f"a block's data must be bytes, not {type(data).__name__}")
    return b64encode(data).decode("ascii")


def _made(
    kind: str, members: dict[str, Any], annotations: Object | None, meta: Object | None, revision: str
) -> dict[str, Any]:
    row = revision_of(revision)
    block = {"type": kind, **members, **_given(annotations=annotations, _meta=meta)}
    checked(block, row)
    try:
        plain: dict[str, Any] = to_json(block)
    except SchemavalError as error:
        raise InvalidDefinition(f"a member of a block of type {kind!r} is no JSON value: {error}") from error
    return plain
