"""A changed document that shares with the original whatever did not change."""

from typing import Any


class Spine:
    """A document, a tree of plain containers, of which only those that are changed and the ones above are copied."""

    __slots__ = ("_met", "_mine", "_opened", "_original", "_parents", "root")

    def __init__(self, root: Any) -> None:
        """`root` is never changed."""
        self.root = root
        self._original = root
        self._mine: dict[int, Any] = {}
        self._parents: dict[int, tuple[Any, Any]] = {}  # of the containers met so far, the first of them opened
        self._met = [root]
        self._opened = 0

    def at(self, container: Any) -> Any:
        """Our copy of a container of the original."""
        own = self._mine.get(id(container))
        if own is None:
            own = self._mine[id(container)] = container.copy()
            if container is self._original:
                self.root = own
            else:
                parent, key = self._above(container)
                self.at(parent)[key] = own
        return own

    def _above(self, container: Any) -> tuple[Any, Any]:
        """What holds a container, and under which key or index."""
        while id(container) not in self._parents:
            holder = self._met[self._opened]
            self._opened += 1
            for key, value in holder.items() if type(holder) is dict else enumerate(holder):
                if type(value) is dict or type(value) is list:
                    self._parents[id(value)] = holder, key
                    self._met.append(value)
        return self._parents[id(container)]
