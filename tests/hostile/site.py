"""What stands around a case: a server that nobody should call, and files that nobody should open.

The parent makes them and hands them to its workers by the environment, so that rows can be made in both.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from schemaval.testing.watching import Trap

PORT = "SCHEMAVAL_HOSTILE_PORT"
FOLDER = "SCHEMAVAL_HOSTILE_FOLDER"


def host() -> str:
    """The server's name and port; where nobody has built one, a port on which nobody listens."""
    return f"127.0.0.1:{os.environ.get(PORT, '9')}"


def place(name: str) -> str:
    """The path of `schema.json`, which refuses everything, or of `fifo`, which nobody writes to."""
    return f"{os.environ.get(FOLDER, '/nonexistent')}/{name}"


@contextmanager
def built() -> Iterator[tuple[dict[str, str], Trap]]:
    """The environment for workers, and the server."""
    with TemporaryDirectory() as folder, Trap() as trap:
        trap._socket.settimeout(0.001)  # a call over the loopback is there before the caller goes on
        (Path(folder) / "schema.json").write_text("false", encoding="utf-8")
        os.mkfifo(Path(folder) / "fifo")
        port = trap.uri.rpartition(":")[2].partition("/")[0]
        yield {PORT: port, FOLDER: folder}, trap
