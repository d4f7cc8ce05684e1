"""A schema's judge: the validator that a tool chose, and the empties put right by its side."""

from collections.abc import Callable, Hashable
from threading import RLock
from typing import TypeAlias

from schemaval.backends.protocol import SchemaValidator
from schemaval.cache import Cache
from schemaval.compiling import compile_schema
from schemaval.errors import SchemavalError
from schemaval.jsonvalue import JSON
from schemaval.reading import copied
from schemaval.tools.errors import InvalidDefinition
from schemaval.violation import Violation

Factory: TypeAlias = Callable[[JSON], SchemaValidator]
ValidatorChoice: TypeAlias = str | tuple[str, ...] | Factory
Mend: TypeAlias = Callable[[JSON], JSON]

_HELD = 16  # judges of one schema that single calls ask for


class Judge:
    """What judges one schema's instances: `validator`, its bound method `is_valid`, and the `schema` as it was given.

    Formats are asserted where the validator is ours.
    """

    __slots__ = ("_mend", "is_valid", "schema", "validator")

    def __init__(self, schema: JSON, validator: SchemaValidator, mend: Mend) -> None:
        """`mend` puts the empties of an invalid instance right."""
        self.schema = schema
        self.validator = validator
        self.is_valid = validator.is_valid
        self._mend = mend

    def violations(self, instance: JSON) -> list[Violation]:
        """Why the validator refuses `instance`; empty exactly when it is valid."""
        return self.validator.violations(instance)

    def mended(self, instance: JSON) -> JSON:
        """`instance` with `{}` and `[]` put right; the instance itself where it is valid or nothing can be mended."""
        return instance if self.is_valid(instance) else self._mend(instance)

    def settled(self, instance: JSON) -> tuple[JSON, bool]:
        """`instance` as `mended` gives it, and whether that is valid; judged once where it is so as it came."""
        if self.is_valid(instance):
            return instance, True
        mended = self._mend(instance)
        return mended, mended is not instance and self.is_valid(mended)


def judge(schema: JSON, choice: ValidatorChoice | None) -> Judge:
    """The judge of a schema; None chooses `"auto"`.

    Raises what compiling raises, or what a callable raises; InvalidDefinition where that gives no validator.
    """
    if callable(choice):
        validator = choice(copied(schema))
        if not isinstance(validator, SchemaValidator):
            raise InvalidDefinition("validator= must give an object with is_valid(instance) and violations(instance)")
        return Judge(schema, validator, _mender(schema, validator))
    ours = compile_schema(schema, backend="auto" if choice is None else choice, assert_formats=True)
    return Judge(schema, ours, ours.normalise)


def _mender(schema: JSON, validator: SchemaValidator) -> Mend:
    """The validator's own `normalise`, or that of ours for the same schema."""
    own = getattr(validator, "normalise", None)
    if callable(own):
        mend: Mend = own
        return mend

    def mended(instance: JSON) -> JSON:
        try:
            ours = compile_schema(schema, assert_formats=True)
        except SchemavalError:  # a schema of a dialect that only the caller's validator knows: nothing to mend by
            return instance
        return ours.normalise(instance)

    return mended


class Judges:
    """The judges of one schema, each made once, when first asked for, whichever thread asks."""

    __slots__ = ("_asked_for", "_lock", "_main", "_own", "schema")

    def __init__(self, schema: JSON, own: ValidatorChoice | None) -> None:
        """`own` is the tool's choice of a validator, which wins over any other."""
        self.schema = schema
        self._own = own
        self._main: Judge | None = None
        self._asked_for: Cache[Judge] = Cache(_HELD)
        self._lock = RLock()  # a validator of the caller's may ask for another judge while it is made

    def __reduce__(self) -> tuple[type["Judges"], tuple[JSON, ValidatorChoice | None]]:
        """Copied and pickled as what they judge by; each copy makes its own."""
        return Judges, (self.schema, self._own)

    def get(self, choice: ValidatorChoice | None = None) -> Judge:
        """The judge that `choice` makes where the tool has no choice of its own."""
        if choice is None or self._own is not None:
            return self._main or self._made_main()
        if not isinstance(choice, Hashable):
            return judge(self.schema, choice)
        return self._asked_for.get(choice) or self._made_for(choice)

    def _made_main(self) -> Judge:
        with self._lock:
            self._main = self._main or judge(self.schema, self._own)
            return self._main

    def _made_for(self, choice: ValidatorChoice) -> Judge:
        with self._lock:
            return self._asked_for.get(choice) or self._asked_for.put(choice, judge(self.schema, choice))


def checked_choice(choice: object) -> ValidatorChoice | None:
    """`choice`, if it may be a `validator=`; else InvalidDefinition."""
    is_named = isinstance(choice, str) or (isinstance(choice, tuple) and all(isinstance(one, str) for one in choice))
    if choice is None or is_named or callable(choice):
        return choice  # type: ignore[return-value]  # the line above has looked
    raise InvalidDefinition("validator= is a backend's name, a tuple of names, or a callable that takes a schema")
