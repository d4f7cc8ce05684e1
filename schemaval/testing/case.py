"""A case: a schema with all that is needed to compile it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schemaval.compiling import compile_schema
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.validator import Validator

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Case:
    """A schema, its dialect's short name, the resources that it may reach, and whether formats assert."""

    schema: JSON
    dialect: str
    resources: Mapping[str, JSON] = field(default_factory=dict)
    assert_formats: bool = False

    def compile(self, backend: str, limits: Limits = _DEFAULT) -> Validator:
        """The validator on `backend`; raises what `schemaval.compile` raises."""
        return compile_schema(
            self.schema,
            backend=backend,
            dialect=self.dialect,
            resources=self.resources,
            assert_formats=self.assert_formats,
            limits=limits,
        )

    def __str__(self) -> str:
        """As a call that can be pasted."""
        more = f", resources={dict(self.resources)!r}" if self.resources else ""
        more += ", assert_formats=True" if self.assert_formats else ""
        return f"schemaval.compile({self.schema!r}, dialect={self.dialect!r}{more})"
