"""`schemaval check` on the tool list and the calls beside this file, for the reader to see; then a comparison.

The findings of the JSON report must be those of `expected.json`; the exit code is 0 only then. `--write` writes the
file anew from the present report.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
EXPECTED = HERE / "expected.json"


def check(*options: str) -> subprocess.CompletedProcess[str]:
    """`schemaval check` on the examples, run as a user would from this folder."""
    command = [sys.executable, "-m", "schemaval", "check", "tools.json", "calls.jsonl", *options]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, encoding="utf-8", check=False)


def findings(report: dict[str, Any]) -> dict[str, Any]:
    """What the report found, without the words of messages and the backends that happen to be installed."""
    tools = [
        {
            "name": tool["name"],
            "changes": sorted([change["pointer"], change["was"], change["became"]] for change in tool["changes"]),
            "errors": [[error["pointer"], error["keyword"]] for error in tool["errors"]],
            "mcp": [[finding["pointer"], finding["keyword"]] for finding in tool["mcp"]],
        }
        for tool in report["tools"]
    ]
    calls = [
        {
            "tool": call["tool"],
            "index": call["index"],
            "side": call["side"],
            "violations": [[violation["pointer"], violation["keyword"]] for violation in call["violations"]],
            "findings": [finding["keyword"] for finding in call["findings"]],
            "mended": [change["pointer"] for change in call["changes"]],
        }
        for call in report["calls"]
    ]
    return {"tools": tools, "calls": calls, "summary": report["summary"]}


def main(arguments: list[str]) -> int:
    """Show, compare, say which; 0 where the findings are the ones expected."""
    print("$ schemaval check tools.json calls.jsonl")
    shown = check()
    print(shown.stdout, shown.stderr, sep="")
    reported = check("--format", "json")
    if shown.returncode != 1 or reported.returncode != 1:
        print(f"demo: exit codes {shown.returncode} and {reported.returncode}; 1, for findings, was expected")
        print(reported.stderr)
        return 1
    found = findings(json.loads(reported.stdout))
    if "--write" in arguments:
        EXPECTED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if found != json.loads(EXPECTED.read_text(encoding="utf-8")):
        print("demo: the findings differ from expected.json:")
        print(json.dumps(found, indent=1))
        return 1
    print("demo: the findings are the ones expected (expected.json)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
