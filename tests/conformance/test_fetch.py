"""What is unpacked of the sdist that carries the pinned suite."""

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from conformance.fetch import WrongDigestError, unpack


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An sdist with a suite under json/ and a file beside it."""
    path = tmp_path / "p-1.tar.gz"
    with tarfile.open(path, "w:gz") as sdist:
        for name in ("p-1/json/tests/draft7/a.json", "p-1/setup.py"):
            member = tarfile.TarInfo(name)
            member.size = 2
            sdist.addfile(member, io.BytesIO(b"[]"))
    return path


def test_only_the_suite_is_unpacked(archive: Path, tmp_path: Path) -> None:
    """What lies under json/ is written, nothing else."""
    unpack(archive, tmp_path / "suite", hashlib.sha256(archive.read_bytes()).hexdigest())
    files = [path for path in (tmp_path / "suite").rglob("*") if path.is_file()]
    assert [path.relative_to(tmp_path).as_posix() for path in files] == ["suite/tests/draft7/a.json"]


def test_another_digest_is_refused(archive: Path, tmp_path: Path) -> None:
    """An archive that is not the pinned one is not unpacked."""
    with pytest.raises(WrongDigestError, match="pinned"):
        unpack(archive, tmp_path / "suite")
    assert not (tmp_path / "suite").exists()
