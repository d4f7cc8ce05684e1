"""Who is asked: schemaval on each backend, and the raw engines as their own documentation says.

A subject turns a case into questions in their order, each a name and a function; the first one compiles.
"""

from collections.abc import Callable, Iterator
from typing import Any

import schemaval
from schemaval.compiling import _cache
from tests.hostile.case import Case

Question = tuple[str, Callable[[], Any]]

BACKENDS = ("auto", "reference", "jsonschema", "fastjsonschema", "jsonschema-rs")
RAW = ("raw jsonschema", "raw fastjsonschema", "raw jsonschema-rs")
SUBJECTS = (*BACKENDS, *RAW)


def questions(subject: str, case: Case, schema: Any, instance: Any) -> Iterator[Question]:
    """What is asked of `subject`; a verdict is a bool, whatever else is answered is looked at for what it says."""
    if subject == "raw jsonschema":
        return _jsonschema(case, schema, instance)
    if subject == "raw fastjsonschema":
        return _fastjsonschema(case, schema, instance)
    if subject == "raw jsonschema-rs":
        return _jsonschema_rs(case, schema, instance)
    return _schemaval(subject, case, schema, instance)


def own_errors(subject: str) -> tuple[type[BaseException], ...]:
    """The errors that a subject documents as its own."""
    if subject == "raw jsonschema":
        from jsonschema import exceptions as errors
        from referencing.exceptions import Unresolvable

        return errors.SchemaError, errors.ValidationError, errors.UndefinedTypeCheck, errors.UnknownType, Unresolvable
    if subject == "raw fastjsonschema":
        import fastjsonschema

        return (fastjsonschema.JsonSchemaException,)
    if subject == "raw jsonschema-rs":
        import jsonschema_rs

        return jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError
    return (schemaval.SchemavalError,)


def warmed(subject: str) -> None:
    """Import what a subject needs, so that it is neither timed nor seen to open files."""
    case = Case("warm", dict, dict, valid=True)
    for number, dialect in enumerate(_DIALECTS):
        schema = {
            "$schema": dialect,
            "properties": {"a": {"type": "string", "format": "idn-hostname", "title": str(number)}},
        }
        for _, ask in questions(subject, case, schema, {"a": "x"}):
            ask()


_DIALECTS = (
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)


def _schemaval(backend: str, case: Case, schema: Any, instance: Any) -> Iterator[Question]:
    _cache.clear()
    held: list[schemaval.Validator] = []

    def compiled() -> str:
        held.append(schemaval.compile(schema, backend=backend, **case.options))
        return repr(held[0])

    yield "compile", compiled
    validator = held[0]
    if case.as_text:
        yield "validate_json", lambda: _validated(validator.validate_json, instance)
        return
    yield "is_valid", lambda: validator.is_valid(instance)
    yield "violations", lambda: validator.violations(instance)
    yield "evaluate", lambda: validator.evaluate(instance)
    yield "mends", lambda: validator.mends(instance)
    if case.secret:
        yield "validate", lambda: validator.validate(instance)
        yield "render", lambda: schemaval.render(validator.violations(instance))


def _validated(validate: Callable[[Any], Any], instance: Any) -> bool:
    try:
        validate(instance)
    except schemaval.InvalidInstance:
        return False
    return True


def _jsonschema(case: Case, schema: Any, instance: Any) -> Iterator[Question]:
    import jsonschema
    from jsonschema.validators import validator_for

    held: list[Any] = []

    def compiled() -> None:
        kind = validator_for(schema, default=jsonschema.Draft202012Validator)
        kind.check_schema(schema)
        checker = kind.FORMAT_CHECKER if case.options.get("assert_formats") else None
        held.append(kind(schema, format_checker=checker, **_registry(case)))

    yield "compile", compiled
    value = _read(instance) if case.as_text else instance
    yield "is_valid", lambda: held[0].is_valid(value)
    yield "errors", lambda: _verdict_of(list(held[0].iter_errors(value)))


def _registry(case: Case) -> dict[str, Any]:
    """Resources as referencing takes them; without any, the default registry, which fetches."""
    resources = case.options.get("resources")
    if not resources:
        return {}
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    made = {uri: DRAFT202012.create_resource(resource) for uri, resource in resources.items()}
    return {"registry": Registry().with_resources(made.items())}


def _fastjsonschema(case: Case, schema: Any, instance: Any) -> Iterator[Question]:
    import fastjsonschema

    held: list[Any] = []

    def compiled() -> None:
        held.append(fastjsonschema.compile(schema, use_formats=bool(case.options.get("assert_formats"))))

    def is_valid() -> bool:
        try:
            held[0](value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    yield "compile", compiled
    value = _read(instance) if case.as_text else instance
    yield "is_valid", is_valid


def _jsonschema_rs(case: Case, schema: Any, instance: Any) -> Iterator[Question]:
    import jsonschema_rs

    held: list[Any] = []

    def compiled() -> None:
        options: dict[str, Any] = {"validate_formats": True} if case.options.get("assert_formats") else {}
        if case.options.get("resources"):
            options["registry"] = jsonschema_rs.Registry(list(case.options["resources"].items()))
        held.append(jsonschema_rs.validator_for(schema, **options))

    yield "compile", compiled
    value = _read(instance) if case.as_text else instance
    yield "is_valid", lambda: held[0].is_valid(value)
    yield "errors", lambda: _verdict_of(list(held[0].iter_errors(value)))


def _read(text: bytes) -> Any:
    """As their users read JSON."""
    import json

    return json.loads(text)


def _verdict_of(errors: list[Any]) -> bool:
    for error in errors[:1]:
        str(error)  # what is logged
    return not errors
