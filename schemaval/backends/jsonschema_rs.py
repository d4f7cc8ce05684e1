"""The backend `jsonschema-rs`: the engine's own method wherever it is right, kept from what it gets wrong.

The engine is asked offline, in the dialect's own class, with linear regular expressions and our formats. Keywords in
which it is not exact are taken over by the evaluator's tests; schemas that lead back to themselves, whose depth the
engine does not watch, get values that were looked at before.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from threading import local
from typing import Any, NoReturn

from schemaval.backends.lowering.jsonschema_rs.exact import Place, tests_of
from schemaval.backends.lowering.jsonschema_rs.plan import needs_no_plan, plan
from schemaval.backends.lowering.jsonschema_rs.rows import Plan
from schemaval.backends.lowering.jsonschema_rs.tame import is_tame
from schemaval.backends.lowering.shallow import bounded, guarded, is_seen_shallow
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.errors import BackendNotInstalled, Reason, UnsupportedSchema, shorten
from schemaval.evaluator.assertions import Tests
from schemaval.jsonvalue import JSON, plain
from schemaval.keywords import Draft

ENGINE = "jsonschema-rs"
APPLICATIONS = 10_000_000  # of a subschema to a value that it makes within a second
_IS_INSTALLED = find_spec("jsonschema_rs") is not None

if _IS_INSTALLED:
    import jsonschema_rs as engine

    _CLASSES: Mapping[Draft, Callable[..., Any]] = {
        Draft.D4: engine.Draft4Validator,
        Draft.D6: engine.Draft6Validator,
        Draft.D7: engine.Draft7Validator,
        Draft.D2019: engine.Draft201909Validator,
        Draft.D2020: engine.Draft202012Validator,
    }
    _AS_IT_STANDS: dict[str, Any] = {
        "offline": True,
        "pattern_options": engine.RegexOptions(),
        "validate_formats": False,
    }


class JsonschemaRsBackend:
    """The engine `jsonschema-rs`, from draft-04 on."""

    info = BackendInfo(
        name=ENGINE,
        installed=_IS_INSTALLED,
        version=version("jsonschema-rs") if _IS_INSTALLED else "",
        dialects=tuple(dialect.name for dialect in DIALECTS if dialect.draft is not Draft.D3),
        install='pip install "schemaval[rs]"',
    )

    def compile(self, job: CompileJob, /) -> IsValid:
        """The engine's own `is_valid`; behind a look at the value where the schema calls for one.

        Raises UnsupportedSchema where the schema meets what the engine gets wrong, LimitExceeded for a long enum, and
        BackendNotInstalled.
        """
        if not _IS_INSTALLED:
            raise BackendNotInstalled(ENGINE, self.info.install)
        if needs_no_plan(job):
            is_valid: IsValid = _engine(job.dialect.draft, job.schema, _AS_IT_STANDS).is_valid
            return is_valid
        made = plan(job)
        if made.reasons:
            raise UnsupportedSchema(ENGINE, made.reasons)
        is_valid = bounded(_verdict(made), job, APPLICATIONS)
        if not (made.wary or made.recurs):
            return is_valid
        return guarded(is_valid, is_tame if made.wary else is_seen_shallow, job, made.levels)


def _verdict(made: Plan) -> IsValid:
    """The engine's own method, or the one that raises what a keyword taken over raised."""
    options: dict[str, Any] = {**_AS_IT_STANDS}
    if made.formats:
        options |= {"formats": made.formats, "validate_formats": True}
    if made.resources:
        options["registry"] = made.resources
    draft = made.job.dialect.draft
    if not made.taken:
        is_valid: IsValid = _engine(draft, made.schema, options).is_valid
        return is_valid
    trouble = _Trouble()
    options["keywords"] = {keyword: partial(_taken, keyword, made.job, trouble) for keyword in made.taken}
    return _raising(_engine(draft, made.schema, options).is_valid, trouble)


def _engine(draft: Draft, schema: JSON, options: dict[str, Any]) -> Any:
    """The engine's validator; `registry` among the options is a list of resources by URI."""
    try:
        if "registry" in options:
            options["registry"] = engine.Registry(options["registry"])
        return _CLASSES[draft](schema, **options)
    except ValueError as error:  # its ValidationError, and what it says of limits and references
        first = shorten(str(error).partition("\n")[0])
        raise UnsupportedSchema(ENGINE, [Reason("", "", f"the engine does not take it: {first}")]) from None


# keywords taken over


class _Trouble(local):
    """What a test raised during the engine's verdict, in each thread: the engine itself would swallow it."""

    error: Exception | None = None


class _Wrong(Exception):  # noqa: N818 - the engine wants to be told by an exception
    """What tells the engine that a value is invalid."""


class _Taken:
    """A keyword of the engine's that asks the evaluator's tests."""

    __slots__ = ("_tests", "_trouble")

    def __init__(self, tests: Tests, trouble: _Trouble) -> None:
        """`tests` by kind of value."""
        self._tests = tests
        self._trouble = trouble

    def validate(self, instance: JSON) -> None:
        """Raise where the value is invalid, or where there is no verdict, which `trouble` then knows."""
        try:
            value = plain(instance)
            test = self._tests.get(type(value))
            if test is None or test(value):
                return
        except Exception as error:  # noqa: BLE001 - it is raised again once the engine has answered
            self._trouble.error = error
        raise _Wrong


def _taken(
    keyword: str, job: CompileJob, trouble: _Trouble, holder: Mapping[str, Any], value: JSON, _path: object
) -> _Taken:
    return _Taken(tests_of(Place(keyword, value, holder, job.dialect.draft, job.limits)), trouble)


def _raising(verdict: IsValid, trouble: _Trouble) -> IsValid:
    """The verdict, or what a test raised instead of one."""

    def is_valid(instance: JSON) -> bool:
        answer = verdict(instance)
        if trouble.error is not None:
            _raise(trouble)
        return answer

    return is_valid


def _raise(trouble: _Trouble) -> NoReturn:
    error, trouble.error = trouble.error, None
    assert error is not None  # noqa: S101 - the caller has looked
    raise error
