"""Typed: a type that is annotated somewhere, and what pydantic makes of it."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.building.embedding import Definitions
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.inferring.extra import required
from schemaval.tools.inferring.parameters import UnresolvedAnnotation, place

Adapter: TypeAlias = Any  # TypeAdapter[Any], which is there only with the extra
Mode: TypeAlias = Literal["validation", "serialization"]
Namespace: TypeAlias = Mapping[str, Any]


class Typed(NamedTuple):
    """A name, the type that is annotated for it, and what pydantic makes of that."""

    name: str
    annotation: Any
    adapter: Adapter


def adapter_of(name: str, annotation: Any, namespace: Namespace) -> Adapter:
    """What pydantic makes of a type; names in locally defined classes are looked up in `namespace` too."""
    pydantic = required("pydantic")
    try:
        made: Adapter = pydantic.TypeAdapter(annotation)
        if not made.pydantic_complete:
            made.rebuild(_types_namespace=dict(namespace))
    except NameError as error:
        raise UnresolvedAnnotation(f"the type of {place(name)} names nothing known: {error}") from error
    except Exception as error:
        raise _unsupported(name, annotation, error) from error
    return made


def schemas(typed: list[Typed], mode: Mode) -> tuple[dict[str, JSON], Definitions]:
    """The JSON Schema of each type by name, and the definitions that they share, each under a name of its own."""
    try:
        return _generated(typed, mode)
    except Exception as error:
        for each in typed:  # which of them was it?
            try:
                _generated([each], mode)
            except Exception as own:
                raise _unsupported(each.name, each.annotation, own) from own
        raise InvalidDefinition(f"the parameters have no JSON Schema together: {error}") from error


def _generated(typed: list[Typed], mode: Mode) -> tuple[dict[str, JSON], Definitions]:
    pydantic = required("pydantic")
    from schemaval.tools.inferring.generator import Generator

    made, shared = pydantic.TypeAdapter.json_schemas(
        [(each.name, mode, each.adapter) for each in typed],
        by_alias=mode == "validation",
        schema_generator=Generator,
    )
    definitions = {("$defs", name): schema for name, schema in shared.get("$defs", {}).items()}
    return {name: schema for (name, _), schema in made.items()}, definitions


def _unsupported(name: str, annotation: Any, error: Exception) -> InvalidDefinition:
    shown = getattr(annotation, "__name__", None) if isinstance(annotation, type) else None
    why = str(error).partition("\n")[0].partition(". Set `arbitrary")[0]
    return InvalidDefinition(
        f"{place(name)} has a type without a JSON Schema, {shorten(shown or str(annotation))}: {shorten(why, 256)}; "
        + ("output=False leaves the result unjudged" if name == "return" else "Annotated[..., Schema...] gives it one")
    )
