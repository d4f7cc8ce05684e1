"""Errors hold their parts, survive pickle and copy, and say what they say within bounds."""

import copy
import pickle

import pytest

from schemaval import errors
from schemaval.errors import Reason, SchemavalError, shorten
from schemaval.violation import Violation

HOSTILE = "x\n\x1b[31m\u202e" * 20_000
FAULT = Violation("/a\n", "type", "expected a string", "#/type", "/type", {"type": "string"})

EXAMPLES: list[SchemavalError] = [
    errors.InvalidSchema([FAULT, FAULT]),
    errors.InvalidSchema([FAULT.replaced(pointer=HOSTILE)], HOSTILE),
    errors.InvalidSchema([]),
    errors.InvalidInstance([FAULT], truncated=True),
    errors.InvalidInstance([FAULT.replaced(pointer=HOSTILE)] * 64),
    errors.UnknownDialect(HOSTILE, ("urn:a", "urn:b"), HOSTILE),
    errors.UnresolvableReference(HOSTILE, HOSTILE, "nothing is there", HOSTILE),
    errors.UnresolvableReference("#/a", "/$ref", "nothing is there"),
    errors.LimitExceeded("max_steps", HOSTILE, HOSTILE),
    errors.LimitExceeded("max_steps", 5),
    errors.LimitExceeded("max_steps"),
    errors.UnsupportedSchema(HOSTILE, [Reason(HOSTILE, "type", HOSTILE)] * 3),
    errors.UnsupportedSchema("a", []),
    errors.NoSuchBackend(HOSTILE, ("a", "b")),
    errors.BackendNotInstalled(HOSTILE, "pip install a"),
    errors.NotJSON("a set", HOSTILE, "set"),
    errors.NotJSON("NaN", line=3, column=4),
    errors.EngineDisagreement(HOSTILE, HOSTILE),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("remake", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])  # noqa: S301 - of our own making
def test_an_error_survives_pickle_and_copy(error: SchemavalError, remake: object) -> None:
    """Pickled or copied, an error has the same type, parts and text."""
    assert callable(remake)
    again = remake(error)
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert again.args == error.args
    assert str(again) == str(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_the_text_of_an_error_is_bounded_and_printable(error: SchemavalError) -> None:
    """However long or odd the parts are, the text is short, of one line, and without control characters."""
    assert 5 < len(str(error)) < 1_000
    assert str(error).isprintable()


def test_every_error_is_in_the_examples() -> None:
    """No class of the tree is left out above; all are SchemavalError, and Exception."""
    classes = {
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, SchemavalError)
    }
    assert classes - {SchemavalError} == {type(error) for error in EXAMPLES}


def test_an_invalid_instance_is_a_value_error() -> None:
    """InvalidInstance can be caught as ValueError, the others cannot."""
    assert [type(error).__name__ for error in EXAMPLES if isinstance(error, ValueError)] == ["InvalidInstance"] * 2


def test_an_invalid_resource_is_named() -> None:
    """The text of InvalidSchema says which resource is invalid, or that it is the schema."""
    assert str(errors.InvalidSchema([FAULT])).startswith("the schema is invalid: /a")
    assert str(errors.InvalidSchema([FAULT], "urn:r")).startswith("the resource urn:r is invalid: /a")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("x" * 64, "x" * 64),
        ("x" * 65, "x" * 63 + "…"),
        ("a\nb", "a\\nb"),
        ("\u202e", "\\u202e"),
        ("\ud800", "\\ud800"),
        ("é", "é"),
        ("\n" * 100, "\\n" * 31 + "\\…"),
    ],
)
def test_shorten(text: str, shown: str) -> None:
    """At most 64 characters are shown, and what cannot be seen is escaped."""
    assert shorten(text) == shown
    assert len(shown) <= 64
