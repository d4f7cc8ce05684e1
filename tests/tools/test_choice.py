"""The choice among tools: its four modes, how it is read, and what providers are told."""

import pickle
from typing import Any

import pytest

from schemaval.tools.choice import ToolChoice
from schemaval.tools.errors import InvalidDefinition


def test_the_constants_are_the_four_words() -> None:
    """The modes are plain texts."""
    words = (ToolChoice.AUTO, ToolChoice.NONE, ToolChoice.REQUIRED, ToolChoice.TOOL)
    assert words == ("auto", "none", "required", "tool")


@pytest.mark.parametrize(
    ("choice", "mode", "tool_name"),
    [
        (ToolChoice.auto(), "auto", None),
        (ToolChoice.none(), "none", None),
        (ToolChoice.required(), "required", None),
        (ToolChoice.tool("search"), "tool", "search"),
        (ToolChoice.tool("auto"), "tool", "auto"),
        (ToolChoice.from_("auto"), "auto", None),
        (ToolChoice.from_("none"), "none", None),
        (ToolChoice.from_("required"), "required", None),
        (ToolChoice.from_("search"), "tool", "search"),
        (ToolChoice.from_("tool"), "tool", "tool"),
        (ToolChoice.from_("AUTO"), "tool", "AUTO"),
        (ToolChoice.from_(ToolChoice.tool("x")), "tool", "x"),
    ],
)
def test_a_choice_has_a_mode_and_perhaps_a_name(choice: ToolChoice, mode: str, tool_name: str | None) -> None:
    """Three words are modes, any other text, also "tool", is a tool's name."""
    assert (choice.mode, choice.tool_name) == (mode, tool_name)


@pytest.mark.parametrize(
    "arguments",
    [("tool",), ("tool", ""), ("tool", 1), ("auto", "search"), ("any",), (None,)],
    ids=str,
)
def test_a_wrong_choice_is_refused(arguments: tuple[Any, ...]) -> None:
    """A tool's choice needs a name that is not empty, the others go with none, and there is no fifth mode."""
    with pytest.raises(InvalidDefinition):
        ToolChoice(*arguments)


def test_empty_names_are_refused() -> None:
    """An empty name is no tool's, and what is no text is no choice."""
    with pytest.raises(InvalidDefinition, match="name"):
        ToolChoice.tool("")
    with pytest.raises(InvalidDefinition, match="name"):
        ToolChoice.from_("")
    with pytest.raises(InvalidDefinition, match="NoneType"):
        ToolChoice.from_(None)  # type: ignore[arg-type]  # what is refused


def test_a_choice_is_a_value() -> None:
    """Choices are equal by what they say, hash, pickle, and cannot be changed."""
    assert ToolChoice.from_("x") == ToolChoice.tool("x")
    assert len({ToolChoice.auto(), ToolChoice.from_("auto")}) == 1
    assert pickle.loads(pickle.dumps(ToolChoice.tool("x"))) == ToolChoice.tool("x")  # noqa: S301 - its own
    with pytest.raises(AttributeError):
        ToolChoice.auto().mode = "none"  # type: ignore[misc]  # frozen is what is tested


@pytest.mark.parametrize(
    ("provider", "told"),
    [
        ("openai", ["auto", "none", "required", {"type": "function", "function": {"name": "f"}}]),
        ("anthropic", [{"type": "auto"}, {"type": "none"}, {"type": "any"}, {"type": "tool", "name": "f"}]),
        (
            "gemini",
            [
                {"functionCallingConfig": {"mode": "AUTO"}},
                {"functionCallingConfig": {"mode": "NONE"}},
                {"functionCallingConfig": {"mode": "ANY"}},
                {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}},
            ],
        ),
    ],
)
def test_a_provider_is_told_in_its_own_words(provider: str, told: list[Any]) -> None:
    """Each of the four choices has its wire form with each provider."""
    choices = [ToolChoice.auto(), ToolChoice.none(), ToolChoice.required(), ToolChoice.tool("f")]
    assert [choice.for_provider(provider) for choice in choices] == told


def test_what_a_provider_is_told_is_fresh() -> None:
    """Whoever changes a wire form changes no other."""
    ToolChoice.auto().for_provider("anthropic")["type"] = "changed"
    assert ToolChoice.auto().for_provider("anthropic") == {"type": "auto"}


def test_providers_refuse_names() -> None:
    """A name that the provider could not take is refused, as is a provider that nobody knows."""
    with pytest.raises(InvalidDefinition, match="openai takes no tool named"):
        ToolChoice.tool("files.read").for_provider("openai")
    assert ToolChoice.tool("files.read").for_provider("gemini")
    with pytest.raises(ValueError, match="unknown provider"):
        ToolChoice.auto().for_provider("other")
