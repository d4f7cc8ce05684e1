"""A value's levels are what is inside it, wherever it stands, and nothing is asked of its methods."""

from decimal import Decimal
from gc import get_referents
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from schemaval.jsonvalue import has_decimal
from schemaval.levels import MAX_VALUES, levels, opened_one_by_one

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=2) | st.just(Decimal(1))
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
    ),
    max_leaves=20,
)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, (list, tuple)) else []


def _idents(values: list[Any], names: set[int]) -> list[int]:
    return sorted(id(value) for value in values if id(value) not in names)


@given(VALUES)
def test_values_are_opened_alike_by_the_collector_and_one_by_one(value: Any) -> None:
    """From Python 3.13 on the second way is taken; names may be among what the first gives."""
    for level in levels(value):
        names = {id(name) for holder in level if type(holder) is dict for name in holder}
        assert _idents(opened_one_by_one(*level), names) == _idents(get_referents(*level), names)


@given(VALUES)
def test_a_level_holds_what_is_directly_inside_the_one_above(value: Any) -> None:
    """Every value, and nothing else but names; the last level is empty."""
    found = list(levels(value))
    assert found[0][0] is value
    assert found[-1] == []
    for above, level in pairwise(found):
        names = {id(name) for holder in above if type(holder) is dict for name in holder}
        inside = [member for holder in above for member in _inside(holder)]
        assert _idents(inside, names) == _idents(level, names)


def test_a_value_with_too_much_in_it_has_no_last_level() -> None:
    """Wide, shared many times over, or inside of itself."""
    assert [] not in list(levels([0] * (MAX_VALUES + 1)))
    shared: list[Any] = []
    for _ in range(60):
        shared = [shared, shared]
    assert [] not in list(levels(shared))
    cyclic: list[Any] = []
    cyclic += [cyclic] * 3
    assert [] not in list(levels(cyclic))


def test_one_large_array_in_many_places_is_not_opened_in_all_of_them() -> None:
    """A thousand times ten thousand are more than is looked at."""
    sizes = [len(level) for level in levels([[0] * 100_000] * 1_000)]
    assert sizes == [1, 1_000]


@given(VALUES)
def test_a_decimal_is_found_wherever_it_stands(value: Any) -> None:
    """As by a walk of one container after the other."""
    pending, found = [value], False
    while pending:
        member = pending.pop()
        found |= type(member) is Decimal
        pending += _inside(member)
    assert has_decimal(value) is found


class Owner:
    """An object with attributes, which `vars` gives as a dict."""

    def __init__(self, **attributes: Any) -> None:
        """As named."""
        for name, value in attributes.items():
            setattr(self, name, value)


def test_what_an_object_holds_is_seen_in_its_vars() -> None:
    """Python 3.13 keeps it in the object, where the collector does not see it from the dict."""
    chain = Owner(v=Decimal(1))
    kept = [chain]
    for _ in range(5):
        kept.append(Owner(c=vars(kept[-1])))
    assert has_decimal(vars(kept[-1]))
    assert [len(level) for level in levels(vars(kept[-1]))] == [1, 1, 1, 1, 1, 1, 1, 0]


class Other(dict[str, Any]):
    """An object of another class."""

    def values(self) -> Any:
        """Nothing at all."""
        return ()


def test_a_decimal_in_an_object_of_another_class_is_found() -> None:
    """By what it holds, whatever its methods say."""
    assert has_decimal({"a": [Other(b=Decimal(1))]})
    assert not has_decimal({"a": [Other(b=1), {1}]})
