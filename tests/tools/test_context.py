"""The context of a call."""

import copy
import dataclasses
import pickle

import pytest

from schemaval.tools import ToolExecutionContext


def test_a_context_holds_the_call() -> None:
    """A context has the call's id, the tool's name, the arguments and the messages."""
    context = ToolExecutionContext("call_1", "weather", {"city": "Oslo"}, ("hello",))
    assert (context.tool_call_id, context.tool_name) == ("call_1", "weather")
    assert context.arguments == {"city": "Oslo"}
    assert context.messages == ("hello",)


def test_messages_may_be_left_out() -> None:
    """Without messages there are none."""
    context = ToolExecutionContext(tool_call_id="call_1", tool_name="weather", arguments={})
    assert context.messages == ()


def test_a_context_is_frozen() -> None:
    """No part of a context can be set."""
    context = ToolExecutionContext("call_1", "weather", {})
    for part in ("tool_call_id", "tool_name", "arguments", "messages"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(context, part, None)
    with pytest.raises((AttributeError, TypeError)):
        setattr(context, "other", 1)  # noqa: B010 - a type checker would refuse the assignment


def test_contexts_are_values() -> None:
    """Contexts with equal parts are equal, copy, pickle, and show their parts."""
    context = ToolExecutionContext("call_1", "weather", {"a": 1})
    assert context == ToolExecutionContext("call_1", "weather", {"a": 1})
    assert context != ToolExecutionContext("call_2", "weather", {"a": 1})
    assert copy.copy(context) == pickle.loads(pickle.dumps(context)) == context  # noqa: S301 - our own bytes
    assert dataclasses.replace(context, tool_call_id="call_2").tool_call_id == "call_2"
    assert "call_1" in repr(context)
