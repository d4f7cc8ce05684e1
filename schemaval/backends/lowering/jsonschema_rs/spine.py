"""A changed document that shares with the original whatever did not change."""

from typing import Any

from schemaval import pointer as pointers


class Spine:
    """A document of which only the objects that are changed, and the way to them, are copied."""

    __slots__ = ("_mine", "root")

    def __init__(self, root: Any) -> None:
        """`root` is never changed."""
        self.root = root
        self._mine: set[int] = set()

    def at(self, pointer: str) -> Any:
        """The container at `pointer`, ours to change."""
        if id(self.root) not in self._mine:
            self.root = self._own(self.root)
        node = self.root
        for token in pointers.split(pointer):
            key: Any = token if type(node) is dict else int(token)
            child = node[key]
            if id(child) not in self._mine:
                child = node[key] = self._own(child)
            node = child
        return node

    def _own(self, container: Any) -> Any:
        """A shallow copy, remembered as ours; it stays in the tree, so that its identity stays its own."""
        made = container.copy()
        self._mine.add(id(made))
        return made
