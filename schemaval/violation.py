"""What a validator found: violations and annotations, as plain values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, Self, TypeAlias, TypeVar, cast

from schemaval.pointer import join, split

# A message not yet in words: what says it, and the keyword, params, value and limit to say it with.
Said: TypeAlias = tuple[Callable[..., str], str, Mapping[str, Any], Any, int | None]
# A pointer not yet written: its tokens.
Way: TypeAlias = tuple[str | int, ...]


class Parts:
    """The parts of a violation, as they are while it is made: setting them one by one is the fastest way Python has.

    Texts that few readers want are kept as what they are made of: the pointer as its tokens (the root's as `""`), the
    evaluation path as the pointers that it consists of, the message as what it is to be said of.
    """

    __slots__ = ("_message", "_params", "_path", "_pointer", "causes", "keyword", "schema_location")
    _message: str | Said
    _params: Mapping[str, Any]
    _path: str | tuple[str, ...]
    _pointer: str | Way
    causes: tuple["Violation", ...]
    keyword: str
    schema_location: str


class Violation(Parts):
    """One fault of an instance: where it is, which keyword says so, and what that keyword asks. Frozen.

    `pointer` is an RFC 6901 pointer into the instance (`""` is the root). `schema_location` is a URI reference to
    the keyword, absolute where the schema declares a base URI; `evaluation_path` is the way taken to it, through
    references (JSON Schema Core 2020-12, section 12.3). `params` holds what the keyword needs to be understood,
    from the schema only, as a copy that is the reader's, of at most 1,000 values, with texts of at most 1,000
    characters. `causes` holds the violations inside `anyOf`, `oneOf`, `propertyNames` and `contains`.
    """

    __slots__ = ()

    def __new__(
        cls,
        pointer: str | Way,
        keyword: str,
        message: str | Said,
        schema_location: str,
        evaluation_path: str | tuple[str, ...],
        params: Mapping[str, Any] = MappingProxyType({}),
        causes: tuple["Violation", ...] = (),
    ) -> Self:
        """Texts may come as what they are made of (see Parts)."""
        made = Parts()
        made._pointer = pointer  # noqa: SLF001 - its own class's part, as those below
        made.keyword = keyword
        made._message = message  # noqa: SLF001 - as above
        made.schema_location = schema_location
        made._path = evaluation_path  # noqa: SLF001 - as above
        made._params = params  # noqa: SLF001 - as above
        made.causes = causes
        made.__class__ = cls
        return cast("Self", made)

    @property
    def pointer(self) -> str:
        """Where the fault is in the instance."""
        pointer = self._pointer
        if type(pointer) is tuple:
            pointer = join(pointer)
            object.__setattr__(self, "_pointer", pointer)
        return cast("str", pointer)

    @property
    def evaluation_path(self) -> str:
        """The way taken to the keyword."""
        path = self._path
        if type(path) is tuple:
            path = "".join(path)
            object.__setattr__(self, "_path", path)
        return cast("str", path)

    @property
    def message(self) -> str:
        """One sentence: what is expected, what came. It is put into words when first asked for."""
        said = self._message
        if isinstance(said, str):
            return said
        sentence, keyword, params, value, limit = said
        text: str = sentence(keyword, params, value, limit)
        object.__setattr__(self, "_message", text)
        return text

    @property
    def params(self) -> dict[str, Any]:
        """What the keyword asks, as JSON values of the reader's own, cut short where they are very long."""
        left = [MAX_PARAM_VALUES]
        return {name: _copied(value, left) for name, value in self._params.items()}

    def to_dict(self) -> dict[str, Any]:
        """This violation as plain JSON values, for the wire; `params` and `causes` are left out where empty."""
        wire: dict[str, Any] = {
            "pointer": self.pointer,
            "keyword": self.keyword,
            "message": self.message,
            "schema_location": self.schema_location,
            "evaluation_path": self.evaluation_path,
        }
        if self._params:
            wire["params"] = self.params
        if self.causes:
            wire["causes"] = [cause.to_dict() for cause in self.causes]
        return wire

    def replaced(self, **parts: Any) -> "Violation":
        """A copy with some parts exchanged."""
        mine = self._pointer, self.keyword, self._message, self.schema_location, self._path
        kept = dict(zip(_NAMES, (*mine, self._params, self.causes), strict=True))
        return Violation(**{**kept, **parts})

    def _named(self) -> dict[str, Any]:
        return {
            "pointer": self.pointer,
            "keyword": self.keyword,
            "message": self.message,
            "schema_location": self.schema_location,
            "evaluation_path": self.evaluation_path,
            "params": self.params,
            "causes": self.causes,
        }

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(_FROZEN)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(_FROZEN)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Violation) and self._named() == other._named()

    def __hash__(self) -> int:
        """Equal violations hash alike; `params` is left out, since it holds lists."""
        return hash((self.pointer, self.keyword, self.schema_location, self.evaluation_path))

    def __repr__(self) -> str:
        return f"Violation({', '.join(f'{name}={part!r}' for name, part in self._named().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._named(),)


_NAMES = ("pointer", "keyword", "message", "schema_location", "evaluation_path", "params", "causes")
_FROZEN = "a violation is frozen; replaced() makes another one"


def _restored(parts: dict[str, Any]) -> Violation:
    return Violation(**parts)


MAX_PARAM_CHARS = 1_000
MAX_PARAM_VALUES = 1_000  # of one violation


def _copied(value: Any, left: list[int]) -> Any:
    """A copy in which long texts end in an ellipsis, and what is beyond so many values is left out."""
    left[0] -= 1
    if type(value) is dict:
        return {_cut(name): _copied(member, left) for name, member in value.items() if left[0] > 0}
    if type(value) is list:
        return [_copied(item, left) for item in value if left[0] > 0]
    return _cut(value) if type(value) is str else value


def _cut(text: str) -> str:
    return text if len(text) <= MAX_PARAM_CHARS else text[: MAX_PARAM_CHARS - 1] + "…"


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a schema says of a value besides its verdict (JSON Schema Core 2020-12, section 7.7).

    `pointer` is an RFC 6901 pointer into the instance, `value` the keyword's own JSON value.
    """

    pointer: str
    keyword: str
    schema_location: str
    evaluation_path: str
    value: Any


def once(violations: list[Violation]) -> list[Violation]:
    """`violations` without those that say the same of the same place again."""
    if len(violations) < 2:
        return violations
    known: dict[tuple[Any, ...], Violation] = {}
    for violation in violations:
        known.setdefault(identity(violation), violation)
    return list(known.values())


def identity(violation: Violation) -> tuple[Any, ...]:
    """What two violations of one run share that say the same of the same place; nobody has read their pointers yet."""
    return violation._pointer, violation.schema_location, violation._params.get("missing")  # noqa: SLF001 - as they are


def weight(violations: Iterable[Violation]) -> int:
    """How many there are, their causes and those of the causes counted."""
    total = 0
    for violation in violations:
        total += 1 + weight(violation.causes) if violation.causes else 1
    return total


class Placed(Protocol):
    """What stands at a place in an instance."""

    @property
    def pointer(self) -> str:
        """An RFC 6901 pointer to it."""


Found = TypeVar("Found", bound=Placed)
Positions: TypeAlias = dict[int, dict[Any, int]]  # of names, by the identity of their object


def in_order(
    found: Iterable[Found], instance: Any, where: Callable[[Found], str | Way] = lambda placed: placed.pointer
) -> list[Found]:
    """What was found, sorted, stably, by the position of its pointers in `instance`, a value before its members.

    `where` gives a pointer, or its tokens.
    """
    listed = list(found)
    if len(listed) < 2:
        return listed
    positions: Positions = {}
    return sorted(listed, key=lambda placed: _position(instance, _tokens(where(placed)), positions))


def arranged(found: list[Violation], instance: Any) -> list[Violation]:
    """What one run found, each once, in instance order."""
    return in_order(once(found), instance, lambda violation: violation._pointer)  # noqa: SLF001 - as it is


def _tokens(pointer: str | Way) -> Iterable[str | int]:
    if type(pointer) is tuple:
        return pointer
    text = cast("str", pointer)
    return split(text) if "~" in text else text.split("/")[1:]


def _position(value: Any, tokens: Iterable[str | int], positions: Positions) -> tuple[int, ...]:
    """Where the tokens lead in `value`, as the ordinal of each member on the way."""
    way: list[int] = []
    for token in tokens:
        if type(value) is list:
            index = int(token)
            way.append(index)
            value = value[index]
        elif isinstance(value, dict):
            way.append(_ordinal(value, token, positions))
            value = dict.get(value, token)
        else:
            index = int(token)
            way.append(index)
            value = list.__getitem__(value, index) if isinstance(value, list) else tuple.__getitem__(value, index)
    return tuple(way)


_FEW = 8  # names, which are soon looked through


def _ordinal(value: dict[Any, Any], token: str | int, positions: Positions) -> int:
    """The place of a name among the names of `value`; after all of them for one that is not there."""
    if dict.__len__(value) <= _FEW:
        place = 0
        for name in dict.keys(value):
            if name == token:
                break
            place += 1
        return place
    ordinals = positions.get(id(value))
    if ordinals is None:
        ordinals = positions[id(value)] = {name: place for place, name in enumerate(dict.keys(value))}
    return ordinals.get(token, len(ordinals))
