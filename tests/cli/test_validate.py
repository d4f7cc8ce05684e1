"""`schemaval validate`: instances against one schema."""

from typing import Any

SCHEMA = {
    "type": "object",
    "properties": {"limit": {"type": "integer", "minimum": 1}, "where": {"type": "object"}},
    "required": ["limit"],
}


def test_each_instance_has_its_verdict(run: Any, put: Any) -> None:
    """Files and lines in their order; 1 where one is invalid, 0 where none is."""
    schema, good = put("s.json", SCHEMA), put("good.json", {"limit": 2})
    many = put("many.jsonl", '{"limit": 1}\n{"limit": 0}\n{}\n')
    ran = run("validate", schema, good, many)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[:3] == ["good.json: valid", "many.jsonl:1: valid", "many.jsonl:2: invalid"]
    assert lines[3].startswith("  /limit: ")
    assert lines[4] == "many.jsonl:3: invalid"
    assert (run("validate", schema, good).code, run("validate", schema, good, "-q").out) == (0, "")


def test_the_json_report_holds_the_violations(run: Any, put: Any) -> None:
    """Each instance with its file, its verdict and its violations."""
    ran = run("validate", put("s.json", SCHEMA), put("i.json", {"limit": "2"}), "--format", "json")
    (instance,) = ran.report["instances"]
    assert (ran.code, instance["valid"], instance["file"]) == (1, False, "i.json")
    assert (instance["violations"][0]["pointer"], instance["violations"][0]["keyword"]) == ("/limit", "type")
    assert ran.report["summary"] == {"instances": 1, "valid": 0, "invalid": 1}


def test_a_bad_schema_is_code_4(run: Any, put: Any) -> None:
    """The schema given is named with what is wrong in it; no instance is judged."""
    names = put("s.json", {"type": "objekt"}), put("i.json", {})
    ran = run("validate", *names)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith("s.json: the schema cannot be used\n  schema /type: ")
    report = run("validate", *names, "--format", "json")
    assert (report.code, report.report["schema"]["errors"][0]["pointer"], report.report["instances"]) == (
        4,
        "/type",
        [],
    )


def test_instances_are_mended_only_on_demand(run: Any, put: Any) -> None:
    """[] for {} is a violation; with --mend it is a mend that is told."""
    names = put("s.json", SCHEMA), put("i.json", {"limit": 1, "where": []})
    assert run("validate", *names).code == 1
    mended = run("validate", *names, "--mend")
    assert (mended.code, mended.out) == (0, "i.json: valid\n  mended /where: [] became {}\n")


def test_a_file_that_cannot_be_read_hides_no_other(run: Any, put: Any) -> None:
    """It is named, the others are judged, and the code is 3."""
    ran = run("validate", put("s.json", SCHEMA), "absent.json", put("i.json", {}))
    assert ran.code == 3
    assert ran.err == "schemaval: absent.json: no such file\n"
    assert ran.out.startswith("i.json: invalid\n")


def test_repeated_properties_are_warned_of(run: Any, put: Any) -> None:
    """On stderr, and the verdict stands."""
    ran = run("validate", put("s.json", SCHEMA), put("i.json", '{"limit": 0, "limit": 1}'))
    assert (ran.code, ran.out) == (0, "i.json: valid\n")
    assert "i.json#/limit: the property `limit` occurs more than once" in ran.err


def test_references_reach_resources_only(run: Any, put: Any) -> None:
    """--resource brings a document into reach; without it the schema is refused."""
    names = put("s.json", {"$ref": "https://example.com/n"}), put("i.json", 5)
    put("n.json", {"type": "string"})
    assert run("validate", *names).code == 4
    ran = run("validate", *names, "--resource", "https://example.com/n=n.json")
    assert ran.code == 1
    assert "i.json: invalid" in ran.out


def test_the_dialect_is_chosen_for_schemas_that_name_none(run: Any, put: Any) -> None:
    """In draft-04 1.0 is no integer."""
    names = put("s.json", {"type": "integer"}), put("i.json", "1.0")
    assert (run("validate", *names).code, run("validate", *names, "--dialect", "draft-04").code) == (0, 1)


def test_limits_can_be_lifted(run: Any, put: Any) -> None:
    """A schema beyond a limit is refused under the default limits only."""
    schema: Any = {}
    for _ in range(140):
        schema = {"not": schema}
    names = put("s.json", schema), put("i.json", 5)
    refused = run("validate", *names)
    assert refused.code == 4
    assert "max_schema_depth" in refused.err
    assert run("validate", *names, "--limits", "none").code in (0, 1)


def test_an_instance_nested_without_end_is_a_finding(run: Any, put: Any) -> None:
    """A recursive schema meets its limit; the process stays whole."""
    ran = run("validate", put("s.json", {"items": {"$ref": "#"}}), put("i.json", "[" * 50_000 + "]" * 50_000))
    assert ran.code == 1
    assert "limit" in ran.out
