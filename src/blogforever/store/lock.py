"""One harvest at a time into an archive folder. The operating system lets go of the lock when the process ends."""

import fcntl
import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from blogforever.errors import ArchiveBusy, BadArchive

LOCK = "archive.lock"


@contextmanager
def archive_lock(folder: Path) -> Iterator[None]:
    """Hold the archive for this process. Raises ArchiveBusy, which names the process that holds it."""
    with _opened(folder) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ArchiveBusy(str(folder), _held_by(file), "Wait until it ends, or end it; then try again.") from error
        file.truncate(0)
        json.dump({"pid": os.getpid(), "command": shlex.join(sys.argv)[:500]}, file)
        file.flush()
        # The file stays: taking it away would let two processes lock two different files of the same name.
        yield


def _opened(folder: Path) -> TextIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / LOCK).open("a+", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        problem = f"it cannot be written ({error.strerror})"
        raise BadArchive(str(folder), problem, "Name another folder with --archive.") from error


def _held_by(file: TextIO) -> str:
    file.seek(0)
    try:
        holder = json.loads(file.read(10_000))
        return f"process {int(holder['pid'])} is harvesting into it ({str(holder['command'])[:200]})"
    except (ValueError, KeyError, TypeError):
        return "another process is harvesting into it"
