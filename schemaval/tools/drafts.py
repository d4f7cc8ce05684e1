"""What a function says of the tool that it becomes: read when every name in its annotations means something, once."""

from collections.abc import Callable
from typing import Any

from schemaval.jsonvalue import JSON
from schemaval.tools import scopes
from schemaval.tools.docstrings import Docstring
from schemaval.tools.inference import Taken, promised, taken
from schemaval.tools.parameters import parameters, returned
from schemaval.tools.scopes import Scopes


class Draft:
    """A function still to be read; each part is inferred when first asked for, and kept.

    The scopes around the function are held with it: a name may be bound there later.
    """

    __slots__ = ("_docstring", "_output", "_scopes", "_taken", "function", "is_method", "owner")

    def __init__(
        self,
        function: Callable[..., Any],
        docstring: Docstring,
        around: Scopes,
        *,
        is_method: bool,
        owner: type | None = None,
    ) -> None:
        """`is_method` says that the first parameter is no model's; `owner` is the class that holds the method."""
        self.function = function
        self.is_method = is_method
        self.owner = owner
        self._docstring = docstring
        self._scopes = around
        self._taken: Taken | None = None
        self._output: tuple[JSON] | None = None

    def taken(self) -> Taken:
        """What the function takes; UnresolvedAnnotation or InvalidDefinition."""
        if self._taken is None:
            names = self._names()
            given = parameters(self.function, names, is_method=self.is_method)
            self._taken = taken(given, self._docstring, names)
        return self._taken

    def output(self) -> JSON:
        """The schema of what the function gives, None for none; UnresolvedAnnotation or InvalidDefinition."""
        if self._output is None:
            names = self._names()
            self._output = (promised(returned(self.function, names), names),)
        return self._output[0]

    def of_method(self, owner: type, around: Scopes) -> "Draft":
        """A draft of the same function, now that it turned out to be a method."""
        return Draft(self.function, self._docstring, around, is_method=True, owner=owner)

    def let_go(self) -> None:
        """Hold the scopes no longer."""
        self._scopes = ()

    def _names(self) -> dict[str, Any]:
        own = {} if self.owner is None else {self.owner.__name__: self.owner}
        return {**own, **scopes.names(self._scopes)}
