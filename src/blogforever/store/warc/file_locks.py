"""A WARC file belongs to the process that writes it: nobody else appends to it or cuts it while that process lives.

The operating system lets go of a claim when the process ends, however it ends.
"""

import os
import stat
import sys
from io import FileIO
from pathlib import Path

from blogforever.store.disk import open_inner_file

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        # Locks are of bytes there, and keep others from reading them: this byte is beyond any file.
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def claim_new(path: Path) -> FileIO | None:
    """The file, made now and open for appending without a buffer; None when there is one of this name already."""
    try:
        return _claim(path, os.O_CREAT | os.O_EXCL)
    except FileExistsError:
        return None


def claim(path: Path) -> FileIO | None:
    """The file, open for appending without a buffer; None when a living process has it or we may not write it."""
    try:
        return _claim(path, 0)
    except OSError:
        return None


def _claim(path: Path, flags: int) -> FileIO | None:
    descriptor = open_inner_file(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    try:
        _lock(descriptor)
    except OSError:
        os.close(descriptor)
        return None
    return FileIO(descriptor, "ab")
