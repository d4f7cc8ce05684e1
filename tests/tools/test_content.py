"""Content blocks: constructors, what they refuse, and what counts as a block."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import jsonschema
import mcp_types
import pytest
from pydantic import BaseModel

from schemaval.errors import NotJSON
from schemaval.tools import InvalidDefinition, content
from schemaval.tools.wire.blocks import BLOCK_TYPES, checked, fitted
from schemaval.tools.wire.revisions import REVISIONS, revision

ANNOTATIONS = {"audience": ["user", "assistant"], "priority": 0.5}
Make = Callable[..., dict[str, Any]]

# A constructor's call, what it makes, and the first revision that has such a block.
MADE: list[tuple[Make, tuple[Any, ...], dict[str, Any], str]] = [
    (content.text, ("hé",), {"type": "text", "text": "hé"}, "2024-11-05"),
    (content.text, ("",), {"type": "text", "text": ""}, "2024-11-05"),
    (content.image, (b"\0\1", "image/png"), {"type": "image", "data": "AAE=", "mimeType": "image/png"}, "2024-11-05"),
    (content.audio, (b"\xff", "audio/wav"), {"type": "audio", "data": "/w==", "mimeType": "audio/wav"}, "2025-03-26"),
    (
        content.resource_text,
        ("file:///a.txt", "hi"),
        {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "hi"}},
        "2024-11-05",
    ),
    (
        content.resource_blob,
        ("file:///a.bin", bytearray(b"\0\1")),
        {"type": "resource", "resource": {"uri": "file:///a.bin", "blob": "AAE="}},
        "2024-11-05",
    ),
    (
        content.resource_link,
        ("file:///a.txt", "a"),
        {"type": "resource_link", "uri": "file:///a.txt", "name": "a"},
        "2025-06-18",
    ),
]


@pytest.mark.parametrize("name", REVISIONS)
@pytest.mark.parametrize(("make", "arguments", "block", "since"), MADE)
def test_a_constructor_makes_a_plain_block(
    make: Make, arguments: tuple[Any, ...], block: dict[str, Any], since: str, name: str
) -> None:
    """A block is a plain dict in the revisions that know it; the others refuse it and name what they know."""
    if name >= since:
        assert make(*arguments, revision=name) == block
        assert make(*arguments, annotations=ANNOTATIONS, revision=name) == {**block, "annotations": ANNOTATIONS}
    else:
        with pytest.raises(InvalidDefinition, match=f"{name} knows no content block of type '{block['type']}'.*text"):
            make(*arguments, revision=name)


@pytest.mark.parametrize(
    ("make", "arguments", "name"),
    [(make, arguments, name) for make, arguments, _, since in MADE for name in REVISIONS if name >= since],
)
def test_a_block_is_what_the_protocol_calls_one(
    make: Make, arguments: tuple[Any, ...], name: str, shared: Path
) -> None:
    """Every block validates against the protocol's own schema of the revision."""
    path = shared / "mcp-schema" / f"{name}.schema.json"
    if not path.is_file():
        pytest.skip(f"no schema of MCP's revision {name} beside the project")
    made = make(*arguments, annotations=ANNOTATIONS, revision=name)
    whole = json.loads(path.read_text(encoding="utf-8"))
    schema = {**whole, "$ref": f"#/{'$defs' if '$defs' in whole else 'definitions'}/CallToolResult"}
    wire = {"content": [made], "resultType": "complete"}
    jsonschema.validators.validator_for(whole)(schema).validate(wire)


@pytest.mark.parametrize(("make", "arguments", "block", "since"), MADE)
def test_meta_is_of_2025_06_18(make: Make, arguments: tuple[Any, ...], block: dict[str, Any], since: str) -> None:
    """A block has a `_meta` from 2025-06-18 on."""
    assert make(*arguments, meta={"a/b": [1]}, revision="2025-06-18") == {**block, "_meta": {"a/b": [1]}}
    with pytest.raises(InvalidDefinition, match="'_meta'" if since <= "2025-03-26" else "resource_link"):
        make(*arguments, meta={"a/b": 1}, revision="2025-03-26")


def test_everything_that_a_link_may_have() -> None:
    """A link tells its title, description, type, size and icons under the protocol's names."""
    made = content.resource_link(
        "file:///a.txt",
        "a",
        title="A",
        description="the first",
        mime_type="text/plain",
        size=0,
        icons=[{"src": "https://example.org/a.png", "sizes": ["48x48"], "theme": "dark", "mimeType": "image/png"}],
    )
    assert made == {
        "type": "resource_link",
        "uri": "file:///a.txt",
        "name": "a",
        "title": "A",
        "description": "the first",
        "mimeType": "text/plain",
        "size": 0,
        "icons": [{"src": "https://example.org/a.png", "sizes": ["48x48"], "theme": "dark", "mimeType": "image/png"}],
    }


REFUSED: list[tuple[str, Callable[[], Any]]] = [
    ("the member 'text'", lambda: content.text(3)),  # type: ignore[arg-type]  # the point
    ("no JSON value", lambda: content.text("\ud800")),
    ("must be bytes", lambda: content.image("AAE=", "image/png")),  # type: ignore[arg-type]  # the point
    ("media type", lambda: content.image(b"", "")),
    ("a URI", lambda: content.resource_text("a.txt", "")),
    ("a URI", lambda: content.resource_link("", "a")),
    ("number of bytes", lambda: content.resource_link("a:b", "a", size=-1)),
    ("number of bytes", lambda: content.resource_link("a:b", "a", size=True)),
    ("'icons'", lambda: content.resource_link("a:b", "a", icons=[{"src": "a:c"}], revision="2025-06-18")),
    ("'src'", lambda: content.resource_link("a:b", "a", icons=[{}])),
    ("theme", lambda: content.resource_link("a:b", "a", icons=[{"src": "a:c", "theme": "blue"}])),
    ('"user" and "assistant"', lambda: content.text("", annotations={"audience": ["system"]})),
    ("from 0 to 1", lambda: content.text("", annotations={"priority": 2})),
    ("from 0 to 1", lambda: content.text("", annotations={"priority": True})),
    ("from 0 to 1", lambda: content.text("", annotations={"priority": math.nan})),
    ("'lastModified'", lambda: content.text("", annotations={"lastModified": "x"}, revision="2025-03-26")),
    ("'colour'", lambda: content.text("", annotations={"colour": "red"})),
    ("an object", lambda: content.text("", annotations=["user"])),  # type: ignore[arg-type]  # the point
    ("an object", lambda: content.text("", meta={1: 2})),  # type: ignore[dict-item]  # the point
    ("no JSON value", lambda: content.text("", meta={"a": math.inf})),
    ("no JSON value", lambda: content.text("", meta={"a": object()})),
]


@pytest.mark.parametrize(("words", "make"), REFUSED)
def test_wrong_arguments_are_refused_in_words(words: str, make: Callable[[], Any]) -> None:
    """What the protocol would not take is an InvalidDefinition that says what would be right."""
    with pytest.raises(InvalidDefinition, match=words):
        make()


def test_an_unknown_revision_is_a_value_error() -> None:
    """A block is made for a revision that exists."""
    with pytest.raises(ValueError, match="no revision of MCP is called"):
        content.text("", revision="1")


OFFICIAL: list[tuple[Any, dict[str, Any]]] = [
    (mcp_types.TextContent(type="text", text="x"), {"type": "text", "text": "x"}),
    (
        mcp_types.ImageContent(type="image", data="AAE=", mime_type="image/png"),
        {"type": "image", "data": "AAE=", "mimeType": "image/png"},
    ),
    (
        mcp_types.EmbeddedResource(
            type="resource", resource=mcp_types.TextResourceContents(uri="a:b", text="x", mime_type="text/plain")
        ),
        {"type": "resource", "resource": {"uri": "a:b", "mimeType": "text/plain", "text": "x"}},
    ),
    (
        mcp_types.ResourceLink(type="resource_link", uri="a:b", name="n", _meta={"k": None}),
        {"type": "resource_link", "uri": "a:b", "name": "n", "_meta": {"k": None}},
    ),
]


@pytest.mark.parametrize(("value", "block"), OFFICIAL)
def test_official_objects_are_blocks(value: Any, block: dict[str, Any]) -> None:
    """Objects of the official types are taken under the protocol's names, without the members that are not set."""
    assert content.is_block(value)
    assert content.as_block(value) == block


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"type": "text"},
        {"type": "text", "text": 1},
        {"type": "text", "text": "a", "name": "a field of a form"},
        {"type": "paragraph", "text": "a"},
        {"type": ["text"], "text": "a"},
        {"type": "image", "data": "AAE="},
        {"type": "resource", "resource": {"uri": "a:b"}},
        {"text": "a"},
        [{"type": "text", "text": "a"}],
        "text",
        None,
    ],
)
def test_what_only_looks_like_a_block_is_none(value: Any) -> None:
    """A value without a block's members, or with others, is a value."""
    assert not content.is_block(value)
    assert content.as_block(value) is None


def test_a_block_may_be_any_mapping() -> None:
    """A read-only mapping is a block as well, and comes out as a plain dict of its own."""
    block = MappingProxyType({"type": "text", "text": "a", "_meta": {"k": (1, 2)}})
    assert content.as_block(block) == {"type": "text", "text": "a", "_meta": {"k": [1, 2]}}


def test_a_model_that_will_not_dump_is_not_json() -> None:
    """What a model's own code raises comes out as NotJSON, with the original as its cause."""

    class Rude(BaseModel):
        type: str = "text"

        def model_dump(self, **_options: Any) -> Any:
            raise KeyError("secret")

    with pytest.raises(NotJSON, match="raised KeyError") as caught:
        content.is_block(Rude())
    assert isinstance(caught.value.__cause__, KeyError)


def test_members_of_later_revisions_are_left_out_of_what_is_sent() -> None:
    """A block made for a later revision is sent to an earlier one without what that does not know."""
    block = {
        "type": "resource",
        "resource": {"uri": "a:b", "text": "x", "_meta": {"k": 1}},
        "annotations": {"priority": 1, "lastModified": "2025-01-12T15:00:58Z"},
        "_meta": {"k": 1},
    }
    assert fitted(block, revision("2025-03-26")) == {
        "type": "resource",
        "resource": {"uri": "a:b", "text": "x"},
        "annotations": {"priority": 1},
    }
    assert fitted(block, revision("2025-06-18")) == block
    with pytest.raises(InvalidDefinition, match=r"lastModified|_meta"):
        checked(block, revision("2025-03-26"))


def test_every_type_is_made_by_a_constructor() -> None:
    """No type of block is without a constructor."""
    assert {block["type"] for _, _, block, _ in MADE} == set(BLOCK_TYPES)
