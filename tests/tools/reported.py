"""The recorded reports, and a tool that hands back what reaches it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schemaval.tools import Tool


def reports(shared: Path, kind: str) -> Iterator[dict[str, Any]]:
    """The reports of one kind: `schema`, `instance`, and what is expected of them."""
    with (shared / "cases" / "reports.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            report = json.loads(line)
            if report["kind"] == kind:
                yield report


def echo(schema: Any, validator: Any = None, **options: Any) -> Tool:
    """A tool that takes what the schema takes and gives the whole of it back."""

    def handler(*, everything_that_was_sent: Any = None, **given: Any) -> Any:
        assert everything_that_was_sent is None
        return given

    return Tool.from_definition({"name": "echo", "inputSchema": schema}, handler, validator=validator, **options)


def called(schema: Any, arguments: Any, validator: Any = None, **options: Any) -> Any:
    """What reaches the handler of such a tool."""
    return echo(schema, validator, **options).call(arguments)
