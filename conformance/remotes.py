"""The documents that the suite expects behind ``http://localhost:1234/``, served from its folder, never a network."""

from functools import cache
from pathlib import Path
from typing import Any

from conformance.suite import DRAFT_OF_FOLDER, Draft, read

BASE = "http://localhost:1234/"


@cache
def resources(suite: Path, draft: Draft) -> dict[str, Any]:
    """The suite's remotes by URI, each declaring its dialect.

    A remote without ``$schema`` has the dialect of its folder; outside the folders of drafts, the one being run.
    The folders of drafts that the runner does not know are left out.
    """
    folder = suite / "remotes"
    found = {}
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder)
        owner = _owner(suite, name.parts, draft)
        if owner is not None:
            found[BASE + name.as_posix()] = _declaring(read(path), owner)
    return found


def _owner(suite: Path, parts: tuple[str, ...], draft: Draft) -> Draft | None:
    top = parts[0]
    if top in DRAFT_OF_FOLDER:
        return DRAFT_OF_FOLDER[top]
    return None if len(parts) > 1 and (suite / "tests" / top).is_dir() else draft


def _declaring(schema: Any, draft: Draft) -> Any:
    if isinstance(schema, dict) and "$schema" not in schema:
        return {"$schema": draft.uri, **schema}
    return schema
