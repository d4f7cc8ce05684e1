"""What references can lead to: definitions, anchors, embedded resources, another document, the root."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from schemaval.dialects import BY_DRAFT
from schemaval.jsonvalue import JSON
from schemaval.keywords import Draft
from schemaval.pointer import escape, fragment

BASE = "https://example.com/root"
ELSEWHERE = "https://example.com/elsewhere"
NODE = "node"  # the dynamic anchor
_NAMES = ("a", "A", "a.b", "a-b", "a_b", "é", "b~/c", "$ref", "x y")  # some differ in case or punctuation only


@dataclass(frozen=True, slots=True)
class Target:
    """A schema that references can name.

    It stands under `name` in the keyword `holder`, `""` where it is no definition of the root. `fragment` follows the
    URI of its resource, which is `uri`, or the root's. `naming` are the members that give it that name.
    """

    fragment: str
    uri: str = ""
    holder: str = ""
    name: str = ""
    naming: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a subschema is written: the URI of its resource, that of the root's, and what may be named from there.

    `targets` may be applied to the same value without ever coming back, `further` only to a member or an item.
    """

    here: str
    base: str
    targets: tuple[Target, ...] = ()
    further: tuple[Target, ...] = ()
    dynamic: Mapping[str, str] = field(default_factory=dict)

    def text(self, target: Target) -> str:
        """The reference to a target."""
        uri = target.uri or self.base
        return (target.fragment or "#") if uri == self.here else uri + target.fragment


def definitions(random: Random, draft: Draft, *, has_base: bool) -> list[Target]:
    """Up to three definitions; each may be named by an anchor, or be a resource of its own."""
    holder = "$defs" if draft >= Draft.D2019 and random.random() < 0.95 else "definitions"
    keyword = BY_DRAFT[draft].id_keyword
    found = []
    for name in random.sample(_NAMES, random.randint(0, 3)):
        word = f"n{_NAMES.index(name)}"
        dice = random.random()
        if has_base and dice < 0.25:
            uri = f"https://example.com/{word}"
            found.append(Target("", uri, holder, name, {keyword: uri}))
        elif dice < 0.4 and draft >= Draft.D4:
            named = {"$anchor": word} if draft >= Draft.D2019 else {keyword: f"#{word}"}
            found.append(Target(f"#{word}", "", holder, name, named))
        else:
            found.append(Target(f"#/{holder}/{fragment(escape(name))}", "", holder, name))
    return found
