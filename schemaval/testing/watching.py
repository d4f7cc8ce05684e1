"""A watch over what the process opens, and a server that nobody should call."""

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

_WATCHED = frozenset(
    {"open", "socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request", "subprocess.Popen", "os.system"}
)
_IMPORTED = (".py", ".pyc", ".so", ".pyd", ".dll", ".dylib")  # a module may be imported when it is first needed
_open: list[list[str]] = []  # the watches in force
_lock = threading.Lock()
_is_hooked = False


@contextmanager
def watched() -> Iterator[list[str]]:
    """What files and connections the process opens inside, in words; modules that are imported do not count.

    The hook that hears of it cannot be taken off again (PEP 578); out of use it does nothing.
    """
    global _is_hooked  # noqa: PLW0603 - one hook a process, which nothing takes off
    seen: list[str] = []
    with _lock:
        if not _is_hooked:
            sys.addaudithook(_hear)
            _is_hooked = True
        _open.append(seen)
    try:
        yield seen
    finally:
        with _lock:
            _open[:] = [watch for watch in _open if watch is not seen]


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if not _open or event not in _WATCHED:
        return
    if event == "open" and (type(args[0]) is not str or args[0].endswith(_IMPORTED)):
        return
    for seen in _open:
        seen.append(f"{event} {str(args[:1])[:200]}")


class Trap:
    """A server on this machine that counts who calls; engines that do not ask Python for a connection are heard too."""

    def __init__(self) -> None:
        """It listens at once, and answers with silence."""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(0.05)
        self.uri = f"http://127.0.0.1:{self._socket.getsockname()[1]}/schema"

    def calls(self) -> int:
        """How many have called so far; the connections are closed."""
        found = 0
        while True:
            try:
                self._socket.accept()[0].close()
            except TimeoutError:
                return found
            found += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
