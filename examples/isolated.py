"""Validation in a process of its own: what no limit inside a process can promise, a kill keeps.

A worker is started once and kept warm. It has limits of the operating system on memory and processor time, gets JSON
bytes over a pipe, and answers with JSON bytes. A call that is not answered by its deadline, or whose worker dies, ends
in Killed; the next call has a new worker. Nothing but bytes passes between the two.
"""

import json
import resource
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from select import select
from typing import IO, Any, Self

import schemaval

MEMORY_BYTES = 1 << 30
_HEADER = struct.Struct("<I")


class Killed(Exception):  # noqa: N818 - it says what became of the worker
    """The worker gave no answer: it was killed at the deadline, or it died."""


class Isolated:
    """Judges JSON text in a worker process, one call at a time; usable from threads, as a context manager."""

    def __init__(self, deadline_s: float = 1.0, memory_bytes: int = MEMORY_BYTES) -> None:
        """`deadline_s` is for one call, by the clock; the worker may hold `memory_bytes` of address space."""
        self._deadline_s = deadline_s
        self._memory_bytes = memory_bytes
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._start()

    def judge(self, schema: bytes, instance: bytes, backend: str = "auto") -> dict[str, Any]:
        """Judge an instance, both given as JSON text.

        `{"valid": ..., "violations": [...]}`, or `{"error": ..., "message": ...}` where schemaval refuses. Killed.
        """
        with self._lock:
            if self._worker is None or self._worker.poll() is not None:
                self._stop()
                self._start()
            until = time.monotonic() + self._deadline_s
            try:
                _write(self._pipe("stdin"), until, backend.encode(), schema, instance)
                return json.loads(_read(self._pipe("stdout"), until))  # type: ignore[no-any-return]  # an object, as below
            except (TimeoutError, EOFError, OSError) as error:
                self._stop()
                raise Killed("no answer: " + (str(error) or "the worker died")) from None

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _pipe(self, name: str) -> IO[bytes]:
        pipe: IO[bytes] | None = getattr(self._worker, name)
        if pipe is None:
            raise EOFError("there is no worker")
        return pipe

    def _start(self) -> None:
        self._worker = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), str(self._memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._worker.stdout.read(1)  # type: ignore[union-attr]  # it is a pipe: wait until the worker is warm

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                pipe.close()


def _write(pipe: IO[bytes], until: float, *parts: bytes) -> None:
    """Each part after its length; a worker that reads nothing cannot hold the writer beyond the deadline."""
    left = memoryview(b"".join(_HEADER.pack(len(part)) + part for part in parts))
    while left:
        _, ready, _ = select([], [pipe], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError("the deadline is over")
        left = left[pipe.write(left[:4096]) or 0 :]  # what a ready pipe takes at once (POSIX PIPE_BUF)


def _read(pipe: IO[bytes], until: float | None) -> bytes:
    """One part, before the deadline if there is one."""
    (length,) = _HEADER.unpack(_exactly(pipe, _HEADER.size, until))
    return _exactly(pipe, length, until)


def _exactly(pipe: IO[bytes], count: int, until: float | None) -> bytes:
    found = bytearray()
    while len(found) < count:
        if until is not None and not select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            raise TimeoutError("the deadline is over")
        more = pipe.read(count - len(found))
        if not more:
            raise EOFError("the worker died")
        found += more
    return bytes(found)


# the worker


def answered(backend: str, schema: bytes, instance: bytes) -> dict[str, Any]:
    """What the worker answers."""
    try:
        validator = schemaval.compile(schemaval.parse(schema), backend=backend)
        found = validator.violations(schemaval.parse(instance))
    except schemaval.SchemavalError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {"valid": not found, "violations": [violation.to_dict() for violation in found]}


def serve(memory_bytes: int) -> None:
    """Answer until the pipe is closed; the operating system ends what takes too much."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
    answered("auto", b'{"type": "object"}', b"[]")  # warm: all is imported
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sink.write(b"!")
    sink.flush()
    while True:
        try:
            parts = [_read(source, None) for _ in range(3)]
        except EOFError:
            return
        answer = json.dumps(answered(parts[0].decode(), parts[1], parts[2])).encode()
        sink.write(_HEADER.pack(len(answer)) + answer)
        sink.flush()


def demo() -> None:
    """Two calls that are answered, one that is killed, and one more."""
    with Isolated(deadline_s=2.0) as isolated:
        print(isolated.judge(b'{"required": ["city"]}', b'{"town": "Rome"}')["violations"][0]["message"])
        print(isolated.judge(b'{"type": "object"}', b"{}"))
        start = time.perf_counter()
        for _ in range(100):
            isolated.judge(b'{"type": "object"}', b"{}")
        print(f"{(time.perf_counter() - start) * 10_000:.0f} us a call")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        serve(int(sys.argv[1]))
    else:
        demo()
