"""What starting costs: processes run in turn, and the processor time that each took."""

import os
import statistics
import subprocess
import sys
import tempfile
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
    with tempfile.TemporaryDirectory() as compiled:
        for turn in range(rounds + 1):
            for name, arguments in _COMMANDS.items():
                seconds = _seconds([sys.executable, *arguments], compiled)
                if turn:  # the first one compiles, as installing a package does
                    taken[name].append(seconds)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def _seconds(command: list[str], compiled: str) -> float:
    import resource

    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = compiled

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603 - this very interpreter
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
