"""Media files, each kept once, under a name made of its own checksum."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from blogforever.store.disk import make_folder, write_whole
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

    def __init__(self, folder: Path) -> None:
        """`folder` is the archive's."""
        self._folder = folder

    def keep(self, content: bytes, media_type: str | None) -> StoredFile:
        """Keep the content; what is there already is not written again. Raises BadArchive."""
        sha256 = hashlib.sha256(content).hexdigest()
        path = self.path(sha256)
        if path is None or path.stat().st_size != len(content):  # a failure of the power can leave an empty file
            path = path or self._home(sha256) / (sha256 + ending_for(content, media_type))
            make_folder(path.parent)
            write_whole(path, [content])
        place = PurePosixPath(FOLDER, sha256[:2], path.name)
        return StoredFile(sha256=sha256, path=str(place), bytes=len(content))

    def path(self, sha256: str) -> Path | None:
        """Where the file with this checksum lies, or None when it was not kept."""
        if not _SHA256.fullmatch(sha256):
            return None
        home = self._home(sha256)
        return next((path for ending in ENDINGS if (path := home / (sha256 + ending)).is_file()), None)

    def _home(self, sha256: str) -> Path:
        return self._folder / FOLDER / sha256[:2]
