"""Failures that are known, by case and backend, each with its reason.

A case of FAILING that does not fail any more fails the test, so that its row is taken out; one of SLOW may take longer
than the bar or not, as the machine is.
"""

from collections.abc import Iterable, Mapping

from tests.hostile.subjects import BACKENDS

_Row = tuple[str, tuple[str, ...], tuple[str, ...]]

_ECHOED = "params repeat the unwelcome property's name in full, as long as the instance makes it"
_WHOLE = "params hold the schema's constant in full, once a violation: sixty-four times two hundred kilobytes"
_MENDING = "mending asks every branch for every item"

# reason, backends, cases
_FAILING: tuple[_Row, ...] = (
    (_WHOLE, BACKENDS, ("errors as the attack/long-const",)),
    (
        _WHOLE,
        ("auto", "reference", "jsonschema", "jsonschema-rs"),
        ("errors as the attack/long-const-object", "size/const-against-near-copies"),
    ),
    (
        _ECHOED,
        BACKENDS,
        (
            "strings/name-of-a-megabyte",
            "strings/names-like-each-other",
            "strings/names-of-a-hundred-kilobytes",
            "strings/tilde-names",
        ),
    ),
    (
        "JSON text of an integer with a hundred thousand digits is JSON by its grammar, and no instance here",
        BACKENDS,
        ("formats/content-digits",),
    ),
)
_SLOW: tuple[_Row, ...] = (
    (
        _MENDING,
        BACKENDS,
        (
            "errors as the attack/any-of-300-items-1000",
            "errors as the attack/unique-everywhere",
            "size/mend-instance",
            "size/mend-under-any-of",
            "size/one-of-300-items-1000",
            "size/tags-many-times",
        ),
    ),
    (
        "the causes of each of many failing branches are gathered",
        BACKENDS,
        ("errors as the attack/any-of-in-any-of", "size/any-of-fanned-out"),
    ),
    (
        "containers are made comparable in Python, about ten microseconds a member",
        BACKENDS,
        ("size/unique-near-copies", "size/unique-50000-objects"),
    ),
    ("the engine compares one number after the other", ("auto", "jsonschema-rs"), ("size/enum-numbers-for-items",)),
    (
        "the engine is written in Python and takes microseconds an item",
        ("jsonschema", "fastjsonschema"),
        ("size/million-contains", "size/million-integers"),
    ),
)


def _by_pair(rows: Iterable[_Row]) -> Mapping[tuple[str, str], str]:
    return {(case, subject): reason for reason, subjects, cases in rows for subject in subjects for case in cases}


FAILING = _by_pair(_FAILING)
SLOW = _by_pair(_SLOW)
