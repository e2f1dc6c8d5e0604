"""Media files, each kept once, under a name made of its own checksum."""

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from blogforever.store.disk import UnsyncedFiles, make_folder, open_inner_file

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

    @property
    def added_files(self) -> int:
        """How many files these are."""
        return len(self._counted)

    def keep(self, content: bytes, media_type: str | None) -> StoredFile:
        """Keep the content; what is there already, byte by byte, is not written again. Raises BadArchive.

        It is safe from a power failure after the next `sync`.
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
        """What was kept so far survives a power failure when this returns. Raises BadArchive."""
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
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size == len(content) and file.read() == content:
                return status.st_mtime
    except OSError:
        pass
    return None


UNKNOWN = ".bin"
_RUNS_IN_A_BROWSER = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>(?:\s|<!--(?:(?!-->).)*-->|<\?[^>]*>)*)"  # what may stand before the first tag
    rb"<(?:(?P<svg>!doctype\s+svg|svg\b|svg:svg\b)|(?P<html>!doctype\s+html|html\b|head\b|body\b|script\b|title\b))",
    re.IGNORECASE | re.DOTALL,
)
_LOOKED_AT = 2_048

_BY_FIRST_BYTES = (
    (b"\xff\xd8\xff", ".jpg"), (b"\x89PNG\r\n\x1a\n", ".png"), (b"GIF87a", ".gif"), (b"GIF89a", ".gif"),
    (b"BM", ".bmp"), (b"II*\0", ".tiff"), (b"MM\0*", ".tiff"), (b"\0\0\1\0", ".ico"),
    (b"\xff\x0a", ".jxl"), (b"\0\0\0\x0cJXL ", ".jxl"), (b"\0\0\0\x0cjP  ", ".jp2"),
    (b"%PDF-", ".pdf"), (b"PK\3\4", ".zip"), (b"\x1f\x8b", ".gz"), (b"7z\xbc\xaf\x27\x1c", ".7z"),
    (b"Rar!\x1a\x07", ".rar"),
    (b"ID3", ".mp3"), (b"\xff\xfb", ".mp3"), (b"\xff\xf3", ".mp3"), (b"\xff\xf2", ".mp3"),
    (b"fLaC", ".flac"), (b"OggS", ".ogg"), (b"MThd", ".mid"), (b"FLV\1", ".flv"), (b"\x1aE\xdf\xa3", ".webm"),
    (b"wOFF", ".woff"), (b"wOF2", ".woff2"),
)  # fmt: skip
_BY_RIFF = {b"WEBP": ".webp", b"WAVE": ".wav", b"AVI ": ".avi"}
_BY_BRAND = {b"avif": ".avif", b"avis": ".avif", b"heic": ".heic", b"heix": ".heic", b"mif1": ".heic", b"M4A ": ".m4a",
             b"qt  ": ".mov"}  # fmt: skip

_BY_TYPE = {
    "text/plain": ".txt", "text/css": ".css.txt", "text/html": ".html.txt", "application/xhtml+xml": ".html.txt",
    "image/svg+xml": ".svg.txt", "text/xml": ".xml.txt", "application/xml": ".xml.txt", "text/javascript": ".js.txt",
    "application/javascript": ".js.txt", "application/json": ".json", "text/csv": ".csv", "text/vtt": ".vtt",
    "application/x-subrip": ".srt", "audio/mpeg": ".mp3", "audio/aac": ".aac",
}  # fmt: skip
"""Only for what has no first bytes to know it by."""
ENDINGS = frozenset({UNKNOWN, ".mp4", *_BY_RIFF.values(), *_BY_BRAND.values(), *_BY_TYPE.values()}) | {
    ending for _, ending in _BY_FIRST_BYTES
}
"""All that there are."""


def ending_for(content: bytes, media_type: str | None) -> str:
    """The ending, with its dot, for a file with this content."""
    page = _RUNS_IN_A_BROWSER.match(content[:_LOOKED_AT])
    if page:
        return ".svg.txt" if page["svg"] else ".html.txt"
    claimed = (media_type or "").partition(";")[0].strip().lower()
    return _by_bytes(content) or _BY_TYPE.get(claimed, UNKNOWN)


def _by_bytes(content: bytes) -> str | None:
    if content[4:8] == b"ftyp":
        return _BY_BRAND.get(content[8:12], ".mp4")
    if content[:4] == b"RIFF":
        return _BY_RIFF.get(content[8:12])
    return next((ending for first, ending in _BY_FIRST_BYTES if content.startswith(first)), None)
