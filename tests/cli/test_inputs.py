"""What cannot be read gives one clear line and exit code 3; what can be read is read whatever wraps it."""

import codecs
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schemaval.cli.inputs import Unreadable, read, read_one

TOOLS = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}
TEXT = json.dumps(TOOLS)

BAD: dict[str, tuple[bytes, str]] = {
    "not JSON": (b'{"tools": [1,\n  2,,]}', ":2:5: not JSON: expecting value"),
    "an open object": (b'{"tools": ', "not JSON: expecting value"),
    "text behind the value": (b'{"tools": []} x', ":1:15: not JSON"),
    "NaN": (b'{"a": "NaN",\n "b": NaN}', ":2:7: not JSON: NaN is not a JSON number"),
    "infinity": (b'{"a": -Infinity}', ":1:7: not JSON: -Infinity is not a JSON number"),
    "a number no float holds": (b'{"a": 1e999}', ":1:7: not JSON: a number too large for a float"),
    "an integer without end": (b'{"a": 1' + b"0" * 5000 + b"}", "an integer of more than 4,300 digits"),
    "Latin-1": ('{"a": "é"}'.encode("latin-1"), ":1:8: is not UTF-8 text (byte 0xe9); save it as UTF-8"),
    "nothing": (b"", "is empty; a JSON value is expected"),
    "white space": (b" \n\t", "is empty; a JSON value is expected"),
    "a truncated gzip": (gzip.compress(TEXT.encode())[:30], "the gzip data is truncated"),
    "a broken gzip": (b"\x1f\x8b" + b"?" * 40, "is not sound gzip"),
    "open brackets without end": (b"[" * 100_000, "not JSON: expecting value"),
    "neither tools nor calls": (b"[1, 2, 3]", "is JSON, but holds neither a tool list nor recorded calls"),
    "tools that are no array": (b'{"tools": {"a": 1}}', "is JSON, but holds neither a tool list nor recorded calls"),
}


@pytest.mark.parametrize("case", BAD)
def test_unreadable_input_is_one_line_and_code_3(case: str, run: Any, put: Any) -> None:
    """Every kind of bad input is named in one line on stderr, with its place where the text is at fault."""
    data, words = BAD[case]
    ran = run("check", put("in.json", data))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("schemaval: in.json")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 200


def test_a_plain_file_named_gz_is_no_gzip(run: Any, put: Any) -> None:
    """The suffix promises gzip; what breaks the promise is said."""
    ran = run("check", put("in.gz", TEXT))
    assert ran.code == 3
    assert "in.gz: is not sound gzip" in ran.err


@pytest.mark.parametrize(
    ("name", "words"), [(".", "is a directory"), ("absent.json", "no such file"), ("a/b", "no such file")]
)
def test_names_that_lead_to_no_file(name: str, words: str, run: Any) -> None:
    """A directory and a missing file are named."""
    ran = run("check", name)
    assert (ran.code, ran.out) == (3, "")
    assert f"schemaval: {name}: {words}" in ran.err


@pytest.mark.parametrize("command", [("check",), ("repair",), ("validate", "in.json"), ("check", "--calls")])
def test_every_command_says_it_alike(command: tuple[str, ...], run: Any, put: Any) -> None:
    """Bad input is code 3 in every command that reads."""
    put("in.json", TEXT)
    assert run(*command, "absent.json", *(["in.json"] if "--calls" in command else [])).code == 3


WRAPPED: dict[str, Callable[[str], bytes]] = {
    "UTF-8": str.encode,
    "UTF-8 with a byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16 with a byte order mark": lambda text: text.encode("utf-16"),
    "UTF-16 without one": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "gzip by its magic": lambda text: gzip.compress(text.encode()),
    "CR LF": lambda text: text.replace(" ", "\r\n").encode(),
}


@pytest.mark.parametrize("wrapping", WRAPPED)
def test_what_wraps_the_text_does_not_matter(wrapping: str, tmp_path: Path) -> None:
    """The same value comes out of every encoding, with the name as it was given."""
    path = tmp_path / "in.json"
    path.write_bytes(WRAPPED[wrapping](TEXT))
    source = read(str(path))
    assert [document.value for document in source.documents] == [TOOLS]
    assert source.file == str(path)
    assert source.documents[0].line is None


def test_json_lines_bear_their_lines(tmp_path: Path) -> None:
    """Each value of several knows the line it starts on; blank lines count."""
    path = tmp_path / "in.jsonl"
    path.write_text('{"a": 1}\n\n[2,\n3]\n"x"\n')
    assert [(document.line, document.value) for document in read(str(path)).documents] == [
        (1, {"a": 1}),
        (3, [2, 3]),
        (5, "x"),
    ]
    with pytest.raises(Unreadable, match=r"in\.jsonl:3:1: more than one JSON value"):
        read_one(str(path))


def test_repeated_properties_are_found_where_they_stand(tmp_path: Path) -> None:
    """Each repeated name is told with its pointer; what a later repetition replaced is in no place any more."""
    path = tmp_path / "in.json"
    path.write_text('{"a/b": [{"x": 1, "x": 2}], "c": {"y": 1, "y": 2}, "c": 3, "d": 1, "d": 1, "d": 1}')
    doubled = read(str(path)).documents[0].duplicates
    assert [(double.pointer, double.name) for double in doubled] == [("/c", "c"), ("/d", "d"), ("/a~1b/0/x", "x")]


def test_stdin_is_a_dash(run: Any) -> None:
    """- reads stdin, gzip included."""
    ran = run("check", "-", stdin=gzip.compress(TEXT.encode()))
    assert ran.code == 0
    assert "1 tool, 1 schema: 0 bad" in ran.out
