"""One process at a time writes into an archive folder. The system lets go of the lock when the process ends."""

import errno
import fcntl
import json
import os
import shlex
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from blogforever.errors import ArchiveBusy, BadArchive
from blogforever.model.secrets import secrets_in, without_secrets
from blogforever.store.disk import make_synced_folder, open_inner_file

LOCK = "archive.lock"
_NOT_OURS = "Remove it and try again: blogforever makes the file anew."


@contextmanager
def archive_lock(folder: Path) -> Iterator[None]:
    """Hold the archive for this process. Raises ArchiveBusy, which names the process that holds it, and BadArchive."""
    with _opened(folder) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ArchiveBusy(str(folder), _held_by(file), "Wait until it ends, or end it; then try again.") from error
        command = shlex.join(without_secrets(argument, secrets_in(argument)) for argument in sys.argv)
        file.seek(0)
        file.truncate(0)
        json.dump({"pid": os.getpid(), "command": command[:500]}, file)
        file.flush()
        # The file stays: taking it away would let two processes lock two different files of the same name.
        yield


def is_held(folder: Path) -> bool:
    """True while a process holds the archive. Raises BadArchive for what is not our lock."""
    try:
        descriptor = _regular(folder / LOCK, os.O_RDONLY)
    except OSError:  # there is no such file yet, or it is not for us to see
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def reading_lock(folder: Path) -> Iterator[None]:
    """Keep harvests away while the archive is read as a whole. Raises ArchiveBusy while one runs."""
    try:
        descriptor = _regular(folder / LOCK, os.O_RDONLY)
    except OSError:  # no harvest was ever here, or it is not for us to see
        yield
        return
    with os.fdopen(descriptor, encoding="utf-8", errors="backslashreplace") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ArchiveBusy(str(folder), _held_by(file), "Wait until it ends, or end it; then try again.") from error
        yield


def _opened(folder: Path) -> TextIO:
    try:
        make_synced_folder(folder)
        descriptor = _regular(folder / LOCK, os.O_RDWR | os.O_CREAT)
        return os.fdopen(descriptor, "r+", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise BadArchive(str(folder), problem, "Name another folder with --archive.") from error


def _regular(path: Path, flags: int) -> int:
    """The file, unless something else has its name: what a link leads to is not ours to write, a pipe has no end."""
    try:
        descriptor = open_inner_file(path, flags | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise BadArchive(str(path), "is a link, and may lead anywhere", _NOT_OURS) from error
        if error.errno in {errno.EISDIR, errno.ENXIO}:
            raise BadArchive(str(path), "is not a regular file", _NOT_OURS) from error
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadArchive(str(path), "is not a regular file", _NOT_OURS)
    return descriptor


def _held_by(file: TextIO) -> str:
    file.seek(0)
    try:
        holder = json.loads(file.read(10_000))
        return f"process {int(holder['pid'])} is at work in it ({str(holder['command'])[:200]})"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "another process is at work in it"
