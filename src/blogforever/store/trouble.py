"""What a database complains of, said so that people know what to do. No database error leaves this ring."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from blogforever.errors import ArchiveBusy, BadArchive, BlogforeverError

_FULL = ("the disk is full", "Make room and run the same command again: what was saved before is safe.")
_READ_ONLY = ("it cannot be written", "Allow writing there, or name another folder with --archive.")
_NO_ENTRY = ("it cannot be opened", "Check that the folder exists and that you may read and write it.")
_DAMAGED = (
    "the database is damaged",
    "Put a copy from your backup in its place, or move it away and harvest again: captured pages are kept beside it.",
)
_FAILING_DISK = ("the disk does not answer as it should", "Check the disk, and copy the archive to a sound one.")
_UNREACHABLE = ("the database cannot be reached", "Check the address, and that the server runs and lets you in.")

_KNOWN: tuple[tuple[str, tuple[str, str]], ...] = (
    ("disk is full", _FULL),
    ("no space left", _FULL),
    ("could not extend file", _FULL),
    ("readonly", _READ_ONLY),
    ("read-only", _READ_ONLY),
    ("permission denied", _READ_ONLY),
    ("unable to open", _NO_ENTRY),
    ("not a database", _DAMAGED),
    ("malformed", _DAMAGED),
    ("unsupported file format", _DAMAGED),
    ("no such table", _DAMAGED),
    ("no such column", _DAMAGED),
    ("disk i/o error", _FAILING_DISK),
    ("connection", _UNREACHABLE),
    ("authentication", _UNREACHABLE),
    ("resolve host", _UNREACHABLE),
)


@contextmanager
def told_plainly(subject: str) -> Iterator[None]:
    """Database errors inside come out as BadArchive or ArchiveBusy about the subject."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _told(subject, error) from error


def _told(subject: str, error: Exception) -> BlogforeverError:
    said = str(error.orig if isinstance(error, DBAPIError) and error.orig else error).strip()
    first = said.partition("\n")[0][:300]
    if "database is locked" in said:
        return ArchiveBusy(subject, "other programs keep writing to it", "Wait for them to end and try again.")
    for sign, (problem, next_step) in _KNOWN:
        if sign in said.lower():
            return BadArchive(subject, f"{problem} ({first})", next_step)
    return BadArchive(subject, f"the database refused ({first})", "This looks like a fault of blogforever: report it.")
