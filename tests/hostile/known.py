"""Failures that are known, by case and backend, each with its reason.

A case of FAILING that does not fail any more fails the test, so that its row is taken out; one of SLOW may take longer
than the bar or not, as the machine is.
"""

from collections.abc import Iterable, Mapping

from tests.hostile.subjects import BACKENDS

_Row = tuple[str, tuple[str, ...], tuple[str, ...]]

# reason, backends, cases
_FAILING: tuple[_Row, ...] = (
    (
        "params hold all the names that the schema knows, once a violation: sixty-four times some kilobytes",
        BACKENDS,
        ("strings/names-like-each-other",),
    ),
)
_SLOW: tuple[_Row, ...] = (
    (
        "the causes of each of many failing branches are gathered",
        BACKENDS,
        ("errors as the attack/any-of-in-any-of", "size/any-of-fanned-out"),
    ),
    (
        "large containers are made comparable in Python",
        BACKENDS,
        ("size/unique-near-copies", "size/const-against-near-copies"),
    ),
    (
        "the engine is written in Python and takes microseconds an item",
        ("jsonschema", "fastjsonschema"),
        ("size/million-integers",),
    ),
)


def _by_pair(rows: Iterable[_Row]) -> Mapping[tuple[str, str], str]:
    return {(case, subject): reason for reason, subjects, cases in rows for subject in subjects for case in cases}


FAILING = _by_pair(_FAILING)
SLOW = _by_pair(_SLOW)
