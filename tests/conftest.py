"""What all tests share: the suite, the shared folder, and how hypothesis searches."""

from pathlib import Path

import pytest
from hypothesis import settings

from conformance.suite import SHARED, SuiteNotFoundError, find_suite

# Found by chance, a failure would come and go: the same examples every time; `--hypothesis-profile=explore` searches.
settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("house")


@pytest.fixture(scope="session")
def suite() -> Path:
    """The official test suite."""
    try:
        return find_suite()
    except SuiteNotFoundError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of material beside the project, which not every machine has."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED.name}/ beside the project")
    return SHARED
