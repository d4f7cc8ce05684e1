"""What a backend is, what it is told of itself, and what it is given to compile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from schemaval.dialects import Dialect
from schemaval.evaluator.program import Program
from schemaval.jsonvalue import JSON
from schemaval.limits import Limits
from schemaval.references import world as worlds
from schemaval.references.world import World
from schemaval.violation import Violation

if TYPE_CHECKING:
    from referencing import Registry

IsValid: TypeAlias = Callable[[JSON], bool]


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """A backend's name, whether its package is there, and what it knows.

    `version` is the package's, `""` where it is missing; `dialects` are short names; `install` is a pip command line.
    """

    name: str
    installed: bool
    version: str
    dialects: tuple[str, ...]
    install: str


class CompileJob(NamedTuple):
    """A schema ready to be compiled: normalised, held against its metaschema, its references known to resolve.

    `schema` is private to the backend. `resources` holds, by URI, the other documents that its references reach.
    `world` knows where every reference leads; `program` compiles the reference evaluator, or gives it again.
    """

    schema: JSON
    dialect: Dialect
    resources: Mapping[str, JSON]
    assert_formats: bool
    limits: Limits
    world: World
    program: Callable[[], Program]

    def registry(self) -> "Registry[Any]":
        """`resources` as a `referencing` registry that retrieves nothing."""
        return worlds.registry(self.world)


@runtime_checkable
class Backend(Protocol):
    """An engine: `compile` gives the verdict as a function, or raises UnsupportedSchema with every reason why not."""

    @property
    def info(self) -> BackendInfo:
        """What the backend is."""

    def compile(self, job: CompileJob, /) -> IsValid:
        """The verdict of `job.schema`; it must be right for every JSON value, or the schema must be refused."""


@runtime_checkable
class SchemaValidator(Protocol):
    """What the tool layer asks of a validator."""

    def is_valid(self, instance: JSON, /) -> bool:
        """Whether `instance` is valid."""

    def violations(self, instance: JSON, /) -> list[Violation]:
        """Why it is not; empty exactly when it is."""
