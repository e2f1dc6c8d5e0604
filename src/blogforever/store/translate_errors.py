"""Errors of a database, translated so that people know what to do. No database error leaves this ring."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from blogforever.errors import ArchiveBusy, BadArchive, BlogforeverError
from blogforever.model.secrets import without_secrets

_FULL = ("the disk is full", "Make room and run the same command again: what was saved before is safe.")
_READ_ONLY = ("it cannot be written", "Allow writing there, or name another folder with --archive.")
_NO_ENTRY = ("it cannot be opened", "Check that the folder exists and that you may read and write it.")
_MEND = (
    "Look what is whole: blogforever verify. Make it again from the captured pages: blogforever rebuild. "
    "Or put a copy from your backup in its place."
)
_DAMAGED = ("the database is damaged", _MEND)
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
    ("could not decode", _DAMAGED),
    ("no such table", _DAMAGED),
    ("no such column", _DAMAGED),
    ("disk i/o error", _FAILING_DISK),
    ("connection", _UNREACHABLE),
    ("authentication", _UNREACHABLE),
    ("resolve host", _UNREACHABLE),
)


UNEXPECTED_VALUES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""The errors of code that gets a value of another type or form than it expects."""


def damaged(subject: str, fault: str) -> BadArchive:
    """What to raise when a value in the database is not what we wrote."""
    problem, next_step = _DAMAGED
    return BadArchive(subject, f"{problem} ({fault})", next_step)


@contextmanager
def translate_errors(subject: str) -> Iterator[None]:
    """Database errors inside come out as BadArchive or ArchiveBusy about the subject."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _translated(subject, error) from error
    except UnicodeDecodeError as error:  # names in the database, and its messages about them, are text too
        raise damaged(subject, "text that is not UTF-8") from error


def _translated(subject: str, error: Exception) -> BlogforeverError:
    message = without_secrets(str(error.orig if isinstance(error, DBAPIError) and error.orig else error)).strip()
    first_line = message.partition("\n")[0][:300]
    if "database is locked" in message:
        return ArchiveBusy(subject, "other programs keep writing to it", "Wait for them to end and try again.")
    for fragment, (problem, next_step) in _KNOWN:
        if fragment in message.lower():
            return BadArchive(subject, f"{problem} ({first_line})", next_step)
    next_step = "See whether it is whole with `blogforever verify`; if it is, report this as a fault of blogforever."
    return BadArchive(subject, f"the database refused ({first_line})", next_step)
