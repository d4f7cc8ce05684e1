"""Equality of JSON values (JSON Schema Core 2020-12, section 4.2.2), by keys that are equal when the values are."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from schemaval.errors import LimitExceeded
from schemaval.jsonvalue import JSON, MAX_BITS, MAX_DIGITS, check_leaf, plain

_EXACT = 2**53  # up to here every integer is a float
HASH_SAFE = 2**61 - 1  # integers below hash to themselves
MAX_COMPARED = 5_000_000  # steps of one comparison, where its caller has no bound of its own; a member is one
_A_CONTAINER = 14  # steps besides its members'
_DEEP = 100_000  # levels: the interpreter's stack is the bound
_FEW = 400_000  # steps, after which containers are remembered: by then some may stand in many places
_MAX_REMEMBERED = 400_000  # containers

_MAX_NAMES = 256  # ways in which the names of objects follow one another

Tokens = dict[Any, object]
Sorted = tuple[tuple[str, ...], list[int] | None]


def equal(left: JSON, right: JSON, *, max_depth: int | None = None) -> bool:
    """Whether two JSON values are equal: `1` is `1.0`, `true` is not `1`, the order of members does not count.

    LimitExceeded where they are nested deeper than `max_depth` or hold too much.
    """
    keys = Keys(tokens=defaultdict(object))
    same: bool = keys.of(left, max_depth) == keys.of(right, max_depth)
    return same


def key(value: JSON, *, max_depth: int | None = None) -> Any:
    """A hashable stand-in: two JSON values are equal exactly when their keys are.

    Nothing that an instance can choose makes two keys collide on purpose: texts hash with the interpreter's own
    secret, and integers too large to hash to themselves stand as text. LimitExceeded where the value is nested deeper
    than `max_depth`, or holds too much, counted in every place where it stands.
    """
    return Keys().of(value, max_depth)


def unique(items: Iterable[JSON], *, max_depth: int | None = None, keys: "Keys | None" = None) -> bool:
    """Whether no two items are equal, in time linear in their size.

    `keys` brings a bound of its own on the work.
    """
    of = (keys or Keys(tokens=defaultdict(object))).of
    seen = set()
    for item in items:
        stand_in = of(item, max_depth)
        if stand_in in seen:
            return False
        seen.add(stand_in)
    return True


class Keys:
    """Keys of values, which bound the work of making them.

    With `tokens` they are for values that are compared with one another only: a container's key is the token given for
    the keys of what it holds. So it is hashed and compared in one step whatever it stands for, and a container that
    stands in many places costs the looks at it, not the walks through it.
    """

    __slots__ = ("_left", "_memory", "_more", "_names", "_tokens", "_wary")

    def __init__(
        self,
        left: int = MAX_COMPARED,
        more: Callable[[int], int] | None = None,
        tokens: Tokens | None = None,
        *,
        is_wary: bool = False,
    ) -> None:
        """`left` steps may be taken; `more` is given what is left below zero, and gives anew or raises.

        `is_wary` remembers containers from the first one on, not only after many.
        """
        self._left = left
        self._more = more
        self._tokens = tokens
        self._wary = left + 1 if is_wary else left - _FEW
        self._memory: dict[int, tuple[JSON, object]] = {}
        self._names: dict[tuple[str, ...], Sorted] = {}

    @property
    def left(self) -> int:
        """How many steps may still be taken."""
        return self._left

    @left.setter
    def left(self, left: int) -> None:
        self._left = left
        self._wary = left + 1

    def of(self, value: JSON, max_depth: int | None = None) -> Any:
        """The key of a value."""
        leaf = _LEAF_KEYS.get(type(value))
        return leaf(value) if leaf is not None else self._whole(value, _DEEP if max_depth is None else max_depth)

    def _whole(self, value: JSON, depth: int) -> Any:
        """The key of a container, in two frames a level."""
        if depth <= 0:
            raise LimitExceeded("max_instance_depth", "nested deeper than comparisons go")
        tokens = self._tokens
        is_wary = tokens is not None and self._left < self._wary
        if is_wary and (held := self._memory.get(id(value))) is not None:
            return held[1]
        kind = type(value)
        members = value if kind is list or kind is dict or kind is tuple else plain(value)
        self._left -= len(members) + _A_CONTAINER
        if self._left < 0:
            self._refill()
        whole, depth = self._whole, depth - 1
        inner = [
            member
            if (kind := type(member)) is str or (kind is int and -HASH_SAFE < member < HASH_SAFE)
            else leaf(member)
            if (leaf := _LEAF_KEYS.get(kind)) is not None
            else whole(member, depth)
            for member in (members.values() if type(members) is dict else members)
        ]
        stand_in = ("[", *inner) if type(members) is not dict else self._named(tuple(members), inner)
        if tokens is None:
            return stand_in
        token = tokens[stand_in]
        if is_wary and len(self._memory) < _MAX_REMEMBERED:
            self._memory[id(value)] = value, token  # with the value, whose identity is then nobody else's
        return token

    def _named(self, names: tuple[str, ...], inner: list[Any]) -> tuple[Any, ...]:
        """The names in order, and their keys; orders are remembered, since objects are often alike."""
        held = self._names.get(names)
        if held is None:
            order = sorted(range(len(names)), key=names.__getitem__)
            ordered = tuple([names[index] for index in order])
            held = (names, None) if ordered == names else (ordered, order)
            if len(self._names) < _MAX_NAMES:
                self._names[names] = held
        ordered, moved = held
        return (ordered, *inner) if moved is None else (ordered, *[inner[index] for index in moved])

    def _refill(self) -> None:
        if self._more is None:
            raise LimitExceeded("max_steps", "more to compare than that")
        self._left = self._more(self._left)
        self._wary = self._left + 1


class Known:
    """A set of JSON values, to look others up in."""

    __slots__ = ("_keys", "_tokens")

    def __init__(self, values: Iterable[JSON]) -> None:
        """LimitExceeded where they hold too much."""
        tokens: Tokens = defaultdict(object)
        keys = Keys(tokens=tokens)
        self._keys = frozenset([keys.of(value) for value in values])
        self._tokens = dict(tokens)

    @property
    def tokens(self) -> Tokens:
        """What `Keys` need for `has`."""
        return self._tokens

    def has_scalar(self, value: JSON) -> bool:
        """Whether one of the values is equal to a scalar."""
        return _LEAF_KEYS[type(value)](value) in self._keys

    def has(self, value: JSON, keys: Keys, *, max_depth: int | None = None) -> bool:
        """Whether one of the values is equal to `value`, found out at the first container that is in none of them.

        `keys` were made with the tokens from here.
        """
        try:
            return keys.of(value, max_depth) in self._keys
        except KeyError:
            return False


def _int_key(value: int) -> Any:
    if -HASH_SAFE < value < HASH_SAFE:
        return value
    if value.bit_length() > MAX_BITS:
        check_leaf(value)
    return ("n", hex(value))


def _float_key(value: float) -> Any:
    if value.is_integer():
        return int(value) if -_EXACT <= value <= _EXACT else _decimal_key(Decimal(repr(value)))
    check_leaf(value)
    return ("d", repr(value))


def _decimal_key(value: Decimal) -> Any:
    if not value.is_finite():
        check_leaf(value)
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    trimmed = text.rstrip("0")
    exponent = int(exponent) + len(text) - len(trimmed)
    if not trimmed:
        return 0
    if exponent >= 0 and len(trimmed) + exponent <= MAX_DIGITS:
        number = int(trimmed) * 10**exponent
        return _int_key(-number if sign else number)
    short = Decimal((sign, tuple(map(int, trimmed)), exponent))
    return ("d", repr(float(short))) if Decimal(repr(float(short))) == short else ("D", str(short))


_LEAF_KEYS: dict[type, Callable[[Any], Any]] = {
    str: lambda value: value,
    int: _int_key,
    bool: lambda value: ("b", value),
    type(None): lambda _value: ("0",),
    float: _float_key,
    Decimal: _decimal_key,
}
