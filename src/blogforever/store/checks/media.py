"""Looks whether every media file that the database names is there, with the bytes that it had."""

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import select

from blogforever.model.fault import Area, Fault
from blogforever.store.database import Database
from blogforever.store.media_files import FOLDER
from blogforever.store.tables.schema import media

_BACK = "`blogforever rebuild` brings it back from the captures; without captures, harvest the blog again."
_STEP = 1 << 20

Tell = Callable[[int], None]
"""Told how many more bytes were read."""
Expected = dict[str, tuple[str, int]]
"""By the path below the archive's folder: checksum and size."""


def expected_media(database: Database, blog: int | None) -> Expected:
    """The files that the database names, each once."""
    wanted = select(media.c.path, media.c.sha256, media.c.bytes)
    if blog is not None:
        wanted = wanted.where(media.c.blog == blog)
    with database.transaction() as connection:
        return {row.path: (row.sha256, row.bytes) for row in connection.execute(wanted)}


def check_media(folder: Path, expected: Expected, tell: Tell) -> Iterator[Fault]:
    """Read every file and compare."""
    for path, (sha256, size) in sorted(expected.items()):
        problem = _size_problem(folder, path, size) or _content_problem(folder, path, sha256)
        if problem:
            yield _fault(path, problem)
        tell(size)


def check_media_sizes(folder: Path, expected: Expected) -> Iterator[Fault]:
    """The quick part: every file must be there, with its size."""
    for path, (_, size) in sorted(expected.items()):
        if problem := _size_problem(folder, path, size):
            yield _fault(path, problem)


def unknown_media(folder: Path, expected: Expected) -> list[str]:
    """Files in the media folder that the database does not name."""
    names_on_disk = []
    for place, _, names in os.walk(folder / FOLDER):
        names_on_disk += [Path(place, name).relative_to(folder).as_posix() for name in names]
    return sorted(name for name in names_on_disk if name not in expected)


def _size_problem(folder: Path, path: str, size: int) -> str:
    place = folder / path
    if ".." in Path(path).parts or Path(path).is_absolute():
        return "its path leads out of the archive"
    try:
        actual = place.stat().st_size
    except FileNotFoundError:
        return "it is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    except ValueError:  # a character that no file name has, in a damaged database
        return "its path is none"
    return "" if actual == size else f"it has {actual:,} bytes instead of {size:,}"


def _content_problem(folder: Path, path: str, sha256: str) -> str:
    digest = hashlib.sha256()
    try:
        with (folder / path).open("rb") as file:
            while data := file.read(_STEP):
                digest.update(data)
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return "" if digest.hexdigest() == sha256 else "its bytes are not those that were kept: the checksum is another"


def _fault(path: str, problem: str) -> Fault:
    return Fault(area=Area.MEDIA, subject=path, problem=problem, next_step=_BACK)
