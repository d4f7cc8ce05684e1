"""What `jsonschema-rs` gets wrong and what can be neither lowered nor taken over, as rows.

Numbers, formats, content, other patterns and a stray `$schema` are mended instead; `rows` says how.
"""

from schemaval.backends.faults import Fault, positions
from schemaval.backends.lowering.jsonschema_rs.patterns import is_alike
from schemaval.backends.protocol import CompileJob
from schemaval.keywords import Draft


def _may_break(job: CompileJob) -> bool:
    """Whether a resource without `$recursiveAnchor` may lie between two that have it."""
    anchored = [
        resource.recursive_anchor for resource in {id(one): one for one in job.world.resources.values()}.values()
    ]
    return anchored.count(True) > 1 and False in anchored


FAULTS: tuple[Fault, ...] = (
    Fault(
        "patternProperties",
        "a pattern that the engine may read otherwise",
        lambda patterns, _position, _job: not all(map(is_alike, patterns)),
    ),
    Fault(
        "$recursiveRef",
        "the engine takes every $recursiveRef for '#'",
        lambda text, _position, _job: text != "#",
        frozenset({Draft.D2019}),
    ),
    Fault(
        "$recursiveRef",
        "the engine ends its search at a resource without $recursiveAnchor",
        lambda _text, _position, job: _may_break(job),
        frozenset({Draft.D2019}),
    ),
    Fault(
        "dependencies",
        "to the engine `dependencies` evaluates no properties from 2019-09 on",
        lambda needs, _position, job: (
            type(needs) is dict
            and any(type(held) is dict for held in needs.values())
            and any("unevaluatedProperties" in position.schema for position in positions(job))
        ),
        frozenset({Draft.D2019, Draft.D2020}),
    ),
    Fault(
        "unevaluatedItems",
        "to the engine `contains` evaluates items in 2019-09 too",
        lambda _value, _position, job: any("contains" in position.schema for position in positions(job)),
        frozenset({Draft.D2019}),
    ),
)
