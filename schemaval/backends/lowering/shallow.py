"""How deep values are nested, found out without recursion, and in bounded work however often a container is shared."""

from schemaval.jsonvalue import JSON

MAX_VALUES = 1_000_000  # a value with more in it, or with few that are reached in many ways, is the evaluator's


def is_shallow(value: JSON, levels: int) -> bool:
    """Whether at most so many containers of `value` are nested in one another, and not too much is in it."""
    level = [value] if isinstance(value, (dict, list, tuple)) else []
    left = MAX_VALUES
    for _ in range(levels):
        below: list[JSON] = []
        for node in level:
            members = dict.values(node) if isinstance(node, dict) else node
            left -= len(members)
            below += [member for member in members if isinstance(member, (dict, list, tuple))]
        if not below or left < 0:
            return not below
        level = below
    return not level
