"""Where figures were taken: the machine, without its name, and the versions."""

import os
import platform
from pathlib import Path

import schemaval
from bench.peers import PEERS


def machine() -> dict[str, str]:
    """Processor, processors, operating system, Python."""
    return {
        "processor": _processor(),
        "processors": str(os.cpu_count()),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions() -> dict[str, str | None]:
    """Distributions by name, None where one is not installed."""
    return {"schemaval": schemaval.__version__} | {peer.distribution: peer.version for peer in PEERS}


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
