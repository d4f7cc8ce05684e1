"""What the two engines of corvus offer, which have one interface."""

from typing import Any

from bench.subject import Ask, Offer, accept, compiling, explain, judged, read, reject


def offers(raw: str, engine: Any) -> tuple[Offer, ...]:
    """The questions that `engine`, a module, answers under the name `raw`."""

    def collecting(schema: Any) -> Ask:
        """Its rows at the least detailed level, which repeat a fault for each schema around it."""
        evaluate, level = engine.compile(schema).evaluate, engine.ResultsLevel.BASIC
        collector = engine.JsonSchemaResultsCollector.create

        def collected(instance: Any) -> list[Any]:
            found = collector(level)
            evaluate(instance, found)
            return list(found.results)

        return collected

    return (
        Offer(raw, "accept", accept(engine.compile)),
        Offer(raw, "read", read(lambda schema: judged(engine.compile(schema)))),
        Offer(raw, "reject", reject(engine.compile)),
        Offer(raw, "explain", explain(collecting)),
        Offer(raw, "compile", compiling(engine.compile)),
    )
