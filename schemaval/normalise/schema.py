"""Which empty container a schema position wants.

An empty container is mended exactly when the dialect's metaschema refuses it there and accepts the other one; the
keyword table knows both facts, so the whole rule is one comparison.
"""

from typing import Any

from schemaval.keywords import Shape


def mended(value: Any, shape: Shape) -> Any | None:
    """The other empty container where `shape` refuses the one that `value` is and takes the other; else None."""
    if type(value) is list and not value:
        return {} if shape.takes_object and not shape.takes_array else None
    if type(value) is dict and not value:
        return [] if shape.takes_array and not shape.takes_object else None
    return None
