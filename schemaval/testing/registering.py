"""A backend known under a name for as long as it is looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from schemaval.backends import select
from schemaval.backends.protocol import Backend

_numbers = count()


@contextmanager
def registered(backend: Backend | str) -> Iterator[str]:
    """The name by which `backend` can be asked for inside; a name stands for itself."""
    if isinstance(backend, str):
        yield backend
        return
    name = f"{backend.info.name} under contract {next(_numbers)}"
    select.register_backend(name, lambda: backend)
    try:
        yield name
    finally:
        with select._lock:  # noqa: SLF001 - users register for good, so there is no public way back
            select._registered.pop(name, None)  # noqa: SLF001 - as above
            select._made.pop(name, None)  # noqa: SLF001 - as above
