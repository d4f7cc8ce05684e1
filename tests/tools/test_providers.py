"""What model providers take: declarations of tools, names, and roots of schemas."""

from typing import Any

import pytest

from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.providers import PROVIDERS, declaration, provider

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}

DECLARED: dict[str, Any] = {
    "openai": [{"type": "function", "function": {"name": "f", "description": "F", "parameters": SCHEMA}}],
    "anthropic": [{"name": "f", "description": "F", "input_schema": SCHEMA}],
    "gemini": [{"functionDeclarations": [{"name": "f", "description": "F", "parametersJsonSchema": SCHEMA}]}],
}


def test_three_providers_are_known() -> None:
    """The rows are those of the table of facts; any other name is a ValueError that tells them."""
    assert set(PROVIDERS) == set(DECLARED)
    with pytest.raises(ValueError, match="openai, anthropic, gemini"):
        provider("other")


@pytest.mark.parametrize("name", DECLARED)
def test_a_tool_is_declared_as_the_provider_takes_it(name: str) -> None:
    """Each provider's declaration has its own nesting and its own word for the schema."""
    row = provider(name)
    assert row.gather([declaration(row, "f", "F", SCHEMA)]) == DECLARED[name]
    assert row.gather([]) == []


@pytest.mark.parametrize(
    ("name", "takers"),
    [
        ("search_web-2", {"openai", "anthropic", "gemini"}),
        ("files.read", {"gemini"}),
        ("a:b+c", {"gemini"}),
        ("2fast", {"openai", "anthropic"}),
        ("-dash", {"openai", "anthropic"}),
        ("a" * 64, {"openai", "anthropic", "gemini"}),
        ("a" * 65, {"gemini"}),
        ("a" * 129, set()),
        ("", set()),
        ("caf\u00e9", set()),
        ("line\n", set()),
    ],
)
def test_a_name_is_taken_or_refused(name: str, takers: set[str]) -> None:
    """A name that a provider cannot take is refused by name, never rewritten."""
    for row in PROVIDERS.values():
        if row.name in takers:
            assert name in str(declaration(row, name, "", SCHEMA))
        else:
            with pytest.raises(InvalidDefinition, match=f"{row.name} takes no tool named"):
                declaration(row, name, "", SCHEMA)


@pytest.mark.parametrize(
    ("root", "refusers"),
    [
        ({"oneOf": []}, {"openai", "anthropic"}),
        ({"anyOf": []}, {"openai", "anthropic"}),
        ({"allOf": []}, {"openai", "anthropic"}),
        ({"enum": []}, {"openai"}),
        ({"not": {}}, {"openai"}),
        ({"type": "array"}, {"openai", "anthropic", "gemini"}),
        ({"type": ["object", "null"]}, {"openai", "anthropic", "gemini"}),
        ({"properties": {"a": {"anyOf": [{}]}}}, set()),
    ],
)
def test_a_root_is_taken_or_refused(root: dict[str, Any], refusers: set[str]) -> None:
    """A root that a provider's documentation rules out is refused; deeper down the keywords may stand."""
    for row in PROVIDERS.values():
        if row.name in refusers:
            with pytest.raises(InvalidDefinition, match=f"^{row.name} .* root"):
                declaration(row, "f", "", root)
        else:
            assert str(root)[1:-1] in str(declaration(row, "f", "", root))


def test_a_root_without_a_type_is_an_object() -> None:
    """Arguments are an object in any case, so the root says so, and the given schema stays as it was."""
    given: dict[str, Any] = {"properties": {"a": {}}}
    declared = declaration(provider("anthropic"), "f", "", given)
    assert declared["input_schema"] == {"type": "object", "properties": {"a": {}}}
    assert given == {"properties": {"a": {}}}
