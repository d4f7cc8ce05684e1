"""A dynamic reference that comes back to itself is found once its target is known."""

from typing import Any

import pytest

import schemaval

DYNAMIC: dict[str, Any] = {
    "$id": "http://example.test/r",
    "$dynamicAnchor": "x",
    "$ref": "inner",
    "$defs": {
        "i": {
            "$id": "inner",
            "$defs": {"q": {"$dynamicAnchor": "x"}},
            "allOf": [{"$dynamicRef": "#x"}],
        }
    },
}


@pytest.mark.parametrize("backend", ["reference", "auto"])
def test_a_loop_that_only_rebinding_closes_is_refused_at_compile(backend: str) -> None:
    """At first sight the reference leads to a harmless schema; under the outer anchor it leads back."""
    with pytest.raises(schemaval.UnresolvableReference, match="comes back to itself") as caught:
        schemaval.compile(DYNAMIC, backend=backend)
    assert caught.value.pointer == "/$defs/i/allOf/0/$dynamicRef"


def test_a_loop_with_a_step_into_the_instance_is_no_loop() -> None:
    """Trees are recursive, and fine."""
    tree = {**DYNAMIC, "$defs": {"i": {**DYNAMIC["$defs"]["i"], "allOf": [{"items": {"$dynamicRef": "#x"}}]}}}
    assert schemaval.compile(tree, backend="reference").is_valid([[], [[]]])
