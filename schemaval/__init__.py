"""schemaval: JSON Schema validation for tool I/O, one meaning on any engine.

schema -> limits -> dialect -> {} and [] mended -> metaschema -> references -> backend -> Validator
instance -> the engine says valid or not -> (not) the reference evaluator says why
"""

from schemaval import backends as _package  # noqa: F401 - before the function of that name is bound
from schemaval.backends.protocol import Backend, BackendInfo, CompileJob, SchemaValidator
from schemaval.backends.select import backend_infos as backends
from schemaval.backends.select import register_backend
from schemaval.compiling import compile_schema as compile  # noqa: A004 - the name that users of `re` know
from schemaval.converting import to_json
from schemaval.dialects import Dialect
from schemaval.errors import (
    BackendNotInstalled,
    EngineDisagreement,
    InvalidInstance,
    InvalidSchema,
    LimitExceeded,
    NoSuchBackend,
    NotJSON,
    Reason,
    SchemavalError,
    UnknownDialect,
    UnresolvableReference,
    UnsupportedSchema,
)
from schemaval.evaluator.output import Evaluation
from schemaval.limits import Limits
from schemaval.normalise.change import Change
from schemaval.reading import parse
from schemaval.rendering import render
from schemaval.validator import Validator
from schemaval.version import VERSION as __version__  # noqa: N811 - the name that packages give their version
from schemaval.violation import Annotation, Violation

__all__ = [
    "Annotation",
    "Backend",
    "BackendInfo",
    "BackendNotInstalled",
    "Change",
    "CompileJob",
    "Dialect",
    "EngineDisagreement",
    "Evaluation",
    "InvalidInstance",
    "InvalidSchema",
    "LimitExceeded",
    "Limits",
    "NoSuchBackend",
    "NotJSON",
    "Reason",
    "SchemaValidator",
    "SchemavalError",
    "UnknownDialect",
    "UnresolvableReference",
    "UnsupportedSchema",
    "Validator",
    "Violation",
    "__version__",
    "backends",
    "compile",
    "parse",
    "register_backend",
    "render",
    "to_json",
]
