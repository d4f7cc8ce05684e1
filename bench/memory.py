"""What memory an engine takes, each time in a process of its own.

`python -m bench.memory MODULE SUBJECT TASK GAUGE` prints the bytes; GAUGE is `resident` or `allocated`.
"""

import argparse
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.cases import cases
from bench.peers import BY_MODULE, PEERS
from bench.shapes import tool_inputs

_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")
_TOOLS = 1_000
_ENGINES: dict[str, tuple[str, str]] = {
    "schemaval auto": ("jsonschema_rs", "auto"),
    "schemaval fastjsonschema": ("fastjsonschema", "fastjsonschema"),
    "schemaval reference": ("reference", "reference"),
}


@dataclass(frozen=True, slots=True)
class Footprint:
    """Bytes that a task took: at its peak, above what was there before it, and of Python's own allocations."""

    subject: str
    task: str
    resident: int
    allocated: int


GAUGES = ("resident", "allocated")
TASKS = ("accept: 1 MB result", "explain: 1,000 rows: 1,000 faults", "compile: tools", "compile and explain: tools")


def footprints() -> Iterator[Footprint]:
    """What each engine takes for each task that it knows."""
    for peer in PEERS:
        if peer.version is None:
            continue
        for subject in sorted({offer.subject for offer in peer.offers()}):
            for task in TASKS:
                if _makes(peer.module, subject, task) is not None:
                    yield _measured(peer.module, subject, task)


def _makes(module: str, subject: str, task: str) -> Callable[[], Callable[[], Any]] | None:
    """What brings a process to where the task starts; None where the subject does not know the task."""
    question, _, name = task.partition(": ")
    if name == "tools":
        return None if subject not in _ENGINES else lambda: _tools(subject, explains="explain" in question)
    offer = next((o for o in BY_MODULE[module].offers() if (o.subject, o.question) == (subject, question)), None)
    if offer is None:
        return None
    make = offer.make
    small = "one string" if question == "accept" else "one string: missing"

    def warmed() -> Callable[[], Any]:
        make(cases()[small])(1)  # what is imported when first used
        return lambda: make(cases()[name])(1)

    return warmed


def _tools(subject: str, *, explains: bool) -> Callable[[], Any]:
    """Compile many tools and keep them; with `explains`, each has explained one fault."""
    import schemaval

    schemas = tool_inputs(_TOOLS)
    backend = _ENGINES[subject][1]
    schemaval.compile({"type": "object"}, backend=backend).violations(5)  # what is imported when first used

    def compiled() -> Any:
        held = [schemaval.compile(schema, backend=backend) for schema in schemas]
        for validator in held if explains else ():
            validator.violations({})
        return held

    return compiled


def _measured(module: str, subject: str, task: str) -> Footprint:
    said = []
    for gauge in GAUGES:  # tracing takes memory itself
        command = [sys.executable, "-m", "bench.memory", module, subject, task, gauge]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this very interpreter
        said.append(int(json.loads(done.stdout)))
    per = _TOOLS if task.endswith("tools") else 1
    return Footprint(subject, task, said[0] // per, said[1] // per)


def _peak() -> int:
    """The most bytes that this process has held; the kernel's own count for it alone, where there is one."""
    if _STATUS.is_file():
        line = next(line for line in _STATUS.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _gauged(gauge: str, task: Callable[[], Any]) -> int:
    if gauge == "allocated":
        tracemalloc.start()
        held = task()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()  # it slows down whatever follows
        del held
        return peak
    if _RESET.is_file():
        _RESET.write_text("5", encoding="utf-8")
    before = _peak()
    held = task()
    peak = _peak() - before
    del held
    return peak


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the bytes of one task; wrong usage exits with 2."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    make = _makes(asked.module, asked.subject, asked.task)
    if make is None:
        parser.error(f"{asked.module} has no subject {asked.subject!r} that knows the task {asked.task!r}")
    cases()
    print(_gauged(asked.gauge, make()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description="Print the bytes that a task takes.")
    installed = [peer.module for peer in PEERS if peer.version is not None]
    parser.add_argument("module", choices=installed, metavar="MODULE", help=f"a peer: {', '.join(installed)}")
    parser.add_argument("subject", metavar="SUBJECT", help="as the report names it, such as 'schemaval auto'")
    parser.add_argument("task", choices=TASKS, metavar="TASK", help=", ".join(map(repr, TASKS)))
    parser.add_argument("gauge", choices=GAUGES, metavar="GAUGE", help="of the process, or of Python's own allocations")
    return parser


if __name__ == "__main__":
    main()
