"""What the user holds: a compiled schema and the questions it answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Self, TypeVar

from schemaval.backends.protocol import IsValid
from schemaval.backends.select import Selection
from schemaval.dialects import Dialect
from schemaval.errors import EngineDisagreement, InvalidInstance, NotJSON, SchemavalError
from schemaval.evaluator.output import Evaluation
from schemaval.evaluator.program import Program
from schemaval.evaluator.spending import too_deep
from schemaval.jsonvalue import (
    JSON,
    QUICK_LEVELS,
    QUICK_VALUES,
    check,
    check_closely,
    has_decimal,
    is_sound,
    may_hold_decimal,
)
from schemaval.limits import Limits
from schemaval.mending import mends, normalised
from schemaval.normalise.change import Change
from schemaval.reading import copied, parse
from schemaval.shadowing import Shadow, Untellable
from schemaval.stacks import on_own_stack
from schemaval.violation import Violation

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Options:
    """What a schema is compiled with, besides resources; `mark` ends the key of every look into the cache."""

    backend: tuple[str, ...]
    dialect: Dialect
    assert_formats: bool
    normalise: bool
    limits: Limits
    mark: bytes = field(init=False, compare=False, repr=False, default=b"")

    def __post_init__(self) -> None:
        """Write the mark: what no JSON text holds, and all parts."""
        parts = self.backend, self.dialect.uri, self.assert_formats, self.normalise
        object.__setattr__(self, "mark", f"\0{parts}{Limits.__repr__(self.limits)}".encode())


class Lazy:
    """A program that is compiled when first asked for, once, whichever thread asks."""

    __slots__ = ("_lock", "_make", "_parts", "made")

    def __init__(self, make: Callable[..., Program], *parts: Any) -> None:
        """`make` compiles it of the parts."""
        self._make = make
        self._parts = parts
        self._lock = Lock()
        self.made: Program | None = None

    def __call__(self) -> Program:
        """The program."""
        program = self.made
        if program is None:
            with self._lock:
                program = self.made
                if program is None:
                    program = self.made = self._make(*self._parts)
        return program


class Safety(str):
    """`"fast"` or `"checked"`, and by `reason` why."""

    __slots__ = ("reason",)
    reason: str

    def __new__(cls, level: str, reason: str) -> Self:
        """`level` is the string's own text."""
        made = super().__new__(cls, level)
        made.reason = reason
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Safety, (str(self), self.reason)


class Validator:
    """A compiled schema; immutable, usable from threads, compared by content, pickled by recompiling.

    Made by `schemaval.compile`.
    """

    __slots__ = (
        "_changes",
        "_dialect",
        "_is_reference",
        "_is_valid",
        "_options",
        "_program",
        "_recompile",
        "_resources",
        "_schema",
        "_selection",
        "_shadow",
    )

    def __init__(
        self,
        options: Options,
        resources: Mapping[str, JSON],
        schema: JSON,
        dialect: Dialect,
        changes: tuple[Change, ...],
        selection: Selection,
        *,
        program: Lazy,
        recompile: Callable[..., "Validator"],
        shadow: Shadow | None = None,
    ) -> None:
        """`schema` is normalised, by `changes`; `recompile` makes the validator anew, for pickle."""
        self._options = options
        self._resources = resources
        self._schema = schema
        self._dialect = dialect
        self._changes = changes
        self._selection = selection
        self._program = program
        self._recompile = recompile
        self._shadow = shadow
        self._is_valid = selection.is_valid if shadow is None else shadow.over(selection)
        self._is_reference = selection.name == "reference" and shadow is None

    # verdicts

    def is_valid(self, instance: JSON, /) -> bool:
        """Whether `instance` is valid.

        Only what a keyword looks at is looked at. NotJSON where the engine meets what is no JSON value, LimitExceeded
        where a limit is met before there is a verdict.
        """
        try:
            return self._is_valid(instance) or (not self._is_reference and self._second_look(instance))
        except BaseException as error:  # noqa: BLE001 - an engine may raise anything, pyo3's PanicException included
            raised = error
        return self._judged_after(raised, instance)  # outside of the handler: an engine's error may hold the instance

    @property
    def engine_is_valid(self) -> IsValid:
        """The engine's own function, for values straight from a JSON parser; it may raise the engine's exceptions.

        Where the schema is one on which the engine must not be asked of every value, as a recursive one, the function
        looks at the value first, and asks the evaluator instead. A shadow is not asked.
        """
        return self._selection.is_valid

    def violations(self, instance: JSON, /) -> list[Violation]:
        """Why `instance` is invalid, in its own order; empty exactly when it is valid.

        At most `limits.max_violations`. NotJSON where any part of it is no JSON value; LimitExceeded.
        """
        return self._found(instance)[0]

    def validate(self, instance: JSON, /) -> None:
        """Raise InvalidInstance, with the violations, unless `instance` is valid; or NotJSON, or LimitExceeded."""
        found, truncated = self._found(instance)
        if found:
            raise InvalidInstance(found, truncated)

    def validate_json(self, data: bytes | bytearray | memoryview | str, /) -> JSON:
        """The value that JSON text writes, if it is valid; InvalidInstance, or NotJSON with line and column."""
        instance = parse(data)
        if self._shadow is not None or not self._says(instance):  # what was read is JSON: only a fault needs more
            self.validate(instance)
        return instance

    def evaluate(self, instance: JSON, /) -> Evaluation:
        """The verdict with violations or annotations; NotJSON and LimitExceeded as for `violations`."""
        found, truncated = self._found(instance)
        if found:
            return Evaluation(valid=False, violations=tuple(found), truncated=truncated)
        try:
            notes = self._program().annotations(instance)
        except RecursionError:
            notes = self._deeply(Program.annotations, instance)
        if notes is None:
            raise EngineDisagreement(self.backend, "it says valid where a keyword is broken")
        return Evaluation(valid=True, annotations=tuple(notes))

    # empties

    def normalise(self, instance: JSON, /) -> JSON:
        """`instance` with `{}` and `[]` put right where the schema leaves one answer.

        The instance itself where it is valid or nothing can be mended, else a copy that shares what did not change.
        """
        changes = self.mends(instance)
        return normalised(instance, changes) if changes else instance

    def mends(self, instance: JSON, /) -> tuple[Change, ...]:
        """What `normalise` would change, with pointers into `instance`."""
        try:
            check(instance)
            if not self._options.normalise or self.is_valid(instance):
                return ()
            return mends(self._program(), instance)
        except RecursionError:
            return self._deeply(_mended, instance) if self._options.normalise else ()

    # what it is

    @property
    def schema(self) -> JSON:
        """The normalised schema, as a fresh copy."""
        return copied(self._schema)

    @property
    def dialect(self) -> Dialect:
        """The dialect that the schema is read in."""
        return self._dialect

    @property
    def backend(self) -> str:
        """The name of the backend in use."""
        return self._selection.name

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was mended in the schema."""
        return self._changes

    @property
    def refused(self) -> dict[str, str]:
        """The preferred backends that were passed over, and why."""
        return dict(self._selection.refused)

    @property
    def safety(self) -> Safety:
        """`"fast"` where the work is bounded by the schema, `"checked"` where it is counted; `.reason` says why."""
        program = self._program()
        return Safety("checked" if program.is_checked else "fast", program.reason)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Validator) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __repr__(self) -> str:
        return f"<Validator {self._dialect.name} on {self.backend}>"

    def __reduce__(self) -> tuple[Any, ...]:
        watched = () if self._shadow is None else (self._shadow.name, self._shadow.tell)
        return self._recompile, (self._schema, self._resources, self._options, *watched)

    def __copy__(self) -> "Validator":
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Validator":
        return self

    # behind them

    def _content(self) -> tuple[Any, ...]:
        from schemaval.cache import text_of

        resources = tuple((uri, repr(resource)) for uri, resource in self._resources.items())
        return text_of(self._schema), resources, self._options

    def _second_look(self, instance: JSON) -> bool:
        """What an engine calls invalid with a Decimal in it is the evaluator's to judge: engines differ on Decimal.

        It is asked first where it is made already, or the value is large: it stops at the first fault, and a search for
        Decimals does not.
        """
        program = self._program.made
        if program is None:
            if not may_hold_decimal(instance, _SOON_SEEN):
                return False
            program = self._program()
        if not program.is_checked and _refuses(program, instance):
            return False
        return has_decimal(instance) and program.is_valid(instance)

    def _found(self, instance: JSON) -> tuple[list[Violation], bool]:
        """Whole value first, then the engine, then the evaluator for the reasons."""
        is_refused = False
        try:
            if not is_sound(instance, [QUICK_VALUES], QUICK_LEVELS):
                check_closely(instance)
            if not self._is_reference:
                if self._says(instance):
                    return [], False
                is_refused = True
            found, truncated = (self._program.made or self._program()).violations(instance)
        except RecursionError:
            found, truncated = self._deeply(_explained, instance)
        if is_refused and not found and not has_decimal(instance):  # engines differ on Decimal
            raise EngineDisagreement(self.backend)
        return found, truncated

    def _says(self, instance: JSON) -> bool:
        """The engine's own word, or what its exception means."""
        try:
            return self._is_valid(instance)
        except BaseException as error:  # noqa: BLE001 - an engine may raise anything, pyo3's PanicException included
            raised = error
        return self._judged_after(raised, instance)

    def _judged_after(self, error: BaseException, instance: JSON) -> bool:
        """The evaluator's verdict where the engine ran out of stack or met a Decimal, else what `error` means."""
        if isinstance(error, RecursionError):
            return self._deeply(Program.verdict, instance)
        if isinstance(error, Untellable) and error.__cause__ is not None:
            raise error.__cause__
        if isinstance(error, SchemavalError) or not (isinstance(error, Exception) or _is_panic(error)):
            raise error
        check(instance)
        if not self._is_reference and has_decimal(instance):
            return self._deeply(Program.verdict, instance)
        why = f"it raised {type(error).__name__} on a JSON value"
        raise EngineDisagreement(self.backend, why) from None  # an engine's own words may repeat the instance

    def _deeply(self, ask: Callable[..., Answer], instance: JSON) -> Answer:
        """Ask the evaluator again, on a stack of its own, after a RecursionError."""
        try:
            return on_own_stack(lambda: ask(self._program(), instance, by_stacks=True))
        except RecursionError:
            raise too_deep() from None


_SOON_SEEN = 500  # values: no more are looked at than the evaluator takes for a few


def _refuses(program: Program, instance: JSON) -> bool:
    """Whether the evaluator calls `instance` invalid; False as well where it has no verdict."""
    try:
        return not program.is_valid(instance)
    except Exception:  # noqa: BLE001 - whatever it raised comes again where its verdict counts
        return False


def _explained(program: Program, instance: JSON, *, by_stacks: bool) -> tuple[list[Violation], bool]:
    check(instance)
    return program.violations(instance, by_stacks=by_stacks)


def _mended(program: Program, instance: JSON, *, by_stacks: bool) -> tuple[Change, ...]:
    check(instance)
    return () if program.verdict(instance, by_stacks=by_stacks) else mends(program, instance, by_stacks=by_stacks)


def _is_panic(error: BaseException) -> bool:
    """Whether this is pyo3's PanicException, which is no Exception."""
    return type(error).__module__.startswith("pyo3_runtime")


__all__ = ["Lazy", "NotJSON", "Options", "Safety", "Validator"]
