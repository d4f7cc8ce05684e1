"""What a function says of the tool that it becomes: read when every name in its annotations means something, once."""

from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any

from schemaval.jsonvalue import JSON
from schemaval.tools.inferring import scopes
from schemaval.tools.inferring.docstrings import Docstring
from schemaval.tools.inferring.inference import Taken, promised, taken
from schemaval.tools.inferring.parameters import parameters, returned
from schemaval.tools.inferring.scopes import Scopes

_READING = RLock()  # one for all: drafts are copied, and each is read once; reading may come to another draft


class Draft:
    """A function still to be read; each part is inferred when first asked for, and kept.

    The scopes around the function are held until all that is wanted is told: a name may be bound there later.
    """

    __slots__ = ("_docstring", "_is_method", "_output", "_scopes", "_taken", "_wanted", "function", "owner")

    def __init__(
        self,
        function: Callable[..., Any],
        docstring: Docstring,
        around: Scopes,
        *,
        wanted: Iterable[str],
        is_method: bool,
        owner: type | None = None,
    ) -> None:
        """`wanted` are parts, "input" and "output"; `is_method` says that the first parameter is no model's.

        `owner` is the class that holds the method.
        """
        self.function = function
        self.owner = owner
        self._wanted = set(wanted)
        self._is_method = is_method
        self._docstring = docstring
        self._scopes = around
        self._taken: Taken | None = None
        self._output: tuple[JSON] | None = None

    def taken(self) -> Taken:
        """What the function takes; UnresolvedAnnotation or InvalidDefinition."""
        with _READING:
            if self._taken is None:
                names = self._names()
                given = parameters(self.function, names, is_method=self._is_method)
                self._taken = taken(given, self._docstring, names)
                self._told("input")
            return self._taken

    def output(self) -> JSON:
        """The schema of what the function gives, None for none; UnresolvedAnnotation or InvalidDefinition."""
        with _READING:
            if self._output is None:
                names = self._names()
                self._output = (promised(returned(self.function, names), names),)
                self._told("output")
            return self._output[0]

    def of_method(self, owner: type, around: Scopes, wanted: Iterable[str]) -> "Draft":
        """A draft of the same function, now that it turned out to be a method."""
        return Draft(self.function, self._docstring, around, wanted=wanted, is_method=True, owner=owner)

    def _told(self, part: str) -> None:
        """Hold the scopes no longer than they are needed."""
        self._wanted.discard(part)
        if not self._wanted:
            self._scopes = ()

    def _names(self) -> dict[str, Any]:
        own = {} if self.owner is None else {self.owner.__name__: self.owner}
        return {**own, **scopes.names(self._scopes)}
