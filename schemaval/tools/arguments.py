"""A call's arguments as they come: as a value, as JSON text, as JSON text of JSON text, or not at all."""

from schemaval.backends.protocol import SchemaValidator
from schemaval.errors import NotJSON
from schemaval.jsonvalue import JSON
from schemaval.normalise.change import ABSENT
from schemaval.reading import parse

_MORE = 2  # times that a text may turn out to be text again
_WHITESPACE = " \t\r\n"  # RFC 8259, section 2

__all__ = ["ABSENT", "read_arguments"]


def read_arguments(data: object, judge: SchemaValidator) -> JSON:
    """The arguments that `data` holds: text (str or UTF-8 bytes) is read as JSON, any other value comes back as it is.

    `ABSENT` and text of nothing but whitespace are `{}`; a null stays a null. A text that writes a string, which the
    schema refuses, is read once more where that gives an object (or an empty array, which may be meant as one), twice
    at most. Text that is no JSON raises NotJSON with line and column; it is never replaced. LimitExceeded as `parse`.
    """
    if data is ABSENT:
        return {}
    if not isinstance(data, (str, bytes, bytearray, memoryview)):
        return data
    value = _read(data)
    return _unwrapped(value, judge) if isinstance(value, str) else value


def _read(data: str | bytes | bytearray | memoryview) -> JSON:
    """What a text writes; nothing written means no arguments."""
    is_blank = not (data.strip(_WHITESPACE) if isinstance(data, str) else bytes(data).strip(_WHITESPACE.encode()))
    return {} if is_blank else parse(data)


def _unwrapped(text: str, judge: SchemaValidator) -> JSON:
    """The object inside of text of text, or `text` itself where the schema takes it or no object is inside."""
    value: JSON = text
    for _ in range(_MORE):
        if judge.is_valid(value):
            break
        try:
            value = _read(value)
        except NotJSON:
            break
        if not isinstance(value, str):
            return value if isinstance(value, dict) or value == [] else text
    return text
