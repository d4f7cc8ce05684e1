"""What a worker watches while a question is answered: events, memory, logs, and what lies in the values given."""

import logging
import resource
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_PREFIXES = ("socket.", "subprocess.", "os.", "urllib.", "http.", "ftplib.", "shutil.", "tempfile.", "ctypes.", "open")
_INNOCENT = frozenset({"os.listdir", "os.scandir", "os.putenv"})  # what importing does
_MODULES = tuple(
    {
        *(str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        sys.prefix,
        sys.base_prefix,
        str(Path(__file__).resolve().parent.parent.parent / "schemaval"),
    }
)


class Events:
    """Files and connections asked of Python between `start` and `stop`; its own modules do not count."""

    def __init__(self) -> None:
        """The hook cannot be taken off again (PEP 578)."""
        self._seen: list[str] = []
        self._is_on = False
        sys.addaudithook(self._hear)

    def start(self) -> None:
        """Forget what was seen, and look."""
        self._seen = []
        self._is_on = True

    def stop(self) -> list[str]:
        """What was seen, in words."""
        self._is_on = False
        return self._seen

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._is_on or not event.startswith(_PREFIXES) or event in _INNOCENT:
            return
        if event == "open" and str(args[0]).startswith((*_MODULES, "<")):
            return  # modules, and the source of generated code, which a SyntaxError looks for under `<string>`
        self._seen.append(f"{event} {str(args[:1])[:200]}")


class Logged(logging.Handler):
    """Everything that is logged, as text."""

    def __init__(self) -> None:
        """It hears all levels of all loggers."""
        super().__init__(logging.DEBUG)
        self.texts: list[str] = []
        logging.root.addHandler(self)
        logging.root.setLevel(logging.DEBUG)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it as it would be written."""
        self.texts.append(self.format(record))


class Memory:
    """The greatest size of this process above a mark, in megabytes."""

    def __init__(self) -> None:
        """Marks the present size."""
        try:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            self._start = self._peak()
        except OSError:
            self._start = self._peak()

    def above(self) -> float:
        """How much more it was at its greatest."""
        return max(0.0, self._peak() - self._start) / 1024

    @staticmethod
    def _peak() -> int:
        try:
            status = Path("/proc/self/status").read_text(encoding="ascii")
        except OSError:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return int(status.partition("VmHWM:")[2].split(None, 1)[0])


_MOST = 20_000  # values that a print tells of


def printed(value: Any) -> int:
    """A print of what a value holds by its built-in types, to see whether it was changed; no method of it is asked."""
    made = 0
    for part in _parts(value):
        made = hash((made, part))
    return made


def _parts(value: Any) -> Iterator[Any]:
    waiting = [value]
    for _ in range(_MOST):
        if not waiting:
            return
        one = waiting.pop()
        kind = type(one)
        yield kind
        if issubclass(kind, dict):
            yield dict.__len__(one)
            for name, member in list(dict.items(one))[:_MOST]:
                waiting += (name, member)
        elif issubclass(kind, list | tuple):
            yield (list if issubclass(kind, list) else tuple).__len__(one)
            waiting += one[:_MOST] if kind in (list, tuple) else list.__getitem__(one, slice(0, _MOST))
        elif kind in (str, bytes, int, float, bool, type(None)):
            yield one
        else:
            yield id(one)
