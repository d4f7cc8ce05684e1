"""The packages of the extra `tools`, asked for where a schema comes from annotations and docstrings."""

from importlib import import_module
from types import ModuleType

from schemaval.errors import SchemavalError

_INSTALL = 'pip install "schemaval[tools]"'


class ExtraNotInstalled(SchemavalError):  # noqa: N818 - named as BackendNotInstalled is
    """A package of the extra `tools` is missing: `package` is its name, `install` the command that brings it."""

    def __init__(self, package: str, install: str = _INSTALL) -> None:
        """`install` is a pip command line."""
        self.package = package
        self.install = install
        super().__init__(package, install)

    def __str__(self) -> str:
        return f"@tool reads annotations and docstrings with {self.package}, which is missing; run: {self.install}"


def required(package: str) -> ModuleType:
    """The module of a package of the extra; ExtraNotInstalled where there is none."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:  # it is there, and something that it needs is not
            raise
        raise ExtraNotInstalled(error.name) from error
