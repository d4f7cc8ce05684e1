"""Cases made smaller as long as they still show what they show."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from schemaval.jsonvalue import JSON
from schemaval.testing.case import Case

Shows = Callable[[Case, JSON], bool]
_MOST_TRIES = 800


def smallest(case: Case, instance: JSON, shows: Shows) -> tuple[Case, JSON]:
    """A case and an instance, as small as taking parts away makes them, on which `shows` still holds."""
    tries = _MOST_TRIES
    is_smaller = True
    while is_smaller and tries > 0:
        is_smaller = False
        for smaller in _smaller(case, instance):
            tries -= 1
            if shows(*smaller):
                case, instance = smaller
                is_smaller = True
                break
            if tries <= 0:
                break
    return case, instance


def _smaller(case: Case, instance: JSON) -> Iterator[tuple[Case, JSON]]:
    """Everything that is one step smaller, the greatest steps first."""
    if case.assert_formats:
        yield replace(case, assert_formats=False), instance
    for name in case.resources:
        yield replace(case, resources={uri: held for uri, held in case.resources.items() if uri != name}), instance
    for schema in _parts(case.schema):
        yield replace(case, schema=schema), instance
    for uri, resource in case.resources.items():
        for schema in _parts(resource):
            yield replace(case, resources={**case.resources, uri: schema}), instance
    for value in _parts(instance):
        yield case, value


def _parts(value: JSON) -> Iterator[JSON]:
    """The value with one member or item taken away, put in its place, or itself made smaller."""
    if type(value) is dict:
        yield from _fewer_members(value)
    elif type(value) is list:
        yield from _fewer_items(value)
    elif type(value) is str and len(value) > 1:
        yield value[: len(value) // 2]
        yield value[:-1]
    elif type(value) is int and abs(value) > 3:
        yield value // 2


def _fewer_members(value: dict[str, JSON]) -> Iterator[JSON]:
    for name in value:
        yield {other: held for other, held in value.items() if other != name}
    yield from (held for held in value.values() if type(held) is dict)
    for name, held in value.items():
        yield from ({**value, name: part} for part in _parts(held))


def _fewer_items(value: list[JSON]) -> Iterator[JSON]:
    for index in range(len(value)):
        yield value[:index] + value[index + 1 :]
    for index, held in enumerate(value):
        yield from ([*value[:index], part, *value[index + 1 :]] for part in _parts(held))
