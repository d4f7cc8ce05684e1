"""The backend `fastjsonschema`: each fault of the raw engine is shown, and that schemaval is right or refuses."""

import copy
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import fastjsonschema
import pytest

import schemaval
from schemaval.backends.lowering.fastjsonschema.faults import FAULTS
from schemaval.backends.lowering.fastjsonschema.writing import MAX_LINES, Lowered, lower

NAME = "fastjsonschema"
URI = {
    "draft-03": "http://json-schema.org/draft-03/schema#",
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
}


class Example(NamedTuple):
    """A schema and an instance, with the right verdict; the raw engine says otherwise, or raises."""

    schema: Any
    instance: Any
    valid: bool


def nested(depth: int, around: Callable[[Any], Any], inmost: Any) -> Any:
    """A schema put around a schema, so many times."""
    made = inmost
    for _ in range(depth):
        made = around(made)
    return made


class Hollow(dict[str, Any]):
    """Says that it is empty."""

    def __len__(self) -> int:
        """None."""
        return 0


SIX = [{"properties": {name: {}}, "required": [name]} for name in "abcdef"]
DOUBLED = {"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}

EXAMPLES: dict[str, Example] = {
    "names": Example(
        {
            "$defs": {"Foo": {"type": "string"}, "foo": {"type": "integer"}},
            "properties": {"a": {"$ref": "#/$defs/Foo"}, "b": {"$ref": "#/$defs/foo"}},
        },
        {"a": "x", "b": "y"},
        valid=False,
    ),
    "siblings": Example({"$ref": "#/$defs/a", "maxLength": 1, "$defs": {"a": {"type": "string"}}}, "xx", valid=False),
    "identifiers": Example(
        {"anyOf": [{"$id": "urn:example:a", "type": "object"}], "properties": {"p": {"$ref": "urn:example:a"}}},
        {"p": {}},
        valid=True,
    ),
    "anchors": Example({"$ref": "#n", "$defs": {"N": {"$anchor": "n", "type": "string"}}}, "x", valid=True),
    "data": Example({"const": {"$ref": "#/x"}}, {"$ref": "#/x"}, valid=True),
    "fetching": Example({"type": "object", "default": {"$ref": "file:///no/such/file"}}, {}, valid=True),
    "dynamic": Example(
        {"$defs": {"N": {"$dynamicAnchor": "n", "type": "string"}}, "$dynamicRef": "#n"}, 1, valid=False
    ),
    "recursive": Example(
        {"$schema": URI["2019-09"], "properties": {"a": {"$recursiveRef": "#"}}, "additionalProperties": False},
        {"a": {"b": 1}},
        valid=False,
    ),
    "prefixItems": Example({"prefixItems": [{"type": "string"}]}, [1], valid=False),
    "dependentRequired": Example({"dependentRequired": {"a": ["b"]}}, {"a": 1}, valid=False),
    "dependentSchemas": Example({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}, valid=False),
    "minContains": Example({"contains": {"type": "string"}, "minContains": 0}, [1], valid=True),
    "unevaluatedProperties": Example(
        {"anyOf": [{"properties": {"a": {}}, "required": ["a"]}, {}], "unevaluatedProperties": False},
        {"b": 1},
        valid=False,
    ),
    "unevaluatedItems": Example(
        {"prefixItems": [{}], "contains": {"const": 1}, "unevaluatedItems": False}, [2, 3, 1], valid=False
    ),
    "defaults": Example({"allOf": [{"properties": {"a": {"default": 1}}}], "maxProperties": 0}, {}, valid=True),
    "digits": Example({"pattern": r"^\d$"}, "\u0663", valid=False),
    "dollar": Example({"pattern": "[$]"}, "$", valid=True),
    "names of properties": Example({"patternProperties": {"^a$": {"type": "integer"}}}, {"a\n": "x"}, valid=True),
    "formats": Example({"format": "email"}, "x", valid=True),
    "content": Example({"contentMediaType": "application/json"}, "{", valid=True),
    "encoding": Example({"$schema": URI["draft-07"], "contentEncoding": "base64"}, "!!!!", valid=False),
    "exclusive": Example({"$schema": URI["draft-03"], "minimum": 5, "exclusiveMinimum": True}, 5, valid=False),
    "forbidden names": Example({"required": ["a"], "additionalProperties": False}, {}, valid=False),
    "draft-03": Example({"$schema": URI["draft-03"], "extends": {"type": "string"}}, 1, valid=False),
    "nesting": Example(
        nested(25, lambda inner: {"anyOf": [inner, {"type": "null"}]}, {"type": "string"}), "x", valid=True
    ),
    "multiples": Example({"multipleOf": 0.5}, 1e308, valid=True),
    "fine multiples": Example({"multipleOf": 3e-13}, 1e16, valid=False),
    "large bounds": Example({"minimum": 10**23}, 1e23, valid=True),
    "large constants": Example({"const": 10**23}, 1e23, valid=True),
    "unique": Example({"uniqueItems": True}, [(True,), [True]], valid=False),
    "decimals": Example({"not": {"type": "integer"}}, Decimal(1), valid=False),
    "classes": Example({"maxProperties": 0}, Hollow(a=1), valid=False),
    "contains": Example({"contains": {"type": "integer"}, "maxContains": 1}, [1, 2], valid=False),
    "branches": Example({"anyOf": SIX, "unevaluatedProperties": False}, {"a": 1, "x": 1}, valid=False),
}


def raw(schema: Any, instance: Any) -> bool | None:
    """What the engine says by itself; None where it raises something else than a verdict."""
    try:
        judge = fastjsonschema.compile(copy.deepcopy(schema))
        judge(copy.deepcopy(instance))
    except fastjsonschema.JsonSchemaValueException:
        return False
    except (fastjsonschema.JsonSchemaDefinitionException, re.error, OSError, SyntaxError, ValueError, ArithmeticError):
        return None
    return True


def compiled(schema: Any, **options: Any) -> schemaval.Validator:
    """The validator on this backend."""
    return schemaval.compile(schema, backend=NAME, **options)


def lowered(schema: Any, **options: Any) -> Lowered:
    """What the engine is given."""
    return lower(schemaval.compile(schema, backend="reference", **options)._program())


@pytest.mark.parametrize("fault", EXAMPLES)
def test_the_raw_engine_is_wrong(fault: str) -> None:
    """Each row of the table is a fault that the installed engine has."""
    schema, instance, valid = EXAMPLES[fault]
    assert raw(schema, instance) is not valid, f"fastjsonschema is right now: the row {fault!r} has had its day"


@pytest.mark.parametrize("fault", EXAMPLES)
def test_schemaval_is_right_or_refuses(fault: str) -> None:
    """What is lowered or guarded gives the right verdict; what is refused names the row's reason."""
    schema, instance, valid = EXAMPLES[fault]
    row = FAULTS[fault]
    if row.cure == "refused":
        with pytest.raises(schemaval.UnsupportedSchema) as caught:
            compiled(schema)
        assert [reason.why for reason in caught.value.reasons] == [row.how]
        assert schemaval.compile(schema, backend=(NAME, "reference")).is_valid(instance) is valid
        return
    assert compiled(schema).is_valid(instance) is valid
    assert lowered(schema).is_exact is (row.cure == "lowered")


def test_every_fault_has_its_example() -> None:
    """The rows without an example here have a test of their own below."""
    assert FAULTS.keys() - EXAMPLES.keys() == {"work", "size", "mixed drafts", "infinity"}


# refused: what costs too much


def test_the_raw_engine_doubles_its_work_a_level() -> None:
    """Two references to the root, at each level of the instance: 2**n applications."""
    calls: list[str] = []

    def counted(text: str) -> bool:
        calls.append(text)
        return True

    judge = fastjsonschema.compile(
        {
            "properties": {
                "a": {"allOf": [{"$ref": "#"}, {"minProperties": 1}, {"$ref": "#"}]},
                "c": {"format": "counted"},
            }
        },
        formats={"counted": counted},
    )
    judge(nested(10, lambda inner: {"a": inner}, {"c": "x"}))
    assert len(calls) == 2**10


@pytest.mark.parametrize(
    "schema",
    [
        DOUBLED,
        {"patternProperties": {"^a": {"$ref": "#"}, "a$": {"$ref": "#"}}},
        {"items": {"anyOf": [{"$ref": "#", "minItems": 1}, {"$ref": "#", "maxItems": 3}]}},
        {"anyOf": [{"required": ["a"]}, {"properties": {"a": {"$ref": "#"}}}], "unevaluatedProperties": {"$ref": "#"}},
        {
            "$ref": "#/$defs/d0",
            "$defs": {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(30)}
            | {"d30": {"minimum": 1}},
        },
    ],
)
def test_what_multiplies_is_refused(schema: Any) -> None:
    """The engine keeps no count of what it does, so it must be bounded beforehand."""
    with pytest.raises(schemaval.UnsupportedSchema) as caught:
        compiled(schema)
    assert FAULTS["work"].how in {reason.why for reason in caught.value.reasons}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}, "additionalProperties": False},
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"$ref": "#"}},
                {"type": "object", "additionalProperties": {"$ref": "#"}},
            ]
        },
        {"$ref": "http://json-schema.org/draft-07/schema#"},
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    ],
)
def test_recursion_that_does_not_multiply_is_taken(schema: Any) -> None:
    """Trees, JSON as a whole and the metaschemas are judged natively."""
    assert compiled(schema).backend == NAME


def test_what_grows_too_large_is_refused() -> None:
    """The code of a schema is bounded."""
    schema = {"properties": {f"p{number}": {"type": "string"} for number in range(MAX_LINES // 5)}}
    with pytest.raises(schemaval.UnsupportedSchema, match="too large"):
        compiled(schema)


def test_the_raw_engine_takes_infinity_for_a_number() -> None:
    """And NaN for one that no bound excludes."""
    for value in (float("inf"), float("nan")):
        assert raw({"minimum": 1}, value)
        with pytest.raises(schemaval.NotJSON):
            compiled({"minimum": 1}).is_valid(value)


def test_many_strings_are_one_line() -> None:
    """An enum of strings is a set, however many there are."""
    names = [str(number) for number in range(9_000)]
    validator = compiled({"enum": names})
    assert validator.is_valid("8999")
    assert not validator.is_valid("9000")
    assert len(json.dumps(lowered({"enum": names}).schema)) < 100


def test_an_integer_is_one_thing_only() -> None:
    """Up to draft-04 `1.0` is no integer, so that one document cannot hold both meanings."""
    old = {"$schema": URI["draft-04"], "type": "integer"}
    assert [compiled(old).is_valid(value) for value in (1, 1.0, True)] == [True, False, False]
    mixed = {"allOf": [{"type": "integer"}, {"$ref": "http://example.com/old"}]}
    with pytest.raises(schemaval.UnsupportedSchema, match="drafts before and after 06"):
        compiled(mixed, resources={"http://example.com/old": old})


def test_a_document_with_old_integers_cannot_use_later_keywords() -> None:
    """The engine's draft-04 does not know `if`."""
    old = {"$schema": URI["draft-04"], "type": "integer"}
    schema = {"if": {"$ref": "http://example.com/old"}, "then": {"minimum": 1}}
    with pytest.raises(schemaval.UnsupportedSchema, match="drafts before and after 06"):
        compiled(schema, resources={"http://example.com/old": old})


def test_every_reason_is_named() -> None:
    """A refusal lists all places, each with its pointer and keyword."""
    schema = {"properties": {"a": {"contains": {"type": "null"}, "maxContains": 2}, "b": {"multipleOf": 1e-300}}}
    with pytest.raises(schemaval.UnsupportedSchema) as caught:
        compiled(schema)
    assert {(reason.pointer, reason.keyword) for reason in caught.value.reasons} == {
        ("/properties/a/maxContains", "maxContains"),
        ("/properties/b/multipleOf", "multipleOf"),
    }


# nesting


@pytest.mark.parametrize(
    "around",
    [
        lambda inner: {"anyOf": [inner, {"minimum": 3}]},
        lambda inner: {"oneOf": [inner, {"type": "null", "enum": [None]}]},
        lambda inner: {"not": {"not": inner}},
        lambda inner: {"allOf": [inner, {"minimum": 1}]},
        lambda inner: {"if": {"minimum": 1}, "then": inner, "else": {"maximum": 0}},
        lambda inner: {"properties": {"a": inner}, "required": ["a"]},
        lambda inner: {"items": inner},
        lambda inner: {"prefixItems": [inner], "items": False},
        lambda inner: {"contains": inner},
        lambda inner: {"patternProperties": {"^a": inner}},
        lambda inner: {"additionalProperties": inner},
        lambda inner: {"dependentSchemas": {"a": inner}},
        lambda inner: {"propertyNames": inner},
    ],
)
def test_deep_nesting_becomes_functions(around: Callable[[Any], Any]) -> None:
    """Python takes twenty nested blocks and a hundred indents; no schema within the limits meets that."""
    schema = nested(40, around, {"type": "string", "minLength": 2})
    ours, reference = compiled(schema), schemaval.compile(schema, backend="reference")
    values = [
        "x",
        "xx",
        1,
        0,
        None,
        nested(40, lambda inner: [inner], "xx"),
        nested(40, lambda inner: {"a": inner}, "xx"),
    ]
    assert [ours.is_valid(value) for value in values] == [reference.is_valid(value) for value in values]


def test_many_branches_in_a_row_become_functions() -> None:
    """`oneOf` under `unevaluatedProperties` is a chain of conditions."""
    schema = {
        "oneOf": [{"properties": {f"p{n}": {}, "n": {"const": n}}, "required": ["n"]} for n in range(30)],
        "unevaluatedProperties": False,
    }
    validator = compiled(schema)
    assert validator.is_valid({"n": 29, "p29": 1})
    assert not validator.is_valid({"n": 29, "p28": 1})


def test_long_names_do_not_multiply() -> None:
    """The engine names its variables after properties; functions keep the names short."""
    inmost = {"properties": {f"p{number}": {"type": "string"} for number in range(500)}}
    schema = nested(15, lambda inner: {"properties": {"x" * 500: inner}}, inmost)
    code = fastjsonschema.compile_to_code(dict(lowered(schema).schema), detailed_exceptions=False)
    assert len(code) < 2_000_000
    assert not compiled(schema).is_valid(nested(15, lambda inner: {"x" * 500: inner}, {"p499": 1}))


# hostile text


CANARY = "fired"
HOSTILE = [
    "\"); __import__('sys').modules['canary'] = 'fired' #",
    "'); __import__('sys').modules['canary'] = 'fired' #",
    "{__import__('sys').modules.__setitem__('canary', 'fired')}",
    "{data.__class__}",
    "{0}",
    "{",
    "}}",
    "\\",
    "\\\"); __import__('sys').modules['canary'] = 'fired' #",
    "\n    return data\n__import__('sys').modules['canary'] = 'fired'\n",
    "\r\n__import__('sys').modules['canary'] = 'fired'\n",
    "\u2028__import__('sys').modules['canary'] = 'fired'",
    "\x00",
    "\ndef validate(data, custom_formats={}, name_prefix=None):\n    return data",
    "f0",
    "p0",
    "#/definitions/d0",
    "\U0001f600\N{LATIN SMALL LETTER E WITH ACUTE}",
    "\\N{DIGIT ONE}\\u0041\\x41",
    "%s %(a)s",
]


def holding(text: str) -> Iterator[Any]:
    """Schemas with the text at each place where a schema may hold text."""
    quoted = "".join(f"\\u{{{ord(character):x}}}" for character in text)
    yield {"properties": {text: {"type": "string"}}, "required": [text]}
    yield {"properties": {text: {"properties": {text: {"minLength": 2}}}}, "additionalProperties": {"type": "null"}}
    yield {"properties": {text: {"items": {"$ref": "#"}}}, "additionalProperties": False}
    yield {"enum": [text, 1, [text], {text: text}]}
    yield {"enum": [text, "1", "2", "3", "4", "5"]}
    yield {"const": {text: [text]}}
    yield {"pattern": quoted}
    yield {"patternProperties": {quoted: {"type": "integer"}}, "additionalProperties": {"type": "string"}}
    yield {"dependentRequired": {text: [text, "a"]}}
    yield {"dependentSchemas": {text: {"required": [text]}}}
    yield {"title": text, "description": text, "default": text, "examples": [text], "$comment": text, text: text}
    yield {"format": text, "contentMediaType": text, "contentEncoding": text}
    yield {"$defs": {text: {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/" + _fragment(text)}}}
    yield {
        "anyOf": [{"properties": {text: True}, "required": [text]}, {"minProperties": 2}],
        "unevaluatedProperties": False,
    }


def _fragment(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.replace("~", "~0").replace("/", "~1").encode())


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_a_schema_is_never_run(text: str) -> None:
    """Names, patterns, constants and annotations stay text, wherever they stand."""
    instances = [
        text,
        [text],
        {text: text},
        {text: [text]},
        {text: 1, "a": text},
        {"a": 1},
        {text: {text: "x"}},
        1,
        None,
    ]
    for schema in holding(text):
        for asserted in (False, True):
            ours = compiled(schema, assert_formats=asserted)
            reference = schemaval.compile(schema, backend="reference", assert_formats=asserted)
            for instance in instances:
                assert ours.is_valid(instance) is reference.is_valid(instance), (schema, instance)
    assert "canary" not in sys.modules


def test_the_engine_is_given_neutral_names() -> None:
    """References lead to numbered definitions, and patterns and formats go by numbers."""
    schema = {
        "$defs": {"User": {"minimum": 1, "properties": {"a": {"$ref": "#/$defs/User"}}}, "user": {"pattern": "^x"}},
        "properties": {"a": {"$ref": "#/$defs/User"}, "b": {"$ref": "#/$defs/user"}},
        "patternProperties": {"^b": {"format": "date"}},
    }
    made = lowered(schema, assert_formats=True)
    text = json.dumps(made.schema)
    assert "User" not in text
    assert "date" not in text
    assert "^" not in text
    assert made.checks.keys() | made.patterns.keys() == {"f0", "f1", "p2"}
    assert '"$ref": "#/definitions/d' in text


# safety of what is the caller's


def test_nothing_of_the_callers_is_touched() -> None:
    """Neither the schema nor the instance changes, though the engine writes defaults and rewrites references."""
    schema = {
        "$id": "http://example.com/root",
        "properties": {"a": {"default": {"b": 1}}, "c": {"$ref": "#/$defs/c"}},
        "$defs": {"c": {"type": "array", "default": []}},
    }
    before = copy.deepcopy(schema)
    instance: dict[str, Any] = {}
    assert compiled(schema).is_valid(instance)
    assert (schema, instance) == (before, {})


def test_nothing_is_fetched() -> None:
    """Compiling and judging open no file and no connection, whatever references stand in data."""
    reference = {"$ref": "http://127.0.0.1:9/x.json"}
    schema = {"default": reference, "enum": [reference, {"$id": "file:///x", "$ref": "y"}], "x-note": reference}
    events: list[str] = []
    is_over = False

    def listen(event: str, _arguments: tuple[Any, ...]) -> None:
        if not is_over and threading.current_thread() is threading.main_thread():
            events.append(event)

    compiled({})  # imports
    sys.addaudithook(listen)
    try:
        assert compiled(schema).is_valid(reference)
    finally:
        is_over = True
    assert not {"open", "socket.connect", "urllib.Request", "socket.getaddrinfo"} & {*events}


# values


TREE = {"type": "object", "properties": {"a": {"$ref": "#"}}, "additionalProperties": False}


@pytest.mark.parametrize("depth", [201, 5_000, 100_000])
def test_deep_instances_of_recursive_schemas_meet_the_limit(depth: int) -> None:
    """The levels are counted before the engine meets the value, however deep and on however small a stack."""
    instance = nested(depth, lambda inner: {"a": inner}, {})
    caught: list[BaseException] = []

    def ask() -> None:
        try:
            compiled(TREE).is_valid(instance)
        except schemaval.SchemavalError as error:
            caught.append(error)

    compiled(TREE)
    previous = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(previous)
    assert [type(error) for error in caught] == [schemaval.LimitExceeded]
    while instance:
        instance = instance.pop("a", None)  # by hand: a deep value is torn down on the C stack


def test_within_the_limit_the_engine_judges() -> None:
    """Two hundred levels are taken; deep parts that the schema does not look at do not count."""
    assert compiled(TREE).is_valid(nested(199, lambda inner: {"a": inner}, {}))
    assert not compiled(TREE).is_valid(nested(199, lambda inner: {"a": inner}, {"b": 1}))
    free = {"properties": {"a": {"$ref": "#"}, "b": {}}}
    assert compiled(free).is_valid({"b": nested(300, lambda inner: [inner], 1)})


def test_a_value_that_contains_itself_is_no_endless_loop() -> None:
    """Neither the count of levels nor the look at its numbers follows it for ever."""
    cyclic: dict[str, Any] = {}
    cyclic["a"] = cyclic
    for schema in (TREE, {"multipleOf": 2, "properties": {"a": {}}}, {"uniqueItems": True}):
        try:
            assert compiled(schema).is_valid(cyclic) in (True, False)
        except schemaval.LimitExceeded:
            continue


STRANGE = [float("nan"), float("inf"), Decimal("NaN"), Decimal("sNaN"), 10**5000, b"x", {1: 2}, {1}, object()]


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "schema",
    [
        {"minimum": 1},
        {"multipleOf": 2},
        {"multipleOf": 0.1},
        {"type": "integer"},
        {"enum": [1, 2.5]},
        {"uniqueItems": True},
        {"properties": {"a": {"maxLength": 3}}, "patternProperties": {"^a": {}}, "additionalProperties": False},
        {"propertyNames": {"pattern": "a"}},
        {"$schema": URI["draft-04"], "type": "integer"},
    ],
)
def test_what_is_no_json_never_raises_anything_foreign(schema: Any, value: Any) -> None:
    """It is judged by the value it holds, or NotJSON."""
    validator = compiled(schema)
    for instance in (value, [value, value], {"a": value}):
        try:
            assert validator.is_valid(instance) in (True, False)
        except schemaval.NotJSON:
            continue


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number"},
        {"not": {"type": "integer"}},
        {"multipleOf": 0.1},
        {"maximum": 0.1},
        {"oneOf": [{"const": 1}, {"type": "number"}]},
    ],
)
@pytest.mark.parametrize(
    "text", ["1", "1.0", "0.3", "0.10000000000000000001", "1E+400", "123456789012345678901234567890.5"]
)
def test_decimals_are_exact(schema: Any, text: str) -> None:
    """A finite Decimal is a JSON number, to the last digit."""
    reference = schemaval.compile(schema, backend="reference")
    assert compiled(schema).is_valid(Decimal(text)) is reference.is_valid(Decimal(text))


def test_subclasses_of_containers_are_read() -> None:
    """A dict or list of another class is an object or an array."""

    class Record(dict[str, Any]):
        """An object of the caller's."""

    class Rows(list[Any]):
        """An array of the caller's."""

    validator = compiled({"type": "object", "properties": {"rows": {"type": "array", "items": {"multipleOf": 2}}}})
    assert validator.is_valid(Record(rows=Rows([2, 4])))
    assert not validator.is_valid(Record(rows=Rows([2, 3])))


# the hot path


def test_the_verdict_is_the_engines_own_code() -> None:
    """`engine_is_valid` is one function, generated, without a call in between; it never builds a message's details."""
    verdict = compiled({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}).engine_is_valid
    code = getattr(verdict, "__code__", None)
    assert code is not None
    assert code.co_filename == "<string>"
    assert "definition" not in code.co_names
    assert [verdict({"a": "x"}), verdict({"a": 1}), verdict({})] == [True, False, False]


def test_types_tell_branches_apart_without_a_trial() -> None:
    """The usual optional value becomes one list of types."""
    schema = {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]}
    assert lowered(schema).schema == {"type": ["string", "null"], "maxLength": 3}
    assert lowered({"anyOf": [{"type": "integer"}, {"type": "number"}]}).schema.keys() == {"anyOf"}


def test_a_root_behind_a_reference_stands_in_its_place() -> None:
    """A call would cost more than the check."""
    schema = {"$ref": "#/$defs/a", "$defs": {"a": {"type": "string", "description": "x"}}}
    assert lowered(schema).schema == {"type": "string"}


# real schemas


def tool_schemas(folder: Path) -> Iterator[Any]:
    """The schemas of all recorded tool lists."""
    for path in sorted(folder.glob("*.json")):
        if not path.name.startswith("calls-"):
            for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
                yield from (tool[name] for name in ("inputSchema", "outputSchema") if name in tool)


def test_every_recorded_tool_is_judged_natively(shared: Path) -> None:
    """None of the tool lists' schemas is refused."""
    schemas = list(tool_schemas(shared / "corpus" / "mcp"))
    assert len(schemas) > 300
    for schema in schemas:
        assert compiled(schema).backend == NAME
