"""All cases by kind, and by name."""

from collections.abc import Mapping

from tests.hostile.case import Case
from tests.hostile.kinds import (
    depth,
    expressions,
    floods,
    formats,
    identity,
    leaks,
    malformed,
    network,
    numbers,
    pythonvalues,
    references,
    size,
    strings,
)

KINDS: Mapping[str, tuple[Case, ...]] = {
    "regular expressions": expressions.CASES,
    "references": references.CASES,
    "depth": depth.CASES,
    "size": size.CASES,
    "numbers": numbers.CASES,
    "strings": strings.CASES,
    "formats": formats.CASES,
    "network and files": network.CASES,
    "identity": identity.CASES,
    "Python objects": pythonvalues.CASES,
    "leaks": leaks.CASES,
    "errors as the attack": floods.CASES,
    "malformed schemas": malformed.CASES,
}
CASES: Mapping[str, Case] = {f"{kind}/{case.name}": case for kind, cases in KINDS.items() for case in cases}
