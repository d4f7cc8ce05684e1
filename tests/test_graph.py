"""Graphs are ordered whatever their depth."""

from schemaval.graph import postorder


class Place:
    """A node that knows where it leads."""

    def __init__(self, *ways: "Place") -> None:
        """`ways` may grow later."""
        self.ways = list(ways)


def test_a_node_comes_after_those_that_it_leads_to() -> None:
    """Shared nodes come once."""
    leaf = Place()
    left, right = Place(leaf), Place(leaf)
    root = Place(left, right)
    order, is_recursive = postorder(root, lambda place: place.ways)
    assert order == [leaf, left, right, root]
    assert not is_recursive


def test_a_loop_is_found_and_ends() -> None:
    """A node that leads to itself, near or far, is recursion."""
    end = Place()
    root = Place(Place(end))
    end.ways.append(root)
    assert postorder(root, lambda place: place.ways)[1]


def test_a_long_chain_is_no_recursion_error() -> None:
    """Ten thousand nodes in a row need no stack of the interpreter's."""
    root = Place()
    for _ in range(10_000):
        root = Place(root)
    assert len(postorder(root, lambda place: place.ways)[0]) == 10_001
