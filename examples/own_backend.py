"""A backend of one's own: it takes schemas that ask for a type and nothing else, and refuses all others by name."""

from collections.abc import Callable
from typing import Any

import schemaval

TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "boolean": (bool,), "null": (type(None),)}


class ToyBackend:
    """It knows three types."""

    info = schemaval.BackendInfo("toy", True, "1.0", ("draft-07", "2020-12"), "pip install toy-backend")

    def compile(self, job: schemaval.CompileJob, /) -> Callable[[Any], bool]:
        """The verdict as a function, or UnsupportedSchema with every reason why not."""
        reasons = list(self.why_not(job))
        if reasons:
            raise schemaval.UnsupportedSchema("toy", reasons)
        allowed = TYPES[job.schema["type"]]
        return lambda instance: type(instance) in allowed

    def why_not(self, job: schemaval.CompileJob) -> "list[schemaval.Reason]":
        """Each place that it would get wrong."""
        if job.dialect.name not in self.info.dialects:
            return [schemaval.Reason("", "$schema", f"it does not know {job.dialect.name}")]
        if type(job.schema) is not dict or job.schema.get("type") not in [*TYPES]:
            return [schemaval.Reason("", "type", f"it knows schemas with a type among {', '.join(TYPES)} only")]
        return [schemaval.Reason(f"/{name}", name, "it knows type only") for name in job.schema if name != "type"]


if __name__ == "__main__":
    schemaval.register_backend("toy", ToyBackend)
    print(schemaval.compile({"type": "string"}, backend="toy").violations(3)[0].message)
    print(schemaval.compile({"minLength": 3}, backend=("toy", "reference")).refused["toy"])
