"""Graphs of schemas: their nodes in postorder, and whether one leads back to itself."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Node = TypeVar("Node")


def postorder(root: Node, ways: Callable[[Node], Iterable[Node]]) -> tuple[list[Node], bool]:
    """The nodes that `root` leads to, each after those that it leads to (loops aside), and whether there is a loop.

    Nodes are told apart by identity; no depth is too deep.
    """
    order: list[Node] = []
    is_recursive = False
    opened, done = {id(root)}, set[int]()
    stack = [(root, iter(ways(root)))]
    while stack:
        node, targets = stack[-1]
        for target in targets:
            if id(target) in opened:
                is_recursive = True
            elif id(target) not in done:
                opened.add(id(target))
                stack.append((target, iter(ways(target))))
                break
        else:
            stack.pop()
            opened.discard(id(node))
            done.add(id(node))
            order.append(node)
    return order, is_recursive
