"""The values of which the engine may be asked."""

from schemaval.jsonvalue import JSON, MAX_BITS

MAX_DEPTH = 200  # levels that fit even a small thread's stack, which the engine does not watch
MAX_VALUES = 1_000_000  # a value with more in it, or with few that are reached in many ways, is the evaluator's


def is_tame(value: JSON, depth: int) -> bool:
    """Whether the engine reads `value` rightly, whatever is asked of it.

    It is nested at most `depth` deep, does not contain itself, and holds no NaN, no infinity, no Decimal, no integer
    of more than 4,300 digits, and nothing that is no JSON at all.
    """
    level = [value]
    left = MAX_VALUES
    for _ in range(depth + 1):
        below: list[JSON] = []
        for node in level:
            kind = type(node)
            if kind is str or kind is bool or node is None:
                continue
            if kind is dict:
                below += node.values()
            elif kind is list or kind is tuple:
                below += node
            elif kind is int:
                if node.bit_length() > MAX_BITS:
                    return False
            elif kind is not float or node - node != 0.0:
                return False
        left -= len(below)
        if not below:
            return True
        if left < 0:
            return False
        level = below
    return False
