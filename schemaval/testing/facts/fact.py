"""A fact: one row of what engines are known to get wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft


@dataclass(frozen=True, slots=True)
class Fact:
    """One row: in the drafts `since` to `until`, both included, `schema` takes `valid` and nothing of `invalid`."""

    name: str
    schema: JSON
    valid: tuple[JSON, ...] = ()
    invalid: tuple[JSON, ...] = ()
    since: Draft = Draft.D3
    until: Draft = Draft.D2020
    resources: Mapping[str, JSON] = field(default_factory=dict)
    assert_formats: bool = False
