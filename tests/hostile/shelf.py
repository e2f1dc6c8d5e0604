"""Makes the archives that damage is done to, by real harvests of the sample blog."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from tests.hostile.damage import Shelf
from tests.hostile.ground import PROGRAM
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import served

POSTS = 10
_SERVED = make_blog(posts=POSTS, feed=5)
_LONGEST = 240


def make_shelf(folder: Path) -> Shelf:
    """An archive of two harvests, the second after a change, and another archive of the same blog."""
    archive, other, first = folder / "archive", folder / "other", folder / "first.sqlite"
    with served(_SERVED) as home:
        harvest(home, archive)
        shutil.copy(archive / "archive.sqlite", first)
        harvest(home, archive)
        harvest(home, other)
    return Shelf(archive=archive, first_database=first, other=other)


def harvest(home: str, archive: Path) -> None:
    """A harvest that must come to its end."""
    command = [PROGRAM, "harvest", home, "--archive", str(archive), "--delay", "0"]
    subprocess.run(command, check=True, capture_output=True, timeout=_LONGEST)


def fingerprints(archive: Path) -> dict[str, tuple[int, bytes]]:
    """Size and digest of every WARC and media file."""
    found = {}
    for path in archive.rglob("*"):
        if path.is_file() and path.relative_to(archive).parts[0] in {"warc", "media"} and path.suffix != ".cdxj":
            content = path.read_bytes()
            found[str(path.relative_to(archive))] = (len(content), hashlib.sha256(content).digest())
    return found


def is_kept(archive: Path, name: str, before: tuple[int, bytes]) -> bool:
    """True when the file still begins with all that it held."""
    path = archive / name
    if not path.is_file():
        return False
    size, digest = before
    with path.open("rb") as file:
        return hashlib.sha256(file.read(size)).digest() == digest
