"""Which backend takes a schema, and what is said of those passed over."""

import pytest

import schemaval
from schemaval.backends import select
from schemaval.backends.protocol import BackendInfo, CompileJob, IsValid


class Missing:
    """A backend whose package is not there."""

    info = BackendInfo("missing", installed=False, version="", dialects=(), install="pip install missing")

    def compile(self, job: CompileJob, /) -> IsValid:
        """Never asked."""
        raise NotImplementedError(job)


def test_a_tuple_falls_through_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one takes the schema, and `refused` says what was missing and how to bring it."""
    monkeypatch.setitem(select._registered, "missing", Missing)
    validator = schemaval.compile({"title": "falls through"}, backend=("missing", "reference"))
    assert validator.backend == "reference"
    assert "pip install missing" in validator.refused["missing"]


@pytest.mark.parametrize("backend", ["missing", ("missing",)])
def test_a_single_name_that_is_not_installed_is_an_error(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One name is strict, and the last of several has nobody to fall back on."""
    monkeypatch.setitem(select._registered, "missing", Missing)
    with pytest.raises(schemaval.BackendNotInstalled, match="pip install missing"):
        schemaval.compile({"title": "strict"}, backend=backend)
