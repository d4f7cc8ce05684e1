"""How deep and how large values are, found out without recursion, and in bounded work."""

from collections.abc import Callable
from decimal import Decimal

from schemaval.backends.protocol import CompileJob, IsValid
from schemaval.evaluator.program import MANY, Program
from schemaval.jsonvalue import JSON
from schemaval.levels import MAX_VALUES, levels

FEW = 12  # references, by which not too much can be applied to one value
_FLAT = 100  # members, as many as are found small without a call
_CONTAINERS = frozenset({dict, list, tuple})
_LEAVES = frozenset({str, int, float, Decimal, bool, type(None)})
_JSON = _CONTAINERS | _LEAVES


def is_shallow(value: JSON, most: int) -> bool:
    """Whether at most so many containers of `value` are nested in one another, and not too much is in it."""
    return is_seen_shallow(value, most, few=0) or _is_within(value, most, MAX_VALUES)


def is_seen_shallow(value: JSON, most: int, few: int = 1_000) -> bool:
    """Whether a quick look finds that at most so many containers are nested in one another; False says nothing yet.

    The classes of values are looked at where there are more than `few` on one level; elsewhere what is no JSON is let
    pass, which the engine is to refuse.
    """
    for depth, level in enumerate(levels(value)):
        if not level:
            return True
        if depth == most:
            return _LEAVES.issuperset(map(type, level))
        if len(level) > few and not _JSON.issuperset(map(type, level)):
            return False
    return False


def is_made_of(
    value: JSON, most: int, containers: frozenset[type], simple: frozenset[type], is_sound: Callable[[JSON], bool]
) -> bool:
    """Whether `value` holds only such containers, nested in at most so many, and leaves that are simple or sound."""
    for depth, level in enumerate(levels(value)):
        if not level:
            return True
        for node in level:
            kind = type(node)
            if kind in containers:
                if depth == most:
                    return False
            elif kind not in simple and not is_sound(node):
                return False
    return False


def is_small(value: JSON, most: int) -> bool:
    """Whether no more than so many values are in `value`: so many can be nested in no more than one level each."""
    return _is_within(value, most + 1, most)


def _is_within(value: JSON, levels: int, most: int) -> bool:
    """Whether no more than so many levels of containers, and so many values, are in `value`.

    False as well where a dict or list of another class is inside, whose members only the evaluator reads.
    """
    level = [value] if type(value) not in _LEAVES else []
    while level and levels > 0:
        levels -= 1
        below: list[JSON] = []
        for node in level:
            kind = type(node)
            if kind not in _CONTAINERS:
                if issubclass(kind, (dict, list)):
                    return False
                continue  # the engine's to refuse
            members = node.values() if kind is dict else node
            most -= len(members)
            if most < 0:
                return False
            if not _LEAVES.issuperset(map(type, members)):
                below += [member for member in members if type(member) not in _LEAVES]
        level = below
    return not level


def guarded(verdict: IsValid, fits: Callable[[JSON, int], bool], job: CompileJob, fitting: int) -> IsValid:
    """The engine's verdict on values that `fits` passes, the evaluator's on all others.

    It is asked whether they are nested in so many levels as fit, or as the limits allow: the evaluator knows which of
    them count.
    """
    program, limit = job.program, job.limits.max_instance_depth
    most = fitting if limit is None else min(fitting, limit)

    def is_valid(instance: JSON) -> bool:
        return verdict(instance) if fits(instance, most) else program().is_valid(instance)

    return is_valid


def bounded(verdict: IsValid, job: CompileJob, applications: int, *, values: int | None = None) -> IsValid:
    """The engine's verdict, on large values the evaluator's, which counts, where much is applied to one value.

    `applications` of a subschema to a value are what the engine may take, less than a second; `values`, if given, are
    so many that it is not asked of more even where little is applied to each.
    """
    most = job.program().most if may_be_many(job) else 1
    if most > MANY:
        return _on_small(verdict, job.program, applications // most)
    return verdict if values is None else _on_small(verdict, job.program, values)


def may_be_many(job: CompileJob) -> bool:
    """Whether the schema is large enough, or refers often enough, that it needs a closer look."""
    world = job.world
    skimmed = world.skimmed
    if skimmed is not None and not skimmed.references:
        return skimmed.in_place + len(skimmed.patterns) >= MANY
    if skimmed is not None:
        return len(skimmed.schemas) > MANY
    return bool(world.documents) or len(world.root.references) > FEW or len(world.root.positions) > MANY


def _on_small(verdict: IsValid, program: Callable[[], Program], values: int) -> IsValid:
    flat = min(values, _FLAT)

    def is_valid(instance: JSON) -> bool:
        if type(instance) is dict and len(instance) <= flat and _LEAVES.issuperset(map(type, instance.values())):
            return verdict(instance)
        if type(instance) in _LEAVES or is_small(instance, values):
            return verdict(instance)
        return program().is_valid(instance)

    return is_valid
