"""The packages of the extra `tools`, asked for where a schema comes from annotations and docstrings."""

from importlib import import_module
from types import ModuleType

from schemaval.tools.errors import ExtraNotInstalled


def required(package: str) -> ModuleType:
    """The module of a package of the extra; ExtraNotInstalled where there is none."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:  # it is there, and something that it needs is not
            raise
        raise ExtraNotInstalled(error.name) from error
