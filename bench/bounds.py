"""What is promised of costs, as rows: one subject against another."""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.measuring import Key, Timings
from bench.ratios import Ratio, ratio

AUTO, REFERENCE = "schemaval auto", "schemaval reference"
_SMALL = ("one string: wrong type", "one string: missing", "ten fields: wrong type", "recorded wrong calls")


@dataclass(frozen=True, slots=True)
class Bound:
    """`subject` against `against`, in the cases named or in all; `at_most` is None where it is only told."""

    question: str
    subject: str
    against: str
    at_most: float | None = None
    cases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def holds_for(self, case: str) -> bool:
        """Whether it speaks of a case."""
        return case not in self.without and (not self.cases or case in self.cases)


_FIVE, _LARGE = "call with five arguments", "call with a 1 MB result"
BOUNDS = (
    *(
        Bound("accept", f"{subject}{way}", against, 1.05)
        for way in ("", ", engine_is_valid")
        for subject, against in (
            (AUTO, "jsonschema-rs"),
            ("schemaval fastjsonschema", "fastjsonschema"),
            ("schemaval jsonschema", "jsonschema"),
        )
    ),
    Bound("accept", REFERENCE, "fastjsonschema", 1.0),
    Bound("accept", REFERENCE, "corvus-json-schema", 3.0, without=("tree of 121 nodes",)),
    Bound("accept", REFERENCE, "corvus-json-schema", 3.5, ("tree of 121 nodes",)),
    Bound("accept", AUTO, "corvus-json-schema-rs"),
    Bound("read", AUTO, "orjson.loads"),
    Bound("read", AUTO, "jsonschema-rs"),
    Bound("read", AUTO, "msgspec.json"),
    Bound("read", AUTO, "pydantic.validate_json"),
    Bound("reject", AUTO, "jsonschema-rs"),
    Bound("explain", AUTO, "jsonschema", 1 / 3, _SMALL[:2]),
    Bound("explain", AUTO, "jsonschema", 1 / 5, without=_SMALL[:2]),
    Bound("explain", AUTO, "jsonschema-rs", 3.0, (*_SMALL, "ten fields: three faults", "1,000 rows: 1,000 faults")),
    Bound("compile", AUTO, "jsonschema-rs", 4.0),
    Bound("compile again", AUTO, "jsonschema-rs"),
    Bound("call", AUTO, "jsonschema-rs", 4.0, (_FIVE,)),
    Bound("call in JSON", AUTO, "jsonschema-rs", 3.0),
    Bound("call in JSON", AUTO, "mcp SDK", 1 / 50, (_FIVE,)),
    Bound("call in JSON", AUTO, "mcp SDK", None, (_LARGE,)),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a bound in one case."""

    case: str
    bound: Bound
    ratio: Ratio

    @property
    def name(self) -> str:
        """The same in every run."""
        return f"{self.bound.question} | {self.case} | {self.bound.subject} / {self.bound.against}"

    @property
    def is_kept(self) -> bool:
        """Whether the ratio, by its median, is within the bound."""
        most = self.bound.at_most
        return most is None or self.ratio.value <= most


def findings(timings: Timings) -> Iterator[Finding]:
    """Every bound in every case in which both were timed."""
    cases = list(dict.fromkeys(key.case for key in timings.seconds))
    for bound in BOUNDS:
        against = "compile" if bound.question == "compile again" else bound.question
        for case in cases:
            own = timings.seconds.get(Key(case, bound.question, bound.subject))
            other = timings.seconds.get(Key(case, against, bound.against))
            if own and other and bound.holds_for(case):
                yield Finding(case, bound, ratio(own, other))
