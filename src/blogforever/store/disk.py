"""The disk says no: its errors in our words, with what to do next."""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from blogforever.errors import BadArchive

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})
_MAKE_ROOM = "Make room and give the same command again: it goes on where it stopped."
_MAY_NOT = "Check that you may write there, or name another folder with --archive."


def unwritable(path: Path, error: OSError) -> BadArchive:
    """What to raise when the archive cannot be written."""
    reason = (error.strerror or type(error).__name__).lower()
    return BadArchive(str(path), f"cannot be written ({reason})", _MAKE_ROOM if error.errno in _FULL else _MAY_NOT)


def make_folder(folder: Path) -> None:
    """Make the folder and those above it. Raises BadArchive."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write the file so that whoever looks finds it whole or not at all. Raises BadArchive."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            file.writelines(parts)
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):  # the first error is the one to tell
            draft.unlink()
        raise unwritable(path, error) from error
