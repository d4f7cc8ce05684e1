"""``python -m conformance.fetch``: bring the pinned test suite from the package index, where none is at hand.

The sdist of jsonschema carries one under ``json/``. It is downloaded, held against its SHA-256 and unpacked;
nothing of it is installed.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from conformance.suite import FETCHED, VARIABLE, SuiteNotFoundError, find_suite

PACKAGE = "jsonschema==4.26.0"
SHA256 = "0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326"


class WrongDigestError(Exception):
    """What the package index sent is not what is pinned."""


def main() -> int:
    """Say which suite will be used, after bringing the pinned one if there is none; 2 if one is named and missing."""
    try:
        suite = find_suite()
    except SuiteNotFoundError as missing:
        if os.environ.get(VARIABLE):
            print(missing, file=sys.stderr)
            return 2
        suite = fetch(FETCHED)
    print(f"test suite: {suite}")
    return 0


def fetch(target: Path) -> Path:
    """Download, verify and unpack the pinned suite to a folder that does not exist yet, whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        place = Path(name)
        unpack(_download(place), place / "suite")
        (place / "suite").replace(target)
    return target


def unpack(archive: Path, target: Path, sha256: str = SHA256) -> None:
    """Write the suite inside a verified sdist to a folder; another digest than the pinned one is a WrongDigestError."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != sha256:
        raise WrongDigestError(f"{archive.name} has the SHA-256 {found}, pinned is {sha256}")
    with tarfile.open(archive) as sdist:
        for member in sdist.getmembers():
            content = sdist.extractfile(member)
            way = PurePosixPath(member.name).parts[1:]
            if content is not None and way[0] == "json":
                path = target.joinpath(*way[1:])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def _download(place: Path) -> Path:
    """The sdist, through the index that pip is set up for; pip verifies it before it runs anything out of it."""
    pinned = place / "pinned.txt"
    pinned.write_text(f"{PACKAGE} --hash=sha256:{SHA256}\n", encoding="utf-8")
    options = ["--quiet", "--no-deps", "--no-binary", "jsonschema", "--dest", str(place), "--requirement", str(pinned)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options], check=True)  # noqa: S603 - words of this file only
    return next(place.glob("*.tar.gz"))


if __name__ == "__main__":
    sys.exit(main())
