"""Files and folders that survive a power failure, and the errors of the disk with what to do next.

Inside the archive's folder no link is followed when something is written: whoever planted one does not get to choose
which file we write.
"""

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from blogforever.errors import BadArchive

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})
_MAKE_ROOM = "Make room and give the same command again: it goes on where it stopped."
_MAY_NOT = "Check that you may write there, or name another folder with --archive."
_REMOVE_LINK = "Remove it and give the same command again; to keep archives elsewhere, name the folder with --archive."
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_CANNOT_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EISDIR, errno.EPERM})
"""The errors of file systems and systems that cannot sync a folder: there is nothing more to do about it."""

fdatasync = getattr(os, "fdatasync", os.fsync)
"""Enough for a file that keeps its name: its bytes and its size, not its times."""


def unwritable(path: Path, error: OSError) -> BadArchive:
    """What to raise when the archive cannot be written."""
    if error.errno == errno.ELOOP:
        return BadArchive(str(path), "is a link, and may lead anywhere", _REMOVE_LINK)
    reason = (error.strerror or type(error).__name__).lower()
    return BadArchive(str(path), f"cannot be written ({reason})", _MAKE_ROOM if error.errno in _FULL else _MAY_NOT)


def make_folder(folder: Path) -> None:
    """Make the folder and those above it, safe from a power failure. Raises BadArchive."""
    try:
        make_synced_folder(folder)
    except OSError as error:
        raise unwritable(folder, error) from error


def make_synced_folder(folder: Path) -> None:
    """The same, for callers with messages of their own for an OSError."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in new:
        sync_folder(place.parent)


def make_inner_folder(folder: Path) -> bool:
    """Make a folder inside the archive; True if it is new, and then not synced yet. Raises BadArchive for a link."""
    try:
        folder.mkdir()
    except FileExistsError:
        check_inner_folder(folder)
        return False
    except OSError as error:
        raise unwritable(folder, error) from error
    return True


def check_inner_folder(folder: Path) -> None:
    """Raises BadArchive where something else is in the folder's place."""
    try:
        mode = folder.lstat().st_mode
    except OSError as error:
        raise unwritable(folder, error) from error
    if stat.S_ISLNK(mode):
        raise unwritable(folder, OSError(errno.ELOOP, os.strerror(errno.ELOOP)))
    if not stat.S_ISDIR(mode):
        raise unwritable(folder, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))


def open_inner_file(path: Path, flags: int) -> int:
    """A descriptor of a file inside the archive; a link in its place is an OSError."""
    return os.open(path, flags | _FLAGS, 0o666)


def sync_folder(folder: Path) -> None:
    """The names in the folder survive a power failure."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        if error.errno in _CANNOT_SYNC:  # a folder that may be written but not listed
            return
        raise
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(descriptor)


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write the file so that whoever looks finds it whole or not at all, whatever fails. Raises BadArchive."""
    try:
        _write_draft(path, parts, synced=True)
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable(path, error) from error


class UnsyncedFiles:
    """Files that were written since the last `sync`: to sync many at once costs far less than each on its own."""

    def __init__(self) -> None:
        self._files: dict[Path, None] = {}
        self._folders: dict[Path, None] = {}

    def write(self, path: Path, content: bytes) -> None:
        """Write the file under its name, whole; it may be lost or empty after a power failure. BadArchive."""
        try:
            _write_draft(path, [content], synced=False)
        except OSError as error:
            raise unwritable(path, error) from error
        self.note(path)

    def note(self, path: Path) -> None:
        """The file is there, but who wrote it may have been killed before it was synced."""
        self._files[path] = None
        self._folders[path.parent] = None

    def make_folder(self, folder: Path) -> None:
        """Make a folder inside the archive. Raises BadArchive."""
        if make_inner_folder(folder):
            self._folders[folder.parent] = None

    def sync(self) -> None:
        """All of them survive a power failure when this returns. Raises BadArchive."""
        for path in list(self._files):
            try:
                descriptor = open_inner_file(path, os.O_RDONLY)
                try:
                    fdatasync(descriptor)
                finally:
                    os.close(descriptor)
            except OSError as error:
                raise unwritable(path, error) from error
            del self._files[path]
        for folder in list(self._folders):
            try:
                sync_folder(folder)
            except OSError as error:
                raise unwritable(folder, error) from error
            del self._folders[folder]


def _write_draft(path: Path, parts: Iterable[bytes], *, synced: bool) -> None:
    """Write under another name first, then take the name of the file: a link in its place is replaced."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            descriptor = open_inner_file(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except FileExistsError:  # of a process that was killed, or planted
            draft.unlink()
            descriptor = open_inner_file(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(parts)
            if synced:
                file.flush()
                fdatasync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):  # the first error is the one to report
            draft.unlink()
        raise


RESERVE = 200_000_000
"""Bytes that stay free: enough to write down all that is known, and for others who use the disk."""
_SMALL_DISK = 10
"""Of a disk that is small, the tenth part stays free."""


def why_full(folder: Path, *, added: int, most: int | None) -> str:
    """Why the harvest must add nothing more to the archive, and what to do; empty while there is room."""
    if most is not None and added >= most:
        return (
            f"--max-size is reached: {in_megabytes(added)} of WARC files and media. "
            "The same command with a larger one, or without, goes on."
        )
    try:
        disk = os.statvfs(folder)
    except OSError:  # the next write reports what is wrong
        return ""
    free, reserve = disk.f_bavail * disk.f_frsize, min(RESERVE, disk.f_blocks * disk.f_frsize // _SMALL_DISK)
    if free >= reserve:
        return ""
    return (
        f"The disk is nearly full: {in_megabytes(free)} are free, and {in_megabytes(reserve)} are kept in reserve. "
        "Make room and give the same command again: it goes on where this stopped."
    )


def in_megabytes(size: int) -> str:
    """A size for people."""
    return f"{size / 1e6:,.1f} MB"
