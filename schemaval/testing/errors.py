"""What keeps a test from being made.

SchemavalError
  PackageNotInstalled      a package that only tests need is missing
"""

from schemaval.errors import SchemavalError, shorten


class PackageNotInstalled(SchemavalError):
    """A package that no extra brings is missing: `package` is its name, `install` the command that brings it."""

    def __init__(self, package: str, install: str) -> None:
        """`install` is a pip command line."""
        self.package = package
        self.install = install
        super().__init__(package, install)

    def __str__(self) -> str:
        return f"the package {shorten(self.package)!r} is not installed; run: {self.install}"
