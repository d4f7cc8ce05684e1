"""Which JSON values already are what an annotation asks for, told from pydantic's core schema.

Those are handed on as they are, without a second look at what the schema has judged.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from schemaval.jsonvalue import JSON, is_integral

Core = Mapping[str, Any]

_PLAIN = frozenset({str, bool, type(None)})  # no JSON value of another Python type means the same
_KINDS = (list, dict)


@dataclass(frozen=True, slots=True)
class Exact:
    """The Python `types` of values that stay as they are, None for all.

    `is_settled` says that a valid value has one of them, however it was written: an integer may come as 1.0.
    """

    types: frozenset[type] | None
    is_settled: bool = True

    def converted(self, value: JSON) -> JSON:
        """A valid value of another type as one of these: the same number, the same array, the same object.

        A number that no float can hold stays what it is.
        """
        kind, types = type(value), self.types
        if types is None or kind in types:
            return value
        if kind is int or kind is float or kind is Decimal:
            return _number(value, types)
        wanted = next((each for each in _KINDS if each in types and isinstance(value, _READ_AS[each])), None)
        return value if wanted is None else wanted(value)


NOTHING = Exact(frozenset(), is_settled=False)
_READ_AS: dict[type, Any] = {list: (list, tuple), dict: dict}
_CHANGES_TEXT = ("strip_whitespace", "to_lower", "to_upper")


def exact(core: Core) -> Exact:
    """What stays as it is among the values that are valid for a core schema; NOTHING where that is not known."""
    row = _ROWS.get(core["type"])
    return NOTHING if row is None else row(core)


def _number(value: float | Decimal, types: frozenset[type]) -> float | Decimal:
    if int in types and (type(value) is int or is_integral(value)):
        return int(value)
    try:
        as_float = float(value) if float in types else value
    except OverflowError:
        return value
    return as_float if as_float == value or type(value) is not Decimal else value


def _text(core: Core) -> Exact:
    return NOTHING if any(core.get(name) for name in _CHANGES_TEXT) else Exact(frozenset({str}))


def _literal(core: Core) -> Exact:
    types = frozenset(type(value) for value in core["expected"])
    return Exact(types, types <= _PLAIN) if types <= _PLAIN | {int} else NOTHING


def _nullable(core: Core) -> Exact:
    return _any_of([exact(core["schema"]), Exact(frozenset({type(None)}))])


def _union(core: Core) -> Exact:
    choices = [choice[0] if isinstance(choice, tuple) else choice for choice in core["choices"]]
    return _any_of([exact(choice) for choice in choices])


def _any_of(found: list[Exact]) -> Exact:
    """One that is not known might take a value of another's type: then nothing is."""
    if NOTHING in found:
        return NOTHING
    known = [each.types for each in found if each.types is not None]
    is_settled = all(each.is_settled for each in found)
    return Exact(frozenset().union(*known) if len(known) == len(found) else None, is_settled)


def _list(core: Core) -> Exact:
    return _container(list, core.get("items_schema"))


def _dict(core: Core) -> Exact:
    keys = core.get("keys_schema", {"type": "any"})
    is_plain = keys["type"] == "any" or (keys["type"] == "str" and exact(keys) != NOTHING)
    return _container(dict, core.get("values_schema")) if is_plain else NOTHING


def _container(kind: type, members: Core | None) -> Exact:
    is_settled = members is None or exact(members).is_settled
    return Exact(frozenset({kind})) if is_settled else NOTHING


_ROWS: dict[str, Callable[[Core], Exact]] = {
    "any": lambda _core: Exact(None),
    "none": lambda _core: Exact(frozenset({type(None)})),
    "bool": lambda _core: Exact(frozenset({bool})),
    "int": lambda _core: Exact(frozenset({int}), is_settled=False),
    "float": lambda _core: Exact(frozenset({float}), is_settled=False),
    "str": _text,
    "literal": _literal,
    "nullable": _nullable,
    "union": _union,
    "list": _list,
    "dict": _dict,
}


def stays(types: frozenset[type] | None) -> bool:
    """Whether every valid value is of these types, so that none needs to be looked at."""
    return types is None or (bool(types) and types <= _PLAIN)
