"""`contentEncoding` and `contentMediaType` as draft-07 asserts them (JSON Schema Validation draft-07, section 8)."""

import base64
import binascii
from collections.abc import Callable, Mapping

from schemaval.errors import LimitExceeded
from schemaval.evaluator.closures import Valid
from schemaval.evaluator.spending import State
from schemaval.jsonvalue import JSON
from schemaval.reading import is_json_text


def _base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):  # ValueError: a character outside ASCII
        return None


ENCODINGS: Mapping[str, Callable[[str], bytes | None]] = {"base64": _base64}
MEDIA_TYPES: Mapping[str, Callable[[bytes | str], bool]] = {"application/json": is_json_text}


def content_test(encoding: str | None, media_type: str | None, max_bytes: int | None) -> Mapping[type, Valid]:
    """The test that a string decodes, and holds what it should; no test for unknown encodings and media types."""
    decode = ENCODINGS.get(encoding) if encoding is not None else None
    judge = MEDIA_TYPES.get(media_type.partition(";")[0].strip().lower()) if media_type is not None else None
    if encoding is not None and decode is None:
        return {}
    if decode is None and judge is None:
        return {}

    def test(value: JSON, _state: State = None) -> bool:
        if max_bytes is not None and len(value) > max_bytes:
            raise LimitExceeded("max_instance_bytes", len(value))
        data = value if decode is None else decode(value)
        return data is not None and (judge is None or judge(data))

    return {str: test}
