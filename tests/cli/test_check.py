"""`schemaval check`: every tool and every call on its own, and the exit code that says whether anything was found."""

import gzip
import json
from typing import Any

import pytest

GOOD = {
    "type": "object",
    "properties": {"q": {"type": "string"}, "n": {"type": "integer"}},
    "required": ["q"],
    "additionalProperties": False,
}
PHP = {"type": "object", "properties": {"a": {"type": "object", "properties": []}, "b": []}}
OUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def tool(name: str, schema: Any = GOOD, **more: Any) -> dict[str, Any]:
    """A tool as MCP writes it."""
    return {"name": name, "inputSchema": schema, **more}


def test_a_sound_list_is_code_0(run: Any, put: Any) -> None:
    """Nothing to say but the summary."""
    ran = run("check", put("t.json", {"tools": [tool("a"), tool("b")]}))
    assert (ran.code, ran.out, ran.err) == (0, "2 tools, 2 schemas: 0 bad, 0 repaired\n", "")


def test_repairs_are_told_and_no_findings_unless_strict(run: Any, put: Any) -> None:
    """Each mend is named with its pointer into the file; --strict makes it a finding, -q leaves it out."""
    name = put("t.json", [tool("a", PHP)])
    ran = run("check", name)
    assert ran.code == 0
    assert ran.out.startswith("t.json#/0 a\n  repaired ")
    assert "  repaired /0/inputSchema/properties/a/properties: [] became {}\n" in ran.out
    assert "  repaired /0/inputSchema/properties/b: [] became {}\n" in ran.out
    assert ran.out.endswith("1 tool, 1 schema: 0 bad, 1 repaired in 2 places\n")
    assert run("check", name, "--strict").code == 1
    assert (run("check", name, "-q").out, run("check", name, "-q").code) == ("", 0)


BAD: dict[str, tuple[Any, str, str]] = {
    "null": (None, "/tools/1/inputSchema", "schema"),
    "a type that does not exist": (
        {"type": "object", "properties": {"x": {"type": "int"}}},
        "/tools/1/inputSchema/properties/x/type",
        "schema",
    ),
    "a boolean required": (
        {"type": "object", "properties": {"x": {"required": True}}},
        "/tools/1/inputSchema/properties/x/required",
        "schema",
    ),
    "an outside reference": (
        {"type": "object", "$ref": "https://example.com/x"},
        "/tools/1/inputSchema/$ref",
        "reference",
    ),
    "a dangling reference": (
        {"type": "object", "properties": {"x": {"$ref": "#/$defs/y"}}},
        "/tools/1/inputSchema/properties/x/$ref",
        "reference",
    ),
    "an unknown dialect": (
        {"type": "object", "$schema": "https://example.com/d"},
        "/tools/1/inputSchema/$schema",
        "dialect",
    ),
    "a bad pattern": (
        {"type": "object", "properties": {"x": {"pattern": "("}}},
        "/tools/1/inputSchema/properties/x/pattern",
        "schema",
    ),
    "a text": ("object", "/tools/1/inputSchema", "schema"),
}


@pytest.mark.parametrize("case", BAD)
def test_one_bad_tool_never_hides_the_others(case: str, call: Any, put: Any) -> None:
    """The bad tool is named with pointer and reason; the tools before and after it are examined and judge calls."""
    schema, pointer, kind = BAD[case]
    calls = [
        {"tool": "first", "arguments": {}},
        {"tool": "bad", "arguments": {}},
        {"tool": "last", "arguments": {"q": "x"}},
    ]
    names = put("t.json", {"tools": [tool("first"), tool("bad", schema), tool("last", PHP)]}), put("c.json", calls)
    ran = call("check", *names, "--format", "json")
    assert ran.code == 1
    first, bad, last = ran.report["tools"]
    assert (first["errors"], last["errors"]) == ([], [])
    assert len(last["changes"]) == 2
    assert (bad["name"], bad["backend"]) == ("bad", None)
    assert (bad["errors"][0]["pointer"], bad["errors"][0]["kind"]) == (pointer, kind)
    assert bad["errors"][0]["message"]
    verdicts = [
        ([v["keyword"] for v in one["violations"]], [f["message"] for f in one["findings"]])
        for one in ran.report["calls"]
    ]
    assert verdicts == [(["required"], []), ([], ["not judged: the input schema of the tool cannot be used"]), ([], [])]
    assert pointer in call("check", *names).out


def test_a_schema_nested_without_end_hides_nothing(run: Any, put: Any) -> None:
    """100,000 nested subschemas break a limit of their own tool and no other."""
    deep = '{"not":' * 100_000 + "{}" + "}" * 100_000
    text = f'[{{"name": "deep", "inputSchema": {deep}}}, {json.dumps(tool("ok", PHP))}]'
    ran = run("check", put("t.json", text), "--format", "json")
    assert ran.code == 1
    deep_tool, ok = ran.report["tools"]
    assert [error["kind"] for error in deep_tool["errors"]] == ["limit"]
    assert len(ok["changes"]) == 2


def test_the_json_report_has_the_keys_it_promises(run: Any, put: Any) -> None:
    """Version 1: tools, calls, summary, each entry with its keys; pointers lead into the file as given."""
    page = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool("a", PHP, outputSchema=OUT)]}}
    call = {"tool": "a", "arguments": {}, "result": {"structuredContent": {"n": "1"}}}
    report = run("check", put("t.json", page), put("c.json", call), "--format", "json").report
    assert report["version"] == 1
    (entry,) = report["tools"]
    assert {"name", "pointer", "backend", "refused", "changes", "errors"} <= set(entry)
    assert (entry["name"], entry["pointer"]) == ("a", "/result/tools/0")
    mend = {"pointer": "/result/tools/0/inputSchema/properties/a/properties", "was": [], "became": {}}
    assert mend in entry["changes"]
    assert [(schema["side"], schema["dialect"]) for schema in entry["schemas"]] == [
        ("input", "2020-12"),
        ("output", "2020-12"),
    ]
    sides = [(call["tool"], call["index"], call["side"], len(call["violations"])) for call in report["calls"]]
    assert sides == [("a", 0, "input", 0), ("a", 0, "output", 1)]
    violation = report["calls"][1]["violations"][0]
    assert (violation["pointer"], violation["keyword"], violation["schema_location"]) == (
        "/n",
        "type",
        "#/properties/n/type",
    )
    assert report["summary"]["violations"] == 1


# The arguments or the result of a call -> (side, keywords of violations, findings).
CALLS: dict[str, tuple[Any, str, list[str], list[str]]] = {
    "a missing name": ({"tool": "a", "arguments": {}}, "input", ["required"], []),
    "a name too many": ({"tool": "a", "arguments": {"q": "x", "r": 1}}, "input", ["additionalProperties"], []),
    "a number written as text": ({"tool": "a", "arguments": {"q": "x", "n": "5"}}, "input", ["type"], []),
    "a good result": (
        {"tool": "a", "arguments": {"q": "x"}, "result": {"structuredContent": {"n": 1}}},
        "output",
        [],
        [],
    ),
    "a bad result": (
        {"tool": "a", "arguments": {"q": "x"}, "result": {"structuredContent": {}}},
        "output",
        ["required"],
        [],
    ),
    "a list of arguments": ({"tool": "a", "arguments": [1]}, "input", ["type"], []),
    "no object, no demand": (
        {"tool": "any", "arguments": 5},
        "input",
        [],
        ["the arguments must be an object, not of type integer"],
    ),
    "null": ({"tool": "any", "arguments": None}, "input", [], ["the arguments must be an object, not of type null"]),
    "a result without its content": (
        {"tool": "a", "arguments": {"q": "x"}, "result": {"content": []}},
        "output",
        [],
        ["the tool has an outputSchema, but the result has no structuredContent"],
    ),
    "an unknown tool": (
        {"tool": "an", "arguments": {}},
        "input",
        [],
        ["the list has no tool `an`; did you mean `any`?"],
    ),
    "no tool": ({"tool": 5, "arguments": {}}, "input", [], ["the call names no tool"]),
}


@pytest.mark.parametrize("case", CALLS)
def test_calls_are_judged_on_both_sides(case: str, call: Any, put: Any) -> None:
    """Arguments by the input schema, content by the output schema, and what is wrong with the call itself."""
    recorded, side, keywords, findings = CALLS[case]
    tools = put("t.json", [tool("a", outputSchema=OUT), tool("any", {})])
    ran = call("check", tools, put("c.json", [recorded]), "--format", "json")
    judged = ran.report["calls"][-1]
    assert judged["side"] == side
    assert [violation["keyword"] for violation in judged["violations"]] == keywords
    assert [finding["message"] for finding in judged["findings"]] == findings


def test_failed_results_are_not_judged(run: Any, put: Any) -> None:
    """isError, a JSON-RPC error and a result that asks for input bear no structured content to judge."""
    results = [{"isError": True, "content": []}, {"resultType": "input_required"}]
    calls = [{"tool": "a", "arguments": {"q": "x"}, "reply": {"result": result}} for result in results]
    calls.append({"tool": "a", "arguments": {"q": "x"}, "reply": {"error": {"code": -32603}}})
    ran = run("check", put("t.json", [tool("a", outputSchema=OUT)]), put("c.json", calls), "--format", "json")
    assert ran.code == 0
    assert [call["side"] for call in ran.report["calls"]] == ["input"] * 3


def test_empties_in_calls_are_mended_then_judged(run: Any, put: Any) -> None:
    """[] for {} in arguments is told, and is no violation; the arguments themselves may be []."""
    schema = {"type": "object", "properties": {"where": {"type": "object"}}}
    calls = [
        {"tool": "a", "arguments": {"where": []}},
        {"tool": "a", "arguments": []},
        {"tool": "a", "arguments": {"where": [1]}},
    ]
    names = put("t.json", [tool("a", schema)]), put("c.json", calls)
    report = run("check", *names, "--format", "json").report
    told = [([change["pointer"] for change in call["changes"]], len(call["violations"])) for call in report["calls"]]
    assert told == [(["/where"], 0), ([""], 0), ([], 1)]
    assert "  mended /where: [] became {}\n" in run("check", *names).out


def test_arguments_as_text_are_read_where_providers_send_text(run: Any, put: Any) -> None:
    """OpenAI sends arguments as JSON text; MCP does not."""
    function = {"type": "function", "function": {"name": "f", "parameters": GOOD}}
    calls = [{"name": "f", "arguments": text} for text in ('{"q": "x"}', '{"q": 1}', "{")]
    report = run("check", put("t.json", [function]), put("c.json", calls), "--format", "json").report
    assert [len(call["violations"]) for call in report["calls"]] == [0, 1, 0]
    assert report["calls"][2]["findings"][0]["message"] == "the arguments are a text that is not JSON"
    mcp = run("check", put("m.json", [tool("f")]), "c.json", "--format", "json").report
    assert [call["violations"][0]["keyword"] for call in mcp["calls"]] == ["type"] * 3


def test_files_are_told_by_their_content(run: Any, put: Any) -> None:
    """Pages and calls in any order, in JSON Lines and gzip; a whole recorded session in one file."""
    session = [
        {"jsonrpc": "2.0", "id": 0, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 0, "result": {"tools": [tool("a")]}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "b", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 1, "result": {"content": []}},
    ]
    lines = "\n".join(map(json.dumps, session))
    names = (
        put("session.jsonl.gz", gzip.compress(lines.encode())),
        put("page.jsonl", json.dumps({"tools": [tool("b")]}) + "\n[]\n"),
    )
    ran = run("check", *names)
    assert ran.code == 1
    assert "session.jsonl.gz:3 b call 0, input\n  (root): " in ran.out
    assert ran.out.endswith(
        "2 tools, 2 schemas: 0 bad, 0 repaired; 1 call: 1 bad, 1 violation (2 other messages ignored)\n"
    )


def test_servers_keep_their_names_apart(run: Any, put: Any) -> None:
    """Two servers may each have a tool of one name, and their calls find their own."""
    put("a.json", {"server": "a", "tools": [tool("t", {"type": "object", "required": ["x"]})]})
    put("b.json", {"server": "b", "tools": [tool("t", {"type": "object", "required": ["y"]})]})
    put("c.json", {"server": "b", "calls": [{"tool": "t", "arguments": {}}]})
    report = run("check", "a.json", "b.json", "c.json", "--format", "json").report
    assert report["summary"]["mcp"] == 0
    assert report["calls"][0]["violations"][0]["params"]["missing"] == "y"


def test_calls_option_reads_calls_only(run: Any, put: Any) -> None:
    """--calls takes a recording; a tool list there is an error."""
    tools, calls = put("t.json", [tool("a")]), put("c.json", [{"tool": "a", "arguments": {}}])
    assert run("check", tools, "--calls", calls).code == 1
    refused = run("check", tools, "--calls", tools)
    assert refused.code == 3
    assert "holds neither recorded calls" in refused.err


def test_repeated_properties_are_findings(run: Any, put: Any) -> None:
    """The one that does not count could be the one that was meant."""
    ran = run("check", put("t.json", '[{"name": "a", "inputSchema": {"type": "string", "type": "object"}}]'))
    assert ran.code == 1
    assert "t.json#/0/inputSchema/type: the property `type` occurs more than once; the last one counts" in ran.out


def test_something_else_among_calls_is_a_finding(run: Any, put: Any) -> None:
    """A line that is no call is named and hides no other."""
    lines = '{"tool": "a", "arguments": {"q": "x"}}\n{"tol": "a"}\n{"tool": "a", "arguments": {}}\n'
    ran = run("check", put("t.json", [tool("a")]), put("c.jsonl", lines), "--format", "json")
    told = [
        (call["line"], len(call["violations"]), [f["message"] for f in call["findings"]])
        for call in ran.report["calls"]
    ]
    assert told == [(1, 0, []), (2, 0, ["this is no recorded call"]), (3, 1, [])]


def test_formats_are_asserted_on_demand(run: Any, put: Any) -> None:
    """--assert-formats judges by `format`."""
    tools = put("t.json", [tool("a", {"type": "object", "properties": {"d": {"format": "date"}}})])
    calls = put("c.json", [{"tool": "a", "arguments": {"d": "yesterday"}}])
    assert run("check", tools, calls).code == 0
    assert run("check", tools, calls, "--assert-formats").code == 1


def test_values_of_calls_are_never_shown(run: Any, put: Any) -> None:
    """Neither report holds what the arguments held."""
    names = put("t.json", [tool("a")]), put("c.json", [{"tool": "a", "arguments": {"q": 5, "n": "hunter2"}}])
    assert "hunter2" not in run("check", *names).out + run("check", *names, "--format", "json").out


def test_names_cannot_write_to_the_terminal(run: Any, put: Any) -> None:
    """Control characters and lone surrogates of names come out escaped."""
    ran = run(
        "check",
        put("t.json", '[{"name": "\\u001b[2J\\ud800x", "inputSchema": null}]'),
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert ran.code == 1
    assert "\x1b" not in ran.out
    assert "\\x1b[2J\\ud800x" in ran.out
