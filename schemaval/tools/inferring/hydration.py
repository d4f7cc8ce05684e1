"""Judged arguments as the handler's own values: an Enum arrives as the Enum, a date as the date.

The schema judges; what is read here was found valid. A value is read the way pydantic reads JSON, strictly first, so
that nothing becomes what its schema would not take.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from schemaval import pointer
from schemaval.cache import text_of
from schemaval.errors import LimitExceeded, NotJSON, shorten
from schemaval.jsonvalue import JSON, check
from schemaval.tools.inferring.exactness import NOTHING, Exact, exact, stays
from schemaval.violation import Violation

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

KEYWORD = "annotation"  # what a violation names: no keyword of the schema, but the type behind it
_MAX_MESSAGE_CHARS = 256
_MAX_FLOAT_BITS = 1024
_AUTHORS = frozenset({"value_error", "assertion_error"})  # errors whose words are the author's own
_TELLS_VALUES = frozenset(
    {"union_tag_invalid", "uuid_parsing", "url_parsing", "json_invalid", "bytes_invalid_encoding"}
)


class Unreadable(Exception):  # noqa: N818 - it never leaves this module's callers
    """A valid value that its type cannot hold; `violations` say where, `raised` what a type's own code raised."""

    def __init__(self, violations: list[Violation], raised: tuple[Exception, ...] = ()) -> None:
        super().__init__(violations, raised)
        self.violations = violations
        self.raised = raised


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the values of one parameter. Those that are `exact` are as they should be; pydantic is asked where none is.

    `location` is a URI reference to the schema that judged.
    """

    adapter: "TypeAdapter[Any]"
    location: str
    exact: Exact = field(init=False)

    def __post_init__(self) -> None:
        """Look once at what pydantic makes of the type."""
        object.__setattr__(self, "exact", exact(self.adapter.core_schema))

    @property
    def may_refuse(self) -> bool:
        """Whether there are valid values that the type cannot hold."""
        return self.exact == NOTHING

    def read(self, name: str, value: JSON) -> Any:
        """The value of the argument `name` as its annotation wants it; Unreadable where it cannot be."""
        if not self.may_refuse:
            return self.exact.converted(value)
        from pydantic import ValidationError

        try:
            check(value)
            return _read(self.adapter, value)
        except ValidationError as error:
            raise Unreadable(self._violations(name, value, error)) from error
        except (NotJSON, LimitExceeded) as error:
            raise Unreadable([self._violation(pointer.join([name]), str(error))]) from error
        except Exception as error:
            raise Unreadable([self._violation(pointer.join([name]), _FAILED)], (error,)) from error

    def _violations(self, name: str, value: JSON, error: "ValidationError") -> list[Violation]:
        """One violation a place, the first that pydantic names; of a union's branches those that got furthest."""
        found: dict[str, Violation] = {}
        for each in error.errors(include_url=False, include_input=False):
            place = pointer.join([name, *_tokens(value, each["loc"])])
            found.setdefault(place, self._violation(place, _message(each)))
        return [each for place, each in found.items() if not any(other.startswith(place + "/") for other in found)]

    def _violation(self, place: str, message: str) -> Violation:
        return Violation(place, KEYWORD, shorten(message, _MAX_MESSAGE_CHARS), self.location, self.location[1:])


_FAILED = "the type behind this argument cannot hold the value"


@dataclass(frozen=True, slots=True)
class Hydrator:
    """Turns judged arguments into the handler's values; what is as it should be stays, the caller's dict always does.

    `readers` are those of named parameters, `rest` that of the others, which are not `declared`. `defaults` are those
    that a parameter only describes, as pydantic's `Field(default=...)` does: no handler should see the description.
    """

    readers: Mapping[str, Reader]
    rest: Reader | None = None
    declared: frozenset[str] = frozenset()
    defaults: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    _rows: tuple[tuple[str, frozenset[type]], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Leave out what needs no reading."""
        types = {name: reader.exact.types for name, reader in self.readers.items()}
        rows = tuple((name, known) for name, known in types.items() if known is not None and not stays(known))
        object.__setattr__(self, "_rows", rows)
        if self.rest is not None and stays(self.rest.exact.types):
            object.__setattr__(self, "rest", None)

    @property
    def is_needed(self) -> bool:
        """Whether there are arguments that would not stay as they are."""
        return bool(self._rows or self.defaults or self.rest)

    @property
    def may_refuse(self) -> bool:
        """Whether there are valid arguments that their types cannot hold."""
        return any(each.may_refuse for each in (*self.readers.values(), self.rest) if each is not None)

    def __call__(self, arguments: dict[str, JSON]) -> dict[str, Any]:
        """The arguments as values; Unreadable with everything that cannot be one."""
        if self.rest is None and not self.defaults:
            for name, types in self._rows:
                if name in arguments and type(arguments[name]) not in types:
                    break
            else:
                return arguments
        return self._values(arguments)

    def _values(self, arguments: dict[str, JSON]) -> dict[str, Any]:
        values = {name: default() for name, default in self.defaults.items() if name not in arguments}
        violations: list[Violation] = []
        raised: tuple[Exception, ...] = ()
        for name, value in arguments.items():
            reader = self.readers.get(name) if name in self.declared else self.rest
            try:
                values[name] = value if reader is None else reader.read(name, value)
            except Unreadable as error:
                violations += error.violations
                raised += error.raised
        if violations:
            raise Unreadable(violations, raised)
        return values


def _read(adapter: "TypeAdapter[Any]", value: JSON) -> Any:
    """The value read as JSON: strictly; with 1.0 as the 1 that it is; at last as leniently as pydantic likes.

    A number that JSON text would not bring through (a Decimal, an integer beyond every float) is read as it stands.
    """
    from pydantic import ValidationError

    if _has_special_number(value):
        return adapter.validate_python(value)
    text = text_of(value)
    try:
        return adapter.validate_json(text, strict=True)
    except ValidationError as error:
        refusal, whole = error, text_of(_with_integers(value))
    if whole != text:
        try:
            return adapter.validate_json(whole, strict=True)
        except ValidationError as error:
            refusal = error
    try:
        return adapter.validate_json(whole)
    except ValidationError:
        raise refusal from None  # leniency would speak of what else the value might have been


def _has_special_number(value: JSON) -> bool:
    if isinstance(value, (dict, list, tuple)):
        return any(_has_special_number(member) for member in (value.values() if isinstance(value, dict) else value))
    return type(value) is Decimal or (type(value) is int and value.bit_length() > _MAX_FLOAT_BITS)


def _with_integers(value: JSON) -> JSON:
    """The same JSON value with every whole float written as an integer."""
    if isinstance(value, dict):
        return {name: _with_integers(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_integers(item) for item in value]
    return int(value) if type(value) is float and value.is_integer() else value


def _tokens(value: JSON, location: tuple[int | str, ...]) -> Iterator[int | str]:
    """The part of pydantic's location that leads into the value: names of branches and of missing members are not."""
    for token in location:
        if isinstance(value, dict) and token in value:
            value = value[str(token)]
        elif isinstance(value, (list, tuple)) and type(token) is int and token < len(value):
            value = value[token]
        else:
            continue
        yield token


def _message(error: Any) -> str:
    """The fault in words: the author's where a validator of theirs says it, pydantic's where they hold no value."""
    kind, words = error["type"], error["msg"]
    if kind in _AUTHORS:
        return str(words.partition(", ")[2].partition("\n")[0])
    return _FAILED if kind in _TELLS_VALUES else f"{_FAILED}: {words[:1].lower()}{words[1:]}"
