"""schemaval on one backend, as a peer's module offers it beside the engine itself."""

from collections.abc import Callable
from functools import partial
from typing import Any

import schemaval
from bench.subject import Ask, Offer, accept, compiling, explain, read, reject
from schemaval import compiling as compiler

_UNLIMITED = schemaval.Limits.none()


def offers(subject: str, backend: str) -> tuple[Offer, ...]:
    """What every validator answers, within the default limits where those do not cut the answer short."""
    compiled = partial(schemaval.compile, backend=backend)
    unlimited = partial(compiled, limits=_UNLIMITED)
    return (
        Offer(subject, "accept", accept(lambda schema: compiled(schema).is_valid)),
        Offer(f"{subject}, engine_is_valid", "accept", accept(lambda schema: compiled(schema).engine_is_valid)),
        Offer(subject, "read", read(lambda schema: compiled(schema).validate_json)),
        Offer(subject, "reject", reject(lambda schema: compiled(schema).is_valid)),
        Offer(subject, "explain", explain(_listing(compiled), many=_listing(unlimited))),
        Offer(subject, "tell", explain(_telling(compiled), many=_telling(unlimited))),
        Offer(subject, "compile", compiling(compiled, forget)),
        Offer(subject, "compile again", compiling(compiled)),
    )


def forget() -> None:
    """Empty the cache of validators, which schemaval offers to nobody."""
    compiler._cache.clear()  # noqa: SLF001 - a benchmark of the cold path has to


def _listing(compiled: Callable[[Any], schemaval.Validator]) -> Callable[[Any], Ask]:
    return lambda schema: compiled(schema).violations


def _telling(compiled: Callable[[Any], schemaval.Validator]) -> Callable[[Any], Ask]:
    def telling(schema: Any) -> Ask:
        violations = compiled(schema).violations
        return lambda instance: [violation.message for violation in violations(instance)]

    return telling
