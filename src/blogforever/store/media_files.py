"""Media files, each kept once, under a name made of its own checksum."""

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from blogforever.store.disk import UnsyncedFiles, make_folder, open_inner_file
from blogforever.store.media_types import ENDINGS, ending_for

FOLDER = "media"
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file in the archive."""

    sha256: str
    path: str
    """Seen from the archive's folder, with forward slashes on every system."""
    bytes: int


class MediaFiles:
    """The media folder of an archive."""

    def __init__(self, folder: Path, *, since: float = 0.0) -> None:
        """`folder` is the archive's; what was written before the moment `since` (of the Unix clock) is not `added`."""
        self._folder = folder
        self._since = since
        self._unsynced = UnsyncedFiles()
        self._counted: set[int] = set()
        self.added = 0
        """Bytes of the files that were kept here and are not older than `since`."""
        self.mended = 0
        """Files that were there and did not hold what their name says, and were written again."""

    def keep(self, content: bytes, media_type: str | None) -> StoredFile:
        """Keep the content; what is there already, byte by byte, is not written again. Raises BadArchive.

        It is safe from a failure of the power after the next `sync`.
        """
        sha256 = hashlib.sha256(content).hexdigest()
        path = self._named(sha256)
        written = None if path is None else _written(path, content)
        if path is None or written is None:
            self.mended += path is not None
            path = path or self._home(sha256) / (sha256 + ending_for(content, media_type))
            self._write(path, content)
        else:
            self._unsynced.note(path)
        self._count(sha256, len(content), written)
        place = PurePosixPath(FOLDER, sha256[:2], path.name)
        return StoredFile(sha256=sha256, path=str(place), bytes=len(content))

    def sync(self) -> None:
        """What was kept so far outlives a failure of the power when this returns. Raises BadArchive."""
        self._unsynced.sync()

    def path(self, sha256: str) -> Path | None:
        """Where the file with this checksum lies, or None when it was not kept."""
        path = self._named(sha256)
        return path if path and path.is_file() else None

    def _write(self, path: Path, content: bytes) -> None:
        make_folder(self._folder)
        self._unsynced.make_folder(self._folder / FOLDER)
        self._unsynced.make_folder(path.parent)
        self._unsynced.write(path, content)

    def _count(self, sha256: str, size: int, written: float | None) -> None:
        number = int(sha256[:15], 16)
        if (written is None or written >= self._since) and number not in self._counted:
            self._counted.add(number)
            self.added += size

    def _named(self, sha256: str) -> Path | None:
        """What has the name of the file, whatever it is."""
        if not _SHA256.fullmatch(sha256):
            return None
        home = self._home(sha256)
        return next((path for ending in ENDINGS if os.path.lexists(path := home / (sha256 + ending))), None)

    def _home(self, sha256: str) -> Path:
        return self._folder / FOLDER / sha256[:2]


def _written(path: Path, content: bytes) -> float | None:
    """When the file was written; None unless it holds the content: failures of power and disk can leave anything."""
    try:
        with os.fdopen(open_inner_file(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            found = os.fstat(file.fileno())
            if stat.S_ISREG(found.st_mode) and found.st_size == len(content) and file.read() == content:
                return found.st_mtime
    except OSError:
        pass
    return None
