"""Rows: the shapes in which model providers take tools and the choice among them, and what they refuse."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.errors import InvalidDefinition


@dataclass(frozen=True, slots=True)
class Provider:
    """What one provider's request takes: each field a fact of its documentation."""

    name: str
    declare: Callable[[str, str, dict[str, Any]], dict[str, Any]]  # (name, description, schema) -> one declaration
    gather: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]  # declarations -> the request's `tools`
    modes: Mapping[str, JSON]  # auto, none, required -> the request's choice
    choose: Callable[[str], JSON]  # a tool's name -> the request's choice
    names: re.Pattern[str]
    names_in_words: str
    not_at_root: frozenset[str]  # keywords that the root of a schema must not have


def _separate(declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return declarations


def _together(declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"functionDeclarations": declarations}] if declarations else []


def _calling(mode: str, **more: JSON) -> JSON:
    return {"functionCallingConfig": {"mode": mode, **more}}


_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WORD_IN_WORDS = "1 to 64 of A-Z a-z 0-9 _ -"

PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            name="openai",  # Chat Completions
            declare=lambda name, description, schema: {
                "type": "function",
                "function": {"name": name, "description": description, "parameters": schema},
            },
            gather=_separate,
            modes={"auto": "auto", "none": "none", "required": "required"},
            choose=lambda name: {"type": "function", "function": {"name": name}},
            names=_WORD,
            names_in_words=_WORD_IN_WORDS,
            not_at_root=frozenset({"oneOf", "anyOf", "allOf", "enum", "not"}),
        ),
        Provider(
            name="anthropic",  # Messages
            declare=lambda name, description, schema: {
                "name": name,
                "description": description,
                "input_schema": schema,
            },
            gather=_separate,
            modes={"auto": {"type": "auto"}, "none": {"type": "none"}, "required": {"type": "any"}},
            choose=lambda name: {"type": "tool", "name": name},
            names=_WORD,  # some accounts tell of 128 characters; the documentation says 64
            names_in_words=_WORD_IN_WORDS,
            not_at_root=frozenset({"oneOf", "anyOf", "allOf"}),
        ),
        Provider(
            name="gemini",  # generateContent
            declare=lambda name, description, schema: {
                "name": name,
                "description": description,
                "parametersJsonSchema": schema,
            },
            gather=_together,
            modes={"auto": _calling("AUTO"), "none": _calling("NONE"), "required": _calling("ANY")},
            choose=lambda name: _calling("ANY", allowedFunctionNames=[name]),
            names=re.compile(r"[A-Za-z_][A-Za-z0-9_.:+-]{0,127}"),
            names_in_words="a letter or _, then up to 127 of A-Z a-z 0-9 _ . : + -",
            not_at_root=frozenset(),
        ),
    )
}


def provider(name: str) -> Provider:
    """The row of a provider: "openai", "anthropic" or "gemini"; any other name is a ValueError."""
    found = PROVIDERS.get(name)
    if found is None:
        raise ValueError(f"unknown provider {shorten(str(name))!r}; known are {', '.join(PROVIDERS)}")
    return found


def check_name(row: Provider, name: str) -> None:
    """Raise InvalidDefinition for a tool's name that the provider refuses; names are never rewritten."""
    if row.names.fullmatch(name) is None:
        raise InvalidDefinition(f"{row.name} takes no tool named {shorten(name)!r}: a name is {row.names_in_words}")


def declaration(row: Provider, name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """One tool as the provider takes it; a name or a schema's root that it refuses is an InvalidDefinition.

    Arguments are always an object, so a root that names no type gets `"type": "object"`.
    """
    check_name(row, name)
    if schema.get("type", "object") != "object":
        raise InvalidDefinition(f'{row.name} wants "type": "object" at the root of the schema of {shorten(name)!r}')
    if refused := [keyword for keyword in schema if keyword in row.not_at_root]:
        raise InvalidDefinition(f"{row.name} takes no {refused[0]} at the root of the schema of {shorten(name)!r}")
    return row.declare(name, description, {"type": "object", **schema})
