"""The engine's tests of types, made to believe nothing but a value's own type."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from schemaval.backends.lowering.fastjsonschema.values import is_plain
from schemaval.jsonvalue import JSON

UNKNOWN = "the engine's code is not of the known form"


def by_type(code: str) -> str:
    """The code with each `isinstance` turned into a test of the exact type, which calls no method of the value's.

    What is of no JSON type, NaN or infinite raises TypeError or KeyError where such a test meets it. The names that
    the new code uses are those of `NAMES`. Raises SyntaxError where a test is of an unknown form.
    """
    return "\n".join(_line(line) if "isinstance(" in line or "set(fn(" in line else line for line in code.split("\n"))


def _line(line: str) -> str:
    if "'" in line or '"' in line:
        return _TOKEN.sub(_rewritten, line)
    if line.endswith(", bool):"):
        head, cut, _ = line.rpartition(" or isinstance(")  # their own type says that true and false are no numbers
        line = head + ":" if cut else line
    return _TEST.sub(_rewritten, line)


# In a line with texts these come first, and are passed over whatever they say.
_TEXT = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_VALUE = rf"[A-Za-z_]\w*(?:\[(?:\d+|{_TEXT})\])*"
_TESTS = (
    rf"isinstance\((?P<value>{_VALUE}), \(?(?P<types>[A-Za-z]+(?:, [A-Za-z]+)*)\)?\)"
    r"(?: and not isinstance\((?P=value), bool\))?"
    r"|len\(set\(fn\((?P<array>\w+)_x\) for (?P=array)_x in (?P=array)\)\)"
    r"|isinstance\((?P<constant>\d[^(),]*), int\)"
    r"|(?P<unknown>isinstance\(|set\(fn\()"
)
_TEST = re.compile(_TESTS)
_TOKEN = re.compile(f"(?P<text>{_TEXT})|{_TESTS}")


def _rewritten(found: re.Match[str]) -> str:
    if found["value"]:
        return _test(found["types"]).replace("?", found["value"])
    if found["array"]:
        return _DISTINCT.replace("?", found["array"])
    if found["unknown"]:
        raise SyntaxError(UNKNOWN)
    return found[0]


@lru_cache(maxsize=64)
def _test(types: str) -> str:
    """The test that `?` is of one of the types; where it is not, it must at least be of another one of JSON."""
    names = types.split(", ")
    tests = [_EXACT.get(name, f"type(?) is {name}") for name in names]
    rest = "NO_NUMBER" if "Decimal" in names else "NO_FLOAT" if "float" in names else "OTHER"
    return f"({' or '.join(tests)} or {rest}[type(?)])"


_EXACT = {
    "NoneType": "? is None",
    "float": "type(?) is float and ? - ? == 0.0",
    "Decimal": "type(?) is Decimal and ?.is_finite()",
}
_DISTINCT = "len(set(?) if TEXTS.issuperset(map(type, ?)) else set(fn(?_x) for ?_x in PLAIN(?)))"


def plain(items: JSON) -> JSON:
    """The items of an array, if the engine can tell whether they are distinct; else TypeError is raised."""
    if not is_plain(items, _MAX_LEVELS):
        raise TypeError
    return items


def itself(items: JSON) -> JSON:
    """The items of an array that is known to be plain."""
    return items


_MAX_LEVELS = 200
_OTHER: Mapping[type, bool] = dict.fromkeys((dict, list, tuple, str, int, float, Decimal, bool, type(None)), False)

# A look at a type that is not there raises KeyError: what gets so far is strange, or not finite.
NAMES: Mapping[str, Any] = {
    "OTHER": _OTHER,
    "NO_FLOAT": {kind: no for kind, no in _OTHER.items() if kind is not float},
    "NO_NUMBER": {kind: no for kind, no in _OTHER.items() if kind not in (float, Decimal)},
    "TEXTS": frozenset({str, bool, type(None)}),  # a set tells values of these types apart as JSON does
}
