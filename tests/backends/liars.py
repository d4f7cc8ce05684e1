"""Backends that lie: each is the reference evaluator but for one fault that some engine has, or could have."""

import random
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import schemaval
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.errors import UnsupportedSchema

JSON = Any
Verdict = Callable[[JSON], bool]


class Liar:
    """The reference evaluator's verdicts, as `lie` twists them: it gets the job and the honest verdict."""

    def __init__(self, name: str, lie: Callable[[CompileJob, Verdict], Verdict]) -> None:
        self.info = BackendInfo(name, True, "0", tuple(dialect.name for dialect in DIALECTS), "pip install liar")
        self._lie = lie

    def compile(self, job: CompileJob, /) -> IsValid:
        """The twisted verdict."""
        return self._lie(job, job.program().is_valid)


def honest(_job: CompileJob, verdict: Verdict) -> Verdict:
    """No lie."""
    return verdict


def of_schema(change: Callable[[dict[str, Any]], Any]) -> Callable[[CompileJob, Verdict], Verdict]:
    """A lie that reads other schemas than it was given: `change` takes an object anywhere in the schema."""

    def lie(job: CompileJob, verdict: Verdict) -> Verdict:
        schema = changed(job.schema, change)
        resources = {uri: changed(resource, change) for uri, resource in job.resources.items()}
        if schema == job.schema and resources == job.resources:
            return verdict
        validator = schemaval.compile(
            schema,
            backend="reference",
            dialect=job.dialect.uri,
            resources=resources,
            assert_formats=job.assert_formats,
            limits=job.limits,
        )
        return validator.is_valid

    return lie


def changed(value: JSON, change: Callable[[dict[str, Any]], Any]) -> JSON:
    """`value` with every object inside changed."""
    if type(value) is dict:
        return change({name: changed(member, change) for name, member in value.items()})
    return [changed(item, change) for item in value] if type(value) is list else value


def of_instance(twist: Callable[[JSON], JSON]) -> Callable[[CompileJob, Verdict], Verdict]:
    """A lie that judges another instance than it was given."""
    return lambda _job, verdict: lambda instance: verdict(twist(instance))


def without(name: str, when: Callable[[dict[str, Any]], bool]) -> Callable[[dict[str, Any]], Any]:
    """A change that drops a keyword where `when` says so."""
    return lambda schema: {key: held for key, held in schema.items() if key != name or not when(schema)}


def ones(value: JSON) -> JSON:
    """`true` as 1 and `false` as 0."""
    if type(value) is bool:
        return int(value)
    if type(value) is dict:
        return {name: ones(member) for name, member in value.items()}
    return [ones(item) for item in value] if type(value) is list else value


def mutates(job: CompileJob, verdict: Verdict) -> Verdict:
    """It writes the defaults of the root into the caller's object."""
    schema = job.schema if type(job.schema) is dict else {}
    defaults = {
        name: held["default"]
        for name, held in schema.get("properties", {}).items()
        if type(held) is dict and "default" in held
    }

    def is_valid(instance: JSON) -> bool:
        answer = verdict(instance)
        if type(instance) is dict:
            for name, default in defaults.items():
                instance.setdefault(name, default)
        return answer

    return is_valid


def sorts(_job: CompileJob, verdict: Verdict) -> Verdict:
    """It puts the caller's arrays of numbers in order."""

    def is_valid(instance: JSON) -> bool:
        answer = verdict(instance)
        if type(instance) is list and all(type(item) is int for item in instance):
            instance.sort(reverse=True)
        return answer

    return is_valid


def remembers(_job: CompileJob, verdict: Verdict) -> Verdict:
    """It answers the second time what it answered to an equal value, in Python's sense, before."""
    known: dict[Any, bool] = {}

    def is_valid(instance: JSON) -> bool:
        if type(instance) not in (int, float, bool, str):
            return verdict(instance)
        return known.setdefault(instance, verdict(instance)) if instance not in known else known[instance]

    return is_valid


def shares_by_identifier() -> Callable[[CompileJob, Verdict], Verdict]:
    """It keeps what it compiled under the schema's identifier."""
    known: dict[str, Verdict] = {}

    def lie(job: CompileJob, verdict: Verdict) -> Verdict:
        name = job.schema.get(job.dialect.id_keyword) if type(job.schema) is dict else None
        return known.setdefault(name, verdict) if type(name) is str else verdict

    return lie


def races(_job: CompileJob, verdict: Verdict) -> Verdict:
    """It keeps its answer where other threads write theirs."""
    shared: list[bool] = [True]

    def is_valid(instance: JSON) -> bool:
        shared[0] = verdict(instance)
        threading.Event().wait(0.0005)
        return shared[0]

    return is_valid


def raises(_job: CompileJob, verdict: Verdict) -> Verdict:
    """It fails on text beyond ASCII."""

    def is_valid(instance: JSON) -> bool:
        if type(instance) is str:
            instance.encode("ascii")
        return verdict(instance)

    return is_valid


def fetches(job: CompileJob, verdict: Verdict) -> Verdict:
    """It fetches what identifies the schema, and goes on where nothing is there."""
    name = job.schema.get(job.dialect.id_keyword) if type(job.schema) is dict else None
    if type(name) is str and name.startswith("http://127.0.0.1"):
        try:
            urllib.request.urlopen(name, timeout=0.1).close()  # noqa: S310 - that it opens is the lie
        except OSError:
            return verdict
    return verdict


def reads(job: CompileJob, verdict: Verdict) -> Verdict:
    """It looks whether a file bears the schema's identifier."""
    name = job.schema.get(job.dialect.id_keyword) if type(job.schema) is dict else None
    if type(name) is str and name.startswith("file://"):
        path = Path(name.removeprefix("file://").partition("?")[0])
        if path.exists():
            path.read_bytes()
    return verdict


def edits(job: CompileJob, verdict: Verdict) -> Verdict:
    """It changes the schema that the validator shows."""
    if type(job.schema) is dict and "definitions" in job.schema:
        job.schema["$defs"] = job.schema.pop("definitions")
    return verdict


def refuses_silently(job: CompileJob, verdict: Verdict) -> Verdict:
    """It refuses schemas with patterns and does not say why."""
    if "pattern" in str(job.schema):
        raise UnsupportedSchema("liar", [])
    return verdict


def refuses_by_another_error(job: CompileJob, verdict: Verdict) -> Verdict:
    """It refuses schemas with patterns by an error of its own."""
    if "pattern" in str(job.schema):
        raise NotImplementedError
    return verdict


def now_and_then(_job: CompileJob, verdict: Verdict) -> Verdict:
    """It is wrong once in fifty times, which no single row would show."""
    dice = random.Random(1)  # noqa: S311 - a liar's dice
    return lambda instance: verdict(instance) if dice.random() > 0.02 else not verdict(instance)


LIES: dict[str, Callable[[CompileJob, Verdict], Verdict]] = {
    "ignores maxLength above 3": of_schema(without("maxLength", lambda schema: schema["maxLength"] > 3)),
    "takes true for 1": of_instance(ones),
    "writes defaults": mutates,
    "sorts arrays": sorts,
    "is wrong only where unevaluatedProperties and anyOf meet": of_schema(
        without("unevaluatedProperties", lambda schema: "anyOf" in schema)
    ),
    "ignores maxContains": of_schema(without("maxContains", lambda _schema: True)),
    "reads names in lower case": of_schema(
        lambda schema: {name.lower() if name in ("User", "A") else name: held for name, held in schema.items()}
    ),
    "lets $ref hide its siblings in every draft": of_schema(
        lambda schema: (
            {"$ref": schema["$ref"]}
            if type(schema.get("$ref")) is str and "$id" not in schema and "$defs" not in schema
            else schema
        )
    ),
    "takes $ for the place before a line break": of_instance(
        lambda value: value.removesuffix("\n") if type(value) is str else value
    ),
    "takes an empty array for an object": of_instance(lambda value: {} if value == [] else value),
    "remembers equal values": remembers,
    "shares by identifier": shares_by_identifier(),
    "races": races,
    "raises on text beyond ASCII": raises,
    "fetches": fetches,
    "reads files": reads,
    "edits the schema": edits,
    "refuses silently": refuses_silently,
    "refuses by another error": refuses_by_another_error,
    "is wrong now and then": now_and_then,
}
