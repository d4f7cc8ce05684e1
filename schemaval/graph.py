"""Graphs of schemas: their nodes in postorder, whether one leads back to itself, and which lead to one another."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
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


def longest(order: Iterable[Node], ways: Callable[[Node], Iterable[Node]]) -> int:
    """How many nodes follow one another at most; `order` is their postorder, and a way back does not count."""
    length: dict[int, int] = {}
    for node in order:
        length[id(node)] = 1 + max((length.get(id(target), 0) for target in ways(node)), default=0)
    return max(length.values(), default=0)


Key = TypeVar("Key", bound=Hashable)


def components(ways: Mapping[Key, Iterable[Key]]) -> Iterator[list[Key]]:
    """The sets of nodes that lead to one another, each after those that it leads to (Tarjan's algorithm).

    A node alone is a set too, whether or not it leads to itself. What is no key of `ways` leads nowhere.
    """
    number: dict[Key, int] = {}
    lowest: dict[Key, int] = {}
    waiting: list[Key] = []
    left: set[Key] = set()
    for start in ways:
        stack = [] if start in number else [(start, iter(ways[start]))]
        while stack:
            node, targets = stack[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                waiting.append(node)
            for target in targets:
                if target not in number:
                    stack.append((target, iter(ways.get(target, ()))))
                    break
                if target not in left:
                    lowest[node] = min(lowest[node], number[target])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number[node]:
                    found = [waiting.pop()]
                    while found[-1] != node:
                        found.append(waiting.pop())
                    left.update(found)
                    yield found
