"""What starting costs: processes run in turn, and the processor time that each took."""

import statistics
import subprocess
import sys
from collections.abc import Mapping

_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "bare interpreter": ("-c", "pass"),
    "import orjson": ("-c", "import orjson"),
    "import schemaval": ("-c", "import schemaval"),
    "import schemaval, judge a value": ("-c", "import schemaval; schemaval.compile({'type': 'string'}).is_valid('')"),
    "schemaval --help": ("-m", "schemaval", "--help"),
    "import jsonschema": ("-c", "import jsonschema"),
    "import jsonschema_rs": ("-c", "import jsonschema_rs"),
    "import fastjsonschema": ("-c", "import fastjsonschema"),
}


def startup(rounds: int) -> dict[str, float]:
    """Median processor seconds of each command, of its whole process."""
    taken: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    for turn in range(rounds + 1):
        for name, arguments in _COMMANDS.items():
            seconds = _seconds([sys.executable, *arguments])
            if turn:  # the first one warms the disk's cache
                taken[name].append(seconds)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def _seconds(command: list[str]) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - this very interpreter
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
