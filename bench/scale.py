"""`python -m bench scale`: how costs grow with size, as powers and as a picture."""

import argparse
import gc
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import schemaval
from bench.peers import BY_MODULE
from bench.peers.ours import forget
from bench.ratios import exponent, last_exponent
from bench.shapes import ROWS, TREE, broken, chain, nested, rows, tool_inputs, wide
from bench.subject import Ask, Timed, calibrated, clocked, once
from bench.surroundings import machine

PICTURE = Path(__file__).with_name("scale.png")
MOST = 1.1
RAW = "jsonschema-rs"
_NONE = schemaval.Limits.none()
_BACKENDS = ("auto", "reference", RAW)
_EPILOG = f"""\
exit codes: 0 every power of schemaval's own is at most {MOST}, 1 one is above it (marked ABOVE; in JSON "kept"
is false), 2 wrong usage. The power of the raw engine is told only."""

Prepare: TypeAlias = Callable[[int, str], Timed]


@dataclass(frozen=True, slots=True)
class Axis:
    """What grows, through which sizes, and what is done with it."""

    name: str
    sizes: tuple[int, ...]
    prepare: Prepare


@dataclass(frozen=True, slots=True)
class Growth:
    """Seconds by size, the power that fits all, and the one that fits the upper half.

    `subject` is a backend of schemaval, or the raw engine to compare with.
    """

    axis: str
    subject: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    power: float
    upper_power: float

    @property
    def is_kept(self) -> bool:
        """Whether the power is within the bound, which is ours: the raw engine keeps any."""
        return self.subject == RAW or self.power <= MOST


class _Raw:
    """The engine itself, with the names of a Validator."""

    def __init__(self, schema: Any) -> None:
        validator = import_module("jsonschema_rs").validator_for(schema)
        self.is_valid = validator.is_valid
        self.violations = lambda instance: list(validator.iter_errors(instance))


def _validator(schema: Any, backend: str) -> Any:
    return _compiler(backend)(schema)


def _compiler(backend: str) -> Callable[[Any], Any]:
    return _Raw if backend == RAW else partial(schemaval.compile, backend=backend, limits=_NONE)


def _asked(ask: Ask, instance: Any, expected: object) -> Timed:
    answer = ask(instance)
    assert (len(answer) if isinstance(answer, list) else answer) == expected, answer
    return clocked([(ask, instance)])


def _rows_accepted(size: int, backend: str) -> Timed:
    return _asked(_validator(ROWS, backend).is_valid, rows(size), expected=True)


def _rows_explained(size: int, backend: str) -> Timed:
    return _asked(_validator(ROWS, backend).violations, broken(rows(size), 1), 1)


def _faults(size: int, backend: str) -> Timed:
    return _asked(_validator(ROWS, backend).violations, broken(rows(size), size), size)


def _properties_accepted(size: int, backend: str) -> Timed:
    schema, instance = wide(size)
    return _asked(_validator(schema, backend).is_valid, instance, expected=True)


def _properties_compiled(size: int, backend: str) -> Timed:
    return _compiled([wide(size)[0]], backend)


def _tools_compiled(size: int, backend: str) -> Timed:
    return _compiled(tool_inputs(size), backend)


def _nested_compiled(size: int, backend: str) -> Timed:
    return _compiled([nested(size)[0]], backend)


def _nested_accepted(size: int, backend: str) -> Timed:
    schema, instance = nested(size)
    return _asked(_validator(schema, backend).is_valid, instance, expected=True)


def _chain_accepted(size: int, backend: str) -> Timed:
    return _asked(_validator(TREE, backend).is_valid, chain(size), expected=True)


def _compiled(schemas: list[Any], backend: str) -> Timed:
    return clocked([(partial(_all_compiled, _compiler(backend)), schemas)])


def _all_compiled(compiled: Ask, schemas: list[Any]) -> None:
    forget()
    for schema in schemas:
        compiled(schema)


AXES = (
    Axis("rows, accepted", (100, 316, 1_000, 3_162, 10_000, 31_623, 100_000), _rows_accepted),
    Axis("rows, one fault explained", (100, 316, 1_000, 3_162, 10_000, 31_623, 100_000), _rows_explained),
    Axis("violations explained", (1, 10, 100, 316, 1_000, 3_162, 10_000), _faults),
    Axis("properties, accepted", (10, 32, 100, 316, 1_000, 3_162, 10_000), _properties_accepted),
    Axis("properties, compiled", (10, 32, 100, 316, 1_000, 3_162, 10_000), _properties_compiled),
    Axis("tools, compiled", (10, 32, 100, 316, 1_000, 3_162, 10_000), _tools_compiled),
    Axis("nesting, compiled", (4, 8, 16, 24, 32, 48, 60), _nested_compiled),
    Axis("nesting, accepted", (4, 8, 16, 24, 32, 48, 60), _nested_accepted),
    Axis("nesting by recursion, accepted", (8, 16, 24, 32, 48, 64, 96), _chain_accepted),
)
_QUICK_SIZES = 4


def grown(axis: Axis, backend: str, seconds: float, rounds: int, sizes: Sequence[int] | None = None) -> Growth:
    """Measure one axis: the fastest of so many rounds at each size, each about so long."""
    taken = []
    for size in sizes or axis.sizes:
        timed = axis.prepare(size, backend)
        gc.collect()
        gc.freeze()  # the instance is no garbage
        count = calibrated(timed, seconds, 1)
        taken.append(_fastest(timed, count, rounds))
        gc.unfreeze()
    used = tuple(sizes or axis.sizes)
    return Growth(axis.name, backend, used, tuple(taken), exponent(used, taken), last_exponent(used, taken))


def _fastest(timed: Timed, count: int, rounds: int) -> float:
    """The fastest round; where one takes a second, a second one has to do."""
    fastest = once(timed, count)
    for _ in range(rounds - 1 if fastest * count < 1 else 1):
        fastest = min(fastest, once(timed, count))
    return fastest


def main(argv: Sequence[str]) -> int:
    """Measure, print, draw; 0 where every power is at most 1.1, 1 where one is not, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m bench scale", description=__doc__, epilog=_EPILOG)
    parser.add_argument("--quick", action="store_true", help="the smaller sizes only, and no picture")
    parser.add_argument("--format", choices=FORMATS, default="text", help="the form of the report")
    parser.add_argument(
        "--picture", type=Path, default=PICTURE, metavar="FILE", help="where to draw (default: scale.png in bench/)"
    )
    options = parser.parse_args(argv)
    is_there = BY_MODULE["jsonschema_rs"].version is not None
    subjects = _BACKENDS if is_there else ("reference",)
    found = []
    for axis in AXES:
        sizes = axis.sizes[:_QUICK_SIZES] if options.quick else axis.sizes
        found += [grown(axis, name, 0.01, 1 if options.quick else 5, sizes) for name in subjects]
    print(FORMATS[options.format](found))
    if not options.quick:
        from bench.picture import draw

        print(draw(found, options.picture), file=sys.stderr)
    return 0 if all(each.is_kept for each in found) else 1


def as_json(found: Sequence[Growth]) -> str:
    """For programs: every growth with its figures, and whether it keeps the bound."""
    return json.dumps([{**asdict(each), "kept": each.is_kept} for each in found], indent=1)


def as_text(found: Sequence[Growth]) -> str:
    """For a terminal: a line a growth, those above the bound marked, and what came of the bound."""
    lines = [", ".join(f"{what}: {value}" for what, value in machine().items()), ""]
    lines.append(f"{'what grows':32} {'subject':14} {'sizes':>16} {'power':>6} {'upper':>6} {'the largest takes':>18}")
    for each in found:
        sizes = f"{each.sizes[0]:,} to {each.sizes[-1]:,}"
        last = f"{each.seconds[-1] * 1e3:,.3f} ms"
        lines.append(
            f"{each.axis:32} {each.subject:14} {sizes:>16} {each.power:6.2f} {each.upper_power:6.2f} {last:>18}"
            f"{'' if each.is_kept else '  ABOVE'}"
        )
    above = sum(not each.is_kept for each in found)
    lines += ["", f"bound: a power of at most {MOST} for schemaval's own; {above or 'none'} above it"]
    return "\n".join(lines)


FORMATS: dict[str, Callable[[Sequence[Growth]], str]] = {"text": as_text, "json": as_json}
