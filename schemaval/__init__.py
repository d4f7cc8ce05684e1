"""schemaval: JSON Schema validation for tool I/O, one meaning on any engine.

    schema -> limits -> dialect -> {} and [] mended -> metaschema -> references -> backend -> Validator
    instance -> the engine says valid or not -> (not) the reference evaluator says why

Names are brought from their modules when first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import schemaval.backends  # noqa: F401 - binds the package's name first, so that no later import takes the function's

if TYPE_CHECKING:
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
    from schemaval.shadowing import Disagreement
    from schemaval.validator import Validator
    from schemaval.version import VERSION as __version__  # noqa: N811 - the name that packages give their version
    from schemaval.violation import Annotation, Violation

_ROOMS: dict[str, tuple[str, ...]] = {
    "backends.protocol": ("Backend", "BackendInfo", "CompileJob", "SchemaValidator"),
    "backends.select": ("backend_infos as backends", "register_backend"),
    "compiling": ("compile_schema as compile",),
    "converting": ("to_json",),
    "dialects": ("Dialect",),
    "errors": (
        "BackendNotInstalled",
        "EngineDisagreement",
        "InvalidInstance",
        "InvalidSchema",
        "LimitExceeded",
        "NoSuchBackend",
        "NotJSON",
        "Reason",
        "SchemavalError",
        "UnknownDialect",
        "UnresolvableReference",
        "UnsupportedSchema",
    ),
    "evaluator.output": ("Evaluation",),
    "limits": ("Limits",),
    "normalise.change": ("Change",),
    "reading": ("parse",),
    "rendering": ("render",),
    "shadowing": ("Disagreement",),
    "validator": ("Validator",),
    "version": ("VERSION as __version__",),
    "violation": ("Annotation", "Violation"),
}
_PLACES = {
    name.rpartition(" as ")[2]: (f"schemaval.{room}", name.partition(" as ")[0])
    for room, names in _ROOMS.items()
    for name in names
}

__all__ = [
    "Annotation",
    "Backend",
    "BackendInfo",
    "BackendNotInstalled",
    "Change",
    "CompileJob",
    "Dialect",
    "Disagreement",
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

del backends  # the package's name, bound by the import above


if not TYPE_CHECKING:  # to a type checker every name would be there, as Any

    def __getattr__(name: str) -> Any:
        """A public name, brought from the module that holds it, once."""
        place = _PLACES.get(name)
        if place is None:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        module, attribute = place
        value = globals()[name] = getattr(import_module(module), attribute)
        return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
