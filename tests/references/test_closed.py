"""No network, no files: an interpreter that watches itself compile and judge what would like to reach out."""

import json
import subprocess
import sys
from typing import Any

import pytest

REACHING = [
    "http://127.0.0.1:9/a.json",
    "https://localhost/a.json#/x",
    "file:///etc/hosts",
    "file:///dev/zero",
    "ftp://127.0.0.1/a.json",
    "data:application/json,{}",
    "//127.0.0.1/a.json",
    "/etc/hosts",
    "a.json",
    "../a.json",
    "urn:a",
]
BASES = ["http://127.0.0.1:9/base/", "file:///etc/", "ftp://127.0.0.1/"]

# What opens, connects or starts anything is recorded once the modules are there; what Python itself reads is not meant.
SCRIPT = """
import json, sys
import schemaval
cases = json.load(sys.stdin)
def judge(case):
    try:
        validator = schemaval.compile(case["schema"], backend=case["backend"], resources=case["resources"])
        for instance in (1, "a", {}, {"a": 1}, [1]):
            validator.is_valid(instance)
            validator.violations(instance)
        return "compiled"
    except schemaval.SchemavalError as error:
        return type(error).__name__
judge({"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}, "backend": "reference", "resources": None})
for backend in ("jsonschema", "fastjsonschema", "reference", "auto"):
    judge({"schema": {"type": 12}, "backend": backend, "resources": None})
    resources = {"urn:r": {"format": "idn-email"}}
    judge({"schema": {"type": "string", "$ref": "urn:r"}, "backend": backend, "resources": resources})
seen = []
WATCHED = ("open", "socket.", "urllib.", "subprocess.", "os.system", "os.listdir", "os.scandir", "ftplib.", "http.")
def watch(event, args):
    if event.startswith(WATCHED):
        name = str(args[0]) if args else ""
        if not name.endswith((".py", ".pyc", ".so")) and "site-packages" not in name and ".dist-info" not in name:
            seen.append([event, name])
sys.addaudithook(watch)
results = [judge(case) for case in cases]
found = list(seen)
open("/dev/null").close()  # the watch is awake
assert len(seen) == len(found) + 1
print(json.dumps({"results": results, "seen": found}))
"""


REFUSED = {"UnresolvableReference", "UnknownDialect"}
FINE = {"compiled"}


def cases() -> list[tuple[dict[str, Any], set[str]]]:
    """Schemas that name something outside, in every position that an engine has been seen to follow."""
    found: list[tuple[Any, Any, set[str]]] = []
    for uri in REACHING:
        found += [
            ({"$ref": uri}, None, REFUSED),
            ({"$defs": {"dead": {"$ref": uri}}}, None, REFUSED),
            ({"$dynamicRef": uri}, None, REFUSED),
            ({"$schema": uri}, None, REFUSED),
            ({"$defs": {"a": {"$id": "urn:in", "$schema": uri}}}, None, REFUSED),
            (
                {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"$ref": uri}}},
                None,
                REFUSED,
            ),
            ({"$ref": "urn:r"}, {"urn:r": {"items": {"$ref": uri}}}, REFUSED),
            ({"$ref": "urn:r"}, {"urn:r": {"$schema": uri}}, REFUSED),
            ({"const": {"$ref": uri}, "default": {"$ref": uri}, "examples": [{"$schema": uri}]}, None, FINE),
            ({"$id": uri.partition("#")[0], "type": "string"}, None, FINE),
            ({"type": "string"}, {uri: {"type": "string"}}, FINE),
        ]
        found += [({"$id": base, "anyOf": [True, {"$ref": uri}]}, None, REFUSED) for base in BASES]
    return [
        ({"schema": schema, "resources": resources, "backend": backend}, expected)
        for schema, resources, expected in found
        for backend in ("reference", "auto")
    ]


@pytest.fixture(scope="module")
def watched() -> dict[str, Any]:
    """What the watching interpreter reports."""
    asked = json.dumps([case for case, _ in cases()])
    run = subprocess.run([sys.executable, "-c", SCRIPT], input=asked, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_nothing_is_opened_or_connected_to(watched: dict[str, Any]) -> None:
    """Over all schemes and positions, at compile and at validation, there is no such event."""
    assert watched["seen"] == []


def test_each_is_refused_by_name_or_needs_nothing(watched: dict[str, Any]) -> None:
    """A schema that needs what it names is refused; one that only mentions it compiles."""
    for (case, expected), result in zip(cases(), watched["results"], strict=True):
        assert result in expected, case
