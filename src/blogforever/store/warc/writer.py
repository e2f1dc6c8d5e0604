"""Writes the WARC files of one harvest so that a crash at any moment loses at most what was being written.

Each exchange goes to disk in one write, as whole gzip members, at the end of a file that this process alone may touch
while it lives. A write that a crash tore is cut off before anything is appended behind it.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from blogforever.errors import BadArchive
from blogforever.store.disk import (
    fdatasync,
    make_folder,
    make_inner_folder,
    open_inner_file,
    sync_folder,
    unwritable,
)
from blogforever.store.warc.cdxj import (
    IndexLine,
    format_line,
    index_of,
    looks_sound,
    read_index,
    sort_index,
    write_index,
)
from blogforever.store.warc.file_locks import claim, claim_new
from blogforever.store.warc.file_names import file_name, file_number, files_written
from blogforever.store.warc.gzip_members import DamagedMember, TornMember, read_member, whole_members
from blogforever.store.warc.records import warcinfo_record

LARGEST_FILE = 1_000_000_000
"""Bytes after which the next file begins: what the field uses, and what every file system and tool can hold."""
_LINES_AT_ONCE = 1_000
_BLOCK = 1 << 16


def mend(path: Path) -> None:
    """Bring the index up to date, unless a living process writes the file; a torn end stays, for nothing follows it."""
    if _is_settled(path):
        return
    held = claim(path)
    if held:
        with held:
            _mend(path, held, may_cut=False)


def _is_settled(path: Path) -> bool:
    """True when the index was written after the last byte of the file, and both look whole.

    Moments that look the same do not count.
    """
    try:
        is_later = index_of(path).stat().st_mtime_ns > path.stat().st_mtime_ns
    except OSError:
        return False
    return is_later and looks_sound(path)


def _mend(path: Path, held: FileIO, *, may_cut: bool) -> int | None:
    """Mend a file that we hold; its size afterwards, or None when nothing may be appended to it.

    Only what a write left unfinished is cut off, and only before more is written. A whole record that is damaged is no
    such thing: it stays, for whoever can still make something of it.
    """
    lines = list(read_index(path))
    end = max((line.end for line in lines), default=0)
    with path.open("rb") as file:
        for member in whole_members(file, end, most=0):
            end = member.offset + member.length
        is_torn = _is_torn(file, end)
    try:
        if is_torn and may_cut:
            held.truncate(end)
        ends_well = path.stat().st_size == end
    except OSError as error:
        raise unwritable(path, error) from error
    write_index(path, lines)
    return end if ends_well else None


def _is_torn(file: BinaryIO, end: int) -> bool:
    """True when what is behind the last whole record is the start of one, or room that was never written."""
    try:
        read_member(file, end, most=0)
    except TornMember:
        return True
    except DamagedMember:
        file.seek(end)
        return not any(any(block) for block in iter(lambda: file.read(_BLOCK), b""))
    return False


class WarcWriter:
    """The files of one harvest, one after the other."""

    def __init__(
        self, folder: Path, *, prefix: str, about: Mapping[str, str], largest_file: int = LARGEST_FILE
    ) -> None:
        """`prefix` begins the names of the files; `about` is what their first records state about the harvest."""
        self._folder = folder
        self._prefix = prefix
        self._about = about
        self._largest = largest_file
        self._file: FileIO | None = None
        self._size = 0
        self._before = 0
        """Bytes of the harvest's other files."""
        self._unsynced = False
        self._is_new = False
        self._lines: list[IndexLine] = []
        self.path = folder
        """The file that was written last."""

    @property
    def size(self) -> int:
        """Bytes of all files of the harvest."""
        return self._before + self._size

    def append(self, *records: bytes) -> int:
        """Write the records side by side, all or none; where the first begins in `path`. Raises BadArchive."""
        file = self._file
        if file is None or self._size >= self._largest:
            file = self._next_file()
        begin = self._size
        self._write(file, b"".join(records))
        return begin

    def note(self, line: IndexLine) -> None:
        """Put a capture that was appended just now into the index."""
        self._lines.append(line)
        if len(self._lines) >= _LINES_AT_ONCE:
            self.flush()  # the index never names what a power failure could take away

    def flush(self) -> None:
        """What was written is safe even when the power fails, and the index on disk is up to date."""
        if not self._file:
            return
        try:
            if self._unsynced:
                fdatasync(self._file.fileno())
                self._unsynced = False
            self._write_lines()
            if self._is_new:
                sync_folder(self._folder)
                self._is_new = False
        except OSError as error:
            raise unwritable(self.path, error) from error

    def _write_lines(self) -> None:
        if not self._lines:
            return
        index = index_of(self.path)
        try:
            with os.fdopen(open_inner_file(index, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab") as file:
                file.write(b"".join(format_line(line, self.path.name) for line in self._lines))
                file.flush()
                fdatasync(file.fileno())
        except OSError as error:
            raise unwritable(index, error) from error
        self._lines.clear()

    def close(self) -> None:
        """Let go of the file, with its index in order; where that fails, the next opening mends it."""
        if not self._file:
            return
        try:
            self.flush()
            sort_index(self.path)
        finally:
            self._file.close()
            self._file = None
            self._lines.clear()

    def _write(self, file: FileIO, content: bytes) -> None:
        """One call of the system; what it leaves half done, on a full disk, is taken back."""
        rest = memoryview(content)
        try:
            while rest:  # nearly always once; the second write to a full disk raises the error
                rest = rest[file.write(rest) or 0 :]
        except OSError as error:
            with suppress(OSError):  # the first error is the one to report; the next opening cuts as well
                file.truncate(self._size)
            raise unwritable(self.path, error) from error
        self._size += len(content)
        self._unsynced = True

    def _next_file(self) -> FileIO:
        self.close()
        make_folder(self._folder.parent)
        if make_inner_folder(self._folder):
            sync_folder(self._folder.parent)
        known = files_written(self._folder, self._prefix)
        if known and (file := self._take_up(known[-1])):
            return file
        number = file_number(known[-1]) + 1 if known else 0
        for attempt in range(number, 100_000):
            path = self._folder / file_name(self._prefix, datetime.now(UTC), attempt)
            try:
                new = claim_new(path)
            except OSError as error:
                raise unwritable(path, error) from error
            if new:
                return self._begin(path, new, 0)
        raise BadArchive(str(self._folder), "holds too many WARC files of one harvest", "Begin a new harvest.")

    def _take_up(self, path: Path) -> FileIO | None:
        """The last file of a harvest that was cut short, if it has room and nobody else writes it."""
        file = claim(path)
        if not file:
            return None
        size = _mend(path, file, may_cut=True)
        if size is None or size >= self._largest:
            file.close()
            return None
        return self._begin(path, file, size)

    def _begin(self, path: Path, file: FileIO, size: int) -> FileIO:
        mine = [other for other in files_written(self._folder, self._prefix) if other != path]
        self._before = sum(other.stat().st_size for other in mine)
        # What a process left that was killed may be whole and yet not be on disk.
        self.path, self._file, self._size, self._unsynced, self._is_new = path, file, size, True, True
        if size == 0:
            about = {
                "software": f"blogforever/{version('blogforever')}",
                "format": "WARC File Format 1.1",
                "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
                **self._about,
            }
            self._write(file, warcinfo_record(path.name, datetime.now(UTC), about))
        return file
