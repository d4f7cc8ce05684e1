"""The backend `reference`: our own evaluator, which is the meaning."""

from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid
from schemaval.dialects import DIALECTS
from schemaval.version import VERSION


class ReferenceBackend:
    """The reference evaluator as a backend: it takes every schema."""

    info = BackendInfo(
        name="reference",
        installed=True,
        version=VERSION,
        dialects=tuple(dialect.name for dialect in DIALECTS),
        install="pip install schemaval",
    )

    def compile(self, job: CompileJob, /) -> IsValid:
        """The evaluator's own verdict."""
        return job.program().is_valid
