"""Which dialect knows which format."""

import subprocess
import sys

import pytest

from schemaval.formats import DIALECTS, check_for, known_formats

IN_EVERY_DIALECT = [
    *["date", "date-time", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6"],
    *["uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer"],
    "regex",
]
ONLY_IN_DRAFT_03 = ["host-name", "ip-address", "color"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_formats_of_later_dialects_are_known_to_earlier_ones(dialect: str) -> None:
    """A draft-06 schema that asserts uuid means it."""
    assert set(IN_EVERY_DIALECT) <= set(known_formats(dialect))


@pytest.mark.parametrize("name", ONLY_IN_DRAFT_03)
def test_names_that_were_dropped_stay_in_draft_03(name: str) -> None:
    """A name that later drafts took out of the list is an annotation there."""
    assert [dialect for dialect in DIALECTS if name in known_formats(dialect)] == ["draft-03"]
    assert check_for(name, "draft-04") is None


@pytest.mark.parametrize("name", ["unknown", "", "phone", "style", "utc-millisec", "int32", "Date", "date "])
def test_other_names_are_annotations(name: str) -> None:
    """A name outside the table has no check in any dialect."""
    assert [check_for(name, dialect) for dialect in DIALECTS] == [None] * len(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_known_format_has_a_check(dialect: str) -> None:
    """The two public functions tell the same story, and the names come sorted."""
    names = known_formats(dialect)
    assert list(names) == sorted(names)
    assert all(check_for(name, dialect) is not None for name in names)


@pytest.mark.parametrize(
    ("name", "text", "accepting"),
    [
        ("time", "08:30:06", {"draft-03"}),
        ("time", "08:30:06Z", set(DIALECTS) - {"draft-03"}),
        ("hostname", "ab--cd.example", {"draft-03", "draft-04", "draft-06"}),
        ("hostname", "xn--X.example", {"draft-03", "draft-04", "draft-06"}),
        ("hostname", "a.example", set(DIALECTS)),
        ("color", "#C89", set(DIALECTS)),  # an annotation but in draft-03, where it holds
        ("color", "puce", set(DIALECTS) - {"draft-03"}),
    ],
)
def test_dialects_differ_where_their_rows_do(name: str, text: str, accepting: set[str]) -> None:
    """The same name may ask for something else in another dialect."""
    checks = {dialect: check_for(name, dialect) for dialect in DIALECTS}
    assert {dialect for dialect, check in checks.items() if check is None or check(text)} == accepting


@pytest.mark.parametrize("dialect", ["", "draft-05", "v1", "2020-12 "])
def test_an_unknown_dialect_is_a_wrong_argument(dialect: str) -> None:
    """Nothing is guessed from a name that resembles one."""
    with pytest.raises(ValueError, match="no dialect is called"):
        check_for("date", dialect)
    with pytest.raises(ValueError, match="no dialect is called"):
        known_formats(dialect)


def test_idna_is_imported_only_for_an_internationalized_label() -> None:
    """The tables of IDNA cost more than the rest; a plain host name does without."""
    script = (
        "import sys\n"
        "from schemaval.formats import check_for\n"
        "check = check_for('hostname', '2020-12')\n"
        "assert check('www.example.com') and 'idna' not in sys.modules\n"
        "assert check('xn--9n2bp8q.xn--9t4b11yi5a') and 'idna' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
