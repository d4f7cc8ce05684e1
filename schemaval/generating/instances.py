"""The instances themselves: what is made, and what misses it."""

from collections.abc import Callable, Iterator
from random import Random

from schemaval.compiling import compile_schema
from schemaval.errors import SchemavalError
from schemaval.generating.graph import Graph
from schemaval.generating.making import Maker
from schemaval.generating.missing import Pool, missed, pool
from schemaval.jsonvalue import JSON
from schemaval.reading import copied
from schemaval.validator import Validator

_TRIES = 4


def instances(schema: JSON | Validator, count: int, seed: int | str = 0) -> Iterator[JSON]:
    """`count` instances for a schema or a validator, alternately one that aims at being valid and a near miss.

    Plain JSON values, deterministic for a seed, each independent of the others: the first ten of twenty are those of
    ten. Nothing promises a verdict: a schema may be hard, or impossible, to fulfil. References are followed to a
    bounded depth. A schema raises what `schemaval.compile` raises.
    """
    validator = schema if isinstance(schema, Validator) else compile_schema(schema, backend="reference")
    graph = Graph(validator)
    constants = pool(graph.schemas())
    for index in range(count):
        random = Random(f"{seed}:{index}")  # noqa: S311 - instances are no secrets
        yield copied(_made(graph, constants, random, is_miss=index % 2 == 1))


def _made(graph: Graph, constants: Pool, random: Random, *, is_miss: bool) -> JSON:
    """An instance that is valid, or one that misses, if a few attempts find it; else the last attempt."""
    hit = _first(lambda: Maker(graph, random).make([graph.root]), lambda value: _answer(graph, value))
    if not is_miss:
        return hit
    return _first(lambda: missed(hit, constants, random), lambda value: not _answer(graph, value))


def _first(make: Callable[[], JSON], is_wanted: Callable[[JSON], bool]) -> JSON:
    value = make()
    for _ in range(_TRIES - 1):
        if is_wanted(value):
            break
        value = make()
    return value


def _answer(graph: Graph, value: JSON) -> bool:
    """The verdict; an instance that exceeds a limit counts as invalid."""
    try:
        return graph.is_valid(value)
    except (SchemavalError, RecursionError):
        return False
