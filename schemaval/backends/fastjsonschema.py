"""The backend `fastjsonschema`: the engine's generated functions, for schemas lowered to what it gets right."""

import sys
from typing import Any

import fastjsonschema

from schemaval.backends.lowering.fastjsonschema.typetests import NAMES, UNKNOWN, by_type, itself, plain
from schemaval.backends.lowering.fastjsonschema.values import is_plain
from schemaval.backends.lowering.fastjsonschema.writing import Lowered, lower
from schemaval.backends.lowering.shallow import bounded, guarded, is_shallow
from schemaval.backends.lowering.work import DOUBLES
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.errors import Reason, UnsupportedSchema

NAME = "fastjsonschema"
APPLICATIONS = 2_000_000  # of a subschema to a value that it makes within a second


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
        lowered = lower(program, job.limits.patterns)
        if lowered.reasons:
            raise UnsupportedSchema(NAME, lowered.reasons)
        if lowered.is_recursive and program.doubles:
            raise UnsupportedSchema(NAME, [Reason("", "", DOUBLES)])
        verdict = bounded(_verdict(lowered, program.is_valid), job, APPLICATIONS)
        if not lowered.is_exact:
            return guarded(verdict, is_plain, job, sys.maxsize)
        if lowered.is_recursive and job.limits.max_instance_depth is not None:
            return guarded(verdict, is_shallow, job, sys.maxsize)
        return verdict


def _verdict(lowered: Lowered, evaluator: IsValid) -> IsValid:
    """The engine's code as a function that answers; where it meets what is of no JSON type, the evaluator answers."""
    names: dict[str, Any] = {**NAMES, "CHECKS": lowered.checks, "EVALUATOR": evaluator}
    names["PLAIN"] = plain if lowered.is_exact else itself
    try:
        code = _answering(by_type(_code(lowered)), keep=lowered.calls_root)
        exec(code, names)  # noqa: S102 - the engine is one that writes Python
    except (fastjsonschema.JsonSchemaException, SyntaxError, RecursionError, MemoryError) as error:
        why = f"the engine's code does not compile ({type(error).__name__})"
        raise UnsupportedSchema(NAME, [Reason("", "", why)]) from error
    names.setdefault("REGEX_PATTERNS", {}).update(lowered.patterns)
    verdict: IsValid = names["is_valid"]
    return verdict


def _code(lowered: Lowered) -> str:
    return fastjsonschema.compile_to_code(
        dict(lowered.schema), formats=dict(lowered.checks), use_default=False, detailed_exceptions=False
    )


def _answering(code: str, *, keep: bool) -> str:
    """The code with the root's function, which raises, turned into `is_valid`; `keep` it where the code calls it.

    To call the one from the other would cost a small schema a tenth of its time.
    """
    before, head, after = code.partition(_HEAD)
    body, end, rest = after.partition(_END)
    if not head or not end:
        raise SyntaxError(UNKNOWN)
    kept = head + body + end if keep else ""
    inner = body.replace("\n", "\n    ")
    return f"{before}{kept}{rest}{_TRY}{inner}{_EXCEPT}"


# of the engine's function for the root schema
_HEAD = "\ndef validate(data, custom_formats={}, name_prefix=None):"
_END = "\n    return data"
_TRY = "\ndef is_valid(data, custom_formats=CHECKS, name_prefix=None):\n    try:\n        pass"
_EXCEPT = """
    except JsonSchemaValueException:
        return False
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return EVALUATOR(data)
    return True
"""
