"""The documented use, for the type checker: what each name gives. Run too, so that it is true as well as typed."""

from collections.abc import Callable
from typing import Any, assert_type

import schemaval
from schemaval import (
    Annotation,
    Backend,
    BackendInfo,
    Change,
    CompileJob,
    Dialect,
    Evaluation,
    InvalidInstance,
    InvalidSchema,
    LimitExceeded,
    Limits,
    NotJSON,
    Reason,
    SchemaValidator,
    UnknownDialect,
    UnresolvableReference,
    UnsupportedSchema,
    Validator,
    Violation,
)


def compiled() -> Validator:
    """Every argument of `compile` by name."""
    validator = schemaval.compile(
        {"type": "object", "properties": {"limit": {"type": "integer"}}},
        backend=("reference",),
        dialect="2020-12",
        resources={"urn:r": {"type": "string"}},
        assert_formats=True,
        normalise=True,
        limits=Limits(max_steps=1_000),
    )
    assert_type(validator, Validator)
    return validator


def judged(validator: Validator) -> None:
    """What a validator answers."""
    assert_type(validator.is_valid({"limit": 1}), bool)
    engine: Callable[[Any], bool] = validator.engine_is_valid
    assert_type(engine({"limit": 1}), bool)
    assert_type(validator.violations({"limit": "1"}), list[Violation])
    validator.validate({})
    evaluation = validator.evaluate({})
    assert_type(evaluation, Evaluation)
    assert_type(evaluation.valid, bool)
    assert_type(evaluation.violations, tuple[Violation, ...])
    assert_type(evaluation.annotations, tuple[Annotation, ...])
    assert_type(evaluation.truncated, bool)
    assert_type(validator.mends([]), tuple[Change, ...])


def described(validator: Validator) -> None:
    """What a validator says of itself."""
    assert_type(validator.dialect, Dialect)
    assert_type(validator.dialect.uri, str)
    assert_type(validator.backend, str)
    assert_type(validator.changes, tuple[Change, ...])
    assert_type(validator.refused, dict[str, str])
    safety: str = validator.safety
    assert_type(validator.safety.reason, str)
    assert safety in ("fast", "checked")


def told(violation: Violation) -> None:
    """The parts of a violation."""
    assert_type(violation.pointer, str)
    assert_type(violation.keyword, str)
    assert_type(violation.message, str)
    assert_type(violation.schema_location, str)
    assert_type(violation.evaluation_path, str)
    assert_type(violation.causes, tuple[Violation, ...])
    assert_type(violation.to_dict(), dict[str, Any])


def around() -> None:
    """The functions around it."""
    assert_type(schemaval.render([], max_lines=3, max_chars=100), str)
    assert_type(schemaval.backends(), dict[str, BackendInfo])
    assert_type(schemaval.backends()["reference"].installed, bool)
    assert_type(schemaval.backends()["reference"].dialects, tuple[str, ...])


def parts_of_errors() -> None:
    """The parts that errors hold."""
    try:
        schemaval.compile({"type": 12})
    except InvalidSchema as error:
        assert_type(error.violations, tuple[Violation, ...])
    try:
        schemaval.compile({"type": "string"}).validate(1)
    except InvalidInstance as error:
        assert_type(error.violations, tuple[Violation, ...])
        assert_type(error.truncated, bool)
    try:
        schemaval.compile({"$schema": "urn:unknown"})
    except UnknownDialect as error:
        assert_type(error.uri, str)
        assert_type(error.known, tuple[str, ...])
    try:
        schemaval.compile({"$ref": "#/none"})
    except UnresolvableReference as error:
        assert_type(error.reference, str)
        assert_type(error.pointer, str)
    try:
        schemaval.compile({"title": "long"}, limits=Limits(max_schema_bytes=1))
    except LimitExceeded as error:
        assert_type(error.limit, str)
        assert_type(error.pointer, str)
    try:
        schemaval.parse("{")
    except NotJSON as error:
        assert_type(error.line, int | None)
        assert_type(error.pointer, str | None)


class Contrary:
    """A validator of one's own, as the tool layer takes it."""

    def is_valid(self, instance: Any, /) -> bool:
        """Never."""
        return instance is self

    def violations(self, instance: Any, /) -> list[Violation]:
        """One for everything."""
        return [] if self.is_valid(instance) else [Violation("", "", "no", "", "")]


class Engine:
    """A backend of one's own."""

    info = BackendInfo("own", installed=True, version="1", dialects=("2020-12",), install="")

    def compile(self, job: CompileJob, /) -> Callable[[Any], bool]:
        """Booleans only."""
        schema = job.schema
        if type(schema) is not bool:
            raise UnsupportedSchema("own", [Reason("", "", "booleans only")])
        return lambda _instance: schema


own: SchemaValidator = Contrary()
ours: SchemaValidator = schemaval.compile(True)
engine: Backend = Engine()


def run() -> None:
    """All of it, once."""
    validator = compiled()
    judged(validator)
    described(validator)
    told(validator.violations({"limit": "1"})[0])
    around()
    parts_of_errors()
    schemaval.register_backend("typing-own", Engine, replace=True)
    assert schemaval.compile(True, backend="typing-own").is_valid(1)
