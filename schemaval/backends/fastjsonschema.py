"""The backend `fastjsonschema`: the engine's generated functions, for schemas lowered to what it gets right."""

from collections.abc import Callable
from typing import Any

import fastjsonschema

from schemaval.backends.lowering.fastjsonschema.values import is_plain
from schemaval.backends.lowering.fastjsonschema.writing import Lowered, lower
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.errors import Reason, UnsupportedSchema
from schemaval.jsonvalue import JSON

NAME = "fastjsonschema"
Judge = Callable[..., Any]  # the engine's function: it raises what it finds wrong


class FastjsonschemaBackend:
    """The engine `fastjsonschema`, asked of lowered schemas only."""

    info = BackendInfo(
        name=NAME,
        installed=True,
        version=fastjsonschema.VERSION,
        dialects=tuple(dialect.name for dialect in DIALECTS),
        install="pip install fastjsonschema",
    )

    def compile(self, job: CompileJob, /) -> IsValid:
        """The engine's verdict.

        Raises UnsupportedSchema, with every reason, where no lowering makes the engine right.
        """
        try:
            program = job.program()
        except UnsupportedSchema as error:
            raise UnsupportedSchema(NAME, error.reasons) from None
        lowered = lower(program)
        if lowered.reasons:
            raise UnsupportedSchema(NAME, lowered.reasons)
        verdict = _verdict(_compiled(lowered))
        return verdict if lowered.is_exact else _guarded(verdict, program.is_valid)


def _compiled(lowered: Lowered) -> Judge:
    """The engine's function, with our checks and searches under the names that its code calls."""
    try:
        made = fastjsonschema.compile(
            dict(lowered.schema), formats=dict(lowered.checks), use_default=False, detailed_exceptions=False
        )
    except (fastjsonschema.JsonSchemaException, SyntaxError, RecursionError, MemoryError) as error:
        why = f"the engine does not compile it ({type(error).__name__})"
        raise UnsupportedSchema(NAME, [Reason("", "", why)]) from error
    judge: Judge = getattr(made, "func", made)  # a partial, which costs more than a default
    judge.__defaults__ = (dict(lowered.checks), None)
    judge.__globals__["REGEX_PATTERNS"].update(lowered.patterns)
    return judge


def _verdict(judge: Judge) -> IsValid:
    """The verdict as a boolean."""
    wrong = fastjsonschema.JsonSchemaValueException

    def is_valid(instance: JSON) -> bool:
        try:
            judge(instance)
        except wrong:
            return False
        return True

    return is_valid


def _guarded(verdict: IsValid, evaluator: IsValid) -> IsValid:
    """The engine's verdict on plain values, the evaluator's on others."""

    def is_valid(instance: JSON) -> bool:
        return verdict(instance) if is_plain(instance) else evaluator(instance)

    return is_valid
