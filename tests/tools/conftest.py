"""What the tests of the tool layer share: who judges in them."""

from typing import Any

import pytest

from schemaval.tools.running import judging
from schemaval.tools.wire import structured
from tests.tools.engines import BACKENDS, Choice, Handwritten


@pytest.fixture(params=[*BACKENDS, Handwritten])
def validator(request: pytest.FixtureRequest) -> Choice:
    """What a tool may be given as `validator=`: a backend's name, or a class of one's own."""
    choice: Choice = request.param
    return choice


@pytest.fixture
def everywhere(validator: Choice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this validator judge wherever a test chose none: what a backend cannot honour goes to the reference."""
    judge: Any = judging.judge
    chosen = (validator, "reference") if isinstance(validator, str) else validator
    for module in (judging, structured):
        monkeypatch.setattr(module, "judge", lambda schema, own: judge(schema, chosen if own is None else own))
